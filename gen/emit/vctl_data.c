/* vctl_data.c - stage D: opaque data read with the address found in T, merged, written, sent; and the queues behind it. */
#include "emit/vctl.h"

static Str base_of(Str port) { return (Str){ port.p, port.n - 2 }; }

static bool late(const Signal *g)      /* decided in T, used in D */
{
    return g->kind >= SIG_SEND_VALID && g->kind <= SIG_APPLY_OPERAND;
}

static void d_register(Ctl *k, Str range, Str name, Str from)
{
    put(k, "  reg " STR_FMT "d_" STR_FMT "_q;\n  always @(posedge clk_i) d_" STR_FMT "_q <= " STR_FMT ";", STR_ARG(range), STR_ARG(name), STR_ARG(name), STR_ARG(from));
}

static bool uses_store_data(Ctl *k, const Var *v)
{
    for (int i = 0; i < k->s->slots.n; i++) if (k->s->slots.at[i]->var == v) return true;
    return v->is_read > 0;
}

static int slots_of(Ctl *k, const Var *v)
{
    int n = 0;
    for (int i = 0; i < k->s->slots.n; i++) n += k->s->slots.at[i]->var == v;
    return n;
}

/* ---- sources ---- */

static Str source(Ctl *k, const OpaqueSource *s)
{
    if (s->var->kind == V_ARG) return f(k->e, "d_" STR_FMT "_q", STR_ARG(s->var->ident));
    return f(k->e, STR_FMT "_v%d", STR_ARG(s->var->ident), s->version);
}

/* Part number `at` of an opaque value; none if there are not so many. */
static void part_function(Ctl *k, Str name, const Type *whole, const Type *part, const Type *number)
{
    Str w = v_param_expr(k->m, whole->size), p = v_param_expr(k->m, part->size), n = v_width(k->m, number);
    decl(&k->m->funcs, name, "  function " STR_FMT STR_FMT "(input " STR_FMT "from, input [" STR_FMT "-1:0] at); integer i; begin\n    i = 0;\n    " STR_FMT " = {8*" STR_FMT "{1'b0}};\n"
         "    for (i = 0; i < " STR_FMT " / " STR_FMT "; i = i + 1)\n      " STR_FMT " = " STR_FMT " | (from[8*" STR_FMT "*i +: 8*" STR_FMT "] & {8*" STR_FMT "{at == i[" STR_FMT "-1:0]}});\n  end endfunction",
         STR_ARG(v_range(k->m, part)), STR_ARG(name), STR_ARG(v_range(k->m, whole)), STR_ARG(n), STR_ARG(name), STR_ARG(p),
         STR_ARG(w), STR_ARG(p), STR_ARG(name), STR_ARG(name), STR_ARG(p), STR_ARG(p), STR_ARG(p), STR_ARG(n));
}

/* The bytes of a source that count: all, or the valid ones of a sparse field. */
static Str source_bytes(Ctl *k, const OpaqueSource *s)
{
    Str bytes = v_param_expr(k->m, s->var->type->size);
    if (s->var->sparse) return f(k->e, STR_FMT "_bytes_v%d", STR_ARG(s->var->ident), s->version);
    return f(k->e, "{" STR_FMT "{1'b1}}", STR_ARG(bytes));
}

static void merge_function(Ctl *k, const Type *t)
{
    Str fn = f(k->e, "merge_" STR_FMT, STR_ARG(lower(k->e->a, t->name))), r = v_range(k->m, t), bytes = v_param_expr(k->m, t->size);
    decl(&k->m->funcs, fn, "  function " STR_FMT STR_FMT "(input " STR_FMT "old, input " STR_FMT "bytes, input [" STR_FMT "-1:0] be); integer i; begin\n"
         "    i = 0;\n    " STR_FMT " = old;\n"
         "    if (|be) for (i = 0; i < " STR_FMT "; i = i + 1) if (be[i]) " STR_FMT "[8*i +: 8] = bytes[8*i +: 8];\n  end endfunction",
         STR_ARG(r), STR_ARG(fn), STR_ARG(r), STR_ARG(r), STR_ARG(bytes), STR_ARG(fn), STR_ARG(bytes), STR_ARG(fn));
}

const struct Operand *ctl_operand(const Slot *s, const char *name)
{
    for (int j = 0; j < s->operands.n; j++) if (str_is(s->operands.at[j].name, name)) return &s->operands.at[j];
    return NULL;
}

