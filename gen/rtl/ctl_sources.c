/* ctl_sources.c - where occurrences come from, stage S0, and the registers of T. */
#include "rtl/ctl.h"

/* walked: of a network, walks over whose port there may be; or NULL. */
typedef struct { Hx width, valid, ready, data; const Source *walked; } Push;

/* What T, or L, says of an item of a queue. */
typedef struct { Hx over, back; } Verdict;

/* With two stages it comes through registers: what decides is long enough without the queues. What goes back is not
 * offered meanwhile; what of the same source is behind it has been dropped. */
static Verdict verdict(Ctl *k, Str n, int src)
{
    HdlModule *m = k->m;
    Hx mine = ctl_src(k, k->t_src, src);
    Verdict v = { hx_and(m, k->t_over->x, mine), hx_and(m, k->t_fail->x, mine) };
    if (k->stages == 1) return v;
    if (k->l_back) v.back = hx_or(m, v.back, hx_and(m, k->l_back->x, ctl_l_src(k, src)));
    HdlName *over = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_over_q", STR_ARG(n)), NULL),
            *back = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_back_q", STR_ARG(n)), NULL);
    HdlClocked c = hdl_clocked(k->s, true);
    hs_set(c.reset, over->x, hx_bool(m, 0));
    hs_set(c.reset, back->x, hx_bool(m, 0));
    hs_set(c.run, over->x, v.over);
    hs_set(c.run, back->x, v.back);
    hx_put(m, &k->overs, hx_or(m, over->x, back->x));
    return (Verdict){ over->x, back->x };
}

/* Speculative queue in front of S0: what is offered stays until T has served it. */
static HdlName *rewind_fifo(Ctl *k, Str n, int src, Push p)
{
    HdlModule *m = k->m;
    Verdict v = verdict(k, n, src);
    HdlName *take_valid = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_take_valid", STR_ARG(n)), NULL),
            *take = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_take", STR_ARG(n)), p.width);
    k->take_w[src] = p.width;
    HdlInstance *i = ctl_block(k, "cg_rewind_fifo", rtl_f(k->x, "u_" STR_FMT "_queue", STR_ARG(n)));
    hdl_set(i, "W", p.width);
    hdl_set(i, "DEPTH", rtl_tool_param(k->x, "QUEUE_DEPTH"));
    if (k->stages > 1) hdl_set(i, "AHEAD", hx_int(m, 2 + k->stages));
    if (ctl_late(k)) hdl_set(i, "THROUGH", hx_int(m, 0));    /* S0 begins with registers */
    hdl_pins(i);
    hdl_in(i, "push_valid_i", p.valid);
    hdl_out(i, "push_ready_o", p.ready);
    hdl_in(i, "push_data_i", p.data);
    hdl_pins(i);
    hdl_out(i, "take_valid_o", take_valid->x);
    hdl_out(i, "take_data_o", take->x);
    hdl_in(i, "take_i", ctl_src(k, k->src_gnt, src));
    hdl_pins(i);
    hdl_in(i, "commit_i", v.over);
    hdl_in(i, "rewind_i", v.back);
    HdlName *item = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_item", STR_ARG(n)), p.width);
    HdlName *made = p.walked ? ctl_port_item(k, p.walked, item) : NULL;
    Hx depth = rtl_tool_param(k->x, "QUEUE_DEPTH");
    hdl_pins(i);
    hdl_in(i, "fx_i", made ? k->port_busy->x : hx_bool(m, 0));
    hdl_in(i, "fx_idx_i", made ? k->port_idx->x : hx_zeros(m, hx_clog2(m, depth)));
    hdl_out(i, "fx_data_o", item->x);
    hdl_in(i, "fx_data_i", made ? made->x : hx_zeros(m, p.width));
    hdl_assign(k->s, ctl_src(k, k->src_valid, src),
               k->stages == 1 ? take_valid->x : hx_and(m, take_valid->x, hx_not(m, v.back)));
    hdl_blank(k->s);
    return take;
}

