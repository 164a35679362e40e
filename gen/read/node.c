/* node.c - looking at a node's attributes; see read.h. */
#include "read/read.h"
#include "read/source.h"
#include <string.h>

static const Attr *find(const Node *n, const char *name)
{
    for (int i = 0; i < n->n_attrs; i++)
        if (str_is(n->attrs[i].name, name))
            return &n->attrs[i];
    return NULL;
}

Str node_attr(const Node *n, const char *name)
{
    const Attr *a = find(n, name);
    return a ? a->value : (Str){ NULL, 0 };
}

Pos node_attr_pos(const Node *n, const char *name)
{
    const Attr *a = find(n, name);
    return a ? a->value_pos : n->pos;
}

/* The attribute whose value stands at `at`, or NULL. */
static const AttrMark *mark_at(const Source *s, Pos at)
{
    int low = 0, high = s->attrs.n;
    while (low < high) {
        int mid = low + (high - low) / 2;
        Mark m = s->attrs.at[mid].value_at;
        if (m.line < at.line || (m.line == at.line && m.col < at.col))
            low = mid + 1;
        else
            high = mid;
    }
    if (low == s->attrs.n || s->attrs.at[low].value_at.line != at.line || s->attrs.at[low].value_at.col != at.col)
        return NULL;
    return &s->attrs.at[low];
}

/* Bytes that the character of reference &#...; has in the value. */
static int reference_bytes(const char *p, const char *end)
{
    bool hex = p < end && *p == 'x';
    unsigned long code = 0;
    for (p += hex; p < end && *p != ';' && code < 0x110000; p++)
        code = code * (hex ? 16 : 10) + (unsigned long)(*p <= '9' ? *p - '0' : (*p | 0x20) - 'a' + 10);
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/* Steps over one source unit (character byte, line end, entity); returns how many bytes of the value it makes. */
static int unit(const char **p, const char *end, int *bytes)
{
    const char *start = *p, *semicolon = *start == '&' ? memchr(start, ';', (size_t)(end - start)) : NULL;
    if (semicolon) {
        *p = semicolon + 1;
        *bytes = start[1] == '#' ? reference_bytes(start + 2, end) : 1;
    } else {
        *p += *start == '\r' && start + 1 < end && start[1] == '\n' ? 2 : 1;
        *bytes = 1;
    }
    return (int)(*p - start);
}

Pos node_attr_pos_at(const Node *n, const char *name, int offset)
{
    const Attr *a = find(n, name);
    if (!a || !a->value_pos.file)
        return n->pos;
    const AttrMark *m = mark_at(source_of(a->value_pos), a->value_pos);
    Pos at = a->value_pos;
    if (!m)
        return at;
    const char *p = m->raw.p, *end = p + m->raw.n;
    for (int done = 0, bytes; p < end; done += bytes) {
        const char *start = p;
        int width = unit(&p, end, &bytes);
        if (done + bytes > offset)
            break;
        if (*start == '\n' || *start == '\r') {
            at.line++;
            at.col = 1;
        } else if (*start == '&')
            at.col += width;
        else if (((unsigned char)*start & 0xc0) != 0x80)
            at.col++;
    }
    return at;
}

Str read_value_from(Pos at)
{
    const Source *s = source_of(at);
    for (int i = 0; i < s->attrs.n; i++) {
        const AttrMark *m = &s->attrs.at[i];
        const char *p = m->raw.p, *end = p + m->raw.n;
        if (m->value_at.line != at.line || m->value_at.col > at.col) continue;
        for (int col = m->value_at.col; p < end && col < at.col; col++)
            do p++; while (p < end && ((unsigned char)*p & 0xc0) == 0x80);
        if (p < end) return (Str){ p, (int)(end - p) };
    }
    return (Str){ "", 0 };
}
