/* ctl_wait.c - look-up in T: what waits. Which pins and parameters a block has is its manifest's. */
#include "rtl/ctl.h"

static HdlName *wire(Ctl *k, Str stem, const char *tail, Hx width)
{
    return hdl_wire(k->s, rtl_f(k->x, STR_FMT "%s", STR_ARG(stem), tail), width);
}

static Hx parked(Ctl *k, const CtlWait *e)
{
    HxList low = { 0 };
    hx_put(k->m, &low, k->t_event->x);
    for (int i = 0; i < k->c->args.n; i++) {
        const Var *v = k->c->args.at[i];
        if (!ctl_parks_arg(k->c, e->w, v) || ctl_orders(e, v)) continue;
        hx_put(k->m, &low, v->kind == V_STAMP ? ctl_st(k, SIG_STAMP, v) : k->t_arg[v->id]->x);
    }
    return hx_concat_low(k->m, &low);
}

static Hx row_only(Ctl *k, Hx x) { return x ? hx_and(k->m, k->t_fire->x, x) : hx_bool(k->m, 0); }

static Hx said(Ctl *k, SignalKind kind, const Waiters *w)
{
    int i = ctl_signal(k, kind, w);
    return i >= 0 ? k->st[i]->x : hx_bool(k->m, 0);
}

/* What a row says to a place. One that has rp_parks_i learns from op_i alone, which only a row or a walk gives, that it
 * runs. */
static Hx row_says(Ctl *k, const CtlWait *e, SignalKind kind)
{
    Hx x = said(k, kind, e->w);
    bool walked = k->walks && e->walked;
    if (!block_pin(e->w->block, "rp_parks_i")) return row_only(k, x);
    if (walked && ctl_late(k)) return hx_and(k->m, x, hx_not(k->m, k->walk_apply->x));
    return walked ? row_only(k, x) : x;
}

/* The entry's fields and state, and whether a row or a walk does something to it. */
static void entry_op(Ctl *k, const CtlWait *e, bool walked)
{
    HdlModule *m = k->m;
    const Waiters *w = e->w;
    if (e->keeps)
        hdl_assign(k->s, e->state->x,
                   hx_part(m, e->fld->x, ctl_fields_width(k, NULL, w->fields.at, w->fields.n, NULL), ctl_state_w(k)));
    ctl_fields_of(k, e->fld->x, w->fields.at, w->fields.n);
    Hx walk = walked ? hx_and(m, hx_and(m, k->walk_apply->x,
                                        k->each_walk ? ctl_walks_in_wait(k, e) : k->walk_entry->x),
                              k->wk[ctl_signal(k, SIG_WAIT_WE, w)]->x)
                     : NULL,
       any = NULL;
    static const SignalKind ops[] = { SIG_WAIT_WE, SIG_WAIT_ALLOC, SIG_PARK, SIG_REPLAY, SIG_DONE };
    for (int j = 0; j < 5; j++) any = hx_or(m, any, said(k, ops[j], w));
    hdl_assign(k->s, e->op->x, hx_or(m, hx_and(m, k->t_fire->x, any), walk));
    if (!e->keeps) return;
    Hx next = ctl_st(k, SIG_NEXT, NULL);
    hdl_assign(k->s, e->next->x,
               walked ? hx_cond(m, k->walk_apply->x, k->wk[ctl_signal(k, SIG_NEXT, NULL)]->x, next) : next);
}

/* One of a place is on its way at a time: nothing in T sends what is in L back to it. What takes its entry into use
 * again has the place itself refuse it. */
static Hx taken_in_l(Ctl *k, const CtlWait *e)
{
    HdlModule *m = k->m;
    Hx take = hx_and(m, hx_and(m, k->l_valid->x, ctl_l_src(k, e->replay_src)), e->replay_valid->x);
    return k->l_back ? hx_and(m, take, hx_not(m, k->l_back->x)) : take;
}

