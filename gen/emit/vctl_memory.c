/* vctl_memory.c - what is behind a controller: a memory port (lines read and written by the rows' requests), or a store of kind memory (a cache of its own, in order). */
#include "emit/vctl.h"
#include <string.h>

Str ctl_memory_name(const Controller *c)
{
    for (int i = 0; i < c->ports.n; i++) if (c->ports.at[i]->kind == PORT_MEMORY) return c->ports.at[i]->name;
    for (int i = 0; i < c->behind.n; i++) if (str_is(c->behind.at[i]->block->kind, "memory")) return c->behind.at[i]->name;
    return (Str){ "", 0 };
}

/* The AXI4 pins of a block, to those of the controller. */
/* one_read: the block reads one line at a time, under number 0 of one bit. */
static void axi_pins(Ctl *k, Str n, bool one_read)
{
    static const char *const axi[] = { "arvalid", "arready", "araddr", "arid", "arlen", "arsize", "arburst", "rvalid", "rready", "rid", "rdata", "rresp", "rlast", "awvalid", "awready",
        "awaddr", "awid", "awlen", "awsize", "awburst", "wvalid", "wready", "wdata", "wstrb", "wlast", "bvalid", "bready", "bid", "bresp" };
    static const char *const inputs = " arready rvalid rid rdata rresp rlast awready wready bvalid bid bresp ";
    for (size_t i = 0; i < sizeof axi / sizeof *axi; i++) {
        char word[20];
        if (one_read && (!strcmp(axi[i], "arid") || !strcmp(axi[i], "rid"))) { put(k, "    .m_axi_%s(%s),", axi[i], axi[i][0] == 'a' ? "memory_arid" : "1'b0"); continue; }
        snprintf(word, sizeof word, " %s ", axi[i]);
        bool in = false;
        for (const char *p = inputs; *p; p++) {
            int j = 0;
            while (word[j] && p[j] == word[j]) j++;
            in |= !word[j];
        }
        put(k, "    .m_axi_%s(" STR_FMT "_axi_%s_%s)%s", axi[i], STR_ARG(n), axi[i], in ? "i" : "o", i + 1 < sizeof axi / sizeof *axi ? "," : "");
    }
}

/* ---- a memory port ---- */

void ctl_memory_port(Ctl *k, Out *o)
{
    Str n = k->mem->name, kw = v_width(k->m, k->c->key), line = { "", 0 }, data = { "", 0 };
    ctl_opaque_muxes(k, o);
    for (int i = 0; i < o->fields.n; i++)
        if (has_wide_data(o->fields.at[i].type)) { line = v_param_expr(k->m, o->fields.at[i].type->size); data = ctl_out_value(k, o, i); }
    if (!line.n) { line = v_param_expr(k->m, k->c->key->offset); data = f(k->e, "{8*" STR_FMT "{1'b0}}", STR_ARG(line)); }
    put(k, "  wire mem_pop_valid, mem_pop_ready, mem_pop_kind;\n  wire [" STR_FMT "-1:0] mem_pop_key;\n  wire [8*" STR_FMT "-1:0] mem_pop_line;", STR_ARG(kw), STR_ARG(line));
    put(k, "  cg_credit_fifo #(.W(1 + " STR_FMT " + 8*" STR_FMT "), .DEPTH(QUEUE_DEPTH)) u_" STR_FMT "_req (\n    .clk_i(clk_i), .rst_i(rst_i), .reserve_i(t_fire && st_" STR_FMT "_req_valid), .room_o(" STR_FMT "_req_room), .cancel_i(1'b0),", STR_ARG(kw), STR_ARG(line), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "    .push_i(d_valid_q && d_" STR_FMT "_req_valid_q), .push_data_i({" STR_FMT ", d_key_q, d_" STR_FMT "_req_kind_q}),\n    .pop_valid_o(mem_pop_valid), .pop_ready_i(mem_pop_ready), .pop_data_o({mem_pop_line, mem_pop_key, mem_pop_kind}));", STR_ARG(n), STR_ARG(data), STR_ARG(n));
    int wb = 1;
    for (int i = 0; i < k->mem->requests.n; i++) if (k->mem->requests.at[i].fields.n) wb = i;
    put(k, "  wire mem_write = mem_pop_kind == 1'd%d;\n  wire rd_ready, wr_ready, wr_err, axi_idle;\n  wire fill_tag;\n  assign mem_pop_ready = mem_write ? wr_ready : rd_ready;", wb);
    put(k, "  cg_axi_line #(.ADDR_W(" STR_FMT "), .LINE_BYTES(" STR_FMT "), .BEAT_BYTES(BEAT_BYTES), .RD_SLOTS(MEM_SLOTS), .WR_SLOTS(MEM_SLOTS), .TAG_W(1)) u_" STR_FMT "_axi (\n    .clk_i(clk_i), .rst_i(rst_i),", STR_ARG(v_param_expr(k->m, k->c->key->size)), STR_ARG(line), STR_ARG(n));
    put(k, "    .rd_valid_i(mem_pop_valid && !mem_write), .rd_ready_o(rd_ready), .rd_addr_i(mem_pop_key), .rd_tag_i(1'b0),\n    .wr_valid_i(mem_pop_valid && mem_write), .wr_ready_o(wr_ready), .wr_addr_i(mem_pop_key), .wr_data_i(mem_pop_line),");
    put(k, "    .fill_valid_o(fill_valid), .fill_ready_i(fill_ready), .fill_addr_o(fill_key), .fill_tag_o(fill_tag), .fill_data_o(fill_line), .fill_err_o(fill_err), .wr_err_o(wr_err), .idle_o(axi_idle),");
    axi_pins(k, n, false);
    put(k, "  );\n");
    module_unused(k->m, STR("fill_tag, wr_err, axi_idle"));
}

