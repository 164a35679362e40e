/* source.c - scans markup for positions; see source.h. Understands just enough XML to find start tags: comments, CDATA,
 * instructions, quotes. */
#include "read/source.h"
#include <stdint.h>
#include <string.h>

typedef struct { const char *p, *end; Mark at; } Cursor;

typedef struct {
    Arena *arena; Diags *d; Source *s;
    const char *root;
    Cursor c;
    int open[MAX_DEPTH], depth;  /* indices of the open tags */
    int *nodes_left;
} Scan;

typedef enum { GO_ON, GIVE_UP /* malformed: the XML parser will say why */, FAILED /* reported */ } Verdict;

Source *source_create(Arena *a, Diags *d, const char *name, const char *text, size_t size)
{
    size_t n = strlen(name);
    Source *s = arena_alloc(a, sizeof *s + n + 1);
    memcpy(s->name, name, n);
    s->text = s->body = text;
    s->size = size;
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        s->body += 3;
    diag_source(d, s->name, text, size);
    return s;
}

Source *source_of(Pos pos)
{
    return (Source *)((uintptr_t)pos.file - offsetof(Source, name));
}

Pos source_pos(const Source *s, Mark m)
{
    return (Pos){ s->name, m.line, m.col };
}

static Cursor start(const Source *s)
{
    return (Cursor){ s->body, s->text + s->size, { 1, 1 } };
}

/* One byte on. A line ends with LF, CRLF or CR; bytes that continue a character do not count. */
static void step(Cursor *c)
{
    unsigned char b = (unsigned char)*c->p++;
    if (b == '\n' || (b == '\r' && !(c->p < c->end && *c->p == '\n')))
        c->at = (Mark){ c->at.line + 1, 1 };
    else if ((b & 0xc0) != 0x80)
        c->at.col++;
}

Mark source_mark(const Source *s, size_t offset)
{
    Cursor c = start(s);
    while (c.p < c.end && (size_t)(c.p - s->body) < offset)
        step(&c);
    return c.at;
}

static bool is_blank(char ch)
{
    return ch == ' ' || ch == '\t' || ch == '\n' || ch == '\r';
}

static void skip_blanks(Cursor *c)
{
    while (c->p < c->end && is_blank(*c->p))
        step(c);
}

static bool looking_at(const Cursor *c, const char *what)
{
    size_t n = strlen(what);
    return (size_t)(c->end - c->p) >= n && memcmp(c->p, what, n) == 0;
}

/* Moves behind the next `what`; false if there is none. */
static bool skip_past(Cursor *c, const char *what)
{
    while (c->p < c->end && !looking_at(c, what))
        step(c);
    if (c->p == c->end)
        return false;
    for (size_t n = strlen(what); n > 0; n--)
        step(c);
    return true;
}

/* Skips to a blank or one of the delimiters and returns what was skipped. */
static Str take_name(Cursor *c)
{
    Str name = { c->p, 0 };
    while (c->p < c->end && !is_blank(*c->p) && !strchr("=/><\"'", *c->p))
        step(c);
    name.n = (int)(c->p - name.p);
    return name;
}

static Verdict fail(Scan *k, Mark at, const char *message)
{
    diag_error(k->d, source_pos(k->s, at), "%s", message);
    return FAILED;
}

static Verdict count_node(Scan *k, Mark at)
{
    if (--*k->nodes_left < 0)
        return fail(k, at, "too many elements and attributes: at most 2000000 in all files together");
    return GO_ON;
}

