/* writers.c - see writers.h. */
#include "check/writers.h"
#include "check/common.h"

typedef struct { Writers *w; const Event *event; } Found;

static void find_set(const Action *x, void *ctx)
{
    Found *f = ctx;
    if (x->kind != A_SET || x->dst->kind != V_REG) return;
    Written written = { .reg = x->dst, .event = f->event };
    written.known = !x->place && expr_is_const(x->value) &&
                    param_value(&f->w->k->dflt, x->value, &written.value, NULL);
    vec_push(f->w->k->a, &f->w->all, written);
}

void writers_find(Writers *w, Check *k, const Controller *c)
{
    *w = (Writers){ .k = k };
    for (int s = 0; s < c->states.n; s++)
        for (int e = 0; e < c->events.n; e++) {
            Found f = { w, c->events.at[e] };
            const Cell *cell = cell_at(c, c->states.at[s], f.event);
            for (int r = 0; r < cell->rows.n; r++) actions_walk(cell->rows.at[r]->body, find_set, &f);
        }
}

/* value: NULL: any change does; else one to this value, or (`other`) to another one. */
static void leaf(Change *x, const Expr *e, const int64_t *value, bool other)
{
    const Var *v = expr_reads(e);
    if (!v) return;
    x->outside |= v->kind == V_INPUT || v->kind == V_CLOCK || v->kind == V_ROOM;
    for (int i = 0; i < x->w->all.n; i++) {
        const Written *s = &x->w->all.at[i];
        if (s->reg->id != v->id || (value && s->known && (s->value == *value) == other)) continue;
        if (s->event == x->held) x->own = true;
        else if (!x->best || check_rank(s->event) > check_rank(x->best)) x->best = s->event;
    }
}
static void any(const Expr *e, void *ctx) { leaf(ctx, e, NULL, false); }

static bool is_register(const Expr *e) { return e->op == E_VAR && e->var->kind == V_REG; }

void change_find(Change *x, const Expr *e, bool want)
{
    static const int64_t one = 1;
    int64_t value;
    if (is_register(e)) { leaf(x, e, &one, !want); return; }
    if (e->op == E_NOT) { change_find(x, e->arg[0], !want); return; }
    if (e->op == E_AND || e->op == E_OR) {
        change_find(x, e->arg[0], want);
        change_find(x, e->arg[1], want);
        return;
    }
    for (int i = 0; i < 2 && (e->op == E_EQ || e->op == E_NE); i++)
        if (is_register(e->arg[i]) && expr_is_const(e->arg[1 - i]) &&
            param_value(&x->w->k->dflt, e->arg[1 - i], &value, NULL)) {
            leaf(x, e->arg[i], &value, want != (e->op == E_EQ));
            return;
        }
    expr_walk(e, any, x);
}
