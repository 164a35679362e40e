/* causes.c - waits that go on through registers and wishes: what is held until a register changes, where every way to
 * that change takes a message that comes on the network that is held.
 *
 * For each message that a stall holds in all states while a condition over registers does, and each event after which
 * that begins: which events can still happen, and what can the registers become, if no instance takes anything from
 * that network? This is an upper bound (registers have sets of values, all else can be anything), from the reset values
 * on. If the condition never ends in it, this is a circle. Reported is a message that would break it if it were taken.
 */
#include "check/common.h"
#include "check/passes.h"

enum { MOST_VALUES = 8 };
/* What a register can be: one of n values; n > MOST_VALUES: anything. */
typedef struct { int64_t at[MOST_VALUES]; int n; } Values;

/* of, net: nothing is taken there but messages `but`. */
typedef struct {
    Check *k;
    const Controller *of;
    const Network *net; const Message *but;
    bool **happens, *sent;           /* by Controller.id and Event.id; by number among Protocol.msgs */
    Values **can;                    /* by Controller.id and Var.id */
    const Controller *c;             /* whose rows and expressions are looked at */
    Values *into;                    /* what is set goes here, and is not seen; or NULL */
    bool more;
} World;

/* ---- values ---- */

static void add_value(World *w, Values *v, int64_t value)
{
    for (int i = 0; i < v->n && v->n <= MOST_VALUES; i++) if (v->at[i] == value) return;
    if (v->n > MOST_VALUES) return;
    if (v->n < MOST_VALUES) v->at[v->n] = value;
    v->n++;
    w->more = true;
}

static void add_any(World *w, Values *v)
{
    w->more |= v->n <= MOST_VALUES;
    v->n = MOST_VALUES + 1;
}

static void add_expr(World *w, Values *v, const Expr *e)
{
    int64_t value;
    if (expr_is_const(e) && param_value(&w->k->dflt, e, &value, NULL)) add_value(w, v, value);
    else add_any(w, v);
}

static const Values *values_of(const World *w, const Expr *e)
{
    return e->op == E_VAR && e->var->kind == V_REG && !e->var->constant ? &w->can[w->c->id][e->var->id] : NULL;
}

/* Can the two be equal, or unequal? */
static bool may_equal(const World *w, const Expr *a, const Expr *b, bool equal)
{
    const Values *v = values_of(w, a);
    const Expr *other = v ? b : a;
    int64_t value;
    if (!v) v = values_of(w, b);
    bool known = v && v->n <= MOST_VALUES && expr_is_const(other);
    if (!known || !param_value(&w->k->dflt, other, &value, NULL)) return true;
    for (int i = 0; i < v->n; i++) if ((v->at[i] == value) == equal) return true;
    return false;
}

/* Can the condition have this value? */
static bool may(const World *w, const Expr *e, bool want)
{
    const Values *v = values_of(w, e);
    int64_t value;
    if (v) {
        for (int i = 0; i < v->n && v->n <= MOST_VALUES; i++) if ((v->at[i] != 0) == want) return true;
        return v->n > MOST_VALUES;
    }
    if (expr_is_const(e) && param_value(&w->k->dflt, e, &value, NULL)) return (value != 0) == want;
    switch (e->op) {
    case E_NOT: return may(w, e->arg[0], !want);
    case E_AND: case E_OR:
        if ((e->op == E_AND) == want) return may(w, e->arg[0], want) && may(w, e->arg[1], want);
        return may(w, e->arg[0], want) || may(w, e->arg[1], want);
    case E_EQ: return may_equal(w, e->arg[0], e->arg[1], want);
    case E_NE: return may_equal(w, e->arg[0], e->arg[1], !want);
    default: return true;
    }
}

/* ---- what can happen ---- */

static int msg_number(const World *w, const Message *m)
{
    int i = 0;
    while (w->k->p->msgs.at[i] != m) i++;
    return i;
}

