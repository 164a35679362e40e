/* tile.c - a controller with its ends of the networks: what is joined to others by flits only. */
#include "rtl/ports.h"
#include "rtl/present.h"
#include "rtl/system.h"
#include "rtl/unit.h"
#include "util/text.h"

Hx rtl_into(RtlModule *x, const RtlModule *from, Hx w)
{
    const RtlModule *both[2] = { from, x };
    return w ? hdl_into(x->m, w, rtl_map_param, both) : NULL;
}

/* ---- ends of networks ---- */

static Str wire_name(RtlModule *x, const RtlEnd *e, const char *what)
{
    return rtl_f(x, STR_FMT "_%s", STR_ARG(rtl_lower(x->r->a, e->net->name)), what);
}

static HdlInstance *block(RtlModule *x, HdlScope *s, const RtlEnd *e, const char *module, const char *name)
{
    HdlInstance *i = hdl_instance(s, module, wire_name(x, e, name));
    hdl_in(i, "clk_i", hdl_find_port(x->m, STR("clk_i"))->x);
    hdl_in(i, "rst_i", hdl_find_port(x->m, STR("rst_i"))->x);
    return i;
}

static void set_width(RtlModule *x, HdlInstance *i, const RtlEnd *e)
{
    hdl_set(i, "MSG_W", rtl_net(x, e->net)->bits->x);
    hdl_set(i, "FLIT_W", rtl_flit_bits(x, e->net));
}

/* In step with the message, since it gets a flit with each last one. */
static void take_index(RtlModule *x, HdlScope *s, const RtlEnd *e, Hx valid, Hx last, Hx number)
{
    HdlName *ready = hdl_wire(s, wire_name(x, e, "index_ready"), NULL),
            *there = hdl_wire(s, wire_name(x, e, "index_valid"), NULL);
    HdlInstance *i = block(x, s, e, "cg_deserialise", "index");
    hdl_set(i, "MSG_W", x->node_w->x);
    hdl_set(i, "FLIT_W", x->node_w->x);
    hdl_pins(i);
    hdl_in(i, "flit_valid_i", hx_and(x->m, valid, last));
    hdl_out(i, "flit_ready_o", ready->x);
    hdl_in(i, "flit_data_i", number);
    hdl_in(i, "flit_last_i", hx_bool(x->m, 1));
    hdl_pins(i);
    hdl_out(i, "msg_valid_o", there->x);
    hdl_in(i, "msg_ready_i", e->msg_ready);
    hdl_out(i, "msg_data_o", e->index);
}

/* What most= of a network says: its queue here holds all that comes, so no flit waits in front of it. As closed_ in
 * check.c, for it takes all others to keep it. */
static void holds_all(RtlModule *x, const RtlEnd *e, Hx valid, Hx ready)
{
    HdlModule *m = x->m;
    HdlScope *s = hdl_checks(m);
    Hx rst = hdl_find_port(m, STR("rst_i"))->x;
    hdl_ifdef(s, "COHGEN_CLOSED", true);
    HdlName *seen = hdl_wire(s, wire_name(x, e, "reset_q"), NULL);
    hdl_from_zero(seen);
    hs_set(hdl_clocked(s, true).reset, seen->x, hx_bool(m, true));
    hdl_assert(s, rtl_f(x, "closed_most_" STR_FMT, STR_ARG(e->net->name)), hx_and(m, seen->x, hx_not(m, rst)), valid,
               ready, rtl_f(x, "%s:%d: most: " STR_FMT, text_file_name(e->net->pos.file), e->net->pos.line,
                            STR_ARG(e->net->name)));
    hdl_endif(s);
}

