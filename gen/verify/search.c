/* search.c - breadth first: the first problem found is one of those with the fewest steps. */
#include "verify/search.h"
#include "verify/invariant.h"
#include "verify/symmetry.h"
#include "verify/litmus.h"
#include <string.h>
#include <time.h>
#include <stdlib.h>

double search_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct { Search *x; StateId from; bool moved, issued, full; } Expansion;

static bool allowed(Search *x, Problem p)
{
    if (!(x->m->o->allow >> p & 1)) return false;
    x->allowed++;
    return true;
}

static bool stop(Search *x, const Fired *f, StateId at, const Occurrence *o)
{
    x->fired = *f;
    x->at = at;
    x->has_occurrence = o != NULL;
    if (o) x->occurrence = *o;
    return false;
}

static bool reached(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    Expansion *e = ctx;
    Search *x = e->x;
    uint8_t packed[PACKED_MAX + 16];
    Fired wrong;
    bool fresh;
    x->transitions++;
    if (r == FIRE_PROBLEM) {
        e->moved = true;                 /* it is handled, whatever comes of it */
        return allowed(x, f->problem) || stop(x, f, e->from, o);
    }
    if (o->where != SRC_CORE_) e->moved = true;
    else e->issued = true;
    if (r == FIRE_BOUND) { x->bounded++; return true; }
    x->rows[x->m->ctl[x->m->inst[o->inst].ctl].first_row + f->row]++;
    wrong = *f;
    for (int key = o->keyless ? 0 : o->key; key <= (o->keyless ? x->m->n_keys - 1 : o->key); key++)
        if (!invariants_hold(x->m, next, o->inst, key, &wrong) && !allowed(x, P_INVARIANT)) return stop(x, &wrong, e->from, o);
    canonical(x->m, (SysState *)next, NULL);
    size_t n = state_pack(x->m, next, packed);
    StateId id = pool_add(x->pool, packed, n, pool_hash(packed, n), e->from, &fresh);
    if (id) return true;
    e->full = true;
    return false;
}

static void show_progress(Search *x, double since, bool last)
{
    double t = search_clock() - since;
    fprintf(stderr, "\r%llu states, %llu transitions, depth %llu, %.0f k states/s, %.0f MB%s", (unsigned long long)pool_count(x->pool), (unsigned long long)x->transitions,
            (unsigned long long)x->depth, (double)pool_count(x->pool) / (t > 0 ? t : 1) / 1e3, (double)pool_bytes(x->pool) / 1e6, last ? "   \n" : "   ");
    fflush(stderr);
}

/* ---- rest ---- */

/* Threads that can have a next operation. */
static unsigned wanting(const Model *m, const SysState *s)
{
    unsigned threads = 0;
    ProgramOp next;
    for (int t = 0; t < m->n_threads; t++)
        if (!s->thread[t].op && (m->program ? program_next(m->program, s, t, &next) : !m->o->ops || s->thread[t].left)) threads |= 1u << t;
    return threads;
}

static bool issued(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    (void)r; (void)next; (void)f;
    *(unsigned *)ctx |= 1u << o->at;
    return true;
}

/* Nothing is on its way, nobody waits, and no thread is kept from its next operation. */
static bool rests(const Model *m, const SysState *s)
{
    unsigned can = 0;
    if (!state_quiescent(m, s)) return false;
    if (m->refuses) successors(m, s, SUCC_ISSUE, issued, &can);
    return !m->refuses || !(wanting(m, s) & ~can);
}

/* Nothing but new requests of the cores can happen, and somebody waits; or nothing at all, and some thread has not ended. */
static bool dead(const Model *m, const SysState *s, bool requests, Fired *f)
{
    if (state_quiescent(m, s) && (!m->refuses || requests || !wanting(m, s))) return false;
    problem(f, P_DEADLOCK, "nothing can happen any more, and this is left:");
    return true;
}

/* At rest every line that is kept has a state of its own. */
static bool lost(const Model *m, const SysState *s, Fired *f)
{
    for (int i = 0; i < m->n_inst; i++)
        for (int q = 0; q < m->n_keys; q++) {
            const CtlModel *k = &m->ctl[m->inst[i].ctl];
            const Line *l = &s->inst[i].line[q];
            if (!k->store || !l->present || k->c->states.at[l->state]->at == AT_STORE) continue;
            problem(f, P_CONSERVATION, "at rest " STR_FMT "[%d] keeps a way for line %d that no state belongs to", STR_ARG(k->c->name), m->inst[i].index, q);
            return true;
        }
    return false;
}