/* Three bits: the operation of cg_rmw32; a type of fewer has the first operations only. */
Str ctl_rmw_op(Ctl *k, const Slot *s, Str stem)
{
    const struct Operand *op = ctl_operand(s, "op");
    int bits = op && op->type->kind == TK_ENUM ? code_bits(op->type->values.n) : 3;
    return bits < 3 ? f(k->e, "{%d'd0, d_" STR_FMT "_op_q}", 3 - bits, STR_ARG(stem)) : f(k->e, "d_" STR_FMT "_op_q", STR_ARG(stem));
}

static void apply_block(Ctl *k, const Slot *s, Str stem, Str bytes)
{
    if (!str_is(s->apply, "rmw32")) {
        diag_error(k->e->d, s->var->pos, "emit: unknown data-path block '" STR_FMT "', expected rmw32", STR_ARG(s->apply));
        return;
    }
    if (ctl_memory_applies(k, s)) { ctl_memory_rmw(k, s, stem, bytes); return; }
    put(k, "  wire " STR_FMT STR_FMT "_rmw;\n  wire [" STR_FMT "-1:0] " STR_FMT "_rmw_be;", STR_ARG(v_range(k->m, s->var->type)), STR_ARG(stem), STR_ARG(bytes), STR_ARG(stem));
    put(k, "  cg_rmw32 #(.LINE_BYTES(" STR_FMT ")) u_" STR_FMT "_rmw (", STR_ARG(bytes), STR_ARG(stem));
    put(k, "    .op_i(" STR_FMT "),", STR_ARG(ctl_rmw_op(k, s, stem)));
    static const char *const names[] = { "word", "a", "b" };
    for (int i = 0; i < 3; i++) put(k, "    .%s_i(d_" STR_FMT "_%s_q),", names[i], STR_ARG(stem), names[i]);
    put(k, "    .line_i(" STR_FMT "_v%d), .line_o(" STR_FMT "_rmw), .be_o(" STR_FMT "_rmw_be));", STR_ARG(s->var->ident), s->slot, STR_ARG(stem), STR_ARG(stem));
}

/* One write slot: version n to version n+1 of the field. */
void ctl_write_slot(Ctl *k, const Slot *s)
{
    Var *v = s->var;
    Str stem = f(k->e, STR_FMT "_wr%d", STR_ARG(v->ident), s->slot), bytes = v_param_expr(k->m, v->type->size), r = v_range(k->m, v->type);
    int sel_bits = code_bits(s->sources.n + (s->apply.n > 0)), mask_bits = code_bits(s->masks.n + 1);
    if (s->apply.n) apply_block(k, s, stem, bytes);
    merge_function(k, v->type);
    put(k, "  reg " STR_FMT STR_FMT "_data;\n  reg [" STR_FMT "-1:0] " STR_FMT "_src_be, " STR_FMT "_be;\n  always @* begin", STR_ARG(r), STR_ARG(stem), STR_ARG(bytes), STR_ARG(stem), STR_ARG(stem));
    put(k, "    case (d_" STR_FMT "_sel_q)", STR_ARG(stem));
    for (int i = 0; i < s->sources.n; i++)
        put(k, "      %d'd%d: begin\n        " STR_FMT "_data = " STR_FMT ";\n        " STR_FMT "_src_be = " STR_FMT ";\n      end", sel_bits, i, STR_ARG(stem), STR_ARG(source(k, &s->sources.at[i])), STR_ARG(stem), STR_ARG(source_bytes(k, &s->sources.at[i])));
    if (s->apply.n) put(k, "      %d'd%d: begin\n        " STR_FMT "_data = " STR_FMT "_rmw;\n        " STR_FMT "_src_be = " STR_FMT "_rmw_be;\n      end", sel_bits, s->sources.n, STR_ARG(stem), STR_ARG(stem), STR_ARG(stem), STR_ARG(stem));
    put(k, "      default: begin\n        " STR_FMT "_data = " STR_FMT "_v%d;\n        " STR_FMT "_src_be = {" STR_FMT "{1'b0}};\n      end\n    endcase", STR_ARG(stem), STR_ARG(v->ident), s->slot, STR_ARG(stem), STR_ARG(bytes));
    put(k, "    case (d_" STR_FMT "_mask_q)", STR_ARG(stem));
    for (int i = 0; i < s->masks.n; i++) put(k, "      %d'd%d: " STR_FMT "_be = " STR_FMT "_src_be & " STR_FMT ";", mask_bits, i + 1, STR_ARG(stem), STR_ARG(stem), STR_ARG(source(k, &s->masks.at[i])));
    put(k, "      default: " STR_FMT "_be = " STR_FMT "_src_be;\n    endcase", STR_ARG(stem), STR_ARG(stem));
    put(k, "    if (!d_" STR_FMT "_valid_q) " STR_FMT "_be = {" STR_FMT "{1'b0}};\n  end", STR_ARG(stem), STR_ARG(stem), STR_ARG(bytes));
    put(k, "  assign " STR_FMT "_v%d = merge_" STR_FMT "(" STR_FMT "_v%d, " STR_FMT "_data, " STR_FMT "_be);", STR_ARG(v->ident), s->slot + 1, STR_ARG(lower(k->e->a, v->type->name)), STR_ARG(v->ident), s->slot, STR_ARG(stem), STR_ARG(stem));
    if (v->sparse) put(k, "  assign " STR_FMT "_bytes_v%d = " STR_FMT "_bytes_v%d | " STR_FMT "_be;", STR_ARG(v->ident), s->slot + 1, STR_ARG(v->ident), s->slot, STR_ARG(stem));
}

