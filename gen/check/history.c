/* history.c - what <history> keeps is for invariants: nothing that a row does may depend on it. */
#include "check/passes.h"

typedef struct { Check *k; bool in_history; } Looking;

static void look(const Expr *e, void *ctx)
{
    const Looking *x = ctx;
    bool sum = e->op == E_ADD || e->op == E_SUB;
    if ((e->op == E_VAR || e->op == E_ELEM) && e->var->history && !x->in_history)
        diag_error(x->k->d, e->pos, "history '" STR_FMT "' is read by invariants, covers and the values of <history> "
                   "alone: expected a register", STR_ARG(e->var->array ? e->var->array->name : e->var->name));
    if (sum && x->in_history && e->type->kind != TK_INT && e->type->overflow == OVF_ERROR)
        diag_error(x->k->d, e->pos, "this sum would stop the row where it does not fit '" STR_FMT "': expected a type "
                   "with overflow=\"wrap\" or \"saturate\" for a history", STR_ARG(e->type->name));
}

static void look_action(const Action *a, void *ctx)
{
    Looking *x = ctx, own = { x->k, a->kind == A_SET && a->dst->history };
    expr_walk(a->value, look, &own);
    expr_walk(a->place ? a->place->arg[0] : NULL, look, &own);
    if (a->place && a->place->n_args > 1) expr_walk(a->place->arg[1], look, &own);
    expr_walk(a->mask, look, x);
    expr_walk(a->to, look, x);
    expr_walk(a->key, look, x);
    expr_walk(a->where, look, x);
    for (int i = 0; i < a->assigns.n; i++) expr_walk(a->assigns.at[i].value, look, x);
    for (int i = 0; i < a->branches.n; i++) expr_walk(a->branches.at[i].test, look, x);
}

void check_history(Check *k)
{
    for (int i = 0; i < k->p->ctls.n; i++) {
        const Controller *c = k->p->ctls.at[i];
        Looking x = { k, false };
        for (int j = 0; j < c->events.n; j++) expr_walk(c->events.at[j]->when, look, &x);
        for (int j = 0; j < c->views.n; j++) expr_walk(c->views.at[j]->when, look, &x);
        for (int j = 0; j < c->sweeps.n; j++) expr_walk(c->sweeps.at[j]->where, look, &x);
        for (int j = 0; j < c->args.n; j++) expr_walk(c->args.at[j]->stamp, look, &x);
        for (int j = 0; j < c->rows.n; j++) {
            expr_walk(c->rows.at[j]->when, look, &x);
            actions_walk(c->rows.at[j]->body, look_action, &x);
        }
    }
}
