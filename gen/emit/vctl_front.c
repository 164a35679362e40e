/* vctl_front.c - ports, the queues in front of the pipeline, and stage S0. */
#include "emit/vctl.h"

/* ---- fields of a port: the union over its events or replies ---- */

typedef struct { VEC(Field *) at; } Fields;

static void add_fields(Arena *a, Fields *out, Field *f, int n)
{
    for (int i = 0; i < n; i++) {
        bool known = false;
        for (int j = 0; j < out->at.n; j++) known |= str_eq(out->at.at[j]->name, f[i].name);
        if (!known) vec_push(a, &out->at, &f[i]);
    }
}

static Fields event_fields(Ctl *k, Port *p)
{
    Fields out = { 0 };
    for (int i = 0; i < p->events.n; i++) add_fields(k->e->a, &out, p->events.at[i]->def->fields.at, p->events.at[i]->def->fields.n);
    return out;
}

static Fields reply_fields(Ctl *k, Port *p)
{
    Fields out = { 0 };
    for (int i = 0; i < p->replies.n; i++) add_fields(k->e->a, &out, p->replies.at[i].fields.at, p->replies.at[i].fields.n);
    return out;
}

static void core_ports(Ctl *k)
{
    Module *m = k->m;
    Str n = k->core->name;
    Fields in = event_fields(k, k->core), out = reply_fields(k, k->core);
    module_port(m, "input  " STR_FMT "_req_valid_i", STR_ARG(n));
    module_port(m, "output " STR_FMT "_req_ready_o", STR_ARG(n));
    module_port(m, "input  " STR_FMT STR_FMT "_req_kind_i", STR_ARG(v_bits(m, code_bits(k->core->events.n))), STR_ARG(n));
    module_port(m, "input  " STR_FMT STR_FMT "_req_key_i", STR_ARG(v_range(m, k->c->key)), STR_ARG(n));
    for (int i = 0; i < in.at.n; i++) module_port(m, "input  " STR_FMT STR_FMT "_req_" STR_FMT "_i", STR_ARG(v_range(m, in.at.at[i]->type)), STR_ARG(n), STR_ARG(in.at.at[i]->name));
    module_port(m, "output " STR_FMT "_rep_valid_o", STR_ARG(n));
    module_port(m, "input  " STR_FMT "_rep_ready_i", STR_ARG(n));
    module_port(m, "output " STR_FMT STR_FMT "_rep_kind_o", STR_ARG(v_bits(m, code_bits(k->core->replies.n))), STR_ARG(n));
    for (int i = 0; i < out.at.n; i++) module_port(m, "output " STR_FMT STR_FMT "_rep_" STR_FMT "_o", STR_ARG(v_range(m, out.at.at[i]->type)), STR_ARG(n), STR_ARG(out.at.at[i]->name));
}

static void axi_ports(Ctl *k)
{
    static const struct { const char *dir, *range, *name; } list[] = {
        { "output", "", "arvalid" }, { "input ", "", "arready" }, { "output", "[ADDR-1:0] ", "araddr" }, { "output", "[AXI_ID_W-1:0] ", "arid" }, { "output", "[7:0] ", "arlen" }, { "output", "[2:0] ", "arsize" },
        { "output", "[1:0] ", "arburst" }, { "input ", "", "rvalid" }, { "output", "", "rready" }, { "input ", "[AXI_ID_W-1:0] ", "rid" }, { "input ", "[8*BEAT_BYTES-1:0] ", "rdata" }, { "input ", "[1:0] ", "rresp" },
        { "input ", "", "rlast" }, { "output", "", "awvalid" }, { "input ", "", "awready" }, { "output", "[ADDR-1:0] ", "awaddr" }, { "output", "[AXI_ID_W-1:0] ", "awid" }, { "output", "[7:0] ", "awlen" },
        { "output", "[2:0] ", "awsize" }, { "output", "[1:0] ", "awburst" }, { "output", "", "wvalid" }, { "input ", "", "wready" }, { "output", "[8*BEAT_BYTES-1:0] ", "wdata" }, { "output", "[BEAT_BYTES-1:0] ", "wstrb" },
        { "output", "", "wlast" }, { "input ", "", "bvalid" }, { "output", "", "bready" }, { "input ", "[AXI_ID_W-1:0] ", "bid" }, { "input ", "[1:0] ", "bresp" } };
    Str addr = v_param_expr(k->m, k->c->key->size), n = ctl_memory_name(k->c);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        Str range = str_is(str_from(list[i].range), "[ADDR-1:0] ") ? f(k->e, "[" STR_FMT "-1:0] ", STR_ARG(addr)) : str_from(list[i].range);
        module_port(k->m, "%s " STR_FMT STR_FMT "_axi_%s_%s", list[i].dir, STR_ARG(range), STR_ARG(n), list[i].name, list[i].dir[0] == 'i' ? "i" : "o");
    }
}

