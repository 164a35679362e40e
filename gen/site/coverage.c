/* coverage.c - see coverage.h for the contract. A count is kept under "CONTROLLER/STATE/EVENT/ROW", and the sum of a
 * row under "CONTROLLER/ROW". */
#include "site/coverage.h"
#include "util/buf.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 256 << 20 };

struct Coverage {
    Arena *a;
    const Protocol *p;
    Names counts;
    VEC(Str) runs;
};

typedef struct {
    Coverage *c;
    Diags *d;
    Pos at;
    Str text;
} Reading;

static void add(Coverage *c, Str key, uint64_t n)
{
    uint64_t *at = names_get(&c->counts, key);
    if (!at) names_put(c->a, &c->counts, key, at = NEW(c->a, uint64_t));
    *at += n;
}

static uint64_t get(const Coverage *c, Str key)
{
    const uint64_t *at = names_get(&c->counts, key);
    return at ? *at : 0;
}

static Str place_key(Arena *a, Str ctl, Str state, Str event, int row)
{
    return str_printf(a, STR_FMT "/" STR_FMT "/" STR_FMT "/%d", STR_ARG(ctl), STR_ARG(state), STR_ARG(event), row);
}

static Str row_key(Arena *a, Str ctl, int row) { return str_printf(a, STR_FMT "/%d", STR_ARG(ctl), row); }

uint64_t coverage_at(const Coverage *c, const Controller *k, const State *s, const Event *e, const Row *r)
{
    Str all = str_from("*");
    return get(c, place_key(c->a, k->name, s->name, e->name, r->id)) +
           get(c, place_key(c->a, k->name, all, all, r->id));
}

uint64_t coverage_row(const Coverage *c, const Controller *k, const Row *r)
{
    return get(c, row_key(c->a, k->name, r->id));
}

bool coverage_known(const Coverage *c, const Controller *k, const Row *r)
{
    return names_get(&c->counts, row_key(c->a, k->name, r->id)) != NULL;
}

Str coverage_run(const Coverage *c, int number)
{
    return number >= 0 && number < c->runs.n ? c->runs.at[number] : (Str){ "", 0 };
}

/* ---- one count ---- */

typedef struct {
    Str ctl, state, event, row, line;
    uint64_t n;
} Count;

static bool number_of(Str s, uint64_t *out)
{
    *out = 0;
    for (int i = 0; i < s.n; i++) {
        if (s.p[i] < '0' || s.p[i] > '9' || *out > (UINT64_MAX - 9) / 10) return false;
        *out = *out * 10 + (uint64_t)(s.p[i] - '0');
    }
    return s.n > 0;
}

static bool wrong(const Reading *r, const char *what, Str name)
{
    diag_error(r->d, r->at, "coverage: %s '" STR_FMT "': is the file of another specification, or of an older version?",
               what, STR_ARG(name));
    return false;
}

static bool take(const Reading *r, const Count *x)
{
    Coverage *c = r->c;
    uint64_t row, line;
    const Controller *k = names_get(&c->p->by.ctls, x->ctl);
    bool anywhere = str_is(x->state, "*") && str_is(x->event, "*");
    if (!k) return wrong(r, "the specification has no controller", x->ctl);
    const State *s = names_get(&k->by.states, x->state);
    const Event *e = names_get(&k->by.events, x->event);
    if (!anywhere && !s) return wrong(r, "the controller has no state", x->state);
    if (!anywhere && !e) return wrong(r, "the controller has no event", x->event);
    if (!number_of(x->row, &row) || row >= (uint64_t)k->rows.n) return wrong(r, "the controller has no row", x->row);
    if (!number_of(x->line, &line) || line != (uint64_t)k->rows.at[row]->pos.line)
        return wrong(r, "the row stands at another line than", x->line);
    bool there = anywhere;
    for (int i = 0; !anywhere && i < cell_at(k, s, e)->rows.n; i++)
        there |= cell_at(k, s, e)->rows.at[i]->id == (int)row;
    if (!there) return wrong(r, "the row does not stand at", x->state);
    add(c, place_key(c->a, x->ctl, x->state, x->event, (int)row), x->n);
    add(c, row_key(c->a, x->ctl, (int)row), x->n);
    return true;
}

/* What is behind the last ':' of FILE:LINE. */
static Str line_of(Str place)
{
    int i = place.n;
    while (i > 0 && place.p[i - 1] != ':') i--;
    return (Str){ place.p + i, place.n - i };
}

/* ---- lines of text ---- */

static bool next_line(Reading *r, Str *line)
{
    int n = 0;
    if (!r->text.n) return false;
    while (n < r->text.n && r->text.p[n] != '\n') n++;
    *line = (Str){ r->text.p, n };
    n += n < r->text.n;
    r->text = (Str){ r->text.p + n, r->text.n - n };
    r->at.line++;
    if (line->n && line->p[line->n - 1] == '\r') line->n--;
    return true;
}