/* ---- a store of kind memory ----
 * A row that reads it sends its message at once to the output queue, where it waits for the line; both queues keep the order of the rows. */

static const Var *memory_field(const Ctl *k) { return k->memory->fields.at[0]; }

/* Code of the memory's line among the sources of a field, or -1. */
static int memory_code(const Ctl *k, const struct OutField *fd)
{
    for (int j = 0; j < fd->sources.n; j++) if (fd->sources.at[j].var == memory_field(k)) return j;
    return -1;
}

bool ctl_memory_net(Ctl *k, const Network *net)
{
    bool reads = false;
    for (int i = 0; k->memory && i < k->s->outs.n; i++)
        for (int j = 0; k->s->outs.at[i]->net == net && j < k->s->outs.at[i]->fields.n; j++) reads |= memory_code(k, &k->s->outs.at[i]->fields.at[j]) >= 0;
    return reads;
}

/* Some row sends what it reads from memory to several receivers. */
typedef struct { const Var *v; bool found; } MulticastScan;
static void find_multicast(const Action *a, void *ctx)
{
    MulticastScan *s = ctx;
    for (int i = 0; a->kind == A_MULTICAST && i < a->assigns.n; i++) s->found |= a->assigns.at[i].value && a->assigns.at[i].value->op == E_VAR && a->assigns.at[i].value->var == s->v;
}

static bool multicast_reads(Ctl *k)
{
    MulticastScan s = { memory_field(k), false };
    for (int i = 0; i < k->c->rows.n; i++) actions_walk(k->c->rows.at[i]->body, find_multicast, &s);
    return s.found;
}

bool ctl_memory_supported(Ctl *k)
{
    int before = diag_errors(k->e->d), readers = 0;
    const Store *s = k->memory;
    if (k->mem) diag_error(k->e->d, s->pos, "emit: a store of kind memory and a memory port at one controller are not built");
    if (!store_attr(s, STR("sets")) || !store_attr(s, STR("ways"))) diag_error(k->e->d, s->pos, "emit: a store of kind memory needs sets= and ways=, of the cache in front of the memory");
    if (s->fields.n != 1 || !has_wide_data(s->fields.at[0]->type)) diag_error(k->e->d, s->pos, "emit: a store of kind memory has one field so far, a line of bytes");
    for (int i = 0; i < k->s->slots.n; i++)
        if (k->s->slots.at[i]->var == memory_field(k) && k->s->slots.at[i]->slot) diag_error(k->e->d, s->pos, "emit: a row writes a store of kind memory once: bytes, with a mask or without, or by `apply`");
    for (int i = 0; i < k->s->outs.n; i++) {
        const Out *o = k->s->outs.at[i];
        for (int j = 0; j < o->fields.n; j++) {
            int code = memory_code(k, &o->fields.at[j]);
            if (code < 0) continue;
            readers++;
            if (!o->net || o->lane || multicast_reads(k)) diag_error(k->e->d, s->pos, "emit: what is read from a store of kind memory goes into the first message of a row, to one receiver");
            if (o->fields.at[j].sources.at[code].version) diag_error(k->e->d, s->pos, "emit: a row reads a store of kind memory before it writes it");
        }
    }
    if (readers > 1) diag_error(k->e->d, s->pos, "emit: what is read from a store of kind memory goes into one field of the messages of one network");
    return diag_errors(k->e->d) == before;
}

