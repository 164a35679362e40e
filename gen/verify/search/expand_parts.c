/* expand_parts.c - a state is expanded without being put together: what its instances can do is mostly known. */
#include "verify/properties/rest.h"
#include "verify/search/worker.h"
#include <string.h>

typedef struct { Worker *w; StateId from; Whole s, next; bool whole, moved, issued; } Expanding;

/* The state with its instances. */
static const SysState *whole(Expanding *e)
{
    if (!e->whole) desk_all_insts(e->w->desk, &e->s);
    e->whole = true;
    return &e->s.s;
}

/* One after the other. */
static bool invariants(Expanding *e, const Outcome *o)
{
    for (int q = 0; q < e->w->of->x->m->n_keys; q++)
        if ((o->concerns >> q & 1) && !desk_system_holds(e->w->desk, &e->next, o->o.inst, q)) return false;
    return true;
}

/* The state that is reached gets its numbers; false: an invariant of the system does not hold. With these numbers there
 * are fewer views to be known. */
static bool settle(Expanding *e, const Outcome *o)
{
    Desk *d = e->w->desk;
    Views seen = desk_views(d, &e->s, &e->next);
    if (seen == VIEWS_UNKNOWN && !invariants(e, o)) return false;
    desk_canonical(d, &e->next);
    return seen != VIEWS_OTHERS || desk_views_hold(d, &e->next);
}

static bool slowly(Expanding *e, const Outcome *o, int msg)
{
    Occurrence at = o->o;
    if (msg >= 0) at.at = msg;
    return worker_step(e->w, e->from, whole(e), &at, &e->moved, &e->issued);
}

static bool follow(Expanding *e, const Outcome *o, int msg)
{
    Worker *w = e->w;
    const Model *m = w->of->x->m;
    if (o->slow) return slowly(e, o, msg);
    if (o->result == FIRE_IDLE) return w->rows[m->ctl[m->inst[o->o.inst].ctl].first_row + o->row]++, true;
    unsigned bounds = o->result == FIRE_OK ? desk_apply(w->desk, &e->s, o, msg, &e->next) : o->bounds;
    if (!bounds && !settle(e, o)) return slowly(e, o, msg);
    w->transitions++;
    if (o->o.where != SRC_CORE_) e->moved = true;
    else e->issued = true;
    if (bounds) return worker_bounded(w, bounds);
    int ctl = m->inst[o->o.inst].ctl;
    if (o->row >= 0) w->rows[m->ctl[ctl].first_row + o->row]++;
    w->met.states[ctl] |= o->states;
    w->met.moved[ctl] |= o->moved;
    int owner;
    if (w->of->x->part && !partition_is_own(w->of->x, desk_spread(w->desk, &e->next), &owner)) {
        desk_all_insts(w->desk, &e->next);
        if (desk_full(w->desk)) return worker_undone(w);
        partition_send(w->of->x, owner, &e->next.s, e->from);
        return true;
    }
    Reached *to = worker_reach(w);
    to->n = desk_pack(w->desk, &e->next, to->packed);
    return desk_full(w->desk) ? worker_undone(w) : worker_put(w, e->from);
}

static bool follow_all(Expanding *e, const Outcome *first, int msg)
{
    for (const Outcome *o = first; o; o = o->next) if (!follow(e, o, msg)) return false;
    return true;
}

/* What is asked for the state is known before it is needed: memory answers meanwhile. */
static bool follow_everything(Expanding *e)
{
    Desk *d = e->w->desk;
    const Model *m = e->w->of->x->m;
    Question ask[MAX_MSGS + MAX_INST];
    const Outcome *first[MAX_MSGS + MAX_INST];
    int n = 0;
    Around a;
    desk_around(d, &e->s, &a);
    for (int i = 0; i < e->s.s.n_msgs; i++)
        if (step_message_next(m, &e->s.s, i)) desk_question(d, &e->s, &a, state_msg_to(e->s.s.msg[i]), i, &ask[n++]);
    for (int i = 0; i < m->n_inst; i++) desk_question(d, &e->s, &a, i, -1, &ask[n++]);
    for (int i = 0; i < n; i++) first[i] = desk_outcomes(d, &e->s, &ask[i]);
    if (desk_full(d)) return worker_undone(e->w);
    for (int i = 0; i < n; i++) if (!follow_all(e, first[i], ask[i].msg)) return false;
    return true;
}

bool parts_expand(Worker *w, StateId id, const uint64_t *packed)
{
    Expanding e;                     /* the instances are not set */
    const Model *m = w->of->x->m;
    Fired f;
    e.w = w; e.from = id; e.whole = e.moved = e.issued = false;
    desk_unpack(w->desk, packed, &e.s);
    if (desk_idle(w->desk, &e.s) && !worker_check_rest(w, id, whole(&e))) return false;
    if (!follow_everything(&e)) return false;
    if (desk_full(w->desk)) return worker_undone(w);
    return e.moved || !rest_dead(m, whole(&e), e.issued, &f) || worker_allowed(w, P_DEADLOCK) ||
           worker_wrong(w->of, &f, id, NULL);
}
