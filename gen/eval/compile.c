/* compile.c - flatten a controller's tables for eval.c: inputs, views, refinements, rows. */
#include "eval/compiled.h"
#include "eval/eval.h"

static int output(const Step *s, SignalKind kind) { return step_signal(s, kind, NULL) - s->n_inputs; }

int hit_var(const Controller *c, VarKind kind, const void *owner)
{
    for (int i = 0; i < c->vars.n; i++) {
        const Var *v = c->vars.at[i];
        if (v->kind == kind && (kind == V_STORE_HIT ? (const void *)v->store : (const void *)v->waiters) == owner)
            return v->id;
    }
    return -1;
}

static void compile_signals(Eval *e)
{
    const Step *s = e->step;
    Arena *a = e->cx.arena;
    e->in_state = step_signal(s, SIG_IN_STATE, NULL);
    e->in_event = step_signal(s, SIG_IN_EVENT, NULL);
    e->in_replay = step_signal(s, SIG_IN_REPLAY, NULL);
    for (int i = 0; i < s->signals.n; i++) {
        const Signal *g = &s->signals.at[i];
        if (g->kind == SIG_IN_VAR) vec_push(a, &e->inputs, ((Wire){ g->var->id, i }));
        if (g->kind != SIG_VAR && g->kind != SIG_STAMP) continue;
        vec_push(a, &e->afters, ((Wire){ g->var->id, i - s->n_inputs }));
    }
    for (int i = 0; i < s->ctl->vars.n; i++)
        if (s->ctl->vars.at[i]->kind == V_STATE) vec_push(a, &e->state_vars, i);
    e->act = output(s, SIG_ACT);
    e->row = output(s, SIG_ROW);
    e->event = output(s, SIG_EVENT);
    e->view = output(s, SIG_VIEW);
    e->next = output(s, SIG_NEXT);
    e->overflow = output(s, SIG_OVERFLOW);
}

/* What is not as the inputs have it. */
static void compile_starts(Eval *e, const Lowered *l)
{
    for (int i = 0; i < l->starts.n; i++) {
        const LowStart *x = &l->starts.at[i];
        const Signal *g = &e->step->signals.at[x->signal];
        if (x->kind != LOW_START_LINE && x->kind != LOW_START_STAMP) continue;
        const Code *value = x->value ? code_compile(&e->cx, x->value, false) : code_const(&e->cx, 0);
        uint64_t mask = bits_mask(signal_width(e->cx.env, g));
        if (x->kind == LOW_START_LINE) {
            int hit = e->step->signals.at[x->when].var->id;
            vec_push(e->cx.arena, &e->absents, ((Absent){ g->var->id, hit, value, mask }));
        } else vec_push(e->cx.arena, &e->stamps, ((Setting){ g->var->id, value, mask }));
    }
}

static void compile_refinements(Eval *e, const Lowered *l)
{
    e->n_codes = l->events.n;
    e->refinements = NEW_N(e->cx.arena, Refinements, e->n_codes + 1);
    for (int i = 0; i < l->events.n; i++) {
        const LowEvent *x = &l->events.at[i];
        Refinements *r = &e->refinements[x->base->code];
        r->rest = x->rest->id;
        for (int k = 0; k < x->cases.n; k++) {
            const LowCase *test = &x->cases.at[k];
            const Code *when = code_compile(&e->cx, test->when, false);
            vec_push(e->cx.arena, &r->tests, ((Refinement){ when, test->event->id }));
        }
    }
}

static void compile_views(Eval *e, const Lowered *l)
{
    for (int i = 0; i < l->views.n; i++) {
        const LowView *v = &l->views.at[i];
        Arena *a = e->cx.arena;
        CompiledView x = { NEW_N(a, bool, e->n_states), NEW_N(a, bool, e->n_events), NULL, v->view->as->id };
        if (v->view->when) x.when = code_compile(&e->cx, v->view->when, false);
        for (int k = 0; k < v->view->of.n; k++) x.of[v->view->of.at[k]->id] = true;
        for (int k = 0; k < e->n_events; k++) x.events[k] = v->except;
        for (int k = 0; k < v->events.n; k++) x.events[v->events.at[k]->id] = !v->except;
        vec_push(e->cx.arena, &e->views, x);
    }
}