/* What is offered again, and what becomes of it in T; of a place in which nothing is parked: nothing. */
static void replays(Ctl *k, HdlInstance *i, const CtlWait *e)
{
    HdlModule *m = k->m;
    const Block *b = e->w->block;
    bool none = e->replay_src < 0;
    if (!block_pin(b, "rp_valid_o")) return;
    Str stem = k->n_waits > 1 ? rtl_f(k->x, STR_FMT "_replay", STR_ARG(e->w->name)) : STR("replay");
    Hx mine = none ? NULL : ctl_src(k, k->t_src, e->replay_src), no = hx_bool(m, 0);
    ctl_get(i, b, "rp_valid_o", none ? wire(k, stem, "_valid", NULL) : e->replay_valid);
    if (block_pin(b, "rp_idx_o")) ctl_get(i, b, "rp_idx_o", wire(k, stem, "_idx", e->idx_w));
    ctl_get(i, b, "rp_key_o", none ? wire(k, stem, "_key", rtl_key_width(k->x)) : e->replay_key);
    ctl_get(i, b, "rp_pay_o", none ? wire(k, stem, "_pay", NULL) : e->replay_pay);
    if (e->replay_least) ctl_get(i, b, "rp_order_o", e->replay_least);
    if (block_pin(b, "rp_stop_o")) ctl_get(i, b, "rp_stop_o", none ? wire(k, stem, "_stop", NULL) : e->stop);
    hdl_pins(i);
    Hx take = none ? no : ctl_src(k, k->src_gnt, e->replay_src);
    if (k->l_go && !none) take = taken_in_l(k, e);
    if (ctl_late(k) && !none)       /* one is on its way at a time: nothing in T sends it back */
        take = hx_and(m, hx_and(m, k->r_valid->x, ctl_src(k, k->r_src, e->replay_src)), e->replay_valid->x);
    ctl_give(i, b, "rp_take_i", take);
    /* whether it runs is known last: of what that means for it as little as can be comes behind it */
    Hx goes = none ? no : hx_and(m, k->t_fire->x, hx_not(m, ctl_st(k, SIG_PARK, e->w)));
    ctl_give(i, b, "rp_commit_i", none ? no : hx_and(m, mine, hx_or(m, goes, k->t_ends->x)));
    ctl_give(i, b, "rp_keep_i", none ? no : e->keep->x);
    ctl_give(i, b, "rp_rewind_i", none ? no : hx_and(m, k->t_fail->x, mine));
    if (block_pin(b, "rp_parks_i")) ctl_give(i, b, "rp_parks_i", none ? no : hx_and(m, said(k, SIG_PARK, e->w), mine));
    if (!block_pin(b, "pw_i")) return;
    hdl_pins(i);
    ctl_give(i, b, "pw_i", e->pw ? e->pw->x : no);
    ctl_give(i, b, "pw_idx_i", e->pw ? e->pw_idx->x : hx_zeros(m, e->idx_w));
    ctl_give(i, b, "pw_word_i", e->pw ? e->pw_word->x : hx_zeros(m, ctl_word_width(k, e->w)));
    ctl_give(i, b, "pw_we_i", e->pw ? e->pw_we->x : no);
    hdl_pins(i);
}

