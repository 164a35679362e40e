/* vcheck.c - assertions about an emitted controller: checks/<module>_checks.vh, which the module includes when COHGEN_CHECKS is defined (docs/proofs.md).
 *
 * Every assertion `name` comes with a cover `name_reached`, its antecedent: for provers only, since simulators differ in what they accept. Assertions
 * closed_* hold only where the rest of the system behaves; they, and what is assumed of the rest then, need COHGEN_CLOSED as well. */
#include "emit/vctl.h"
#include <stdarg.h>
#include <string.h>

typedef struct { Ctl *k; Module *m; } Checks;

static void say(Checks *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void say(Checks *c, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&c->m->body, fmt, ap);
    va_end(ap);
    buf_put(&c->m->body, "\n", 1);
}

/* One assertion and the cover of its antecedent; what: for the reader. */
static void check(Checks *c, Str name, const char *when, const char *then, const char *what)
{
    say(c, "  always @(posedge clk_i) if (chk) begin\n    // %s\n    " STR_FMT ": assert (!(%s) || (%s));", what, STR_ARG(name), when, then);
    say(c, "`ifdef FORMAL\n    " STR_FMT "_reached: cover (%s);\n`endif\n  end", STR_ARG(name), when);
}

static void assume(Checks *c, const char *what, const char *when, const char *then) { say(c, "  always @* if (!rst_i && (%s)) assume (%s); // %s", when, then, what); }

/* ---- invariants of the specification: at every look-up, of the line that is looked up; not while a walk is under way, whose middle nobody sees ---- */

static Str looked_up(void *ctx, Var *v)
{
    Checks *c = ctx;
    Emit *e = c->k->e;
    if (!v || v->kind == V_KEY) return STR("t_key_q");
    switch (v->kind) {
    case V_STATE: return STR("t_state");
    case V_REG: return v->constant ? STR("index_i") : v->is_written ? f(e, STR_FMT "_q", STR_ARG(v->ident)) : v->reset ? v_const(c->m, v->reset, v->type) : zeros(c->k, v->type);
    case V_STORE: {
        if (!v->absent) return v->ident;
        Str absent = v_const(c->m, v->absent, v->type);
        return f(e, "(" STR_FMT "_hit ? " STR_FMT " : " STR_FMT ")", STR_ARG(v->store->name), STR_ARG(v->ident), STR_ARG(absent));
    }
    default: return v->ident;          /* fields of entries and hits have wires of their own names */
    }
}

/* When T shows the line and entry of the key. A hashed store shows nothing while its answer comes later, and for events without key. */
static const char *shown(const Checks *c)
{
    if (!c->k->hashed) return c->k->walks ? "t_valid_q && !walk_busy" : "t_valid_q";
    return c->k->keyless ? "t_valid_q && !t_hold && !t_keyless" : "t_valid_q && !t_hold";
}

/* The antecedent: what has to hold so that the invariant says anything: a of "a implies b" and of "not a or b". */
static Str antecedent(Checks *c, ExprCtx *x, const Expr *e)
{
    if (e->op == E_IMPLIES) return v_expr(x, e->arg[0]);
    if (e->op == E_NOT) return v_expr(x, e->arg[0]);
    if (e->op != E_OR) return STR("1'b1");
    Str a = antecedent(c, x, e->arg[0]), b = antecedent(c, x, e->arg[1]);
    return f(c->k->e, STR_FMT " && " STR_FMT, STR_ARG(a), STR_ARG(b));
}

typedef struct { bool history; } Uses;
static void find_history(const Expr *e, void *ctx) { if (e->op == E_UNKNOWN || (e->op == E_VAR && (e->var->kind == V_HISTORY || e->var->type->opaque))) ((Uses *)ctx)->history = true; }

