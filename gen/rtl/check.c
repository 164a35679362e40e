/* check.c - assertions about an emitted controller: checks/NAME_checks.vh, which the module includes when COHGEN_CHECKS
 * is defined (docs/proofs.md).
 *
 * Every assertion `name` comes with a cover `name_reached`, its antecedent: for provers only, since simulators differ
 * in what they accept. Assertions closed_* hold only where the rest of the system behaves; they, and what is assumed of
 * the rest then, need COHGEN_CLOSED as well. */
#include "rtl/ctl.h"
#include "util/text.h"
#include <string.h>

typedef struct { Ctl *k; HdlModule *m; HdlScope *s; HdlName *chk; const Port *memory; } Checks;

static void check(Checks *c, Str name, Hx when, Hx then, Str what)
{
    hdl_assert(c->s, name, c->chk->x, when, then, what);
}

/* ---- invariants of the specification: at every look-up, of the line that is looked up; not while a walk is under way,
 * whose middle nobody sees ---- */

static Hx looked_up(void *ctx, const Var *v)
{
    Checks *c = ctx;
    Ctl *k = c->k;
    if (!v || v->kind == V_KEY) return k->r_key->x;
    switch (v->kind) {
    case V_STATE: return k->r_state->x;
    case V_REG:
        if (v->constant) return ctl_own_number(k, v);
        if (k->reg[v->id]) return k->reg[v->id]->x;
        if (v->array) return ctl_unset(k, v);
        return v->reset ? rtl_const(k->x, v->reset, v->type) : rtl_zeros(k->x, v->type);
    case V_STORE:
        if (!v->absent) return k->field[v->id]->x;
        return hx_cond(c->m, ctl_store_of(k, v->store)->hit->x, k->field[v->id]->x,
                       rtl_const(k->x, v->absent, v->type));
    default: {
        Signal g = { .kind = SIG_IN_VAR, .var = (Var *)v };
        return ctl_step_input(k, &g);
    }
    }
}

/* When T shows the line and entry of the key. A store whose answer may come later shows nothing until then, and for
 * events without key; with three stages, where that is not known yet, only a line that it has found. */
static Hx shown(const Checks *c)
{
    const Ctl *k = c->k;
    Hx x = k->r_valid->x;
    if (ctl_holds(k) && ctl_late(k)) {
        for (int i = 0; i < k->n_stores; i++)
            if (k->stores[i].hold)
                x = hx_and(c->m, x, hx_and(c->m, k->stores[i].hit->x, hx_not(c->m, k->stores[i].stale->x)));
        return k->keyless ? hx_and(c->m, x, hx_not(c->m, k->r_keyless->x)) : x;
    }
    if (ctl_holds(k)) {
        x = hx_and(c->m, x, hx_not(c->m, k->t_hold->x));
        return k->keyless ? hx_and(c->m, x, hx_not(c->m, k->t_keyless->x)) : x;
    }
    return k->walks ? hx_and(c->m, x, hx_not(c->m, k->walk_busy->x)) : x;
}

/* The antecedent: what has to hold so that the invariant says anything: a of "a implies b" and of "not a or b". NULL:
 * nothing. */
static Hx antecedent(Checks *c, RtlExpr *x, const Expr *e)
{
    if (e->op == E_IMPLIES || e->op == E_NOT) return rtl_expr(x, e->arg[0]);
    if (e->op != E_OR) return NULL;
    Hx a = antecedent(c, x, e->arg[0]);
    return hx_and(c->m, a, antecedent(c, x, e->arg[1]));
}

static void find_untold(const Expr *e, void *ctx)
{
    if (e->op == E_UNKNOWN || (e->op == E_VAR && e->var->type->opaque))
        *(bool *)ctx = true;
}