void ctl_waiters(Ctl *k, CtlWait *e)
{
    static const char *const names[] = { "key_width", "entry_width", "state_width", "parked_width", "order_width",
                                         "stages" };
    HdlModule *m = k->m;
    const Waiters *w = e->w;
    const Block *b = w->block;
    Str n = w->name, up = rtl_upper(k->r->a, n);
    bool holds = e->holds, walked = k->walks && e->walked, parks = e->replay_src >= 0;
    Hx fw = ctl_entry_width(k, w->fields.at, w->fields.n, e->keeps);
    e->fld_w = holds ? hdl_const_of(m, rtl_f(k->x, STR_FMT "_FLD_W", STR_ARG(up)), NULL, fw)->x : hx_int(m, 1);
    Hx values[] = { rtl_key_width(k->x), e->fld_w, hx_int(m, e->keeps ? ctl_state_bits(k) : 0),
                    parks ? e->park_w : hx_int(m, 1),
                    ctl_order(w) ? rtl_bits(k->x, ctl_order(w)->type) : hx_int(m, 1), hx_int(m, k->stages) };
    CtlQuantities q = { k, NULL, w, names, values, 6 };
    const Expr *entries = waiters_attr(w, STR("entries"));
    e->entries = entries ? rtl_int(k->x, entries) : hx_int(m, 1);
    e->idx_w = hdl_const_of(m, rtl_f(k->x, STR_FMT "_IDX_W", STR_ARG(up)), NULL,
                            hx_cond(m, hx_gt(m, e->entries, hx_int(m, 1)), hx_clog2(m, e->entries), hx_int(m, 1)))
                   ->x;
    HdlInstance *i = ctl_block_of(k, b, n, &q);
    ctl_give(i, b, "next_key_i", k->l_key ? k->l_key->x : k->t_key->x);
    ctl_give(i, b, "key_i", k->t_key->x);
    hdl_pins(i);
#define GET(role, member, tail, width)           \
    do {                                         \
        if (block_pin(b, role)) {                \
            e->member = wire(k, n, tail, width); \
            ctl_get(i, b, role, e->member);          \
        }                                        \
    } while (0)
    GET("hit_o", hit, ctl_late(k) ? "_found" : "_hit", NULL);
    GET("idx_o", idx, "_idx", e->idx_w);
    GET("fld_o", fld, "_fld", e->fld_w);
    GET("armed_o", armed, "_armed", NULL);
    GET("drain_o", drain, "_drain", NULL);
    GET("first_o", first, "_first", NULL);
    GET("head_o", head, "_head", e->idx_w);
    GET("must_first_o", must, "_must_first", NULL);
    GET("room_o", room, "_room", NULL);
    GET("park_room_o", park_room, "_park_room", NULL);
    GET("seen_room_o", seen_room, "_seen_room", NULL);
    GET("idle_o", idle, "_idle", NULL);
    GET("busy_o", busy, "_busy", NULL);
    GET("stale_o", stale, "_stale", NULL);
#undef GET
    if (!e->room) e->room = e->park_room;
    if (holds) {
        e->op = wire(k, n, "_op", NULL);
        if (e->keeps) e->next = wire(k, n, "_next", ctl_state_w(k));
        if (e->keeps) e->state = wire(k, n, "_state", ctl_state_w(k));
    }
    Hx replayed = parks ? ctl_src(k, k->t_src, e->replay_src) : hx_bool(m, 0), fields = NULL,
       state = e->keeps ? e->next->x : NULL;
    if (holds) fields = ctl_pack(k, w->fields.at, w->fields.n, state, k->st);
    if (holds && walked)
        fields = hx_cond(m, k->walk_apply->x, ctl_pack(k, w->fields.at, w->fields.n, state, k->wk), fields);
    hdl_pins(i);
    if (e->op) ctl_give(i, b, "op_i", e->op->x);
    ctl_give(i, b, "alloc_i", row_says(k, e, SIG_WAIT_ALLOC));
    if (fields) ctl_give(i, b, "fld_i", fields);
    ctl_give(i, b, "park_i", hx_and(m, row_says(k, e, SIG_PARK), hx_not(m, replayed)));
    Hx pay = parks ? e->park_pay->x : hx_bool(m, 0);
    ctl_give(i, b, "pay_i", e->pw ? hx_cond(m, e->pw_we->x, ctl_walk_payload(k, e), pay) : pay);
    Hx order = !ctl_order(w)                      ? hx_bool(m, 0)
               : ctl_order(w)->kind == V_STAMP ? ctl_st(k, SIG_STAMP, ctl_order(w))
                                               : k->t_arg[ctl_order(w)->id]->x;
    bool ordered = e->pw && ctl_order(w) && e->replay_least;
    ctl_give(i, b, "order_i", ordered ? hx_cond(m, e->pw_we->x, ctl_walk_order(k, e), order) : order);
    hdl_pins(i);
    ctl_give(i, b, "replay_i", row_says(k, e, SIG_REPLAY));
    Hx wake = row_only(k, said(k, SIG_WAKE, w));
    ctl_give(i, b, "wake_i", k->keyless ? hx_and(m, wake, hx_not(m, k->t_keyless->x)) : wake);
    ctl_give(i, b, "wake_all_i", k->keyless ? hx_and(m, wake, k->t_keyless->x) : hx_bool(m, 0));
    ctl_give(i, b, "must_i", row_says(k, e, SIG_MUST));
    ctl_give(i, b, "done_i", row_says(k, e, SIG_DONE));
    hdl_pins(i);
    replays(k, i, e);
    ctl_gauges(k, i, b, n, &q);
    if (holds) entry_op(k, e, walked);
    if (parks) hdl_assign(k->s, e->park_pay->x, parked(k, e));
    hdl_blank(k->s);
}
