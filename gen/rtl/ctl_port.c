/* ctl_port.c - a memory port: lines read and written by the rows' requests. */
#include "rtl/ctl.h"

CtlMem *ctl_mem_of(const Ctl *k, const Port *p)
{
    for (int i = 0; i < k->n_mems; i++) if (k->mems[i].p == p) return &k->mems[i];
    return NULL;
}

/* What goes with an address is constant; a block of a memory's sort may leave it out. NULL: it drives this itself. */
static Hx left_out(Ctl *k, const Port *of, Str part)
{
    static const struct { const char *tail; int bits; uint64_t value;
    } list[] = { { "lock", 1, 0 }, { "cache", 4, 3 }, { "prot", 3, 0 }, { "qos", 4, 0 } };
    if (of || !k->memory || block_pin(k->memory->block, str_z(k->r->a, rtl_f(k->x, "m_axi_" STR_FMT, STR_ARG(part)))))
        return NULL;
    Str tail = { part.p + 2, part.n - 2 };
    for (size_t j = 0; j < sizeof list / sizeof *list; j++)
        if (str_is(tail, list[j].tail)) return hx_lit(k->m, list[j].bits, list[j].value);
    return NULL;
}

void ctl_axi_pins(Ctl *k, HdlInstance *i, const Port *of, AxiPins which)
{
    for (int j = 0; j < k->ports->ports.n; j++) {
        const RtlPort *p = &k->ports->ports.at[j];
        const char *pin = str_z(k->r->a, rtl_f(k->x, "m_axi_" STR_FMT, STR_ARG(p->part)));
        if (p->role != RTL_MEMORY || p->port != of) continue;
        if (p->name->kind == HDL_INPUT) {
            bool fixed = which == AXI_ONE_READ && str_is(p->part, "rid");
            hdl_in(i, pin, fixed ? hx_bool(k->m, 0) : p->name->x);
        } else if (left_out(k, of, p->part)) hdl_assign(k->s, p->name->x, left_out(k, of, p->part));
        else if (which == AXI_ONE_READ && str_is(p->part, "arid")) {
            hdl_out(i, pin, hdl_wire(k->s, STR("memory_arid"), NULL)->x);
            hdl_assign(k->s, p->name->x, hx_zeros(k->m, rtl_axi_id_width(k->x)));
        } else if (which == AXI_STROBES && str_is(p->part, "wstrb"))
            hdl_out(i, pin, hdl_wire(k->s, STR("axi_all_bytes"), rtl_tool_param(k->x, "BEAT_BYTES"))->x);
        else hdl_out(i, pin, p->name->x);
    }
}

static HdlName *wire(Ctl *k, const char *name, Hx width) { return hdl_wire(k->s, str_from(name), width); }

/* A request to memory as it waits in its queue. own_key: as the port has it, where that goes through the queue; be: the
 * bytes that are written, of a port with masks; or NULL. */
typedef struct { Hx line, bytes; HdlName *valid, *ready, *kind, *key, *own_key, *data, *be; } MemPop;

static void request_queue(Ctl *k, const Out *o, const MemPop *p, Hx width, Hx push, HxList *out)
{
    HdlModule *m = k->m;
    Str n = o->port->name;
    HdlInstance *i = ctl_credit_queue(k, rtl_f(k->x, "u_" STR_FMT "_req", STR_ARG(n)), n);
    hdl_set(i, "W", width);
    hdl_set(i, "DEPTH", rtl_tool_param(k->x, "QUEUE_DEPTH"));
    hdl_pins(i);
    hdl_in(i, "reserve_i", hx_and(m, k->t_fire->x, ctl_st(k, SIG_REQ_VALID, o)));
    hdl_out(i, "room_o", k->room[ctl_out_index(k, o)]->x);
    hdl_in(i, "cancel_i", hx_bool(m, 0));
    hdl_pins(i);
    hdl_in(i, "push_i", hx_and(m, k->d_valid->x, k->d[ctl_signal(k, SIG_REQ_VALID, o)]->x));
    hdl_in(i, "push_data_i", push);
    hdl_pins(i);
    hdl_out(i, "pop_valid_o", p->valid->x);
    hdl_in(i, "pop_ready_i", p->ready->x);
    hdl_out(i, "pop_data_o", hx_concat_low(m, out));
}

/* The request writes: it has a line. */
static Hx writes(Ctl *k, const Port *p, const HdlName *kind)
{
    HdlModule *m = k->m;
    Hx any = NULL;
    int bits = code_bits(p->requests.n);
    for (int i = 0; i < p->requests.n; i++)
        if (p->requests.at[i].fields.n)
            any = hx_or(m, any, hx_eq(m, kind->x, hx_lit(m, bits, (uint64_t)i)));
    return any ? any : hx_bool(m, 0);
}