/* first: where those of this tag begin. */
static Verdict scan_attr(Scan *k, int first)
{
    Cursor *c = &k->c;
    AttrMark mark = { .name_at = c->at };
    mark.name = take_name(c);
    if (mark.name.n == 0)
        return GIVE_UP;
    skip_blanks(c);
    if (c->p == c->end || *c->p != '=')
        return GIVE_UP;
    step(c);
    skip_blanks(c);
    if (c->p == c->end || (*c->p != '"' && *c->p != '\''))
        return GIVE_UP;
    char quote = *c->p;
    step(c);
    mark.value_at = c->at;
    mark.raw.p = c->p;
    while (c->p < c->end && *c->p != quote && *c->p != '<')
        step(c);
    if (c->p == c->end || *c->p == '<')
        return GIVE_UP;
    if (c->p - mark.raw.p > MAX_ATTR)
        return fail(k, mark.value_at, "attribute value too long: at most 65536 bytes");
    mark.raw.n = (int)(c->p - mark.raw.p);
    step(c);
    if (k->s->attrs.n - first >= MAX_ATTRS)          /* what libxml2 does with them grows with their square */
        return fail(k, mark.name_at, "too many attributes: at most 4000 in one element");
    vec_push(k->arena, &k->s->attrs, mark);
    return count_node(k, mark.name_at);
}

static Verdict scan_start_tag(Scan *k)
{
    Cursor *c = &k->c;
    TagMark tag = { .at = c->at, .first_attr = k->s->attrs.n };
    step(c);
    tag.name = take_name(c);
    if (tag.name.n == 0)
        return GIVE_UP;
    if (k->depth == MAX_DEPTH)
        return fail(k, tag.at, "elements nested too deeply: at most 64 levels");
    Verdict v = count_node(k, tag.at);
    for (skip_blanks(c); v == GO_ON && c->p < c->end && *c->p != '>' && *c->p != '/'; skip_blanks(c))
        v = scan_attr(k, tag.first_attr);
    if (v != GO_ON)
        return v;
    bool empty = c->p < c->end && *c->p == '/';
    if (empty)
        step(c);
    if (c->p == c->end || *c->p != '>')
        return GIVE_UP;
    step(c);
    tag.n_attrs = k->s->attrs.n - tag.first_attr;
    vec_push(k->arena, &k->s->tags, tag);
    if (!empty)
        k->open[k->depth++] = k->s->tags.n - 1;
    return GO_ON;
}

static Verdict scan_end_tag(Scan *k)
{
    Cursor *c = &k->c;
    Mark at = c->at;
    step(c);
    step(c);
    Str name = take_name(c);
    skip_blanks(c);
    if (k->depth == 0 || c->p == c->end || *c->p != '>')
        return GIVE_UP;
    step(c);
    const TagMark *open = &k->s->tags.at[k->open[--k->depth]];
    if (str_eq(open->name, name))
        return GO_ON;
    diag_error(k->d, source_pos(k->s, at), "expected </" STR_FMT ">, found </" STR_FMT ">", STR_ARG(open->name),
               STR_ARG(name));
    diag_note(k->d, source_pos(k->s, open->at), "<" STR_FMT "> was opened here", STR_ARG(open->name));
    return FAILED;
}

/* Remembers where the first text of the innermost open element stands. */
static void mark_text(Scan *k)
{
    if (k->depth == 0)
        return;
    TagMark *tag = &k->s->tags.at[k->open[k->depth - 1]];
    if (tag->text.line == 0)
        tag->text = k->c.at;
}

static Verdict scan_markup(Scan *k)
{
    Cursor *c = &k->c;
    if (looking_at(c, "<!--"))
        return skip_past(c, "-->") ? GO_ON : GIVE_UP;
    if (looking_at(c, "<![CDATA[")) {
        mark_text(k);
        return skip_past(c, "]]>") ? GO_ON : GIVE_UP;
    }
    if (looking_at(c, "<!DOCTYPE"))
        return fail(k, c->at, "a DOCTYPE is not accepted: no DTD and no entity definitions; remove it");
    if (looking_at(c, "<!"))
        return GIVE_UP;
    if (looking_at(c, "<?"))
        return skip_past(c, "?>") ? GO_ON : GIVE_UP;
    return looking_at(c, "</") ? scan_end_tag(k) : scan_start_tag(k);
}

