/* worker_save.c - a search is left so that it can go on: what is in no memory and in no level yet is kept as well. */
#include "verify/search/checkpoint.h"
#include "verify/search/worker.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct { uint64_t hash; uint32_t pred, n; } Head;

static size_t padded(size_t n) { return (n + 7) / 8 * 8; }

static void spill(Spill *s, const Reached *r)
{
    Head h = { r->hash, r->pred, (uint32_t)r->n };
    size_t more = sizeof h + padded(r->n);
    if (s->n + more > s->cap) {
        size_t cap = 2 * s->cap + more + 4096;
        uint8_t *at = realloc(s->at, cap);
        if (!at) { s->lost = true; return; }
        s->at = at;
        s->cap = cap;
    }
    memcpy(s->at + s->n, &h, sizeof h);
    memcpy(s->at + s->n + sizeof h, r->packed, padded(r->n));
    s->n += more;
}

void worker_spill(Worker *w, const Reached *r) { spill(&w->spill, r); }

/* The next of n bytes, with zeros behind it. False: there is none. */
static bool next_of(const uint8_t *from, size_t n, size_t *at, Reached *r)
{
    Head h;
    if (*at + sizeof h > n) return false;
    memcpy(&h, from + *at, sizeof h);
    if (h.n > PACKED_MAX || *at + sizeof h + padded(h.n) > n) return false;
    memcpy(r->packed, from + *at + sizeof h, padded(h.n));
    memset((uint8_t *)r->packed + padded(h.n), 0, 16);
    r->hash = h.hash;
    r->pred = h.pred;
    r->n = h.n;
    *at += sizeof h + padded(h.n);
    return true;
}

bool worker_restore(Worker *w)
{
    Search *x = w->of->x;
    bool all = true;
    Reached *r = malloc(sizeof *r);
    if (!r) return false;
    for (size_t at = 0; next_of(x->reached, x->n_reached, &at, r); ) {
        while (all && !pool_ready(w->out)) all = pool_grow(x->pool);
        if (all && pool_add(w->out, r->packed, r->n, r->hash, r->pred)) continue;
        all = false;
        worker_spill(w, r);
    }
    free(r);
    free(x->reached);
    x->reached = NULL;
    return all;
}

/* ---- what is left to do ---- */

static void add_run(PoolRun *todo, size_t *n, PoolRun run) { if (run.left) todo[(*n)++] = run; }

/* What a worker has not stored: its spill, then its queue. */
static bool add_reached(Spill *all, const Worker *w)
{
    const Spill *more = &w->spill;
    if (all->n + more->n > all->cap) {
        uint8_t *at = realloc(all->at, all->n + more->n);
        if (!at) return false;
        all->at = at;
        all->cap = all->n + more->n;
    }
    if (more->n) memcpy(all->at + all->n, more->at, more->n);
    all->n += more->n;
    for (size_t i = w->first; i < w->last; i++) spill(all, &w->queue[i % QUEUE]);
    return !all->lost && !more->lost;
}

static bool save(Work *k, const Search *now)
{
    size_t runs = k->runs > k->taken ? k->runs - k->taken : 0;
    Frontier left = { 0 };
    Spill reached = { 0 };
    PoolRun *todo = malloc((runs + (size_t)k->n_workers + 1) * sizeof *todo);
    bool fine = todo;
    for (int i = 0; i < k->n_workers && fine; i++) {
        add_run(todo, &left.n_todo, k->worker[i].run);
        fine = add_reached(&reached, &k->worker[i]);
    }
    for (size_t i = 0; i < runs && fine; i++) add_run(todo, &left.n_todo, pool_run(k->x->pool, k->taken + i));
    left.todo = todo;
    left.reached = reached.at;
    left.n_reached = reached.n;
    if (!fine) errno = ENOMEM;
    fine = fine && checkpoint_write(now, &left, k->x->m->o->save);
    int error = errno;
    free(todo);
    free(reached.at);
    errno = error;
    return fine;
}

bool worker_now(const Work *k, Search *now)
{
    const Search *x = k->x;
    *now = *x;
    now->rows = malloc(((size_t)x->m->n_rows + 1) * sizeof *now->rows);
    if (!now->rows) { errno = ENOMEM; return false; }
    memcpy(now->rows, x->rows, (size_t)x->m->n_rows * sizeof *now->rows);
    for (int i = 0; i < k->n_workers; i++) worker_add_up(now, &k->worker[i]);
    now->seconds += search_clock() - k->begin;
    now->cpu_seconds += search_cpu() - k->cpu;
    return true;
}

void worker_save(Work *k)
{
    Search *x = k->x, now;
    if (!x->m->o->save) return;
    x->filled = k->end == END_MEMORY;
    pool_close_spans(x->pool);
    x->saved = worker_now(k, &now) && save(k, &now);
    x->save_error = x->saved ? 0 : errno;
    free(now.rows);
    k->saved = search_clock();
}

void search_save_found(Search *x)
{
    if (!x->m->o->save) return;
    x->saved = checkpoint_write(x, &(Frontier){ 0 }, x->m->o->save);
    x->save_error = x->saved ? 0 : errno;
}
