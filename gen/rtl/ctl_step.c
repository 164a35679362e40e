/* ctl_step.c - T: the transition function, what it needs, and the state it writes. */
#include "rtl/ctl.h"

/* flag is 1 for the events for which `of` holds. */
static void event_flag(Ctl *k, const HdlName *flag, const HdlName *event, bool (*of)(const Ctl *k, const Event *e))
{
    HdlCase *by_event = hs_case(hdl_comb(k->s), event->x);
    HdlBody *arm = NULL;
    for (int i = 0; i < k->c->base_events.n; i++) {
        const Event *e = k->c->base_events.at[i];
        if (!of(k, e)) continue;
        if (arm) hs_label(by_event, rtl_event(k->x, e));
        else arm = hs_arm(by_event, rtl_event(k->x, e));
    }
    if (arm) hs_set(arm, flag->x, hx_bool(k->m, 1));
    hs_set(hs_default(by_event), flag->x, hx_bool(k->m, 0));
}

static bool keyless(const Ctl *k, const Event *e) { (void)k; return e->keyless; }

/* ---- look-up ---- */

void ctl_lookup(Ctl *k)
{
    HdlModule *m = k->m;
    hdl_note(k->s, STR("---- T: look up ----"));
    if (k->keyless) {
        hdl_note(k->s, STR("Events without key have no line and no entry."));
        event_flag(k, k->t_keyless, k->t_event, keyless);
        if (ctl_late(k)) event_flag(k, k->r_keyless, k->r_event, keyless);
        if (k->s0_keyless) event_flag(k, k->s0_keyless, k->s0_event, keyless);
        if (k->l_keyless) event_flag(k, k->l_keyless, k->l_event, keyless);
    }
    hdl_blank(k->s);
    for (int i = 0; i < k->n_stores; i++) ctl_store(k, &k->stores[i]);
    if (!k->n_stores) hdl_assign(k->s, k->ready->x, hx_bool(m, 1));
    for (int i = 0; i < k->n_waits; i++) ctl_waiters(k, &k->waits[i]);
    if (ctl_whole_state(k->c) && k->c->states.n > 1) {
        hdl_note(k->s, STR("The state of the whole controller."));
        return;                                     /* a register: ctl_state */
    }
    Hx state = rtl_state(k->x, k->c->states.at[0]);
    for (int i = 0; i < k->n_stores; i++)
        if (k->stores[i].keeps) state = hx_cond(m, k->stores[i].hit->x, k->stores[i].state->x, state);
    for (int i = 0; i < k->n_waits; i++)
        if (k->waits[i].holds && k->waits[i].keeps)
            state = hx_cond(m, k->waits[i].armed->x, k->waits[i].state->x, state);
    hdl_note(k->s, STR("The state: in the miss-status entry if there is a live one, else in the store."));
    hdl_assign(k->s, k->r_state->x, state);
    hdl_blank(k->s);
}

/* ---- inputs of the transition function ---- */

/* Room in every queue behind a port. */
static bool zero_first(const Var *v) { return !v->reset || (v->reset->op == E_NUM && v->reset->num == 0); }

Hx ctl_unset(Ctl *k, const Var *v)
{
    if (zero_first(v)) return hx_zeros(k->m, rtl_var_width(k->x, v));
    return v->array ? rtl_repeated(k->x, v) : rtl_sized(k->x, v->reset, v->type);
}

static Hx port_room(Ctl *k, const Port *p)
{
    Hx all = NULL;
    for (int i = 0; i < k->step->outs.n; i++) {
        const Out *o = k->step->outs.at[i];
        bool of = o->port == p;
        for (int j = 0; o->net && j < p->nets.n; j++) of |= p->nets.at[j] == o->net;
        if (of && !o->lane) all = hx_and(k->m, all, k->room[i]->x);
    }
    return all ? all : hx_bool(k->m, 1);
}

static Hx room_of(Ctl *k, const Var *v)
{
    if (v->port) return port_room(k, v->port);
    if (!v->waiters) return hx_bool(k->m, 1);
    const CtlWait *e = ctl_wait_of(k, v->waiters);
    if (ctl_late(k)) return e->seen_room->x;
    return e->room == e->park_room ? e->room->x : hx_and(k->m, e->room->x, e->park_room->x);
}

