/* ctl_memory.c - a store of lines behind a controller: a cache of its own, in order. */
#include "rtl/ctl.h"
#include <string.h>

static HdlName *wire(Ctl *k, const char *name, Hx width) { return hdl_wire(k->s, str_from(name), width); }

/* ---- a store of lines ----
 * A row that reads it sends its message at once to the output queue, where it waits for the line; both queues keep the
 * order of the rows. */

static const Var *memory_field(const Ctl *k) { return k->memory->fields.at[0]; }

/* Code of the memory's line among the sources of a field, or -1. */
static int memory_code(const Ctl *k, const struct OutField *f)
{
    for (int j = 0; j < f->sources.n; j++) if (f->sources.at[j].var == memory_field(k)) return j;
    return -1;
}

bool ctl_memory_net(const Ctl *k, const Network *net)
{
    bool reads = false;
    for (int i = 0; k->memory && i < k->step->outs.n; i++)
        for (int j = 0; k->step->outs.at[i]->net == net && j < k->step->outs.at[i]->fields.n; j++)
            reads |= memory_code(k, &k->step->outs.at[i]->fields.at[j]) >= 0;
    return reads;
}

static int select_signal(const Ctl *k, const Out *o, int field)
{
    for (int i = k->step->n_inputs; i < k->step->signals.n; i++)
        if (k->step->signals.at[i].kind == SIG_SEND_SEL && k->step->signals.at[i].o == o &&
            k->step->signals.at[i].field == field)
            return i;
    return -1;
}

static Hx row_reads(Ctl *k)
{
    HdlModule *m = k->m;
    const Protocol *p = k->r->p;
    Hx reads = NULL;
    for (int i = 0; i < k->step->outs.n; i++) {
        const Out *o = k->step->outs.at[i];
        for (int j = 0; o->net && j < o->fields.n; j++) {
            int code = memory_code(k, &o->fields.at[j]);
            for (int g = 0; code >= 0 && g < p->msgs.n; g++) {
                if (p->msgs.at[g]->net != o->net || !msg_field(p->msgs.at[g], o->fields.at[j].name)) continue;
                Hx kind = hx_eq(m, ctl_st(k, SIG_SEND_KIND, o), rtl_msg(k->x, p->msgs.at[g]));
                Hx takes = hx_eq(m, k->st[select_signal(k, o, j)]->x,
                                 hx_lit(m, code_bits(o->fields.at[j].sources.n), (uint64_t)code));
                reads = hx_or(m, reads, hx_and(m, hx_and(m, ctl_st(k, SIG_SEND_VALID, o), kind), takes));
            }
        }
    }
    return reads;
}

void ctl_memory_room(Ctl *k)
{
    Hx reads = row_reads(k), writes = NULL;
    for (int i = 0; i < k->step->slots.n; i++)
        if (k->step->slots.at[i]->var == memory_field(k))
            writes = hx_or(k->m, writes, ctl_st(k, SIG_WRITE_VALID, k->step->slots.at[i]));
    hdl_note(k->s, STR("The memory behind: a line is read for a message, or bytes of it are written."));
    k->memory_rd = hdl_is(k->s, STR("memory_rd"), NULL, reads ? reads : hx_bool(k->m, 0));
    k->memory_wr = hdl_is(k->s, STR("memory_wr"), NULL, writes ? writes : hx_bool(k->m, 0));
    k->memory_room = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_room", STR_ARG(k->memory->name)), NULL);
}

/* The slot whose row applies a block to the line, or NULL. */
static const Slot *memory_apply(const Ctl *k)
{
    for (int i = 0; k->memory && i < k->step->slots.n; i++)
        if (k->step->slots.at[i]->var == memory_field(k) && k->step->slots.at[i]->apply.n) return k->step->slots.at[i];
    return NULL;
}

bool ctl_memory_applies(const Ctl *k, const Slot *s) { return s == memory_apply(k); }

