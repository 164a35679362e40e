/* progress.c - a load that is repeated for ever sees the newest write: from every state at rest, with nothing but that
 * load, messages, memory, timers and wishes, there is a way to a load that reads it. Lines are evicted only where what
 * the load leads to lacks a way. */
#include "verify/search/progress.h"
#include <stdlib.h>

enum { VISITS_MAX = 4096 };          /* states of one spinning thread; beyond it nothing is claimed */

typedef struct {
    const Model *m;
    int thread, key;
    bool found, open;
    uint64_t *seen;
    uint64_t (*at)[PACKED_WORDS];
    int n;
} Spin;

static bool visit(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    Spin *x = ctx;
    const CtlModel *k = &x->m->ctl[x->m->inst[o->inst].ctl];
    if (o->where == SRC_CORE_ && (o->at != x->thread || o->key != x->key || k->events[o->code].op != OP_LOAD))
        return true;
    if (r == FIRE_OK && f->reader == x->thread && !f->read) x->found = true;
    if (r != FIRE_OK || x->n == VISITS_MAX) {
        x->open = true;
        return false;
    } /* beyond the bound anything may happen */
    size_t n = state_pack(x->m, next, x->at[x->n]);
    uint64_t hash = state_hash(x->at[x->n], n);
    for (int i = 0; i < x->n; i++) if (x->seen[i] == hash) return true;
    x->seen[x->n++] = hash;
    return !x->found;
}

static bool sees(Spin *x, const SysState *s, int thread, int key)
{
    SysState at;
    x->thread = thread; x->key = key;
    x->found = x->open = false;
    x->n = 1;
    x->seen[0] = state_hash(x->at[0], state_pack(x->m, s, x->at[0]));
    for (int i = 0; i < x->n && !x->found && !x->open; i++) {
        state_unpack(x->m, x->at[i], &at);
        if (!step_successors(x->m, &at, SUCC_ISSUE, visit, x)) break;
        if (!step_successors(x->m, &at, SUCC_WORK | SUCC_EVICT_NEEDED, visit, x)) break;
        step_evictions_for_load(x->m, &at, thread, key, visit, x);
    }
    return x->found || x->open;
}

static bool all_see(Search *x, Spin *spin, StateId id, const SysState *s)
{
    const Model *m = x->m;
    if (!state_quiescent(m, s)) return true;
    for (int t = 0; t < m->n_threads; t++)
        for (int q = 0; q < m->n_keys; q++) {
            if (sees(spin, s, t, q)) continue;
            model_problem(&x->fired, P_LIVELOCK,
                          "a load that is repeated here for ever never sees the newest write of its line");
            x->at = id;
            x->has_occurrence = false;
            return false;
        }
    return true;
}

SearchEnd search_progress(Search *x)
{
    Spin spin = { .m = x->m,
                  .seen = malloc(VISITS_MAX * sizeof *spin.seen),
                  .at = malloc((VISITS_MAX + 1) * sizeof *spin.at) };
    SearchEnd end = spin.seen && spin.at ? END_ALL : END_MEMORY;
    uint64_t packed[PACKED_WORDS];
    SysState s;
    StateId id;
    for (size_t i = 0; i < pool_runs(x->pool) && end == END_ALL; i++) {
        PoolRun run = pool_any_run(x->pool, i);
        if (search_stopped()) end = END_STOPPED;
        while (end == END_ALL && pool_step(x->pool, &run, &id, packed)) {
            search_unpack(x, packed, &s);
            if (!all_see(x, &spin, id, &s)) end = END_PROBLEM;
        }
    }
    free(spin.seen);
    free(spin.at);
    return end;
}
