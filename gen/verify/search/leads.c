/* leads.c - <progress>. A state that owes an instance and line what a <progress> promises is a node; so is every state
 * after it until the promise is kept. Each node needs a way to one that keeps it. If all have one, no run that is fair
 * to every step that is possible again and again can put it off for ever. */
#include "verify/search/leads.h"
#include "verify/symmetry/symmetry.h"
#include "verify/step/inputs.h"
#include "util/text.h"
#include <stdlib.h>

/* State, instance, line and number of the <progress>, as one number; 0 is none. */
typedef uint64_t Node;
enum { NODE_INST = 32, NODE_KEY = 35, NODE_NUMBER = 37 };
typedef struct { Node *at; size_t n, cap; } Nodes;

typedef struct {
    Search *x;
    Nodes seen, good, left, path, tried;  /* sets: that owe something, from which a way is known, tried in vain here */
    bool full, way, all;                  /* all: every step, else those without new requests */
    Node of, fresh;
} Leads;

static StateId id_of(Node n) { return (StateId)n; }
static int inst_of(Node n) { return (int)(n >> NODE_INST & 7); }
static int key_of(Node n) { return (int)(n >> NODE_KEY & 3); }
static Node node_at(Node like, StateId id, int inst, int key)
{
    return like >> NODE_NUMBER << NODE_NUMBER | (Node)key << NODE_KEY | (Node)inst << NODE_INST | id;
}

/* ---- sets and stacks ---- */