/* What the cache is asked to make of the line: operands and the bytes of the word (cg_llc, req_rmw_i). */
void ctl_memory_rmw(Ctl *k, const Slot *s, HdlName **data, HdlName **be)
{
    HdlModule *m = k->m;
    const struct Operand *word = ctl_operand(s, "word");
    Hx bytes = rtl_int(k->x, s->var->type->size), w = rtl_bits(k->x, s->var->type), four = hx_int(m, 4);
    *data = wire(k, "memory_operands", w);
    *be = wire(k, "memory_word_be", bytes);
    HdlName *at = hdl_integer(k->s, STR("word_at"));
    HdlBody *b = hdl_comb(k->s);
    hs_set(b, (*data)->x, hx_zeros(m, w));
    hs_set(b, hx_part(m, (*data)->x, hx_int(m, 0), hx_int(m, 64)),
           hx_cat2(m, ctl_operand_value(k, s, "b"), ctl_operand_value(k, s, "a")));
    hs_set(b, (*be)->x, hx_zeros(m, bytes));
    Hx here = hx_eq(m, ctl_operand_value(k, s, "word"), hx_part(m, at->x, hx_int(m, 0), rtl_bits(k->x, word->type)));
    hs_set(hs_for(b, at, hx_int(m, 0), hx_div(m, bytes, four)), hx_part(m, (*be)->x, hx_mul(m, four, at->x), four),
           hx_repeat(m, four, here));
    Hx mine = hx_and(m, k->d[ctl_signal(k, SIG_WRITE_VALID, s)]->x,
                     hx_eq(m, k->d[ctl_signal(k, SIG_WRITE_SEL, s)]->x,
                           hx_lit(m, code_bits(s->sources.n + 1), (uint64_t)s->sources.n)));
    k->memory_rmw = hdl_is(k->s, STR("memory_rmw"), hx_int(m, 4), hx_cat2(m, mine, ctl_rmw_op(k, s)));
}

void ctl_memory_data(Ctl *k)
{
    HdlModule *m = k->m;
    const Var *v = memory_field(k);
    Hx bytes = rtl_int(k->x, v->type->size), w = rtl_width(k->x, v->type), be = hx_zeros(m, bytes),
       data = hx_zeros(m, w);
    k->d_memory_rd = wire(k, "d_memory_rd_q", NULL);
    k->d_memory_op = wire(k, "d_memory_op_q", NULL);
    HdlBody *b = hs_if(hdl_clocked(k->s, false).run, k->t_fire->x);
    hs_set(b, k->d_memory_rd->x, k->memory_rd->x);
    hs_set(b, k->d_memory_op->x, hx_or(m, k->memory_rd->x, k->memory_wr->x));
    k->version[v->id] = NEW_N(k->r->a, HdlName *, 2);
    k->version[v->id][0] =
        hdl_is(k->s, rtl_f(k->x, STR_FMT "_v0", STR_ARG(v->ident)), w, hx_zeros(m, w)); /* the line comes later */
    for (int i = 0; i < k->step->slots.n; i++) {
        if (k->step->slots.at[i]->var != v) continue;
        ctl_write_slot(k, k->step->slots.at[i]);
        be = k->written[v->id]->x;
        data = hdl_find_net(k->s, rtl_f(k->x, STR_FMT "_wr0_data", STR_ARG(v->ident)))->x;
    }
    k->memory_be = hdl_is(k->s, STR("memory_be"), bytes, be);
    k->memory_wdata = hdl_is(k->s, STR("memory_wdata"), w, data);
    k->memory_rsp_valid = wire(k, "memory_rsp_valid", NULL);
    k->memory_rsp_ready = wire(k, "memory_rsp_ready", NULL);
    k->memory_rsp_data = wire(k, "memory_rsp_data", w);
}

static bool field_from_memory(const Ctl *k, const Network *net, Str name)
{
    for (int i = 0; i < k->step->outs.n; i++) {
        const Out *o = k->step->outs.at[i];
        for (int x = 0; o->net == net && x < o->fields.n; x++)
            if (str_eq(o->fields.at[x].name, name) && memory_code(k, &o->fields.at[x]) >= 0) return true;
    }
    return false;
}

/* A message that waits for memory leaves with the line. */
void ctl_memory_answer(Ctl *k, const Network *net, HdlName *pop_valid, HdlName *pop_ready, HdlName *pop_waits,
                       HdlName *pop_msg)
{
    HdlModule *m = k->m;
    const Protocol *p = k->r->p;
    const RtlNet *rn = rtl_net(k->x, net);
    Hx line = rtl_width(k->x, memory_field(k)->type), out_ready = rtl_port(k->ports, RTL_NET_OUT, net, "ready")->x;
    HdlName *whole = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_whole_msg", STR_ARG(net->name)), rn->bits->x);
    hdl_note(k->s, STR("A message that waits for memory leaves with the line."));
    Hx there = hx_or(m, hx_not(m, pop_waits->x), k->memory_rsp_valid->x);
    hdl_assign(k->s, k->memory_rsp_ready->x, hx_and(m, hx_and(m, pop_valid->x, pop_waits->x), out_ready));
    hdl_assign(k->s, rtl_port(k->ports, RTL_NET_OUT, net, "valid")->x, hx_and(m, pop_valid->x, there));
    hdl_assign(k->s, pop_ready->x, hx_and(m, out_ready, there));
    hdl_assign(k->s, rtl_port(k->ports, RTL_NET_OUT, net, "msg")->x, whole->x);
    HdlBody *b = hdl_comb(k->s);
    hs_set(b, whole->x, pop_msg->x);
    HdlCase *c = hs_case(b, hx_part(m, pop_msg->x, hx_int(m, 0), rn->kind_w->x));
    for (int g = 0; g < p->msgs.n; g++) {
        const Message *msg = p->msgs.at[g];
        Hx at = msg->net == net ? rtl_msg_body(k->x, msg) : NULL;
        for (int j = 0; msg->net == net && j < msg->fields.n; j++) {
            if (field_from_memory(k, net, msg->fields.at[j].name))
                hs_set(hs_if(hs_arm(c, rtl_msg(k->x, msg)), pop_waits->x), hx_part(m, whole->x, at, line),
                       k->memory_rsp_data->x);
            at = hx_add(m, at, rtl_bits(k->x, msg->fields.at[j].type));
        }
    }
    hs_default(c);
}

