/* vsys.c - the system: controllers, one crossbar per virtual network, serialisers between. */
#include "emit/verilog.h"
#include <stdarg.h>

typedef struct {
    Emit *e;
    Module *m;
    Step **steps;
    Module **ctls;
} Sys;

static void put(Sys *k, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(Sys *k, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&k->m->body, fmt, ap);
    va_end(ap);
    buf_put(&k->m->body, "\n", 1);
}

static bool sends(const Sys *k, const Controller *c, const Network *n)
{
    const Step *s = k->steps[c->id];
    for (int i = 0; i < s->outs.n; i++) if (s->outs.at[i]->net == n) return true;
    return false;
}

static bool takes(const Controller *c, const Network *n)
{
    for (int i = 0; i < c->sources.n; i++) if (c->sources.at[i].kind == SRC_NETWORK && c->sources.at[i].net == n) return true;
    return false;
}

/* "input  [TS_W-1:0] core_req_now_i" into direction, range and name. */
typedef struct { Str dir, range, name; } PortDecl;

static PortDecl split(Str p)
{
    PortDecl d = { { p.p, p.p[0] == 'i' ? 5 : 6 }, { "", 0 }, { "", 0 } };
    int name = p.n;
    while (p.p[name - 1] != ' ') name--;
    d.name = (Str){ p.p + name, p.n - name };
    for (int i = 0; i < p.n; i++)
        if (p.p[i] == '[') {
            int j = i;
            while (p.p[j] != ']') j++;
            d.range = (Str){ p.p + i + 1, j - i - 1 - 2 };     /* without ":0" */
            break;
        }
    return d;
}

/* An end of a network. */
static bool network_port(const Sys *k, const Controller *c, Str name)
{
    for (int i = 0; i < k->e->p->nets.n; i++) {
        Str in = f(k->e, STR_FMT "_in_", STR_ARG(k->e->p->nets.at[i]->name)), out = f(k->e, STR_FMT "_out_", STR_ARG(k->e->p->nets.at[i]->name));
        if ((takes(c, k->e->p->nets.at[i]) && name.n > in.n && str_eq((Str){ name.p, in.n }, in)) || (sends(k, c, k->e->p->nets.at[i]) && name.n > out.n && str_eq((Str){ name.p, out.n }, out))) return true;
    }
    return false;
}

/* A port that leaves the system: not a clock, an identity or, but for replays, a network. */
static bool outer(const Sys *k, const Controller *c, Str name)
{
    if (str_is(name, "clk_i") || str_is(name, "rst_i") || str_is(name, "node_i") || str_is(name, "index_i") || str_is(name, "error_o")) return false;
    if (k->e->opt->replay) return true;
    return !network_port(k, c, name);
}

/* How many ends a controller has in each of its networks: one per instance; of one that is left out, one for as many as share it. */
static Str ends_of(const Sys *k, const Controller *c)
{
    return f(k->e, STR_FMT "_%s", STR_ARG(upper(k->e->a, c->name)), c == k->e->open ? "ENDS" : "COUNT");
}

/* The network leads to a controller that is left out: then the number of the instance goes with each flit. */
static bool shared_ends(const Sys *k, const Network *n) { return k->e->open && takes(k->e->open, n); }
static Str flit_width(const Sys *k, const Network *n) { return shared_ends(k, n) ? STR("(FLIT_BITS + NODE_W)") : STR("FLIT_BITS"); }

static bool is_input(Str name) { return name.p[name.n - 1] == 'i'; }
static Str stem(Str name) { return (Str){ name.p, name.n - 2 }; }

/* The width "TS_W-1" of a controller's port as "TS_W", in the system's names; parameters of the controller do not occur there. */
static Str width_of(Sys *k, PortDecl d)
{
    if (!d.range.n) return STR("1");
    for (int i = d.range.n - 1; i > 0; i--)
        if (d.range.p[i] == '-' && d.range.p[i + 1] == '1' && i + 2 == d.range.n) return (Str){ d.range.p, i };
    return f(k->e, "%.*s + 1", d.range.n, d.range.p);
}

