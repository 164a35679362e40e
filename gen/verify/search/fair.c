/* fair.c - starvation by the order of sources. Of the states that were found all steps are written down once. Then, for
 * each source of each controller that stands behind others, as a set of nodes (state, instance, line):
 *
 *   passed over   something of this source, about this line, would be taken here if no better source were ready, and
 *                 one is
 *   kept          passed over, and this can go on for ever
 *
 * Kept is the greatest set of nodes passed over from each of which a run through such nodes, without the source and
 * those behind it, leads over a step of a better source to a kept one. All other instances may do what they like. */
#include "verify/search/fair.h"
#include "verify/symmetry/symmetry.h"
#include "verify/step/source.h"
#include <stdlib.h>
#include <string.h>

/* A step: where it leads (state, numbered in the order of their ids; NOWHERE: beyond the bound), of which instance,
 * source and line, how what it leads to is renumbered. ready: it would happen in hardware as well; else it only may. */
typedef uint64_t Edge;
enum { EDGE_INST = 32, EDGE_SOURCE = 35, EDGE_KEY = 43, EDGE_READY = 45, EDGE_TURN = 46 };
enum { NO_SOURCE = 0xff, TURNS = 1024 };
static const uint32_t NOWHERE = UINT32_MAX;

typedef struct {
    Search *x;
    StateId *id;                     /* in ascending order */
    uint64_t *first;                 /* its steps: edge[first[i]] to edge[first[i + 1] - 1] */
    Edge *edge;
    size_t n, n_edges, cap;
    Numbering turn[TURNS];
    int n_turns;
    bool full, ready;
    /* of the source that is looked at */
    int ctl, source;
    uint8_t *now, *kept;             /* nodes: a bit for each (instance, line); now: passed over, or not yet excluded */
    uint8_t inst_to[TURNS][MAX_INST];
} Fair;

static uint32_t edge_to(Edge e) { return (uint32_t)e; }
static int edge_inst(Edge e) { return (int)(e >> EDGE_INST & 7); }
static int edge_source(Edge e) { return (int)(e >> EDGE_SOURCE & 0xff); }
static int edge_key(Edge e) { return (int)(e >> EDGE_KEY & 3); }
static bool edge_ready(Edge e) { return e >> EDGE_READY & 1; }
static int edge_turn(Edge e) { return (int)(e >> EDGE_TURN); }

/* ---- the graph ---- */

static int turn_of(Fair *f, const Numbering *did)
{
    for (int i = 0; i < f->n_turns; i++) if (!memcmp(&f->turn[i], did, sizeof *did)) return i;
    if (f->n_turns == TURNS) { f->full = true; return 0; }
    f->turn[f->n_turns] = *did;
    return f->n_turns++;
}

static int by_id(const void *a, const void *b)
{
    StateId x = *(const StateId *)a, y = *(const StateId *)b;
    return (x > y) - (x < y);
}

static bool add(Fair *f, Edge e)
{
    if (f->n_edges == f->cap) {
        size_t cap = f->cap ? f->cap + f->cap / 2 : 1 << 16, more = (cap + f->n * 2) * sizeof *f->edge;
        Edge *at = more + pool_bytes(f->x->pool) > f->x->m->o->memory ? NULL : realloc(f->edge, cap * sizeof *at);
        if (!at) { f->full = true; return false; }
        f->edge = at;
        f->cap = cap;
    }
    f->edge[f->n_edges++] = e;
    return true;
}

static bool step(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *fired)
{
    Fair *f = ctx;
    const Model *m = f->x->m;
    uint64_t packed[PACKED_WORDS];
    Numbering did;
    int source = step_source(m, o);
    Edge e = (Edge)o->inst << EDGE_INST | (Edge)(source < 0 ? NO_SOURCE : source) << EDGE_SOURCE |
             (Edge)(o->keyless ? 0 : o->key) << EDGE_KEY | (Edge)f->ready << EDGE_READY;
    (void)fired;
    if (r != FIRE_OK) return add(f, e | NOWHERE);
    symmetry_numbering_same(&did);
    symmetry_canonical(m, (SysState *)next, &did);
    size_t n = search_pack(f->x, next, packed);
    StateId id = n > PACKED_MAX ? 0 : pool_find(f->x->pool, packed, n, state_hash(packed, n));
    const StateId *at = id ? bsearch(&id, f->id, f->n, sizeof id, by_id) : NULL;
    return add(f, e | (at ? (uint32_t)(at - f->id) : NOWHERE) | (Edge)turn_of(f, &did) << EDGE_TURN);
}

