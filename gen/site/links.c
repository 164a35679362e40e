/* links.c - rows in the emitted Verilog: each row of a transition module has a comment "STATE + EVENT, EVENT -> STATE,
 * FILE:LINE" behind it. */
#include "site/page.h"
#include "util/text.h"
#include <string.h>

static Str lower(Arena *a, Str s)
{
    char *at = NEW_N(a, char, s.n + 1);
    for (int i = 0; i < s.n; i++) at[i] = s.p[i] >= 'A' && s.p[i] <= 'Z' ? (char)(s.p[i] + 'a' - 'A') : s.p[i];
    return (Str){ at, s.n };
}

static bool begins(Str s, Str with) { return s.n >= with.n && memcmp(s.p, with.p, (size_t)with.n) == 0; }
static bool ends(Str s, Str with) { return s.n >= with.n && memcmp(s.p + s.n - with.n, with.p, (size_t)with.n) == 0; }

Str links_module(const Site *s, const Controller *c)
{
    Str tail = str_printf(s->a, "_" STR_FMT "_step.v", STR_ARG(lower(s->a, c->name)));
    const char *path;
    for (int i = 0; s->x->rtl && (path = outset_path(s->x->rtl, i)); i++) {
        Str name = str_from(text_file_name(path));
        if (ends(name, tail)) return (Str){ name.p, name.n - (int)sizeof "_step.v" + 1 };
    }
    return (Str){ "", 0 };
}

/* One of the names between " + " and " -> " or the last ", ". */
static bool names_event(Str list, Str event)
{
    while (list.n) {
        int n = 0;
        while (n < list.n && list.p[n] != ',' && !(list.p[n] == ' ' && n + 2 < list.n && list.p[n + 1] == '-')) n++;
        if (str_eq((Str){ list.p, n }, event)) return true;
        if (n == list.n || list.p[n] != ',') return false;
        list = (Str){ list.p + n + 2, list.n - n - 2 };
    }
    return false;
}

VerilogPlace links_row(const Site *s, const Controller *c, const State *st, const Event *e, const Row *r)
{
    Str module = links_module(s, c);
    VerilogPlace found = { NULL, 0 };
    if (!module.n || !r->pos.file) return found;
    const char *path = str_z(s->a, str_printf(s->a, "rtl/" STR_FMT "_step.v", STR_ARG(module)));
    const Buf *text = outset_content(s->x->rtl, path);
    Str head = str_printf(s->a, "// " STR_FMT " + ", STR_ARG(st->name));
    Str tail = str_printf(s->a, ", %s:%d", text_file_name(r->pos.file), r->pos.line);
    int line = 1;
    for (size_t at = 0; text && at < text->n; line++) {
        const char *p = text->at + at, *end = memchr(p, '\n', text->n - at);
        Str l = { p, end ? (int)(end - p) : (int)(text->n - at) };
        at += (size_t)l.n + 1;
        int i = 0;
        while (i + 3 < l.n && memcmp(l.p + i, "// ", 3) != 0) i++;
        Str comment = { l.p + i, l.n - i };
        if (!begins(comment, head) || !ends(comment, tail)) continue;
        if (!names_event((Str){ comment.p + head.n, comment.n - head.n - tail.n }, e->name)) continue;
        return (VerilogPlace){ path, line };
    }
    return found;
}