static void outer_ports(Sys *k, const Controller *c)
{
    Emit *e = k->e;
    Str lo = lower(e->a, c->name), up = upper(e->a, c->name);
    for (int i = 0; i < k->ctls[c->id]->ports.n; i++) {
        PortDecl d = split(k->ctls[c->id]->ports.at[i]);
        if (!outer(k, c, d.name)) continue;
        Str w = width_of(k, d);
        module_port(k->m, "%s [" STR_FMT "_COUNT%s" STR_FMT "%s-1:0] " STR_FMT "_" STR_FMT, is_input(d.name) ? "input " : "output", STR_ARG(up), str_is(w, "1") ? "" : "*(", STR_ARG(str_is(w, "1") ? STR("") : w), str_is(w, "1") ? "" : ")", STR_ARG(lo), STR_ARG(d.name));
    }
}

/* The controller that is left out: its ends of the networks, seen from the other side. */
static void open_ports(Sys *k, const Controller *c)
{
    Emit *e = k->e;
    Str lo = lower(e->a, c->name), up = upper(e->a, c->name);
    decl(&k->m->params, f(e, STR_FMT "_SHARE", STR_ARG(up)), "parameter integer " STR_FMT "_SHARE = 1", STR_ARG(up));
    decl(&k->m->consts, ends_of(k, c), "localparam integer " STR_FMT " = " STR_FMT "_COUNT / " STR_FMT "_SHARE;", STR_ARG(ends_of(k, c)), STR_ARG(up), STR_ARG(up));
    for (int i = 0; i < k->ctls[c->id]->ports.n; i++) {
        PortDecl d = split(k->ctls[c->id]->ports.at[i]);
        if (!network_port(k, c, d.name)) continue;
        module_port(k->m, "%s [" STR_FMT "*(" STR_FMT ")-1:0] " STR_FMT "_" STR_FMT "%s", is_input(d.name) ? "output" : "input ", STR_ARG(ends_of(k, c)), STR_ARG(width_of(k, d)), STR_ARG(lo), STR_ARG(stem(d.name)), is_input(d.name) ? "_o" : "_i");
    }
    for (int i = 0; i < e->p->nets.n; i++)
        if (takes(c, e->p->nets.at[i])) module_port(k->m, "output [" STR_FMT "*NODE_W-1:0] " STR_FMT "_" STR_FMT "_in_index_o", STR_ARG(ends_of(k, c)), STR_ARG(lo), STR_ARG(e->p->nets.at[i]->name));
    put(k, "  generate\n    if (" STR_FMT "_SHARE < 1 || " STR_FMT "_COUNT %% " STR_FMT "_SHARE != 0) begin : g_illegal\n      cg_error_share_must_divide_the_number_of_instances u_error ();\n    end\n  endgenerate", STR_ARG(up), STR_ARG(up), STR_ARG(up));
}

static void open_wires(Sys *k, const Controller *c)
{
    Str lo = lower(k->e->a, c->name);
    for (int i = 0; i < k->ctls[c->id]->ports.n; i++) {
        PortDecl d = split(k->ctls[c->id]->ports.at[i]);
        Str s = stem(d.name);
        if (!network_port(k, c, d.name)) continue;
        put(k, "  wire [" STR_FMT "*(" STR_FMT ")-1:0] " STR_FMT "_" STR_FMT ";", STR_ARG(ends_of(k, c)), STR_ARG(width_of(k, d)), STR_ARG(lo), STR_ARG(s));
        if (is_input(d.name)) put(k, "  assign " STR_FMT "_" STR_FMT "_o = " STR_FMT "_" STR_FMT ";", STR_ARG(lo), STR_ARG(s), STR_ARG(lo), STR_ARG(s));
        else put(k, "  assign " STR_FMT "_" STR_FMT " = " STR_FMT "_" STR_FMT "_i;", STR_ARG(lo), STR_ARG(s), STR_ARG(lo), STR_ARG(s));
    }
}