void rtl_take(RtlModule *x, HdlScope *s, const RtlEnd *e)
{
    HdlModule *m = x->m;
    Hx flit_bits = rtl_flit_bits(x, e->net);
    HdlName *late_valid = hdl_wire(s, wire_name(x, e, "late_valid"), NULL),
            *late_ready = hdl_wire(s, wire_name(x, e, "late_ready"), NULL);
    HdlName *valid = hdl_wire(s, wire_name(x, e, "gate_valid"), NULL),
            *ready = hdl_wire(s, wire_name(x, e, "gate_ready"), NULL);
    HdlName *late = hdl_wire(s, wire_name(x, e, "late"), e->flit_w);
    Hx last = hdl_wire(s, wire_name(x, e, "late_last"), NULL)->x;
    HdlInstance *i = block(x, s, e, "cg_delay", "delay");
    hdl_set(i, "W", hx_add(m, e->flit_w, hx_int(m, 1)));
    hdl_set(i, "LATENCY", rtl_int(x, e->net->latency));
    hdl_pins(i);
    hdl_in(i, "push_valid_i", e->valid);
    hdl_out(i, "push_ready_o", e->ready);
    hdl_in(i, "push_data_i", hx_cat2(m, e->last, e->data));
    hdl_pins(i);
    hdl_out(i, "pop_valid_o", late_valid->x);
    hdl_in(i, "pop_ready_i", late_ready->x);
    hdl_out(i, "pop_data_o", hx_cat2(m, last, late->x));
    i = block(x, s, e, "cg_throttle", "gate");
    hdl_set(i, "LEVEL", rtl_tool_param(x, "THROTTLE"));
    hdl_in(i, "seed_i", e->seed);
    hdl_pins(i);
    hdl_in(i, "valid_i", late_valid->x);
    hdl_out(i, "ready_o", late_ready->x);
    hdl_out(i, "valid_o", valid->x);
    hdl_in(i, "ready_i", ready->x);
    bool sparse = rtl_sparse(x->r->p, e->net);
    i = block(x, s, e, sparse ? "cg_deserialise_some" : "cg_deserialise", "deserialise");
    set_width(x, i, e);
    if (sparse) hdl_set(i, "SPARSE", rtl_tool_param(x, "SPARSE_FLITS"));
    hdl_pins(i);
    hdl_in(i, "flit_valid_i", valid->x);
    hdl_out(i, "flit_ready_o", ready->x);
    hdl_in(i, "flit_data_i", hx_part(m, late->x, hx_int(m, 0), flit_bits));
    hdl_in(i, "flit_last_i", last);
    if (sparse) {
        HdlName *head = hdl_wire(s, wire_name(x, e, "head"), rtl_net(x, e->net)->bits->x);
        hdl_out(i, "head_o", head->x);
        hdl_in(i, "present_i", rtl_present(x, s, e->net, str_z(x->r->a, wire_name(x, e, "head")), head->x));
    }
    hdl_pins(i);
    hdl_out(i, "msg_valid_o", e->msg_valid);
    hdl_in(i, "msg_ready_i", e->msg_ready);
    hdl_out(i, "msg_data_o", e->msg);
    if (e->net->most && !e->index) holds_all(x, e, valid->x, ready->x);
    if (e->index) take_index(x, s, e, valid->x, last, hx_part(m, late->x, flit_bits, x->node_w->x));
}

void rtl_send(RtlModule *x, HdlScope *s, const RtlEnd *e)
{
    bool sparse = rtl_sparse(x->r->p, e->net);
    HdlInstance *i = block(x, s, e, sparse ? "cg_serialise_some" : "cg_serialise", "serialise");
    set_width(x, i, e);
    if (sparse) hdl_set(i, "SPARSE", rtl_tool_param(x, "SPARSE_FLITS"));
    hdl_set(i, "LEN_W", rtl_net(x, e->net)->len_w->x);
    hdl_set(i, "DST_W", x->node_w->x);
    hdl_pins(i);
    hdl_in(i, "msg_valid_i", e->msg_valid);
    hdl_out(i, "msg_ready_o", e->msg_ready);
    hdl_in(i, "msg_data_i", e->msg);
    hdl_in(i, "msg_flits_i", e->msg_flits);
    if (sparse)
        hdl_in(i, "msg_present_i", rtl_present(x, s, e->net, str_z(x->r->a, wire_name(x, e, "out")), e->msg));
    hdl_in(i, "msg_dst_i", e->msg_dst);
    hdl_pins(i);
    hdl_out(i, "flit_valid_o", e->valid);
    hdl_in(i, "flit_ready_i", e->ready);
    hdl_out(i, "flit_data_o", e->data);
    hdl_out(i, "flit_last_o", e->last);
    hdl_out(i, "flit_dst_o", e->dst);
}