static HdlName *network_queue(Ctl *k, const Source *s, int src)
{
    HdlName *valid = rtl_port(k->ports, RTL_NET_IN, s->net, "valid"),
            *ready = rtl_port(k->ports, RTL_NET_IN, s->net, "ready");
    HdlName *msg = rtl_port(k->ports, RTL_NET_IN, s->net, "msg");
    if (port_join(s->port, s->net)) msg = ctl_join(k, s, &valid, &ready);
    return rewind_fifo(k, s->name, src, (Push){ rtl_net(k->x, s->net)->bits->x, valid->x, ready->x, msg->x, s });
}

/* Requests of a core, events of a block: kind, key (of a controller with key), fields. */
static HdlName *port_queue(Ctl *k, const Port *p, int src)
{
    RtlFields in = rtl_event_fields(k->r->a, p);
    HxList low = { 0 };
    Hx w = hx_int(k->m, code_bits(p->events.n));
    bool core = p->kind == PORT_CORE;
    hx_put(k->m, &low, ctl_port_in(k, p, STR("kind")));
    if (k->c->key) {
        w = hx_add(k->m, w, rtl_key_width(k->x));
        hx_put(k->m, &low, ctl_port_in(k, p, STR("key")));
    }
    for (int i = 0; i < in.at.n; i++) {
        w = hx_add(k->m, w, rtl_bits(k->x, in.at.at[i]->type));
        hx_put(k->m, &low, ctl_port_in(k, p, in.at.at[i]->name));
    }
    hdl_note(k->s, rtl_f(k->x, "%s: kind%s, fields.", core ? "Requests of the core" : "Events of a block",
                         k->c->key ? ", key" : ""));
    Hx width =
        hdl_const_of(k->m, rtl_f(k->x, STR_FMT "_%s_W", STR_ARG(rtl_upper(k->r->a, p->name)), core ? "REQ" : "EV"),
                     NULL, w)
            ->x;
    Hx valid = ctl_port_in(k, p, STR("valid")), ready = ctl_port_in(k, p, STR("ready"));
    return rewind_fifo(k, p->name, src, (Push){ width, valid, ready, hx_concat_low(k->m, &low), NULL });
}

static const Type *fill_type(const CtlMem *p)
{
    const Event *e = p->p->events.at[0];
    for (int i = 0; i < e->def->fields.n; i++)
        if (rtl_wide_data(e->def->fields.at[i].type)) return e->def->fields.at[i].type;
    return NULL;
}

/* A net of a memory port: of others than the first one with its name. */
static HdlName *mem_net(Ctl *k, const CtlMem *p, const char *name, Hx width)
{
    return hdl_wire(k->s, p == k->mems ? str_from(name) : rtl_f(k->x, STR_FMT "_%s", STR_ARG(p->p->name), name), width);
}

/* A line from memory: key, whether it could not be read, the line. */
static HdlName *memory_queue(Ctl *k, CtlMem *p, int src)
{
    HdlModule *m = k->m;
    const Type *t = fill_type(p);
    Hx line = hx_mul(m, hx_int(m, 8), t ? rtl_int(k->x, t->size) : rtl_int(k->x, k->c->key->offset));
    p->valid = mem_net(k, p, "fill_valid", NULL);
    p->ready = mem_net(k, p, "fill_ready", NULL);
    p->err = mem_net(k, p, "fill_err", NULL);
    p->key = mem_net(k, p, "fill_key", rtl_key_width(k->x));
    p->line = mem_net(k, p, "fill_line", line);
    HxList low = { 0 };
    hx_put(m, &low, p->key->x);
    hx_put(m, &low, p->err->x);
    hx_put(m, &low, p->line->x);
    hdl_note(k->s, STR("Lines from memory: key, error, line."));
    Hx width = hx_add(m, hx_add(m, rtl_key_width(k->x), line), hx_int(m, 1));
    return rewind_fifo(k, p->p->name, src, (Push){ width, p->valid->x, p->ready->x, hx_concat_low(m, &low), NULL });
}

/* A net of a store or waiting place: with its name where there are several. */
static HdlName *net_of(Ctl *k, bool several, Str place, const char *name, Hx width)
{
    return hdl_wire(k->s, several ? rtl_f(k->x, STR_FMT "_%s", STR_ARG(place), name) : str_from(name), width);
}

static int evicting(const Ctl *k)
{
    int n = 0;
    for (int i = 0; i < k->n_stores; i++) n += k->stores[i].evict_src >= 0;
    return n;
}

