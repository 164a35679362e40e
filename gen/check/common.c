#include "check/common.h"
#include <string.h>

bool has_entries(const Waiters *w) { return block_has_entries(w->block); }

bool view_covers(const View *v, const State *stored, const Event *e)
{
    bool of = false, event = v->events.n == 0 && !e->keyless;
    for (int i = 0; i < v->of.n; i++) of |= v->of.at[i] == stored;
    for (int i = 0; i < v->events.n; i++) event |= v->events.at[i] == e || v->events.at[i] == e->base;
    return of && event;
}

Stored stored_for(const Controller *c, const State *row_state, const Event *e)
{
    Stored s = { .at = { (State *)row_state }, .n = 1 };
    for (int i = 0; i < c->views.n; i++) {
        const View *v = c->views.at[i];
        for (int k = 0; k < v->of.n && v->as == row_state; k++) {
            bool known = false;
            for (int j = 0; j < s.n; j++) known |= s.at[j] == v->of.at[k];
            if (!known && s.n < (int)(sizeof s.at / sizeof *s.at) && view_covers(v, v->of.at[k], e))
                s.at[s.n++] = v->of.at[k];
        }
    }
    return s;
}

bool same_expr(const Expr *a, const Expr *b)
{
    if (a == b) return true;
    if (!a || !b || a->op != b->op || a->num != b->num || a->param != b->param || a->var != b->var ||
        a->ctl != b->ctl || a->of != b->of || a->type != b->type || a->n_args != b->n_args)
        return false;
    for (int i = 0; i < a->n_args; i++) if (!same_expr(a->arg[i], b->arg[i])) return false;
    return true;
}

void list_name(Buf *b, Str name, int index, int total, int limit)
{
    if (index < limit) buf_printf(b, "%s" STR_FMT, index ? " " : "", STR_ARG(name));
    else if (index == limit) buf_printf(b, " and %d more", total - limit);
}

const char *buf_text(Buf *b)
{
    buf_put(b, "", 1);
    return b->at;
}

/* ---- all expressions ---- */

typedef struct { Check *k; void (*fn)(Check *, Expr *, void *); void *ctx; } Each;

static void one(const Each *e, Expr *x) { if (x) e->fn(e->k, x, e->ctx); }

static void of_expr(Expr *x, void *ctx) { const Each *e = ctx; e->fn(e->k, x, e->ctx); }
static void of_action(const Action *act, void *ctx) { action_exprs(act, of_expr, ctx); }

static void of_controller(Each *e, Controller *c)
{
    for (int i = 0; i < c->vars.n; i++) {
        Var *v = c->vars.at[i];
        one(e, v->reset);
        one(e, v->absent);
        one(e, v->stamp);
    }
    for (int i = 0; i < c->stores.n + c->behind.n; i++) {
        Store *s = i < c->stores.n ? c->stores.at[i] : c->behind.at[i - c->stores.n];
        for (int j = 0; j < s->attrs.n; j++) one(e, s->attrs.at[j].value);
        one(e, s->key);
        one(e, s->index);
    }
    for (int i = 0; i < c->waiters.n; i++)
        for (int j = 0; j < c->waiters.at[i]->attrs.n; j++) one(e, c->waiters.at[i]->attrs.at[j].value);
    for (int i = 0; i < c->ports.n; i++) {
        one(e, c->ports.at[i]->key);
        for (int j = 0; j < c->ports.at[i]->sizes.n; j++) one(e, c->ports.at[i]->sizes.at[j].value);
        for (int j = 0; j < c->ports.at[i]->joins.n; j++) {
            one(e, c->ports.at[i]->joins.at[j]->entries);
            one(e, c->ports.at[i]->joins.at[j]->hold);
        }
    }
    one(e, c->stages);
    for (int i = 0; i < c->events.n; i++) one(e, c->events.at[i]->when);
    for (int i = 0; i < c->ports.n; i++) one(e, c->ports.at[i]->gpus);
    for (int i = 0; i < c->sweeps.n; i++) one(e, c->sweeps.at[i]->pace);
    for (int i = 0; i < c->views.n; i++) one(e, c->views.at[i]->when);
    for (int i = 0; i < c->invariants.n; i++) {
        one(e, c->invariants.at[i].test);
        one(e, c->invariants.at[i].system);
    }
    for (int i = 0; i < c->progresses.n; i++) {
        one(e, c->progresses.at[i].when);
        one(e, c->progresses.at[i].leadsto);
    }
    for (int i = 0; i < c->rows.n; i++) {
        one(e, c->rows.at[i]->when);
        actions_walk(c->rows.at[i]->body, of_action, e);
    }
}

void each_design_expr(Check *k, void (*fn)(Check *, Expr *, void *), void *ctx)
{
    Each e = { k, fn, ctx };
    const Protocol *p = k->p;
    for (int i = 0; i < p->types.n; i++) {
        one(&e, p->types.at[i]->size);
        one(&e, p->types.at[i]->offset);
    }
    for (int i = 0; i < p->clocks.n; i++) {
        one(&e, p->clocks.at[i]->every);
        one(&e, p->clocks.at[i]->skew);
    }
    for (int i = 0; i < p->nets.n; i++) {
        one(&e, p->nets.at[i]->width);
        one(&e, p->nets.at[i]->latency);
        if (p->nets.at[i]->most) one(&e, p->nets.at[i]->most);
        if (p->nets.at[i]->topology != NET_LEVELS) continue;
        one(&e, p->nets.at[i]->groups);
        one(&e, p->nets.at[i]->link_width);
        one(&e, p->nets.at[i]->link_latency);
    }
    for (int i = 0; i < p->ctls.n; i++) of_controller(&e, p->ctls.at[i]);
}

static void of_settings(Each *e, const System *s)
{
    for (int i = 0; i < s->sets.n; i++) one(e, s->sets.at[i].value);
    for (int i = 0; i < s->domains.n; i++) one(e, s->domains.at[i]->stages);
    for (int i = 0; i < s->places.n; i++) {
        one(e, s->places.at[i].count);
        for (int k = 0; k < s->places.at[i].sets.n; k++) one(e, s->places.at[i].sets.at[k].value);
    }
}

void each_system_expr(Check *k, const System *s, void (*fn)(Check *, Expr *, void *), void *ctx)
{
    Each e = { k, fn, ctx };
    const Protocol *p = k->p;
    for (int i = 0; i < p->params.n; i++) {
        one(&e, p->params.at[i]->dflt);
        one(&e, p->params.at[i]->min);
        one(&e, p->params.at[i]->max);
    }
    for (int i = 0; i < p->rules.n; i++) one(&e, p->rules.at[i].test);
    if (s) of_settings(&e, s);
    each_design_expr(k, fn, ctx);
}

void each_expr(Check *k, void (*fn)(Check *, Expr *, void *), void *ctx)
{
    Each e = { k, fn, ctx };
    for (int i = 0; i < k->p->systems.n; i++) of_settings(&e, k->p->systems.at[i]);
    each_system_expr(k, NULL, fn, ctx);
}
