/* ports.c - the ports of a controller. */
#include "rtl/ports.h"
#include "rtl/module.h"
#include "ir/probe.h"

/* ---- fields ---- */

static void add_fields(Arena *a, RtlFields *out, const Field *f, int n)
{
    for (int i = 0; i < n; i++) {
        bool known = false;
        for (int j = 0; j < out->at.n; j++) known |= str_eq(out->at.at[j]->name, f[i].name);
        if (!known) vec_push(a, &out->at, &f[i]);
    }
}

RtlFields rtl_event_fields(Arena *a, const Port *p)
{
    RtlFields out = { 0 };
    for (int i = 0; i < p->events.n; i++)
        add_fields(a, &out, p->events.at[i]->def->fields.at, p->events.at[i]->def->fields.n);
    return out;
}

RtlFields rtl_reply_fields(Arena *a, const Port *p)
{
    RtlFields out = { 0 };
    for (int i = 0; i < p->replies.n; i++) add_fields(a, &out, p->replies.at[i].fields.at, p->replies.at[i].fields.n);
    return out;
}

RtlFields rtl_request_fields(Arena *a, const Port *p)
{
    RtlFields out = { 0 };
    for (int i = 0; i < p->requests.n; i++)
        add_fields(a, &out, p->requests.at[i].fields.at, p->requests.at[i].fields.n);
    return out;
}

const char *rtl_port_in(const Port *p) { return p->kind == PORT_CORE ? "req_" : "ev_"; }
const char *rtl_port_out(const Port *p) { return p->kind == PORT_CORE ? "rep_" : "req_"; }
int rtl_port_sends(const Port *p) { return p->kind == PORT_CORE ? p->replies.n : p->requests.n; }

/* ---- making them ---- */

static void add(RtlCtl *k, RtlPort p, const char *stem, bool in, Hx width)
{
    RtlModule *x = k->x;
    Str name = rtl_f(x, "%s" STR_FMT "_%s", stem, STR_ARG(p.part), in ? "i" : "o");
    p.name = (in ? hdl_input : hdl_output)(x->m, name, width);
    vec_push(x->r->a, &k->ports, p);
}

static const char *stem_of(RtlCtl *k, Str name, const char *tail)
{
    return str_z(k->x->r->a, rtl_f(k->x, STR_FMT "_%s", STR_ARG(name), tail));
}

/* valid, ready, kind, key and the fields of one direction of a port. */
static void port_half(RtlCtl *k, const Port *p, bool in, int kinds, const RtlFields *fields)
{
    RtlModule *x = k->x;
    const char *stem = stem_of(k, p->name, ""), *half = in ? rtl_port_in(p) : rtl_port_out(p);
    RtlPort base = { .role = p->kind == PORT_CORE ? RTL_CORE : RTL_BLOCK, .port = p };
#define HALF(text, dir, width) (base.part = rtl_f(x, "%s%s", half, text), add(k, base, stem, dir, width))
    HALF("valid", in, NULL);
    HALF("ready", !in, NULL);
    HALF("kind", in, rtl_code_width(x, code_bits(kinds)));
    if (k->c->key && (in || p->kind == PORT_BLOCK)) HALF("key", in, rtl_width(x, k->c->key));
#undef HALF
    for (int i = 0; i < fields->at.n; i++) {
        base.part = rtl_f(x, "%s" STR_FMT, half, STR_ARG(fields->at.at[i]->name));
        base.type = fields->at.at[i]->type;
        add(k, base, stem, in, rtl_width(x, base.type));
    }
}

const Controller *rtl_prober(const Rtl *r, const Port *p)
{
    for (int i = 0; i < r->sys->places.n; i++)
        for (int k = 0; k < r->sys->places.at[i].ctl->ports.n; k++)
            if (r->sys->places.at[i].ctl->ports.at[k] == p) return r->sys->places.at[i].ctl;
    return NULL;
}

bool rtl_probe_turns(const Rtl *r, const Port *p)
{
    const Expr *count = NULL;
    for (int i = 0; i < r->sys->places.n; i++)
        if (r->sys->places.at[i].ctl == rtl_prober(r, p)) count = r->sys->places.at[i].count;
    return p->probe->probers.n > 1 || (count && (count->op != E_NUM || count->num != 1));
}