/* ---- memories ---- */

static void data_memory(Ctl *k, Var *v, Str addr_t, Str addr_d, Str depth, Str aw)
{
    int n = slots_of(k, v);
    Str r = v_range(k->m, v->type), bytes = v_param_expr(k->m, v->type->size), be = { "", 0 };
    for (int i = 0; i <= n; i++) put(k, "  wire " STR_FMT STR_FMT "_v%d;", STR_ARG(r), STR_ARG(v->ident), i);
    for (int i = 0; i <= n && v->sparse; i++) put(k, "  wire [" STR_FMT "-1:0] " STR_FMT "_bytes_v%d;", STR_ARG(bytes), STR_ARG(v->ident), i);
    for (int i = 0; i < n; i++) be = f(k->e, STR_FMT "%s" STR_FMT "_wr%d_be", STR_ARG(be), i ? " | " : "", STR_ARG(v->ident), i);
    if (!n) be = f(k->e, "{" STR_FMT "{1'b0}}", STR_ARG(bytes));
    put(k, "  wire [" STR_FMT "-1:0] " STR_FMT "_be;", STR_ARG(bytes), STR_ARG(v->ident));
    put(k, "  cg_ram_be #(.BYTES(" STR_FMT "), .DEPTH(" STR_FMT "), .AW(" STR_FMT ")) u_" STR_FMT " (", STR_ARG(bytes), STR_ARG(depth), STR_ARG(aw), STR_ARG(v->ident));
    put(k, "    .clk_i(clk_i), .re_i(t_fire), .raddr_i(" STR_FMT "), .rdata_o(" STR_FMT "_v0),", STR_ARG(addr_t), STR_ARG(v->ident));
    put(k, "    .we_i(d_valid_q && |" STR_FMT "_be), .waddr_i(" STR_FMT "), .wbe_i(" STR_FMT "_be), .wdata_i(" STR_FMT "_v%d));", STR_ARG(v->ident), STR_ARG(addr_d), STR_ARG(v->ident), STR_ARG(v->ident), n);
    if (v->sparse) {
        put(k, "  // One valid bit per byte, cleared when the entry is allocated.\n  reg [" STR_FMT "-1:0] " STR_FMT "_bytes_q [0:" STR_FMT "-1];", STR_ARG(bytes), STR_ARG(v->ident), STR_ARG(depth));
        put(k, "  assign " STR_FMT "_bytes_v0 = d_" STR_FMT "_alloc_q ? {" STR_FMT "{1'b0}} : " STR_FMT "_bytes_q[" STR_FMT "];", STR_ARG(v->ident), STR_ARG(k->wait->name), STR_ARG(bytes), STR_ARG(v->ident), STR_ARG(addr_d));
        put(k, "  always @(posedge clk_i) if (d_valid_q && (d_" STR_FMT "_alloc_q || |" STR_FMT "_be)) " STR_FMT "_bytes_q[" STR_FMT "] <= " STR_FMT "_bytes_v%d;", STR_ARG(k->wait->name), STR_ARG(v->ident), STR_ARG(v->ident), STR_ARG(addr_d), STR_ARG(v->ident), n);
    }
    for (int i = 0; i < k->s->slots.n; i++) if (k->s->slots.at[i]->var == v) ctl_write_slot(k, k->s->slots.at[i]);
    put(k, "  assign " STR_FMT "_be = " STR_FMT ";\n", STR_ARG(v->ident), STR_ARG(be));
}