static void invariant(Checks *c, const Invariant *v)
{
    RtlModule *x = c->k->x;
    RtlExpr e = { .x = x, .var = looked_up, .ctx = c, .scope = c->s };
    bool untold = false;
    Str place = rtl_f(x, "%s:%d: %s " STR_FMT ": " STR_FMT, text_file_name(v->pos.file), v->pos.line,
                      v->cover ? "cover" : "invariant", STR_ARG(v->name), STR_ARG(v->text));
    if (v->test) expr_walk(v->test, find_untold, &untold);
    if (!v->test || untold) { hdl_note(c->s, rtl_f(x, "not translated: " STR_FMT, STR_ARG(place))); return; }
    Str name = rtl_f(x, "%s_" STR_FMT, v->cover ? "cov" : "inv", STR_ARG(v->name));
    if (v->cover) {
        hdl_ifdef(c->s, "FORMAL", true);
        hdl_cover(c->s, name, c->chk->x,
                  hx_and(c->m, ctl_holds(c->k) ? shown(c) : c->k->r_valid->x, rtl_expr(&e, v->test)), place);
        hdl_endif(c->s);
        return;
    }
    Hx when = hx_and(c->m, shown(c), antecedent(c, &e, v->test));
    check(c, name, when, rtl_expr(&e, v->test), place);
}

/* ---- states are where the specification keeps them ---- */

static Hx state_in(Checks *c, Hx state, StateAt at, const Waiters *w)
{
    Hx any = NULL;
    for (int i = 0; i < c->k->c->states.n; i++)
        if (c->k->c->states.at[i]->at == at && (!w || c->k->c->states.at[i]->waiters == w))
            any = hx_or(c->m, any, hx_eq(c->m, state, rtl_state(c->k->x, c->k->c->states.at[i])));
    return any ? any : hx_bool(c->m, 0);
}

static void states(Checks *c)
{
    HdlModule *m = c->m;
    Ctl *k = c->k;
    Hx live = NULL;
    for (int i = 0; i < k->n_waits; i++) {
        const CtlWait *e = &k->waits[i];
        if (!e->holds || !e->keeps) continue;
        Str name = k->n_waits > 1 ? rtl_f(k->x, "state_in_" STR_FMT, STR_ARG(e->w->name)) : STR("state_in_entry");
        check(c, name, hx_and(m, k->r_valid->x, e->armed->x), state_in(c, e->state->x, AT_WAITERS, e->w),
              STR("a live entry holds a state that is kept in entries"));
        live = hx_or(m, live, e->armed->x);
    }
    for (int i = 0; i < k->n_stores; i++) {
        const CtlStore *l = &k->stores[i];
        if (!l->keeps) continue;
        Hx when = hx_and(m, ctl_holds(k) ? shown(c) : k->r_valid->x, l->hit->x);
        if (live) when = hx_and(m, when, hx_not(m, live));
        check(c, STR("state_of_way"), when, state_in(c, l->state->x, AT_STORE, NULL),
              STR("a way that is taken belongs to a state: none leaks"));
    }
    Hx src = k->t_src->x, none = hx_zeros(m, k->sources);
    Hx one = hx_eq(m, hx_band(m, src, hx_sub(m, src, hx_bool(m, 1))), none);
    check(c, STR("one_source"), k->t_valid->x, hx_and(m, hx_ne(m, src, none), one),
          STR("an occurrence comes from one source"));
}

/* ---- what L has compared is so in R ---- */

static void noted(Checks *c)
{
    Ctl *k = c->k;
    for (int i = 0; i < k->notes.n; i++) {
        const RtlNote *n = &k->notes.at[i];
        HdlName *with = (n->with->kind == V_STAMP ? k->r_arg : k->reg)[n->with->id];
        check(c, rtl_f(k->x, "noted_" STR_FMT, STR_ARG(rtl_note_name(k->r->a, n))), k->r_valid->x,
              hx_eq(c->m, k->note_is[i], rtl_note_test(c->m, n, k->field[n->field->id]->x, with->x)),
              STR("what was compared a cycle before is so"));
    }
}

/* ---- outputs ---- */

/* The name of a port's group: what is before valid, ready and the rest. */
static bool same_group(const RtlPort *a, const RtlPort *b)
{
    int stem = a->part.n - 5;                   /* without "valid" */
    return a->role == b->role && a->net == b->net && a->port == b->port && b->part.n > stem &&
           !memcmp(a->part.p, b->part.p, (size_t)stem);
}

static bool is_part(const RtlPort *p, const char *tail)
{
    int n = (int)strlen(tail);
    return p->part.n >= n && !memcmp(p->part.p + p->part.n - n, tail, (size_t)n);
}