static void invariants(Checks *c)
{
    Emit *e = c->k->e;
    for (int i = 0; i < c->k->c->invariants.n; i++) {
        const Invariant *v = &c->k->c->invariants.at[i];
        Uses u = { false };
        ExprCtx x = { .m = c->m, .var = looked_up, .ctx = c };
        Str place = v_comment(e, "%s:%d: %s " STR_FMT ": " STR_FMT, text_file_name(v->pos.file), v->pos.line, v->cover ? "cover" : "invariant", STR_ARG(v->name), STR_ARG(v->text));
        if (v->test) expr_walk(v->test, find_history, &u);
        if (!v->test || u.history) { say(c, "  // not translated: " STR_FMT, STR_ARG(place)); continue; }
        if (v->cover) {
            say(c, "`ifdef FORMAL\n  always @(posedge clk_i) if (chk) begin\n    // " STR_FMT "\n    cov_" STR_FMT ": cover (%s && " STR_FMT ");\n  end\n`endif", STR_ARG(place), STR_ARG(ident(e->a, v->name)), c->k->hashed ? shown(c) : "t_valid_q", STR_ARG(v_expr(&x, v->test)));
            continue;
        }
        Str when = antecedent(c, &x, v->test), then = v_expr(&x, v->test);
        check(c, f(e, "inv_" STR_FMT, STR_ARG(ident(e->a, v->name))), Z(e, f(e, "%s && " STR_FMT, shown(c), STR_ARG(when))), Z(e, then), Z(e, place));
    }
}

/* ---- states are where the specification keeps them ---- */

static Str state_in(Checks *c, const char *name, StateAt at)
{
    Str s = { "", 0 };
    for (int i = 0; i < c->k->c->states.n; i++)
        if (c->k->c->states.at[i]->at == at) s = f(c->k->e, STR_FMT "%s%s == " STR_FMT, STR_ARG(s), s.n ? " || " : "", name, STR_ARG(state_const(c->m, c->k->c->states.at[i])));
    return s.n ? s : STR("1'b0");
}

static void states(Checks *c)
{
    Emit *e = c->k->e;
    Str line = c->k->store ? c->k->store->name : STR(""), entry = c->k->wait ? c->k->wait->name : STR("");
    Str live = c->k->wait ? f(e, STR_FMT "_armed", STR_ARG(entry)) : STR("1'b0");
    if (c->k->wait)
        check(c, STR("state_in_entry"), Z(e, f(e, "t_valid_q && " STR_FMT, STR_ARG(live))), Z(e, state_in(c, Z(e, f(e, STR_FMT "_state", STR_ARG(entry))), AT_WAITERS)), "a live entry holds a state that is kept in entries");
    if (c->k->store)
        check(c, STR("state_of_way"), Z(e, f(e, "%s && " STR_FMT "_hit && !" STR_FMT, c->k->hashed ? shown(c) : "t_valid_q", STR_ARG(line), STR_ARG(live))), Z(e, state_in(c, Z(e, f(e, STR_FMT "_state", STR_ARG(line))), AT_STORE)), "a way that is taken belongs to a state: none leaks");
    check(c, STR("one_source"), "t_valid_q", "t_src_q != {SOURCES{1'b0}} && (t_src_q & (t_src_q - 1'b1)) == {SOURCES{1'b0}}", "an occurrence comes from one source");
}

/* ---- outputs ---- */

static bool ends(Str s, const char *tail)
{
    int n = (int)strlen(tail);
    return s.n > n && !memcmp(s.p + s.n - n, tail, (size_t)n);
}

/* "output [W-1:0] name" into range (with a blank behind it, or empty) and name. */
static Str port_name(Str p)
{
    int i = p.n;
    while (p.p[i - 1] != ' ') i--;
    return (Str){ p.p + i, p.n - i };
}

static Str port_range(Str p)
{
    for (int i = 0; i < p.n; i++)
        if (p.p[i] == '[') { Str n = port_name(p); return (Str){ p.p + i, p.n - n.n - i }; }
    return STR("");
}