/* The occurrence whose row is chosen is offered again by some waiting place. */
static Hx replayed(const Ctl *k)
{
    Hx any = NULL;
    for (int i = 0; i < k->n_waits; i++)
        if (k->waits[i].replay_src >= 0) any = hx_or(k->m, any, ctl_src(k, k->r_src, k->waits[i].replay_src));
    return any ? any : hx_bool(k->m, 0);
}

/* At a controller with places, events without key have a state of their own: the first. */
static bool keyless_here(const Ctl *k) { return k->keyless && !ctl_whole_state(k->c); }

Hx ctl_own_number(Ctl *k, const Var *v)
{
    return rtl_port(k->ports, v->type->kind == TK_NODE ? RTL_NODE : RTL_INDEX, NULL, NULL)->x;
}

Hx ctl_step_input(Ctl *k, const Signal *g)
{
    const Var *v = g->var;
    switch (g->kind) {
    case SIG_IN_STATE: return keyless_here(k) ? k->r_row_state->x : k->r_state->x;
    case SIG_IN_EVENT: return k->r_event->x;
    case SIG_IN_REPLAY: return replayed(k);
    default: break;
    }
    switch (v->kind) {
    case V_REG:
        if (v->constant) return ctl_own_number(k, v);
        if (k->reg[v->id]) return k->reg[v->id]->x;
        return ctl_unset(k, v);
    case V_ARG: case V_STAMP: return k->r_arg[v->id] ? k->r_arg[v->id]->x : rtl_zeros(k->x, v->type);
    case V_KEY: return k->r_key->x;
    case V_ME: return ctl_own_number(k, v);
    case V_REPLAYED: return replayed(k);
    case V_INPUT: case V_CLOCK: return ctl_pin(k, v);
    case V_ROOM: return room_of(k, v);
    case V_FIRST: return ctl_wait_of(k, v->waiters)->first->x;
    case V_EMPTY: return ctl_wait_of(k, v->waiters)->idle->x;
    case V_STORE_HIT: return ctl_store_of(k, v->store)->hit->x;
    case V_WAITER_HIT: return ctl_wait_of(k, v->waiters)->hit->x;
    default: return k->field[v->id] ? k->field[v->id]->x : rtl_zeros(k->x, v->type);
    }
}

/* ---- what a row must have ---- */

static int64_t top_class(const Ctl *k)
{
    int64_t top = INT64_MIN;
    for (int i = 0; i < k->c->base_events.n; i++)
        if (ctl_parks_event(k->c, NULL, k->c->base_events.at[i]) && k->c->base_events.at[i]->class_ > top)
            top = k->c->base_events.at[i]->class_;
    return top;
}

static bool low(const Ctl *k, const Event *e) { return e->class_ <= top_class(k); }

/* Held while the entry replays: what came after the parked requests and is of their class or lower. */
static Hx hold_for_entry(Ctl *k)
{
    HdlModule *m = k->m;
    HdlName *t_low = hdl_wire(k->s, ctl_late(k) ? STR("r_low") : STR("t_low"), NULL);
    event_flag(k, t_low, k->r_event, low);
    hdl_note(k->s, STR("While parked requests of the key are replayed, newer ones wait; a must-hit replay goes before "
                       "anything else."));
    Hx held = NULL;
    for (int i = 0; i < k->n_waits; i++) {
        const CtlWait *e = &k->waits[i];
        if (e->drain) held = hx_or(m, held, hx_and(m, e->drain->x, t_low->x));
        if (e->must) held = hx_or(m, held, e->must->x);
    }
    Hx other = hx_not(m, replayed(k));
    if (k->keyless) other = hx_and(m, other, hx_not(m, k->r_keyless->x));
    return hx_and(m, other, held);
}

/* What may be outside of a table is searched first. */
static Hx hold_for_search(Ctl *k, const CtlStore *l)
{
    HdlModule *m = k->m;
    Hx later = l->hold->x;
    hdl_note(k->s, STR("What may be outside of the table is searched first."));
    if (k->keyless) later = hx_and(m, hx_not(m, k->t_keyless->x), later);
    if (ctl_clears(k))
        later = hx_or(m, later, hx_not(m, l->ready->x)); /* a look-up that began with the clearing is lost */
    return later;
}

