/* buf.c - text under construction; see buf.h for the contract. */
#include "util/buf.h"
#include <string.h>

void buf_init(Buf *b, Arena *a)
{
    *b = (Buf){ a, NULL, 0, 0 };
}

/* Makes room for n more bytes and a closing zero. */
static void reserve(Buf *b, size_t n)
{
    if (b->cap - b->n > n)
        return;
    size_t cap = b->cap ? b->cap * 2 : 256;
    while (cap - b->n <= n)
        cap *= 2;
    char *bigger = arena_alloc(b->arena, cap);
    if (b->n)
        memcpy(bigger, b->at, b->n);
    b->at = bigger;
    b->cap = cap;
}

void buf_put(Buf *b, const char *p, size_t n)
{
    reserve(b, n);
    if (n)
        memcpy(b->at + b->n, p, n);
    b->n += n;
    b->at[b->n] = '\0';
}

void buf_vprintf(Buf *b, const char *fmt, va_list args)
{
    va_list again;
    va_copy(again, args);
    reserve(b, 128);
    size_t room = b->cap - b->n;
    int n = vsnprintf(b->at + b->n, room, fmt, args);
    if (n > 0 && (size_t)n >= room) {
        reserve(b, (size_t)n);
        vsnprintf(b->at + b->n, (size_t)n + 1, fmt, again);
    }
    va_end(again);
    if (n > 0)
        b->n += (size_t)n;
}

void buf_printf(Buf *b, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    buf_vprintf(b, fmt, args);
    va_end(args);
}
