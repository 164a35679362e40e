/* ctl_stages.c - the registers of T, of L between S0 and T where the look-up takes two cycles, and of R behind L where
 * there are three stages (ctl_late.c).
 *
 * With two stages S0 chooses, L looks up, T decides and writes. What T writes is seen by what is in L: stores and
 * miss-status files forward it, all other state is read in T. A source has its verdict a cycle later, so what is in L
 * goes back with what failed in T if both are of one source. Parked requests are taken in L, for their places want the
 * verdict in the next cycle: what is no longer offered then is dropped. A store that cannot look up in two steps does
 * so from L to T. */
#include "rtl/ctl.h"

Hx ctl_l_src(const Ctl *k, int source) { return k->l_src ? ctl_src(k, k->l_src, source) : NULL; }

bool ctl_early(const Ctl *k, const CtlStore *l) { return k->stages == 1 || l->s->block->staged; }

static bool all_early(const Ctl *k)
{
    for (int i = 0; i < k->n_stores; i++) if (!ctl_early(k, &k->stores[i])) return false;
    return true;
}

void ctl_stage_nets(Ctl *k)
{
    Hx ew = rtl_code_width(k->x, code_bits(k->c->base_events.n));
    k->l_arg = NEW_N(k->r->a, HdlName *, k->c->vars.n + 1);
    if (k->stages == 1) return;
    k->l_src = hdl_wire(k->s, STR("l_src_q"), k->sources);
    k->l_valid = hdl_wire(k->s, STR("l_valid_q"), NULL);
    k->l_moves = hdl_wire(k->s, STR("l_moves_q"), NULL);
    k->l_go = hdl_wire(k->s, STR("l_go"), NULL);
    const char *q = ctl_late(k) ? "" : "_q";        /* with three stages chosen in L, from registers */
    k->l_event = hdl_wire(k->s, rtl_f(k->x, "l_event%s", q), ew);
    if (k->c->key) k->l_key = hdl_wire(k->s, STR("l_key_q"), rtl_width(k->x, k->c->key));
    k->l_known = hdl_wire(k->s, rtl_f(k->x, "l_known%s", q), NULL);
    if (k->overflow_src >= 0 || !all_early(k)) k->l_back = hdl_wire(k->s, STR("l_back"), NULL);
    for (int i = 0; i < k->c->args.n; i++) {
        const Var *v = k->c->args.at[i];
        if (rtl_arg_used(v))
            k->l_arg[v->id] =
                hdl_wire(k->s, rtl_f(k->x, "l_" STR_FMT "%s", STR_ARG(v->ident), q), rtl_width(k->x, v->type));
    }
}

/* What failed in T, or stays parked, sends back what is of the same source. */
static Hx sent_back(Ctl *k, const HdlName *of)
{
    HdlModule *m = k->m;
    return hx_and(m, hx_or(m, k->t_fail->x, k->t_keep->x), hx_any(m, hx_band(m, of->x, k->t_src->x)));
}

/* A parked request whose entry is taken into use again in T: it is offered no more. NULL: there are none. */
static Hx stopped(Ctl *k, const HdlName *of)
{
    HdlModule *m = k->m;
    Hx any = NULL;
    for (int i = 0; i < k->n_waits; i++) {
        const CtlWait *e = &k->waits[i];
        if (e->replay_src < 0 || !e->stop) continue;
        Hx one = hx_and(m, ctl_src(k, of, e->replay_src), e->stop->x);
        any = any ? hx_or(m, any, one) : one;
    }
    return any;
}

/* An occurrence of the source that failed in this very cycle is dropped: it will be offered again behind the failed
 * one. So is a parked request that is offered no more. */
