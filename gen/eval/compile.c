/* compile.c - flatten a controller's tables for eval.c: inputs, views, refinements, rows. */
#include "eval/compiled.h"

int find_output(const Eval *e, SignalKind kind)
{
    const Step *s = e->step;
    for (int i = s->n_inputs; i < s->signals.n; i++)
        if (s->signals.at[i].kind == kind) return i - s->n_inputs;
    return -1;
}

static int find_input(const Step *s, SignalKind kind)
{
    for (int i = 0; i < s->n_inputs; i++)
        if (s->signals.at[i].kind == kind) return i;
    return -1;
}

int hit_var(const Controller *c, VarKind kind, const void *owner)
{
    for (int i = 0; i < c->vars.n; i++) {
        const Var *v = c->vars.at[i];
        if (v->kind == kind && (kind == V_STORE_HIT ? (const void *)v->store : (const void *)v->waiters) == owner) return v->id;
    }
    return -1;
}

static void compile_signals(Eval *e)
{
    const Step *s = e->step;
    Arena *a = e->cx.arena;
    e->in_state = find_input(s, SIG_IN_STATE);
    e->in_event = find_input(s, SIG_IN_EVENT);
    e->in_replay = find_input(s, SIG_IN_REPLAY);
    for (int i = 0; i < s->signals.n; i++) {
        const Signal *g = &s->signals.at[i];
        if (g->kind == SIG_IN_VAR)
            vec_push(a, &e->inputs, ((Setting){ g->var->id, i, NULL, ~UINT64_C(0) }));
        if (g->kind == SIG_VAR || g->kind == SIG_STAMP)
            vec_push(a, &e->afters, ((Setting){ g->var->id, i - s->n_inputs, NULL, ~UINT64_C(0) }));
    }
    e->act = find_output(e, SIG_ACT);
    e->row = find_output(e, SIG_ROW);
    e->event = find_output(e, SIG_EVENT);
    e->view = find_output(e, SIG_VIEW);
    e->next = find_output(e, SIG_NEXT);
    e->overflow = find_output(e, SIG_OVERFLOW);
}

/* A waiting entry's fields are read as they come: rows look at them only where the key has one. */
static void compile_absent(Eval *e, const Var *v)
{
    int hit = hit_var(e->step->ctl, V_STORE_HIT, v->store);
    if (hit < 0 || v->backed) return;
    const Code *value = v->absent ? code_compile(&e->cx, v->absent, false) : code_const(&e->cx, 0);
    vec_push(e->cx.arena, &e->absents, ((Absent){ v->id, hit, value, bits_mask(type_width(e->cx.env, v->type)) }));
}

static void compile_vars(Eval *e)
{
    const Controller *c = e->step->ctl;
    Arena *a = e->cx.arena;
    for (int i = 0; i < c->vars.n; i++) {
        const Var *v = c->vars.at[i];
        if (v->kind == V_STATE) vec_push(a, &e->state_vars, v->id);
        if (v->type && v->type->opaque) continue;
        if (v->kind == V_STORE) compile_absent(e, v);
        if (v->kind == V_STAMP && v->stamp)
            vec_push(a, &e->stamps, ((Setting){ v->id, -1, code_compile(&e->cx, v->stamp, false), bits_mask(type_width(e->cx.env, v->type)) }));
    }
}

static void compile_refinements(Eval *e)
{
    const Controller *c = e->step->ctl;
    e->n_codes = c->base_events.n;
    e->refinements = NEW_N(e->cx.arena, Refinements, e->n_codes + 1);
    for (int i = 0; i < c->base_events.n; i++) {
        const Event *b = c->base_events.at[i];
        Refinements *r = &e->refinements[b->code];
        r->base = b->id;
        for (int k = 0; k < b->refinements.n; k++) {
            const Event *x = b->refinements.at[k];
            const Code *test = x->when ? code_compile(&e->cx, x->when, false) : NULL;
            vec_push(e->cx.arena, &r->tests, ((Refinement){ test, x->id }));
        }
    }
}

static void compile_views(Eval *e)
{
    const Controller *c = e->step->ctl;
    for (int i = 0; i < c->views.n; i++) {
        const View *v = c->views.at[i];
        CompiledView x = { NEW_N(e->cx.arena, bool, c->states.n), NEW_N(e->cx.arena, bool, c->events.n), NULL, v->as->id };
        if (v->when) x.when = code_compile(&e->cx, v->when, false);
        for (int k = 0; k < v->of.n; k++) x.of[v->of.at[k]->id] = true;
        for (int k = 0; k < c->events.n; k++) x.events[k] = v->events.n == 0 && !c->events.at[k]->keyless;
        for (int k = 0; k < v->events.n; k++)
            for (int j = 0; j < c->events.n; j++)
                if (c->events.at[j] == v->events.at[k] || c->events.at[j]->base == v->events.at[k]) x.events[j] = true;
        vec_push(e->cx.arena, &e->views, x);
    }
}

static int row_act(const Row *r)
{
    return r->kind == ROW_ON ? ACT_FIRE : r->kind == ROW_STALL ? ACT_STALL : ACT_NEVER;
}

static void compile_cells(Eval *e)
{
    const Controller *c = e->step->ctl;
    int *body = NEW_N(e->cx.arena, int, c->rows.n + 1);        /* rows shared by several cells are compiled once */
    for (int i = 0; i < c->rows.n; i++) body[c->rows.at[i]->id] = -1;
    e->cells = NEW_N(e->cx.arena, CompiledCell, c->states.n * c->events.n + 1);
    for (int i = 0; i < c->states.n * c->events.n; i++) {
        CompiledCell *x = &e->cells[i];
        x->n = c->cells[i].rows.n;
        x->rows = NEW_N(e->cx.arena, CompiledRow, x->n + 1);
        for (int k = 0; k < x->n; k++) {
            const Row *r = c->cells[i].rows.at[k];
            if (r->kind == ROW_ON && body[r->id] < 0) body[r->id] = compile_body(e, r->body);
            x->rows[k] = (CompiledRow){ r->when ? code_compile(&e->cx, r->when, false) : NULL, row_act(r), r->id, body[r->id] };
        }
    }
}

Eval *eval_create(Arena *a, const Protocol *p, const Step *s, const ParamEnv *env)
{
    Eval *e = NEW(a, Eval);
    e->step = s;
    e->cx = expr_context(a, p, s->ctl, env);
    e->cache = NEW(a, Cache);
    e->n_vars = s->ctl->vars.n;
    e->n_outputs = s->signals.n - s->n_inputs;
    e->n_states = s->ctl->states.n;
    e->n_events = s->ctl->events.n;
    compile_signals(e);
    compile_vars(e);
    compile_refinements(e);
    compile_views(e);
    compile_cells(e);
    return e;
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
