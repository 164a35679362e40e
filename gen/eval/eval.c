/* eval.c - run one step of a controller from its compiled form. */
#include "eval/eval.h"
#include "eval/compiled.h"
#include <string.h>

/* Values of variables and outputs while a step runs. */
typedef struct {
    const Eval *e;
    uint64_t *var, *out, *parked;
    bool overflow;
    const Action *error;             /* met, or NULL */
    int next, walk, found;
} Run; /* walk: stop there (-1: nowhere); found: its operation */

static void load_inputs(Run *r, const uint64_t *in)
{
    const Eval *e = r->e;
    memset(r->var, 0, sizeof *r->var * (size_t)e->n_vars);
    for (int i = 0; i < e->inputs.n; i++) r->var[e->inputs.at[i].var] = in[e->inputs.at[i].signal];
    for (int i = 0; i < e->state_vars.n; i++) r->var[e->state_vars.at[i]] = in[e->in_state];
}

/* Stamps of a new occurrence come from registers and fields; those of a replayed one were parked with it. */
static void sample_stamps(Run *r, bool replay)
{
    for (int i = 0; i < r->e->stamps.n && !replay; i++) {
        const Setting *s = &r->e->stamps.at[i];
        r->var[s->var] = code_run(s->value, r->var, NULL) & s->mask;
    }
}

/* A field of a store that has no entry for the key reads as its value for absent keys. */
static void fill_absent(Run *r)
{
    for (int i = 0; i < r->e->absents.n; i++) {
        const Absent *a = &r->e->absents.at[i];
        if (!r->var[a->hit]) r->var[a->var] = code_run(a->value, r->var, NULL) & a->mask;
    }
}

static int refine(const Run *r, int code)
{
    const Refinements *f = &r->e->refinements[code];
    for (int i = 0; i < f->tests.n; i++)
        if (!f->tests.at[i].test || code_run(f->tests.at[i].test, r->var, NULL)) return f->tests.at[i].event;
    return f->rest;
}

static int view(const Run *r, int state, int event)
{
    for (int i = 0; i < r->e->views.n; i++) {
        const CompiledView *v = &r->e->views.at[i];
        if (v->of[state] && v->events[event] && (!v->when || code_run(v->when, r->var, NULL))) return v->as;
    }
    return state;
}

static const CompiledRow *choose_row(const Run *r, int state, int event)
{
    const CompiledCell *c = &r->e->cells[state * r->e->n_events + event];
    for (int i = 0; i < c->n; i++)
        if (!c->rows[i].when || code_run(c->rows[i].when, r->var, NULL)) return &c->rows[i];
    return NULL;
}

/* Where to go after this operation: an index, or -1 to go on. */
static int jump(const Run *r, const Op *o)
{
    if (o->kind == OP_UNLESS) return code_run(o->value, r->var, NULL) ? -1 : o->k;
    return o->kind == OP_JUMP || !r->var[o->var] == (o->kind == OP_IF_CLEAR) ? o->k : -1;
}

static void set_element(Run *r, const Op *o)
{
    uint64_t value = code_run(o->value, r->var, &r->overflow) & o->num, at[2] = { 0 };
    for (int i = 0; i < 2 && o->place[i]; i++) at[i] = code_run(o->place[i], r->var, &r->overflow);
    if (at[0] < o->there[0] && at[1] < o->there[1]) r->var[o->first + (int)at[0] * o->stride + (int)at[1]] = value;
}

static void run_row(Run *r, int at)
{
    for (int next; ; at = next) {
        const Op *o = &r->e->ops.at[at];
        next = at + 1;
        if (r->e->taken) r->e->taken[at] = 1;
        switch (o->kind) {
        case OP_SET:     r->var[o->k] = code_run(o->value, r->var, &r->overflow) & o->num; break;
        case OP_ELEM:    set_element(r, o); break;
        case OP_OUT:     r->out[o->k] = code_run(o->value, r->var, &r->overflow) & o->num; break;
        case OP_SHIFTED: r->out[o->k] = code_run(o->value, r->var, &r->overflow) << o->num & o->mask; break;
        case OP_FLAG:    r->out[o->k] |= o->num; break;
        case OP_NEXT:    r->next = o->k; break;
        case OP_UNLESS: case OP_IF_SET: case OP_IF_CLEAR: case OP_JUMP: {
            int to = jump(r, o);
            if (to >= 0) next = to;
            break;
        }
        case OP_WALK:
            if (r->walk == o->var) { r->found = at; return; }
            r->out[o->k] = 1;
            next = (int)o->num;
            break;
        case OP_PARKED:  r->parked[o->k] = code_run(o->value, r->var, &r->overflow) & o->num; break;
        case OP_ERROR:   r->error = o->from; return;
        case OP_END:     return;
        }
    }
}

static void put(const Run *r, int signal, uint64_t value) { if (signal >= 0) r->out[signal] = value; }

static void put_variables(const Run *r, const uint64_t *values)
{
    for (int i = 0; i < r->e->afters.n; i++) r->out[r->e->afters.at[i].signal] = values[r->e->afters.at[i].var];
}

