/* tested.c - see tested.h. */
#include "verify/model/tested.h"

typedef struct { const Type *t; const Action *at; bool found; } Tests;

static void reads(const Expr *e, void *ctx)
{
    Tests *x = ctx;
    bool read = expr_reads(e) || e->op == E_AT || e->op == E_MSG;
    x->found |= read && e->type == x->t && !(e->var && e->op == E_VAR && e->var->constant);
}

static void of_expr(const Expr *e, Tests *x) { if (e) expr_walk(e, reads, x); }

/* It is read as it is, for a place of the same type. */
static bool is_handed_on(const Action *a, const Expr *e)
{
    if (e->op != E_VAR) return false;
    if (a->kind == A_SET || a->kind == A_LET) return a->value == e && a->dst->type == e->type;
    for (int i = 0; i < a->assigns.n; i++) {
        const Assign *y = &a->assigns.at[i];
        if (y->value == e) return a->kind == A_APPLY || y->part || (y->field && y->field->type == e->type);
    }
    return false;
}

static void in_action(Expr *e, void *ctx)
{
    Tests *x = ctx;
    if (!is_handed_on(x->at, e)) of_expr(e, x);
}

static void of_action(const Action *a, void *ctx)
{
    Tests *x = ctx;
    x->at = a;
    action_exprs(a, in_action, x);
}

static void of_places(const Controller *c, Tests *x)
{
    for (int i = 0; i < c->waiters.n; i++) {
        const Var *order = waiters_order(c->waiters.at[i]);
        x->found |= order && order->type == x->t;
    }
    for (int i = 0; i < c->stores.n; i++)
        for (int f = 0; f < c->stores.at[i]->kept.n; f++) x->found |= c->stores.at[i]->kept.at[f].type == x->t;
}

static void of_properties(const Controller *c, Tests *x)
{
    for (int i = 0; i < c->invariants.n; i++) {
        of_expr(c->invariants.at[i].test, x);
        of_expr(c->invariants.at[i].system, x);
    }
    for (int i = 0; i < c->progresses.n; i++) {
        of_expr(c->progresses.at[i].when, x);
        of_expr(c->progresses.at[i].leadsto, x);
    }
}

static void of_controller(const Controller *c, Tests *x)
{
    of_places(c, x);
    of_properties(c, x);
    for (int i = 0; i < c->events.n; i++) {
        const Event *e = c->events.at[i];
        of_expr(e->when, x);
        for (int f = 0; e->kind == EV_CORE && f < e->def->fields.n; f++) of_expr(e->def->fields.at[f].stamp, x);
    }
    for (int i = 0; i < c->args.n; i++) of_expr(c->args.at[i]->stamp, x);
    for (int i = 0; i < c->views.n; i++) of_expr(c->views.at[i]->when, x);
    for (int i = 0; i < c->rows.n; i++) {
        of_expr(c->rows.at[i]->when, x);
        actions_walk(c->rows.at[i]->body, of_action, x);
    }
}

static void of_join(const Join *j, Tests *x)
{
    for (int i = 0; i < j->msgs.n; i++)
        for (int f = 0; f < j->msgs.at[i]->fields.n; f++) x->found |= j->msgs.at[i]->fields.at[f].type == x->t;
}

/* Where messages are joined, fields are compared and put together. */
static void of_joins(const Protocol *p, Tests *x)
{
    for (int c = 0; c < p->ctls.n; c++)
        for (int i = 0; i < p->ctls.at[c]->ports.n; i++)
            for (int j = 0; j < p->ctls.at[c]->ports.at[i]->joins.n; j++)
                of_join(p->ctls.at[c]->ports.at[i]->joins.at[j], x);
}

bool model_tests_type(const Model *m, const Type *t)
{
    Tests x = { .t = t };
    for (int i = 0; i < m->p->ctls.n; i++) of_controller(m->p->ctls.at[i], &x);
    of_joins(m->p, &x);
    return x.found;
}
