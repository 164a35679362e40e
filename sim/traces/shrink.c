/* shrink.c - see shrink.h. A candidate is the trace with some of its operations marked as left out. */
#include "traces/shrink.h"
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 4, SHORT = 500 }; /* seeds a candidate of less than SHORT operations is tried with */

typedef struct { SimShrink *s; SimOpTrace *t; bool *out; } Work; /* out[i]: operation i is to be left out */

static bool left(const Work *w) { return w->s->trials < w->s->max_trials; }

static char *seed_of(SimOpTrace *t)
{
    for (size_t i = 0; i < t->n_options; i++)
        if (strcmp(t->options[i].name, "seed") == 0) return t->options[i].value;
    sim_op_trace_option(t, "seed", "1");
    return t->options[t->n_options - 1].value;
}

static bool fails(Work *w, const SimOpTrace *t) { return left(w) && (w->s->trials++, w->s->fails(w->s->context, t)); }

/* With the trace's own seed, or another, which it then gets. */
static bool fails_somehow(Work *w, SimOpTrace *t)
{
    char *seed = seed_of(t), old[64];
    unsigned long long first = strtoull(seed, NULL, 0);
    memcpy(old, seed, sizeof old);
    for (uint32_t i = 0; i < (t->n_ops < SHORT ? SEEDS : 1); i++) {
        snprintf(seed, sizeof old, "%llu", first + i);
        if (fails(w, t)) return true;
    }
    memcpy(seed, old, sizeof old);
    return false;
}

/* Leaves the marked operations out, if it still fails then. The marks are cleared. */
static bool try_without(Work *w)
{
    SimOpTrace *t = w->t;
    SimTraceOp *all = t->ops;
    size_t n = t->n_ops, kept = 0;
    t->ops = sim_alloc(n, sizeof *t->ops);
    for (size_t i = 0; i < n; i++)
        if (!w->out[i]) t->ops[kept++] = all[i];
    t->n_ops = kept;
    bool ok = kept < n && fails_somehow(w, t);
    if (ok) free(all);
    else {
        free(t->ops);
        t->ops = all;
        t->n_ops = n;
    }
    memset(w->out, 0, n * sizeof *w->out);
    return ok;
}

/* The shortest beginning that fails, by halving. */
static void beginning(Work *w)
{
    size_t pass = 0;
    while (pass + 1 < w->t->n_ops && left(w)) {
        size_t middle = pass + (w->t->n_ops - pass) / 2;
        for (size_t i = middle; i < w->t->n_ops; i++) w->out[i] = true;
        if (!try_without(w)) pass = middle;
    }
}

static void warps(Work *w)
{
    for (uint32_t core = 0, more = 1; more; core++) {
        more = 0;
        for (uint32_t warp = 0, again = 1; again && left(w); warp++) {
            bool any = false;
            again = 0;
            for (size_t i = 0; i < w->t->n_ops; i++) {
                const SimTraceOp *o = &w->t->ops[i];
                more |= o->core > core;
                again |= o->core == core && o->warp > warp;
                any |= w->out[i] = o->core == core && o->warp == warp;
            }
            if (any) try_without(w);
        }
    }
}

/* Parts of the same size, one after the other, then smaller ones; single operations until none can go. */
static void parts(Work *w)
{
    for (size_t size = w->t->n_ops / 2; size != 0 && left(w);) {
        bool some = false;
        for (size_t at = 0; at < w->t->n_ops && left(w);) {
            for (size_t i = at; i < at + size && i < w->t->n_ops; i++) w->out[i] = true;
            if (try_without(w)) some = true;
            else at += size;
        }
        if (size > 1 || !some) size /= 2;
    }
}

static void delays(Work *w)
{
    for (size_t i = 0; i < w->t->n_ops && left(w); i++) {
        uint64_t old = w->t->ops[i].after;
        w->t->ops[i].after = 0;
        if (old && !fails(w, w->t)) w->t->ops[i].after = old;
    }
}

/* Without initial values; else with those of the words that are used. */
static void memory(Work *w)
{
    struct SimTraceWord *m = w->t->memory;
    size_t n = w->t->n_memory, kept = 0;
    w->t->n_memory = 0;
    if (n == 0 || fails(w, w->t)) return;
    struct SimTraceWord *all = sim_alloc(n, sizeof *all);
    memcpy(all, m, n * sizeof *all);
    for (size_t i = 0; i < n; i++) {
        bool used = false;
        for (size_t k = 0; k < w->t->n_ops; k++)
            used |=
                all[i].address + 4 > w->t->ops[k].address && all[i].address < w->t->ops[k].address + w->t->ops[k].size;
        if (used) m[kept++] = all[i];
    }
    w->t->n_memory = kept;
    if (!fails(w, w->t)) {
        memcpy(m, all, n * sizeof *all);
        w->t->n_memory = n;
    }
    free(all);
}

void sim_shrink(SimShrink *s, SimOpTrace *t)
{
    Work w = {s, t, sim_alloc(t->n_ops, sizeof *w.out)};
    beginning(&w);
    warps(&w);
    parts(&w);
    delays(&w);
    memory(&w);
    free(w.out);
}
