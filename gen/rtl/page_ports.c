/* page_ports.c - the tables of ports: what each is, by its role and never by its name. */
#include "rtl/page.h"
#include <inttypes.h>

/* ---- what a port is ---- */

/* "load, store: thread" */
static Str both(Page *g, Str what, Str doc)
{
    return str_printf(g->r->a, STR_FMT "%s" STR_FMT, STR_ARG(what), doc.n ? ": " : "", STR_ARG(page_md(g, doc)));
}

static bool has_field(const PortMsg *m, Str field)
{
    for (int i = 0; i < m->fields.n; i++) if (str_eq(m->fields.at[i].name, field)) return true;
    return false;
}

/* The requests or replies that bring a field. */
static Str brought_by(Page *g, const Port *port, Str field, bool reply)
{
    Buf b;
    const char *between = "";
    buf_init(&b, g->r->a);
    for (int i = 0; i < (reply ? port->replies.n : port->events.n); i++) {
        if (!has_field(reply ? &port->replies.at[i] : port->events.at[i]->def, field)) continue;
        Str name = reply ? port->replies.at[i].name : port->events.at[i]->name;
        buf_printf(&b, "%s" STR_FMT, between, STR_ARG(page_md(g, name)));
        between = ", ";
    }
    return (Str){ b.at, (int)b.n };
}

/* The field of an event or a reply that a port of a core carries, or NULL. */
static const Field *field_of(Page *g, const RtlPort *p, bool reply)
{
    RtlFields f = reply ? rtl_reply_fields(g->r->a, p->port) : rtl_event_fields(g->r->a, p->port);
    for (int i = 0; i < f.at.n; i++)
        if (str_eq(p->part, str_printf(g->r->a, "%s" STR_FMT, reply ? "rep_" : "req_", STR_ARG(f.at.at[i]->name))))
            return f.at.at[i];
    return NULL;
}

static Str key_text(Page *g, const Type *key, const char *more)
{
    Str doc = page_md(g, key->doc);
    return str_printf(g->r->a, "what it is about%s" STR_FMT "%s%s", doc.n ? ": " : "", STR_ARG(doc), *more ? ", " : "",
                      more);
}

static Str core_text(Page *g, const Controller *c, const RtlPort *p)
{
    bool reply = p->part.n > 4 && p->part.p[2] == 'p';
    const Field *f = field_of(g, p, reply);
    if (str_is(p->part, "req_valid")) return STR("a request is offered");
    if (str_is(p->part, "req_ready")) return STR("it is taken at the next edge");
    if (str_is(p->part, "rep_valid")) return STR("a reply is offered");
    if (str_is(p->part, "rep_ready")) return STR("it is taken at the next edge");
    if (str_is(p->part, "req_kind") || str_is(p->part, "rep_kind")) return STR("which, see the table of kinds");
    if (!f && str_is(p->part, "req_key"))
        return key_text(g, c->key, c->key->offset ? "the address without the bits inside of it" : "");
    if (!f) return STR("");
    return both(g, brought_by(g, p->port, f->name, reply), f->doc.n ? f->doc : f->type->doc);
}

/* Of a block port: requests go out, events come in. */
static Str block_text(Page *g, const Controller *c, const RtlPort *p)
{
    bool out = p->part.n > 4 && p->part.p[0] == 'r';
    Str part = { p->part.p + (out ? 4 : 3), p->part.n - (out ? 4 : 3) };
    RtlFields f = out ? rtl_request_fields(g->r->a, p->port) : rtl_event_fields(g->r->a, p->port);
    for (int i = 0; i < f.at.n; i++)
        if (str_eq(f.at.at[i]->name, part))
            return page_md(g, f.at.at[i]->doc.n ? f.at.at[i]->doc : f.at.at[i]->type->doc);
    if (str_is(part, "valid"))
        return out ? STR("a request to the block is offered") : STR("an event of the block is offered");
    if (str_is(part, "ready")) return STR("it is taken at the next edge");
    if (str_is(part, "key")) return key_text(g, c->key, "");
    return STR("which, see the table of kinds");
}

