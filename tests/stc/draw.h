/* draw.h - numbers drawn at random, always the same ones. */
#ifndef TESTS_STC_DRAW_H
#define TESTS_STC_DRAW_H
#include <stdint.h>

typedef struct { uint64_t state; } Draw;

/* Of 64 bits; splitmix64. */
static inline uint64_t draw_word(Draw *d)
{
    uint64_t x = d->state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* One of 0 to n - 1. */
static inline uint64_t draw(Draw *d, uint64_t n) { return (draw_word(d) >> 16) % n; }
/* bits: 1 to 64. */
static inline uint64_t draw_bits(Draw *d, int bits) { return draw_word(d) >> (64 - bits); }
#endif
