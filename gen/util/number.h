/* number.h - of whole numbers. */
#ifndef CG_NUMBER_H
#define CG_NUMBER_H
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Bits that tell n values apart: 0 for one. */
static inline int clog2_of(int64_t n)
{
    int bits = 0;
    while (bits < 62 && (INT64_C(1) << bits) < n) bits++;
    return bits;
}

/* A whole number as it is written everywhere: decimal, also with zeros in front, or 0x and hexadecimal; with - perhaps.
 * No blanks, no +. False: it is none, or does not fit. */
static inline bool number_read(const char *text, int64_t *out)
{
    const char *digits = text + (*text == '-');
    bool hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    const char *all = hex ? "0123456789abcdefABCDEF" : "0123456789";
    size_t n = strspn(digits + 2 * hex, all);
    if (!n || digits[2 * hex + n]) return false;
    errno = 0;
    *out = strtoll(text, NULL, hex ? 16 : 10);
    return errno == 0;
}
#endif