void ctl_ports(Ctl *k)
{
    Module *m = k->m;
    decl(&m->consts, STR("AXI_ID_W"), "localparam integer AXI_ID_W = (MEM_SLOTS > 1) ? $clog2(MEM_SLOTS) : 1;");
    module_port(m, "input  clk_i");
    module_port(m, "input  rst_i");
    module_port(m, "input  [NODE_W-1:0] node_i");
    for (int i = 0; i < k->c->regs.n; i++)
        if (k->c->regs.at[i]->constant) module_port(m, "input  " STR_FMT "index_i", STR_ARG(v_range(m, k->c->regs.at[i]->type)));
    for (int i = 0; i < k->c->regs.n; i++)
        if (k->c->regs.at[i]->kind == V_INPUT && k->c->regs.at[i]->is_read) module_port(m, "input  " STR_FMT STR_FMT "_i", STR_ARG(v_range(m, k->c->regs.at[i]->type)), STR_ARG(k->c->regs.at[i]->ident));
    if (k->core) core_ports(k);
    for (int i = 0; i < k->c->sources.n; i++) {
        Source *s = &k->c->sources.at[i];
        if (s->kind != SRC_NETWORK) continue;
        module_port(m, "input  " STR_FMT "_in_valid_i", STR_ARG(s->net->name));
        module_port(m, "output " STR_FMT "_in_ready_o", STR_ARG(s->net->name));
        module_port(m, "input  [" STR_FMT "_BITS-1:0] " STR_FMT "_in_msg_i", STR_ARG(upper(k->e->a, s->net->name)), STR_ARG(s->net->name));
    }
    for (int i = 0; i < k->s->outs.n; i++) {
        Out *o = k->s->outs.at[i];
        if (!o->net || o->lane) continue;
        Str n = o->net->name, up = upper(k->e->a, n);
        module_port(m, "output " STR_FMT "_out_valid_o", STR_ARG(n));
        module_port(m, "input  " STR_FMT "_out_ready_i", STR_ARG(n));
        module_port(m, "output [NODE_W-1:0] " STR_FMT "_out_dst_o", STR_ARG(n));
        module_port(m, "output [" STR_FMT "_LEN_W-1:0] " STR_FMT "_out_flits_o", STR_ARG(up), STR_ARG(n));
        module_port(m, "output [" STR_FMT "_BITS-1:0] " STR_FMT "_out_msg_o", STR_ARG(up), STR_ARG(n));
    }
    if (k->mem || k->memory) axi_ports(k);
    module_port(m, "output error_o");
}

/* ---- queues ---- */

/* Concatenation (high part first) of a list that is given low part first. */
static Str concat(Ctl *k, const Str *part, int n)
{
    Str s = part[n - 1];
    for (int i = n - 2; i >= 0; i--) s = f(k->e, STR_FMT ", " STR_FMT, STR_ARG(s), STR_ARG(part[i]));
    return f(k->e, "{" STR_FMT "}", STR_ARG(s));
}