void ctl_data(Ctl *k)
{
    bool store_data = false, wait_data = false, sparse = false;
    put(k, "  // ---- D: move data ----\n  reg d_valid_q;\n  always @(posedge clk_i) begin\n    if (rst_i) begin\n      d_valid_q <= 1'b0;\n    end else begin\n      d_valid_q <= t_fire;\n    end\n  end");
    for (int i = k->s->n_inputs; i < k->s->signals.n; i++) {
        Signal *g = &k->s->signals.at[i];
        if (!late(g)) continue;
        Str r = g->type ? v_range(k->m, g->type) : g->kind == SIG_SEND_TO ? STR("[NODES-1:0] ") : v_bits(k->m, g->width);
        d_register(k, r, base_of(g->name), f(k->e, "st_" STR_FMT, STR_ARG(base_of(g->name))));
    }
    for (int i = 0; i < k->c->args.n; i++) {
        Var *v = k->c->args.at[i];
        if (v->type->opaque && arg_used(v)) d_register(k, v_range(k->m, v->type), v->ident, f(k->e, "t_" STR_FMT "_q", STR_ARG(v->ident)));
    }
    d_register(k, v_range(k->m, k->c->key), STR("key"), STR("t_key_q"));
    for (int i = 0; k->store && i < k->store->fields.n; i++) store_data |= k->store->fields.at[i]->type->opaque && uses_store_data(k, k->store->fields.at[i]);
    for (int i = 0; k->wait && i < k->wait->fields.n; i++) {
        wait_data |= k->wait->fields.at[i]->type->opaque && uses_store_data(k, k->wait->fields.at[i]);
        sparse |= k->wait->fields.at[i]->sparse;
    }
    if (store_data) d_register(k, f(k->e, "[" STR_FMT "-1:0] ", STR_ARG(loc_width(k))), STR("loc"), f(k->e, "{" STR_FMT "_set, " STR_FMT "_way}", STR_ARG(k->store->name), STR_ARG(k->store->name)));
    if (wait_data) d_register(k, STR("[IDX_W-1:0] "), STR("idx"), f(k->e, STR_FMT "_idx", STR_ARG(k->wait->name)));
    if (sparse) d_register(k, STR(""), f(k->e, STR_FMT "_alloc", STR_ARG(k->wait->name)), f(k->e, "st_" STR_FMT "_alloc", STR_ARG(k->wait->name)));
    put(k, "%s", "");
    if (k->memory) ctl_memory_data(k);
    for (int i = 0; k->store && i < k->store->fields.n; i++) {
        Var *v = k->store->fields.at[i];
        if (v->type->opaque && uses_store_data(k, v))
            data_memory(k, v, f(k->e, "{" STR_FMT "_set, " STR_FMT "_way}", STR_ARG(k->store->name), STR_ARG(k->store->name)), STR("d_loc_q"), f(k->e, "(1 << " STR_FMT ")", STR_ARG(loc_width(k))), loc_width(k));
    }
    for (int i = 0; k->wait && i < k->wait->fields.n; i++) {
        Var *v = k->wait->fields.at[i];
        if (v->type->opaque && uses_store_data(k, v)) data_memory(k, v, f(k->e, STR_FMT "_idx", STR_ARG(k->wait->name)), STR("d_idx_q"), STR("MSHRS_"), STR("IDX_W"));
    }
}

/* ---- outputs ---- */

Str ctl_out_stem(Ctl *k, const Out *o)
{
    if (o->net) return f(k->e, STR_FMT "%d", STR_ARG(o->net->name), o->lane);
    return f(k->e, STR_FMT "_%s", STR_ARG(o->port->name), o->port->kind == PORT_CORE ? "rep" : "req");
}

