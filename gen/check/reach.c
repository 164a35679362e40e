/* reach.c - which states and rows can be reached from the initial state, assuming that every event that can occur does
 * (a message that no row sends may come from outside). */
#include "check/common.h"
#include "check/passes.h"

typedef struct {
    Check *k;
    CtlFacts *f;
    const Controller *c;
    const State **todo;
    int n;
    bool *left;
    const State *from;
} Reach;

static bool occurs(const Reach *x, const State *stored, const Event *e)
{
    if (e->hidden || x->f->events[e->id].dead || (e->in && e->in != stored)) return false;
    if (e->kind == EV_SWEEP) return sweep_visits(e->sweep, stored);
    return e->kind != EV_EVICT || store_victim(e->store, stored);
}

static void find_go(const Action *act, void *ctx)
{
    Reach *x = ctx;
    if (act->kind != A_GO) return;
    if (act->go != x->from) x->left[x->from->id] = true;
    if (x->f->stored[act->go->id]) return;
    x->f->stored[act->go->id] = true;
    x->todo[x->n++] = act->go;
}

static void visit_cell(Reach *x, const State *row_state, const Event *e)
{
    const Cell *cell = cell_at(x->c, row_state, e);
    x->f->seen[row_state->id] = true;
    for (int i = 0; i < cell->rows.n; i++) {
        RowFacts *r = &x->f->rows[cell->rows.at[i]->id];
        if (r->dead) continue;
        r->live = true;
        actions_walk(cell->rows.at[i]->body, find_go, x);
    }
}

static void visit_state(Reach *x, const State *s)
{
    x->from = s;
    x->f->seen[s->id] = true;
    for (int i = 0; i < x->c->events.n; i++) {
        const Event *e = x->c->events.at[i];
        if (!occurs(x, s, e)) continue;
        visit_cell(x, s, e);
        for (int v = 0; v < x->c->views.n; v++)
            if (!x->f->view_dead[v] && view_covers(x->c->views.at[v], s, e)) visit_cell(x, x->c->views.at[v]->as, e);
    }
}

/* Rows of a reachable state whose event cannot come there; dead conditions have been reported. */
static void report_rows(Reach *x)
{
    for (int s = 0; s < x->c->states.n; s++)
        for (int e = 0; e < x->c->events.n; e++) {
            const Cell *cell = cell_at(x->c, x->c->states.at[s], x->c->events.at[e]);
            const Event *ev = x->c->events.at[e];
            for (int i = 0; i < cell->rows.n; i++) {
                const Row *row = cell->rows.at[i];
                RowFacts *r = &x->f->rows[row->id];
                bool cause_known = r->dead || x->f->events[e].dead || !x->f->seen[s];
                if (r->live || row->kind != ROW_ON || cause_known) continue;
                r->live = true;      /* once */
                diag_warning(x->k->d, row->pos, "this row never fires: event " STR_FMT " cannot come in state " STR_FMT,
                             STR_ARG(ev->name), STR_ARG(x->c->states.at[s]->name));
            }
        }
}

static void report_states(Reach *x)
{
    for (int i = 0; i < x->c->states.n; i++) {
        const State *s = x->c->states.at[i];
        if (!x->f->seen[i])
            diag_warning(x->k->d, s->pos,
                         "state " STR_FMT
                         " is never reached: no row that can fire goes there from the initial state, " STR_FMT,
                         STR_ARG(s->name), STR_ARG(x->c->states.at[0]->name));
        else if (x->f->stored[i] && !x->left[i] && x->c->states.n > 1)
            diag_warning(x->k->d, s->pos, "state " STR_FMT " is never left: no row goes from it to another state",
                         STR_ARG(s->name));
    }
}

void check_reach(Check *k)
{
    for (int i = 0; i < k->p->ctls.n; i++) {
        const Controller *c = k->p->ctls.at[i];
        Reach x = { .k = k,
                    .f = &k->ctl[i],
                    .c = c,
                    .todo = NEW_N(k->a, const State *, c->states.n + 1),
                    .left = NEW_N(k->a, bool, c->states.n + 1) };
        x.f->stored[0] = true;
        x.todo[x.n++] = c->states.at[0];
        while (x.n) visit_state(&x, x.todo[--x.n]);
        report_states(&x);
        report_rows(&x);
    }
}