static void rewind_fifo(Ctl *k, Str n, int src, Str width, Str valid, Str ready, Str data)
{
    put(k, "  wire " STR_FMT "_take_valid;\n  wire [" STR_FMT "-1:0] " STR_FMT "_take;", STR_ARG(n), STR_ARG(width), STR_ARG(n));
    put(k, "  cg_rewind_fifo #(.W(" STR_FMT "), .DEPTH(QUEUE_DEPTH)) u_" STR_FMT "_queue (", STR_ARG(width), STR_ARG(n));
    put(k, "    .clk_i(clk_i), .rst_i(rst_i),\n    .push_valid_i(" STR_FMT "), .push_ready_o(" STR_FMT "), .push_data_i(" STR_FMT "),", STR_ARG(valid), STR_ARG(ready), STR_ARG(data));
    put(k, "    .take_valid_o(" STR_FMT "_take_valid), .take_data_o(" STR_FMT "_take), .take_i(src_gnt[%d]),", STR_ARG(n), STR_ARG(n), src);
    put(k, "    .commit_i(t_over && t_src_q[%d]), .rewind_i(t_fail && t_src_q[%d]));", src, src);
    put(k, "  assign src_valid[%d] = " STR_FMT "_take_valid;\n", src, STR_ARG(n));
}

static void core_queue(Ctl *k, int src)
{
    Fields in = event_fields(k, k->core);
    Str n = k->core->name, parts[80];
    int np = 0;
    Str w = f(k->e, "%d + " STR_FMT, code_bits(k->core->events.n), STR_ARG(v_width(k->m, k->c->key)));
    parts[np++] = f(k->e, STR_FMT "_req_kind_i", STR_ARG(n));
    parts[np++] = f(k->e, STR_FMT "_req_key_i", STR_ARG(n));
    for (int i = 0; i < in.at.n; i++) {
        w = sum_width(k, w, in.at.at[i]->type);
        parts[np++] = f(k->e, STR_FMT "_req_" STR_FMT "_i", STR_ARG(n), STR_ARG(in.at.at[i]->name));
    }
    put(k, "  // Requests of the core: kind, key, fields.");
    put(k, "  localparam integer CORE_REQ_W = " STR_FMT ";", STR_ARG(w));
    rewind_fifo(k, n, src, STR("CORE_REQ_W"), f(k->e, STR_FMT "_req_valid_i", STR_ARG(n)), f(k->e, STR_FMT "_req_ready_o", STR_ARG(n)), concat(k, parts, np));
}

static void memory_queue(Ctl *k, int src)
{
    Str n = k->mem->name, kw = v_width(k->m, k->c->key), line = { "", 0 };
    for (int i = 0; i < k->mem->events.at[0]->def->fields.n; i++) {
        Field *fd = &k->mem->events.at[0]->def->fields.at[i];
        if (has_wide_data(fd->type)) line = v_param_expr(k->m, fd->type->size);
    }
    if (!line.n) diag_error(k->e->d, k->mem->pos, "emit: the event of a memory port needs an opaque field of whole bytes, the line");
    put(k, "  // Fills: key, error, line.");
    put(k, "  wire fill_valid, fill_ready, fill_err;\n  wire [" STR_FMT "-1:0] fill_key;\n  wire [8*" STR_FMT "-1:0] fill_line;", STR_ARG(kw), STR_ARG(line));
    put(k, "  localparam integer FILL_W = " STR_FMT " + 1 + 8*" STR_FMT ";", STR_ARG(kw), STR_ARG(line));
    rewind_fifo(k, n, src, STR("FILL_W"), STR("fill_valid"), STR("fill_ready"), STR("{fill_line, fill_err, fill_key}"));
}

