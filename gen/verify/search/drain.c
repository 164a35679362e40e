/* drain.c - from every state there is a way to rest: depth first, until a state is met from which one is known.
 * Backwards through the search, since work leads to states that were found later: then the first step mostly suffices.
 */
#include "verify/search/search.h"
#include "verify/search/crew.h"
#include "verify/properties/rest.h"
#include "verify/symmetry/symmetry.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* States in a hash table of their own; n of them. 0 is no state. */
typedef struct { StateId *at; size_t n, cap; } Set;
typedef struct { StateId *at; size_t n, cap; } Stack;

typedef struct {
    Search *x;
    Set seen;
    Stack path;                      /* seen, and on the way */
    bool full;
} Walker;

typedef struct { Search *x; _Atomic size_t taken; _Atomic bool failed, full; } Drain;

static size_t place(const Set *s, StateId id)
{
    size_t i = id * UINT32_C(0x9e3779b1) & (s->cap - 1);
    while (s->at[i] && s->at[i] != id) i = (i + 1) & (s->cap - 1);
    return i;
}

static bool set_has(const Set *s, StateId id) { return s->n && s->at[place(s, id)] == id; }

static bool set_add(Set *s, StateId id)
{
    if (2 * s->n >= s->cap) {
        Set more = { calloc(s->cap ? 2 * s->cap : 64, sizeof *s->at), s->n, s->cap ? 2 * s->cap : 64 };
        if (!more.at) return false;
        for (size_t i = 0; i < s->cap; i++) if (s->at[i]) more.at[place(&more, s->at[i])] = s->at[i];
        free(s->at);
        *s = more;
    }
    s->at[place(s, id)] = id;
    s->n++;
    return true;
}

static void set_clear(Set *s)
{
    if (s->cap > 4096) { free(s->at); *s = (Set){ 0 }; }
    if (s->n) memset(s->at, 0, s->cap * sizeof *s->at);
    s->n = 0;
}

static bool push(Stack *s, StateId id)
{
    if (s->n == s->cap) {
        size_t cap = s->cap ? 2 * s->cap : 64;
        StateId *at = realloc(s->at, cap * sizeof *at);
        if (!at) return false;
        s->at = at;
        s->cap = cap;
    }
    s->at[s->n++] = id;
    return true;
}

typedef struct { const Walker *w; bool good; StateId fresh; } Way;

static bool way(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    Way *y = ctx;
    const Search *x = y->w->x;
    uint64_t packed[PACKED_WORDS];
    (void)o; (void)f;
    if (r != FIRE_OK) { y->good = true; return false; }    /* beyond what was explored */
    symmetry_canonical(x->m, (SysState *)next, NULL);
    size_t n = search_pack(x, next, packed);
    StateId id = n > PACKED_MAX ? 0 : pool_find(x->pool, packed, n, state_hash(packed, n));
    if (!id || pool_marked(x->pool, id)) { y->good = true; return false; }
    if (!y->fresh && !set_has(&y->w->seen, id)) y->fresh = id;
    return true;
}

/* Whether there is a way from this state. Then the way is marked; what was seen beside it is unknown again. */
static bool drains(Walker *w, StateId from)
{
    const Search *x = w->x;
    uint64_t packed[PACKED_WORDS];
    SysState s;
    w->path.n = 0;
    set_clear(&w->seen);
    for (StateId id = from; id; ) {
        Way y = { w, false, 0 };
        if (!set_has(&w->seen, id) && (!set_add(&w->seen, id) || !push(&w->path, id))) { w->full = true; return true; }
        pool_copy(x->pool, id, packed);
        search_unpack(x, packed, &s);
        if (rest_reached(x->m, &s)) y.good = true;
        else
            step_successors(x->m, &s, SUCC_WORK | SUCC_ENDS | SUCC_EVICT_NEEDED, way,
                            &y); /* hardware evicts for lack of a way only */
        if (y.good) {
            for (size_t i = 0; i < w->path.n; i++) pool_mark(x->pool, w->path.at[i]);
            return true;
        }
        if (y.fresh) { id = y.fresh; continue; }
        id = --w->path.n ? w->path.at[w->path.n - 1] : 0;
    }
    return false;
}

static void free_walker(Walker *w)
{
    free(w->seen.at);
    free(w->path.at);
}

static void backwards(void *ctx, Crew *crew, int number)
{
    Drain *d = ctx;
    Walker w = { .x = d->x };
    Pool *p = d->x->pool;
    size_t runs = pool_runs(p);
    uint64_t packed[PACKED_WORDS];
    StateId id;
    (void)crew; (void)number;
    for (size_t i; !d->failed && !w.full && !search_stopped() && (i = atomic_fetch_add(&d->taken, 1)) < runs; ) {
        PoolRun run = pool_any_run(p, runs - 1 - i);
        while (!w.full && pool_step(p, &run, &id, packed))
            if (!pool_marked(p, id) && !drains(&w, id)) { d->failed = true; break; }
    }
    if (w.full) d->full = true;
    free_walker(&w);
}

/* Some state has no way: the first one of those in the order of the search. */
static bool find_first(Search *x)
{
    Walker w = { .x = x };
    uint64_t packed[PACKED_WORDS];
    StateId id, found = 0;
    for (size_t i = 0; i < pool_runs(x->pool) && !found && !w.full && !search_stopped(); i++) {
        PoolRun run = pool_any_run(x->pool, i);
        while (!found && !w.full && pool_step(x->pool, &run, &id, packed))
            if (!pool_marked(x->pool, id) && !drains(&w, id)) found = id;
    }
    free_walker(&w);
    model_problem(&x->fired, P_LIVELOCK, "without new requests, no run from here comes to rest; this is left:");
    x->at = found;
    x->has_occurrence = false;
    return !w.full;
}

SearchEnd search_drain(Search *x)
{
    double begin = search_clock();
    Drain d = { .x = x };
    crew_run(x->m->o->threads, backwards, &d);
    bool full = d.full || (d.failed && !find_first(x));
    x->drain_seconds = search_clock() - begin;
    if (search_stopped()) return END_STOPPED;
    return full ? END_MEMORY : d.failed ? END_PROBLEM : END_ALL;
}