/* Only the row that was looked up, the unchanged variables and the stamps are meaningful when nothing fires. */
static void put_idle(const Run *r, int act, int state, const uint64_t *before)
{
    memset(r->out, 0, sizeof *r->out * (size_t)r->e->n_outputs);
    put(r, r->e->act, (uint64_t)act);
    put(r, r->e->next, (uint64_t)state);
    put_variables(r, before);
}

/* The <error> that was met, or NULL. */
static const Action *step(const Eval *e, const uint64_t *in, uint64_t *out)
{
    uint64_t vars[e->n_vars + 1], before[e->n_vars + 1];
    Run r = { .e = e, .var = vars, .out = out, .next = (int)in[e->in_state], .walk = -1 };
    int state = r.next, code = (int)in[e->in_event];
    memset(out, 0, sizeof *out * (size_t)e->n_outputs);
    load_inputs(&r, in);
    fill_absent(&r);
    sample_stamps(&r, e->in_replay >= 0 && in[e->in_replay]);
    memcpy(before, vars, sizeof *vars * (size_t)e->n_vars);
    if (state >= e->n_states || code >= e->n_codes) { put_idle(&r, ACT_NEVER, state, before); return NULL; }

    int event = refine(&r, code), as = view(&r, state, event), act = ACT_NEVER;
    const CompiledRow *row = choose_row(&r, as, event);
    if (row) act = row->act;
    if (act == ACT_FIRE) run_row(&r, row->op);
    if (r.error) r.overflow = false;
    if (r.overflow || r.error) act = ACT_NEVER;
    if (act != ACT_FIRE) put_idle(&r, act, state, before);
    else {
        put(&r, e->act, ACT_FIRE);
        put(&r, e->next, (uint64_t)r.next);
        put_variables(&r, vars);
    }
    put(&r, e->row, row ? (uint64_t)row->id : 0);
    put(&r, e->event, (uint64_t)event);
    put(&r, e->view, (uint64_t)as);
    put(&r, e->overflow, r.overflow);
    return r.error;
}

void eval_step(const Eval *e, const uint64_t *in, uint64_t *out) { step(e, in, out); }

const Action *eval_error(const Eval *e, const uint64_t *in)
{
    uint64_t out[e->n_outputs + 1];
    return step(e, in, out);
}

/* The row up to the walk; then the variables of the key at hand take the place of those of the row's. */
static void load_key(Run *r, const uint64_t *at)
{
    const Eval *e = r->e;
    for (int i = 0; i < e->inputs.n; i++) {
        const Var *v = e->step->ctl->vars.at[e->inputs.at[i].var];
        bool of_key = v->kind == V_STORE || v->kind == V_WAITER || v->kind == V_STORE_HIT || v->kind == V_WAITER_HIT ||
                      v->kind == V_KEY || v->kind == V_ROOM || v->kind == V_FIRST;
        if (of_key) r->var[v->id] = at[e->inputs.at[i].signal];
    }
    for (int i = 0; i < e->state_vars.n; i++) r->var[e->state_vars.at[i]] = at[e->in_state];
    r->next = (int)at[e->in_state];
    fill_absent(r);
}

bool eval_walk(const Eval *e, const uint64_t *in, int walk, const uint64_t *at, uint64_t *out, uint64_t *parked)
{
    uint64_t vars[e->n_vars + 1];
    Run r = {
        .e = e, .var = vars, .out = out, .parked = parked, .next = (int)in[e->in_state], .walk = walk, .found = -1
    };
    memset(out, 0, sizeof *out * (size_t)e->n_outputs);
    load_inputs(&r, in);
    fill_absent(&r);
    sample_stamps(&r, e->in_replay >= 0 && in[e->in_replay]);
    int event = refine(&r, (int)in[e->in_event]);
    const CompiledRow *row = choose_row(&r, view(&r, r.next, event), event);
    if (!row || row->act != ACT_FIRE) return false;
    run_row(&r, row->op);
    if (r.found < 0) return false;
    const Op *o = &e->ops.at[r.found];
    memset(out, 0, sizeof *out * (size_t)e->n_outputs);
    load_key(&r, at);
    if (o->value && !code_run(o->value, vars, NULL)) return false;
    r.walk = -1;
    run_row(&r, r.found + 1);
    put(&r, e->next, (uint64_t)r.next);
    put_variables(&r, vars);
    return true;
}

void eval_watch(Eval *e)
{
    e->taken = NEW_N(e->cx.arena, uint8_t, e->ops.n + 1);
}

bool eval_taken(const Eval *e, const Action *a)
{
    bool known = false, taken = false;
    for (int i = 0; i < e->ops.n; i++) {
        if (e->ops.at[i].from != a) continue;
        known = true;
        taken |= e->taken && e->taken[i];
    }
    return taken || !known;
}

uint64_t eval_expr(const Eval *e, const Expr *x, const uint64_t *vars)
{
    return code_run(eval_code(e, x), vars, NULL);
}