static const Event *overflow_event(const Ctl *k)
{
    for (int i = 0; i < k->c->base_events.n; i++) if (k->c->base_events.at[i]->kind == EV_OVERFLOW) return k->c->base_events.at[i];
    return NULL;
}

void ctl_sources(Ctl *k)
{
    put(k, "  // Sources of occurrences, best priority first:");
    for (int i = 0; i < k->c->sources.n; i++) put(k, "  //   %d " STR_FMT, i, STR_ARG(k->c->sources.at[i].name));
    if (k->overflow_src >= 0) put(k, "  //   %d " STR_FMT ", in place of a row whose sum does not fit", k->overflow_src, STR_ARG(overflow_event(k)->name));
    put(k, "  localparam integer SOURCES = %d;", k->n_sources);
    put(k, "  wire [SOURCES-1:0] src_valid, src_gnt;\n  reg  [SOURCES-1:0] t_src_q;\n  wire t_over, t_fail, t_keep;\n");
    for (int i = 0; i < k->c->sources.n; i++) {
        Source *s = &k->c->sources.at[i];
        Str n = s->name;
        if (s->kind == SRC_NETWORK) {
            Str up = upper(k->e->a, s->net->name);
            bool joined = port_join(s->port, s->net) != NULL;
            if (joined) ctl_join(k, s);
            rewind_fifo(k, n, i, f(k->e, STR_FMT "_BITS", STR_ARG(up)), f(k->e, STR_FMT "%s", STR_ARG(n), joined ? "_join_valid" : "_in_valid_i"), f(k->e, STR_FMT "%s", STR_ARG(n), joined ? "_join_ready" : "_in_ready_o"),
                        f(k->e, STR_FMT "%s", STR_ARG(n), joined ? "_join_msg" : "_in_msg_i"));
            module_unused(k->m, f(k->e, STR_FMT "_take", STR_ARG(n)));
        }
        if (s->kind == SRC_PORT && s->port == k->core) { core_queue(k, i); module_unused(k->m, f(k->e, STR_FMT "_take", STR_ARG(n))); }
        if (s->kind == SRC_PORT && s->port == k->mem) { memory_queue(k, i); module_unused(k->m, f(k->e, STR_FMT "_take", STR_ARG(n))); }
        if (s->kind == SRC_LEVEL && s->event->kind == EV_WAKE) put(k, "  wire " STR_FMT STR_FMT "_key;", STR_ARG(v_range(k->m, k->c->key)), STR_ARG(ctl_level_name(k, s->event)));
        if (s->kind == SRC_EVICT) put(k, "  // A victim is asked to leave when a way is needed.\n  reg evict_valid_q, evict_taken_q;\n  reg [" STR_FMT "-1:0] evict_key_q;\n  assign src_valid[%d] = evict_valid_q && !evict_taken_q;\n", STR_ARG(v_width(k->m, k->c->key)), i);
        if (s->kind == SRC_REPLAY) {
            Str w = f(k->e, "%d", code_bits(k->c->base_events.n));
            for (int j = 0; j < k->c->args.n; j++) if (parked_args(k->c, k->c->args.at[j]) && !ctl_orders(k, k->c->args.at[j])) w = sum_width(k, w, k->c->args.at[j]->type);
            put(k, "  // Parked requests: event and fields.\n  localparam integer PARK_W = " STR_FMT ";", STR_ARG(w));
            put(k, "  wire replay_valid;\n  wire [PARK_W-1:0] replay_pay;\n  wire [" STR_FMT "-1:0] replay_key;\n  assign src_valid[%d] = replay_valid;\n", STR_ARG(v_width(k->m, k->c->key)), i);
            if (k->stall) put(k, "  wire " STR_FMT "replay_least;\n", STR_ARG(k->stall->least ? v_range(k->m, k->stall->least->type) : STR("")));
        }
    }
    if (k->overflow_src >= 0) put(k, "  // A row whose sum does not fit: the next in T is the overflow event, and its source is passed over until something else was completed.\n  wire t_full;\n  assign src_valid[%d] = 1'b0;\n", k->overflow_src);
}

