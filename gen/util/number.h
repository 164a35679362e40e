/* number.h - of whole numbers. */
#ifndef CG_NUMBER_H
#define CG_NUMBER_H
#include <stdint.h>

/* Bits that tell n values apart: 0 for one. */
static inline int clog2_of(int64_t n)
{
    int bits = 0;
    while (bits < 62 && (INT64_C(1) << bits) < n) bits++;
    return bits;
}
#endif