static bool read_text(Reading *r)
{
    Str line, w;
    while (next_line(r, &line)) {
        Str rest = line, first = str_word(&rest), place;
        if (!first.n || *first.p == '#') continue;
        if (str_is(first, "run")) {
            while (rest.n && *rest.p == ' ') {
                rest.p++;
                rest.n--;
            }
            vec_push(r->c->a, &r->c->runs, rest);
            continue;
        }
        Count x = { .ctl = first };
        x.state = str_word(&rest);
        x.event = str_word(&rest);
        x.row = str_word(&rest);
        w = str_word(&rest);
        place = str_word(&rest);
        x.line = line_of(place);
        if (str_is(w, "never")) continue;
        if (!place.n || !number_of(w, &x.n)) {
            diag_error(r->d, r->at, "coverage: expected 'CONTROLLER STATE EVENT ROW COUNT FILE:LINE'");
            return false;
        }
        if (!take(r, &x)) return false;
    }
    return true;
}

/* ---- what --stats calls a row: CONTROLLER/STATE/EVENT/FILE:LINE#ROW ---- */

static bool take_name(const Reading *r, Str name, uint64_t n)
{
    Count x = { .n = n };
    Str *part[] = { &x.ctl, &x.state, &x.event };
    int at = 0, hash = name.n;
    for (int i = 0; i < 3; i++) {
        int end = at;
        while (end < name.n && name.p[end] != '/') end++;
        *part[i] = (Str){ name.p + at, end - at };
        at = end + (end < name.n);
    }
    while (hash > at && name.p[hash - 1] != '#') hash--;
    x.row = (Str){ name.p + hash, name.n - hash };
    x.line = line_of((Str){ name.p + at, hash > at ? hash - 1 - at : 0 });
    return take(r, &x);
}

static bool read_csv(Reading *r)
{
    static const char head[] = "row,", tail[] = ",fired,,,";
    for (Str line; next_line(r, &line);) {
        const char *at = NULL;
        uint64_t n;
        if (line.n < 4 || memcmp(line.p, head, 4) != 0) continue;
        for (int i = 4; i + (int)sizeof tail - 1 <= line.n; i++)
            if (memcmp(line.p + i, tail, sizeof tail - 1) == 0) at = line.p + i;
        if (!at) continue;
        Str value = { at + sizeof tail - 1, (int)(line.p + line.n - at) - (int)sizeof tail + 1 };
        if (!number_of(value, &n)) {
            diag_error(r->d, r->at, "coverage: '" STR_FMT "' is not a count", STR_ARG(value));
            return false;
        }
        if (!take_name(r, (Str){ line.p + 4, (int)(at - line.p) - 4 }, n)) return false;
    }
    return true;
}

/* Of JSON only what --stats writes: "row": {"NAME": {"fired": N, ...}, ...}; nothing in a name is escaped. */
static bool read_json(Reading *r)
{
    const char *at = strstr(r->text.p, "\"row\": {"), *end;
    if (!at) {
        diag_error(r->d, r->at,
                   "coverage: there is no \"row\" in this JSON, expected a file of the simulator's --stats");
        return false;
    }
    for (at += 8; (at = strchr(at, '"')) != NULL; at = end + 1) {
        const char *name = at + 1, *close = strchr(name, '"'), *fired = close ? strstr(close, "\"fired\": ") : NULL;
        const char *next = close ? strchr(close, '}') : NULL;
        if (!close || !next) break;
        if (fired && fired < next && !take_name(r, (Str){ name, (int)(close - name) }, strtoull(fired + 9, NULL, 10)))
            return false;
        end = next;
        while (end[1] == ' ' || end[1] == '\n') end++;
        if (end[1] == '}') break;
    }
    return true;
}

static bool read_one(Coverage *c, Diags *d, const char *file)
{
    FILE *f = fopen(file, "rb");
    Buf b;
    char part[65536];
    size_t n;
    Reading r = { .c = c, .d = d, .at = { file, 0, 0 } };
    if (!f) {
        diag_error(d, r.at, "cannot be read");
        return false;
    }
    diag_file(d, file, false);
    buf_init(&b, c->a);
    while ((n = fread(part, 1, sizeof part, f)) > 0 && b.n < FILE_MAX) buf_put(&b, part, n);
    bool fine = !ferror(f) && b.n < FILE_MAX;
    fclose(f);
    if (!fine) {
        diag_error(d, r.at, "cannot be read, or has more than 256 MiB");
        return false;
    }
    r.text = str_copy(c->a, b.n ? b.at : "", (int)b.n);
    r.at.line = 1;
    Str text = r.text, word = str_word(&text);
    Pos head = r.at;
    r.at.line = 0;
    if (str_is(word, "cohgen-coverage")) {
        Str version = str_word(&text), name = str_word(&text), line;
        if (!str_is(version, "1") || !str_eq(name, c->p->name)) {
            diag_error(d, head, "coverage: the file is of '" STR_FMT "', this is '" STR_FMT "'", STR_ARG(name),
                       STR_ARG(c->p->name));
            return false;
        }
        next_line(&r, &line);
        return read_text(&r);
    }
    if (word.n && *word.p == '{') {
        r.at.line = 1;
        return read_json(&r);
    }
    if (strstr(r.text.p, ",fired,,,")) return read_csv(&r);
    diag_error(d, head,
               "this is no coverage: expected 'cohgen-coverage 1 DESIGN', or what the simulator's --stats writes");
    return false;
}

Coverage *coverage_read(Arena *a, Diags *d, const Protocol *p, const char *const *files, int n)
{
    Coverage *c = NEW(a, Coverage);
    c->a = a;
    c->p = p;
    for (int i = 0; i < n; i++)
        if (!read_one(c, d, files[i])) return NULL;
    return c;
}
