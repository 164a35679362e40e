/* checkpoint.c - what a search has found, in a file: docs/verify.md, Checkpoints. */
#include "verify/search/checkpoint.h"
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static const char kind[] = "cohgen checkpoint 2";

/* Numbers of a search; then follow x->rows, x->met and Model.noted. */
typedef struct {
    uint64_t transitions, bounded, allowed, depth, quiescent, rows, reached, parts, filled;
    double seconds, cpu;
} Counts;

static void add(Arena *a, Str *to, const char *name, int value)
{
    if (value) *to = str_printf(a, STR_FMT " %s=%d", STR_ARG(*to), name, value);
}

Str checkpoint_options(const Model *m)
{
    const VerifyOptions *o = m->o;
    Arena *a = m->arena;
    Str s = str_printf(a, "system=" STR_FMT " cores=%d warps=%d lines=%d cells=%d", STR_ARG(m->system->name),
                       m->n_cores, m->n_warps, m->n_keys, m->n_cells);
    for (int i = 0; i < o->sets.n; i++) s = str_printf(a, STR_FMT " set=" STR_FMT, STR_ARG(s), STR_ARG(o->sets.at[i]));
    add(a, &s, "ops", o->ops);
    add(a, &s, "bad-lines", o->bad_lines);
    add(a, &s, "outside-lines", o->outside_lines);
    add(a, &s, "fails", o->fails);
    add(a, &s, "stamp-max", o->stamp_max);
    add(a, &s, "ticks", o->ticks);
    add(a, &s, "posted", o->posted);
    add(a, &s, "physical", o->physical);
    add(a, &s, "keyed", o->keyed);
    add(a, &s, "queues", o->queues);
    add(a, &s, "no-atomics", o->no_atomics);
    add(a, &s, "no-symmetry", o->no_symmetry);
    add(a, &s, "served", o->served);
    add(a, &s, "allow", (int)o->allow);
    add(a, &s, "compact", o->compact);
    add(a, &s, "plain", o->plain);
    add(a, &s, "evict-for-room", o->evict_for_room);
    return s;
}

/* ---- writing ---- */

static void put_text(SaveFile *f, Str s)
{
    uint32_t n = (uint32_t)s.n;
    savefile_put(f, &n, sizeof n);
    savefile_put(f, s.p, n);
}

void checkpoint_put_noted(const Model *m, SaveFile *to)
{
    for (int i = 0; i < m->n_noted; i++) {
        unsigned bits = atomic_load_explicit(&m->noted[i], memory_order_relaxed);
        savefile_put(to, &bits, sizeof bits);
    }
}

bool checkpoint_get_noted(const Model *m, SaveFile *from)
{
    unsigned bits;
    for (int i = 0; i < m->n_noted; i++) {
        if (!savefile_get(from, &bits, sizeof bits)) return false;
        atomic_fetch_or_explicit(&m->noted[i], bits, memory_order_relaxed);
    }
    return true;
}

bool checkpoint_write(const Search *x, const Frontier *left, const char *path)
{
    const Model *m = x->m;
    SaveFile *f = savefile_create(path, kind);
    if (!f) return false;
    Counts c = { x->transitions, x->bounded, x->allowed, x->depth, x->quiescent, (uint64_t)m->n_rows,
                 left->n_reached, x->parts != NULL, x->filled ? m->o->memory : 0, x->seconds, x->cpu_seconds };
    put_text(f, str_from(m->o->program ? m->o->program : ""));
    put_text(f, str_from(m->o->input ? m->o->input : ""));
    put_text(f, checkpoint_options(m));
    savefile_put(f, &c, sizeof c);
    savefile_put(f, x->rows, (size_t)m->n_rows * sizeof *x->rows);
    savefile_put(f, &x->met, sizeof x->met);
    checkpoint_put_noted(m, f);
    savefile_put(f, left->reached, left->n_reached);
    if (x->parts) parts_save(x->parts, f);
    pool_save(x->pool, left->todo, left->n_todo, f);
    return savefile_finish(f);
}

/* ---- reading ---- */

typedef struct { Search *x; Diags *d; SaveFile *f; const char *path; } Reading;