static size_t place(const Nodes *s, Node n)
{
    size_t i = (n * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (s->cap - 1);
    while (s->at[i] && s->at[i] != n) i = (i + 1) & (s->cap - 1);
    return i;
}
static bool has(const Nodes *s, Node n) { return s->n && s->at[place(s, n)] == n; }

static bool add(Leads *l, Nodes *s, Node n)
{
    if (2 * s->n >= s->cap) {
        Nodes more = { calloc(s->cap ? 2 * s->cap : 256, sizeof *s->at), s->n, s->cap ? 2 * s->cap : 256 };
        if (!more.at) { l->full = true; return false; }
        for (size_t i = 0; i < s->cap; i++) if (s->at[i]) more.at[place(&more, s->at[i])] = s->at[i];
        free(s->at);
        *s = more;
    }
    size_t i = place(s, n);
    s->n += !s->at[i];
    s->at[i] = n;
    return true;
}

static void push(Leads *l, Nodes *s, Node n)
{
    if (s->n == s->cap) {
        Node *at = realloc(s->at, (s->cap ? 2 * s->cap : 256) * sizeof *at);
        if (!at) { l->full = true; return; }
        s->at = at;
        s->cap = s->cap ? 2 * s->cap : 256;
    }
    s->at[s->n++] = n;
}

/* ---- what is promised ---- */

static const Progress *promise(const Model *m, Node n)
{
    return &m->ctl[m->inst[inst_of(n)].ctl].c->progresses.at[n >> NODE_NUMBER];
}

static bool holds(const Model *m, const SysState *s, Node n, const Expr *e)
{
    uint64_t vars[MAX_VARS];
    step_fill_watched(m, s, inst_of(n), key_of(n), vars);
    return eval_expr(m->ctl[m->inst[inst_of(n)].ctl].eval, e, vars);
}

static bool step(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    Leads *l = ctx;
    const Search *x = l->x;
    uint64_t packed[PACKED_WORDS];
    Numbering did;
    (void)o; (void)f;
    if (r != FIRE_OK || holds(x->m, next, l->of, promise(x->m, l->of)->leadsto)) {     /* beyond the bound: a way */
        l->way = true;
        return l->all;
    }
    symmetry_numbering_same(&did);
    symmetry_canonical(x->m, (SysState *)next, &did);
    size_t n = search_pack(x, next, packed);
    StateId id = n > PACKED_MAX ? 0 : pool_find(x->pool, packed, n, state_hash(packed, n));
    Node to = node_at(l->of, id, symmetry_renumbered(x->m, inst_of(l->of), &did), did.key[key_of(l->of)]);
    if (l->all) {
        if (id && !has(&l->seen, to)) push(l, &l->left, to);
        return true;
    }
    if (!id || has(&l->good, to)) { l->way = true; return false; }
    if (!l->fresh && !has(&l->tried, to)) l->fresh = to;
    return true;
}

static void steps(Leads *l, Node from, bool all)
{
    uint64_t packed[PACKED_WORDS];
    SysState s;
    pool_copy(l->x->pool, id_of(from), packed);
    search_unpack(l->x, packed, &s);
    l->of = from;
    l->fresh = 0;
    l->way = false;
    l->all = all;
    step_successors(l->x->m, &s, all ? SUCC_ALL : SUCC_WORK | SUCC_ENDS | SUCC_EVICT_NEEDED, step, l);
}

/* Depth first; nodes on the way that is found are good. */
static bool has_way(Leads *l, Node from)
{
    free(l->tried.at);
    l->tried = (Nodes){ 0 };
    l->path.n = 0;
    for (Node n = from; n && !l->full; ) {
        if (!has(&l->tried, n)) { add(l, &l->tried, n); push(l, &l->path, n); }
        steps(l, n, false);
        if (l->way) {
            for (size_t i = 0; i < l->path.n; i++) add(l, &l->good, l->path.at[i]);
            return true;
        }
        if (l->fresh) { n = l->fresh; continue; }
        n = --l->path.n ? l->path.at[l->path.n - 1] : 0;
    }
    return l->full;
}

/* It, and all that come after it until the promise is kept. */
static bool kept(Leads *l, Node from)
{
    push(l, &l->left, from);
    while (l->left.n && !l->full && !search_stopped()) {
        Node n = l->left.at[--l->left.n];
        if (has(&l->seen, n)) continue;
        add(l, &l->seen, n);
        if (!has(&l->good, n) && !has_way(l, n)) { l->of = n; return false; }
        steps(l, n, true);
    }
    return true;
}

static bool all_kept(Leads *l, StateId id, const SysState *s)
{
    const Model *m = l->x->m;
    for (int i = 0; i < m->n_inst; i++) {
        const Controller *c = m->ctl[m->inst[i].ctl].c;
        for (int p = 0; p < c->progresses.n; p++)
            for (int q = 0; q < (c->key ? m->n_keys : 1); q++) {
                Node n = node_at((Node)p << NODE_NUMBER, id, i, q);
                if (has(&l->seen, n) || !holds(m, s, n, c->progresses.at[p].when)) continue;
                if (p < SEARCH_PROMISES) l->x->promised[m->inst[i].ctl] |= UINT64_C(1) << p;
                if (holds(m, s, n, c->progresses.at[p].leadsto)) continue;
                if (!kept(l, n)) return false;
            }
    }
    return true;
}

bool leads_any(const Model *m)
{
    for (int i = 0; i < m->n_ctl; i++) if (m->ctl[i].c->progresses.n) return true;
    return false;
}

SearchEnd search_leads(Search *x)
{
    Leads l = { .x = x };
    uint64_t packed[PACKED_WORDS];
    SysState s;
    StateId id;
    bool fine = true;
    for (size_t i = 0; i < pool_runs(x->pool) && fine && !l.full && !search_stopped(); i++) {
        PoolRun run = pool_any_run(x->pool, i);
        while (fine && !l.full && pool_step(x->pool, &run, &id, packed)) {
            search_unpack(x, packed, &s);
            fine = all_kept(&l, id, &s);
        }
    }
    if (!fine) {
        const Progress *p = promise(x->m, l.of);
        model_problem(&x->fired, P_LIVELOCK, "progress '" STR_FMT "' of " STR_FMT
                      " (line %d): without new requests no run from here comes to", STR_ARG(p->name),
                      STR_ARG(x->m->ctl[x->m->inst[inst_of(l.of)].ctl].c->name), p->pos.line);
        x->fired.why = p->text;
        x->at = id_of(l.of);
        x->has_occurrence = false;
    }
    free(l.seen.at); free(l.good.at); free(l.left.at); free(l.path.at); free(l.tried.at);
    return search_stopped() ? END_STOPPED : l.full ? END_MEMORY : fine ? END_ALL : END_PROBLEM;
}
