/* bloom_ref.h - the filter as plain arrays, insertions taking effect at once; ways == 0: one maximum for all keys
 * (cg_max_regs). */
#ifndef BLOOM_REF_H
#define BLOOM_REF_H
#include "h3_ref.h"
#include <string.h>

enum { BLOOM_WAYS = 8, BLOOM_ROWS = 4096, BLOOM_FIELDS = 4 };

typedef struct {
    int ways, rows, fields;
    h3 hash[BLOOM_WAYS];
    uint64_t max[BLOOM_WAYS][BLOOM_ROWS][BLOOM_FIELDS];
} bloom;

static inline void bloom_flush(bloom *b) { memset(b->max, 0, sizeof b->max); }

static inline void bloom_init(bloom *b, int ways, int rows, int fields, int key_w, uint32_t seed) {
    b->ways = ways;
    b->rows = rows;
    b->fields = fields;
    for (int w = 0; w < ways; w++) b->hash[w] = h3_new(seed, w, key_w, rows);
    bloom_flush(b);
}

static inline uint64_t *bloom_word(bloom *b, int way, uint64_t key)
{
    return b->max[way][b->ways ? h3_row(&b->hash[way], key) : 0];
}

static inline void bloom_insert(bloom *b, uint64_t key, const uint64_t *val) {
    for (int w = 0; w < b->ways || w == 0; w++)
        for (int f = 0; f < b->fields; f++) {
            uint64_t *at = &bloom_word(b, w, key)[f];
            if (val[f] > *at) *at = val[f];
        }
}

static inline uint64_t bloom_look(bloom *b, uint64_t key, int field) {
    uint64_t least = bloom_word(b, 0, key)[field];
    for (int w = 1; w < b->ways; w++)
        if (bloom_word(b, w, key)[field] < least) least = bloom_word(b, w, key)[field];
    return least;
}

#endif
