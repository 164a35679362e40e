/* paths.c - along every path through a row's <choose>s: entries that are used must exist and those that are over must
 * be left, a line's state needs a line, one <go>, one <reply> or request to each port. A path is refused only if it can
 * be taken: tests that were decided before on the path are known. */
#include "check/common.h"
#include "check/passes.h"
#include <stdarg.h>

enum { PATHS_MAX = 32, PLACES_MAX = 32 };

typedef struct Known { const Expr *test; bool value; const struct Known *next; } Known;

/* Masks: one bit per store or waiting place of the controller, in order of declaration. */
typedef struct {
    uint32_t entry;                  /* waiting places that surely have an entry of the key */
    uint32_t made;                   /* of those, allocated by this row */
    uint32_t done, parked;
    uint32_t got, lost;              /* stores where a line was allocated, dropped */
    uint32_t locked, unlocked;       /* stores where the line was locked; unlocked, and not locked before by this row */
    uint32_t used;                   /* ports with a reply or a request */
    const State *go;
    const Known *known;
} Path;

typedef struct { Path at[PATHS_MAX]; int n; } Paths;

typedef struct Edge { const State *to; uint32_t got, lost; struct Edge *next; } Edge;

typedef struct {
    Check *k; CtlFacts *f;
    const Controller *c;
    const State *row_state, *stored; const Event *event; Row *row;
    bool collect;                    /* gather edges, report nothing */
    Edge **edges;                    /* by State.id of the stored state */
    uint32_t *line;                  /* by State.id: stores where the key can have a line in this state */
    bool *entered;                   /* by State.id: not at a waiting place, or some rows lead there */
} Walk;

enum {
    TOLD_NO_ENTRY = 1,
    TOLD_NO_LINE = 2,
    TOLD_ARMED = 4,
    TOLD_DONE_STAYS = 8,
    TOLD_PARK = 16,
    TOLD_PARK_DONE = 32,
    TOLD_TWO_GOS = 64,
    TOLD_NOT_THERE = 128,
    TOLD_MADE = 256,
    TOLD_PORT = 512,
    TOLD_LOCK = 1024,
    TOLD_LOCK_FREE = 2048
};

static uint32_t store_bit(const Controller *c, const Store *s)
{
    for (int i = 0; i < c->stores.n && i < PLACES_MAX; i++) if (c->stores.at[i] == s) return UINT32_C(1) << i;
    return 0;
}

static uint32_t port_bit(const Controller *c, const Port *p)
{
    for (int i = 0; i < c->ports.n && i < PLACES_MAX; i++) if (c->ports.at[i] == p) return UINT32_C(1) << i;
    return 0;
}

static uint32_t waiters_bit(const Controller *c, const Waiters *w)
{
    for (int i = 0; i < c->waiters.n && i < PLACES_MAX; i++) if (c->waiters.at[i] == w) return UINT32_C(1) << i;
    return 0;
}