static void wires(Sys *k, const Controller *c)
{
    Emit *e = k->e;
    Str lo = lower(e->a, c->name), up = upper(e->a, c->name);
    for (int i = 0; i < k->ctls[c->id]->ports.n; i++) {
        PortDecl d = split(k->ctls[c->id]->ports.at[i]);
        bool plain = str_is(d.name, "clk_i") || str_is(d.name, "rst_i") || str_is(d.name, "node_i") || str_is(d.name, "index_i");
        if (plain || outer(k, c, d.name)) continue;
        put(k, "  wire [" STR_FMT "_COUNT*(" STR_FMT ")-1:0] " STR_FMT "_" STR_FMT ";", STR_ARG(up), STR_ARG(width_of(k, d)), STR_ARG(lo), STR_ARG(stem(d.name)));
    }
}

static void instances(Sys *k, const Controller *c)
{
    Emit *e = k->e;
    Str lo = lower(e->a, c->name), up = upper(e->a, c->name);
    Module *cm = k->ctls[c->id];
    put(k, "\n  genvar i_" STR_FMT ";\n  generate\n    for (i_" STR_FMT " = 0; i_" STR_FMT " < " STR_FMT "_COUNT; i_" STR_FMT " = i_" STR_FMT " + 1) begin : g_" STR_FMT, STR_ARG(lo), STR_ARG(lo), STR_ARG(lo), STR_ARG(up), STR_ARG(lo), STR_ARG(lo), STR_ARG(lo));
    put(k, "      localparam integer NODE = " STR_FMT "_BASE + i_" STR_FMT ";\n      wire [31:0] node = NODE;\n      wire unused = &{1'b0, node, 1'b0};", STR_ARG(up), STR_ARG(lo));
    put(k, "      " STR_FMT "_" STR_FMT STR_FMT " u (", STR_ARG(e->design), STR_ARG(lo), STR_ARG(v_param_list(k->m, cm)));
    for (int i = 0; i < cm->ports.n; i++) {
        PortDecl d = split(cm->ports.at[i]);
        const char *sep = i + 1 < cm->ports.n ? "," : "";
        Str w = width_of(k, d), name = outer(k, c, d.name) ? d.name : stem(d.name);
        if (str_is(d.name, "clk_i") || str_is(d.name, "rst_i")) put(k, "        ." STR_FMT "(" STR_FMT ")%s", STR_ARG(d.name), STR_ARG(d.name), sep);
        else if (str_is(d.name, "node_i")) put(k, "        .node_i(node[NODE_W-1:0])%s", sep);
        else if (str_is(d.name, "index_i")) put(k, "        .index_i(i_" STR_FMT "[" STR_FMT "-1:0])%s", STR_ARG(lo), STR_ARG(w), sep);
        else if (str_is(w, "1")) put(k, "        ." STR_FMT "(" STR_FMT "_" STR_FMT "[i_" STR_FMT "])%s", STR_ARG(d.name), STR_ARG(lo), STR_ARG(name), STR_ARG(lo), sep);
        else put(k, "        ." STR_FMT "(" STR_FMT "_" STR_FMT "[i_" STR_FMT "*(" STR_FMT ") +: " STR_FMT "])%s", STR_ARG(d.name), STR_ARG(lo), STR_ARG(name), STR_ARG(lo), STR_ARG(w), STR_ARG(w), sep);
    }
    put(k, "      );\n    end\n  endgenerate");
}

/* ---- networks ---- */

