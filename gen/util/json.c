/* json.c - see json.h for the contract. */
#include "util/json.h"
#include "util/text.h"

static void put_byte(Buf *b, char c)
{
    switch (c) {
    case '"': buf_put(b, "\\\"", 2); return;
    case '\\': buf_put(b, "\\\\", 2); return;
    case '\n': buf_put(b, "\\n", 2); return;
    case '<':
    case '>':
    case '&': buf_printf(b, "\\u%04x", (unsigned)c); return;
    default: buf_put(b, &c, 1);
    }
}

/* Lines stay lines; each is text that can be printed. */
void json_put(Buf *b, Str s)
{
    buf_put(b, "\"", 1);
    for (int from = 0, to; from <= s.n; from = to + 1) {
        for (to = from; to < s.n && s.p[to] != '\n'; to++) {}
        Str line = text_line(b->arena, (Str){ s.p + from, to - from });
        for (int i = 0; i < line.n; i++) put_byte(b, line.p[i]);
        if (to < s.n) put_byte(b, '\n');
    }
    buf_put(b, "\"", 1);
}

void json_put_field(Buf *b, const char *name, Str s)
{
    buf_printf(b, "\"%s\": ", name);
    json_put(b, s);
}