/* What is offered and not taken stays as it is. */
static void stays(Checks *c, const Module *of, Str valid)
{
    Emit *e = c->k->e;
    Str stem = { valid.p, valid.n - 7 }, name = ends(stem, "_") ? (Str){ stem.p, stem.n - 1 } : stem, same = STR("1'b1");
    say(c, "  reg was_" STR_FMT "_q = 1'b0;\n  always @(posedge clk_i) was_" STR_FMT "_q <= chk && " STR_FMT " && !" STR_FMT "ready_i;", STR_ARG(name), STR_ARG(name), STR_ARG(valid), STR_ARG(stem));
    for (int i = 0; i < of->ports.n; i++) {
        Str p = port_name(of->ports.at[i]);
        bool part = p.n > stem.n && !memcmp(p.p, stem.p, (size_t)stem.n) && ends(p, "_o") && !ends(p, "valid_o") && !ends(p, "ready_o");
        if (!part) continue;
        say(c, "  reg " STR_FMT "was_" STR_FMT "_q;\n  always @(posedge clk_i) was_" STR_FMT "_q <= " STR_FMT ";", STR_ARG(port_range(of->ports.at[i])), STR_ARG(p), STR_ARG(p), STR_ARG(p));
        same = f(e, STR_FMT " && " STR_FMT " == was_" STR_FMT "_q", STR_ARG(same), STR_ARG(p), STR_ARG(p));
    }
    const char *when = Z(e, f(e, "was_" STR_FMT "_q", STR_ARG(name)));
    check(c, f(e, "stays_" STR_FMT, STR_ARG(name)), when, Z(e, valid), Z(e, f(e, STR_FMT ": valid until ready", STR_ARG(name))));
    check(c, f(e, "same_" STR_FMT, STR_ARG(name)), when, Z(e, same), Z(e, f(e, STR_FMT ": the payload stays until ready", STR_ARG(name))));
}

static bool takes(const Controller *c, const Network *n)
{
    for (int i = 0; i < c->sources.n; i++) if (c->sources.at[i].kind == SRC_NETWORK && c->sources.at[i].net == n) return true;
    return false;
}

/* Some row sends on it. */
typedef struct { const Network *n; bool found; } SendScan;
static void find_send(const Action *a, void *ctx) { SendScan *s = ctx; if (a->msg && (a->kind == A_SEND || a->kind == A_MULTICAST) && a->msg->net == s->n) s->found = true; }
static bool sends(const Controller *c, const Network *n)
{
    SendScan s = { n, false };
    for (int i = 0; i < c->rows.n; i++) actions_walk(c->rows.at[i]->body, find_send, &s);
    return s.found;
}

/* "node is an instance of a controller that takes / sends on the network" */
static Str is_end(Checks *c, const Network *n, bool sender, Str node)
{
    Emit *e = c->k->e;
    Str s = { "", 0 };
    for (int i = 0; i < e->sys->places.n; i++) {
        const Controller *o = e->sys->places.at[i].ctl;
        Str up = upper(e->a, o->name);
        if (sender ? !sends(o, n) : !takes(o, n)) continue;
        s = f(e, STR_FMT "%s(" STR_FMT " >= " STR_FMT "_BASE && " STR_FMT " < " STR_FMT "_BASE + " STR_FMT "_COUNT)", STR_ARG(s), s.n ? " || " : "", STR_ARG(node), STR_ARG(up), STR_ARG(node), STR_ARG(up), STR_ARG(up));
    }
    return s.n ? s : STR("1'b0");
}

static void messages_out(Checks *c)
{
    Emit *e = c->k->e;
    for (int i = 0; i < c->k->s->outs.n; i++) {
        const Out *o = c->k->s->outs.at[i];
        if (!o->net || o->lane) continue;
        Str n = o->net->name, up = upper(e->a, n), node = f(e, "chk_" STR_FMT "_dst", STR_ARG(n)), valid = f(e, STR_FMT "_out_valid_o", STR_ARG(n));
        say(c, "  wire [31:0] " STR_FMT " = {{(32 - NODE_W){1'b0}}, " STR_FMT "_out_dst_o};", STR_ARG(node), STR_ARG(n));
        check(c, f(e, "dest_" STR_FMT, STR_ARG(n)), Z(e, valid), Z(e, is_end(c, o->net, false, node)), Z(e, f(e, STR_FMT ": messages go to a node that takes them", STR_ARG(n))));
        check(c, f(e, "flits_" STR_FMT, STR_ARG(n)), Z(e, valid), Z(e, f(e, STR_FMT "_out_flits_o != {" STR_FMT "_LEN_W{1'b0}}", STR_ARG(n), STR_ARG(up))), Z(e, f(e, STR_FMT ": a message has a kind of the network, so a length", STR_ARG(n))));
    }
}

/* ---- the surroundings ---- */

