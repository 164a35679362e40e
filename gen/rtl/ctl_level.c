/* ctl_level.c - timers, wishes, wakes and sweeps: sources of occurrences that no message brings. What such an
 * occurrence rests on may be over when it is in T: then it is dropped. */
#include "rtl/ctl.h"

static Hx now(void *ctx, const Var *v)
{
    Ctl *k = ctx;
    if (v->kind == V_ME) return ctl_own_number(k, v);
    if (v->kind == V_EMPTY) return ctl_wait_of(k, v->waiters)->idle->x;
    if (v->kind == V_INPUT) return rtl_port(k->ports, RTL_PIN, NULL, str_z(k->r->a, v->ident))->x;
    if (v->constant) return ctl_own_number(k, v);
    if (k->reg[v->id]) return k->reg[v->id]->x;
    return ctl_unset(k, v);
}

/* Lines in the state of a wake, marked as rows write them; one after the other is offered. */
static void wake(Ctl *k, int src, Hx when)
{
    HdlModule *m = k->m;
    const Source *s = &k->c->sources.at[src];
    CtlStore *l = ctl_store_of(k, s->event->store);
    Str n = rtl_f(k->x, "level_" STR_FMT, STR_ARG(s->event->name));
    Hx places = hdl_const_of(m, rtl_f(k->x, STR_FMT "_LINES", STR_ARG(rtl_upper(k->r->a, l->s->name))), NULL,
                             hx_shl(m, hx_int(m, 1), l->loc_w))
                    ->x;
    HdlName *in = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_in_q", STR_ARG(n)), places),
            *turn = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_turn", STR_ARG(n)), places);
    HdlName *at = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_at", STR_ARG(n)), l->loc_w);
    HdlName *keys = hdl_memory(k->s, rtl_f(k->x, STR_FMT "_keys_q", STR_ARG(n)), rtl_width(k->x, k->c->key), places);
    HdlInstance *i = ctl_block(k, "cg_rr_arb", rtl_f(k->x, "u_" STR_FMT, STR_ARG(n)));
    hdl_set(i, "N", places);
    hdl_in(i, "req_i", in->x);
    hdl_in(i, "advance_i", hx_and(m, k->t_over->x, ctl_src(k, k->t_src, src)));
    hdl_out(i, "gnt_o", turn->x);
    hdl_out(i, "gnt_idx_o", at->x);
    hdl_assign(k->s, k->level[src]->x, hx_and(m, hx_any(m, in->x), when));
    hdl_assign(k->s, k->level_key[src]->x, hx_bit(m, keys->x, at->x));
    HdlClocked c = hdl_clocked(k->s, true);
    hs_set(c.reset, in->x, hx_zeros(m, places));
    hs_set(hs_if(c.run, l->upd->x), hx_bit(m, in->x, l->loc->x),
           hx_and(m, l->keep->x, hx_eq(m, l->next_state->x, rtl_state(k->x, s->event->in))));
    hs_set(hs_if(hdl_clocked(k->s, false).run, l->upd->x), hx_bit(m, keys->x, l->loc->x), k->t_key->x);
}

static void timer(Ctl *k, int src)
{
    HdlInstance *i = ctl_block(k, "cg_timer", rtl_f(k->x, "u_" STR_FMT, STR_ARG(k->level[src]->name)));
    hdl_set(i, "PERIOD", rtl_int(k->x, k->c->sources.at[src].event->when));
    hdl_out(i, "due_o", k->level[src]->x);
    hdl_in(i, "take_i", hx_and(k->m, k->t_over->x, ctl_src(k, k->t_src, src)));
}

void ctl_levels(Ctl *k)
{
    RtlExpr x = { .x = k->x, .var = now, .ctx = k, .scope = k->s };
    bool first = true;
    for (int i = 0; i < k->c->sources.n; i++) {
        const Source *s = &k->c->sources.at[i];
        if (s->kind != SRC_LEVEL) continue;
        if (first)
            hdl_note(k->s,
                     STR("Timers, wishes, wakes and sweeps, each offered again at the earliest when it was in T."));
        first = false;
        if (s->event->sweep) ctl_sweep(k, i);
        else if (s->event->kind == EV_WAKE) wake(k, i, rtl_expr(&x, s->event->when));
        else if (s->event->periodic) timer(k, i);
        else hdl_assign(k->s, k->level[i]->x, rtl_expr(&x, s->event->when));
        hdl_assign(k->s, ctl_src(k, k->src_valid, i),
                   hx_and(k->m, k->level[i]->x, hx_not(k->m, ctl_src(k, k->t_src, i))));
    }
    if (!first) hdl_blank(k->s);
}

Hx ctl_level_over(Ctl *k, int source)
{
    HdlModule *m = k->m;
    const Event *e = k->c->sources.at[source].event;
    Hx still = k->level[source]->x;
    const CtlStore *l = e->kind == EV_WAKE ? ctl_store_of(k, e->store) : NULL;
    if (l) still = hx_and(m, hx_and(m, still, l->hit->x), hx_eq(m, l->state->x, rtl_state(k->x, e->in)));
    if (e->kind == EV_SWEEP) still = hx_and(m, still, ctl_sweep_still(k, source));
    return hx_and(m, ctl_src(k, k->t_src, source), hx_not(m, still));
}