/* The field of the writes that is a line, or a mask; -1: none. */
static int written_field(const Out *o, bool mask)
{
    int found = -1;
    for (int i = 0; i < o->fields.n; i++) {
        const struct OutField *f = &o->fields.at[i];
        if (!f->type->opaque || rtl_wide_data(f->type) == mask) continue;
        found = i;
    }
    return found;
}

static bool has_mask(const PortMsg *q)
{
    for (int i = 0; i < q->fields.n; i++) if (!rtl_wide_data(q->fields.at[i].type)) return true;
    return false;
}

/* In D: the bytes that the request writes, all but where it has a mask. */
static Hx written_bytes(Ctl *k, const Out *o, int mask, Hx bytes)
{
    HdlModule *m = k->m;
    Hx kind = k->d[ctl_signal(k, SIG_REQ_KIND, o)]->x, be = hx_ones(m, bytes);
    for (int i = 0; i < o->port->requests.n; i++)
        if (has_mask(&o->port->requests.at[i]))
            be = hx_cond(m, hx_eq(m, kind, hx_lit(m, code_bits(o->port->requests.n), (uint64_t)i)),
                         ctl_out_value(k, o, mask), be);
    return be;
}

static Hx asked_key(void *ctx, const Var *v) { (void)v; return ctx; }

/* The key as the port has it. */
static Hx port_key(Ctl *k, const Port *p, Hx key)
{
    RtlExpr at = { .x = k->x, .var = asked_key, .ctx = (void *)key, .scope = k->s };
    return hdl_is(k->s, rtl_f(k->x, STR_FMT "_own_key", STR_ARG(p->name)), rtl_key_width(k->x),
                  rtl_expr(&at, p->key))->x;
}

/* The queue of requests: what D pushes, and what comes out of it. With three stages the key as the port has it goes
 * through it: behind it that would be in front of the AXI side's comparisons. */
static MemPop memory_requests(Ctl *k, const Out *o)
{
    HdlModule *m = k->m;
    int line_at = written_field(o, false), mask_at = written_field(o, true);
    int kind_bits = code_bits(o->port->requests.n);
    Hx kw = rtl_key_width(k->x);
    MemPop p = { .bytes = line_at >= 0 ? rtl_int(k->x, o->fields.at[line_at].type->size)
                                       : rtl_int(k->x, k->c->key->offset) };
    p.line = hx_mul(m, hx_int(m, 8), p.bytes);
    p.valid = wire(k, "mem_pop_valid", NULL);
    p.ready = wire(k, "mem_pop_ready", NULL);
    p.kind = wire(k, "mem_pop_kind", kind_bits > 1 ? hx_int(m, kind_bits) : NULL);
    p.key = wire(k, "mem_pop_key", kw);
    p.data = wire(k, "mem_pop_line", p.line);
    if (mask_at >= 0) p.be = wire(k, "mem_pop_be", p.bytes);
    HxList push = { 0 }, out = { 0 };
    hx_put(m, &push, k->d[ctl_signal(k, SIG_REQ_KIND, o)]->x);
    hx_put(m, &push, k->d_key->x);
    hx_put(m, &push, line_at >= 0 ? ctl_out_value(k, o, line_at) : hx_zeros(m, p.line));
    hx_put(m, &out, p.kind->x);
    hx_put(m, &out, p.key->x);
    hx_put(m, &out, p.data->x);
    Hx width = hx_add(m, hx_add(m, kw, p.line), hx_int(m, kind_bits));
    if (o->port->key && ctl_late(k)) {
        p.own_key = wire(k, "mem_pop_own_key", kw);
        hx_put(m, &push, port_key(k, o->port, k->d_key->x));
        hx_put(m, &out, p.own_key->x);
        width = hx_add(m, width, kw);
    }
    if (p.be) {
        hx_put(m, &push, written_bytes(k, o, mask_at, p.bytes));
        hx_put(m, &out, p.be->x);
        width = hx_add(m, width, p.bytes);
    }
    request_queue(k, o, &p, width, hx_concat_low(m, &push), &out);
    return p;
}

/* The pins of a memory port that tell its beats. */
void ctl_write_error(Ctl *k, HdlInstance *i)
{
    HdlName *error = wire(k, "wr_err", NULL);
    hdl_out(i, "wr_err_o", error->x);
    k->write_errors = k->write_errors ? hx_or(k->m, k->write_errors, error->x) : error->x;
}

/* A table that does not take the error of a read: the line would pass for a good one, so the controller says it. */
static void read_error(Ctl *k, const CtlMem *mem)
{
    const PortMsg *fill = mem->p->events.at[0]->def;
    for (int i = 0; i < fill->fields.n; i++) if (fill->fields.at[i].type->kind == TK_BOOL) return;
    Hx error = hx_and(k->m, mem->valid->x, mem->err->x);
    k->write_errors = k->write_errors ? hx_or(k->m, k->write_errors, error) : error;
}