static void compile_cell(Eval *e, const LowCell *cell, CompiledCell *x, const int *body)
{
    x->n = cell->rows.n;
    x->rows = NEW_N(e->cx.arena, CompiledRow, x->n + 1);
    for (int k = 0; k < x->n; k++) {
        const LowRow *r = cell->rows.at[k];
        const Code *when = r->row->when ? code_compile(&e->cx, r->row->when, false) : NULL;
        x->rows[k] = (CompiledRow){ when, r->act, r->row->id, body[r->row->id] };
    }
}

static void compile_cells(Eval *e, const Lowered *l)
{
    const Controller *c = e->step->ctl;
    int *body = NEW_N(e->cx.arena, int, c->rows.n + 1);        /* rows shared by several cells are compiled once */
    for (int i = 0; i < c->rows.n; i++) body[i] = l->rows[i].act == ACT_FIRE ? compile_body(e, l->rows[i].body) : -1;
    e->cells = NEW_N(e->cx.arena, CompiledCell, e->n_states * e->n_events + 1);
    for (int i = 0; i < l->states.n; i++)
        for (int k = 0; k < l->states.at[i].cells.n; k++) {
            const LowCell *cell = &l->states.at[i].cells.at[k];
            CompiledCell x;
            compile_cell(e, cell, &x, body);
            for (int j = 0; j < cell->events.n; j++) e->cells[i * e->n_events + cell->events.at[j]->id] = x;
        }
}

static Eval *create(Arena *a, const Protocol *p, const Step *s, const ParamEnv *env, bool tells)
{
    Eval *e = NEW(a, Eval);
    e->step = s;
    e->cx = expr_context(a, p, s->ctl, env);
    e->cache = NEW(a, Cache);
    e->tells = tells;
    e->n_vars = s->ctl->vars.n;
    e->n_outputs = s->signals.n - s->n_inputs;
    e->n_states = s->ctl->states.n;
    e->n_events = s->ctl->events.n;
    const Lowered *l = lower_build(a, s);
    compile_signals(e);
    compile_starts(e, l);
    compile_refinements(e, l);
    compile_views(e, l);
    compile_cells(e, l);
    return e;
}

Eval *eval_create(Arena *a, const Protocol *p, const Step *s, const ParamEnv *env)
{
    return create(a, p, s, env, false);
}

Eval *eval_create_telling(Arena *a, const Protocol *p, const Step *s, const ParamEnv *env)
{
    return create(a, p, s, env, true);
}

/* ---- expressions compiled on demand ---- */

static Cached *cache_slot(Cached *at, size_t cap, const Expr *x)
{
    size_t i = ((uintptr_t)x >> 4) * 0x9E3779B97F4A7C15u;
    for (i &= cap - 1; at[i].expr && at[i].expr != x; i = (i + 1) & (cap - 1)) { }
    return &at[i];
}

static void cache_grow(Cache *c, Arena *a)
{
    size_t cap = c->cap ? 2 * c->cap : 64;
    Cached *at = NEW_N(a, Cached, cap);
    for (size_t i = 0; i < c->cap; i++)
        if (c->at[i].expr) *cache_slot(at, cap, c->at[i].expr) = c->at[i];
    c->at = at;
    c->cap = cap;
}

const Code *eval_code(const Eval *e, const Expr *x)
{
    Cache *c = e->cache;
    if (2 * c->n >= c->cap) cache_grow(c, e->cx.arena);
    Cached *slot = cache_slot(c->at, c->cap, x);
    if (!slot->expr) {
        *slot = (Cached){ x, code_compile(&e->cx, x, false) };
        c->n++;
    }
    return slot->code;
}