static void open_port(RtlCtl *k, const Port *p)
{
    Arena *a = k->x->r->a;
    RtlFields in = rtl_event_fields(a, p),
              out = p->kind == PORT_CORE ? rtl_reply_fields(a, p) : rtl_request_fields(a, p);
    bool core = p->kind == PORT_CORE;
    if (core || p->events.n) port_half(k, p, true, p->events.n, &in);
    if (core || rtl_port_sends(p)) port_half(k, p, false, rtl_port_sends(p), &out);
    if (!p->probe || !rtl_probe_turns(k->x->r, p)) return;
    add(k, (RtlPort){ .role = RTL_BLOCK, .port = p, .part = STR("want") }, stem_of(k, p->name, ""), false, NULL);
    add(k, (RtlPort){ .role = RTL_BLOCK, .port = p, .part = STR("turn") }, stem_of(k, p->name, ""), true, NULL);
}

/* AXI4, as a master. */
static void axi_port(RtlCtl *k, const Port *port, Str name)
{
    enum { BIT, ADDR, ID, LEN, SIZE, BURST, CACHE, PROT, QOS, DATA, STRB };
    static const struct { const char *name; bool in; int width;
    } list[] = { { "arvalid", false, BIT },   { "arready", true, BIT },    { "araddr", false, ADDR },
                 { "arid", false, ID },       { "arlen", false, LEN },     { "arsize", false, SIZE },
                 { "arburst", false, BURST }, { "arlock", false, BIT },    { "arcache", false, CACHE },
                 { "arprot", false, PROT },   { "arqos", false, QOS },     { "rvalid", true, BIT },
                 { "rready", false, BIT },    { "rid", true, ID },         { "rdata", true, DATA },
                 { "rresp", true, BURST },    { "rlast", true, BIT },      { "awvalid", false, BIT },
                 { "awready", true, BIT },    { "awaddr", false, ADDR },   { "awid", false, ID },
                 { "awlen", false, LEN },     { "awsize", false, SIZE },   { "awburst", false, BURST },
                 { "awlock", false, BIT },    { "awcache", false, CACHE }, { "awprot", false, PROT },
                 { "awqos", false, QOS },     { "wvalid", false, BIT },    { "wready", true, BIT },
                 { "wdata", false, DATA },    { "wstrb", false, STRB },    { "wlast", false, BIT },
                 { "bvalid", true, BIT },     { "bready", false, BIT },    { "bid", true, ID },
                 { "bresp", true, BURST } };
    RtlModule *x = k->x;
    HdlModule *m = x->m;
    Hx beat = rtl_tool_param(x, "BEAT_BYTES");
    Hx width[] = { NULL,
                   rtl_int(x, k->c->key->size),
                   rtl_axi_id_width(x),
                   hx_int(m, 8),
                   hx_int(m, 3),
                   hx_int(m, 2),
                   hx_int(m, 4),
                   hx_int(m, 3),
                   hx_int(m, 4),
                   hx_mul(m, hx_int(m, 8), beat),
                   beat };
    const char *stem = stem_of(k, name, "axi_");
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        RtlPort p = { .role = RTL_MEMORY, .port = port, .part = str_from(list[i].name) };
        add(k, p, stem, list[i].in, width[list[i].width]);
    }
}

/* A store into which another controller looks: the key of this cycle, and what is there in the second one after it. */
static void probe_port(RtlCtl *k, const Store *s)
{
    RtlModule *x = k->x;
    const char *stem = stem_of(k, s->name, "probe_");
    ProbeFields answer = probe_answers(x->r->a, s);
    RtlPort p = { .role = RTL_PROBE, .port = s->probers.at[0], .part = STR("valid") };
    add(k, p, stem, true, NULL);
    p.part = STR("key");
    add(k, p, stem, true, rtl_width(x, k->c->key));
    for (int i = 0; i < answer.at.n; i++) {
        const Field *f = answer.at.at[i];
        p.part = f->name;
        p.type = f->type;
        add(k, p, stem, false, rtl_width(x, f->type));
    }
}

static void net_end(RtlCtl *k, const Network *n, bool in)
{
    static const struct { const char *part; bool out_only, back; int width;
    } list[] = { { "valid", false, false, 0 },
                 { "ready", false, true, 0 },
                 { "dst", true, false, 1 },
                 { "flits", true, false, 2 },
                 { "msg", false, false, 3 } };
    RtlModule *x = k->x;
    const RtlNet *net = rtl_net(x, n);
    Hx width[] = { NULL, x->node_w->x, net->len_w->x, net->bits->x };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        RtlPort p = { .role = in ? RTL_NET_IN : RTL_NET_OUT, .part = str_from(list[i].part), .net = n };
        if (in && list[i].out_only) continue;
        add(k, p, stem_of(k, n->name, in ? "in_" : "out_"), in != list[i].back, width[list[i].width]);
    }
}

bool rtl_sends(const Step *s, const Network *n)
{
    for (int i = 0; i < s->outs.n; i++) if (s->outs.at[i]->net == n) return true;
    return false;
}