static void sender_side(Sys *k, Network *n, const Controller *c, Str base)
{
    Emit *e = k->e;
    Str lo = lower(e->a, c->name), nn = n->name, nu = upper(e->a, n->name);
    bool shared = shared_ends(k, n);
    Str fw = flit_width(k, n);
    put(k, "\n  genvar s_" STR_FMT "_" STR_FMT ";\n  generate\n    for (s_" STR_FMT "_" STR_FMT " = 0; s_" STR_FMT "_" STR_FMT " < " STR_FMT "; s_" STR_FMT "_" STR_FMT " = s_" STR_FMT "_" STR_FMT " + 1) begin : g_" STR_FMT "_from_" STR_FMT,
        STR_ARG(nn), STR_ARG(lo), STR_ARG(nn), STR_ARG(lo), STR_ARG(nn), STR_ARG(lo), STR_ARG(ends_of(k, c)), STR_ARG(nn), STR_ARG(lo), STR_ARG(nn), STR_ARG(lo), STR_ARG(nn), STR_ARG(lo));
    Str i = f(e, "s_" STR_FMT "_" STR_FMT, STR_ARG(nn), STR_ARG(lo));
    Str pin = f(e, STR_FMT "_" STR_FMT "_out", STR_ARG(lo), STR_ARG(nn)), at = f(e, STR_FMT " + " STR_FMT, STR_ARG(base), STR_ARG(i));
    if (shared) put(k, "      wire [NODE_W-1:0] index;");
    put(k, "      cg_serialise #(.MSG_W(" STR_FMT "_BITS), .FLIT_W(FLIT_BITS), .LEN_W(" STR_FMT "_LEN_W), .DST_W(NODE_W)) u (\n        .clk_i(clk_i), .rst_i(rst_i),", STR_ARG(nu), STR_ARG(nu));
    put(k, "        .msg_valid_i(" STR_FMT "_valid[" STR_FMT "]), .msg_ready_o(" STR_FMT "_ready[" STR_FMT "]), .msg_data_i(" STR_FMT "_msg[" STR_FMT "*" STR_FMT "_BITS +: " STR_FMT "_BITS]),", STR_ARG(pin), STR_ARG(i), STR_ARG(pin), STR_ARG(i), STR_ARG(pin), STR_ARG(i), STR_ARG(nu), STR_ARG(nu));
    put(k, "        .msg_flits_i(" STR_FMT "_flits[" STR_FMT "*" STR_FMT "_LEN_W +: " STR_FMT "_LEN_W]), .msg_dst_i(" STR_FMT "_dst[" STR_FMT "*NODE_W +: NODE_W] - " STR_FMT "_FIRST),", STR_ARG(pin), STR_ARG(i), STR_ARG(nu), STR_ARG(nu), STR_ARG(pin), STR_ARG(i), STR_ARG(nu));
    Str to = shared ? STR("index") : f(e, STR_FMT "_in_dst[(" STR_FMT ")*NODE_W +: NODE_W]", STR_ARG(nn), STR_ARG(at));
    put(k, "        .flit_valid_o(" STR_FMT "_in_valid[" STR_FMT "]), .flit_ready_i(" STR_FMT "_in_ready[" STR_FMT "]), .flit_data_o(" STR_FMT "_in_data[(" STR_FMT ")*" STR_FMT " +: FLIT_BITS]), .flit_last_o(" STR_FMT "_in_last[" STR_FMT "]), .flit_dst_o(" STR_FMT "));",
        STR_ARG(nn), STR_ARG(at), STR_ARG(nn), STR_ARG(at), STR_ARG(nn), STR_ARG(at), STR_ARG(fw), STR_ARG(nn), STR_ARG(at), STR_ARG(to));
    if (shared) { /* each flit takes the number of the instance along */
        put(k, "      assign " STR_FMT "_in_data[(" STR_FMT ")*" STR_FMT " + FLIT_BITS +: NODE_W] = index;", STR_ARG(nn), STR_ARG(at), STR_ARG(fw));
        put(k, "      assign " STR_FMT "_in_dst[(" STR_FMT ")*NODE_W +: NODE_W] = index / " STR_FMT "_SHARED;", STR_ARG(nn), STR_ARG(at), STR_ARG(nu));
    }
    put(k, "    end\n  endgenerate");
}