static void hold(Ctl *k)
{
    HdlModule *m = k->m;
    Hx held = NULL;
    bool drains = false;
    for (int i = 0; i < k->n_waits; i++) drains |= k->waits[i].drain != NULL;
    if (drains) k->r_held = hold_for_entry(k);
    if (drains) held = ctl_in_t(k, STR("t_held_q"), NULL, k->r_held);
    for (int i = 0; i < k->n_stores; i++)
        if (k->stores[i].hold) k->t_later = hx_or(m, k->t_later, hold_for_search(k, &k->stores[i]));
    if (k->t_later) held = hx_or(m, held, k->t_later);
    if (k->walks) held = hx_or(m, k->walk_busy->x, held);
    if (k->port_busy) held = hx_or(m, k->port_busy->x, held);
    hdl_assign(k->s, k->t_hold->x, held ? held : hx_bool(m, 0));
}

/* A victim that has become busy since it was chosen stays. A line of a store that keeps no state is never busy: were it
 * pinned by entries, replays that lack room in two such stores could wait for each other. */
static Hx spared_victim(Ctl *k, const CtlStore *l)
{
    HdlModule *m = k->m;
    Hx state = NULL;
    for (int i = 0; i < l->s->victims.n; i++) {
        bool seen = false;
        for (int j = 0; j < i; j++) seen |= l->s->victims.at[j].state == l->s->victims.at[i].state;
        if (!seen) state = hx_or(m, state, hx_eq(m, l->state->x, rtl_state(k->x, l->s->victims.at[i].state)));
    }
    hdl_note(k->s, STR("A victim that has become busy since it was chosen stays."));
    Hx still = hx_and(m, l->hit->x, state);
    for (int i = 0; i < k->n_waits; i++)
        if (k->waits[i].holds && !l->s->any_victim) still = hx_and(m, still, hx_not(m, k->waits[i].hit->x));
    if (l->s->lock) still = hx_and(m, still, hx_not(m, k->field[l->s->lock->id]->x));
    return hx_and(m, ctl_src(k, k->r_src, l->evict_src), hx_not(m, still));
}

/* What an occurrence rested on is over: it is dropped. */
static void spared(Ctl *k)
{
    HdlModule *m = k->m;
    Hx over = NULL;
    for (int i = 0; i < k->n_stores; i++)
        if (k->stores[i].evict_src >= 0) over = hx_or(m, over, spared_victim(k, &k->stores[i]));
    for (int i = 0; i < k->c->sources.n; i++) {
        if (k->c->sources.at[i].kind != SRC_LEVEL) continue;
        Hx gone = ctl_level_over(k, i);
        if (ctl_level_in_r(k, k->c->sources.at[i].event)) over = hx_or(m, over, gone);
        else k->t_gone = hx_or(m, k->t_gone, gone);
        gone = ctl_level_gone(k, i);
        if (gone) k->t_gone = hx_or(m, k->t_gone, gone);
    }
    k->r_stays = over;
    if (over) over = ctl_in_t(k, STR("t_stays_q"), NULL, over);
    if (k->t_gone) over = hx_or(m, over, k->t_gone);
    hdl_assign(k->s, k->t_spared->x, over ? over : hx_bool(m, 0));
}

Hx ctl_tried(Ctl *k)
{
    return k->t_stale ? hx_and(k->m, k->t_valid->x, hx_not(k->m, k->t_stale->x)) : k->t_valid->x;
}

CtlRoom ctl_room(Ctl *k, const CtlWait *e)
{
    HdlModule *m = k->m;
    CtlRoom room = { NULL, NULL };
    if (e->holds) room.entry = hx_or(m, hx_not(m, ctl_st(k, SIG_WAIT_ALLOC, e->w)), e->room->x);
    if (e->replay_src < 0) return room;             /* nothing is parked there */
    room.place = hx_or(m, hx_or(m, hx_not(m, ctl_st(k, SIG_PARK, e->w)), e->park_room->x),
                       ctl_src(k, k->t_src, e->replay_src));
    return room;
}

/* What the waiting place and the store must have for the row. */
static HdlName *places(Ctl *k)
{
    HdlModule *m = k->m;
    Hx all = NULL;
    if (k->memory) ctl_memory_room(k);
    for (int i = 0; i < k->n_waits; i++) {
        CtlRoom room = ctl_room(k, &k->waits[i]);
        if (room.entry) all = hx_and(m, all, room.entry);
        if (room.place) all = hx_and(m, all, room.place);
    }
    for (int i = 0; i < k->n_stores; i++)
        all = hx_and(m, all,
                     hx_or(m, hx_not(m, ctl_st(k, SIG_STORE_ALLOC, k->stores[i].s)), k->stores[i].room->x));
    if (k->memory)
        all = hx_and(m, all, hx_or(m, hx_not(m, hx_or(m, k->memory_rd->x, k->memory_wr->x)), k->memory_room->x));
    return hdl_is(k->s, STR("t_places"), NULL, all ? all : hx_bool(m, 1));
}