static const char *axi_text(Str part)
{
    static const struct { const char *part, *text; } list[] = {
        { "arvalid", "a read of a line is asked for" },
        { "araddr", "its byte address, a multiple of a line" },
        { "arid", "its slot: each is used by one read at a time" },
        { "arlen", "beats of a line, less 1: constant" },
        { "arsize", "bytes of a beat, as a power of two: constant" },
        { "arburst", "INCR: constant" },
        { "arlock", "no exclusive access: constant 0" },
        { "arcache", "normal memory, not cached, bufferable: constant 3" },
        { "arprot", "data, secure, unprivileged: constant 0" },
        { "arqos", "no quality of service: constant 0" },
        { "rvalid", "a beat arrives; beats of different reads may be mixed" },
        { "rready", "constant 1" },
        { "rid", "of which read" },
        { "rdata", "low bytes of the line first" },
        { "rresp", "2 or 3: the line could not be read" },
        { "rlast", "last beat of the line" },
        { "awvalid", "a line is to be written" },
        { "awaddr", "its byte address, a multiple of a line" },
        { "awid", "its slot: each is used by one write at a time" },
        { "awlen", "beats of a line, less 1: constant" },
        { "awsize", "bytes of a beat, as a power of two: constant" },
        { "awburst", "INCR: constant" },
        { "awlock", "no exclusive access: constant 0" },
        { "awcache", "normal memory, not cached, bufferable: constant 3" },
        { "awprot", "data, secure, unprivileged: constant 0" },
        { "awqos", "no quality of service: constant 0" },
        { "wvalid", "a beat of it, from the cycle on in which awvalid rises" },
        { "wdata", "low bytes of the line first" },
        { "wstrb", "all ones: whole lines" },
        { "wlast", "last beat of the line" },
        { "bvalid", "a line has been written" },
        { "bready", "constant 1" },
        { "bid", "which" },
        { "bresp", "2 or 3: it could not be written" },
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) if (str_is(part, list[i].part)) return list[i].text;
    return "the other side takes it at the next edge"; /* arready, awready, wready */
}

static const char *net_text(const RtlPort *p)
{
    static const struct { const char *part, *text; } list[] = {
        { "valid", "something is offered" },
        { "ready", "it is taken at the next edge" },
        { "data", "a flit, low bits of the message first" },
        { "last", "it is the last one of its message" },
        { "dst", "the node that it is for" },
        { "msg", "a message, see the table of messages" },
        { "flits", "its number of flits: (bits + `FLIT_BITS` - 1) / `FLIT_BITS`" },
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) if (str_is(p->part, list[i].part)) return list[i].text;
    return "";
}

static Str pin_text(Page *g, const Controller *c, const RtlPort *p)
{
    for (int i = 0; i < c->regs.n; i++)
        if (str_eq(c->regs.at[i]->ident, p->part)) return page_md(g, c->regs.at[i]->doc);
    return STR("");
}

static Str port_text(Page *g, const Controller *c, const RtlPort *p)
{
    switch (p->role) {
    case RTL_CLOCK: return STR("clock, its rising edge");
    case RTL_RESET: return g->r->opt->async_reset ? STR("reset, asynchronous, 1 is reset") :
                                                    STR("reset, synchronous, 1 is reset");
    case RTL_NODE: return STR("number of this instance among all nodes: constant");
    case RTL_INDEX: return STR("number of this instance among those of its controller: constant");
    case RTL_ERROR:
        return STR("a row marked `never` or `error` was met, a sum left its type, or memory refused a line: stays "
                   "until reset");
    case RTL_PIN: return pin_text(g, c, p);
    case RTL_WIRE_IN: case RTL_WIRE_OUT: return STR("a register that another controller sees");
    case RTL_CORE: return core_text(g, c, p);
    case RTL_BLOCK: return block_text(g, c, p);
    case RTL_PROBE: return STR("a look into a store from another controller");
    case RTL_MEMORY: return str_from(axi_text(p->part));
    default: return str_printf(g->r->a, "network " STR_FMT ": %s", STR_ARG(page_md(g, p->net->name)), net_text(p));
    }
}

/* ---- tables ---- */

static void row(Page *g, const HdlName *name, Str text)
{
    buf_printf(g->b, "| `" STR_FMT "` | %s | ", STR_ARG(name->name), name->kind == HDL_INPUT ? "in" : "out");
    page_width(g, name->width);
    buf_printf(g->b, " | " STR_FMT " |\n", STR_ARG(text));
}

static void table_head(Page *g) { buf_printf(g->b, "| port | | width | bits | what |\n|---|---|---|---|---|\n"); }