/* Some message of that lane has this field. */
static bool has_field(const Message *m, Str name)
{
    for (int i = 0; i < m->fields.n; i++) if (str_eq(m->fields.at[i].name, name)) return true;
    return false;
}

void ctl_memory_room(Ctl *k)
{
    const Store *s = k->memory;
    Str reads = { "", 0 };
    bool writes = false;
    for (int i = 0; i < k->s->slots.n; i++) writes |= k->s->slots.at[i]->var == memory_field(k);
    for (int i = 0; i < k->s->outs.n; i++) {
        const Out *o = k->s->outs.at[i];
        for (int j = 0; o->net && j < o->fields.n; j++) {
            int code = memory_code(k, &o->fields.at[j]);
            Str stem = ctl_out_stem(k, (Out *)o);
            if (code < 0) continue;
            for (int m = 0; m < k->e->p->msgs.n; m++) {
                const Message *msg = k->e->p->msgs.at[m];
                if (msg->net != o->net || !has_field(msg, o->fields.at[j].name)) continue;
                reads = f(k->e, STR_FMT "%s(st_" STR_FMT "_valid && st_" STR_FMT "_kind == " STR_FMT " && st_" STR_FMT "_" STR_FMT "_sel == %d'd%d)", STR_ARG(reads), reads.n ? " || " : "", STR_ARG(stem), STR_ARG(stem),
                          STR_ARG(msg_const(k->m, msg)), STR_ARG(stem), STR_ARG(o->fields.at[j].name), code_bits(o->fields.at[j].sources.n), code);
            }
        }
    }
    put(k, "  // The memory behind: a line is read for a message, or bytes of it are written.");
    put(k, "  wire memory_rd = " STR_FMT ";\n  wire memory_wr = %s" STR_FMT "%s;", STR_ARG(reads.n ? reads : STR("1'b0")), writes ? "st_" : "", STR_ARG(writes ? memory_field(k)->ident : STR("1'b0")), writes ? "_wr0_valid" : "");
    put(k, "  wire " STR_FMT "_room;", STR_ARG(s->name));
}

/* The slot whose row applies a block to the line, or NULL. */
static const Slot *memory_apply(const Ctl *k)
{
    for (int i = 0; k->memory && i < k->s->slots.n; i++)
        if (k->s->slots.at[i]->var == memory_field(k) && k->s->slots.at[i]->apply.n) return k->s->slots.at[i];
    return NULL;
}

bool ctl_memory_applies(const Ctl *k, const Slot *s) { return s == memory_apply(k); }