/* Any lane of that queue is used. */
static Hx needed(Ctl *k, const Out *q)
{
    Hx any = NULL;
    for (int i = 0; i < k->step->outs.n; i++) {
        const Out *o = k->step->outs.at[i];
        SignalKind valid = o->net ? SIG_SEND_VALID : o->port->kind == PORT_CORE ? SIG_REPLY_VALID : SIG_REQ_VALID;
        if (q->net ? o->net == q->net : o == q) any = hx_or(k->m, any, ctl_st(k, valid, o));
    }
    return any;
}

/* Room in the output queues, which sources that lacked it get in turn. */
static Hx rooms(Ctl *k)
{
    HdlModule *m = k->m;
    HxList need = { 0 }, room = { 0 };
    for (int i = 0; i < k->step->outs.n; i++) {
        const Out *o = k->step->outs.at[i];
        if (o->lane) continue;
        hx_put(m, &need, needed(k, o));
        hx_put(m, &room, k->room[i]->x);
    }
    if (!need.at.n) return hx_bool(m, 1);
    HdlName *ok = hdl_wire(k->s, STR("t_rooms"), NULL);
    HdlInstance *i = ctl_block(k, "cg_out_turn", STR("u_turn"));
    hdl_set(i, "N", k->sources);
    hdl_set(i, "OUTS", hx_int(m, need.at.n));
    if (ctl_late(k)) hdl_set(i, "LATE", hx_int(m, 1));
    hdl_pins(i);
    hdl_in(i, "valid_i", k->src_offer->x);
    hdl_in(i, "src_i", hx_band(m, k->t_src->x, hx_repeat(m, k->sources, ctl_tried(k))));
    hdl_in(i, "here_i", ctl_late(k) ? k->r_src->x : k->t_src->x);
    hdl_in(i, "able_i", k->t_able->x);
    hdl_pins(i);
    hdl_in(i, "need_i", hx_concat(m, &need));
    hdl_in(i, "room_i", hx_concat(m, &room));
    hdl_out(i, "ok_o", ok->x);
    HdlName *busy = hdl_wire(k->s, STR("turn_busy"), NULL);
    hdl_out(i, "busy_o", busy->x);
    hx_put(m, &k->overs, busy->x);
    return ok->x;
}

/* What is offered again parks again: it stays where it is. */
static void keeps(Ctl *k)
{
    HdlModule *m = k->m;
    Hx any = NULL;
    for (int i = 0; i < k->n_waits; i++) {
        const CtlWait *e = &k->waits[i];
        if (e->replay_src < 0) continue;
        Hx keep = hx_and(m, hx_and(m, k->t_fire->x, ctl_st(k, SIG_PARK, e->w)), ctl_src(k, k->t_src, e->replay_src));
        if (e->keep != k->t_keep) hdl_assign(k->s, e->keep->x, keep);
        any = hx_or(m, any, e->keep != k->t_keep ? e->keep->x : keep);
    }
    hdl_assign(k->s, k->t_keep->x, any ? any : hx_bool(m, 0));
}

/* Of what R knows of the row already: it runs, or it is never. */
typedef struct { Hx runs, never; } RowSays;

static RowSays row_says(Ctl *k)
{
    HdlModule *m = k->m;
    Hx act = k->row[ctl_signal(k, SIG_ACT, NULL)]->x, here = hx_bool(m, 1);
    if (k->r_held) here = hx_not(m, k->r_held);
    if (k->r_stays) here = hx_and(m, here, hx_not(m, k->r_stays));
    Hx fires = hx_and(m, hx_eq(m, act, rtl_act(k->x, ACT_FIRE)), k->r_known->x),
       never = hx_or(m, hx_eq(m, act, rtl_act(k->x, ACT_NEVER)), hx_not(m, k->r_known->x));
    return (RowSays){ ctl_in_t(k, STR("t_fires_q"), NULL, hx_and(m, fires, here)),
                      ctl_in_t(k, STR("t_nevers_q"), NULL, hx_and(m, never, here)) };
}