static int kinds_of(const Protocol *p, const Network *n)
{
    int k = 0;
    for (int i = 0; i < p->msgs.n; i++) k += p->msgs.at[i]->net == n;
    return k;
}

/* Requests of the core have a kind; of a controller by itself (not COHGEN_SYSTEM) messages that arrive are of the network and come from a node that sends on it. Nothing else is assumed of them. */
static void well_formed(Checks *c)
{
    Emit *e = c->k->e;
    say(c, "`ifdef FORMAL\n`ifndef COHGEN_SYSTEM");
    for (int i = 0; i < c->k->c->sources.n; i++) {
        const Source *s = &c->k->c->sources.at[i];
        if (s->kind != SRC_NETWORK) continue;
        Str n = s->net->name, up = upper(e->a, n), node = f(e, "chk_" STR_FMT "_from", STR_ARG(n));
        say(c, "  wire [31:0] " STR_FMT " = {{(32 - NODE_W){1'b0}}, " STR_FMT "_in_msg_i[" STR_FMT "_KIND_W +: NODE_W]};", STR_ARG(node), STR_ARG(n), STR_ARG(up));
        assume(c, "a sender of this network", Z(e, f(e, STR_FMT "_in_valid_i", STR_ARG(n))), Z(e, is_end(c, s->net, true, node)));
        assume(c, "a kind of this network", Z(e, f(e, STR_FMT "_in_valid_i", STR_ARG(n))), Z(e, f(e, "{1'b0, " STR_FMT "_in_msg_i[" STR_FMT "_KIND_W-1:0]} < %d", STR_ARG(n), STR_ARG(up), kinds_of(e->p, s->net))));
    }
    say(c, "`endif");
    if (c->k->core) assume(c, "a kind of request", Z(e, f(e, STR_FMT "_req_valid_i", STR_ARG(c->k->core->name))), Z(e, f(e, "{1'b0, " STR_FMT "_req_kind_i} < %d", STR_ARG(c->k->core->name), c->k->core->events.n)));
    say(c, "`endif");
}

/* The field of a request that names the thread. */
static Str thread_field(const Port *p)
{
    for (int i = 0; p->id_type && i < p->events.n; i++)
        for (int k = 0; k < p->events.at[i]->def->fields.n; k++)
            if (p->events.at[i]->def->fields.at[k].type == p->id_type) return p->events.at[i]->def->fields.at[k].name;
    return STR("");
}

/* Each thread has one request in progress; a reply is to one. */
static void replies(Checks *c)
{
    Emit *e = c->k->e;
    Str n = c->k->core->name, id = thread_field(c->k->core);
    Str bits = id.n ? f(e, "[(1 << " STR_FMT ")-1:0] ", STR_ARG(v_width(c->m, c->k->core->id_type))) : STR("");
    Str ask = id.n ? f(e, "chk_open_q[" STR_FMT "_req_" STR_FMT "_i]", STR_ARG(n), STR_ARG(id)) : STR("chk_open_q"), rep = id.n ? f(e, "chk_open_q[" STR_FMT "_rep_" STR_FMT "_o]", STR_ARG(n), STR_ARG(id)) : STR("chk_open_q");
    say(c, "  reg " STR_FMT "chk_open_q = 0;                 // threads with a request in progress\n  always @(posedge clk_i) begin\n    if (rst_i) chk_open_q <= 0;\n    else begin", STR_ARG(bits));
    say(c, "      if (" STR_FMT "_rep_valid_o && " STR_FMT "_rep_ready_i) " STR_FMT " <= 1'b0;\n      if (" STR_FMT "_req_valid_i && " STR_FMT "_req_ready_o) " STR_FMT " <= 1'b1;\n    end\n  end", STR_ARG(n), STR_ARG(n), STR_ARG(rep), STR_ARG(n), STR_ARG(n), STR_ARG(ask));
    say(c, "`ifdef FORMAL");
    assume(c, "a thread waits for its answer before it asks again", Z(e, f(e, STR_FMT "_req_valid_i", STR_ARG(n))), Z(e, f(e, "!" STR_FMT, STR_ARG(ask))));
    say(c, "`endif");
    check(c, STR("closed_reply"), Z(e, f(e, STR_FMT "_rep_valid_o", STR_ARG(n))), Z(e, rep), "a reply is to a request in progress");
}

