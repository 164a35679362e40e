/* h3_ref.h - cg_h3 in C: the words of a hash, and the row of a key. Dependence of words is found by listing all their
 * combinations. */
#ifndef H3_REF_H
#define H3_REF_H
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    int key_w, rows;
    uint16_t word[64];
} h3;

static inline uint32_t h3_mix(uint32_t x) {
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

/* Number of bits of the hash that decide the row. */
static inline int h3_used(int rows) {
    int bits = 0;
    while (1 << bits < rows) bits++;
    return 1 << bits == rows ? bits : 16;
}

static inline h3 h3_new(uint32_t seed, int way, int key_w, int rows) {
    static bool reached[1 << 16]; /* combinations of the words so far */
    h3 h = {.key_w = key_w, .rows = rows};
    int used = h3_used(rows);
    uint32_t number = h3_mix(seed + h3_mix((uint32_t)way));
    memset(reached, 0, sizeof reached);
    reached[0] = true;
    for (int k = 0; k < key_w; k++) {
        unsigned upper;
        int tries = 0;
        do {
            number += 0x9e3779b9u;
            uint32_t drawn = h3_mix(number);
            h.word[k] = (uint16_t)(drawn >> 16 ^ drawn);
            upper = (unsigned)h.word[k] >> (16 - used);
        } while (k < used && reached[upper] && ++tries < 64);
        if (k >= used || reached[upper]) continue;
        for (unsigned c = 0; c < 1u << used; c++)
            if (reached[c] && !reached[c ^ upper])
                reached[c ^ upper] = true; /* c ^ upper is not visited as a c of its own: it gives c back */
    }
    return h;
}

static inline unsigned h3_row(const h3 *h, uint64_t key) {
    uint32_t hash = 0;
    for (int k = 0; k < h->key_w; k++)
        if (key >> k & 1) hash ^= h->word[k];
    return hash * (uint32_t)h->rows >> 16;
}

#endif