bool rtl_takes(const Controller *c, const Network *n)
{
    for (int i = 0; i < c->sources.n; i++)
        if (c->sources.at[i].kind == SRC_NETWORK && c->sources.at[i].net == n) return true;
    return false;
}

static void plain(RtlCtl *k, RtlPortRole role, const char *name, bool in, Hx width)
{
    RtlPort p = { .role = role, .part = str_from(name) };
    add(k, p, "", in, width);
}

static void pins(RtlCtl *k)
{
    const Controller *c = k->c;
    for (int i = 0; i < c->regs.n; i++)
        if (c->regs.at[i]->constant && c->regs.at[i]->type->kind != TK_NODE) {
            RtlPort p = { .role = RTL_INDEX, .part = STR("index"), .type = c->regs.at[i]->type };
            add(k, p, "", true, rtl_width(k->x, p.type));
            break;
        }
    for (int i = 0; i < c->regs.n; i++) {
        const Var *v = c->regs.at[i];
        RtlPort p = { .role = v->source ? RTL_WIRE_IN : RTL_PIN, .part = v->ident, .type = v->type, .var = v };
        if (v->kind == V_INPUT && v->is_read) add(k, p, "", true, rtl_width(k->x, v->type));
        p.role = RTL_WIRE_OUT;
        if (v->shown) add(k, p, "", false, rtl_width(k->x, v->type));
    }
}

RtlCtl *rtl_ctl_ports(RtlModule *x, const Step *s)
{
    RtlCtl *k = NEW(x->r->a, RtlCtl);
    k->x = x;
    k->c = s->ctl;
    k->s = s;
    plain(k, RTL_CLOCK, "clk", true, NULL);
    plain(k, RTL_RESET, "rst", true, NULL);
    plain(k, RTL_NODE, "node", true, x->node_w->x);
    pins(k);
    for (int i = 0; i < k->c->ports.n; i++) {
        const Port *p = k->c->ports.at[i];
        if (p->kind == PORT_CORE || p->kind == PORT_BLOCK) open_port(k, p);
    }
    for (int i = 0; i < k->c->sources.n; i++)
        if (k->c->sources.at[i].kind == SRC_NETWORK) net_end(k, k->c->sources.at[i].net, true);
    for (int i = 0; i < s->outs.n; i++)
        if (s->outs.at[i]->net && !s->outs.at[i]->lane) net_end(k, s->outs.at[i]->net, false);
    for (int i = 0; i < k->c->stores.n; i++) if (k->c->stores.at[i]->probers.n) probe_port(k, k->c->stores.at[i]);
    for (int i = 0; rtl_memory_name(k->c, i).n; i++) axi_port(k, rtl_memory_port(k->c, i), rtl_memory_name(k->c, i));
    plain(k, RTL_ERROR, "error", false, NULL);
    return k;
}

HdlName *rtl_port(const RtlCtl *k, RtlPortRole role, const void *owner, const char *part)
{
    for (int i = 0; i < k->ports.n; i++) {
        const RtlPort *p = &k->ports.at[i];
        bool of = !owner || (const void *)p->net == owner || (const void *)p->port == owner;
        if (p->role == role && of && (!part || str_is(p->part, part))) return p->name;
    }
    return NULL;
}

HdlName *rtl_var_port(const RtlCtl *k, const Var *v)
{
    for (int i = 0; i < k->ports.n; i++) if (k->ports.at[i].var == v) return k->ports.at[i].name;
    return NULL;
}

const Port *rtl_memory_port(const Controller *c, int number)
{
    for (int i = 0; i < c->ports.n; i++)
        if (c->ports.at[i]->kind == PORT_MEMORY && !number--) return c->ports.at[i];
    return NULL;
}

Str rtl_memory_name(const Controller *c, int number)
{
    const Port *p = rtl_memory_port(c, number);
    if (p) return p->name;
    for (int i = 0; i < c->behind.n && !number; i++)
        if (c->behind.at[i]->block->sort == BLOCK_MEMORY) return c->behind.at[i]->name;
    return (Str){ "", 0 };
}

Hx rtl_axi_id_width(RtlModule *x)
{
    HdlModule *m = x->m;
    Hx slots = rtl_tool_param(x, "MEM_SLOTS");
    HdlName *have = rtl_fn(x, "axi_id_w", NULL, NULL);
    if (have) return have->x;
    Hx value = hx_cond(m, hx_gt(m, slots, hx_int(m, 1)), hx_clog2(m, slots), hx_int(m, 1));
    return rtl_fn_made(x, "axi_id_w", NULL, NULL,
                       hdl_const(m, hdl_free_name(hdl_items(m), STR("AXI_ID_W")), NULL, value))
        ->x;
}
