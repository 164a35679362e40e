/* mock_cache.h - the shared cache of the mock: direct mapped, write-back, one AXI master per bank (lowest bit of the
 * key). */
#ifndef COHGEN_TESTS_SIM_MOCK_CACHE_H
#define COHGEN_TESTS_SIM_MOCK_CACHE_H
#include "base/base.h"
#include "mock.h"

enum { SLOTS = 16, BEATS = MOCK_LINE / MOCK_BEAT };
typedef enum { EMPTY, WANT_AR, WANT_R, READY, WANT_AW, WANT_B } SlotState;

typedef struct {
    SlotState state;
    uint32_t key, beats;
    bool dirty, error,
        used; /* used: an operation took place since the fill (a line just filled is not thrown out again) */
    uint8_t data[MOCK_LINE], old[MOCK_LINE]; /* old: as it was before the latest store */
} Slot;

typedef struct {
    Slot slots[SLOTS];
    int ar, aw, w; /* slots offered on the channels, -1 = none */
    uint32_t w_beats;
} Bank;

/* The line if it is here; else starts to fetch it (and to write back its predecessor) and returns NULL. */
Slot *mock_line(Bank *banks, uint32_t key);
void mock_bank_drive(const Bank *b, uint32_t *out, uint32_t base, SimRng *rng, bool unstable);
void mock_bank_clock(Bank *b, const uint32_t *in, uint32_t in_base, const uint32_t *out, uint32_t out_base);
#endif