/* The pins of a user of the cache, on the side of the block or of the cache. */
typedef struct { HdlName *valid, *ready, *key, *rd, *rmw, *be, *wdata, *rsp_valid, *rsp_ready, *rsp_data; } Bus;

static void connect(Ctl *k, HdlInstance *i, const char *stem, const Bus *b, bool master)
{
    Arena *a = k->r->a;
    const struct { const char *name; HdlName *net; bool back;
    } pins[] = { { "req_valid", b->valid, false },     { "req_ready", b->ready, true },
                 { "req_key", b->key, false },         { "req_rd", b->rd, false },
                 { "req_rmw", b->rmw, false },         { "req_be", b->be, false },
                 { "req_wdata", b->wdata, false },     { "rsp_valid", b->rsp_valid, true },
                 { "rsp_ready", b->rsp_ready, false }, { "rsp_data", b->rsp_data, true } };
    for (size_t j = 0; j < sizeof pins / sizeof *pins; j++) {
        bool out = master != pins[j].back;
        const char *pin = str_z(a, str_printf(a, "%s%s_%c", stem, pins[j].name, out ? 'o' : 'i'));
        if (out) hdl_out(i, pin, pins[j].net->x);
        else hdl_in(i, pin, pins[j].net->x);
    }
    hdl_pins(i);
}

static Bus new_bus(Ctl *k, const char *stem, Hx kw, Hx bytes, Hx line)
{
    HdlModule *m = k->m;
#define NET(name, width) hdl_wire(k->s, rtl_f(k->x, "%s_" name, stem), width)
    Bus b = { NET("req_valid", NULL),       NET("req_ready", NULL), NET("req_key", kw),     NET("req_rd", NULL),
              NET("req_rmw", hx_int(m, 4)), NET("req_be", bytes),   NET("req_wdata", line), NET("rsp_valid", NULL),
              NET("rsp_ready", NULL),       NET("rsp_data", line) };
#undef NET
    return b;
}

/* The cache's second user: entries that have no place in their store, at addresses of this node. */
static Bus share(Ctl *k, const Bus *rows, Hx kw, Hx bytes, Hx line)
{
    HdlModule *m = k->m;
    Bus llc = new_bus(k, "llc", kw, bytes, line);
    HdlInstance *i = ctl_block(k, "cg_llc_share", STR("u_share"));
    hdl_set(i, "KEY_W", kw);
    hdl_set(i, "LINE_BYTES", bytes);
    hdl_set(i, "WORD_AW", hx_add(m, k->x->node_w->x, k->word_aw));
    hdl_set(i, "WORD_W", k->word_w);
    hdl_pins(i);
    connect(k, i, "row_", rows, false);
    hdl_in(i, "word_valid_i", k->word_valid->x);
    hdl_out(i, "word_ready_o", k->word_ready->x);
    hdl_in(i, "word_we_i", k->word_we->x);
    hdl_in(i, "word_addr_i", hx_cat2(m, rtl_port(k->ports, RTL_NODE, NULL, NULL)->x, k->word_addr->x));
    hdl_in(i, "word_wdata_i", k->word_wdata->x);
    hdl_out(i, "word_rvalid_o", k->word_rvalid->x);
    hdl_out(i, "word_rdata_o", k->word_rdata->x);
    hdl_pins(i);
    connect(k, i, "llc_", &llc, true);
    return llc;
}