static void take(World *w, const Action *body)
{
    Values *into = w->into ? w->into : w->can[w->c->id];
    for (const Action *x = body; x; x = x->next) {
        if (x->kind == A_SEND || x->kind == A_MULTICAST) {
            bool *sent = &w->sent[msg_number(w, x->msg)];
            w->more |= !*sent;
            *sent = true;
        } else if (x->kind == A_SET && x->dst->kind == V_REG && x->place) {
            for (int i = 0; i < w->c->vars.n; i++)
                if (w->c->vars.at[i]->array && w->c->vars.at[i]->array == x->dst->array) add_any(w, &into[i]);
        } else if (x->kind == A_SET && x->dst->kind == V_REG) add_expr(w, &into[x->dst->id], x->value);
        for (int i = 0; i < x->branches.n; i++)
            if (!x->branches.at[i].test || may(w, x->branches.at[i].test, true)) take(w, x->branches.at[i].body);
        if (x->body) take(w, x->body);
    }
}

/* All rows of an event, in every state. */
static void take_rows(World *w, const Controller *c, const Event *e)
{
    w->c = c;
    for (int s = 0; s < c->states.n; s++) {
        const Cell *cell = cell_at(c, c->states.at[s], e);
        for (int r = 0; r < cell->rows.n; r++) {
            const Row *row = cell->rows.at[r];
            if (row->kind == ROW_ON && (!row->when || may(w, row->when, true))) take(w, row->body);
        }
    }
}

static bool can_happen(World *w, const Controller *c, const Event *e)
{
    w->c = c;
    if (e->base && !e->otherwise && e->when && !may(w, e->when, true)) return false;
    if (e->kind == EV_WISH && e->when && !may(w, e->when, true)) return false;
    if (e->kind != EV_MESSAGE) return true;
    return w->sent[msg_number(w, e->msg)] && (c != w->of || e->msg->net != w->net || e->msg == w->but);
}

/* The registers that are kept for sweeps and gathers change as the tool has it: they can be anything. */
static void world_start(World *w, Check *k)
{
    const Protocol *p = k->p;
    w->k = k;
    w->happens = NEW_N(k->a, bool *, p->ctls.n + 1);
    w->can = NEW_N(k->a, Values *, p->ctls.n + 1);
    w->sent = NEW_N(k->a, bool, p->msgs.n + 1);
    for (int i = 0; i < p->ctls.n; i++) {
        const Controller *c = p->ctls.at[i];
        w->happens[i] = NEW_N(k->a, bool, c->events.n + 1);
        w->can[i] = NEW_N(k->a, Values, c->vars.n + 1);
        for (int v = 0; v < c->vars.n; v++) {
            const Var *var = c->vars.at[v];
            if (var->kind == V_REG && var->reset && !var->kept && !var->array) add_expr(w, &w->can[i][v], var->reset);
            else add_any(w, &w->can[i][v]);
        }
    }
}

static void world_end(World *w)
{
    const Protocol *p = w->k->p;
    do {
        w->more = false;
        for (int i = 0; i < p->ctls.n; i++)
            for (int e = 0; e < p->ctls.at[i]->events.n; e++) {
                const Event *ev = p->ctls.at[i]->events.at[e];
                bool *happens = &w->happens[i][e];
                if (!*happens && can_happen(w, p->ctls.at[i], ev)) *happens = w->more = true;
                if (*happens) take_rows(w, p->ctls.at[i], ev);
            }
    } while (w->more);
}

/* ---- what is held ---- */

/* by: the condition over registers that holds event e at c, only: it reads nothing else; row: the stall. */
typedef struct { Check *k; const Controller *c; const Event *e; const Row *row; const Expr *by; bool only; } Held;

static void find_other(const Expr *e, void *ctx)
{
    Held *h = ctx;
    const Var *v = expr_reads(e);
    if (v && (v->kind != V_REG || v->array || v->kept)) h->only = false;
    if (e->op == E_STATE || e->op == E_MSG) h->only = false;
}

static const Row *stall_in(const Cell *cell, const Expr *when)
{
    for (int r = 0; r < cell->rows.n; r++) {
        const Row *row = cell->rows.at[r];
        if (row->kind == ROW_STALL && (when ? row->when && expr_same(row->when, when) : !row->when)) return row;
    }
    return NULL;
}

/* Is the event stalled in all states that there are, under this guard (NULL: without one)? The first such row. */
static const Row *stalled(const Held *h, const Expr *when)
{
    const Row *first = NULL;
    for (int s = 0; s < h->c->states.n; s++) {
        if (!h->k->ctl[h->c->id].seen[s]) continue;
        const Row *row = stall_in(cell_at(h->c, h->c->states.at[s], h->e), when);
        if (!row) return NULL;
        if (!first) first = row;
    }
    return first;
}

