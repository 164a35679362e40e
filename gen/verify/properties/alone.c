/* alone.c - depth first from a state at rest, by the steps of one thread and what follows from them. */
#include "verify/properties/alone.h"
#include "verify/step/succ.h"
#include <stdlib.h>

enum { VISITS_MAX = 4096 };          /* states behind one; beyond it nothing is claimed */

/* left: of `at`, those that were not expanded, by index. */
typedef struct {
    const Model *m;
    int thread, key;
    uint64_t *seen;
    uint64_t (*at)[PACKED_WORDS];
    int *left;
    int n, n_left, room;
    bool commits, open;
} Alone;

/* Mostly a few suffice; fresh memory for all of them would cost more than the rest. */
static bool grow(Alone *a)
{
    enum { FIRST = 64 };
    size_t room = a->room ? 2 * (size_t)a->room : FIRST;
    uint64_t *seen = realloc(a->seen, room * sizeof *seen);
    if (seen) a->seen = seen;
    int *left = realloc(a->left, room * sizeof *left);
    if (left) a->left = left;
    void *at = realloc(a->at, room * sizeof *a->at);
    if (at) a->at = at;
    if (seen && left && at) a->room = (int)room;
    return seen && left && at;
}

/* The transaction ends, or stores to the line. */
static bool is_its(const Alone *a, const Occurrence *o)
{
    const EventMap *e = &a->m->ctl[a->m->inst[o->inst].ctl].events[o->code];
    return o->at == a->thread && !o->preload && (e->ends || (e->op == OP_STORE && !o->keyless && o->key == a->key));
}

static void visit(Alone *a, SysState *s)
{
    if (a->n == VISITS_MAX || (a->n == a->room && !grow(a))) { a->open = true; return; }
    s->thread[a->thread].left = (uint8_t)a->m->o->ops;         /* it tries again and again */
    size_t n = state_pack(a->m, s, a->at[a->n]);
    uint64_t hash = state_hash(a->at[a->n], n);
    for (int i = 0; i < a->n; i++) if (a->seen[i] == hash) return;
    a->seen[a->n] = hash;
    a->left[a->n_left++] = a->n++;
}

static bool step(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    Alone *a = ctx;
    (void)f;
    if (r == FIRE_IDLE || (o->where == SRC_CORE_ && !is_its(a, o))) return true;
    if (r != FIRE_OK) { a->open = true; return false; }
    a->commits = next->tx[a->thread].flight[a->key] != 0;      /* its write is under way */
    if (a->commits) return false;
    SysState s;
    state_copy(a->m, &s, next);
    visit(a, &s);
    return !a->open;
}

static bool has_run(Alone *a, const SysState *from)
{
    SysState s;
    a->n = a->n_left = 0;
    a->commits = a->open = false;
    state_copy(a->m, &s, from);
    visit(a, &s);
    while (a->n_left && !a->commits && !a->open) {
        state_unpack(a->m, a->at[a->left[--a->n_left]], &s);
        step_successors(a->m, &s, SUCC_ISSUE | SUCC_WORK | SUCC_ENDS | SUCC_EVICT_NEEDED, step, a);
    }
    return a->commits || a->open;
}

/* Transactions can store, and what they may wait for happens. */
static bool asked(const Model *m)
{
    bool stores = false;
    for (int i = 0; i < m->n_ctl; i++)
        for (int e = 0; e < m->ctl[i].n_events; e++) {
            const EventMap *x = &m->ctl[i].events[e];
            stores |= x->op == OP_STORE && !x->outside && !x->keyless;
        }
    return stores && !m->o->keyed;
}

bool alone_commits(const Model *m, const SysState *s, Fired *f)
{
    Alone a = { .m = m };
    bool fine = true;
    if (!asked(m)) return true;
    for (a.thread = 0; a.thread < m->n_threads && fine; a.thread++)
        for (a.key = 0; a.key < m->n_keys && fine; a.key++) {
            fine = model_key_outside(m, a.key) || has_run(&a, s);
            if (!fine)
                model_problem(f, P_LIVELOCK,
                              "alone from here, core %d warp %d stores to line %d in vain: no try of its commits",
                              a.thread / m->n_warps, a.thread % m->n_warps, a.key);
        }
    free(a.seen);
    free(a.at);
    free(a.left);
    return fine;
}