/* What the cache is asked to make of the line: operands and the bytes of the word (cg_llc, req_rmw_i). */
void ctl_memory_rmw(Ctl *k, const Slot *s, Str stem, Str bytes)
{
    const struct Operand *word = ctl_operand(s, "word");
    if (!word) { diag_error(k->e->d, s->var->pos, "emit: rmw32 expects op, word, a and b"); return; }
    Str ww = v_width(k->m, word->type), w = v_width(k->m, s->var->type);
    put(k, "  reg " STR_FMT STR_FMT "_rmw;\n  reg [" STR_FMT "-1:0] " STR_FMT "_rmw_be;\n  integer " STR_FMT "_at;", STR_ARG(v_range(k->m, s->var->type)), STR_ARG(stem), STR_ARG(bytes), STR_ARG(stem), STR_ARG(stem));
    put(k, "  always @* begin\n    " STR_FMT "_rmw = {" STR_FMT "{1'b0}};\n    " STR_FMT "_rmw[63:0] = {d_" STR_FMT "_b_q, d_" STR_FMT "_a_q};", STR_ARG(stem), STR_ARG(w), STR_ARG(stem), STR_ARG(stem), STR_ARG(stem));
    put(k, "    " STR_FMT "_at = 0;\n    " STR_FMT "_rmw_be = {" STR_FMT "{1'b0}};", STR_ARG(stem), STR_ARG(stem), STR_ARG(bytes));
    put(k, "    for (" STR_FMT "_at = 0; " STR_FMT "_at < " STR_FMT " / 4; " STR_FMT "_at = " STR_FMT "_at + 1)\n      " STR_FMT "_rmw_be[4*" STR_FMT "_at +: 4] = {4{d_" STR_FMT "_word_q == " STR_FMT "_at[" STR_FMT "-1:0]}};\n  end",
        STR_ARG(stem), STR_ARG(stem), STR_ARG(bytes), STR_ARG(stem), STR_ARG(stem), STR_ARG(stem), STR_ARG(stem), STR_ARG(stem), STR_ARG(stem), STR_ARG(ww));
    put(k, "  wire [3:0] memory_rmw = {d_" STR_FMT "_valid_q && d_" STR_FMT "_sel_q == %d'd%d, " STR_FMT "};", STR_ARG(stem), STR_ARG(stem), code_bits(s->sources.n + 1), s->sources.n, STR_ARG(ctl_rmw_op(k, s, stem)));
}

void ctl_memory_data(Ctl *k)
{
    const Var *v = memory_field(k);
    Str r = v_range(k->m, v->type), w = v_width(k->m, v->type), bytes = v_param_expr(k->m, v->type->size);
    Str be = f(k->e, "{" STR_FMT "{1'b0}}", STR_ARG(bytes)), data = f(k->e, "{" STR_FMT "{1'b0}}", STR_ARG(w));
    put(k, "  reg d_memory_rd_q, d_memory_op_q;\n  always @(posedge clk_i) d_memory_rd_q <= memory_rd;\n  always @(posedge clk_i) d_memory_op_q <= memory_rd || memory_wr;");
    put(k, "  wire " STR_FMT STR_FMT "_v0 = {" STR_FMT "{1'b0}}; // comes later", STR_ARG(r), STR_ARG(v->ident), STR_ARG(w));
    for (int i = 0; i < k->s->slots.n; i++) {
        if (k->s->slots.at[i]->var != v) continue;
        put(k, "  wire " STR_FMT STR_FMT "_v1;", STR_ARG(r), STR_ARG(v->ident));
        ctl_write_slot(k, k->s->slots.at[i]);
        module_unused(k->m, f(k->e, STR_FMT "_v1", STR_ARG(v->ident)));
        be = f(k->e, STR_FMT "_wr0_be", STR_ARG(v->ident));
        data = f(k->e, STR_FMT "_wr0_data", STR_ARG(v->ident));
    }
    put(k, "  wire [" STR_FMT "-1:0] memory_be = " STR_FMT ";\n  wire " STR_FMT "memory_wdata = " STR_FMT ";\n", STR_ARG(bytes), STR_ARG(be), STR_ARG(r), STR_ARG(data));
}