/* The verdict of T, with three stages: most of it has been found in R. */
static void late_verdicts(Ctl *k)
{
    HdlModule *m = k->m;
    HdlName *fits = places(k);
    RowSays row = row_says(k);
    Hx here = ctl_tried(k);
    if (k->walks) here = hx_and(m, here, hx_not(m, k->walk_busy->x));
    if (k->t_later) here = hx_and(m, here, hx_not(m, k->t_later));
    if (k->t_gone) here = hx_and(m, here, hx_not(m, k->t_gone));
    k->t_wants = hx_and(m, here, row.runs);
    hdl_assign(k->s, k->t_able->x, hx_and(m, k->t_wants, fits->x));
    hdl_assign(k->s, k->t_fire->x, hx_and(m, k->t_able->x, rooms(k)));
    hdl_assign(k->s, k->t_never->x, hx_and(m, here, row.never));
    hdl_assign(k->s, k->t_ends->x, hx_or(m, k->t_never->x, hx_and(m, ctl_tried(k), k->t_spared->x)));
    hdl_assign(k->s, k->t_over->x, hx_or(m, k->t_fire->x, k->t_ends->x));
    hdl_assign(k->s, k->t_fail->x, hx_and(m, k->t_valid->x, hx_not(m, k->t_over->x)));
    keeps(k);
    hdl_blank(k->s);
}

static void verdicts(Ctl *k)
{
    HdlModule *m = k->m;
    if (ctl_late(k)) { late_verdicts(k); return; }
    HdlName *fits = places(k);
    Hx act = ctl_st(k, SIG_ACT, NULL),
       live = hx_and(m, hx_and(m, ctl_tried(k), hx_not(m, k->t_spared->x)), hx_not(m, k->t_hold->x));
    Hx able = hx_and(m, hx_and(m, ctl_tried(k), k->t_known->x),
                     hx_and(m, hx_not(m, k->t_spared->x), hx_not(m, k->t_hold->x)));
    k->t_wants = hx_and(m, able, hx_eq(m, act, rtl_act(k->x, ACT_FIRE)));
    hdl_assign(k->s, k->t_able->x, hx_and(m, k->t_wants, fits->x));
    hdl_assign(k->s, k->t_fire->x, hx_and(m, k->t_able->x, rooms(k)));
    Hx never = hx_or(m, hx_eq(m, act, rtl_act(k->x, ACT_NEVER)), hx_not(m, k->t_known->x));
    if (k->overflow_src >= 0) {
        Hx over = hx_and(m, hx_eq(m, act, rtl_act(k->x, ACT_NEVER)), ctl_st(k, SIG_OVERFLOW, NULL));
        hdl_assign(k->s, k->t_full->x,
                   hx_and(m, hx_and(m, able, over), hx_not(m, ctl_src(k, k->t_src, k->overflow_src))));
        never = hx_and(m, never, hx_not(m, k->t_full->x));
    }
    hdl_assign(k->s, k->t_never->x, hx_and(m, live, never));
    hdl_assign(k->s, k->t_ends->x, hx_or(m, k->t_never->x, hx_and(m, ctl_tried(k), k->t_spared->x)));
    hdl_assign(k->s, k->t_over->x, hx_or(m, k->t_fire->x, k->t_ends->x));
    hdl_assign(k->s, k->t_fail->x, hx_and(m, k->t_valid->x, hx_not(m, k->t_over->x)));
    keeps(k);
    hdl_blank(k->s);
}

/* A way is wanted for a line, and there is a victim. */
static void want_way(Ctl *k, const CtlStore *l)
{
    HdlModule *m = k->m;
    Hx want = hx_and(m, hx_and(m, ctl_tried(k), hx_not(m, k->t_hold->x)),
                     hx_and(m, hx_not(m, k->t_spared->x), hx_eq(m, ctl_st(k, SIG_ACT, NULL), rtl_act(k->x, ACT_FIRE))));
    hdl_assign(k->s, l->evict_want->x,
               hx_and(m, want,
                      hx_and(m, ctl_st(k, SIG_STORE_ALLOC, l->s),
                             hx_and(m, hx_not(m, l->room->x), l->victim_ok->x))));
}