/* What is offered and not taken stays as it is. */
static void stays(Checks *c, const RtlPort *valid)
{
    HdlModule *m = c->m;
    Ctl *k = c->k;
    Str full = valid->name->name, stem = { full.p, full.n - 7 };            /* without "valid_o" */
    Str name = stem.n && stem.p[stem.n - 1] == '_' ? (Str){ stem.p, stem.n - 1 } : stem;
    HdlName *ready = NULL, *was = hdl_wire(c->s, rtl_f(k->x, "was_" STR_FMT "_q", STR_ARG(name)), NULL);
    for (int i = 0; i < k->ports->ports.n; i++) {
        const RtlPort *p = &k->ports->ports.at[i];
        if (same_group(valid, p) && p->part.n == valid->part.n && is_part(p, "ready")) ready = p->name;
    }
    hdl_from_zero(was);
    HdlClocked offered = hdl_clocked(c->s, true);
    HdlBody *b = hdl_clocked(c->s, false).run;
    hs_set(offered.reset, was->x, hx_bool(m, false));
    hs_set(offered.run, was->x, hx_and(m, hx_and(m, c->chk->x, valid->name->x), hx_not(m, ready->x)));
    Hx same = NULL;
    for (int i = 0; i < k->ports->ports.n; i++) {
        const RtlPort *p = &k->ports->ports.at[i];
        if (!same_group(valid, p) || p->name->kind != HDL_OUTPUT || p == valid || is_part(p, "ready") ||
            is_part(p, "valid"))
            continue;
        HdlName *old = hdl_wire(c->s, rtl_f(k->x, "was_" STR_FMT "_q", STR_ARG(p->name->name)), p->name->width);
        hs_set(b, old->x, p->name->x);
        same = hx_and(m, same, hx_alike(m, p->name->x, old->x));
    }
    check(c, rtl_f(k->x, "stays_" STR_FMT, STR_ARG(name)), was->x, valid->name->x,
          rtl_f(k->x, STR_FMT ": valid until ready", STR_ARG(name)));
    check(c, rtl_f(k->x, "same_" STR_FMT, STR_ARG(name)), was->x, same ? same : hx_bool(m, 1),
          rtl_f(k->x, STR_FMT ": the payload stays until ready", STR_ARG(name)));
}

typedef struct { const Network *n; bool found; } SendScan;
static void find_send(const Action *a, void *ctx)
{
    SendScan *s = ctx;
    if (a->msg && (a->kind == A_SEND || a->kind == A_MULTICAST) && a->msg->net == s->n) s->found = true;
}

static bool row_sends(const Controller *c, const Network *n)
{
    SendScan s = { n, false };
    for (int i = 0; i < c->rows.n; i++) actions_walk(c->rows.at[i]->body, find_send, &s);
    return s.found;
}

/* "node is an instance of a controller that takes / sends on the network" */
static Hx is_end(Checks *c, const Network *n, bool sender, Hx node)
{
    HdlModule *m = c->m;
    RtlModule *x = c->k->x;
    Hx any = NULL;
    for (int i = 0; i < c->k->r->sys->places.n; i++) {
        const Controller *o = c->k->r->sys->places.at[i].ctl;
        if (sender ? !row_sends(o, n) : !rtl_takes(o, n)) continue;
        Hx first = rtl_base(x, o);
        any = hx_or(m, any, hx_and(m, hx_ge(m, node, first), hx_lt(m, node, hx_add(m, first, rtl_count(x, o)))));
    }
    return any ? any : hx_bool(m, 0);
}

/* 32 bits of a node's number. */
static HdlName *node32(Checks *c, Str name, Hx node)
{
    HdlModule *m = c->m;
    Hx w = c->k->x->node_w->x;
    return hdl_is(c->s, name, hx_int(m, 32),
                  hx_cat2(m, hx_repeat(m, hx_sub(m, hx_int(m, 32), w), hx_bool(m, 0)), node));
}

static void messages_out(Checks *c)
{
    HdlModule *m = c->m;
    Ctl *k = c->k;
    for (int i = 0; i < k->step->outs.n; i++) {
        const Network *n = k->step->outs.at[i]->net;
        if (!n || k->step->outs.at[i]->lane) continue;
        Hx valid = rtl_port(k->ports, RTL_NET_OUT, n, "valid")->x,
           flits = rtl_port(k->ports, RTL_NET_OUT, n, "flits")->x;
        HdlName *node = node32(c, rtl_f(k->x, "chk_" STR_FMT "_dst", STR_ARG(n->name)),
                               rtl_port(k->ports, RTL_NET_OUT, n, "dst")->x);
        check(c, rtl_f(k->x, "dest_" STR_FMT, STR_ARG(n->name)), valid, is_end(c, n, false, node->x),
              rtl_f(k->x, STR_FMT ": messages go to a node that takes them", STR_ARG(n->name)));
        check(c, rtl_f(k->x, "flits_" STR_FMT, STR_ARG(n->name)), valid,
              hx_ne(m, flits, hx_zeros(m, rtl_net(k->x, n)->len_w->x)),
              rtl_f(k->x, STR_FMT ": a message has a kind of the network, so a length", STR_ARG(n->name)));
    }
}