static void top_row(Page *g, Str name, Str text)
{
    HdlName *port = hdl_find_port(g->top->m, name);
    if (port) row(g, port, text);
}

/* Of the controller that is left out: its ends, seen from the other side. */
static void open_rows(Page *g, const RtlCtl *k)
{
    for (int i = 0; i < k->ports.n; i++) {
        const RtlPort *p = &k->ports.at[i];
        if (p->role != RTL_NET_IN && p->role != RTL_NET_OUT) continue;
        RtlPort turned = *p;
        turned.role = p->role == RTL_NET_IN ? RTL_NET_OUT : RTL_NET_IN;
        top_row(g, rtl_open_name(g->r, k->c, p), port_text(g, k->c, &turned));
    }
    for (int i = 0; i < g->r->p->nets.n; i++)
        if (rtl_takes(k->c, g->r->p->nets.at[i]))
            top_row(g, rtl_open_index(g->r, k->c, g->r->p->nets.at[i]),
                    STR("with the message: which of the instances it is for"));
}

void page_top_ports(Page *g)
{
    const System *s = g->r->sys;
    buf_printf(g->b,
               "## Ports of `" STR_FMT "`\n\nPorts of a controller hold one part for each of its instances: that of "
               "instance `i` is `[i * W +: W]`, where `W` is the width of a part.\n\n",
               STR_ARG(hdl_module_name(g->top->m)));
    table_head(g);
    RtlPort clock = { .role = RTL_CLOCK }, reset = { .role = RTL_RESET }, error = { .role = RTL_ERROR };
    top_row(g, STR("clk_i"), port_text(g, NULL, &clock));
    top_row(g, STR("rst_i"), port_text(g, NULL, &reset));
    for (int i = 0; i < s->domains.n && !g->r->opt->replay; i++) {
        const ClockDomain *d = s->domains.at[i];
        top_row(g, rtl_domain_port(g->r, d, "clk"),
                str_printf(g->r->a, "clock of domain " STR_FMT ", used unless its `stages` is -1; 0: each edge of one "
                           "clock is one of the other", STR_ARG(d->name)));
        top_row(g, rtl_domain_port(g->r, d, "rst"),
                STR("its reset: begins with `rst_i`; both last `stages` + 1 edges of each clock"));
    }
    for (int i = 0; i < s->places.n; i++) {
        const Controller *c = s->places.at[i].ctl;
        if (c == g->r->open) { open_rows(g, g->ctls[c->id]); continue; }
        const RtlTile *t = g->tiles[c->id];
        for (int k = 0; k < t->ports.n; k++)
            if (rtl_is_outer(g->r, &t->ports.at[k]))
                top_row(g, rtl_outer_name(g->r, c, &t->ports.at[k]), port_text(g, c, &t->ports.at[k]));
    }
    top_row(g, STR("error_o"), port_text(g, NULL, &error));
    buf_printf(g->b, "\n");
}

static void tile_ports(Page *g, const RtlTile *t)
{
    buf_printf(g->b, "### `" STR_FMT "`\n\n", STR_ARG(hdl_module_name(t->x->m)));
    table_head(g);
    for (int i = 0; i < t->ports.n; i++) row(g, t->ports.at[i].name, port_text(g, t->k->c, &t->ports.at[i]));
    buf_printf(g->b, "\nThe controller in it, `" STR_FMT "`, has these ports in place of those for flits:\n\n",
               STR_ARG(hdl_module_name(t->k->x->m)));
    table_head(g);
    for (int i = 0; i < t->k->ports.n; i++) {
        const RtlPort *p = &t->k->ports.at[i];
        if (p->role == RTL_NET_IN || p->role == RTL_NET_OUT) row(g, p->name, port_text(g, t->k->c, p));
    }
    buf_printf(g->b, "\n");
}

void page_inner_ports(Page *g)
{
    const System *s = g->r->sys;
    buf_printf(g->b, "\n## Ports of tiles and controllers\n\nFor a system with networks of another make. A tile is a "
                     "controller and its ends of the networks: outside of it there are flits. A controller by itself "
                     "takes and sends whole messages. Their parameters are those of `" STR_FMT "` that they need, a "
                     "controller's own ones without its name in front.\n\n",
               STR_ARG(hdl_module_name(g->top->m)));
    for (int i = 0; i < s->places.n; i++) {
        const RtlTile *t = g->tiles[s->places.at[i].ctl->id];
        if (t) tile_ports(g, t);
    }
}
