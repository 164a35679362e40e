#include "check/common.h"
#include "check/sample.h"
#include <inttypes.h>

enum { SHOWN_VARS = 5 };

static const Code **compile_all(Sampler *s, int n) { return NEW_N(s->k->a, const Code *, n + 1); }

void sampler_init(Sampler *s, Check *k, CtlFacts *f)
{
    Controller *c = f->ctl;
    *s = (Sampler){ .k = k, .f = f, .c = c, .cx = expr_context(k->a, k->p, c, &k->dflt), .random = 88172645463325252u };
    s->row = compile_all(s, c->rows.n);
    s->view = compile_all(s, c->views.n);
    s->event = compile_all(s, c->events.n);
    s->vars = NEW_N(k->a, uint64_t, c->vars.n + 1);
    for (int i = 0; i < c->vars.n; i++) if (c->vars.at[i]->kind == V_STATE) s->state_var = i;
    for (int i = 0; i < c->rows.n; i++)
        if (c->rows.at[i]->when) s->row[i] = code_compile(&s->cx, c->rows.at[i]->when, false);
    for (int i = 0; i < c->views.n; i++) s->view[i] = code_compile(&s->cx, c->views.at[i]->when, false);
    for (int i = 0; i < c->events.n; i++)
        if ((c->events.at[i]->base || c->events.at[i]->kind == EV_WAKE) && c->events.at[i]->when)
            s->event[i] = code_compile(&s->cx, c->events.at[i]->when, false);
}

bool holds(const Sampler *s, const Code *c)
{
    bool overflow = false;
    return !c || code_run(c, s->vars, &overflow) != 0;
}

/* ---- domain ---- */

static void add_literal(Domain *d, int64_t v)
{
    for (int i = 0; i < d->n_literals; i++) if (d->literal[i] == v) return;
    if (d->n_literals < DOMAIN_LITERALS) d->literal[d->n_literals++] = v;
}

static void add_var(Domain *d, Var *v)
{
    if (v->kind == V_STATE) { d->state = true; return; }
    for (int i = 0; i < d->n; i++) if (d->var[i] == v) return;
    if (d->n < DOMAIN_VARS) d->var[d->n++] = v;
    else d->cut = true;
}

void domain_add(Sampler *s, Domain *d, const Expr *e)
{
    if (!e) return;
    if (e->op == E_PARAM) d->params = true;
    if (e->op == E_VAR) add_var(d, e->var);
    const Array *array = e->op == E_ELEM ? e->var->array : NULL;
    for (int i = 0; array && i < array_registers(array); i++)
        if (var_there(s->cx.env, array->elem[i])) add_var(d, array->elem[i]);
    if (e->op == E_HOME && s->cx.key_var >= 0) add_var(d, s->c->vars.at[s->cx.key_var]);
    if (expr_is_const(e)) add_literal(d, param_eval(&s->k->dflt, e));
    for (int i = 0; i < e->n_args; i++) domain_add(s, d, e->arg[i]);
}

/* ---- one assignment ---- */

static uint64_t next_random(Sampler *s)
{
    s->random ^= s->random << 13;
    s->random ^= s->random >> 7;
    s->random ^= s->random << 17;
    return s->random;
}

/* Replaces the value by what the stored state says about the variable, if it does. */
static void given(const Sampler *s, const Var *v, uint64_t *value)
{
    const State *st = s->stored;
    bool nowhere = st->at == AT_NONE && v->store && store_keeps_state(s->c, v->store); /* others: any key */
    if (v->kind == V_STORE_HIT && nowhere) *value = 0;
    if (v->kind == V_STORE_HIT && st->at == AT_STORE && st->store == v->store) *value = 1;
    if (v->kind == V_WAITER_HIT && st->at == AT_WAITERS && st->waiters == v->waiters) *value = 1;
    if (v->kind == V_STORE && nowhere && !v->backed)
        *value =
            v->absent ? (uint64_t)param_eval(&s->k->dflt, v->absent) & bits_mask(type_width(&s->k->dflt, v->type)) : 0;
}

static uint64_t sample(Sampler *s, const Domain *d, int i, uint64_t values)
{
    uint64_t r = next_random(s), near = (next_random(s) >> 20) % 3, v = 0;
    switch ((r >> 8) % 8) {
    case 0: v = r >> 16 & 1; break;
    case 1: v = values - 1 - (r >> 16 & 1); break;
    case 2: v = (r >> 16) % 8; break;
    case 3: case 4: v = d->n_literals ? (uint64_t)d->literal[(r >> 16) % (uint64_t)d->n_literals] + near - 1 : 0; break;
    case 5: case 6: v = i ? s->vars[d->var[(r >> 16) % (uint64_t)i]->id] + near - 1 : 0; break;
    default: v = next_random(s);
    }
    return v % values;
}

/* values == INT64_MAX stands for all widths above 62. */
static uint64_t values_of(const Sampler *s, const Var *v)
{
    int64_t n = type_values(&s->k->dflt, v->type);
    return n < 1 ? 1 : (uint64_t)n;
}

/* Of the registers of an array all are often the same. */
static bool as_before(const Domain *d, int i)
{
    return i && d->var[i]->array && d->var[i - 1]->array == d->var[i]->array;
}