/* ---- S0 ---- */

static void unpack(Ctl *k, int indent, Str from, Str offset, Field *fields, int n)
{
    Str at = offset;
    for (int i = 0; i < n; i++) {
        Var *v = ctl_arg(k->c, fields[i].name);
        Str w = v_width(k->m, fields[i].type);
        if (v && arg_used(v)) put(k, "%*ss0_" STR_FMT " = " STR_FMT "[" STR_FMT "%s" STR_FMT "];", indent, "", STR_ARG(v->ident), STR_ARG(from), STR_ARG(at), fields[i].type->kind == TK_BOOL ? "" : " +: ",
                                  STR_ARG(fields[i].type->kind == TK_BOOL ? STR("") : w));
        at = f(k->e, STR_FMT " + " STR_FMT, STR_ARG(at), STR_ARG(w));
    }
}

static void unpack_network(Ctl *k, const Source *s)
{
    Str n = s->net->name, up = upper(k->e->a, n), kw = v_width(k->m, k->c->key);
    Var *from = ctl_arg(k->c, STR("from"));
    if (net_keyed(k->e->p, s->net)) put(k, "      s0_key = " STR_FMT "_take[" STR_FMT "_KIND_W + NODE_W +: " STR_FMT "];", STR_ARG(n), STR_ARG(up), STR_ARG(kw));
    if (from && arg_used(from)) put(k, "      s0_msg_from = " STR_FMT "_take[" STR_FMT "_KIND_W +: NODE_W];", STR_ARG(n), STR_ARG(up));
    put(k, "      case (" STR_FMT "_take[" STR_FMT "_KIND_W-1:0])", STR_ARG(n), STR_ARG(up));
    for (int i = 0; i < s->port->events.n; i++) {
        Event *e = s->port->events.at[i];
        if (e->msg->net != s->net) continue;
        put(k, "        " STR_FMT ": begin\n          s0_event = " STR_FMT ";", STR_ARG(msg_const(k->m, e->msg)), STR_ARG(event_const(k->m, e)));
        unpack(k, 10, f(k->e, STR_FMT "_take", STR_ARG(n)), f(k->e, e->keyless ? STR_FMT "_KIND_W + NODE_W" : STR_FMT "_HDR_W", STR_ARG(up)), e->msg->fields.at, e->msg->fields.n);
        put(k, "        end");
    }
    put(k, "        default: s0_known = 1'b0;\n      endcase");
}

static void unpack_core(Ctl *k, const Source *s)
{
    Port *p = s->port;
    Fields in = event_fields(k, p);
    int kb = code_bits(p->events.n);
    Str n = p->name, kw = v_width(k->m, k->c->key), at = f(k->e, "%d + " STR_FMT, kb, STR_ARG(kw));
    put(k, "      s0_key = " STR_FMT "_take[%d +: " STR_FMT "];", STR_ARG(n), kb, STR_ARG(kw));
    for (int i = 0; i < in.at.n; i++) {
        unpack(k, 6, f(k->e, STR_FMT "_take", STR_ARG(n)), at, in.at.at[i], 1);
        at = sum_width(k, at, in.at.at[i]->type);
    }
    put(k, "      case (" STR_FMT "_take[%d:0])", STR_ARG(n), kb - 1);
    for (int i = 0; i < p->events.n; i++)
        put(k, "        Q_" STR_FMT "_" STR_FMT ": s0_event = " STR_FMT ";", STR_ARG(upper(k->e->a, n)), STR_ARG(upper(k->e->a, p->events.at[i]->name)), STR_ARG(event_const(k->m, p->events.at[i])));
    put(k, "        default: s0_known = 1'b0;\n      endcase");
}