void ctl_transition(Ctl *k)
{
    HdlModule *m = k->m;
    if (keyless_here(k))
        hdl_assign(k->s, k->r_row_state->x,
                   hx_cond(m, k->r_keyless->x, rtl_state(k->x, k->c->states.at[0]), k->r_state->x));
    hdl_note(k->s, ctl_late(k) ? STR("---- R: choose the row ----") : STR("---- T: decide ----"));
    HdlInstance *i = rtl_instance(k->x, k->s, k->step_module, STR("u_step"));
    for (int j = 0; j < k->step->signals.n; j++) {
        const Signal *g = &k->step->signals.at[j];
        if (rtl_is_part(g->var)) continue;
        if (ctl_new_group(k->step, j)) hdl_pins(i);
        if (g->out) hdl_out(i, str_z(k->r->a, g->port), k->row[j]->x);
        else hdl_in(i, str_z(k->r->a, g->port), ctl_step_input(k, g));
    }
    if (k->notes.n) hdl_pins(i);
    for (int j = 0; j < k->notes.n; j++)
        hdl_in(i, str_z(k->r->a, rtl_f(k->x, STR_FMT "_i", STR_ARG(rtl_note_name(k->r->a, &k->notes.at[j])))),
               k->note_is[j]);
    hdl_blank(k->s);
    if (ctl_late(k)) ctl_rows_in_t(k);
    if (ctl_late(k)) ctl_stale(k);
    hold(k);
    spared(k);
    verdicts(k);
    for (int i = 0; i < k->n_stores; i++) if (k->stores[i].evict_src >= 0) want_way(k, &k->stores[i]);
}

/* ---- state ---- */

static void registers(Ctl *k)
{
    HdlModule *m = k->m;
    HdlName *error = hdl_wire(k->s, STR("error_q"), NULL);
    HdlClocked c = hdl_clocked(k->s, true);
    bool whole = ctl_whole_state(k->c) && k->c->states.n > 1;
    hs_set(c.reset, error->x, hx_bool(m, 0));
    if (whole) hs_set(c.reset, k->r_state->x, rtl_state(k->x, k->c->states.at[0]));
    hs_set(hs_if(c.run, k->write_error ? hx_or(m, k->t_never->x, k->write_error->x) : k->t_never->x), error->x,
           hx_bool(m, 1));
    HdlBody *fire = hs_if(c.run, k->t_fire->x);
    if (whole) hs_set(fire, k->r_state->x, ctl_st(k, SIG_NEXT, NULL));
    for (int i = 0; i < k->c->regs.n; i++) {
        const Var *v = k->c->regs.at[i];
        if (!k->reg[v->id]) continue;
        Hx reset = zero_first(v) ? hx_zeros(m, rtl_var_width(k->x, v))
                   : v->array    ? rtl_repeated(k->x, v)
                                 : rtl_const(k->x, v->reset, v->type);
        hs_set(c.reset, k->reg[v->id]->x, reset);
        hs_set(fire, k->reg[v->id]->x, k->st[ctl_signal(k, SIG_VAR, v)]->x);
        if (v->shown) hdl_assign(k->s, rtl_var_port(k->ports, v)->x, k->reg[v->id]->x);
    }
    hdl_assign(k->s, rtl_port(k->ports, RTL_ERROR, NULL, NULL)->x, error->x);
}

/* A line whose state is kept in a live entry is marked 0: it is no victim. */
static void line_state(Ctl *k, const CtlStore *l)
{
    HdlModule *m = k->m;
    Hx next = ctl_st(k, SIG_NEXT, NULL);
    if (k->walks) next = hx_cond(m, k->walk_apply->x, k->wk[ctl_signal(k, SIG_NEXT, NULL)]->x, next);
    hdl_note(k->s, STR("A line whose state is kept in a live entry is marked 0: it is no victim."));
    HdlCase *by_state = hs_case(hdl_comb(k->s), next);
    for (int i = 0; i < k->c->states.n; i++)
        if (k->c->states.at[i]->at == AT_STORE)
            hs_set(hs_arm(by_state, rtl_state(k->x, k->c->states.at[i])), l->next_state->x,
                   rtl_state(k->x, k->c->states.at[i]));
    hs_set(hs_default(by_state), l->next_state->x, hx_lit(m, ctl_state_bits(k), 0));
}

void ctl_state(Ctl *k)
{
    hdl_note(k->s, STR("---- T: write ----"));
    registers(k);
    for (int i = 0; i < k->n_stores; i++) if (k->stores[i].keeps) line_state(k, &k->stores[i]);
}