static void receiver_side(Sys *k, Network *n, const Controller *c, Str first)
{
    Emit *e = k->e;
    bool shared = shared_ends(k, n);
    Str fw = flit_width(k, n);
    Str lo = lower(e->a, c->name), up = upper(e->a, c->name), nn = n->name, nu = upper(e->a, n->name), i = f(e, "r_" STR_FMT "_" STR_FMT, STR_ARG(nn), STR_ARG(lo));
    Str at = f(e, "(" STR_FMT "_BASE - " STR_FMT " + " STR_FMT ")", STR_ARG(up), STR_ARG(first), STR_ARG(i)), pin = f(e, STR_FMT "_" STR_FMT "_in", STR_ARG(lo), STR_ARG(nn));
    put(k, "\n  genvar " STR_FMT ";\n  generate\n    for (" STR_FMT " = 0; " STR_FMT " < " STR_FMT "; " STR_FMT " = " STR_FMT " + 1) begin : g_" STR_FMT "_to_" STR_FMT, STR_ARG(i), STR_ARG(i), STR_ARG(i), STR_ARG(ends_of(k, c)), STR_ARG(i), STR_ARG(i), STR_ARG(nn), STR_ARG(lo));
    put(k, "      localparam [15:0] SEED = 16'd%d + " STR_FMT ";\n      wire late_valid, late_ready, gate_valid, gate_ready;\n      wire [" STR_FMT ":0] late;", 1000 * (n->id + 1), STR_ARG(i), STR_ARG(fw));
    put(k, "      cg_delay #(.W(" STR_FMT " + 1), .LATENCY(NET_LATENCY)) u_late (\n        .clk_i(clk_i), .rst_i(rst_i), .push_valid_i(" STR_FMT "_out_valid[" STR_FMT "]), .push_ready_o(" STR_FMT "_out_ready[" STR_FMT "]),", STR_ARG(fw), STR_ARG(nn), STR_ARG(at), STR_ARG(nn), STR_ARG(at));
    put(k, "        .push_data_i({" STR_FMT "_out_last[" STR_FMT "], " STR_FMT "_out_data[" STR_FMT "*" STR_FMT " +: " STR_FMT "]}),\n        .pop_valid_o(late_valid), .pop_ready_i(late_ready), .pop_data_o(late));", STR_ARG(nn), STR_ARG(at), STR_ARG(nn), STR_ARG(at), STR_ARG(fw), STR_ARG(fw));
    put(k, "      cg_throttle #(.LEVEL(THROTTLE)) u_gate (\n        .clk_i(clk_i), .rst_i(rst_i), .seed_i(SEED), .valid_i(late_valid), .ready_o(late_ready), .valid_o(gate_valid), .ready_i(gate_ready));");
    put(k, "      cg_deserialise #(.MSG_W(" STR_FMT "_BITS), .FLIT_W(FLIT_BITS)) u (\n        .clk_i(clk_i), .rst_i(rst_i), .flit_valid_i(gate_valid), .flit_ready_o(gate_ready), .flit_data_i(late[FLIT_BITS-1:0]), .flit_last_i(late[" STR_FMT "]),", STR_ARG(nu), STR_ARG(fw));
    put(k, "        .msg_valid_o(" STR_FMT "_valid[" STR_FMT "]), .msg_ready_i(" STR_FMT "_ready[" STR_FMT "]), .msg_data_o(" STR_FMT "_msg[" STR_FMT "*" STR_FMT "_BITS +: " STR_FMT "_BITS]));", STR_ARG(pin), STR_ARG(i), STR_ARG(pin), STR_ARG(i), STR_ARG(pin), STR_ARG(i), STR_ARG(nu), STR_ARG(nu));
    if (shared) { /* in step with the message, since it gets a flit with each last one */
        put(k, "      wire index_ready, index_valid;\n      cg_deserialise #(.MSG_W(NODE_W), .FLIT_W(NODE_W)) u_index (\n        .clk_i(clk_i), .rst_i(rst_i), .flit_valid_i(gate_valid && late[" STR_FMT "]), .flit_ready_o(index_ready), .flit_data_i(late[FLIT_BITS +: NODE_W]), .flit_last_i(1'b1),", STR_ARG(fw));
        put(k, "        .msg_valid_o(index_valid), .msg_ready_i(" STR_FMT "_ready[" STR_FMT "]), .msg_data_o(" STR_FMT "_index_o[" STR_FMT "*NODE_W +: NODE_W]));", STR_ARG(pin), STR_ARG(i), STR_ARG(pin), STR_ARG(i));
        put(k, "      wire unused = &{1'b0, index_ready, index_valid};");
    }
    put(k, "    end\n  endgenerate");
}

