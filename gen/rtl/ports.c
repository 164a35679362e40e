/* ports.c - the ports of a controller. */
#include "rtl/ports.h"
#include "rtl/module.h"

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

static void core_port(RtlCtl *k, const Port *p)
{
    RtlModule *x = k->x;
    const char *stem = stem_of(k, p->name, "");
    RtlFields in = rtl_event_fields(x->r->a, p), out = rtl_reply_fields(x->r->a, p);
    RtlPort base = { .role = RTL_CORE, .port = p };
#define CORE(text, dir, width) (base.part = str_from(text), base.type = NULL, add(k, base, stem, dir, width))
    CORE("req_valid", true, NULL);
    CORE("req_ready", false, NULL);
    CORE("req_kind", true, rtl_code_width(x, code_bits(p->events.n)));
    if (k->c->key) CORE("req_key", true, rtl_width(x, k->c->key));
    for (int i = 0; i < in.at.n; i++) {
        base.part = rtl_f(x, "req_" STR_FMT, STR_ARG(in.at.at[i]->name));
        base.type = in.at.at[i]->type;
        add(k, base, stem, true, rtl_width(x, base.type));
    }
    CORE("rep_valid", false, NULL);
    CORE("rep_ready", true, NULL);
    CORE("rep_kind", false, rtl_code_width(x, code_bits(p->replies.n)));
    for (int i = 0; i < out.at.n; i++) {
        base.part = rtl_f(x, "rep_" STR_FMT, STR_ARG(out.at.at[i]->name));
        base.type = out.at.at[i]->type;
        add(k, base, stem, false, rtl_width(x, base.type));
    }
#undef CORE
}

/* AXI4, as a master. */
static void axi_port(RtlCtl *k, Str name)
{
    enum { BIT, ADDR, ID, LEN, SIZE, BURST, DATA, STRB };
    static const struct { const char *name; bool in; int width;
    } list[] = { { "arvalid", false, BIT },   { "arready", true, BIT },    { "araddr", false, ADDR },
                 { "arid", false, ID },       { "arlen", false, LEN },     { "arsize", false, SIZE },
                 { "arburst", false, BURST }, { "rvalid", true, BIT },     { "rready", false, BIT },
                 { "rid", true, ID },         { "rdata", true, DATA },     { "rresp", true, BURST },
                 { "rlast", true, BIT },      { "awvalid", false, BIT },   { "awready", true, BIT },
                 { "awaddr", false, ADDR },   { "awid", false, ID },       { "awlen", false, LEN },
                 { "awsize", false, SIZE },   { "awburst", false, BURST }, { "wvalid", false, BIT },
                 { "wready", true, BIT },     { "wdata", false, DATA },    { "wstrb", false, STRB },
                 { "wlast", false, BIT },     { "bvalid", true, BIT },     { "bready", false, BIT },
                 { "bid", true, ID },         { "bresp", true, BURST } };
    RtlModule *x = k->x;
    HdlModule *m = x->m;
    Hx beat = rtl_tool_param(x, "BEAT_BYTES");
    Hx width[] = { NULL,
                   rtl_int(x, k->c->key->size),
                   rtl_axi_id_width(x),
                   hx_int(m, 8),
                   hx_int(m, 3),
                   hx_int(m, 2),
                   hx_mul(m, hx_int(m, 8), beat),
                   beat };
    const char *stem = stem_of(k, name, "axi_");
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        RtlPort p = { .role = RTL_MEMORY, .part = str_from(list[i].name) };
        add(k, p, stem, list[i].in, width[list[i].width]);
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
        if (c->regs.at[i]->constant) {
            plain(k, RTL_INDEX, "index", true, rtl_width(k->x, c->regs.at[i]->type));
            break;
        }
    for (int i = 0; i < c->regs.n; i++) {
        const Var *v = c->regs.at[i];
        RtlPort p = { .role = RTL_PIN, .part = v->ident, .type = v->type };
        if (v->kind == V_INPUT && v->is_read) add(k, p, "", true, rtl_width(k->x, v->type));
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
    for (int i = 0; i < k->c->ports.n; i++) if (k->c->ports.at[i]->kind == PORT_CORE) core_port(k, k->c->ports.at[i]);
    for (int i = 0; i < k->c->sources.n; i++)
        if (k->c->sources.at[i].kind == SRC_NETWORK) net_end(k, k->c->sources.at[i].net, true);
    for (int i = 0; i < s->outs.n; i++)
        if (s->outs.at[i]->net && !s->outs.at[i]->lane) net_end(k, s->outs.at[i]->net, false);
    if (rtl_memory_name(k->c).n) axi_port(k, rtl_memory_name(k->c));
    plain(k, RTL_ERROR, "error", false, NULL);
    return k;
}

HdlName *rtl_port(const RtlCtl *k, RtlPortRole role, const Network *net, const char *part)
{
    for (int i = 0; i < k->ports.n; i++) {
        const RtlPort *p = &k->ports.at[i];
        if (p->role == role && (!net || p->net == net) && (!part || str_is(p->part, part))) return p->name;
    }
    return NULL;
}

Str rtl_memory_name(const Controller *c)
{
    for (int i = 0; i < c->ports.n; i++) if (c->ports.at[i]->kind == PORT_MEMORY) return c->ports.at[i]->name;
    for (int i = 0; i < c->behind.n; i++)
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