static void unpack_memory(Ctl *k, const Source *s)
{
    Event *e = s->port->events.at[0];
    Str n = s->port->name, kw = v_width(k->m, k->c->key);
    put(k, "      s0_event = " STR_FMT ";\n      s0_key = " STR_FMT "_take[" STR_FMT "-1:0];", STR_ARG(event_const(k->m, e)), STR_ARG(n), STR_ARG(kw));
    for (int i = 0; i < e->def->fields.n; i++) {
        Field *fd = &e->def->fields.at[i];
        Var *v = ctl_arg(k->c, fd->name);
        if (!v || !arg_used(v)) continue;
        if (has_wide_data(fd->type)) put(k, "      s0_" STR_FMT " = " STR_FMT "_take[" STR_FMT " + 1 +: " STR_FMT "];", STR_ARG(v->ident), STR_ARG(n), STR_ARG(kw), STR_ARG(v_width(k->m, fd->type)));
        else if (fd->type->kind == TK_BOOL) put(k, "      s0_" STR_FMT " = " STR_FMT "_take[" STR_FMT "];", STR_ARG(v->ident), STR_ARG(n), STR_ARG(kw));
        else diag_error(k->e->d, fd->pos, "emit: the event of a memory port has the line and a bool for errors, nothing else");
    }
}

static void unpack_replay(Ctl *k)
{
    int eb = code_bits(k->c->base_events.n);
    Str at = f(k->e, "%d", eb);
    put(k, "      s0_event = replay_pay[%d:0];\n      s0_key = replay_key;", eb - 1);
    for (int i = 0; i < k->c->args.n; i++) {
        Var *v = k->c->args.at[i];
        if (!parked_args(k->c, v)) continue;
        if (ctl_orders(k, v)) { put(k, "      s0_" STR_FMT " = replay_least;", STR_ARG(v->ident)); continue; }
        put(k, "      s0_" STR_FMT " = replay_pay[" STR_FMT "%s" STR_FMT "];", STR_ARG(v->ident), STR_ARG(at), v->type->kind == TK_BOOL ? "" : " +: ", STR_ARG(v->type->kind == TK_BOOL ? STR("") : v_width(k->m, v->type)));
        at = sum_width(k, at, v->type);
    }
}

static void t_registers(Ctl *k)
{
    put(k, "  // To T. An occurrence of the source that failed in this very cycle is dropped: it will be offered again behind the failed one.");
    put(k, "  wire s0_kill = (t_fail || t_keep) && |(src_gnt & t_src_q);");
    put(k, "  reg t_valid_q;\n  reg " STR_FMT "t_event_q;\n  reg " STR_FMT "t_key_q;", STR_ARG(v_bits(k->m, code_bits(k->c->base_events.n))), STR_ARG(v_range(k->m, k->c->key)));
    for (int i = 0; i < k->c->args.n; i++)
        if (arg_used(k->c->args.at[i])) put(k, "  reg " STR_FMT "t_" STR_FMT "_q;", STR_ARG(v_range(k->m, k->c->args.at[i]->type)), STR_ARG(k->c->args.at[i]->ident));
    put(k, "  always @(posedge clk_i) begin\n    if (rst_i) begin\n      t_valid_q <= 1'b0;\n      t_src_q   <= {SOURCES{1'b0}};\n    end else begin");
    if (k->overflow_src < 0) put(k, "      t_valid_q <= |src_gnt && !s0_kill;\n      t_src_q   <= s0_kill ? {SOURCES{1'b0}} : src_gnt;\n    end\n  end");
    else put(k, "      t_valid_q <= t_full || (|src_gnt && !s0_kill);\n      t_src_q   <= s0_kill ? {SOURCES{1'b0}} : src_gnt;\n      t_src_q[%d] <= t_full;\n    end\n  end", k->overflow_src);
    put(k, "  always @(posedge clk_i) begin\n    t_event_q <= s0_event;\n    t_key_q <= %s;\n    t_known_q <= s0_known;", k->walks ? "look_key" : "s0_key");
    for (int i = 0; i < k->c->args.n; i++)
        if (arg_used(k->c->args.at[i])) put(k, "    t_" STR_FMT "_q <= s0_" STR_FMT ";", STR_ARG(k->c->args.at[i]->ident), STR_ARG(k->c->args.at[i]->ident));
    put(k, "  end\n");
}