static void t_registers(Ctl *k)
{
    HdlModule *m = k->m;
    Hx stop = stopped(k, k->src_gnt), back = sent_back(k, k->src_gnt);
    hdl_note(k->s, STR("To T. An occurrence of the source that failed in this very cycle is dropped: it will be "
                       "offered again behind the failed one."));
    if (stop) hdl_note(k->s, STR("So is a parked request whose entry is taken into use again: its list waits."));
    HdlName *kill = hdl_is(k->s, STR("s0_kill"), NULL, stop ? hx_or(m, back, stop) : back);
    HdlClocked c = hdl_clocked(k->s, true);
    hs_set(c.reset, k->t_valid->x, hx_bool(m, 0));
    hs_set(c.reset, k->t_src->x, hx_zeros(m, k->sources));
    Hx go = hx_and(m, k->src_any->x, hx_not(m, kill->x));
    hs_set(c.run, k->t_valid->x, k->overflow_src >= 0 ? hx_or(m, k->t_full->x, go) : go);
    hs_set(c.run, k->t_src->x, hx_cond(m, kill->x, hx_zeros(m, k->sources), k->src_gnt->x));
    if (k->overflow_src >= 0) hs_set(c.run, ctl_src(k, k->t_src, k->overflow_src), k->t_full->x);
    /* what nothing is offered to, stays: an idle controller does not toggle */
    Hx moves = k->src_any->x;
    if (k->overflow_src >= 0) moves = hx_or(m, moves, k->t_full->x);
    if (k->walks) moves = hx_or(m, moves, k->walk_busy->x);
    HdlBody *b = hs_if(hdl_clocked(k->s, false).run, moves);
    hs_set(b, k->t_event->x, k->s0_event->x);
    if (k->t_key) hs_set(b, k->t_key->x, k->walks ? k->look_key->x : k->s0_key->x);
    hs_set(b, k->t_known->x, k->s0_known->x);
    for (int i = 0; i < k->c->args.n; i++)
        if (rtl_arg_used(k->c->args.at[i]))
            hs_set(b, k->t_arg[k->c->args.at[i]->id]->x, k->s0_arg[k->c->args.at[i]->id]->x);
    hdl_blank(k->s);
}

/* ---- two stages ---- */

/* A parked request that is no longer offered. */
static Hx withdrawn(Ctl *k, const HdlName *of)
{
    HdlModule *m = k->m;
    Hx gone = NULL;
    for (int i = 0; i < k->n_waits; i++) {
        const CtlWait *e = &k->waits[i];
        if (e->replay_src < 0) continue;
        gone = hx_or(m, gone, hx_and(m, ctl_src(k, of, e->replay_src), hx_not(m, e->replay_valid->x)));
    }
    return gone;
}

Hx ctl_s0_moves(Ctl *k) { return k->walks ? hx_or(k->m, k->src_any->x, k->walk_busy->x) : k->src_any->x; }

/* The source of what comes to L, 0 if nothing does. Where S0 is long, since keys are hashed in it, each source is
 * looked at by itself, beside the choice. */
static void l_source(Ctl *k, HdlBody *run, const HdlName *kill)
{
    HdlModule *m = k->m;
    bool each = false;
    for (int i = 0; i < k->n_stores; i++) each = each || ctl_by_source(k, k->stores[i].s);
    if (!each) {
        hs_set(run, k->l_src->x, hx_cond(m, kill->x, hx_zeros(m, k->sources), k->src_gnt->x));
        return;
    }
    Hx back = hx_or(m, k->t_fail->x, k->t_keep->x);
    hs_set(run, k->l_src->x,
           hx_band(m, k->src_gnt->x, hx_inv(m, hx_band(m, k->t_src->x, hx_repeat(m, k->sources, back)))));
    for (int i = 0; i < k->n_waits; i++) {
        const CtlWait *e = &k->waits[i];
        if (e->replay_src < 0) continue;
        Hx stays = hx_not(m, hx_and(m, back, ctl_src(k, k->t_src, e->replay_src)));
        hs_set(run, ctl_src(k, k->l_src, e->replay_src),
               hx_and(m, ctl_src(k, k->src_gnt, e->replay_src), hx_and(m, stays, e->replay_valid->x)));
    }
}