static void evict_source(Ctl *k, CtlStore *l, int src)
{
    bool several = evicting(k) > 1;
    Str n = l->s->name;
    hdl_note(k->s, STR("A victim is asked to leave when a way is needed."));
    l->evict_valid = net_of(k, several, n, "evict_valid_q", NULL);
    l->evict_taken = net_of(k, several, n, "evict_taken_q", NULL);
    l->evict_key = net_of(k, several, n, "evict_key_q", rtl_key_width(k->x));
    l->evict_want = net_of(k, several, n, "want_way", NULL);
    hdl_assign(k->s, ctl_src(k, k->src_valid, src), hx_and(k->m, l->evict_valid->x, hx_not(k->m, l->evict_taken->x)));
    hdl_blank(k->s);
}

/* With three stages S0 begins with a register: what has been offered in the cycle before and is not on its way. Whether
 * it still is offered is asked for beside the choice (s0_kill). */
static Hx offered_before(Ctl *k, CtlWait *e, int src, bool several)
{
    HdlModule *m = k->m;
    HdlName *q = net_of(k, several, e->w->name, "replay_offer_q", NULL);
    Hx way = hx_or(m, hx_or(m, ctl_src(k, k->src_gnt, src), ctl_l_src(k, src)), ctl_src(k, k->r_src, src));
    HdlClocked c = hdl_clocked(k->s, true);
    hs_set(c.reset, q->x, hx_bool(m, 0));
    hs_set(c.run, q->x, hx_and(m, e->replay_valid->x, hx_not(m, way)));
    return q->x;
}

static void replay_source(Ctl *k, CtlWait *e, int src)
{
    HdlModule *m = k->m;
    bool several = k->n_waits > 1;
    Str n = e->w->name;
    Hx w = hx_int(m, code_bits(k->c->base_events.n));
    for (int i = 0; i < k->c->args.n; i++)
        if (ctl_parks_arg(k->c, e->w, k->c->args.at[i]) && !ctl_orders(e, k->c->args.at[i]))
            w = hx_add(m, w, rtl_bits(k->x, k->c->args.at[i]->type));
    hdl_note(k->s, STR("Parked requests: event and fields."));
    Str up = several ? rtl_f(k->x, STR_FMT "_PARK_W", STR_ARG(rtl_upper(k->r->a, n))) : STR("PARK_W");
    e->park_w = hdl_const_of(m, up, NULL, w)->x;
    e->replay_valid = net_of(k, several, n, "replay_valid", NULL);
    if (block_pin(e->w->block, "rp_stop_o")) e->stop = net_of(k, several, n, "replay_stop", NULL);
    e->replay_pay = net_of(k, several, n, "replay_pay", e->park_w);
    e->replay_key = net_of(k, several, n, "replay_key", rtl_key_width(k->x));
    e->park_pay = net_of(k, several, n, "park_pay", e->park_w);
    if (!e->holds && block_pin(e->w->block, "rp_order_o"))
        e->replay_least =
            net_of(k, several, n, "replay_least", ctl_order(e->w) ? rtl_width(k->x, ctl_order(e->w)->type) : NULL);
    Hx valid = e->replay_valid->x;                  /* it is taken in the cycle before T: no second one until then */
    if (k->stages > 1) valid = hx_and(m, valid, hx_not(m, ctl_l_src(k, src)));
    if (ctl_late(k)) valid = offered_before(k, e, src, several);
    hdl_assign(k->s, ctl_src(k, k->src_valid, src), valid);
    hdl_blank(k->s);
}

/* ---- S0 ---- */

/* Where what a source offers is taken apart: what is NULL is not asked for. With three stages S0 has the key alone,
 * which the look-up waits for; the rest of it is chosen in L, from registers. */
typedef struct { HdlName *event, *key, *known, **arg; } Into;

/* What a source offers; the value by which its place orders it, of a parked request. */
typedef struct { Hx what, least; } Taken;

static void put(HdlBody *b, const HdlName *to, Hx value) { if (to) hs_set(b, to->x, value); }

static void put_arg(HdlBody *b, const Into *to, const Var *v, Hx value)
{
    if (to->arg && rtl_arg_used(v)) hs_set(b, to->arg[v->id]->x, value);
}