typedef struct { const Held *h; World *w; const Values *fresh; bool sets; } Entry;

/* What the row that begins the wait sets takes the place of what the registers of the condition were. */
static void find_set(const Expr *e, void *ctx)
{
    Entry *x = ctx;
    const Var *v = expr_reads(e);
    if (!v || !x->fresh[v->id].n) return;
    x->w->can[x->h->c->id][v->id] = x->fresh[v->id];
    x->sets = true;
}

/* At rest, registers as they are reset, event x happens; then nothing is taken from the network at c but of message
 * `but`: does the condition hold after x, for ever? */
static bool stuck(const Held *h, const Event *x, const Message *but, World *w)
{
    *w = (World){ .of = h->c, .net = h->e->msg->net, .but = but };
    world_start(w, h->k);
    Values *rest = w->can[h->c->id], *fresh = NEW_N(h->k->a, Values, h->c->vars.n + 1);
    w->into = fresh;
    take_rows(w, h->c, x);
    w->into = NULL;
    Entry entry = { h, w, fresh, false };
    expr_walk(h->by, find_set, &entry);
    w->c = h->c;
    if (!entry.sets || !may(w, h->by, true)) return false;
    for (int i = 0; i < h->c->vars.n; i++) {
        for (int k = 0; k < fresh[i].n && fresh[i].n <= MOST_VALUES; k++) add_value(w, &rest[i], fresh[i].at[k]);
        if (fresh[i].n > MOST_VALUES) add_any(w, &rest[i]);
    }
    world_end(w);
    w->c = h->c;
    return !may(w, h->by, false);
}

/* True: a circle has been reported. */
static bool check_held(Held *h, const Expr *by, const Row *row)
{
    h->by = by, h->row = row, h->only = true;
    expr_walk(by, find_other, h);
    for (int i = 0; i < h->c->events.n && h->only; i++) {
        const Event *x = h->c->events.at[i];
        World w, other;
        if (x->hidden || !stuck(h, x, NULL, &w)) continue;
        for (int m = 0; m < h->k->p->msgs.n; m++) {
            const Message *but = h->k->p->msgs.at[m];
            if (but == h->e->msg || but->net != h->e->msg->net || !w.sent[m] || stuck(h, x, but, &other)) continue;
            diag_warning(h->k->d, row->pos, "circular wait: after " STR_FMT " a " STR_FMT " at the head of network '"
                         STR_FMT "' waits at " STR_FMT " for what comes only when " STR_FMT " has been taken, which "
                         "can stand behind it; expected a network of its own for one of them, or a row that parks",
                         STR_ARG(x->name), STR_ARG(h->e->name), STR_ARG(but->net->name), STR_ARG(h->c->name),
                         STR_ARG(but->name));
            diag_note(h->k->d, by->pos, "it waits until this does not hold any more");
            return true;
        }
    }
    return false;
}

/* Each row is reported once. */
static void check_controller(Check *k, const Controller *c)
{
    bool *told = NEW_N(k->a, bool, c->rows.n + 1);
    for (int e = 0; e < c->events.n; e++) {
        Held h = { .k = k, .c = c, .e = c->events.at[e] };
        if (h.e->kind != EV_MESSAGE || h.e->hidden) continue;
        const Row *row = stalled(&h, NULL);
        if (row && h.e->base && !h.e->otherwise && h.e->when && !told[row->id])
            told[row->id] = check_held(&h, h.e->when, row);
        const Cell *cell = cell_at(c, c->states.at[0], h.e);
        for (int r = 0; r < cell->rows.n; r++)
            if (cell->rows.at[r]->when && !told[cell->rows.at[r]->id] && stalled(&h, cell->rows.at[r]->when))
                told[cell->rows.at[r]->id] = check_held(&h, cell->rows.at[r]->when, cell->rows.at[r]);
    }
}

void check_causes(Check *k)
{
    for (int i = 0; i < k->p->ctls.n; i++) check_controller(k, k->p->ctls.at[i]);
}