static void l_registers(Ctl *k)
{
    HdlModule *m = k->m;
    hdl_note(k->s, STR("To L, where the look-up is. An occurrence of the source that failed in T in this very cycle is "
                       "dropped: it will be offered again behind the failed one."));
    Hx back = sent_back(k, k->src_gnt), gone = ctl_late(k) ? withdrawn(k, k->src_gnt) : NULL;
    if (gone) hdl_note(k->s, STR("So is a parked request that is no longer offered."));
    HdlName *kill = hdl_is(k->s, STR("s0_kill"), NULL, gone ? hx_or(m, back, gone) : back);
    Hx moves = ctl_s0_moves(k);
    HdlClocked c = hdl_clocked(k->s, true);
    hs_set(c.reset, k->l_valid->x, hx_bool(m, 0));
    hs_set(c.reset, k->l_moves->x, hx_bool(m, 0));
    hs_set(c.reset, k->l_src->x, hx_zeros(m, k->sources));
    hs_set(c.run, k->l_valid->x, hx_and(m, k->src_any->x, hx_not(m, kill->x)));
    hs_set(c.run, k->l_moves->x, moves);
    l_source(k, c.run, kill);
    if (ctl_late(k)) {
        hs_set(c.reset, k->r_moves->x, hx_bool(m, 0));
        hs_set(c.run, k->r_moves->x, k->l_moves->x);
        hs_set(c.reset, k->t_moves->x, hx_bool(m, 0));
        hs_set(c.run, k->t_moves->x, k->r_moves->x);
    }
    HdlBody *b = hs_if(hdl_clocked(k->s, false).run, moves);
    if (k->l_key) hs_set(b, k->l_key->x, k->walks ? k->look_key->x : k->s0_key->x);
    if (!ctl_late(k)) hs_set(b, k->l_event->x, k->s0_event->x);
    if (!ctl_late(k)) hs_set(b, k->l_known->x, k->s0_known->x);
    for (int i = 0; i < k->c->args.n && !ctl_late(k); i++)
        if (rtl_arg_used(k->c->args.at[i]))
            hs_set(b, k->l_arg[k->c->args.at[i]->id]->x, k->s0_arg[k->c->args.at[i]->id]->x);
    hdl_blank(k->s);
}

/* Whether what is in L comes to T. */
static void passes(Ctl *k)
{
    HdlModule *m = k->m;
    Hx gone = withdrawn(k, k->l_src), stays = sent_back(k, k->l_src), stop = stopped(k, k->l_src);
    if (stop) stays = hx_or(m, stays, stop);
    if (k->l_back) {
        Hx back = hx_not(m, k->ready->x);
        if (k->overflow_src >= 0) back = hx_or(m, k->t_full->x, back);
        hdl_note(k->s, STR("Offered again: the store is not ready for it, or an overflow event comes first."));
        hdl_assign(k->s, k->l_back->x, hx_and(m, k->l_valid->x, back));
        stays = hx_or(m, stays, k->l_back->x);
    }
    if (gone) hdl_note(k->s, STR("A parked request that is no longer offered is dropped."));
    if (gone) stays = hx_or(m, stays, gone);
    hdl_assign(k->s, k->l_go->x, hx_and(m, k->l_valid->x, hx_not(m, stays)));
}