/* The requests of the rows, in their order. */
static Bus row_requests(Ctl *k, Hx kw, Hx bytes, Hx line)
{
    HdlModule *m = k->m;
    Bus b = new_bus(k, "memory", kw, bytes, line);
    HxList in = { 0 }, out = { 0 };
    bool rmw = k->memory_rmw != NULL;
    b.rsp_valid = k->memory_rsp_valid;
    b.rsp_ready = k->memory_rsp_ready;
    b.rsp_data = k->memory_rsp_data;
    hx_put(m, &in, k->d_memory_rd->x);
    hx_put(m, &in, k->d_key->x);
    hx_put(m, &in, k->memory_be->x);
    hx_put(m, &in, k->memory_wdata->x);
    hx_put(m, &out, b.rd->x);
    hx_put(m, &out, b.key->x);
    hx_put(m, &out, b.be->x);
    hx_put(m, &out, b.wdata->x);
    if (rmw) { hx_put(m, &in, k->memory_rmw->x); hx_put(m, &out, b.rmw->x); }
    else hdl_assign(k->s, b.rmw->x, hx_lit(m, 4, 0));       /* the cache has nothing for read-modify-writes then */
    HdlInstance *i = ctl_block(k, "cg_credit_fifo", rtl_f(k->x, "u_" STR_FMT "_req", STR_ARG(k->memory->name)));
    hdl_set(i, "W", hx_add(m, hx_add(m, kw, hx_mul(m, hx_int(m, 9), bytes)), hx_int(m, rmw ? 5 : 1)));
    hdl_set(i, "DEPTH", rtl_tool_param(k->x, "QUEUE_DEPTH"));
    hdl_pins(i);
    hdl_in(i, "reserve_i", hx_and(m, k->t_fire->x, hx_or(m, k->memory_rd->x, k->memory_wr->x)));
    hdl_out(i, "room_o", k->memory_room->x);
    hdl_in(i, "cancel_i", hx_bool(m, 0));
    hdl_pins(i);
    hdl_in(i, "push_i", hx_and(m, k->d_valid->x, k->d_memory_op->x));
    hdl_in(i, "push_data_i", hx_concat_low(m, &in));
    hdl_pins(i);
    hdl_out(i, "pop_valid_o", b.valid->x);
    hdl_in(i, "pop_ready_i", b.ready->x);
    hdl_out(i, "pop_data_o", hx_concat_low(m, &out));
    return b;
}

void ctl_memory(Ctl *k)
{
    HdlModule *m = k->m;
    const Store *s = k->memory;
    const Var *v = memory_field(k);
    Hx kw = rtl_key_width(k->x), bytes = rtl_int(k->x, v->type->size), line = rtl_width(k->x, v->type);
    bool reads = false, goes_round = false;     /* keys go round its instances */
    for (int i = 0; i < k->r->sys->homes.n; i++) goes_round |= k->r->sys->homes.at[i] == k->c;
    for (int i = 0; i < k->step->outs.n; i++)
        reads |= k->step->outs.at[i]->net && ctl_memory_net(k, k->step->outs.at[i]->net);
    if (!reads) hdl_assign(k->s, k->memory_rsp_ready->x, hx_bool(m, 1));
    Bus rows = row_requests(k, kw, bytes, line), bus = k->word_valid ? share(k, &rows, kw, bytes, line) : rows;
    HdlInstance *i = ctl_block(k, s->block->module, rtl_f(k->x, "u_" STR_FMT, STR_ARG(s->name)));
    hdl_set(i, "SETS", rtl_int(k->x, store_attr(s, STR("sets"))));
    hdl_set(i, "WAYS", rtl_int(k->x, store_attr(s, STR("ways"))));
    hdl_set(i, "SLICES", goes_round ? rtl_count(k->x, k->c) : hx_int(m, 1));
    hdl_set(i, "ADDR_W", rtl_int(k->x, k->c->key->size));
    hdl_set(i, "LINE_BYTES", bytes);
    hdl_set(i, "BEAT_BYTES", rtl_tool_param(k->x, "BEAT_BYTES"));
    hdl_set(i, "WR_SLOTS", rtl_tool_param(k->x, "MEM_SLOTS"));
    hdl_set(i, "RMW", hx_int(m, k->memory_rmw != NULL));
    if (k->stages > 1) hdl_set(i, "LATE", hx_int(m, k->stages > 2 ? 2 : 1));
    hdl_pins(i);
    connect(k, i, "", &bus, false);
    hdl_out(i, "rsp_err_o", wire(k, "memory_req_error", NULL)->x);
    hdl_out(i, "drop_o", wire(k, "memory_drop", NULL)->x);
    ctl_write_error(k, i);
    hdl_out(i, "idle_o", wire(k, "memory_idle", NULL)->x);
    hdl_pins(i);
    ctl_axi_pins(k, i, NULL, AXI_ONE_READ);
    hdl_blank(k->s);
}
