/* str.c - see str.h for the contract. */
#include "util/str.h"
#include "util/buf.h"
#include <stdio.h>
#include <string.h>

Str str_from(const char *zstr)
{
    return (Str){ zstr, zstr ? (int)strlen(zstr) : 0 };
}

Str str_copy(Arena *a, const char *p, int n)
{
    char *s = arena_alloc(a, (size_t)n + 1);
    if (n > 0)
        memcpy(s, p, (size_t)n);
    return (Str){ s, n };
}

bool str_eq(Str a, Str b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, (size_t)a.n) == 0);
}

bool str_is(Str a, const char *zstr)
{
    return str_eq(a, str_from(zstr));
}

const char *str_z(Arena *a, Str s)
{
    return str_copy(a, s.p, s.n).p;
}

Str str_vprintf(Arena *a, const char *fmt, va_list args)
{
    char room[1024];
    Buf b = { a, room, 0, sizeof room };
    buf_vprintf(&b, fmt, args);
    return b.at == room ? str_copy(a, room, (int)b.n) : (Str){ b.at, (int)b.n };
}

Str str_printf(Arena *a, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    Str s = str_vprintf(a, fmt, args);
    va_end(args);
    return s;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

Str str_word(Str *rest)
{
    while (rest->n > 0 && is_blank(*rest->p))
        rest->p++, rest->n--;
    Str word = { rest->p, 0 };
    while (rest->n > 0 && !is_blank(*rest->p))
        rest->p++, rest->n--, word.n++;
    return word;
}

enum { LONGEST_NAME = 64 };

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c;
}

static int min2(int a, int b)
{
    return a < b ? a : b;
}

/* Edit distance without regard to case, a swap of neighbours counting as one edit (optimal string alignment). */
static int distance(Str a, Str b)
{
    int row[3][LONGEST_NAME + 1];
    for (int j = 0; j <= b.n; j++)
        row[0][j] = j;
    for (int i = 1; i <= a.n; i++) {
        int *now = row[i % 3], *up = row[(i + 2) % 3], *up2 = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= b.n; j++) {
            bool same = lower(a.p[i - 1]) == lower(b.p[j - 1]);
            now[j] = min2(min2(up[j] + 1, now[j - 1] + 1), up[j - 1] + !same);
            if (i > 1 && j > 1 && lower(a.p[i - 1]) == lower(b.p[j - 2]) && lower(a.p[i - 2]) == lower(b.p[j - 1]))
                now[j] = min2(now[j], up2[j - 2] + 1);
        }
    }
    return row[a.n % 3][b.n];
}

/* Of names that are equally far away: letters at the beginning that are the same, then the length. */
static int likeness(Str name, Str other)
{
    int n = 0;
    while (n < name.n && n < other.n && lower(name.p[n]) == lower(other.p[n])) n++;
    return 2 * n + (name.n == other.n);
}

Str str_closest(Str name, const Str *candidates, int n)
{
    Str best = { NULL, 0 };
    int best_distance = name.n / 3 + 1;   /* more than a third of the letters wrong is no typing error */
    bool two = name.n == 2;               /* of two one can be wrong, the second */
    if (name.n == 0 || name.n > LONGEST_NAME)
        return best;
    for (int i = 0; i < n; i++) {
        if (candidates[i].n == 0 || candidates[i].n > LONGEST_NAME || str_eq(candidates[i], name))
            continue;
        int d = distance(name, candidates[i]);
        bool like = two && d == 1 && lower(candidates[i].p[0]) == lower(name.p[0]);
        bool nearer = d < best_distance || (like && !best.n) ||
                      ((like || !two) && best.n && d == best_distance &&
                       likeness(name, candidates[i]) > likeness(name, best));
        if (nearer) {
            best_distance = d;
            best = candidates[i];
        }
    }
    return best;
}
