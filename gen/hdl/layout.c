/* layout.c - lines of at most 120 columns: a line that is too long ends where the fewest brackets are open. */
#include "hdl/parts.h"
#include <stdarg.h>
#include <stdio.h>

enum { COLUMNS = 118, CONTINUED = 4 };

static bool is_break(char c) { return c >= 1 && c <= 8; }

/* Where the line that starts here ends: behind the last break of the least depth that fits, or n. */
static size_t line_end(const char *p, size_t n, size_t room)
{
    size_t best = n;
    char depth = 9;
    if (n <= room) return n;
    for (size_t i = 0; i < n; i++) {
        if (!is_break(p[i])) continue;
        if (i > room && best != n) break;
        if (i > room) return i;                     /* nothing fits: the first place there is */
        if (p[i] <= depth && (p[i] < depth || i > room / 2 || best == n || p[i] == depth)) {
            depth = p[i];
            best = i;
        }
    }
    return best;
}

void hdl_layout(Buf *b, const char *text, size_t n, int indent)
{
    bool first = true;
    while (n) {
        int at = first ? indent : indent + CONTINUED;
        size_t end = line_end(text, n, (size_t)(COLUMNS - at > 40 ? COLUMNS - at : 40));
        buf_printf(b, "%*s", at, "");
        for (size_t i = 0; i < end; i++) buf_put(b, is_break(text[i]) ? " " : text + i, 1);
        text += end;
        n -= end;
        if (n) { text++; n--; buf_printf(b, "\n"); }        /* the break itself */
        first = false;
    }
}

void hdl_line(Arena *a, Buf *b, int indent, const char *fmt, ...)
{
    Buf text;
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *p = arena_alloc(a, (size_t)n + 1);
    vsnprintf(p, (size_t)n + 1, fmt, again);
    va_end(again);
    buf_init(&text, a);
    hdl_layout(&text, p, (size_t)n, indent);
    buf_put(b, text.at, text.n);
    buf_printf(b, "\n");
}

void hdl_print_note(Arena *a, Buf *b, int indent, Str text)
{
    Str s = hdl_comment(a, text);
    do {
        int room = COLUMNS - indent - 3, n = s.n;
        for (int i = room; n > room && i > 0; i--) if (s.p[i] == ' ') n = i;
        if (s.n > room && n == s.n) for (n = room; n < s.n && s.p[n] != ' '; n++) continue;
        /* each line by itself: a directive of a tool may begin it only once it is broken */
        buf_printf(b, "%*s// " STR_FMT "\n", indent, "", STR_ARG(hdl_comment(a, (Str){ s.p, n })));
        while (n < s.n && s.p[n] == ' ') n++;
        s = (Str){ s.p + n, s.n - n };
    } while (s.n);
}