/* Receivers are numbered from the first receiving node on; nodes between that take nothing are never addressed. */
static void network(Sys *k, Network *n)
{
    Emit *e = k->e;
    Str nin = { "", 0 }, first = { "", 0 }, end = { "", 0 }, nn = n->name, nu = upper(e->a, n->name), fw = flit_width(k, n);
    for (int i = 0; i < e->sys->places.n; i++) {
        const Controller *c = e->sys->places.at[i].ctl;
        Str up = upper(e->a, c->name);
        if (sends(k, c, n)) nin = f(e, STR_FMT "%s" STR_FMT, STR_ARG(nin), nin.n ? " + " : "", STR_ARG(ends_of(k, c)));
        if (takes(c, n)) {
            if (first.n && e->open && takes(e->open, n)) diag_error(e->d, n->pos, "emit --open: network " STR_FMT " is taken by other controllers too; there is no template for that", STR_ARG(nn));
            if (!first.n) first = f(e, STR_FMT "_BASE", STR_ARG(up));
            end = f(e, STR_FMT "_BASE + " STR_FMT, STR_ARG(up), STR_ARG(ends_of(k, c)));
        }
    }
    if (!nin.n || !first.n) return;
    put(k, "\n  // " STR_FMT, STR_ARG(v_comment(e, "---- network " STR_FMT "%s" STR_FMT " ----", STR_ARG(nn), n->doc.n ? ": " : "", STR_ARG(n->doc))));
    put(k, "  localparam integer " STR_FMT "_NIN = " STR_FMT ";\n  localparam integer " STR_FMT "_NOUT = " STR_FMT " - " STR_FMT ";", STR_ARG(nu), STR_ARG(nin), STR_ARG(nu), STR_ARG(end), STR_ARG(first));
    put(k, "  wire [31:0] " STR_FMT "_first = " STR_FMT ";\n  wire [NODE_W-1:0] " STR_FMT "_FIRST = " STR_FMT "_first[NODE_W-1:0];", STR_ARG(nn), STR_ARG(first), STR_ARG(nu), STR_ARG(nn));
    module_unused(k->m, f(e, STR_FMT "_first", STR_ARG(nn)));
    if (shared_ends(k, n)) put(k, "  localparam [NODE_W-1:0] " STR_FMT "_SHARED = " STR_FMT "_SHARE[NODE_W-1:0];", STR_ARG(nu), STR_ARG(upper(e->a, e->open->name)));
    put(k, "  wire [" STR_FMT "_NIN-1:0] " STR_FMT "_in_valid, " STR_FMT "_in_ready, " STR_FMT "_in_last;\n  wire [" STR_FMT "_NIN*" STR_FMT "-1:0] " STR_FMT "_in_data;\n  wire [" STR_FMT "_NIN*NODE_W-1:0] " STR_FMT "_in_dst;", STR_ARG(nu), STR_ARG(nn), STR_ARG(nn), STR_ARG(nn), STR_ARG(nu), STR_ARG(fw), STR_ARG(nn), STR_ARG(nu), STR_ARG(nn));
    put(k, "  wire [" STR_FMT "_NOUT-1:0] " STR_FMT "_out_valid, " STR_FMT "_out_ready, " STR_FMT "_out_last;\n  wire [" STR_FMT "_NOUT*" STR_FMT "-1:0] " STR_FMT "_out_data;", STR_ARG(nu), STR_ARG(nn), STR_ARG(nn), STR_ARG(nn), STR_ARG(nu), STR_ARG(fw), STR_ARG(nn));
    put(k, "  cg_xbar #(.NIN(" STR_FMT "_NIN), .NOUT(" STR_FMT "_NOUT), .W(" STR_FMT "), .DST_W(NODE_W)) u_" STR_FMT "_xbar (\n    .clk_i(clk_i), .rst_i(rst_i),", STR_ARG(nu), STR_ARG(nu), STR_ARG(fw), STR_ARG(nn));
    put(k, "    .in_valid_i(" STR_FMT "_in_valid), .in_ready_o(" STR_FMT "_in_ready), .in_data_i(" STR_FMT "_in_data), .in_last_i(" STR_FMT "_in_last), .in_dst_i(" STR_FMT "_in_dst),", STR_ARG(nn), STR_ARG(nn), STR_ARG(nn), STR_ARG(nn), STR_ARG(nn));
    put(k, "    .out_valid_o(" STR_FMT "_out_valid), .out_ready_i(" STR_FMT "_out_ready), .out_data_o(" STR_FMT "_out_data), .out_last_o(" STR_FMT "_out_last));", STR_ARG(nn), STR_ARG(nn), STR_ARG(nn), STR_ARG(nn));
    Str base = STR("0");
    for (int i = 0; i < e->sys->places.n; i++) {
        const Controller *c = e->sys->places.at[i].ctl;
        if (!sends(k, c, n)) continue;
        sender_side(k, n, c, base);
        base = f(e, STR_FMT " + " STR_FMT, STR_ARG(base), STR_ARG(ends_of(k, c)));
    }
    for (int i = 0; i < e->sys->places.n; i++) {
        const Controller *c = e->sys->places.at[i].ctl;
        if (takes(c, n)) receiver_side(k, n, c, first);
    }
}

