/* ctl_out.c - the queues behind D: messages, replies, requests to memory. */
#include "rtl/ctl.h"

Str ctl_out_stem(const Ctl *k, const Out *o)
{
    if (o->net) return rtl_f(k->x, STR_FMT "%d", STR_ARG(o->net->name), o->lane);
    return rtl_f(k->x, STR_FMT "_%s", STR_ARG(o->port->name), o->port->kind == PORT_CORE ? "rep" : "req");
}

static int field_index(const Out *o, Str name)
{
    for (int i = 0; i < o->fields.n; i++) if (str_eq(o->fields.at[i].name, name)) return i;
    return -1;
}

static bool sends_message(const LowOp *op, const Ctl *k, const Message *msg, const Out *o)
{
    for (; op; op = op->next) {
        const Signal *g = op->kind == LOW_CODE ? &k->step->signals.at[op->signal] : NULL;
        if (g && g->kind == SIG_SEND_KIND && g->o == o && op->code == msg->code) return true;
        for (int i = 0; i < op->arms.n; i++) if (sends_message(op->arms.at[i].body, k, msg, o)) return true;
    }
    return false;
}

static bool some_row_sends(const Ctl *k, const Message *msg, const Out *o)
{
    for (int i = 0; i < k->c->rows.n; i++) if (sends_message(k->low->rows[i].body, k, msg, o)) return true;
    return false;
}

typedef struct { HdlName *msg, *flits; } Lane;

/* A message as it is on the wire, and its length. */
static Lane pack_lane(Ctl *k, const Out *o)
{
    HdlModule *m = k->m;
    const Protocol *p = k->r->p;
    const RtlNet *net = rtl_net(k->x, o->net);
    Str stem = ctl_out_stem(k, o);
    Hx kind = k->d[ctl_signal(k, SIG_SEND_KIND, o)]->x, zero = hx_int(m, 0);
    Lane l = { hdl_wire(k->s, rtl_f(k->x, STR_FMT "_msg", STR_ARG(stem)), net->bits->x),
               hdl_wire(k->s, rtl_f(k->x, STR_FMT "_flits", STR_ARG(stem)), net->len_w->x) };
    HdlBody *b = hdl_comb(k->s);
    HxList head = { 0 };
    bool keyed = rtl_net_keyed(p, o->net);
    hs_set(b, l.msg->x, hx_zeros(m, net->bits->x));
    hx_put(m, &head, kind);
    hx_put(m, &head, rtl_port(k->ports, RTL_NODE, NULL, NULL)->x);
    Hx own = k->d_key ? k->d_key->x : hx_zeros(m, rtl_key_width(k->x));
    if (keyed) hx_put(m, &head, o->key ? k->d[ctl_signal(k, SIG_SEND_KEY, o)]->x : own);
    hs_set(b, hx_part(m, l.msg->x, zero, keyed ? net->hdr_w->x : hx_add(m, net->kind_w->x, k->x->node_w->x)),
           hx_concat_low(m, &head));
    HdlCase *by_kind = hs_case(b, kind);
    for (int i = 0; i < p->msgs.n; i++) {
        const Message *msg = p->msgs.at[i];
        if (msg->net != o->net || !some_row_sends(k, msg, o)) continue;
        HdlBody *arm = hs_arm(by_kind, rtl_msg(k->x, msg));
        Hx at = rtl_msg_body(k->x, msg);
        hs_set(arm, l.flits->x, rtl_msg_flits(k->x, msg));
        for (int j = 0; j < msg->fields.n; j++) {
            const Field *f = &msg->fields.at[j];
            hs_set(arm, hx_part(m, l.msg->x, at, rtl_width(k->x, f->type)),
                   ctl_out_value(k, o, field_index(o, f->name)));
            at = hx_add(m, at, rtl_bits(k->x, f->type));
        }
    }
    hs_set(hs_default(by_kind), l.flits->x, hx_zeros(m, net->len_w->x));
    return l;
}

