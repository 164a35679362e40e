/* map.h - a hash map from pairs of numbers to numbers; grows, and holds its pairs in no order. */
#ifndef COHGEN_SIM_MAP_H
#define COHGEN_SIM_MAP_H
#include "base/base.h"

typedef struct {
    struct SimPair { bool used; uint32_t value; uint64_t a, b; } *slots;
    size_t n_slots, used;
} SimMap;

/* The value of a pair, which lasts until the next call; NULL if there is none. */
uint32_t *sim_map_find(const SimMap *m, uint64_t a, uint64_t b);
/* The value of a pair, made with the value SIM_NONE if it is not there. */
uint32_t *sim_map_at(SimMap *m, uint64_t a, uint64_t b);
void sim_map_remove(SimMap *m, uint64_t a, uint64_t b);
void sim_map_clear(SimMap *m);
void sim_map_free(SimMap *m);
#endif
