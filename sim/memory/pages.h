/* pages.h - sparse byte memory, zero where never written. Addresses are byte addresses; one page holds 4 KiB. */
#ifndef COHGEN_SIM_PAGES_H
#define COHGEN_SIM_PAGES_H
#include "base/base.h"

enum { SIM_PAGE_BYTES = 4096 };

typedef struct {
    struct SimPage { uint64_t number; uint8_t *bytes; } *slots; /* open addressing; bytes NULL = empty */
    size_t n_slots, used;
} SimPages;

void sim_pages_free(SimPages *p);
/* The bytes at `address` up to the end of its page; NULL if the page does not exist and `create` is false. */
uint8_t *sim_pages_at(SimPages *p, uint64_t address, bool create);
/* Address must be a multiple of 4. */
uint32_t sim_pages_word(SimPages *p, uint64_t address);
void sim_pages_set_word(SimPages *p, uint64_t address, uint32_t value);
#endif