/* One field of what a source offers. */
static void unpack(Ctl *k, HdlBody *b, const Into *to, Hx from, Hx at, const Field *f)
{
    const Var *v = ctl_arg(k->c, f->name);
    if (v) put_arg(b, to, v, hx_part(k->m, from, at, rtl_width(k->x, f->type)));
}

static void unpack_network(Ctl *k, HdlBody *b, const Into *to, const Source *s, Hx take)
{
    HdlModule *m = k->m;
    const RtlNet *net = rtl_net(k->x, s->net);
    const Var *from = ctl_arg(k->c, STR("from"));
    if (to->key && rtl_net_keyed(k->r->p, s->net))
        hs_set(b, to->key->x, hx_part(m, take, hx_add(m, net->kind_w->x, k->x->node_w->x), rtl_key_width(k->x)));
    if (from) put_arg(b, to, from, hx_part(m, take, net->kind_w->x, k->x->node_w->x));
    if (!to->event) return;
    HdlCase *by_kind = hs_case(b, hx_part(m, take, hx_int(m, 0), net->kind_w->x));
    for (int i = 0; i < s->port->events.n; i++) {
        const Event *e = s->port->events.at[i];
        if (e->msg->net != s->net) continue;
        HdlBody *in = hs_arm(by_kind, rtl_msg(k->x, e->msg));
        Hx at = rtl_msg_body(k->x, e->msg);
        put(in, to->event, rtl_event(k->x, e));
        for (int j = 0; j < e->msg->fields.n; j++) {
            unpack(k, in, to, take, at, &e->msg->fields.at[j]);
            at = hx_add(m, at, rtl_bits(k->x, e->msg->fields.at[j].type));
        }
    }
    put(hs_default(by_kind), to->known, hx_bool(m, 0));
}

static void unpack_port(Ctl *k, HdlBody *b, const Into *to, const Port *p, Hx take)
{
    HdlModule *m = k->m;
    RtlFields in = rtl_event_fields(k->r->a, p);
    Hx kind_w = hx_int(m, code_bits(p->events.n)), at = kind_w;
    if (k->c->key) {
        put(b, to->key, hx_part(m, take, kind_w, rtl_key_width(k->x)));
        at = hx_add(m, kind_w, rtl_key_width(k->x));
    }
    for (int i = 0; i < in.at.n; i++) {
        unpack(k, b, to, take, at, in.at.at[i]);
        at = hx_add(m, at, rtl_bits(k->x, in.at.at[i]->type));
    }
    if (!to->event) return;
    HdlCase *by_kind = hs_case(b, hx_part(m, take, hx_int(m, 0), kind_w));
    for (int i = 0; i < p->events.n; i++)
        put(hs_arm(by_kind, rtl_port_code(k->x, p, p->events.at[i]->name, i, p->events.n, 'Q')), to->event,
               rtl_event(k->x, p->events.at[i]));
    put(hs_default(by_kind), to->known, hx_bool(m, 0));
}

static void unpack_memory(Ctl *k, HdlBody *b, const Into *to, const Port *p, Hx take)
{
    HdlModule *m = k->m;
    const Event *e = p->events.at[0];
    Hx kw = rtl_key_width(k->x);
    put(b, to->event, rtl_event(k->x, e));
    put(b, to->key, hx_part(m, take, hx_int(m, 0), kw));
    for (int i = 0; i < e->def->fields.n; i++) {
        const Field *f = &e->def->fields.at[i];
        if (rtl_wide_data(f->type)) unpack(k, b, to, take, hx_add(m, kw, hx_int(m, 1)), f);
        else unpack(k, b, to, take, kw, f);
    }
}

static void unpack_replay(Ctl *k, HdlBody *b, const Into *to, const CtlWait *e, Taken t)
{
    HdlModule *m = k->m;
    Hx at = hx_int(m, code_bits(k->c->base_events.n));
    put(b, to->event, hx_part(m, t.what, hx_int(m, 0), at));
    put(b, to->key, e->replay_key->x);
    for (int i = 0; i < k->c->args.n; i++) {
        const Var *v = k->c->args.at[i];
        if (!ctl_parks_arg(k->c, e->w, v)) continue;
        if (ctl_orders(e, v)) { put_arg(b, to, v, t.least); continue; }
        put_arg(b, to, v, hx_part(m, t.what, at, rtl_width(k->x, v->type)));
        at = hx_add(m, at, rtl_bits(k->x, v->type));
    }
}