void ctl_memory_answer(Ctl *k, const Network *net)
{
    const Var *v = memory_field(k);
    Str n = net->name, up = upper(k->e->a, n), w = v_width(k->m, v->type);
    put(k, "  // A message that waits for memory leaves with the line.\n  wire " STR_FMT "_pop_valid, " STR_FMT "_pop_ready, " STR_FMT "_pop_waits;\n  wire [" STR_FMT "_BITS-1:0] " STR_FMT "_pop_msg;\n  reg [" STR_FMT "_BITS-1:0] " STR_FMT "_whole_msg;",
        STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(up), STR_ARG(n), STR_ARG(up), STR_ARG(n));
    put(k, "  wire memory_rsp_valid;\n  wire " STR_FMT "memory_rsp_data;\n  wire memory_rsp_ready = " STR_FMT "_pop_valid && " STR_FMT "_pop_waits && " STR_FMT "_out_ready_i;", STR_ARG(v_range(k->m, v->type)), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "  assign " STR_FMT "_out_valid_o = " STR_FMT "_pop_valid && (!" STR_FMT "_pop_waits || memory_rsp_valid);\n  assign " STR_FMT "_pop_ready = " STR_FMT "_out_ready_i && (!" STR_FMT "_pop_waits || memory_rsp_valid);\n  assign " STR_FMT "_out_msg_o = " STR_FMT "_whole_msg;",
        STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "  always @* begin\n    " STR_FMT "_whole_msg = " STR_FMT "_pop_msg;\n    case (" STR_FMT "_pop_msg[" STR_FMT "_KIND_W-1:0])", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(up));
    for (int m = 0; m < k->e->p->msgs.n; m++) {
        const Message *msg = k->e->p->msgs.at[m];
        Str at = f(k->e, msg->keyless ? STR_FMT "_KIND_W + NODE_W" : STR_FMT "_HDR_W", STR_ARG(up));
        for (int j = 0; msg->net == net && j < msg->fields.n; j++) {
            bool reads = false;
            for (int i = 0; i < k->s->outs.n; i++)
                for (int x = 0; k->s->outs.at[i]->net == net && x < k->s->outs.at[i]->fields.n; x++)
                    reads |= str_eq(k->s->outs.at[i]->fields.at[x].name, msg->fields.at[j].name) && memory_code(k, &k->s->outs.at[i]->fields.at[x]) >= 0;
            if (reads) put(k, "      " STR_FMT ": if (" STR_FMT "_pop_waits) " STR_FMT "_whole_msg[" STR_FMT " +: " STR_FMT "] = memory_rsp_data;", STR_ARG(msg_const(k->m, msg)), STR_ARG(n), STR_ARG(n), STR_ARG(at), STR_ARG(w));
            at = f(k->e, STR_FMT " + " STR_FMT, STR_ARG(at), STR_ARG(v_width(k->m, msg->fields.at[j].type)));
        }
    }
    put(k, "      default: ;\n    endcase\n  end");
}

/* The cache's second user: the list of entries that have no place in the hashed store, at addresses of this node. */
static void share(Ctl *k, Str kw, Str bytes, Str range)
{
    put(k, "  wire [3:0] llc_req_rmw;\n  wire llc_req_valid, llc_req_ready, llc_req_rd, llc_rsp_valid, llc_rsp_ready;\n  wire [" STR_FMT "-1:0] llc_req_key;\n  wire [" STR_FMT "-1:0] llc_req_be;\n  wire " STR_FMT "llc_req_wdata, llc_rsp_data;", STR_ARG(kw), STR_ARG(bytes), STR_ARG(range));
    put(k, "  cg_llc_share #(.KEY_W(" STR_FMT "), .LINE_BYTES(" STR_FMT "), .WORD_AW(NODE_W + WORD_AW), .WORD_W(WORD_W)) u_share (\n    .clk_i(clk_i), .rst_i(rst_i),", STR_ARG(kw), STR_ARG(bytes));
    put(k, "    .row_req_valid_i(memory_req_valid), .row_req_ready_o(memory_req_ready), .row_req_key_i(memory_req_key), .row_req_rd_i(memory_req_rd), .row_req_rmw_i(memory_req_rmw), .row_req_be_i(memory_req_be), .row_req_wdata_i(memory_req_wdata),");
    put(k, "    .row_rsp_valid_o(memory_rsp_valid), .row_rsp_ready_i(memory_rsp_ready), .row_rsp_data_o(memory_rsp_data),");
    put(k, "    .word_valid_i(word_valid), .word_ready_o(word_ready), .word_we_i(word_we), .word_addr_i({node_i, word_addr}), .word_wdata_i(word_wdata), .word_rvalid_o(word_rvalid), .word_rdata_o(word_rdata),");
    put(k, "    .llc_req_valid_o(llc_req_valid), .llc_req_ready_i(llc_req_ready), .llc_req_key_o(llc_req_key), .llc_req_rd_o(llc_req_rd), .llc_req_rmw_o(llc_req_rmw), .llc_req_be_o(llc_req_be), .llc_req_wdata_o(llc_req_wdata),");
    put(k, "    .llc_rsp_valid_i(llc_rsp_valid), .llc_rsp_ready_o(llc_rsp_ready), .llc_rsp_data_i(llc_rsp_data));");
}

