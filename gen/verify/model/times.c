/* times.c - physical time: which clocks are followed, and how far. */
#include "verify/model/times.h"

enum { SUMS = 3 };                   /* what a row may add to a time that it reads, so that it still comes */

bool model_time_read(const Model *m, const Clock *c)
{
    bool read = false;
    for (int k = 0; k < m->p->ctls.n; k++) read |= m->p->ctls.at[k]->clocks.at[c->id]->is_read > 0;
    return read;
}

/* --ticks is about times that end; where there is none, about those that go round. */
static bool ticks_round(const Model *m)
{
    for (int i = 0; i < m->p->clocks.n; i++) {
        const Clock *c = m->p->clocks.at[i];
        if (model_time_read(m, c) && !c->type->circular && type_width(&m->env, c->type) <= MAX_WIDTH) return false;
    }
    return m->o->ticks;
}

enum { MOST_INSTANTS = 256 };

static void add_instant(const Expr *e, void *model)
{
    Model *m = model;
    if (!expr_is_const(e) || e->type == m->p->t_bool) return;
    int64_t v = param_eval(&m->env, e);
    if (v <= 0 || v >> MAX_WIDTH || m->instants.n == MOST_INSTANTS) return;
    for (int i = 0; i < m->instants.n; i++) if (m->instants.at[i] == (unsigned)v) return;
    vec_push(m->arena, &m->instants, (unsigned)v);
}

static void of_expr(Expr *e, void *model) { expr_walk(e, add_instant, model); }
static void of_action(const Action *a, void *model) { action_exprs(a, of_expr, model); }

static void find_instants(Model *m)
{
    for (int i = 0; i < m->p->ctls.n && m->n_times; i++) {
        const Controller *c = m->p->ctls.at[i];
        for (int e = 0; e < c->events.n; e++) expr_walk(c->events.at[e]->when, add_instant, m);
        for (int e = 0; e < c->base_events.n; e++) expr_walk(c->base_events.at[e]->when, add_instant, m);
        for (int g = 0; g < c->regs.n; g++) expr_walk(c->regs.at[g]->reset, add_instant, m);
        for (int v = 0; v < c->views.n; v++) expr_walk(c->views.at[v]->when, add_instant, m);
        for (int r = 0; r < c->rows.n; r++) {
            expr_walk(c->rows.at[r]->when, add_instant, m);
            actions_walk(c->rows.at[r]->body, of_action, m);
        }
    }
}

bool model_times(Model *m, Diags *d)
{
    bool ends = ticks_round(m);
    for (int i = 0; i < m->p->clocks.n; i++) {
        const Clock *c = m->p->clocks.at[i];
        int bits = type_width(&m->env, c->type), top = (1 << (bits > MAX_WIDTH ? MAX_WIDTH : bits)) - 1;
        bool read = model_time_read(m, c);
        m->n_stands += read && (bits > MAX_WIDTH || !c->type->circular || ends);
        if (!read || bits > MAX_WIDTH) continue;        /* of a wide one model_wide says what comes of it */
        if (m->n_times == MAX_CLOCKS) return model_refuse(d, c->pos, "clocks", MAX_CLOCKS);
        TimeModel *t = &m->time[m->n_times++];
        *t = (TimeModel){ .c = c, .bits = bits, .round = c->type->circular && !ends };
        t->skew = c->skew ? (unsigned)param_eval(&m->env, c->skew) : 0;
        int last = m->o->ticks ? m->o->ticks : top / 2, room = SUMS + (int)t->skew;
        t->last = t->round ? (unsigned)top + 1 : (unsigned)last;
        t->most = t->round ? (unsigned)top : (unsigned)(last - room);
        if (t->round || (last > room && last < top)) continue;
        diag_error(d, c->pos,
                   "verify: time '" STR_FMT "' is to be followed for %d ticks: expected more than %d, so that what "
                   "waits for a time has its time, and less than the %d that its type holds",
                   STR_ARG(c->name), last, room, top);
        return false;
    }
    find_instants(m);
    if (m->o->ticks && !m->n_times)
        diag_error(d, m->p->pos, "verify: --ticks: there is no <clock> here that is followed");
    return !m->o->ticks || m->n_times;
}
