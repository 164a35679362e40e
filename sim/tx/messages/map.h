/* map.h - a hash map from pairs of numbers to numbers; grows, and holds its pairs in no order. */
#ifndef COHGEN_SIM_TX_MAP_H
#define COHGEN_SIM_TX_MAP_H
#include "base/base.h"

typedef struct {
    struct TxPair { bool used; uint32_t value; uint64_t a, b; } *slots;
    size_t n_slots, used;
} TxMap;

/* The value of a pair, which lasts until the next call; NULL if there is none. */
uint32_t *tx_map_find(const TxMap *m, uint64_t a, uint64_t b);
/* The value of a pair, made with the value SIM_NONE if it is not there. */
uint32_t *tx_map_at(TxMap *m, uint64_t a, uint64_t b);
void tx_map_remove(TxMap *m, uint64_t a, uint64_t b);
void tx_map_clear(TxMap *m);
void tx_map_free(TxMap *m);
#endif