static void network_output(Ctl *k, int first)
{
    HdlModule *m = k->m;
    const Network *n = k->step->outs.at[first]->net;
    const RtlNet *net = rtl_net(k->x, n);
    HxList valid = { 0 }, st_valid = { 0 }, dst = { 0 }, data = { 0 };
    bool multi = false,
         waits = ctl_memory_net(k, n); /* waits: some of its messages wait for memory; one more bit says so */
    int lanes = 0;
    for (int i = 0; i < k->step->outs.n; i++) {
        const Out *o = k->step->outs.at[i];
        if (o->net != n) continue;
        ctl_opaque_muxes(k, o);
        Lane l = pack_lane(k, o);
        multi = o->multicast;
        hx_put(m, &valid, k->d[ctl_signal(k, SIG_SEND_VALID, o)]->x);
        hx_put(m, &st_valid, ctl_st(k, SIG_SEND_VALID, o));
        hx_put(m, &dst, k->d[ctl_signal(k, SIG_SEND_TO, o)]->x);
        hx_put(m, &data, l.msg->x);
        hx_put(m, &data, l.flits->x);
        /* the first message of the row is the one that waits */
        if (waits) hx_put(m, &data, lanes == 0 ? k->d_memory_rd->x : hx_bool(m, 0));
        lanes++;
    }
    HdlName *out_valid = rtl_port(k->ports, RTL_NET_OUT, n, "valid"),
            *out_ready = rtl_port(k->ports, RTL_NET_OUT, n, "ready"),
            *out_dst = rtl_port(k->ports, RTL_NET_OUT, n, "dst");
    HdlName *out_flits = rtl_port(k->ports, RTL_NET_OUT, n, "flits"),
            *out_msg = rtl_port(k->ports, RTL_NET_OUT, n, "msg");
    HxList out = { 0 };
    HdlName *pop_valid = NULL, *pop_ready = NULL, *pop_waits = NULL, *pop_msg = NULL;
    if (waits) {
        pop_valid = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_pop_valid", STR_ARG(n->name)), NULL);
        pop_ready = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_pop_ready", STR_ARG(n->name)), NULL);
        pop_waits = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_pop_waits", STR_ARG(n->name)), NULL);
        pop_msg = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_pop_msg", STR_ARG(n->name)), net->bits->x);
    }
    hx_put(m, &out, waits ? pop_msg->x : out_msg->x);
    hx_put(m, &out, out_flits->x);
    if (waits) hx_put(m, &out, pop_waits->x);
    HdlInstance *i = ctl_block(k, "cg_outq", rtl_f(k->x, "u_" STR_FMT "_out", STR_ARG(n->name)));
    hdl_set(i, "W", hx_add(m, hx_add(m, net->len_w->x, net->bits->x), hx_int(m, waits)));
    hdl_set(i, "LANES", hx_int(m, lanes));
    hdl_set(i, "DST_W", multi ? k->x->nodes->x : k->x->node_w->x);
    hdl_set(i, "MASK", hx_int(m, multi));
    hdl_set(i, "DEPTH", rtl_tool_param(k->x, "QUEUE_DEPTH"));
    if (ctl_late(k)) hdl_set(i, "THROUGH", hx_int(m, 0));   /* what is sent comes from registers */
    hdl_pins(i);
    hdl_in(i, "reserve_i",
           hx_and(m, k->t_fire->x, lanes > 1 ? hx_any(m, hx_concat_low(m, &st_valid)) : st_valid.at.at[0]));
    hdl_out(i, "room_o", k->room[first]->x);
    hdl_in(i, "cancel_i", hx_bool(m, 0));
    hdl_pins(i);
    hdl_in(i, "push_i", hx_and(m, k->d_valid->x, lanes > 1 ? hx_any(m, hx_concat_low(m, &valid)) : valid.at.at[0]));
    hdl_in(i, "push_valid_i", hx_concat_low(m, &valid));
    hdl_pins(i);
    hdl_in(i, "push_dst_i", hx_concat_low(m, &dst));
    hdl_in(i, "push_data_i", hx_concat_low(m, &data));
    hdl_pins(i);
    hdl_out(i, "pop_valid_o", waits ? pop_valid->x : out_valid->x);
    hdl_in(i, "pop_ready_i", waits ? pop_ready->x : out_ready->x);
    HdlName *skips = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_skips", STR_ARG(n->name)), NULL);
    hdl_out(i, "skips_o", skips->x);
    hx_put(m, &k->overs, skips->x);
    hdl_out(i, "pop_dst_o", out_dst->x);
    hdl_out(i, "pop_data_o", hx_concat_low(m, &out));
    if (waits) ctl_memory_answer(k, n, pop_valid, pop_ready, pop_waits, pop_msg);
    hdl_blank(k->s);
}

/* With three stages a queue of a port offers from registers; a place in it is free again a cycle after it was left. */
HdlInstance *ctl_credit_queue(Ctl *k, Str name, Str n)
{
    HdlInstance *i = ctl_block(k, ctl_late(k) ? "cg_credit_head" : "cg_credit_fifo", name);
    if (!ctl_late(k)) return i;
    HdlName *back = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_credit_back", STR_ARG(n)), NULL);
    hdl_out(i, "back_o", back->x);
    hx_put(k->m, &k->overs, back->x);
    return i;
}