static void assign(Sampler *s, const Domain *d, uint64_t number, bool all)
{
    bool same = false;
    for (int i = 0; i < d->n; i++) {
        Var *v = d->var[i];
        uint64_t n = values_of(s, v), value;
        value = all ? number % n : sample(s, d, i, n);
        if (all) number /= n;
        else if (v->array && !as_before(d, i)) same = next_random(s) >> 40 & 1;
        else if (same && v->array) value = s->vars[d->var[i - 1]->id];
        given(s, v, &value);
        s->vars[v->id] = value;
    }
    s->vars[s->state_var] = (uint64_t)s->stored->id;
}

/* ---- does the assignment lead to the rows of (row_state, event)? ---- */

static bool is_event(const Sampler *s, const Event *e)
{
    const Event *base = e->base ? e->base : e;
    for (int i = 0; i < base->refinements.n; i++) {
        const Event *r = base->refinements.at[i];
        bool yes = holds(s, s->event[r->id]);
        if (yes || r == e) return yes && r == e;
    }
    return true;
}

static bool is_row_state(const Sampler *s, const State *row_state, const Event *e)
{
    for (int i = 0; i < s->c->views.n; i++) {
        const View *v = s->c->views.at[i];
        if (view_covers(v, s->stored, e) && holds(s, s->view[i])) return v->as == row_state;
    }
    return s->stored == row_state;
}

static bool try_one(Sampler *s, const Search *q, Result *r)
{
    if (q->row_state && (!is_event(s, q->event) || !is_row_state(s, q->row_state, q->event))) return false;
    r->fit++;
    return r->found = q->found(s, q->ctx);
}

static bool variables_of_cell(Sampler *s, Domain *d, const Search *q)
{
    const Event *base = q->event->base ? q->event->base : q->event;
    for (int i = 0; i < base->refinements.n; i++) domain_add(s, d, base->refinements.at[i]->when);
    for (int i = 0; i < s->c->views.n; i++)
        for (int k = 0; k < q->n_stored; k++)
            if (view_covers(s->c->views.at[i], q->stored[k], q->event)) domain_add(s, d, s->c->views.at[i]->when);
    return !d->cut;
}

Result search(Sampler *s, const Domain *domain, const Search *q)
{
    Domain d = *domain;
    Result r = { .all = !d.cut };
    uint64_t total = 1;
    if (q->row_state) r.all = variables_of_cell(s, &d, q);
    for (int i = 0; i < d.n && r.all; i++) {
        uint64_t n = values_of(s, d.var[i]);
        r.all = n <= EXHAUSTIVE_MAX && (total *= n) <= EXHAUSTIVE_MAX;
    }
    for (int k = 0; k < q->n_stored && r.all; k++) {
        s->stored = q->stored[k];
        for (uint64_t i = 0; i < total; i++) {
            assign(s, &d, i, true);
            if (try_one(s, q, &r)) return r;
        }
    }
    for (int i = 0; i < q->budget && !r.all; i++) {
        s->stored = q->stored[i % q->n_stored];
        assign(s, &d, 0, false);
        if (try_one(s, q, &r)) return r;
    }
    return r;
}

/* ---- examples ---- */

static void put_name(Buf *b, const Var *v)
{
    if (v->kind == V_STORE) buf_printf(b, STR_FMT ".", STR_ARG(v->store->name));
    if (v->kind == V_WAITER) buf_printf(b, STR_FMT ".", STR_ARG(v->waiters->name));
    if (v->kind == V_ARG || v->kind == V_STAMP) buf_printf(b, "msg.");
    buf_printf(b, STR_FMT "%s", STR_ARG(v->name),
               v->kind == V_STORE_HIT || v->kind == V_WAITER_HIT ? ".hit"
               : v->kind == V_ROOM                               ? ".room"
               : v->kind == V_EMPTY                              ? ".empty"
               : v->kind == V_FIRST                              ? ".first"
                                                                 : "");
}

static void put_value(const Sampler *s, Buf *b, const Var *v)
{
    uint64_t value = s->vars[v->id];
    int w = type_width(&s->k->dflt, v->type);
    if (v->type->kind == TK_BOOL) buf_printf(b, "%s", value ? "true" : "false");
    else if (v->type->kind == TK_ENUM && value < (uint64_t)v->type->values.n)
        buf_printf(b, STR_FMT "." STR_FMT, STR_ARG(v->type->name), STR_ARG(v->type->values.at[value]));
    else if (v->type->is_signed && value >> (w - 1) & 1) buf_printf(b, "%" PRId64, (int64_t)(value | ~bits_mask(w)));
    else buf_printf(b, "%" PRIu64, value);
}

const char *assignment(Sampler *s, const Domain *d)
{
    Buf b;
    buf_init(&b, s->k->a);
    if (d->state || !d->n) buf_printf(&b, "state " STR_FMT "%s", STR_ARG(s->stored->name), d->n ? ", " : "");
    for (int i = 0; i < d->n && i < SHOWN_VARS; i++) {
        buf_printf(&b, "%s", i ? ", " : "");
        put_name(&b, d->var[i]);
        buf_printf(&b, " = ");
        put_value(s, &b, d->var[i]);
    }
    if (d->n > SHOWN_VARS) buf_printf(&b, ", ...");
    return buf_text(&b);
}