/* Bytes of the well-formed UTF-8 character at p, or 0. Zero bytes are refused too. */
static int utf8_bytes(const unsigned char *p, const unsigned char *end)
{
    int n = *p == 0 ? 0 : *p < 0x80 ? 1 : *p < 0xc2 ? 0 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : *p < 0xf5 ? 4 : 0;
    if (end - p < n)
        return 0;
    for (int i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    bool too_long = (*p == 0xe0 && p[1] < 0xa0) || (*p == 0xf0 && p[1] < 0x90);
    bool too_big = (*p == 0xed && p[1] > 0x9f) || (*p == 0xf4 && p[1] > 0x8f);
    return n > 1 && (too_long || too_big) ? 0 : n;
}

/* The value of encoding="..." in the XML declaration, if any. */
static Str declared_encoding(const Source *s, Mark *at)
{
    Cursor c = start(s), end = c;
    Str none = { NULL, 0 };
    if (!looking_at(&c, "<?xml") || !skip_past(&end, "?>"))
        return none;
    c.end = end.p;
    if (!skip_past(&c, "encoding"))
        return none;
    while (c.p < c.end && (is_blank(*c.p) || strchr("=\"'", *c.p)))
        step(&c);
    *at = c.at;
    Str value = { c.p, 0 };
    while (c.p < c.end && !is_blank(*c.p) && !strchr("\"'?", *c.p))
        c.p++;
    value.n = (int)(c.p - value.p);
    return value;
}

static bool is_utf8_name(Str s)
{
    const char *lower = "utf-8";
    for (int i = 0; i < s.n; i++)
        if (i >= 5 || (s.p[i] | 0x20) != (lower[i] | 0x20))
            return false;
    return s.n == 5;
}

/* The file must be UTF-8 text that starts like XML. */
static Verdict check_text(Scan *k)
{
    const Source *s = k->s;
    Cursor c = start(s);
    Mark at = { 1, 1 };
    if (s->size >= 2 && (memcmp(s->text, "\xff\xfe", 2) == 0 || memcmp(s->text, "\xfe\xff", 2) == 0 ||
                         memcmp(s->text, "<\0", 2) == 0 || memcmp(s->text, "\0<", 2) == 0))
        return fail(k, at, "the file is encoded in UTF-16; save it as UTF-8");
    skip_blanks(&c);
    if (c.p == c.end)
        return fail(k, (Mark){ 0, 0 }, str_printf(k->arena, "the file is empty; expected %s", k->root).p);
    if (*c.p != '<')
        return fail(k, c.at, "not an XML file: expected '<'");
    Str encoding = declared_encoding(s, &at);
    if (encoding.n > 0 && !is_utf8_name(encoding)) {
        diag_error(k->d, source_pos(s, at), "encoding " STR_FMT " is not accepted; save the file as UTF-8",
                   STR_ARG(encoding));
        return FAILED;
    }
    while (c.p < c.end) {
        int n = utf8_bytes((const unsigned char *)c.p, (const unsigned char *)c.end);
        if (n == 0)
            return fail(k, c.at, *c.p ? "not UTF-8 text: malformed character" : "not a text file: zero byte");
        while (n-- > 0)
            step(&c);
    }
    return GO_ON;
}

bool source_scan(Arena *a, Diags *d, Source *s, const char *root, int *nodes_left)
{
    Scan k = { .arena = a, .d = d, .s = s, .root = root, .c = start(s), .nodes_left = nodes_left };
    Verdict v = check_text(&k);
    while (v == GO_ON && k.c.p < k.c.end) {
        if (*k.c.p == '<') {
            v = scan_markup(&k);
            continue;
        }
        if (!is_blank(*k.c.p))
            mark_text(&k);
        step(&k.c);
    }
    if (v == GO_ON && k.depth > 0) {
        const TagMark *open = &s->tags.at[k.open[k.depth - 1]];
        diag_error(d, source_pos(s, open->at),
                   "<" STR_FMT "> is never closed: expected </" STR_FMT "> before the end of the file",
                   STR_ARG(open->name), STR_ARG(open->name));
        v = FAILED;
    }
    return v != FAILED;
}