/* ---- the surroundings ---- */

static int kinds_of(const Protocol *p, const Network *n)
{
    int k = 0;
    for (int i = 0; i < p->msgs.n; i++) k += p->msgs.at[i]->net == n;
    return k;
}

static Hx below(Checks *c, Hx code, int n)
{
    return hx_lt(c->m, hx_cat2(c->m, hx_bool(c->m, 0), code), hx_int(c->m, n));
}

/* Requests of the core have a kind; of a controller by itself (not COHGEN_SYSTEM) messages that arrive are of the
 * network and come from a node that sends on it. Nothing else is assumed of them. */
static void well_formed(Checks *c)
{
    Ctl *k = c->k;
    hdl_ifdef(c->s, "FORMAL", true);
    hdl_ifdef(c->s, "COHGEN_SYSTEM", false);
    for (int i = 0; i < k->c->sources.n; i++) {
        const Source *s = &k->c->sources.at[i];
        if (s->kind != SRC_NETWORK) continue;
        const RtlNet *rn = rtl_net(k->x, s->net);
        Hx valid = rtl_port(k->ports, RTL_NET_IN, s->net, "valid")->x,
           msg = rtl_port(k->ports, RTL_NET_IN, s->net, "msg")->x;
        HdlName *node = node32(c, rtl_f(k->x, "chk_" STR_FMT "_from", STR_ARG(s->net->name)),
                               hx_part(c->m, msg, rn->kind_w->x, k->x->node_w->x));
        hdl_assume(c->s, valid, is_end(c, s->net, true, node->x), STR("a sender of this network"));
        hdl_assume(c->s, valid, below(c, hx_part(c->m, msg, hx_int(c->m, 0), rn->kind_w->x), kinds_of(k->r->p, s->net)),
                   STR("a kind of this network"));
    }
    hdl_endif(c->s);
    for (int i = 0; i < k->c->ports.n; i++) {
        const Port *p = k->c->ports.at[i];
        bool core = p->kind == PORT_CORE;
        if ((core || p->kind == PORT_BLOCK) && p->events.n)
            hdl_assume(c->s, ctl_port_in(k, p, STR("valid")), below(c, ctl_port_in(k, p, STR("kind")), p->events.n),
                       core ? STR("a kind of request") : STR("a kind of event"));
    }
    hdl_endif(c->s);
}

/* The field of a request that names the thread. */
static Str thread_field(const Port *p)
{
    for (int i = 0; p->id_type && i < p->events.n; i++)
        for (int k = 0; k < p->events.at[i]->def->fields.n; k++)
            if (p->events.at[i]->def->fields.at[k].type == p->id_type) return p->events.at[i]->def->fields.at[k].name;
    return (Str){ "", 0 };
}

/* Of the replies. */
static Str reply_thread_field(const Port *p)
{
    for (int i = 0; p->id_type && i < p->replies.n; i++)
        for (int k = 0; k < p->replies.at[i].fields.n; k++)
            if (p->replies.at[i].fields.at[k].type == p->id_type) return p->replies.at[i].fields.at[k].name;
    return (Str){ "", 0 };
}