static void from_l(Ctl *k)
{
    HdlModule *m = k->m;
    Hx full = k->overflow_src >= 0 ? k->t_full->x : NULL, moves = hx_or(m, k->l_moves->x, full);
    hdl_note(k->s, STR("To T."));
    passes(k);
    HdlClocked c = hdl_clocked(k->s, true);
    hs_set(c.reset, k->t_valid->x, hx_bool(m, 0));
    hs_set(c.reset, k->t_src->x, hx_zeros(m, k->sources));
    hs_set(c.run, k->t_valid->x, full ? hx_or(m, full, k->l_go->x) : k->l_go->x);
    hs_set(c.run, k->t_src->x, hx_cond(m, k->l_go->x, k->l_src->x, hx_zeros(m, k->sources)));
    if (full) hs_set(c.run, ctl_src(k, k->t_src, k->overflow_src), full);
    HdlBody *b = hs_if(hdl_clocked(k->s, false).run, moves);
    Hx event = k->l_event->x;
    if (full) event = hx_cond(m, full, rtl_event(k->x, ctl_overflow_event(k)), event);
    hs_set(b, k->t_event->x, event);
    if (k->t_key) hs_set(b, k->t_key->x, k->l_key->x);
    hs_set(b, k->t_known->x, full ? hx_or(m, full, k->l_known->x) : k->l_known->x);
    for (int i = 0; i < k->c->args.n; i++)
        if (rtl_arg_used(k->c->args.at[i]))
            hs_set(b, k->t_arg[k->c->args.at[i]->id]->x, k->l_arg[k->c->args.at[i]->id]->x);
    hdl_blank(k->s);
}

/* ---- three stages ---- */

/* The registers of one stage take what another one has. */
typedef struct { HdlName *valid, *src, *event, *key, *known, **arg; } Occurrence;

static void moves_on(Ctl *k, Occurrence to, Occurrence from, const HdlName *go, const HdlName *moves)
{
    HdlModule *m = k->m;
    HdlClocked c = hdl_clocked(k->s, true);
    hs_set(c.reset, to.valid->x, hx_bool(m, 0));
    hs_set(c.reset, to.src->x, hx_zeros(m, k->sources));
    hs_set(c.run, to.valid->x, go->x);
    hs_set(c.run, to.src->x, hx_cond(m, go->x, from.src->x, hx_zeros(m, k->sources)));
    HdlBody *b = hs_if(hdl_clocked(k->s, false).run, moves->x);
    hs_set(b, to.event->x, from.event->x);
    if (to.key) hs_set(b, to.key->x, from.key->x);
    hs_set(b, to.known->x, from.known->x);
    for (int i = 0; i < k->c->args.n; i++)
        if (rtl_arg_used(k->c->args.at[i]))
            hs_set(b, to.arg[k->c->args.at[i]->id]->x, from.arg[k->c->args.at[i]->id]->x);
    hdl_blank(k->s);
}

static void from_l_and_r(Ctl *k)
{
    HdlModule *m = k->m;
    Occurrence l = { k->l_valid, k->l_src, k->l_event, k->l_key, k->l_known, k->l_arg },
               r = { k->r_valid, k->r_src, k->r_event, k->r_key, k->r_known, k->r_arg },
               t = { k->t_valid, k->t_src, k->t_event, k->t_key, k->t_known, k->t_arg };
    hdl_note(k->s, STR("To R."));
    passes(k);
    moves_on(k, r, l, k->l_go, k->l_moves);
    hdl_note(k->s, STR("To T. Whether that is of the source of what is in T is known a cycle earlier."));
    HdlName *same = hdl_wire(k->s, STR("r_same_q"), NULL);
    HdlClocked c = hdl_clocked(k->s, true);
    hs_set(c.reset, same->x, hx_bool(m, 0));
    hs_set(c.run, same->x, hx_any(m, hx_band(m, k->l_src->x, k->r_src->x)));
    Hx stays = hx_and(m, hx_or(m, k->t_fail->x, k->t_keep->x), same->x), gone = withdrawn(k, k->r_src);
    hdl_assign(k->s, k->r_go->x, hx_and(m, k->r_valid->x, hx_not(m, gone ? hx_or(m, stays, gone) : stays)));
    moves_on(k, t, r, k->r_go, k->r_moves);
}

void ctl_stages(Ctl *k)
{
    if (k->stages == 1) { t_registers(k); return; }
    l_registers(k);
    if (ctl_late(k)) from_l_and_r(k);
    else from_l(k);
}