static Hx given_key(void *ctx, const Var *v) { (void)v; return ctx; }

/* A victim is named by the store's own key: the least key that has it. */
static void unpack_evict(Ctl *k, HdlBody *b, const Into *to, const CtlStore *l, const Event *e)
{
    RtlExpr x = { .x = k->x, .var = given_key, .ctx = (void *)l->evict_key->x };
    put(b, to->event, rtl_event(k->x, e));
    put(b, to->key, l->s->key ? rtl_expr(&x, l->s->first) : l->evict_key->x);
}

static void unpack_source(Ctl *k, HdlBody *b, const Into *to, int src, Taken t)
{
    const Source *s = &k->c->sources.at[src];
    if (s->kind == SRC_NETWORK) unpack_network(k, b, to, s, t.what);
    else if (s->kind == SRC_PORT && ctl_mem_of(k, s->port)) unpack_memory(k, b, to, s->port, t.what);
    else if (s->kind == SRC_PORT) unpack_port(k, b, to, s->port, t.what);
    else if (s->kind == SRC_REPLAY) unpack_replay(k, b, to, ctl_wait_of(k, s->waiters), t);
    else if (s->kind == SRC_EVICT) unpack_evict(k, b, to, ctl_store_of(k, s->event->store), s->event);
    else put(b, to->event, rtl_event(k->x, s->event));
    if (s->kind == SRC_LEVEL && !s->event->keyless) put(b, to->key, k->level_key[src]->x);
}

const Event *ctl_overflow_event(const Ctl *k)
{
    for (int i = 0; i < k->c->base_events.n; i++)
        if (k->c->base_events.at[i]->kind == EV_OVERFLOW) return k->c->base_events.at[i];
    return NULL;
}

/* A victim was spared. Of one store that is as good as a row: there is nothing else to choose. Of several it is as if
 * the source had failed, or one that is asked again and again for a victim that it cannot have would keep the others
 * from asking for theirs. NULL: one store. */
static Hx spared_for_nothing(Ctl *k)
{
    Hx any = NULL;
    if (evicting(k) < 2) return NULL;
    for (int i = 0; i < k->n_stores; i++)
        if (k->stores[i].evict_src >= 0) any = hx_or(k->m, any, ctl_src(k, k->t_src, k->stores[i].evict_src));
    return hx_and(k->m, k->t_spared->x, any);
}

static void arbiter(Ctl *k)
{
    HdlModule *m = k->m;
    Hx go = k->ready->x, progress = k->t_over->x, fail = k->t_fail->x, spared = spared_for_nothing(k);
    if (spared) {
        progress = hx_and(m, progress, hx_not(m, spared));
        fail = hx_or(m, fail, spared);
    }
    if (k->walks) go = hx_and(m, go, hx_not(m, k->walk_busy->x));
    if (k->port_busy) go = hx_and(m, go, hx_not(m, k->port_busy->x));
    if (k->overflow_src >= 0) {
        go = hx_and(m, go, hx_not(m, k->t_full->x));
        progress = hx_and(m, progress, hx_not(m, ctl_src(k, k->t_src, k->overflow_src)));
    }
    if (ctl_probed(k)) go = hx_and(m, go, hx_not(m, ctl_probed(k)));
    if (k->c->sweeps.n) go = ctl_sweeps_look(k, go);
    if (k->walks) hdl_note(k->s, STR("A walk has the look-up to itself."));
    hdl_assign(k->s, k->src_offer->x, hx_band(m, k->src_valid->x, hx_repeat(m, k->sources, go)));
    HdlInstance *i = ctl_block(k, "cg_source_arb", STR("u_arb"));
    hdl_set(i, "N", k->sources);
    hdl_in(i, "valid_i", k->src_valid->x);
    hdl_in(i, "open_i", go);
    hdl_in(i, "fail_i", hx_band(m, k->t_src->x, hx_repeat(m, k->sources, fail)));
    hdl_in(i, "progress_i", progress);
    hdl_out(i, "gnt_o", k->src_gnt->x);
    hdl_out(i, "pick_o", k->src_pick->x);
    hdl_out(i, "any_o", k->src_any->x);
}