/* Each thread has one request in progress; a reply is to one. */
static void replies(Checks *c, const Port *p, Str tail)
{
    HdlModule *m = c->m;
    Ctl *k = c->k;
    Str id = thread_field(p), of_reply = reply_thread_field(p);
    if (id.n && !of_reply.n) return;                                        /* replies do not say whose they are */
    Hx width = id.n ? hx_shl(m, hx_int(m, 1), rtl_bits(k->x, p->id_type)) : NULL;
    HdlName *open = hdl_wire(c->s, rtl_f(k->x, "chk_open" STR_FMT "_q", STR_ARG(tail)),
                             width); /* threads with a request in progress */
    Hx ask = open->x, rep = open->x, req_valid = ctl_port_in(k, p, STR("valid")),
       rep_valid = ctl_port_out(k, p, STR("valid"));
    if (id.n) {
        ask = hx_bit(m, open->x, ctl_port_in(k, p, id));
        rep = hx_bit(m, open->x, ctl_port_out(k, p, of_reply));
    }
    hdl_from_zero(open);
    HdlClocked clocked = hdl_clocked(c->s, true);
    hs_set(clocked.reset, open->x, hx_zeros(m, width));
    hs_set(hs_if(clocked.run, hx_and(m, rep_valid, ctl_port_out(k, p, STR("ready")))), rep, hx_bool(m, 0));
    hs_set(hs_if(clocked.run, hx_and(m, req_valid, ctl_port_in(k, p, STR("ready")))), ask, hx_bool(m, 1));
    hdl_ifdef(c->s, "FORMAL", true);
    hdl_assume(c->s, req_valid, hx_not(m, ask),
               STR("a thread waits for its answer before it asks again"));
    hdl_endif(c->s);
    check(c, rtl_f(k->x, "closed_reply" STR_FMT, STR_ARG(tail)), rep_valid, rep,
          STR("a reply is to a request in progress"));
}

static Hx axi(Checks *c, const char *part) { return rtl_port(c->k->ports, RTL_MEMORY, c->memory, part)->x; }
static Hx both(Checks *c, const char *valid, const char *ready) { return hx_and(c->m, axi(c, valid), axi(c, ready)); }

/* An AXI4 slave: reads that were asked for, beat by beat; write responses to writes whose address and data were sent.
 */
static void memory(Checks *c)
{
    HdlModule *m = c->m;
    Hx ids = hx_shl(m, hx_int(m, 1), rtl_axi_id_width(c->k->x)), eight = hx_int(m, 8);
    hdl_ifdef(c->s, "FORMAL", true);
    HdlName *rd = hdl_wire(c->s, STR("chk_rd_q"), ids),
            *wr = hdl_wire(c->s, STR("chk_wr_q"), ids); /* ids of reads, of writes in flight */
    HdlName *beat = hdl_wire(c->s, STR("chk_beat_q"), hx_mul(m, eight, ids)),
            *data = hdl_wire(c->s, STR("chk_data_q"), eight); /* writes whose data was sent, without a response */
    hdl_from_zero(rd);
    hdl_from_zero(wr);
    hdl_from_zero(data);
    Hx r_beat = hx_part(m, beat->x, hx_mul(m, eight, axi(c, "rid")), eight),
       ar_beat = hx_part(m, beat->x, hx_mul(m, eight, axi(c, "arid")), eight);
    HdlClocked p = hdl_clocked(c->s, true);
    hs_set(p.reset, rd->x, hx_zeros(m, ids));
    hs_set(p.reset, wr->x, hx_zeros(m, ids));
    hs_set(p.reset, data->x, hx_zeros(m, eight));
    HdlBody *b = hs_if(p.run, both(c, "rvalid", "rready"));
    hs_set(b, r_beat, hx_add(m, r_beat, hx_bool(m, 1)));
    hs_set(hs_if(b, axi(c, "rlast")), hx_bit(m, rd->x, axi(c, "rid")), hx_bool(m, 0));
    b = hs_if(p.run, both(c, "arvalid", "arready"));
    hs_set(b, hx_bit(m, rd->x, axi(c, "arid")), hx_bool(m, 1));
    hs_set(b, ar_beat, hx_zeros(m, eight));
    hs_set(hs_if(p.run, both(c, "bvalid", "bready")), hx_bit(m, wr->x, axi(c, "bid")), hx_bool(m, 0));
    hs_set(hs_if(p.run, both(c, "awvalid", "awready")), hx_bit(m, wr->x, axi(c, "awid")), hx_bool(m, 1));
    Hx sent = hx_and(m, both(c, "wvalid", "wready"), axi(c, "wlast"));
    hs_set(p.run, data->x, hx_sub(m, hx_add(m, data->x, sent), both(c, "bvalid", "bready")));
    hdl_assume(c->s, axi(c, "rvalid"),
               hx_and(m, hx_bit(m, rd->x, axi(c, "rid")), hx_eq(m, axi(c, "rlast"), hx_eq(m, r_beat, axi(c, "arlen")))),
               STR("memory answers reads that it was asked for"));
    hdl_assume(c->s, axi(c, "bvalid"),
               hx_and(m, hx_bit(m, wr->x, axi(c, "bid")), hx_ne(m, data->x, hx_zeros(m, eight))),
               STR("memory acknowledges writes that it has"));
    hdl_endif(c->s);
}

