#include "verify/model/wide.h"
#include "ir/keyed.h"
#include "verify/model/roles.h"

typedef struct { const Model *m; Diags *d; int found; } Wide;

static void read_wide(const Expr *e, void *ctx)
{
    Wide *w = ctx;
    const Var *v = e->op == E_AT ? e->var : expr_reads(e);
    bool of_message = e->op == E_MSG && e->num == MSG_FIELD;
    if (!of_message && (!v || v->constant || v->kind == V_KEY || v->kind == V_ME)) return;
    if (model_role_of(w->m, e->type) != ROLE_UNMODELLED || e->type->kind == TK_INT) return;
    diag_warning(w->d, e->pos,
                 "verify: '" STR_FMT "' has %d bits and is taken as 0, so this condition is always the same: "
                 "expected %d bits at most",
                 STR_ARG(e->text.n || !v ? e->text : v->name), type_width(&w->m->env, e->type), MAX_WIDTH);
    w->found++;
}

/* What gives a truth value from other values. */
static void compares(const Expr *e, void *ctx)
{
    if (!e->type || e->type->kind != TK_BOOL) return;
    for (int i = 0; i < e->n_args; i++)
        if (e->arg[i]->type && e->arg[i]->type->kind != TK_BOOL) expr_walk(e->arg[i], read_wide, ctx);
}

static void of_expr(Expr *e, void *ctx) { expr_walk(e, compares, ctx); }
static void of_action(const Action *a, void *ctx) { action_exprs(a, of_expr, ctx); }

/* Invariants, covers, what leads to what. */
static void of_properties(const Controller *c, Wide *w)
{
    for (int i = 0; i < c->invariants.n; i++) {
        if (c->invariants.at[i].test) of_expr(c->invariants.at[i].test, w);
        if (c->invariants.at[i].system) of_expr(c->invariants.at[i].system, w);
    }
    for (int i = 0; i < c->progresses.n; i++) {
        of_expr(c->progresses.at[i].when, w);
        of_expr(c->progresses.at[i].leadsto, w);
    }
}

int model_wide(const Model *m, Diags *d, const Controller *c)
{
    Wide w = { .m = m, .d = d };
    of_properties(c, &w);
    int properties = w.found;
    for (int i = 0; i < c->events.n; i++) if (c->events.at[i]->when) of_expr(c->events.at[i]->when, &w);
    for (int i = 0; i < c->views.n; i++) if (c->views.at[i]->when) of_expr(c->views.at[i]->when, &w);
    for (int i = 0; i < c->rows.n; i++) {
        if (m->o->keyed && keyed_drops(c, c->rows.at[i])) continue;
        if (c->rows.at[i]->when) of_expr(c->rows.at[i]->when, &w);
        actions_walk(c->rows.at[i]->body, of_action, &w);
    }
    return properties;
}