/* The value of a field in D: a register, or a multiplexer over opaque sources. */
Str ctl_out_value(Ctl *k, Out *o, int i)
{
    struct OutField *fd = &o->fields.at[i];
    Str stem = ctl_out_stem(k, o);
    if (!fd->type->opaque) return f(k->e, "d_" STR_FMT "_" STR_FMT "_q", STR_ARG(stem), STR_ARG(fd->name));
    return f(k->e, STR_FMT "_" STR_FMT, STR_ARG(stem), STR_ARG(fd->name));
}

static int field_index(const Out *o, Str name)
{
    for (int i = 0; i < o->fields.n; i++) if (str_eq(o->fields.at[i].name, name)) return i;
    return -1;
}

/* What a field takes from a source: the whole, or a part of it. */
static Str taken(Ctl *k, Out *o, const struct OutField *fd, const OpaqueSource *s)
{
    const Type *whole = s->var->type;
    if (whole == fd->type) return source(k, s);
    int at = field_index(o, f(k->e, STR_FMT "_part", STR_ARG(fd->name)));
    Str name = f(k->e, "part_" STR_FMT "_" STR_FMT, STR_ARG(lower(k->e->a, whole->name)), STR_ARG(lower(k->e->a, fd->type->name)));
    part_function(k, name, whole, fd->type, o->fields.at[at].type);
    return f(k->e, STR_FMT "(" STR_FMT ", " STR_FMT ")", STR_ARG(name), STR_ARG(source(k, s)), STR_ARG(ctl_out_value(k, o, at)));
}

void ctl_opaque_muxes(Ctl *k, Out *o)
{
    Str stem = ctl_out_stem(k, o);
    for (int i = 0; i < o->fields.n; i++) {
        struct OutField *fd = &o->fields.at[i];
        if (!fd->type->opaque) continue;
        int bits = code_bits(fd->sources.n);
        put(k, "  reg " STR_FMT STR_FMT "_" STR_FMT ";\n  always @* begin\n    case (d_" STR_FMT "_" STR_FMT "_sel_q)", STR_ARG(v_range(k->m, fd->type)), STR_ARG(stem), STR_ARG(fd->name), STR_ARG(stem), STR_ARG(fd->name));
        for (int j = 0; j < fd->sources.n; j++) put(k, "      %d'd%d: " STR_FMT "_" STR_FMT " = " STR_FMT ";", bits, j, STR_ARG(stem), STR_ARG(fd->name), STR_ARG(taken(k, o, fd, &fd->sources.at[j])));
        put(k, "      default: " STR_FMT "_" STR_FMT " = {" STR_FMT "{1'b0}};\n    endcase\n  end", STR_ARG(stem), STR_ARG(fd->name), STR_ARG(v_width(k->m, fd->type)));
    }
}

typedef struct { const Step *s; const Message *msg; const Out *o; bool found; } SendScan;
static void find_send(const Action *a, void *ctx)
{
    SendScan *s = ctx;
    s->found |= (a->kind == A_SEND || a->kind == A_MULTICAST) && a->msg == s->msg && step_out(s->s, a) == s->o;
}
static bool sends_message(Ctl *k, const Message *msg, const Out *o)
{
    SendScan s = { k->s, msg, o, false };
    for (int i = 0; i < k->c->rows.n && !s.found; i++) actions_walk(k->c->rows.at[i]->body, find_send, &s);
    return s.found;
}