/* What a core or block port sends: kind, key (of a block), fields. */
static void port_output(Ctl *k, int at)
{
    HdlModule *m = k->m;
    const Out *o = k->step->outs.at[at];
    const Port *p = o->port;
    bool core = p->kind == PORT_CORE;
    SignalKind valid = core ? SIG_REPLY_VALID : SIG_REQ_VALID, kind = core ? SIG_REPLY_KIND : SIG_REQ_KIND;
    HxList in = { 0 }, out = { 0 };
    Hx w = hx_int(m, code_bits(rtl_port_sends(p)));
    ctl_opaque_muxes(k, o);
    hx_put(m, &in, k->d[ctl_signal(k, kind, o)]->x);
    hx_put(m, &out, ctl_port_out(k, p, STR("kind")));
    if (!core && k->d_key) {
        hx_put(m, &in, k->d_key->x);
        hx_put(m, &out, ctl_port_out(k, p, STR("key")));
        w = hx_add(m, w, rtl_key_width(k->x));
    }
    for (int i = 0; i < o->fields.n; i++) {
        hx_put(m, &in, ctl_out_value(k, o, i));
        hx_put(m, &out, ctl_port_out(k, p, o->fields.at[i].name));
        w = hx_add(m, w, rtl_bits(k->x, o->fields.at[i].type));
    }
    if (core) hdl_note(k->s, STR("Replies leave in D: a hit is answered two cycles after its request was taken."));
    else hdl_note(k->s, STR("Requests to a block leave in D."));
    Str u = rtl_f(k->x, "u_" STR_FMT "_%s", STR_ARG(p->name), core ? "rep" : "req");
    HdlInstance *i = p->probe ? ctl_block(k, "cg_credit_fifo", u) : ctl_credit_queue(k, u, p->name);
    hdl_set(i, "W", w);
    hdl_set(i, "DEPTH", rtl_tool_param(k->x, "QUEUE_DEPTH"));
    hdl_pins(i);
    hdl_in(i, "reserve_i", hx_and(m, k->t_fire->x, ctl_st(k, valid, o)));
    HdlName *room = k->room[at];
    if (p->probe) {
        room = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_queue_room", STR_ARG(p->name)), NULL);
        hdl_assign(k->s, k->room[at]->x, hx_and(m, room->x, ctl_probe_room(k, o)));
    }
    hdl_out(i, "room_o", room->x);
    hdl_in(i, "cancel_i", hx_bool(m, 0));
    hdl_pins(i);
    hdl_in(i, "push_i", hx_and(m, k->d_valid->x, k->d[ctl_signal(k, valid, o)]->x));
    hdl_in(i, "push_data_i", hx_concat_low(m, &in));
    hdl_pins(i);
    hdl_out(i, "pop_valid_o", ctl_port_out(k, p, STR("valid")));
    hdl_in(i, "pop_ready_i", ctl_port_out(k, p, STR("ready")));
    hdl_out(i, "pop_data_o", hx_concat_low(m, &out));
    hdl_blank(k->s);
}

/* Does something that some row sends bring this part of the port? */
static bool row_brings(const Ctl *k, const RtlPort *p)
{
    const char *half = rtl_port_out(p->port);
    for (int i = 0; i < k->step->outs.n; i++) {
        const Out *o = k->step->outs.at[i];
        if (o->port != p->port) continue;
        for (int f = 0; f < o->fields.n; f++)
            if (str_eq(p->part, rtl_f(k->x, "%s" STR_FMT, half, STR_ARG(o->fields.at[f].name)))) return true;
        if (str_eq(p->part, rtl_f(k->x, "%svalid", half)) || str_eq(p->part, rtl_f(k->x, "%skind", half)) ||
            str_eq(p->part, rtl_f(k->x, "%skey", half)) || str_is(p->part, "want"))
            return true;
    }
    return false;
}

/* Ports on which no row sends, and fields that no row gives, are there all the same. */
static void silent_ports(Ctl *k)
{
    for (int i = 0; i < k->ports->ports.n; i++) {
        const RtlPort *p = &k->ports->ports.at[i];
        if ((p->role != RTL_CORE && p->role != RTL_BLOCK) || p->name->kind != HDL_OUTPUT) continue;
        bool taken = str_eq(p->part, rtl_f(k->x, "%sready", rtl_port_in(p->port)));
        if (!taken && !row_brings(k, p)) hdl_assign(k->s, p->name->x, hx_zeros(k->m, p->name->width));
    }
}

void ctl_outputs(Ctl *k)
{
    hdl_note(k->s, STR("---- queues behind D ----"));
    for (int i = 0; i < k->step->outs.n; i++) {
        const Out *o = k->step->outs.at[i];
        if (o->port && ctl_mem_of(k, o->port)) ctl_memory_port(k, o);
        else if (o->port) port_output(k, i);
        else if (!o->lane) network_output(k, i);
    }
    silent_ports(k);
    if (k->memory) ctl_memory(k);
}