static SearchEnd expand(Search *x, StateId id, SysState *s)
{
    Expansion e = { .x = x, .from = id };
    Fired f;
    state_unpack(x->m, pool_at(x->pool, id, NULL), s);
    bool quiet = state_quiescent(x->m, s);
    x->quiescent += quiet;
    if (quiet && lost(x->m, s, &f) && !allowed(x, P_CONSERVATION)) { stop(x, &f, id, NULL); return END_PROBLEM; }
    x->at = id;
    if (x->visit && !x->visit(x, s, x->visit_ctx)) return x->fired.problem ? END_PROBLEM : END_ALL;
    if (!successors(x->m, s, SUCC_ALL, reached, &e)) return e.full ? END_MEMORY : END_PROBLEM;
    if (!e.moved && dead(x->m, s, e.issued, &f) && !allowed(x, P_DEADLOCK)) { stop(x, &f, id, NULL); return END_PROBLEM; }
    return END_ALL;
}

static StateId first_state(Search *x)
{
    SysState s;
    uint8_t packed[PACKED_MAX + 16];
    bool fresh;
    state_initial(x->m, &s);
    canonical(x->m, &s, NULL);
    size_t n = state_pack(x->m, &s, packed);
    return pool_add(x->pool, packed, n, pool_hash(packed, n), 0, &fresh);
}

SearchEnd search_all(Search *x)
{
    double begin = search_clock(), shown = begin;
    SysState s;
    SearchEnd end = END_ALL;
    StateId level_end = first_state(x), id = level_end;   /* last state of the present depth */
    uint64_t n = 0;
    for (; id && end == END_ALL; id = pool_next(x->pool, id)) {
        end = expand(x, id, &s);
        if (id >= level_end && pool_next(x->pool, id)) {
            x->depth++;
            for (StateId k = id; k; k = pool_next(x->pool, k)) level_end = k;
        }
        if (x->progress && (++n & 0xfff) == 0 && search_clock() - shown > 0.5) { show_progress(x, begin, false); shown = search_clock(); }
    }
    x->seconds = search_clock() - begin;
    if (x->progress && shown > begin) show_progress(x, begin, true);
    return end;
}

/* ---- drain ---- */

enum { GOOD = 1, SEEN = 2 };
typedef struct { Search *x; bool good; StateId fresh; } Way;

static bool way(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    Way *w = ctx;
    uint8_t packed[PACKED_MAX + 16];
    (void)o; (void)f;
    if (r != FIRE_OK) { w->good = true; return false; }    /* beyond what was explored */
    canonical(w->x->m, (SysState *)next, NULL);
    size_t n = state_pack(w->x->m, next, packed);
    StateId id = pool_find(w->x->pool, packed, n, pool_hash(packed, n));
    unsigned marks = id ? pool_marks(w->x->pool, id) : GOOD;
    if (marks & GOOD) { w->good = true; return false; }
    if (!(marks & SEEN) && !w->fresh) w->fresh = id;
    return true;
}

typedef struct { StateId *at; size_t n, cap; } Stack;

static bool push(Stack *s, StateId id)
{
    if (s->n == s->cap) {
        size_t cap = s->cap ? 2 * s->cap : 1024;
        StateId *at = realloc(s->at, cap * sizeof *at);
        if (!at) return false;
        s->at = at;
        s->cap = cap;
    }
    s->at[s->n++] = id;
    return true;
}

/* Depth first from one state until a good one is met. Then the way there is good; what was seen beside it is unknown again. */
static bool drains(Search *x, StateId from, Stack *path, Stack *dropped)
{
    SysState s;
    path->n = dropped->n = 0;
    for (StateId id = from; id; ) {
        Way w = { x, false, 0 };
        if (!(pool_marks(x->pool, id) & SEEN)) { pool_set_marks(x->pool, id, SEEN); if (!push(path, id)) return true; }
        state_unpack(x->m, pool_at(x->pool, id, NULL), &s);
        if (rests(x->m, &s)) w.good = true;
        else successors(x->m, &s, SUCC_WORK | SUCC_EVICT, way, &w);
        if (w.good) {
            for (size_t i = 0; i < path->n; i++) pool_set_marks(x->pool, path->at[i], GOOD);
            for (size_t i = 0; i < dropped->n; i++) pool_set_marks(x->pool, dropped->at[i], 0);
            return true;
        }
        if (w.fresh) { id = w.fresh; continue; }
        if (!push(dropped, path->at[--path->n])) return true;
        id = path->n ? path->at[path->n - 1] : 0;
    }
    return false;
}

bool search_drain(Search *x)
{
    double begin = search_clock();
    Stack path = { 0 }, dropped = { 0 };
    bool ok = true;
    for (StateId id = pool_first(x->pool); id && ok; id = pool_next(x->pool, id)) {
        if (pool_marks(x->pool, id) & GOOD || drains(x, id, &path, &dropped)) continue;
        problem(&x->fired, P_LIVELOCK, "without new requests, no run from here comes to rest; this is left:");
        ok = stop(x, &x->fired, id, NULL);
    }
    free(path.at);
    free(dropped.at);
    x->drain_seconds = search_clock() - begin;
    return ok;
}