static void pack_lane(Ctl *k, Out *o)
{
    Str stem = ctl_out_stem(k, o), up = upper(k->e->a, o->net->name);
    put(k, "  reg [" STR_FMT "_BITS-1:0] " STR_FMT "_msg;\n  reg [" STR_FMT "_LEN_W-1:0] " STR_FMT "_flits;\n  always @* begin", STR_ARG(up), STR_ARG(stem), STR_ARG(up), STR_ARG(stem));
    put(k, "    " STR_FMT "_msg = {" STR_FMT "_BITS{1'b0}};", STR_ARG(stem), STR_ARG(up));
    if (net_keyed(k->e->p, o->net)) put(k, "    " STR_FMT "_msg[" STR_FMT "_HDR_W-1:0] = {d_key_q, node_i, d_" STR_FMT "_kind_q};", STR_ARG(stem), STR_ARG(up), STR_ARG(stem));
    else put(k, "    " STR_FMT "_msg[" STR_FMT "_KIND_W + NODE_W-1:0] = {node_i, d_" STR_FMT "_kind_q};", STR_ARG(stem), STR_ARG(up), STR_ARG(stem));
    put(k, "    case (d_" STR_FMT "_kind_q)", STR_ARG(stem));
    for (int i = 0; i < k->e->p->msgs.n; i++) {
        Message *msg = k->e->p->msgs.at[i];
        if (msg->net != o->net || !sends_message(k, msg, o)) continue;
        Str len = f(k->e, "MSG_" STR_FMT "_FLITS", STR_ARG(upper(k->e->a, msg->name))), at = f(k->e, msg->keyless ? STR_FMT "_KIND_W + NODE_W" : STR_FMT "_HDR_W", STR_ARG(up));
        Str count = f(k->e, "MSG_" STR_FMT "_FLITS_I", STR_ARG(upper(k->e->a, msg->name)));
        decl(&k->m->consts, count, "localparam integer " STR_FMT " = (" STR_FMT " + FLIT_BITS - 1) / FLIT_BITS;", STR_ARG(count), STR_ARG(msg_width(k->m, msg)));
        decl(&k->m->consts, len, "localparam [" STR_FMT "_LEN_W-1:0] " STR_FMT " = " STR_FMT "[" STR_FMT "_LEN_W-1:0];", STR_ARG(up), STR_ARG(len), STR_ARG(count), STR_ARG(up));
        put(k, "      " STR_FMT ": begin\n        " STR_FMT "_flits = " STR_FMT ";", STR_ARG(msg_const(k->m, msg)), STR_ARG(stem), STR_ARG(len));
        for (int j = 0; j < msg->fields.n; j++) {
            Field *fd = &msg->fields.at[j];
            Str w = v_width(k->m, fd->type);
            put(k, "        " STR_FMT "_msg[" STR_FMT "%s" STR_FMT "] = " STR_FMT ";", STR_ARG(stem), STR_ARG(at), fd->type->kind == TK_BOOL ? "" : " +: ", STR_ARG(fd->type->kind == TK_BOOL ? STR("") : w), STR_ARG(ctl_out_value(k, o, field_index(o, fd->name))));
            at = f(k->e, STR_FMT " + " STR_FMT, STR_ARG(at), STR_ARG(w));
        }
        put(k, "      end");
    }
    put(k, "      default: " STR_FMT "_flits = {" STR_FMT "_LEN_W{1'b0}};\n    endcase\n  end", STR_ARG(stem), STR_ARG(up));
}

