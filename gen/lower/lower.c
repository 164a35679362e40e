/* lower.c - the parts of a controller around its rows: what outputs start with, which event and state an occurrence is
 * about, which rows a cell has. */
#include "lower/lower.h"
#include "lower/body.h"

/* ---- before the first operation ---- */

static int input_of(const Step *s, const Var *v)
{
    for (int i = 0; i < s->n_inputs; i++) if (s->signals.at[i].var == v) return i;
    return -1;
}

static int hit_input(const Step *s, const Store *store)
{
    for (int i = 0; i < s->n_inputs; i++) {
        const Var *v = s->signals.at[i].var;
        if (v && v->kind == V_STORE_HIT && v->store == store) return i;
    }
    return -1;
}

static LowStart start_of(const Step *s, int signal)
{
    const Signal *g = &s->signals.at[signal];
    LowStart x = { .kind = LOW_START_INPUT, .signal = signal, .input = -1, .when = -1 };
    switch (g->kind) {
    case SIG_NEXT: case SIG_VIEW: x.input = step_signal(s, SIG_IN_STATE, NULL); break;
    case SIG_STAMP:
        x.kind = LOW_START_STAMP;
        x.input = input_of(s, g->var);
        x.when = step_signal(s, SIG_IN_REPLAY, NULL);
        x.value = g->var->stamp;
        break;
    case SIG_VAR:
        x.input = input_of(s, g->var);
        if (g->var->kind != V_STORE || g->var->backed) break;        /* an entry's fields: read where the key has one */
        x.kind = LOW_START_LINE;
        x.when = hit_input(s, g->var->store);
        x.value = g->var->absent;
        break;
    default:
        x.kind = LOW_START_CODE;
        x.code = g->kind == SIG_ACT ? ACT_NEVER : 0;
        break;
    }
    return x;
}

/* Stamps last: they are computed from registers and fields. Fields are computed from registers, which come before
 * them. */
static void lower_starts(Arena *a, Lowered *l)
{
    const Step *s = l->step;
    for (int stamps = 0; stamps < 2; stamps++)
        for (int i = s->n_inputs; i < s->signals.n; i++)
            if ((s->signals.at[i].kind == SIG_STAMP) == stamps) vec_push(a, &l->starts, start_of(s, i));
}

/* ---- which event, which state ---- */

static void lower_events(Arena *a, Lowered *l)
{
    const Controller *c = l->step->ctl;
    for (int i = 0; i < c->base_events.n; i++) {
        const Event *base = c->base_events.at[i];
        LowEvent x = { .base = base, .rest = base };
        for (int k = 0; k < base->refinements.n; k++) {
            const Event *e = base->refinements.at[k];
            if (e->otherwise) x.rest = e;
            else vec_push(a, &x.cases, ((LowCase){ e->when, e }));
        }
        vec_push(a, &l->events, x);
    }
}

static bool view_lists(const View *v, const Event *e)
{
    for (int i = 0; i < v->events.n; i++) if (v->events.at[i] == e || v->events.at[i] == e->base) return true;
    return false;
}

/* A view without a list is of all events, at a controller with key of all that have one. */
static void lower_views(Arena *a, Lowered *l)
{
    const Controller *c = l->step->ctl;
    for (int i = 0; i < c->views.n; i++) {
        LowView x = { .view = c->views.at[i], .except = c->views.at[i]->events.n == 0 };
        for (int k = 0; k < c->events.n; k++) {
            const Event *e = c->events.at[k];
            bool listed = x.except ? c->key && e->keyless : view_lists(x.view, e);
            if (listed && !e->hidden) vec_push(a, &x.events, e);
        }
        vec_push(a, &l->views, x);
    }
}

/* ---- rows ---- */

static bool has_rows(const LowCell *x, const Cell *cell)
{
    if (x->rows.n != cell->rows.n) return false;
    for (int i = 0; i < cell->rows.n; i++) if (x->rows.at[i]->row != cell->rows.at[i]) return false;
    return true;
}

/* The cell of the same rows, a new one if there is none yet. */
static LowCell *cell_for(Arena *a, Lowered *l, LowState *st, const Cell *cell)
{
    LowCell x = { 0 };
    for (int i = 0; i < st->cells.n; i++) if (has_rows(&st->cells.at[i], cell)) return &st->cells.at[i];
    for (int i = 0; i < cell->rows.n; i++) vec_push(a, &x.rows, &l->rows[cell->rows.at[i]->id]);
    vec_push(a, &st->cells, x);
    return &st->cells.at[st->cells.n - 1];
}

static void lower_cells(Arena *a, Lowered *l)
{
    const Controller *c = l->step->ctl;
    for (int i = 0; i < c->states.n; i++) {
        LowState st = { .state = c->states.at[i] };
        for (int k = 0; k < c->events.n; k++) {
            const Cell *cell = cell_at(c, st.state, c->events.at[k]);
            if (cell->rows.n) vec_push(a, &cell_for(a, l, &st, cell)->events, c->events.at[k]);
        }
        vec_push(a, &l->states, st);
    }
}

/* Which rows run for victims only, whose line is there. */
static void find_victims(Lowered *l, bool *other)
{
    const Controller *c = l->step->ctl;
    for (int i = 0; i < c->states.n; i++)
        for (int k = 0; k < c->events.n; k++) {
            const Cell *cell = cell_at(c, c->states.at[i], c->events.at[k]);
            const Store *s = c->events.at[k]->kind == EV_EVICT ? c->events.at[k]->store : NULL;
            for (int r = 0; r < cell->rows.n; r++) {
                int id = cell->rows.at[r]->id;
                other[id] |= !s || (l->victim_of[id] && l->victim_of[id] != s);
                l->victim_of[id] = other[id] ? NULL : s;
            }
        }
}

static int act_of(const Row *r) { return r->kind == ROW_ON ? ACT_FIRE : r->kind == ROW_STALL ? ACT_STALL : ACT_NEVER; }

const Lowered *lower_build(Arena *a, const Step *s)
{
    const Controller *c = s->ctl;
    Lowered *l = NEW(a, Lowered);
    l->step = s;
    l->rows = NEW_N(a, LowRow, c->rows.n + 1);
    l->victim_of = NEW_N(a, const Store *, c->rows.n + 1);
    find_victims(l, NEW_N(a, bool, c->rows.n + 1));
    for (int i = 0; i < c->rows.n; i++) {
        const Row *r = c->rows.at[i];
        l->rows[i] = (LowRow){ r, act_of(r), lower_body(a, l, r) };
    }
    lower_starts(a, l);
    lower_events(a, l);
    lower_views(a, l);
    lower_cells(a, l);
    return l;
}