/* ---- the tile ---- */

static Hx add(RtlTile *t, const RtlPort *as, const char *part, const char *name, bool in, Hx width)
{
    RtlPort p = *as;
    p.part = str_from(part);
    p.name = (in ? hdl_input : hdl_output)(t->x->m, rtl_f(t->x, "%s_%s", name, in ? "i" : "o"), width);
    vec_push(t->x->r->a, &t->ports, p);
    return p.name->x;
}

/* Ports for the flits of a network. */
static void flit_ports(RtlTile *t, const RtlPort *p, RtlEnd *e)
{
    bool in = p->role == RTL_NET_IN;
    const char *stem = str_z(t->x->r->a, rtl_f(t->x, STR_FMT "_%s", STR_ARG(p->net->name), in ? "in" : "out"));
#define FLIT(text, dir, width) add(t, p, text, str_z(t->x->r->a, rtl_f(t->x, "%s_%s", stem, text)), dir, width)
    e->net = p->net;
    e->flit_w = rtl_flit_bits(t->x, e->net);
    e->valid = FLIT("valid", in, NULL);
    e->ready = FLIT("ready", !in, NULL);
    e->data = FLIT("data", in, e->flit_w);
    e->last = FLIT("last", in, NULL);
    if (!in) e->dst = FLIT("dst", false, t->x->node_w->x);
#undef FLIT
}

/* The instance's number among those of its controller: seeds differ by it. */
static Hx seed(RtlTile *t, HdlName **number, const Network *n)
{
    RtlModule *x = t->x;
    HdlModule *m = x->m;
    Hx word = hx_int(m, 16);
    if (!*number) {
        Hx node = hdl_find_port(m, STR("node_i"))->x,
           wide = hx_cat2(m, hx_zeros(m, hx_sub(m, word, x->node_w->x)), node);
        HdlName *first = hdl_const(m, hdl_free_name(hdl_items(m), STR("FIRST_NODE")), word,
                                   hx_part(m, rtl_base(x, t->k->c), hx_int(m, 0), word));
        *number = hdl_is(hdl_items(m), STR("own_number"), word, hx_sub(m, wide, first->x));
    }
    Str name = rtl_f(x, STR_FMT "_seed", STR_ARG(rtl_lower(x->r->a, n->name)));
    Hx first = hx_lit(m, 16, (uint64_t)(1000 * (n->id + 1)) & 65535);
    return hdl_is(hdl_items(m), name, word, hx_add(m, first, (*number)->x))->x;
}

/* The controller's side of an end, as wires. */
static void message_wires(RtlTile *t, const RtlPort *p, RtlEnd *e)
{
    static const char *const part[] = { "valid", "ready", "msg", "flits", "dst" };
    Hx *const to[] = { &e->msg_valid, &e->msg_ready, &e->msg, &e->msg_flits, &e->msg_dst };
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        const HdlName *port = rtl_port(t->k, p->role, p->net, part[i]);
        if (!port) continue;
        Str name = rtl_f(t->x, STR_FMT "_%s_%s%s", STR_ARG(p->net->name), p->role == RTL_NET_IN ? "in" : "out",
                         i == 2 ? "" : "msg_", part[i]);
        *to[i] = hdl_wire(hdl_items(t->x->m), name, rtl_into(t->x, t->k->x, port->width))->x;
    }
}

void rtl_connect(RtlModule *x, HdlInstance *u, const RtlPort *p, Hx to)
{
    const char *pin = str_z(x->r->a, p->name->name);
    if (p->name->kind == HDL_INPUT) hdl_in(u, pin, to);
    else hdl_out(u, pin, to);
}