static int damaged(const Reading *r)
{
    diag_error(r->d, r->x->m->p->pos, "verify: --resume: '%s' is cut or damaged", r->path);
    return 3;
}

/* A text that must be `want`. */
static int compare(const Reading *r, Str want, const char *what, bool show)
{
    enum { MOST = 1 << 16 };
    uint32_t n;
    Arena *a = r->x->m->arena;
    if (!savefile_get(r->f, &n, sizeof n) || n > MOST) return damaged(r);
    char *text = NEW_N(a, char, n + 1);
    if (!savefile_get(r->f, text, n)) return damaged(r);
    if (str_eq((Str){ text, (int)n }, want)) return 0;
    Str more = show ? str_printf(a, ": there '%s', here '" STR_FMT "'", text, STR_ARG(want)) : STR("");
    diag_error(r->d, r->x->m->p->pos, "verify: --resume: '%s' was made %s" STR_FMT, r->path, what, STR_ARG(more));
    return 2;
}

static bool get_counts(const Reading *r, Counts *c)
{
    Search *x = r->x;
    if (!savefile_get(r->f, c, sizeof *c) || c->rows != (uint64_t)x->m->n_rows || c->reached >> 40) return false;
    x->transitions = c->transitions;
    x->bounded = c->bounded;
    x->allowed = c->allowed;
    x->depth = c->depth;
    x->quiescent = c->quiescent;
    x->seconds = c->seconds;
    x->cpu_seconds = c->cpu;
    return savefile_get(r->f, x->rows, (size_t)c->rows * sizeof *x->rows) &&
           savefile_get(r->f, &x->met, sizeof x->met) && checkpoint_get_noted(x->m, r->f);
}

/* *filled: the limit that has ended the search, if this one is no greater. */
static LoadResult get_all(const Reading *r, size_t *filled)
{
    Search *x = r->x;
    Counts c;
    if (!get_counts(r, &c)) return LOAD_DAMAGED;
    if (c.filled && x->m->o->memory <= c.filled) {
        *filled = (size_t)c.filled;
        return LOAD_MEMORY;
    }
    x->reached = malloc(c.reached + 1);
    if (!x->reached) return LOAD_MEMORY;
    x->n_reached = c.reached;
    if (!savefile_get(r->f, x->reached, c.reached)) return LOAD_DAMAGED;
    if (c.parts) {
        x->parts = parts_create(x->m, x->m->o->memory);
        if (!x->parts) return LOAD_MEMORY;
        if (!parts_load(x->parts, r->f)) return LOAD_DAMAGED;
    }
    LoadResult got = pool_load(x->pool, r->f, &x->runs);
    return got == LOAD_FINE && !savefile_ends(r->f) ? LOAD_DAMAGED : got;
}

static int read_file(const Reading *r)
{
    const Model *m = r->x->m;
    int status = compare(r, str_from(m->o->program ? m->o->program : ""), "by another build of cohgen", false);
    if (!status) status = compare(r, str_from(m->o->input ? m->o->input : ""), "from another specification", false);
    if (!status) status = compare(r, checkpoint_options(m), "with other options", true);
    if (status) return status;
    size_t filled = 0;
    LoadResult got = get_all(r, &filled);
    if (got == LOAD_DAMAGED) return damaged(r);
    if (got == LOAD_FINE) return 0;
    if (filled) {
        diag_error(r->d, m->p->pos, "verify: --resume: the search in '%s' has filled %zu MB, expected more than that "
                   "of --memory, not %zu", r->path, filled >> 20, m->o->memory >> 20);
        return 2;
    }
    diag_error(r->d, m->p->pos, "verify: --resume: '%s' does not fit into %zu MB, give more --memory", r->path,
               m->o->memory >> 20);
    return 3;
}

int checkpoint_read(Search *x, Diags *d, const char *path)
{
    Reading r = { x, d, savefile_open(path, kind), path };
    if (!r.f) {
        diag_error(d, x->m->p->pos, "verify: --resume: '%s'%s%s", path,
                   errno ? ": " : " is no checkpoint of this cohgen", errno ? strerror(errno) : "");
        return 3;
    }
    int status = read_file(&r);
    savefile_close(r.f);
    x->resumed = !status;
    return status;
}