/* Evictions are ready only where something else waits for a way; they may happen at any time. */
static void steps(Fair *f, StateId id)
{
    uint64_t packed[PACKED_WORDS];
    SysState s;
    pool_copy(f->x->pool, id, packed);
    search_unpack(f->x, packed, &s);
    f->ready = true;
    step_successors(f->x->m, &s, SUCC_ISSUE | SUCC_WORK | SUCC_ENDS | SUCC_HEAD, step, f);
    step_successors(f->x->m, &s, SUCC_EVICT_NEEDED, step, f);
    f->ready = false;
    step_successors(f->x->m, &s, SUCC_EVICT, step, f);
}

static bool list_states(Fair *f)
{
    uint64_t packed[PACKED_WORDS];
    StateId id;
    f->id = malloc(sizeof *f->id * (pool_count(f->x->pool) + 1));
    for (size_t i = 0; f->id && i < pool_runs(f->x->pool); i++) {
        PoolRun run = pool_any_run(f->x->pool, i);
        while (pool_step(f->x->pool, &run, &id, packed)) f->id[f->n++] = id;
    }
    if (f->id) qsort(f->id, f->n, sizeof *f->id, by_id);
    f->first = malloc(sizeof *f->first * (f->n + 1));
    f->now = malloc(f->n * MAX_INST * MAX_KEYS / 8 + 1);
    f->kept = malloc(f->n * MAX_INST * MAX_KEYS / 8 + 1);
    return f->id && f->first && f->now && f->kept;
}

static void list_steps(Fair *f)
{
    for (size_t i = 0; i < f->n && !f->full && !search_stopped(); i++) {
        f->first[i] = f->n_edges;
        steps(f, f->id[i]);
    }
    f->first[f->n] = f->n_edges;
}

/* ---- one source ---- */

enum { NODES = MAX_INST * MAX_KEYS };
static bool has(const uint8_t *set, size_t node) { return set[node / 8] >> node % 8 & 1; }
static void put(uint8_t *set, size_t node) { set[node / 8] |= (uint8_t)(1u << node % 8); }
static size_t node_of(size_t state, int inst, int key) { return state * NODES + (size_t)(inst * MAX_KEYS + key); }

/* A source that comes again and again if nothing is done about it: not a timer, which waits for its time. */
static bool is_pressing(const Source *s)
{
    return s->kind != SRC_EVICT && !(s->kind == SRC_LEVEL && s->event->kind == EV_TIMER && s->event->periodic);
}

/* Where the step leads from the node (inst, key), if the source is passed over in it. */
static bool passes(const Fair *f, Edge e, int inst, int key, size_t *to)
{
    if (edge_to(e) == NOWHERE || (edge_inst(e) == inst && edge_source(e) >= f->source && edge_source(e) != NO_SOURCE))
        return false;
    *to = node_of(edge_to(e), f->inst_to[edge_turn(e)][inst], f->turn[edge_turn(e)].key[key]);
    return has(f->now, *to);
}

static bool is_better(const Fair *f, Edge e, int inst)
{
    const Controller *c = f->x->m->ctl[f->ctl].c;
    return edge_ready(e) && edge_inst(e) == inst && edge_source(e) < f->source &&
           is_pressing(&c->sources.at[edge_source(e)]);
}

/* The node has such a step to a node of `now`: over a better source, or to one that is known to have one. */
static const Edge *goes_on(const Fair *f, size_t state, int inst, int key, size_t *to)
{
    for (uint64_t i = f->first[state]; i < f->first[state + 1]; i++)
        if (passes(f, f->edge[i], inst, key, to) && (is_better(f, f->edge[i], inst) || has(f->kept, *to)))
            return &f->edge[i];
    return NULL;
}