static Hx message_wire(const RtlEnd *e, const RtlPort *p)
{
    if (str_is(p->part, "valid")) return e->msg_valid;
    if (str_is(p->part, "ready")) return e->msg_ready;
    if (str_is(p->part, "msg")) return e->msg;
    return str_is(p->part, "flits") ? e->msg_flits : e->msg_dst;
}

static bool is_inner(const RtlPort *p) { return p->role == RTL_BLOCK && p->port->block; }

static void inner_wire(RtlTile *t, const RtlPort *p)
{
    RtlPort own = *p;
    Str stem = { p->name->name.p, p->name->name.n - 2 };
    own.name = hdl_wire(hdl_items(t->x->m), stem, rtl_into(t->x, t->k->x, p->name->width));
    vec_push(t->x->r->a, &t->inner, own);
}

static bool is_net(const RtlPort *p) { return p->role == RTL_NET_IN || p->role == RTL_NET_OUT; }

/* Ports first, in the order of the controller's. ends: room for one end per port, that of the port's network. */
static void all_ports(RtlTile *t, RtlEnd **ends)
{
    for (int i = 0; i < t->k->ports.n; i++) {
        const RtlPort *p = &t->k->ports.at[i];
        if (is_inner(p)) inner_wire(t, p);
        else if (!is_net(p)) {
            RtlPort own = *p;
            own.name = (p->name->kind == HDL_INPUT ? hdl_input : hdl_output)(t->x->m, p->name->name,
                                                                             rtl_into(t->x, t->k->x, p->name->width));
            vec_push(t->x->r->a, &t->ports, own);
        } else if (str_is(p->part, "valid")) {
            ends[i] = NEW(t->x->r->a, RtlEnd);
            flit_ports(t, p, ends[i]);
        } else ends[i] = ends[i - 1];               /* the parts of an end stand side by side, valid first */
    }
}

static void whole(RtlTile *t)
{
    RtlEnd **ends = NEW_N(t->x->r->a, RtlEnd *, t->k->ports.n + 1);
    HdlScope *s = hdl_items(t->x->m);
    HdlName *number = NULL;
    all_ports(t, ends);
    for (int i = 0; i < t->k->ports.n; i++) {
        const RtlPort *p = &t->k->ports.at[i];
        if (!is_net(p) || !str_is(p->part, "valid")) continue;
        message_wires(t, p, ends[i]);
        if (p->role == RTL_NET_IN) ends[i]->seed = seed(t, &number, p->net);
        (p->role == RTL_NET_IN ? rtl_take : rtl_send)(t->x, s, ends[i]);
        hdl_blank(s);
    }
    HdlInstance *u = rtl_instance(t->x, s, t->k->x, STR("u_ctl"));
    int inner = 0;
    for (int i = 0; i < t->k->ports.n; i++) {
        const RtlPort *p = &t->k->ports.at[i];
        if (is_inner(p)) rtl_connect(t->x, u, p, t->inner.at[inner++].name->x);
        else rtl_connect(t->x, u, p, is_net(p) ? message_wire(ends[i], p) : hdl_find_port(t->x->m, p->name->name)->x);
    }
    for (int i = 0; i < t->k->c->ports.n; i++)
        if (t->k->c->ports.at[i]->block) rtl_unit(t, t->k->c->ports.at[i]);
}

RtlTile *rtl_tile(Rtl *r, const RtlCtl *k)
{
    RtlTile *t = NEW(r->a, RtlTile);
    t->k = k;
    if (r->opt->replay) {
        t->x = k->x;
        for (int i = 0; i < k->ports.n; i++) vec_push(r->a, &t->ports, k->ports.at[i]);
        return t;
    }
    Str doc = str_printf(
        r->a, "A tile: controller " STR_FMT " and its ends of the networks. Outside of it there are flits only.",
        STR_ARG(k->c->name));
    t->x = rtl_module(r, k->c, str_printf(r->a, STR_FMT "_tile", STR_ARG(rtl_lower(r->a, k->c->name))), doc);
    whole(t);
    return rtl_write(t->x) ? t : NULL;
}
