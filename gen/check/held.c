/* held.c - what is parked and offered again holds back new events of its key: a stall on it must not wait for one. */
#include "check/common.h"

int64_t check_rank(const Event *e)
{
    if (e->kind == EV_MESSAGE) return e->msg->net->class_;
    return e->kind == EV_CORE ? -1 : INT64_MAX;
}

/* The best place of what parks where new events of the key are held while it is offered again; INT64_MIN: nothing. Of
 * base, if given, only. */
static int64_t held_up_to(const Met *m, const Event *only)
{
    int64_t top = INT64_MIN;
    for (int i = 0; i < m->c->waiters.n; i++)
        for (int e = 0; e < m->c->base_events.n; e++) {
            const Waiters *w = m->c->waiters.at[i];
            const Event *base = m->c->base_events.at[e];
            if ((only && base != only) || (!has_entries(w) && !block_pools(w->block))) continue;
            if (ctl_parks_event(m->c, w, base) && check_rank(base) > top) top = check_rank(base);
        }
    return top;
}

static bool is_replayed(const Expr *e) { return e && e->op == E_VAR && e->var->kind == V_REPLAYED; }

static void find_first_time(const Expr *e, void *ctx)
{
    *(bool *)ctx |= e->op == E_NOT && is_replayed(e->arg[0]);
}

/* What is parked can meet this row when it is offered again. */
static bool met_again(const Met *m, const Event *base)
{
    const Cell *cell = cell_at(m->c, m->state, m->event);
    bool first = held_up_to(m, base) == INT64_MIN;
    for (int i = 0; i < cell->rows.n; i++) first |= is_replayed(cell->rows.at[i]->when);
    if (m->row->when) expr_walk(m->row->when, find_first_time, &first);
    return !first;
}

/* What is offered again holds back new events of its key, up to the class of all that parks. */
void check_held_behind(Check *k, const Met *m, const Event *out)
{
    const Event *base = m->event->base ? m->event->base : m->event;
    int64_t rank = check_rank(out);
    if (out->keyless || rank == INT64_MAX || rank > held_up_to(m, NULL) || !met_again(m, base)) return;
    diag_warning(k->d, m->row->pos,
                 "state " STR_FMT ", event " STR_FMT ": a stall of what is parked, until " STR_FMT ", which is held "
                 "behind it: events of that class park here too; expected <park/>, or a stall when=\"not replayed\"",
                 STR_ARG(m->state->name), STR_ARG(m->event->name), STR_ARG(out->name));
}

