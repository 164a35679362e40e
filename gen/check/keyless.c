/* keyless.c - rows of events without key have no line and no entry at hand, only registers; a walk gives them those of
 * every key in turn. */
#include "check/passes.h"

typedef struct { Check *k; const Controller *c; const Event *e; bool told; } Looking;

static void refuse(Looking *r, Pos at, const char *what)
{
    if (!r->told) diag_error(r->k->d, at, "event " STR_FMT " has no key: %s", STR_ARG(r->e->name), what);
    r->told = true;
}

static void look(const Expr *x, void *ctx)
{
    Looking *r = ctx;
    if (x->op == E_HOME && !x->n_args) refuse(r, x->pos, "there is no home of it");
    if (x->op != E_VAR) return;
    switch (x->var->kind) {
    case V_KEY: refuse(r, x->pos, "'key' means nothing here"); break;
    case V_STORE: case V_STORE_HIT: refuse(r, x->pos, "there is no line at hand, except in a <walk>"); break;
    case V_WAITER: case V_WAITER_HIT: case V_FIRST:
        refuse(r, x->pos, "there is no entry at hand, except in a <walk>");
        break;
    default: break;
    }
}

static void look_body(Looking *r, const Action *body);

static void look_action(Looking *r, const Action *x)
{
    bool key = x->kind == A_ALLOCATE || (x->kind == A_FREE && !(x->store && x->store->block->sort == BLOCK_FILTER)) ||
               x->kind == A_PARK || x->kind == A_REPLAY || x->kind == A_DONE || x->kind == A_WRITE ||
               x->kind == A_APPLY || x->kind == A_REQUEST || x->kind == A_LOCK || x->kind == A_UNLOCK ||
               (x->kind == A_GO && !ctl_whole_state(r->c)) ||
               (x->kind == A_SET && (x->dst->kind == V_STORE || x->dst->kind == V_WAITER));
    if (key) refuse(r, x->pos, "this action needs one");
    if ((x->kind == A_SEND || x->kind == A_MULTICAST) && !x->msg->keyless && !x->key)
        refuse(r, x->pos, "expected a message with key=\"no\", or key= here");
    expr_walk(x->value, look, r);
    expr_walk(x->place, look, r);
    if (x->kind == A_EACH) look_body(r, x->body);
    expr_walk(x->to, look, r);
    expr_walk(x->key, look, r);
    for (int i = 0; i < x->assigns.n; i++) expr_walk(x->assigns.at[i].value, look, r);
    for (int i = 0; i < x->branches.n; i++) {
        expr_walk(x->branches.at[i].test, look, r);
        look_body(r, x->branches.at[i].body);
    }
}

static void look_body(Looking *r, const Action *body)
{
    for (const Action *x = body; x; x = x->next) look_action(r, x);
}

static void of_event(Check *k, const Controller *c, const Event *e)
{
    Looking r = { k, c, e, false };
    if (e->base || e->kind == EV_TIMER || e->kind == EV_WISH) expr_walk(e->when, look, &r);
    for (int s = 0; s < c->states.n; s++) {
        const Cell *cell = cell_at(c, c->states.at[s], e);
        for (int i = 0; i < cell->rows.n; i++) {
            expr_walk(cell->rows.at[i]->when, look, &r);
            look_body(&r, cell->rows.at[i]->body);
        }
    }
}

/* A wake is offered before anything is looked up: its condition speaks of what can be known of all keys at once. */
static void look_wake(const Expr *x, void *ctx)
{
    Looking *r = ctx;
    const Event *e = r->e;
    if (r->told || (x->op != E_VAR && x->op != E_ELEM && x->op != E_HOME)) return;
    VarKind v = x->op == E_HOME ? V_ARG : x->var->kind;
    bool own = v == V_KEY || (e->waiters && (v == V_WAITER || v == V_FIRST) && x->var->waiters == e->waiters) ||
               (e->store && v == V_STORE && x->var->store == e->store);
    r->told = !own && v != V_REG && v != V_INPUT && v != V_CLOCK && v != V_ME && v != V_EMPTY;
    if (r->told)
        diag_error(r->k->d, x->pos, "the condition of wake " STR_FMT " is known before a key is looked up: expected "
                   "registers, inputs, time, 'key', fields of its %s", STR_ARG(e->name),
                   e->waiters ? "waiting place" : "store");
}

/* Without key nothing is about one. */
static void no_key(const Action *x, void *ctx)
{
    Check *k = ctx;
    if ((x->kind == A_SEND || x->kind == A_MULTICAST) && !x->msg->keyless && !x->key)
        diag_error(k->d, x->pos,
                   "message " STR_FMT
                   " is about a key, which this controller does not have: expected key=\"no\" in its declaration, or "
                   "key= here",
                   STR_ARG(x->msg->name));
}

/* What could make a row of it run. */
static void check_source(Check *k, const Controller *c)
{
    if (!c->sources.n)
        diag_error(k->d, c->pos,
                   "nothing ever happens at controller '" STR_FMT
                   "': expected a port with kind= or takes= whose events have rows, or a timer, wake or wish",
                   STR_ARG(c->name));
}

static bool uses(const Controller *c, const Network *n)
{
    for (int i = 0; i < c->ports.n; i++)
        for (int j = 0; j < c->ports.at[i]->nets.n; j++) if (c->ports.at[i]->nets.at[j] == n) return true;
    return false;
}

/* On the wire every key of a network has one place and width. */
static void one_key(Check *k, const Network *n)
{
    const Controller *first = NULL;
    for (int i = 0; i < k->p->ctls.n; i++) {
        const Controller *c = k->p->ctls.at[i];
        if (!c->key || !uses(c, n)) continue;
        if (!first) first = c;
        if (c->key == first->key) continue;
        diag_error(k->d, c->pos,
                   "keys on network '" STR_FMT "' are of two types: '" STR_FMT "' here, '" STR_FMT "' at '" STR_FMT "'",
                   STR_ARG(n->name), STR_ARG(c->key->name), STR_ARG(first->key->name), STR_ARG(first->name));
        return;
    }
}

void check_keyless(Check *k)
{
    for (int i = 0; i < k->p->nets.n; i++) one_key(k, k->p->nets.at[i]);
    for (int i = 0; i < k->p->ctls.n; i++) check_source(k, k->p->ctls.at[i]);
    for (int i = 0; i < k->p->ctls.n; i++) {
        const Controller *c = k->p->ctls.at[i];
        for (int e = 0; e < c->events.n && c->key; e++) if (c->events.at[e]->keyless) of_event(k, c, c->events.at[e]);
        for (int e = 0; e < c->base_events.n; e++)
            if (c->base_events.at[e]->kind == EV_WAKE)
                expr_walk(c->base_events.at[e]->when, look_wake, &(Looking){ k, c, c->base_events.at[e], false });
        for (int r = 0; r < c->rows.n && !c->key; r++) actions_walk(c->rows.at[r]->body, no_key, k);
    }
}
