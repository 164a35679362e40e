/* buf.c - text under construction; see buf.h for the contract. */
#include "util/buf.h"
#include <stdbool.h>
#include <stdio.h>
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

/* ---- printf, as far as it goes: what this program prints by the million, by hand ---- */

static void put_number(Buf *b, unsigned long long n, bool minus)
{
    char text[24];
    size_t at = sizeof text;
    do text[--at] = (char)('0' + n % 10); while (n /= 10);
    if (minus) text[--at] = '-';
    buf_put(b, text + at, sizeof text - at);
}

static void put_text(Buf *b, const char *s, int most)
{
    if (!s && most) s = "(null)";
    if (s) buf_put(b, s, most < 0 ? strlen(s) : strnlen(s, (size_t)most));
}

/* One conversion by the library: its text, which begins with % and has n bytes, and its argument. */
static void put_other(Buf *b, const char *at, size_t n, va_list *args)
{
    enum { LONGEST = 24, ROOM = 512 };
    char spec[LONGEST + 12] = "", text[ROOM];
    for (size_t i = 0, k = 0; i < n && n <= LONGEST; i++)       /* a * becomes its number */
        if (at[i] == '*') k += (size_t)snprintf(spec + k, sizeof spec - k, "%d", va_arg(*args, int));
        else spec[k++] = at[i];
    const char last = at[n - 1];
    bool wide = n > 1 && strchr("lzj", at[n - 2]);              /* all of these have 64 bits */
    int length = -1;
    const char *s = NULL;
    if (last == 's') { s = va_arg(*args, const char *); length = snprintf(text, ROOM, spec, s); }
    else if (strchr("fFeEgG", last)) length = snprintf(text, ROOM, spec, va_arg(*args, double));
    else if (last == 'p') length = snprintf(text, ROOM, spec, va_arg(*args, void *));
    else if (strchr("diuxXoc", last) && wide) length = snprintf(text, ROOM, spec, va_arg(*args, long long));
    else if (strchr("diuxXoc", last)) length = snprintf(text, ROOM, spec, va_arg(*args, int));
    if (length < ROOM) { if (length > 0) buf_put(b, text, (size_t)length); return; }
    reserve(b, (size_t)length);
    if (s) b->n += (size_t)snprintf(b->at + b->n, (size_t)length + 1, spec, s);
    else buf_put(b, text, ROOM - 1);
}

static void put_signed(Buf *b, long long n)
{
    put_number(b, n < 0 ? 0 - (unsigned long long)n : (unsigned long long)n, n < 0);
}

/* The conversion at `at`; its length. */
static size_t put_one(Buf *b, const char *at, va_list *args)
{
    switch (at[1]) {
    case 's': put_text(b, va_arg(*args, const char *), -1); return 2;
    case 'd': put_signed(b, va_arg(*args, int)); return 2;
    case 'u': put_number(b, va_arg(*args, unsigned), false); return 2;
    case 'c': buf_put(b, (char[]){ (char)va_arg(*args, int) }, 1); return 2;
    case '%': buf_put(b, at, 1); return 2;
    default: break;
    }
    if (strncmp(at, "%.*s", 4) == 0) {
        int most = va_arg(*args, int);
        put_text(b, va_arg(*args, const char *), most);
        return 4;
    }
    if (strncmp(at, "%*s", 3) == 0) {
        int width = va_arg(*args, int);
        const char *s = va_arg(*args, const char *);
        int blanks = (width < 0 ? -width : width) - (s ? (int)strlen(s) : (int)strlen("(null)"));
        for (int i = 0; i < blanks && width > 0; i++) buf_put(b, " ", 1);
        put_text(b, s, -1);
        for (int i = 0; i < blanks && width < 0; i++) buf_put(b, " ", 1);
        return 3;
    }
    if (strncmp(at, "%ld", 3) == 0) { put_signed(b, va_arg(*args, long)); return 3; }
    if (strncmp(at, "%lld", 4) == 0) { put_signed(b, va_arg(*args, long long)); return 4; }
    if (strncmp(at, "%llu", 4) == 0) { put_number(b, va_arg(*args, unsigned long long), false); return 4; }
    size_t n = 2 + strcspn(at + 1, "diuxXocsfFeEgGp");
    put_other(b, at, n, args);
    return n;
}

void buf_vprintf(Buf *b, const char *fmt, va_list list)
{
    va_list args;
    va_copy(args, list);
    reserve(b, 1);
    b->at[b->n] = '\0';
    while (*fmt) {
        size_t n = strcspn(fmt, "%");
        buf_put(b, fmt, n);
        fmt += n;
        if (*fmt) fmt += put_one(b, fmt, &args);
    }
    va_end(args);
}

void buf_printf(Buf *b, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    buf_vprintf(b, fmt, args);
    va_end(args);
}