void ctl_stage0(Ctl *k)
{
    put(k, "  // ---- S0: choose ----\n  wire ready;");
    if (k->walks) put(k, "  // A walk has the look-up to itself.\n  wire walk_busy;\n  wire " STR_FMT "look_key;", STR_ARG(v_range(k->m, k->c->key)));
    put(k, "  wire [SOURCES-1:0] src_offer = src_valid & {SOURCES{ready%s%s}};", k->walks ? " && !walk_busy" : "", k->overflow_src >= 0 ? " && !t_full" : "");
    Str progress = k->overflow_src >= 0 ? f(k->e, "t_over && !t_src_q[%d]", k->overflow_src) : STR("t_over");
    put(k, "  cg_source_arb #(.N(SOURCES)) u_arb (\n    .clk_i(clk_i), .rst_i(rst_i), .valid_i(src_offer), .fail_i(t_src_q & {SOURCES{t_fail}}), .progress_i(" STR_FMT "), .gnt_o(src_gnt));", STR_ARG(progress));
    put(k, "  reg s0_known, t_known_q;\n  reg " STR_FMT "s0_event;\n  reg " STR_FMT "s0_key;", STR_ARG(v_bits(k->m, code_bits(k->c->base_events.n))), STR_ARG(v_range(k->m, k->c->key)));
    for (int i = 0; i < k->c->args.n; i++)
        if (arg_used(k->c->args.at[i])) put(k, "  reg " STR_FMT "s0_" STR_FMT ";", STR_ARG(v_range(k->m, k->c->args.at[i]->type)), STR_ARG(k->c->args.at[i]->ident));
    put(k, "  always @* begin\n    s0_known = 1'b1;\n    s0_event = %d'd0;\n    s0_key = " STR_FMT ";", code_bits(k->c->base_events.n), STR_ARG(zeros(k, k->c->key)));
    for (int i = 0; i < k->c->args.n; i++)
        if (arg_used(k->c->args.at[i])) put(k, "    s0_" STR_FMT " = " STR_FMT ";", STR_ARG(k->c->args.at[i]->ident), STR_ARG(zeros(k, k->c->args.at[i]->type)));
    for (int i = 0; i < k->c->sources.n; i++) {
        Source *s = &k->c->sources.at[i];
        put(k, "    if (src_gnt[%d]) begin // " STR_FMT, i, STR_ARG(s->name));
        if (s->kind == SRC_NETWORK) unpack_network(k, s);
        else if (s->kind == SRC_PORT && s->port == k->core) unpack_core(k, s);
        else if (s->kind == SRC_PORT) unpack_memory(k, s);
        else if (s->kind == SRC_REPLAY) unpack_replay(k);
        else if (s->kind == SRC_EVICT) put(k, "      s0_event = EVENT_EVICT;\n      s0_key = evict_key_q;");
        else if (s->kind == SRC_LEVEL) put(k, "      s0_event = " STR_FMT ";", STR_ARG(event_const(k->m, s->event)));
        if (s->kind == SRC_LEVEL && s->event->kind == EV_WAKE) put(k, "      s0_key = " STR_FMT "_key;", STR_ARG(ctl_level_name(k, s->event)));
        put(k, "    end");
    }
    if (k->overflow_src >= 0) put(k, "    if (t_full) s0_event = " STR_FMT ";", STR_ARG(event_const(k->m, overflow_event(k))));
    put(k, "  end\n");
    t_registers(k);
}
