/* str.h - (pointer, length) strings; never modified, not necessarily zero-terminated. */
#ifndef CG_STR_H
#define CG_STR_H
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include "util/arena.h"

typedef struct { const char *p; int n; } Str;
#define STR(lit) ((Str){ lit, (int)sizeof(lit) - 1 })
#define STR_FMT "%.*s"
#define STR_ARG(s) (s).n, (s).p

Str   str_from(const char *zstr);                     /* shares the memory */
Str   str_copy(Arena *a, const char *p, int n);       /* zero-terminated copy */
bool  str_eq(Str a, Str b);
bool  str_is(Str a, const char *zstr);
const char *str_z(Arena *a, Str s);                   /* zero-terminated copy */
Str   str_printf(Arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
Str   str_vprintf(Arena *a, const char *fmt, va_list args) __attribute__((format(printf, 2, 0)));

/* Next blank-separated word of *rest (blanks: space, tab, newline); n == 0 when there is none. The word shares memory
 * with *rest. */
Str   str_word(Str *rest);

/* The candidate closest to name (edit distance), or an empty string if none is close enough to be worth suggesting.
 * The name itself is none: it is there, but of no use at this place. */
Str   str_closest(Str name, const Str *candidates, int n);
#endif