Module *emit_system(Emit *e, Step **steps, Module **ctls)
{
    Sys k = { e, module_new(e, NULL), steps, ctls };
    Str errors = { "", 0 };
    decl(&k.m->consts, STR("AXI_ID_W"), "localparam integer AXI_ID_W = (MEM_SLOTS > 1) ? $clog2(MEM_SLOTS) : 1;");
    module_port(k.m, "input  clk_i");
    module_port(k.m, "input  rst_i");
    for (int i = 0; i < e->sys->places.n; i++) (e->sys->places.at[i].ctl == e->open ? open_ports : outer_ports)(&k, e->sys->places.at[i].ctl);
    module_port(k.m, "output error_o");
    for (int i = 0; i < e->sys->places.n; i++) (e->sys->places.at[i].ctl == e->open ? open_wires : wires)(&k, e->sys->places.at[i].ctl);
    for (int i = 0; i < e->p->nets.n && !e->opt->replay; i++) network(&k, e->p->nets.at[i]);
    for (int i = 0; i < e->sys->places.n; i++) {
        if (e->sys->places.at[i].ctl == e->open) continue;
        instances(&k, e->sys->places.at[i].ctl);
        errors = f(e, STR_FMT "%s" STR_FMT "_error", STR_ARG(errors), errors.n ? ", " : "", STR_ARG(lower(e->a, e->sys->places.at[i].ctl->name)));
    }
    put(&k, "\n  // Sticky: a row marked `never`, or a sum that its type does not hold.\n  assign error_o = |{" STR_FMT "};", STR_ARG(errors));
    module_write(k.m, e->design, Z(e, f(e, "System " STR_FMT "%s%s" STR_FMT, STR_ARG(e->sys->name), e->opt->replay ? ", without its networks" : e->open ? Z(e, f(e, ", without controller " STR_FMT, STR_ARG(e->open->name))) : "", e->p->doc.n ? ": " : "", STR_ARG(e->p->doc))));
    return k.m;
}
