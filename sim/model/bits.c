/* bits.c - bit field access in packed vectors (see model.h): bit n of a vector is bit n % 32 of word n / 32. */
#include "model/model.h"

static uint64_t low_mask(uint32_t width) { return width >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1; }

uint64_t cg_get(const uint32_t *v, uint32_t lsb, uint32_t width)
{
    if (width == 0) return 0;
    const uint32_t *w = v + lsb / 32;
    uint32_t have = 32 - lsb % 32;
    uint64_t x = *w >> (lsb % 32);
    for (; have < width; have += 32) x |= (uint64_t)*++w << have;
    return x & low_mask(width);
}

void cg_put(uint32_t *v, uint32_t lsb, uint32_t width, uint64_t x)
{
    while (width != 0) {
        uint32_t *w = v + lsb / 32, shift = lsb % 32, n = 32 - shift;
        if (n > width) n = width;
        uint32_t mask = (uint32_t)low_mask(n) << shift;
        *w = (*w & ~mask) | ((uint32_t)x << shift & mask);
        x >>= n;
        lsb += n;
        width -= n;
    }
}

void cg_get_bytes(const uint32_t *v, uint32_t lsb, uint32_t width, uint8_t *bytes)
{
    while (width != 0) {
        uint32_t n = width < 32 ? width : 32;
        uint64_t x = cg_get(v, lsb, n);
        for (uint32_t i = 0; i < n; i += 8) *bytes++ = (uint8_t)(x >> i);
        lsb += n;
        width -= n;
    }
}

void cg_put_bytes(uint32_t *v, uint32_t lsb, uint32_t width, const uint8_t *bytes)
{
    while (width != 0) {
        uint32_t n = width < 32 ? width : 32;
        uint64_t x = 0;
        for (uint32_t i = 0; i < n; i += 8) x |= (uint64_t)*bytes++ << i;
        cg_put(v, lsb, n, x);
        lsb += n;
        width -= n;
    }
}