/* Nodes of `now` that come into `kept`; later states mostly lead on, so they are first. */
static bool grow(Fair *f)
{
    size_t to;
    bool more = false;
    for (size_t i = f->n; i-- > 0; ) {
        uint32_t open;
        memcpy(&open, f->now + i * NODES / 8, sizeof open);
        for (int j = 0; open; j++, open >>= 1)
            if ((open & 1) && !has(f->kept, i * NODES + (size_t)j) &&
                goes_on(f, i, j / MAX_KEYS, j % MAX_KEYS, &to)) {
                put(f->kept, i * NODES + (size_t)j);
                more = true;
            }
    }
    return more;
}

/* Instances at which a better source is ready: it would be taken in place of this one. */
static unsigned pressed(const Fair *f, size_t state)
{
    unsigned insts = 0;
    for (uint64_t i = f->first[state]; i < f->first[state + 1]; i++) {
        int inst = edge_inst(f->edge[i]);
        if (f->x->m->inst[inst].ctl == f->ctl && is_better(f, f->edge[i], inst)) insts |= 1u << inst;
    }
    return insts;
}

static bool find_ready(Fair *f)
{
    bool any = false;
    memset(f->now, 0, f->n * NODES / 8 + 1);
    for (size_t i = 0; i < f->n; i++) {
        unsigned insts = pressed(f, i);
        for (uint64_t j = f->first[i]; insts && j < f->first[i + 1]; j++) {
            Edge e = f->edge[j];
            if (!edge_ready(e) || edge_source(e) != f->source || !(insts >> edge_inst(e) & 1)) continue;
            put(f->now, node_of(i, edge_inst(e), edge_key(e)));
            any = true;
        }
    }
    return any;
}

/* now: what is kept of it. False: nothing. */
static bool find_kept(Fair *f)
{
    size_t bytes = f->n * NODES / 8 + 1;
    bool any = find_ready(f);
    while (any && !search_stopped()) {
        memset(f->kept, 0, bytes);
        for (any = false; !search_stopped() && grow(f); any = true) { }
        if (!memcmp(f->now, f->kept, bytes)) return any;
        memcpy(f->now, f->kept, bytes);
    }
    return false;
}

/* ---- what is told ---- */

/* A node that was reached: from which one, over which step. */
typedef struct { size_t node, from; Edge by; } Reached;
typedef struct { Reached *at; size_t n, cap; } Reach;

static bool reach(Fair *f, Reach *r, size_t node, size_t from, Edge by)
{
    if (r->n == r->cap) {
        size_t cap = r->cap ? 2 * r->cap : 256;
        Reached *at = realloc(r->at, cap * sizeof *at);
        if (!at) { f->full = true; return false; }
        r->at = at;
        r->cap = cap;
    }
    r->at[r->n++] = (Reached){ node, from, by };
    return true;
}

/* The way from the last of r, the shortest, to the next step of a better source; r gets it in its order. */
static bool way_on(Fair *f, Reach *r)
{
    Reach seen = { 0 };
    size_t to, last = SIZE_MAX;
    memset(f->kept, 0, f->n * NODES / 8 + 1);
    bool ok = reach(f, &seen, r->at[r->n - 1].node, 0, 0);
    for (size_t i = 0; ok && i < seen.n && last == SIZE_MAX; i++) {
        size_t node = seen.at[i].node, state = node / NODES;
        int inst = (int)(node % NODES) / MAX_KEYS, key = (int)(node % MAX_KEYS);
        for (uint64_t j = f->first[state]; ok && j < f->first[state + 1] && last == SIZE_MAX; j++) {
            Edge e = f->edge[j];
            if (!passes(f, e, inst, key, &to) || (!is_better(f, e, inst) && has(f->kept, to))) continue;
            put(f->kept, to);
            if (is_better(f, e, inst)) last = seen.n;
            ok = reach(f, &seen, to, i, e);
        }
    }
    size_t at = r->n;
    for (size_t i = last; ok && last != SIZE_MAX && i; i = seen.at[i].from)
        ok = reach(f, r, seen.at[i].node, 0, seen.at[i].by);
    for (size_t i = at, j = r->n; i + 1 < j; i++, j--) {
        Reached x = r->at[i];
        r->at[i] = r->at[j - 1];
        r->at[j - 1] = x;
    }
    free(seen.at);
    return ok && last != SIZE_MAX;
}

static size_t first_kept(const Fair *f)
{
    size_t node = 0;
    while (!has(f->now, node)) node++;
    return node;
}