static HdlName *source(Ctl *k, int i)
{
    const Source *s = &k->c->sources.at[i];
    if (s->kind == SRC_NETWORK) return network_queue(k, s, i);
    if (s->kind == SRC_PORT && ctl_mem_of(k, s->port)) return memory_queue(k, ctl_mem_of(k, s->port), i);
    if (s->kind == SRC_PORT) return port_queue(k, s->port, i);
    if (s->kind == SRC_EVICT) evict_source(k, ctl_store_of(k, s->event->store), i);
    if (s->kind == SRC_REPLAY) replay_source(k, ctl_wait_of(k, s->waiters), i);
    if (s->kind == SRC_LEVEL && !s->event->keyless)
        k->level_key[i] =
            hdl_wire(k->s, rtl_f(k->x, "level_" STR_FMT "_key", STR_ARG(s->event->name)), rtl_width(k->x, k->c->key));
    return NULL;
}

static Taken offered(const Ctl *k, int src, const HdlName *take)
{
    const Source *s = &k->c->sources.at[src];
    if (s->kind != SRC_REPLAY) return (Taken){ take ? take->x : NULL, NULL };
    const CtlWait *e = ctl_wait_of(k, s->waiters);
    return (Taken){ e->replay_pay->x, e->replay_least ? e->replay_least->x : NULL };
}

/* What the chosen source offers. */
static HdlBody *choose(Ctl *k, const Into *to, const HdlName *from, const Taken *t)
{
    HdlModule *m = k->m;
    HdlBody *b = hdl_comb(k->s);
    put(b, to->known, hx_bool(m, 1));
    put(b, to->event, hx_lit(m, code_bits(k->c->base_events.n), 0));
    if (to->key) hs_set(b, to->key->x, rtl_zeros(k->x, k->c->key));
    for (int i = 0; i < k->c->args.n; i++) put_arg(b, to, k->c->args.at[i], rtl_zeros(k->x, k->c->args.at[i]->type));
    for (int i = 0; i < k->c->sources.n; i++) {
        HdlBody *in = hs_if(b, ctl_src(k, from, i));
        hs_tail(in, k->c->sources.at[i].name);
        unpack_source(k, in, to, i, t[i]);
    }
    return b;
}

static Hx kept_for_l(Ctl *k, HdlBody *b, int src, const char *of, Hx width, Hx what)
{
    if (!what) return NULL;
    HdlName *q = hdl_wire(k->s, rtl_f(k->x, "l_" STR_FMT "_%s_q", STR_ARG(k->c->sources.at[src].name), of), width);
    hs_set(b, q->x, what);
    return q->x;
}

/* With three stages the choice is known late and goes far: L has what each source offered in registers. */
static void rest_in_l(Ctl *k, const HdlName *from, const Taken *t)
{
    hdl_blank(k->s);
    hdl_note(k->s, STR("L takes what all sources offer, and chooses: only the key is wanted sooner."));
    Taken *kept = NEW_N(k->r->a, Taken, k->n_sources + 1);
    HdlName *pick = hdl_wire(k->s, STR("l_pick_q"), k->sources);
    HdlBody *b = hs_if(hdl_clocked(k->s, false).run, ctl_s0_moves(k));
    hs_set(b, pick->x, from->x);
    for (int i = 0; i < k->c->sources.n; i++) {
        const Source *s = &k->c->sources.at[i];
        const CtlWait *e = s->kind == SRC_REPLAY ? ctl_wait_of(k, s->waiters) : NULL;
        Hx width = e ? e->park_w : k->take_w[i];
        kept[i].what = kept_for_l(k, b, i, "take", width, t[i].what);
        if (t[i].least) kept[i].least = kept_for_l(k, b, i, "least", e->replay_least->width, t[i].least);
    }
    choose(k, &(Into){ k->l_event, NULL, k->l_known, k->l_arg }, pick, kept);
}

