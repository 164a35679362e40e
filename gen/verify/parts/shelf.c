/* shelf.c - what all desks of a search share: made, tidied, given back. */
#define _GNU_SOURCE
#include "verify/parts/desk_own.h"
#include <stdlib.h>
#include <sys/mman.h>

enum { MOST_RANKS = 24, LEAST = 1 << 17 };

static void add_read(Shelf *s, DeskCtl *c, const SystemVar *v)
{
    for (int i = 0; i < c->reads.n; i++) {
        const DeskRead *r = &c->reads.at[i];
        if (r->key == v->key && r->in.kind == v->in.kind && r->in.index == v->in.index && r->in.place == v->in.place &&
            r->in.value == v->in.value)
            return;
    }
    vec_push(s->arena, &c->reads, ((DeskRead){ v->key, v->in }));
}

static void find_reads(Shelf *s)
{
    const Model *m = s->m;
    s->tests_each = m->o->allow >> P_INVARIANT & 1;
    for (int i = 0; i < m->tests.n; i++)
        for (int k = 0; k < m->tests.at[i].cases.n; k++) {
            const SystemCase *c = &m->tests.at[i].cases.at[k];
            s->tests_each |= c->when.n > 0;
            for (int j = 0; j < c->vars.n; j++) {
                const SystemVar *v = &c->vars.at[j];
                if (v->msg || v->slot >= 0) s->tests_each = true;
                else add_read(s, &s->ctl[m->inst[v->inst].ctl], v);
            }
        }
}

static void find_performs(const Action *a, void *ctx) { *(bool *)ctx |= a->performs != 0; }

static bool about_threads(const CtlModel *k)
{
    bool about = false;
    for (int i = 0; i < k->c->rows.n; i++) actions_walk(k->c->rows.at[i]->body, find_performs, &about);
    for (int i = 0; i < k->n_outs; i++)
        for (int f = 0; f < k->outs[i].out->fields.n; f++) about |= k->outs[i].part[f] >= 0;
    return about;
}

static void find_renamings(Shelf *s)
{
    int all = symmetry_ranks(s->m);
    if (all > MOST_RANKS) return;
    Renaming *r = NEW_N(s->arena, Renaming, all);
    for (int i = 0; i < all; i++) {
        Numbering n;
        symmetry_of_rank(s->m, i, &n);
        symmetry_renaming(s->m, &n, &r[i]);
    }
    s->renaming = r;
    s->n_ranks = all;
}

Shelf *shelf_create(const Model *m, Parts *parts)
{
    Shelf *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->m = m;
    s->parts = parts;
    s->arena = arena_create(m->o->memory + ((size_t)64 << 20));
    pthread_mutex_init(&s->lock, NULL);
    s->most = m->o->memory / 16 > LEAST ? m->o->memory / 16 : LEAST;
    s->tests.most = m->o->memory / 256 / sizeof(Pair);
    s->places = parts_most(parts) + 1;
    bool ok = true;
    for (int i = 0; i < m->n_ctl; i++) {
        s->ctl[i].threads = about_threads(&m->ctl[i]);
        s->ctl[i].info = parts_area(s->places * sizeof *s->ctl[i].info);
        ok &= s->ctl[i].info != NULL;
    }
    for (int i = m->n_inst - 1; i >= 0; i--) s->ctl[m->inst[i].ctl].first = i;
    find_reads(s);
    find_renamings(s);
    if (ok) return s;
    shelf_destroy(s);
    return NULL;
}

Desk *desk_create(Shelf *s)
{
    Desk *d = s->n_desks < DESKS ? calloc(1, sizeof *d) : NULL;
    if (!d) return NULL;
    *d = (Desk){ .s = s, .m = s->m, .parts = s->parts };
    d->known = arena_create(d->m->o->memory + ((size_t)64 << 20));
    return s->desk[s->n_desks++] = d;
}

void shelf_destroy(Shelf *s)
{
    if (!s) return;
    for (int i = 0; i < s->n_desks; i++) {
        arena_destroy(s->desk[i]->known);
        free(s->desk[i]);
    }
    for (int i = 0; i < s->m->n_ctl; i++)
        if (s->ctl[i].info) munmap(s->ctl[i].info, s->places * sizeof *s->ctl[i].info);
    memo_free(&s->moves);
    memo_free(&s->steps);
    memo_free(&s->views);
    pairset_free(&s->tests);
    arena_destroy(s->arena);
    free(s);
}

/* Of what shelf_tidy gives back. */
static size_t known_bytes(const Shelf *s)
{
    return memo_bytes(&s->moves) + memo_bytes(&s->steps) +
           atomic_load_explicit(&((Shelf *)s)->bytes, memory_order_relaxed);
}

size_t shelf_bytes(Shelf *s)
{
    pthread_mutex_lock(&s->lock);
    size_t n = known_bytes(s) + pairset_bytes(&s->tests) + memo_bytes(&s->views) + arena_peak(s->arena);
    pthread_mutex_unlock(&s->lock);
    return n;
}

bool desk_wants(Desk *d)
{
    const Shelf *s = d->s;
    size_t now = arena_peak(d->known) + d->looked * sizeof *s->ctl[0].info;
    if (now != d->counted) atomic_fetch_add_explicit(&d->s->bytes, now - d->counted, memory_order_relaxed);
    d->counted = now;
    return known_bytes(s) >= s->most || memo_wants(&s->moves) || memo_wants(&s->steps) || pairset_wants(&s->tests);
}

static void forget(Shelf *s)
{
    memo_free(&s->moves);
    memo_free(&s->steps);
    for (int i = 0; i < s->n_desks; i++) {
        Desk *d = s->desk[i];
        arena_destroy(d->known);
        d->known = arena_create(s->m->o->memory + ((size_t)64 << 20));
        d->looked = d->counted = 0;
    }
    s->bytes = 0;
    for (int i = 0; i < s->m->n_ctl; i++) madvise(s->ctl[i].info, s->places * sizeof *s->ctl[i].info, MADV_DONTNEED);
}

void shelf_tidy(Shelf *s)
{
    if (known_bytes(s) >= s->most) forget(s);
    if (memo_wants(&s->moves)) memo_grow(&s->moves);
    if (memo_wants(&s->steps)) memo_grow(&s->steps);
    if (pairset_wants(&s->tests)) pairset_grow(&s->tests);
}