static Hx axi_port(Ctl *k, const Port *p, const char *part) { return rtl_port(k->ports, RTL_MEMORY, p, part)->x; }

/* Where only some bytes are written: their strobes. */
static void strobes(Ctl *k, const Port *of, const MemPop *p, const HdlName *taken)
{
    HdlModule *m = k->m;
    HdlInstance *i = ctl_free_block(k, "cg_axi_strobe", rtl_f(k->x, "u_" STR_FMT "_strobe", STR_ARG(of->name)));
    hdl_set(i, "LINE_BYTES", p->bytes);
    hdl_set(i, "BEAT_BYTES", rtl_tool_param(k->x, "BEAT_BYTES"));
    hdl_pins(i);
    hdl_in(i, "load_i", taken->x);
    hdl_in(i, "be_i", p->be->x);
    hdl_in(i, "next_i", hx_and(m, axi_port(k, of, "wvalid"), axi_port(k, of, "wready")));
    hdl_out(i, "strb_o", axi_port(k, of, "wstrb"));
}

void ctl_memory_port(Ctl *k, const Out *o)
{
    HdlModule *m = k->m;
    ctl_opaque_muxes(k, o);
    MemPop p = memory_requests(k, o);
    HdlName *rd_ready = wire(k, "rd_ready", NULL), *wr_ready = wire(k, "wr_ready", NULL);
    CtlMem *mem = ctl_mem_of(k, o->port);
    mem->pop_valid = p.valid;
    mem->pop_ready = p.ready;
    Hx line = p.key->x, tag = hx_bool(m, 0);
    if (o->port->key) {                             /* the key goes along, and comes back with the line */
        tag = line;
        line = p.own_key ? p.own_key->x : port_key(k, o->port, line);
    }
    HdlName *other = wire(k, o->port->key ? "fill_own_key" : "fill_tag", o->port->key ? rtl_key_width(k->x) : NULL);
    HdlName *write = hdl_is(k->s, STR("mem_write"), NULL, writes(k, o->port, p.kind));
    hdl_assign(k->s, p.ready->x, hx_cond(m, write->x, wr_ready->x, rd_ready->x));
    HdlInstance *i = ctl_free_block(k, "cg_axi_line", rtl_f(k->x, "u_" STR_FMT "_axi", STR_ARG(o->port->name)));
    hdl_set(i, "ADDR_W", rtl_int(k->x, k->c->key->size));
    hdl_set(i, "LINE_BYTES", p.bytes);
    hdl_set(i, "BEAT_BYTES", rtl_tool_param(k->x, "BEAT_BYTES"));
    hdl_set(i, "RD_SLOTS", rtl_tool_param(k->x, "MEM_SLOTS"));
    hdl_set(i, "WR_SLOTS", rtl_tool_param(k->x, "MEM_SLOTS"));
    hdl_set(i, "TAG_W", o->port->key ? rtl_key_width(k->x) : hx_int(m, 1));
    hdl_pins(i);
    hdl_in(i, "rd_valid_i", hx_and(m, p.valid->x, hx_not(m, write->x)));
    hdl_out(i, "rd_ready_o", rd_ready->x);
    hdl_in(i, "rd_addr_i", line);
    hdl_in(i, "rd_tag_i", tag);
    hdl_pins(i);
    hdl_in(i, "wr_valid_i", hx_and(m, p.valid->x, write->x));
    hdl_out(i, "wr_ready_o", wr_ready->x);
    hdl_in(i, "wr_addr_i", line);
    hdl_in(i, "wr_data_i", p.data->x);
    hdl_pins(i);
    hdl_out(i, "fill_valid_o", mem->valid->x);
    hdl_in(i, "fill_ready_i", mem->ready->x);
    hdl_out(i, "fill_addr_o", (o->port->key ? other : mem->key)->x);
    hdl_out(i, "fill_tag_o", (o->port->key ? mem->key : other)->x);
    hdl_out(i, "fill_data_o", mem->line->x);
    hdl_out(i, "fill_err_o", mem->err->x);
    hdl_pins(i);
    ctl_write_error(k, i);
    read_error(k, mem);
    hdl_out(i, "idle_o", wire(k, "axi_idle", NULL)->x);
    hdl_pins(i);
    ctl_axi_pins(k, i, o->port, p.be ? AXI_STROBES : AXI_ALL);
    if (p.be)
        strobes(k, o->port, &p, hdl_is(k->s, STR("mem_written"), NULL,
                              hx_and(m, hx_and(m, p.valid->x, write->x), wr_ready->x)));
    hdl_blank(k->s);
}