void ctl_sources(Ctl *k)
{
    HdlModule *m = k->m;
    HdlName **take = NEW_N(k->r->a, HdlName *, k->n_sources + 1);
    k->take_w = NEW_N(k->r->a, Hx, k->n_sources + 1);
    hdl_note(k->s, STR("Sources of occurrences, best priority first:"));
    for (int i = 0; i < k->c->sources.n; i++)
        hdl_note(k->s, rtl_f(k->x, "  %d " STR_FMT, i, STR_ARG(k->c->sources.at[i].name)));
    if (k->overflow_src >= 0)
        hdl_note(k->s, rtl_f(k->x, "  %d " STR_FMT ", in place of a row whose sum does not fit", k->overflow_src,
                             STR_ARG(ctl_overflow_event(k)->name)));
    for (int i = 0; i < k->c->sources.n; i++) take[i] = source(k, i);
    if (k->overflow_src >= 0) {
        hdl_note(k->s, STR("A row whose sum does not fit: the next in T is the overflow event, and its source is "
                           "passed over until something else was completed."));
        hdl_assign(k->s, ctl_src(k, k->src_valid, k->overflow_src), hx_bool(m, 0));
    }
    hdl_note(k->s, STR("---- S0: choose ----"));
    arbiter(k);
    /* with a look-up in L what is read of a source that is not granted goes no further than to its registers */
    const HdlName *from = k->l_src && k->overflow_src < 0 ? k->src_pick : k->src_gnt;
    Taken *t = NEW_N(k->r->a, Taken, k->n_sources + 1);
    for (int i = 0; i < k->c->sources.n; i++) t[i] = offered(k, i, take[i]);
    Into s0 = { k->s0_event, k->s0_key, k->s0_known, k->s0_arg };
    if (ctl_late(k)) s0 = (Into){ k->s0_keyless ? k->s0_event : NULL, k->s0_key, NULL, NULL };
    HdlBody *b = choose(k, &s0, from, t);
    if (k->overflow_src >= 0 && k->stages == 1)
        hs_set(hs_if(b, k->t_full->x), k->s0_event->x, rtl_event(k->x, ctl_overflow_event(k)));
    for (int i = 0; i < k->c->sources.n; i++) {
        if (!k->s0_of[i]) continue;
        HdlBody *own = hdl_comb(k->s);
        hs_set(own, k->s0_of[i]->x, rtl_zeros(k->x, k->c->key));
        unpack_source(k, own, &(Into){ NULL, k->s0_of[i], NULL, NULL }, i, t[i]);
    }
    if (ctl_late(k)) rest_in_l(k, from, t);
    hdl_blank(k->s);
    ctl_stages(k);
}

/* The request for a way: the victim's key waits until its eviction was in T. */
static void eviction(Ctl *k, const CtlStore *l)
{
    HdlModule *m = k->m;
    Hx mine = ctl_src(k, k->t_src, l->evict_src);
    HdlClocked c = hdl_clocked(k->s, true);
    hs_set(c.reset, l->evict_valid->x, hx_bool(m, 0));
    hs_set(c.reset, l->evict_taken->x, hx_bool(m, 0));
    hs_set(hs_if(c.run, hx_and(m, mine, k->t_over->x)), l->evict_valid->x, hx_bool(m, 0));
    hs_set(hs_elif(c.run, l->evict_want->x), l->evict_valid->x, hx_bool(m, 1));
    hs_set(hs_if(c.run, mine), l->evict_taken->x, hx_bool(m, 0));
    if (k->l_back)
        hs_set(hs_elif(c.run, hx_and(m, k->l_back->x, ctl_l_src(k, l->evict_src))), l->evict_taken->x, hx_bool(m, 0));
    hs_set(hs_elif(c.run, ctl_src(k, k->src_gnt, l->evict_src)), l->evict_taken->x, hx_bool(m, 1));
    hs_set(hs_if(hdl_clocked(k->s, false).run, hx_and(m, l->evict_want->x, hx_not(m, l->evict_valid->x))),
           l->evict_key->x, l->victim_key->x);
    hdl_blank(k->s);
}

void ctl_evictions(Ctl *k)
{
    for (int i = 0; i < k->n_stores; i++) if (k->stores[i].evict_src >= 0) eviction(k, &k->stores[i]);
}