/* Whoever needs an entry, or a place in one, finds it, where the specification says so. */
static void enough(Checks *c, const CtlWait *e)
{
    Ctl *k = c->k;
    CtlRoom room = ctl_room(k, e);
    Str name = rtl_f(k->x, "closed_enough_" STR_FMT, STR_ARG(e->w->name));
    Hx all = room.entry && room.place ? hx_and(c->m, room.entry, room.place) : room.entry ? room.entry : room.place;
    if (!e->w->enough || !all) return;
    check(c, name, k->t_wants, all, rtl_f(k->x, "%s:%d: enough: " STR_FMT, text_file_name(e->w->pos.file),
                                          e->w->pos.line, STR_ARG(e->w->name)));
}

static void closed(Checks *c)
{
    HdlModule *m = c->m;
    Ctl *k = c->k;
    Hx over = ctl_st(k, SIG_OVERFLOW, NULL);
    hdl_note(c->s, STR("---- where the rest of the system behaves ----"));
    hdl_ifdef(c->s, "COHGEN_CLOSED", true);
    for (int i = 0, n = 0; i < k->c->ports.n; i++) {
        const Port *p = k->c->ports.at[i];
        if (p->kind == PORT_CORE) replies(c, p, n++ ? rtl_f(k->x, "_" STR_FMT, STR_ARG(p->name)) : STR(""));
    }
    if (k->memory) memory(c);
    for (int i = 0; i < k->n_mems; i++) {
        c->memory = k->mems[i].p;
        memory(c);
    }
    hdl_ifdef(c->s, "FORMAL", true);
    Hx runs = hx_and(m, hx_and(m, k->t_valid->x, hx_not(m, k->t_spared->x)), hx_not(m, k->t_hold->x));
    if (k->t_stale) runs = hx_and(m, runs, hx_not(m, k->t_stale->x));
    hdl_assume(c->s, runs, hx_not(m, over),
               STR("sums stay within their types: the rows that would overflow are not followed"));
    hdl_endif(c->s);
    for (int i = 0; i < k->n_waits; i++) enough(c, &k->waits[i]);
    check(c, STR("closed_no_never"), k->t_valid->x, hx_or(m, hx_not(m, k->t_never->x), over),
          STR("no row that is never, no error"));
    hdl_endif(c->s);
}

void ctl_checks(Ctl *k)
{
    Checks c = { .k = k, .m = k->m, .s = hdl_checks(k->m) };
    HdlModule *m = k->m;
    Hx rst = ctl_rst(k);
    hdl_note(c.s, STR("A reset has been seen."));
    HdlName *seen = hdl_wire(c.s, STR("chk_q"), NULL);
    hdl_from_zero(seen);
    hs_set(hdl_clocked(c.s, true).reset, seen->x, hx_bool(m, true));
    hdl_ifdef(c.s, "FORMAL", true);
    hdl_note(c.s, STR("The reset is in the first cycle, in which registers hold anything."));
    hdl_keep_net(c.s, hdl_is(c.s, STR("chk_first"), NULL, hx_not(m, seen->x)));
    hdl_endif(c.s);
    c.chk = hdl_is(c.s, STR("chk"), NULL, hx_and(m, seen->x, hx_not(m, rst)));
    hdl_blank(c.s);
    well_formed(&c);
    hdl_blank(c.s);
    hdl_note(c.s, STR("---- invariants of the specification, of the line that is looked up ----"));
    for (int i = 0; i < k->c->invariants.n; i++) invariant(&c, &k->c->invariants.at[i]);
    hdl_blank(c.s);
    hdl_note(c.s, STR("---- state ----"));
    states(&c);
    noted(&c);
    hdl_blank(c.s);
    hdl_note(c.s, STR("---- outputs ----"));
    for (int i = 0; i < k->ports->ports.n; i++) {
        const RtlPort *p = &k->ports->ports.at[i];
        if (p->name->kind == HDL_OUTPUT && is_part(p, "valid")) stays(&c, p);
    }
    messages_out(&c);
    hdl_blank(c.s);
    closed(&c);
}