/* An AXI4 slave: reads that were asked for, beat by beat; write responses to writes whose address and data were sent. */
static void memory(Checks *c)
{
    const char *n = Z(c->k->e, f(c->k->e, STR_FMT "_axi_", STR_ARG(ctl_memory_name(c->k->c))));
    say(c, "`ifdef FORMAL\n  reg [(1 << AXI_ID_W)-1:0] chk_rd_q = 0, chk_wr_q = 0;        // ids of reads, of writes in flight\n  reg [8*(1 << AXI_ID_W)-1:0] chk_beat_q;\n  reg [7:0] chk_data_q = 0;                              // writes whose data was sent, without a response");
    say(c, "  always @(posedge clk_i) begin\n    if (rst_i) begin\n      chk_rd_q <= 0;\n      chk_wr_q <= 0;\n      chk_data_q <= 0;\n    end else begin");
    say(c, "      if (%srvalid_i && %srready_o) begin\n        chk_beat_q[8*%srid_i +: 8] <= chk_beat_q[8*%srid_i +: 8] + 1'b1;\n        if (%srlast_i) chk_rd_q[%srid_i] <= 1'b0;\n      end", n, n, n, n, n, n);
    say(c, "      if (%sarvalid_o && %sarready_i) begin\n        chk_rd_q[%sarid_o] <= 1'b1;\n        chk_beat_q[8*%sarid_o +: 8] <= 8'd0;\n      end", n, n, n, n);
    say(c, "      if (%sbvalid_i && %sbready_o) chk_wr_q[%sbid_i] <= 1'b0;\n      if (%sawvalid_o && %sawready_i) chk_wr_q[%sawid_o] <= 1'b1;", n, n, n, n, n, n);
    say(c, "      chk_data_q <= chk_data_q + (%swvalid_o && %swready_i && %swlast_o) - (%sbvalid_i && %sbready_o);\n    end\n  end", n, n, n, n, n);
    assume(c, "memory answers reads that it was asked for", Z(c->k->e, f(c->k->e, "%srvalid_i", n)), Z(c->k->e, f(c->k->e, "chk_rd_q[%srid_i] && %srlast_i == (chk_beat_q[8*%srid_i +: 8] == %sarlen_o)", n, n, n, n)));
    assume(c, "memory acknowledges writes that it has", Z(c->k->e, f(c->k->e, "%sbvalid_i", n)), Z(c->k->e, f(c->k->e, "chk_wr_q[%sbid_i] && chk_data_q != 8'd0", n)));
    say(c, "`endif");
}

static void closed(Checks *c)
{
    say(c, "\n  // ---- where the rest of the system behaves ----\n`ifdef COHGEN_CLOSED");
    if (c->k->core) replies(c);
    if (c->k->mem || c->k->memory) memory(c);
    say(c, "`ifdef FORMAL");
    assume(c, "sums stay within their types: the rows that would overflow are not followed", "t_valid_q && !t_spared && !t_hold", "!st_overflow");
    say(c, "`endif");
    check(c, STR("closed_no_never"), "t_valid_q", "!t_never || st_overflow", "no row that is never, no error");
    say(c, "`endif");
}

Module *emit_checks(Ctl *k)
{
    Checks c = { k, module_new(k->e, k->c) };
    say(&c, "  reg chk_q = 1'b0;                       // a reset has been seen\n  always @(posedge clk_i) chk_q <= chk_q || rst_i;\n`ifdef FORMAL\n  (* keep *) wire chk_first = !chk_q;     // the reset is in the first cycle, in which registers hold anything\n`endif\n  wire chk = chk_q && !rst_i;\n");
    well_formed(&c);
    say(&c, "\n  // ---- invariants of the specification, of the line that is looked up ----");
    invariants(&c);
    say(&c, "\n  // ---- state ----");
    states(&c);
    say(&c, "\n  // ---- outputs ----");
    for (int i = 0; i < k->m->ports.n; i++) {
        Str p = port_name(k->m->ports.at[i]);
        if (ends(p, "valid_o")) stays(&c, k->m, p);
    }
    messages_out(&c);
    closed(&c);
    return c.m;
}