/* From the first node on, from one step of a better source to the next, until one is met again: x->loop. */
static void find_loop(Fair *f)
{
    Search *x = f->x;
    Reach r = { 0 };
    size_t ends[256], n = 0, i = 0;
    bool ok = reach(f, &r, first_kept(f), 0, 0), met = false;
    while (ok && !met && n < sizeof ends / sizeof *ends) {
        ends[n++] = r.n - 1;
        ok = way_on(f, &r);
        for (i = 0; ok && i < n && !met; i++) met = r.at[ends[i]].node == r.at[r.n - 1].node;
    }
    size_t begin = met ? ends[i - 1] : 0, node = r.n ? r.at[begin].node : 0;
    x->at = f->id[node / NODES];
    x->loop = (Loop){ .inst = (int)(node % NODES) / MAX_KEYS, .key = (int)(node % MAX_KEYS), .source = f->source };
    x->loop.at = ok ? NEW_N(x->m->arena, LoopStep, (int)(r.n - begin)) : NULL;
    for (i = begin + 1; ok && i < r.n; i++) {
        Edge e = r.at[i].by;
        if (edge_inst(e) == (int)(r.at[i - 1].node % NODES) / MAX_KEYS && edge_source(e) < f->source &&
            is_pressing(&f->x->m->ctl[f->ctl].c->sources.at[edge_source(e)]))
            x->loop.better |= UINT64_C(1) << (edge_source(e) & 63);
        x->loop.at[x->loop.n++] = (LoopStep){ f->id[r.at[i].node / NODES], edge_inst(e), edge_key(e),
                                              edge_source(e) == NO_SOURCE ? -1 : edge_source(e) };
    }
    free(r.at);
}

void fair_tell(Search *x, int inst, int key)
{
    const Controller *c = x->m->ctl[x->m->inst[inst].ctl].c;
    const Source *s = &c->sources.at[x->loop.source];
    char better[200] = "", line[20] = "";
    int n = 0;
    if (s->kind != SRC_LEVEL || !s->event->keyless) snprintf(line, sizeof line, "line %d, ", key);
    for (int i = 0; i < x->loop.source; i++)
        if (x->loop.better >> (i & 63) & 1 && n < (int)sizeof better - 1)
            n += snprintf(better + n, sizeof better - (size_t)n, "%s'" STR_FMT "'", n ? ", " : "",
                          STR_ARG(c->sources.at[i].name));
    model_problem(&x->fired, P_STARVATION,
                  "'" STR_FMT "' of " STR_FMT "[%d], %sis ready all the time and never taken: better in "
                  "<priority> are %s", STR_ARG(s->name), STR_ARG(c->name), x->m->inst[inst].index, line, better);
}

/* ---- all of them ---- */

static bool has_better(const Controller *c, int source)
{
    bool any = false;
    for (int i = 0; i < source; i++) any |= is_pressing(&c->sources.at[i]);
    return any;
}

static bool look(Fair *f)
{
    for (int t = 0; t < f->n_turns; t++)
        for (int i = 0; i < f->x->m->n_inst; i++)
            f->inst_to[t][i] = (uint8_t)symmetry_renumbered(f->x->m, i, &f->turn[t]);
    for (f->ctl = 0; f->ctl < f->x->m->n_ctl; f->ctl++) {
        const Controller *c = f->x->m->ctl[f->ctl].c;
        for (f->source = 1; f->source < c->sources.n && !search_stopped(); f->source++)
            if (has_better(c, f->source) && find_kept(f)) return false;
    }
    return true;
}

SearchEnd search_fair(Search *x)
{
    Fair f = { .x = x };
    double begin = search_clock();
    bool fine = true;
    f.full = !list_states(&f);
    if (!f.full) list_steps(&f);
    if (!f.full && !search_stopped()) fine = look(&f);
    if (!fine) {
        find_loop(&f);
        fair_tell(x, x->loop.inst, x->loop.key);
        x->has_occurrence = false;
    }
    free(f.id); free(f.first); free(f.edge); free(f.now); free(f.kept);
    x->fair_seconds = search_clock() - begin;
    return search_stopped() ? END_STOPPED : f.full ? END_MEMORY : fine ? END_ALL : END_PROBLEM;
}