void ctl_memory(Ctl *k)
{
    const Store *s = k->memory;
    const Var *v = memory_field(k);
    Str n = s->name, kw = v_width(k->m, k->c->key), bytes = v_param_expr(k->m, v->type->size), addr = v_param_expr(k->m, k->c->key->size);
    const char *rmw = memory_apply(k) ? "memory_rmw, " : "";     /* read-modify-writes: if there are none the cache has nothing for them */
    bool reads = false;
    for (int i = 0; i < k->s->outs.n; i++) reads |= k->s->outs.at[i]->net && ctl_memory_net(k, k->s->outs.at[i]->net);
    if (!reads) put(k, "  wire memory_rsp_valid;\n  wire " STR_FMT "memory_rsp_data;\n  wire memory_rsp_ready = 1'b1;", STR_ARG(v_range(k->m, v->type)));
    put(k, "  wire memory_req_valid, memory_req_ready, memory_req_rd, memory_req_error, memory_write_error, memory_drop, memory_idle, memory_arid;\n  wire [" STR_FMT "-1:0] memory_req_key;\n  wire [" STR_FMT "-1:0] memory_req_be;\n  wire " STR_FMT "memory_req_wdata;", STR_ARG(kw), STR_ARG(bytes), STR_ARG(v_range(k->m, v->type)));
    put(k, "  wire [3:0] memory_req_rmw%s;", *rmw ? "" : " = 4'd0");
    put(k, "  cg_credit_fifo #(.W(%d + " STR_FMT " + 9*" STR_FMT "), .DEPTH(QUEUE_DEPTH)) u_" STR_FMT "_req (\n    .clk_i(clk_i), .rst_i(rst_i), .reserve_i(t_fire && (memory_rd || memory_wr)), .room_o(" STR_FMT "_room), .cancel_i(1'b0),", *rmw ? 5 : 1, STR_ARG(kw), STR_ARG(bytes), STR_ARG(n), STR_ARG(n));
    put(k, "    .push_i(d_valid_q && d_memory_op_q), .push_data_i({%smemory_wdata, memory_be, d_key_q, d_memory_rd_q}),\n    .pop_valid_o(memory_req_valid), .pop_ready_i(memory_req_ready), .pop_data_o({%smemory_req_wdata, memory_req_be, memory_req_key, memory_req_rd}));", rmw, *rmw ? "memory_req_rmw, " : "");
    const char *at = k->hashed ? "llc" : "memory";              /* the cache's requests: shared with the entries that have no place in the table, or those of the rows */
    if (k->hashed) share(k, kw, bytes, v_range(k->m, v->type));
    const bool shared = k->e->sys && k->e->sys->home == k->c;   /* keys go round its instances */
    put(k, "  cg_llc #(.SETS(" STR_FMT "), .WAYS(" STR_FMT "), .SLICES(" STR_FMT "), .ADDR_W(" STR_FMT "), .LINE_BYTES(" STR_FMT "), .BEAT_BYTES(BEAT_BYTES), .WR_SLOTS(MEM_SLOTS), .RMW(%d)) u_" STR_FMT " (\n    .clk_i(clk_i), .rst_i(rst_i),",
        STR_ARG(v_param_expr(k->m, store_attr(s, STR("sets")))), STR_ARG(v_param_expr(k->m, store_attr(s, STR("ways")))), STR_ARG(shared ? f(k->e, STR_FMT "_COUNT", STR_ARG(upper(k->e->a, k->c->name))) : STR("1")), STR_ARG(addr), STR_ARG(bytes), *rmw != 0, STR_ARG(n));
    put(k, "    .req_valid_i(%s_req_valid), .req_ready_o(%s_req_ready), .req_key_i(%s_req_key), .req_rd_i(%s_req_rd), .req_rmw_i(%s_req_rmw), .req_be_i(%s_req_be), .req_wdata_i(%s_req_wdata),", at, at, at, at, at, at, at);
    put(k, "    .rsp_valid_o(%s_rsp_valid), .rsp_ready_i(%s_rsp_ready), .rsp_data_o(%s_rsp_data), .rsp_err_o(memory_req_error),\n    .drop_o(memory_drop), .wr_err_o(memory_write_error), .idle_o(memory_idle),", at, at, at);
    axi_pins(k, n, true);
    put(k, "  );\n  assign " STR_FMT "_axi_arid_o = {AXI_ID_W{1'b0}}; // one read at a time\n", STR_ARG(n));
    module_unused(k->m, f(k->e, "memory_req_error, memory_write_error, memory_drop, memory_idle, memory_arid, " STR_FMT "_axi_rid_i", STR_ARG(n)));
}