static void network_output(Ctl *k, Network *net)
{
    Str n = net->name, up = upper(k->e->a, n), valid = { "", 0 }, st_valid = { "", 0 }, dst = { "", 0 }, data = { "", 0 };
    int lanes = 0;
    bool multi = false;
    for (int i = 0; i < k->s->outs.n; i++) {
        Out *o = k->s->outs.at[i];
        if (o->net != net) continue;
        Str stem = ctl_out_stem(k, o);
        multi = o->multicast;
        ctl_opaque_muxes(k, o);
        pack_lane(k, o);
        const char *sep = lanes++ ? ", " : "";
        valid = f(k->e, "d_" STR_FMT "_valid_q%s" STR_FMT, STR_ARG(stem), sep, STR_ARG(valid));
        st_valid = f(k->e, "st_" STR_FMT "_valid%s" STR_FMT, STR_ARG(stem), sep, STR_ARG(st_valid));
        dst = f(k->e, "d_" STR_FMT "_to_q%s" STR_FMT, STR_ARG(stem), sep, STR_ARG(dst));
        data = f(k->e, STR_FMT "_flits, " STR_FMT "_msg%s" STR_FMT, STR_ARG(stem), STR_ARG(stem), sep, STR_ARG(data));
    }
    bool waits = ctl_memory_net(k, net);         /* some of its messages wait for memory: one more bit says so */
    if (waits) ctl_memory_answer(k, net);
    put(k, "  cg_outq #(.W(" STR_FMT "_LEN_W + " STR_FMT "_BITS%s), .LANES(%d), .DST_W(%s), .MASK(%d), .DEPTH(QUEUE_DEPTH)) u_" STR_FMT "_out (", STR_ARG(up), STR_ARG(up), waits ? " + 1" : "", lanes, multi ? "NODES" : "NODE_W", multi, STR_ARG(n));
    put(k, "    .clk_i(clk_i), .rst_i(rst_i), .reserve_i(t_fire && |{" STR_FMT "}), .room_o(" STR_FMT "_room), .cancel_i(1'b0),", STR_ARG(st_valid), STR_ARG(n));
    put(k, "    .push_i(d_valid_q && |{" STR_FMT "}), .push_valid_i({" STR_FMT "}),\n    .push_dst_i({" STR_FMT "}),\n    .push_data_i({%s" STR_FMT "}),", STR_ARG(valid), STR_ARG(valid), STR_ARG(dst), waits ? "d_memory_rd_q, " : "", STR_ARG(data));
    if (waits) put(k, "    .pop_valid_o(" STR_FMT "_pop_valid), .pop_ready_i(" STR_FMT "_pop_ready), .pop_dst_o(" STR_FMT "_out_dst_o), .pop_data_o({" STR_FMT "_pop_waits, " STR_FMT "_out_flits_o, " STR_FMT "_pop_msg}));\n",
                   STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    else put(k, "    .pop_valid_o(" STR_FMT "_out_valid_o), .pop_ready_i(" STR_FMT "_out_ready_i), .pop_dst_o(" STR_FMT "_out_dst_o), .pop_data_o({" STR_FMT "_out_flits_o, " STR_FMT "_out_msg_o}));\n", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
}

static void core_output(Ctl *k, Out *o)
{
    Str n = k->core->name, in = f(k->e, "d_" STR_FMT "_rep_kind_q", STR_ARG(n)), out = f(k->e, STR_FMT "_rep_kind_o", STR_ARG(n)), w = f(k->e, "%d", code_bits(k->core->replies.n));
    ctl_opaque_muxes(k, o);
    for (int i = 0; i < o->fields.n; i++) {
        in = f(k->e, STR_FMT ", " STR_FMT, STR_ARG(ctl_out_value(k, o, i)), STR_ARG(in));
        out = f(k->e, STR_FMT "_rep_" STR_FMT "_o, " STR_FMT, STR_ARG(n), STR_ARG(o->fields.at[i].name), STR_ARG(out));
        w = sum_width(k, w, o->fields.at[i].type);
    }
    put(k, "  // Replies leave in D: a hit is answered two cycles after its request was taken.");
    put(k, "  cg_credit_fifo #(.W(" STR_FMT "), .DEPTH(QUEUE_DEPTH)) u_" STR_FMT "_rep (\n    .clk_i(clk_i), .rst_i(rst_i), .reserve_i(t_fire && st_" STR_FMT "_rep_valid), .room_o(" STR_FMT "_rep_room), .cancel_i(1'b0),", STR_ARG(w), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "    .push_i(d_valid_q && d_" STR_FMT "_rep_valid_q), .push_data_i({" STR_FMT "}),\n    .pop_valid_o(" STR_FMT "_rep_valid_o), .pop_ready_i(" STR_FMT "_rep_ready_i), .pop_data_o({" STR_FMT "}));\n", STR_ARG(n), STR_ARG(in), STR_ARG(n), STR_ARG(n), STR_ARG(out));
}

void ctl_outputs(Ctl *k)
{
    put(k, "  // ---- queues behind D ----");
    Network *done[64] = { 0 };
    int nd = 0;
    for (int i = 0; i < k->s->outs.n; i++) {
        Out *o = k->s->outs.at[i];
        if (o->port == k->core && o->port) core_output(k, o);
        else if (o->port) ctl_memory_port(k, o);
        else {
            bool seen = false;
            for (int j = 0; j < nd; j++) seen |= done[j] == o->net;
            if (!seen && nd < 64) { done[nd++] = o->net; network_output(k, o->net); }
        }
    }
    if (k->memory) ctl_memory(k);
    for (int i = 0; i < k->s->signals.n; i++) {
        Signal *g = &k->s->signals.at[i];
        bool quiet = g->kind == SIG_ROW || g->kind == SIG_EVENT || g->kind == SIG_VIEW || g->kind == SIG_PERFORMS || g->kind == SIG_OVERFLOW || g->kind == SIG_STAMP;
        if (g->out && quiet) module_unused(k->m, f(k->e, "st_" STR_FMT, STR_ARG(base_of(g->name))));
    }
    module_unused(k->m, STR("node_i"));
}