static void tell(Walk *w, unsigned kind, Pos at, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* Reports, each kind of problem once per row. */
static void tell(Walk *w, unsigned kind, Pos at, const char *fmt, ...)
{
    RowFacts *r = &w->f->rows[w->row->id];
    va_list ap;
    if (w->collect || (r->told & kind)) return;
    r->told |= kind;
    va_start(ap, fmt);
    Str text = str_vprintf(w->k->a, fmt, ap);
    va_end(ap);
    diag_error(w->k->d, at, "state " STR_FMT ", event " STR_FMT ": " STR_FMT, STR_ARG(w->row_state->name),
               STR_ARG(w->event->name), STR_ARG(text));
}

/* ---- what is known of tests ---- */

static bool uses(const Expr *e, const Var *v, bool hits)
{
    if (!e) return false;
    if (expr_reads(e) && (e->var == v || (hits && (e->var->kind == V_STORE_HIT || e->var->kind == V_WAITER_HIT))))
        return true;
    for (int i = 0; i < e->n_args; i++) if (uses(e->arg[i], v, hits)) return true;
    return false;
}

static void forget(Walk *w, Path *p, const Var *v, bool hits)
{
    const Known *kept = NULL;
    for (const Known *x = p->known; x; x = x->next) {
        if (uses(x->test, v, hits)) continue;
        Known *copy = NEW(w->k->a, Known);
        *copy = (Known){ x->test, x->value, kept };
        kept = copy;
    }
    p->known = kept;
}

/* Compares `state`, the stored one, with a state: 1 it is that one, 0 another, -1 the test asks something else. */
static int is_stored(const State *stored, const Expr *test)
{
    for (int i = 0; i < 2; i++) {
        const Expr *var = test->arg[i], *state = test->arg[1 - i];
        if (var->op == E_VAR && var->var->kind == V_STATE && state->op == E_STATE) return state->num == stored->id;
    }
    return -1;
}

/* 1 true, 0 false, -1 not known. */
static int known(const State *stored, const Path *p, const Expr *test)
{
    if (test->op == E_NUM) return test->num != 0;
    if (test->op == E_NOT || test->op == E_NE) {
        int v = test->op == E_NE ? is_stored(stored, test) : known(stored, p, test->arg[0]);
        if (v >= 0) return !v;
    }
    if (test->op == E_EQ && is_stored(stored, test) >= 0) return is_stored(stored, test);
    if (test->op == E_AND || test->op == E_OR) {
        int a = known(stored, p, test->arg[0]), b = known(stored, p, test->arg[1]), ends = test->op == E_OR;
        if (a == ends || b == ends) return ends;
        if (a >= 0 && b >= 0) return !ends;
    }
    for (const Known *x = p->known; x; x = x->next) if (same_expr(x->test, test)) return x->value;
    return -1;
}

static void learn(Walk *w, Path *p, const Expr *test, bool value)
{
    if (test->op == E_NOT) { learn(w, p, test->arg[0], !value); return; }
    if ((test->op == E_AND && value) || (test->op == E_OR && !value)) {
        learn(w, p, test->arg[0], value);
        learn(w, p, test->arg[1], value);
    }
    if (test->op == E_VAR && test->var->kind == V_WAITER_HIT && value)
        p->entry |= waiters_bit(w->c, test->var->waiters);
    Known *x = NEW(w->k->a, Known);
    *x = (Known){ test, value, p->known };
    p->known = x;
}

/* Equal in all but the tests: then what is not known of both is forgotten. */
static bool merge(Path *into, const Path *p)
{
    if (into->entry != p->entry || into->made != p->made || into->done != p->done || into->parked != p->parked ||
        into->got != p->got || into->lost != p->lost || into->locked != p->locked || into->used != p->used ||
        into->unlocked != p->unlocked || into->go != p->go)
        return false;
    while (into->known) {
        for (const Known *x = p->known; x; x = x->next) if (x == into->known) return true;
        into->known = into->known->next;
    }
    return true;
}

static void add_path(Paths *set, const Path *p)
{
    for (int i = 0; i < set->n; i++) if (merge(&set->at[i], p)) return;
    if (set->n < PATHS_MAX) set->at[set->n++] = *p;
}

/* ---- actions ---- */

static bool stored_at(const Walk *w, const Waiters *x)
{
    return w->stored->at == AT_WAITERS && w->stored->waiters == x;
}

static void do_allocate(Walk *w, Path *p, const Action *x)
{
    if (x->store) { p->got |= store_bit(w->c, x->store); p->lost &= ~store_bit(w->c, x->store); }
    if (x->waiters && !stored_at(w, x->waiters)) p->made |= waiters_bit(w->c, x->waiters);
    if (x->waiters) p->entry |= waiters_bit(w->c, x->waiters);
    forget(w, p, NULL, true);
}

static void do_waiters(Walk *w, Path *p, const Action *x)
{
    uint32_t bit = waiters_bit(w->c, x->waiters);
    if (!has_entries(x->waiters)) return;
    if (x->kind == A_PARK) {
        if (!(p->entry & bit))
            tell(w, TOLD_PARK, x->pos,
                 "<park/> without an entry of '" STR_FMT "', expected <allocate what=\"" STR_FMT "\"/> before it",
                 STR_ARG(x->waiters->name), STR_ARG(x->waiters->name));
        if (p->parked & bit)
            tell(w, TOLD_PARK, x->pos, "a second <park/> in '" STR_FMT "' on one path: an event is parked once",
                 STR_ARG(x->waiters->name));
        p->parked |= bit;
    } else {
        if (!stored_at(w, x->waiters) && !(p->made & bit))
            tell(w, TOLD_NOT_THERE, x->pos,
                 "<%s/>, but state " STR_FMT " is not kept at '" STR_FMT "': there is no entry to speak of",
                 x->kind == A_DONE ? "done" : "replay", STR_ARG(w->stored->name), STR_ARG(x->waiters->name));
        if (x->kind == A_DONE) p->done |= bit;
    }
    if (p->parked & p->done & bit)
        tell(w, TOLD_PARK_DONE, x->pos,
             "<park/> and <done/> on one path: what is parked would be lost or keep a finished entry");
}

/* Of a line that is not there nothing can be locked; one that is locked stays. */
static void do_lock(Walk *w, Path *p, const Action *x)
{
    uint32_t bit = store_bit(w->c, x->store), line = (w->line[w->stored->id] & ~p->lost) | p->got;
    if (!(line & bit) && store_keeps_state(w->c, x->store))
        tell(w, TOLD_LOCK, x->pos,
             "<%s/>, but the key cannot have a line of '" STR_FMT "' here: expected <allocate what=\"" STR_FMT
             "\"/> before it",
             x->kind == A_LOCK ? "lock" : "unlock", STR_ARG(x->store->name), STR_ARG(x->store->name));
    if (x->kind == A_UNLOCK && !(p->locked & bit)) p->unlocked |= bit;
    if (x->kind == A_LOCK) p->locked |= bit;
    else p->locked &= ~bit;
}

/* A port takes one message from a row: a second one would silently replace the first. */
static void do_port(Walk *w, Path *p, const Action *x)
{
    uint32_t bit = port_bit(w->c, x->port);
    const char *what = x->kind == A_REPLY ? "<reply>" : "request";
    if (p->used & bit)
        tell(w, TOLD_PORT, x->pos, "a second %s to port '" STR_FMT "' on one path, expected one at most", what,
             STR_ARG(x->port->name));
    for (int i = 0; x->port->probe && i < w->c->ports.n; i++) {
        const Port *other = w->c->ports.at[i];
        if (other == x->port || other->probe != x->port->probe || !(p->used & port_bit(w->c, other))) continue;
        tell(w, TOLD_PORT, x->pos, "a second look into '" STR_FMT "' on one path, expected one at most",
             STR_ARG(x->port->probe->name));
    }
    p->used |= bit;
}

/* What an <each> sets, on any path through it. */
static void forget_sets(Walk *w, Path *p, const Action *x)
{
    if (x->dst) forget(w, p, x->dst, false);
    for (const Action *y = x->body; y; y = y->next) forget_sets(w, p, y);
    for (int i = 0; i < x->branches.n; i++)
        for (const Action *y = x->branches.at[i].body; y; y = y->next) forget_sets(w, p, y);
}

static void do_action(Walk *w, Path *p, const Action *x)
{
    switch (x->kind) {
    case A_SET: case A_LET: forget(w, p, x->dst, false); break;
    case A_EACH:
        for (const Action *y = x->body; y; y = y->next) forget_sets(w, p, y);
        break;
    case A_ALLOCATE: do_allocate(w, p, x); break;
    case A_FREE:
        if (x->store) { p->lost |= store_bit(w->c, x->store); p->got &= ~store_bit(w->c, x->store); }
        forget(w, p, NULL, true);
        break;
    case A_PARK: case A_REPLAY: case A_DONE: do_waiters(w, p, x); break;
    case A_LOCK: case A_UNLOCK: do_lock(w, p, x); break;
    case A_REPLY: case A_REQUEST: do_port(w, p, x); break;
    case A_GO:
        if (p->go)
            tell(w, TOLD_TWO_GOS, x->pos, "a second <go> on one path, after the one to " STR_FMT, STR_ARG(p->go->name));
        p->go = x->go;
        break;
    default: break;
    }
}

static void walk_body(Walk *w, const Action *body, Paths *set);

static void walk_choose(Walk *w, const Action *x, Paths *set)
{
    Paths out = { .n = 0 }, taken;
    for (int i = 0; i < x->branches.n; i++) {
        const Branch *br = &x->branches.at[i];
        Paths rest = { .n = 0 };
        taken.n = 0;
        for (int k = 0; k < set->n; k++) {
            Path yes = set->at[k], no = yes;
            int v = br->test ? known(w->stored, &yes, br->test) : 1;
            if (br->test && v < 0) { learn(w, &yes, br->test, true); learn(w, &no, br->test, false); }
            if (v != 0) add_path(&taken, &yes);
            if (v != 1) add_path(&rest, &no);
        }
        walk_body(w, br->body, &taken);
        for (int k = 0; k < taken.n; k++) add_path(&out, &taken.at[k]);
        *set = rest;
    }
    for (int k = 0; k < set->n; k++) add_path(&out, &set->at[k]);
    *set = out;
}

static void walk_body(Walk *w, const Action *body, Paths *set)
{
    for (const Action *x = body; x; x = x->next) {
        if (x->kind == A_ERROR) set->n = 0;      /* the path ends */
        if (x->kind == A_CHOOSE) walk_choose(w, x, set);
        else for (int i = 0; i < set->n; i++) do_action(w, &set->at[i], x);
    }
}

/* ---- the end of a path ---- */

static void check_entries(Walk *w, const Path *p, const State *end)
{
    for (int i = 0; i < w->c->waiters.n && i < PLACES_MAX; i++) {
        const Waiters *x = w->c->waiters.at[i];
        uint32_t bit = UINT32_C(1) << i;
        bool ends_there = end->at == AT_WAITERS && end->waiters == x;
        Pos at = w->row->pos;
        if (ends_there && p->go && !(p->entry & bit))
            tell(w, TOLD_NO_ENTRY, at,
                 "goes to " STR_FMT ", kept at '" STR_FMT
                 "', but the key has no entry there: expected <allocate what=\"" STR_FMT "\"/>",
                 STR_ARG(end->name), STR_ARG(x->name), STR_ARG(x->name));
        if (ends_there && (p->done & bit))
            tell(w, TOLD_DONE_STAYS, at,
                 "<done/>, but the state afterwards, " STR_FMT ", is kept at '" STR_FMT "': the entry is still needed",
                 STR_ARG(end->name), STR_ARG(x->name));
        if (ends_there || (p->done & bit) || !has_entries(x)) continue;
        if (stored_at(w, x))
            tell(w, TOLD_ARMED, at,
                 "goes from " STR_FMT ", kept at '" STR_FMT "', to " STR_FMT
                 " without <done/>: the entry would never be freed",
                 STR_ARG(w->stored->name), STR_ARG(x->name), STR_ARG(end->name));
        else if (p->made & bit)
            tell(w, TOLD_MADE, at,
                 "allocates an entry of '" STR_FMT "', but the state afterwards, " STR_FMT
                 ", is not kept there: the entry would never be freed",
                 STR_ARG(x->name), STR_ARG(end->name));
    }
}

static void check_locked(Walk *w, const Path *p, const State *end)
{
    for (int i = 0; i < w->c->stores.n && i < PLACES_MAX; i++) {
        const Store *s = w->c->stores.at[i];
        bool goes = p->go && end->at == AT_NONE && store_keeps_state(w->c, s);
        if ((p->locked >> i & 1) && (goes || (p->lost >> i & 1)))
            tell(w, TOLD_LOCK_FREE, w->row->pos, "locks a line of '" STR_FMT "' and frees it: a locked line stays",
                 STR_ARG(s->name));
        else if ((p->unlocked >> i & 1) && (goes || (p->lost >> i & 1)))
            tell(w, TOLD_LOCK_FREE, w->row->pos,
                 "unlocks a line of '" STR_FMT "' and frees it: a line that is locked when the row begins stays, "
                 "expected another row to free it", STR_ARG(s->name));
    }
}

static void end_path(Walk *w, const Path *p)
{
    const State *end = p->go ? p->go : w->stored;
    if (w->collect) {
        if (end->at != AT_WAITERS) return;
        Edge *e = NEW(w->k->a, Edge);
        *e = (Edge){ end, p->got, p->lost, w->edges[w->stored->id] };
        w->edges[w->stored->id] = e;
        return;
    }
    check_entries(w, p, end);
    check_locked(w, p, end);
    uint32_t line = (w->line[w->stored->id] & ~p->lost) | p->got;
    bool none = p->go && end->at == AT_STORE && !(line & store_bit(w->c, end->store));
    if (none && !w->entered[w->stored->id])
        tell(w, TOLD_NO_LINE, w->row->pos,
             "goes to " STR_FMT ", kept at '" STR_FMT "', but no row leads to " STR_FMT ": expected <go to=\"" STR_FMT
             "\"/> where the key gets its entry",
             STR_ARG(end->name), STR_ARG(end->store->name), STR_ARG(w->stored->name), STR_ARG(w->stored->name));
    else if (none)
        tell(w, TOLD_NO_LINE, w->row->pos,
             "goes to " STR_FMT ", kept at '" STR_FMT
             "', but the key cannot have one there: expected <allocate what=\"" STR_FMT
             "\"/> here or on the way to " STR_FMT,
             STR_ARG(end->name), STR_ARG(end->store->name), STR_ARG(end->store->name), STR_ARG(w->stored->name));
}

static void walk_row(Walk *w)
{
    Paths set = { .n = 1 };
    if (w->row->when && known(w->stored, &set.at[0], w->row->when) == 0) return;
    if (w->stored->at == AT_WAITERS) set.at[0].entry = waiters_bit(w->c, w->stored->waiters);
    walk_body(w, w->row->body, &set);
    for (int i = 0; i < set.n; i++) end_path(w, &set.at[i]);
}

static void walk_all(Walk *w)
{
    for (int s = 0; s < w->c->states.n; s++)
        for (int e = 0; e < w->c->events.n; e++) {
            w->row_state = w->c->states.at[s];
            w->event = w->c->events.at[e];
            const Cell *cell = cell_at(w->c, w->row_state, w->event);
            Stored from = stored_for(w->c, w->row_state, w->event);
            for (int r = 0; r < cell->rows.n; r++)
                for (int i = 0; i < from.n && cell->rows.at[r]->kind == ROW_ON; i++) {
                    w->row = cell->rows.at[r];
                    w->stored = from.at[i];
                    walk_row(w);
                }
        }
}

static void spread_entered(Walk *w, const State *s)
{
    if (w->entered[s->id]) return;
    w->entered[s->id] = true;
    for (const Edge *e = w->edges[s->id]; e; e = e->next) spread_entered(w, e->to);
}

/* In which states at a waiting place can the key have a line too? From the states that have one, along the rows. */
static void spread_lines(Walk *w)
{
    const State **todo = NEW_N(w->k->a, const State *, w->c->states.n * (PLACES_MAX + 1) + 1);
    int n = 0;
    for (int i = 0; i < w->c->states.n; i++) {
        const State *s = w->c->states.at[i];
        if (s->at == AT_STORE) w->line[s->id] = store_bit(w->c, s->store);
        todo[n++] = s;
    }
    while (n) {
        const State *s = todo[--n];
        for (const Edge *e = w->edges[s->id]; e; e = e->next) {
            uint32_t line = (w->line[s->id] & ~e->lost) | e->got;
            if (!(line & ~w->line[e->to->id])) continue;
            w->line[e->to->id] |= line;
            todo[n++] = e->to;
        }
    }
}

typedef struct { const Action *park; bool replay; const Waiters *w; } Parked;

static void find_parked(const Action *x, void *ctx)
{
    Parked *p = ctx;
    if (x->waiters != p->w) return;
    if (x->kind == A_PARK && !p->park) p->park = x;
    p->replay |= x->kind == A_REPLAY || x->kind == A_WAKE;
}

static void check_replays(Check *k, const Controller *c)
{
    for (int i = 0; i < c->waiters.n; i++) {
        Parked p = { .w = c->waiters.at[i] };
        bool wakes = block_serves(p.w->block, "wake");
        for (int r = 0; r < c->rows.n && p.w->block->model != BLOCK_MODEL_NONE; r++)
            actions_walk(c->rows.at[r]->body, find_parked, &p);
        if (p.park && !p.replay)
            diag_error(k->d, p.park->pos,
                       "parked in '" STR_FMT "' for ever: no row of the controller has a <%s/> of it",
                       STR_ARG(p.w->name), wakes ? "wake" : "replay");
    }
}

void check_paths(Check *k)
{
    for (int i = 0; i < k->p->ctls.n; i++) {
        Controller *c = k->p->ctls.at[i];
        Walk w = { .k = k, .f = &k->ctl[i], .c = c, .collect = true };
        w.edges = NEW_N(k->a, Edge *, c->states.n + 1);
        w.line = NEW_N(k->a, uint32_t, c->states.n + 1);
        walk_all(&w);
        w.entered = NEW_N(k->a, bool, c->states.n + 1);
        for (int s = 0; s < c->states.n; s++)
            if (c->states.at[s]->at != AT_WAITERS || c->states.at[s]->initial) spread_entered(&w, c->states.at[s]);
        spread_lines(&w);
        w.collect = false;
        walk_all(&w);
        check_replays(k, c);
    }
}
