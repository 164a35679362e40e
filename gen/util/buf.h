/* buf.h - text under construction. */
#ifndef CG_BUF_H
#define CG_BUF_H
#include <stdarg.h>
#include <stddef.h>
#include "util/arena.h"

typedef struct { Arena *arena; char *at; size_t n, cap; } Buf;

void buf_init(Buf *b, Arena *a);
void buf_printf(Buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(Buf *b, const char *fmt, va_list args) __attribute__((format(printf, 2, 0)));
void buf_put(Buf *b, const char *p, size_t n);
#endif
