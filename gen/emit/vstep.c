/* vstep.c - the transition function: one combinational module, every row of the table a commented case arm. */
#include "emit/verilog.h"
#include <stdarg.h>
#include <string.h>

typedef struct {
    Module *m;
    const Lowered *l;
    const Step *s;                /* l->step */
    int temps;
    VEC(Str) sums;
    Str to;                       /* of a send: its receiver */
    bool walk;                    /* the module of the walks */
} Printer;

static Str current(void *ctx, Var *v)
{
    Printer *p = ctx;
    if (!v) return STR("key_i");
    if (v->kind == V_STATE) return STR("state_i");
    if ((v->kind == V_REG && !p->walk) || v->kind == V_STORE || v->kind == V_WAITER || v->kind == V_STAMP) {
        for (int i = p->s->n_inputs; i < p->s->signals.n; i++)
            if (p->s->signals.at[i].var == v) return p->s->signals.at[i].name;
    }
    if (v->kind == V_STORE_HIT || v->kind == V_WAITER_HIT) return f(p->m->e, STR_FMT "_now", STR_ARG(v->ident));
    return f(p->m->e, STR_FMT "_i", STR_ARG(v->ident));
}

static ExprCtx plain(Printer *p) { return (ExprCtx){ .m = p->m, .var = current, .ctx = p }; }

static ExprCtx checked(Printer *p, int indent)
{
    return (ExprCtx){ .m = p->m, .var = current, .ctx = p, .before = &p->m->body, .indent = indent, .temps = &p->temps, .sums = (void *)&p->sums, .overflow = "overflow_o" };
}

static void line(Printer *p, int indent, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static void line(Printer *p, int indent, const char *fmt, ...)
{
    va_list ap;
    buf_printf(&p->m->body, "%*s", indent, "");
    va_start(ap, fmt);
    buf_vprintf(&p->m->body, fmt, ap);
    va_end(ap);
    buf_printf(&p->m->body, "\n");
}

static Str signal_range(Printer *p, const Signal *g)
{
    if (g->type) return v_range(p->m, g->type);
    if (g->kind == SIG_SEND_TO) return STR("[NODES-1:0] ");
    return v_bits(p->m, g->width);
}

/* ---- operations ---- */

/* The value of an expression as a t. Sums in walks are not checked. */
static Str value_text(Printer *p, const Expr *e, const Type *t, int indent, bool check)
{
    ExprCtx x = check ? checked(p, indent) : plain(p);
    return expr_is_const(e) ? v_const(p->m, e, t) : v_expr(&x, e);
}

static Str node_mask(Printer *p, Str node)
{
    decl(&p->m->funcs, STR("node_mask"), "  function [NODES-1:0] node_mask(input [NODE_W-1:0] n); reg [NODES-1:0] one; begin\n"
         "    one = {NODES{1'b0}};\n    one[0] = 1'b1;\n    node_mask = one << n;\n  end endfunction");
    return f(p->m->e, "node_mask(" STR_FMT ")", STR_ARG(node));
}

static Str instances_mask(Printer *p, const Controller *of, const Type *t, Str bits)
{
    Emit *e = p->m->e;
    Str up = upper(e->a, of->name), fn = f(e, "nodes_of_" STR_FMT, STR_ARG(lower(e->a, of->name)));
    decl(&p->m->funcs, fn, "  function [NODES-1:0] " STR_FMT "(input " STR_FMT "x); integer i; begin\n    " STR_FMT " = {NODES{1'b0}};\n"
         "    for (i = 0; i < " STR_FMT "_COUNT; i = i + 1) " STR_FMT "[i + " STR_FMT "_BASE] = (i < " STR_FMT ") ? x[i %% " STR_FMT "] : 1'b0;\n  end endfunction",
         STR_ARG(fn), STR_ARG(v_range(p->m, t)), STR_ARG(fn), STR_ARG(up), STR_ARG(fn), STR_ARG(up), STR_ARG(v_width(p->m, t)), STR_ARG(v_width(p->m, t)));
    return f(e, STR_FMT "(" STR_FMT ")", STR_ARG(fn), STR_ARG(bits));
}

static Str nodes_text(Printer *p, const LowOp *o, int indent)
{
    Str to = value_text(p, o->value, o->value->type, indent, o->checked);
    return o->nodes_of ? instances_mask(p, o->nodes_of, o->value->type, to) : node_mask(p, to);
}

/* What a value or a set of nodes is called; the sums in it are printed. */
static Str set_text(Printer *p, const LowOp *o, int indent)
{
    if (o->kind == LOW_NODES) return nodes_text(p, o, indent);
    return value_text(p, o->value, p->s->signals.at[o->signal].type, indent, o->checked);
}

/* The constant that a number is called by, or the number; what it stands for if that has no constant. */
static Str code_text(Printer *p, const Signal *g, const LowOp *o)
{
    Emit *e = p->m->e;
    Str name = upper(e->a, o->note);
    switch (g->kind) {
    case SIG_NEXT: return f(e, "STATE_" STR_FMT ";", STR_ARG(name));
    case SIG_SEND_KIND: return f(e, "MSG_" STR_FMT ";", STR_ARG(name));
    case SIG_REQ_KIND: case SIG_REPLY_KIND: return f(e, "A_" STR_FMT "_" STR_FMT ";", STR_ARG(upper(e->a, g->o->port->name)), STR_ARG(name));
    case SIG_VAR: return g->type->kind == TK_BOOL ? STR("1'b0;") : STR("0;");
    default: return f(e, "%d'd%lld; // " STR_FMT, g->width, (long long)o->code, STR_ARG(o->note));
    }
}

/* Is NAME.hit of a waiting place an input? */
static bool wait_hit_read(const Printer *p, const Waiters *w)
{
    for (int i = 0; i < p->s->n_inputs; i++)
        if (p->s->signals.at[i].var && p->s->signals.at[i].var->kind == V_WAITER_HIT && p->s->signals.at[i].var->waiters == w) return true;
    return false;
}

static void print_body(Printer *p, const LowOp *o, int indent);

static void print_arm(Printer *p, const LowArm *arm, bool first, int indent)
{
    ExprCtx x = plain(p);
    const char *before = first ? "" : "end else ";
    switch (arm->kind) {
    case LOW_TEST: line(p, indent, "%sif (" STR_FMT ") begin", before, STR_ARG(v_expr(&x, arm->test))); break;
    case LOW_HIT: case LOW_MISS: line(p, indent, "%sif (%s" STR_FMT "_hit_now) begin", before, arm->kind == LOW_MISS ? "!" : "", STR_ARG(arm->store->name)); break;
    case LOW_ELSE: line(p, indent, "%sbegin", before); break;
    }
    print_body(p, arm->body, indent + 2);
}

static void print_if(Printer *p, const LowOp *o, int indent)
{
    const LowArm *arm = o->arms.at;
    if (o->arms.n == 1 && arm->kind == LOW_HIT && arm->body->kind == LOW_OR && !arm->body->next) {
        line(p, indent, "if (" STR_FMT "_hit_now) " STR_FMT " = 1'b1;", STR_ARG(arm->store->name), STR_ARG(p->s->signals.at[arm->body->signal].name));
        return;
    }
    for (int i = 0; i < o->arms.n; i++) print_arm(p, &o->arms.at[i], i == 0, indent);
    if (o->arms.n) line(p, indent, "end");
}

static void print_there(Printer *p, const LowOp *o, int indent)
{
    if (o->waiters && !wait_hit_read(p, o->waiters)) return;
    line(p, indent, STR_FMT "_hit_now = 1'b1;", STR_ARG(o->store ? o->store->name : o->waiters->name));
}

static void print_op(Printer *p, const LowOp *o, int indent)
{
    const Signal *g = &p->s->signals.at[o->signal];
    Str v;
    switch (o->kind) {
    case LOW_SET: case LOW_NODES:
        v = g->kind == SIG_SEND_TO ? p->to : set_text(p, o, indent);
        line(p, indent, STR_FMT " = " STR_FMT ";", STR_ARG(g->name), STR_ARG(v));
        break;
    case LOW_CODE: line(p, indent, STR_FMT " = " STR_FMT, STR_ARG(g->name), STR_ARG(code_text(p, g, o))); break;
    case LOW_OR:
        if (g->kind == SIG_SEND_VALID) p->to = set_text(p, o->next->next, indent);   /* its sums stand before the whole send */
        if (g->width == 1) line(p, indent, STR_FMT " = 1'b1;", STR_ARG(g->name));
        else line(p, indent, STR_FMT " = " STR_FMT " | %d'd%lld;", STR_ARG(g->name), STR_ARG(g->name), g->width, (long long)o->code);
        break;
    case LOW_THERE: print_there(p, o, indent); break;
    case LOW_IF: print_if(p, o, indent); break;
    case LOW_WALK: line(p, indent, STR_FMT " = 1'b1;", STR_ARG(g->name)); break;
    case LOW_ERROR: line(p, indent, "act_o = ACT_NEVER;"); break;
    case LOW_PARKED: case LOW_OUTSIDE: break;          /* refused before */
    }
}

static void print_body(Printer *p, const LowOp *o, int indent)
{
    for (; o; o = o->next) print_op(p, o, indent);
}

/* ---- rows ---- */

static void print_row(Printer *p, const LowRow *low, int indent)
{
    static const char *const acts[] = { [ACT_FIRE] = "ACT_FIRE", [ACT_STALL] = "ACT_STALL" };
    const Row *r = low->row;
    Str place = v_comment(p->m->e, "%s:%d%s" STR_FMT, text_file_name(r->pos.file), r->pos.line, r->why.n ? ": " : "", STR_ARG(r->why));
    line(p, indent, "row_o = %d'd%d; // " STR_FMT, code_bits(p->s->ctl->rows.n), r->id, STR_ARG(place));
    if (low->act != ACT_NEVER) line(p, indent, "act_o = %s;", acts[low->act]);
    print_body(p, low->body, indent);
}

static void print_cell(Printer *p, const LowCell *cell, int indent)
{
    ExprCtx x = plain(p);
    bool guarded = cell->rows.n > 1 || cell->rows.at[0]->row->when;
    for (int i = 0; i < cell->rows.n; i++) {
        const Row *r = cell->rows.at[i]->row;
        if (r->when) line(p, indent, "%sif (" STR_FMT ") begin", i ? "end else " : "", STR_ARG(v_expr(&x, r->when)));
        else if (guarded) line(p, indent, "end else begin");
        print_row(p, cell->rows.at[i], indent + (guarded ? 2 : 0));
    }
    if (guarded) line(p, indent, "end");
}

/* Events of the same rows share an arm. */
static void print_state(Printer *p, const LowState *low)
{
    const State *st = low->state;
    line(p, 6, STR_FMT ": // " STR_FMT, STR_ARG(state_const(p->m, st)), STR_ARG(v_comment(p->m->e, STR_FMT, STR_ARG(st->doc.n ? st->doc : st->name))));
    line(p, 8, "case (refined_o)");
    for (int i = 0; i < low->cells.n; i++) {
        const LowCell *cell = &low->cells.at[i];
        Str label = refined_const(p->m, cell->events.at[0]);
        for (int k = 1; k < cell->events.n; k++) label = f(p->m->e, STR_FMT ", " STR_FMT, STR_ARG(label), STR_ARG(refined_const(p->m, cell->events.at[k])));
        line(p, 10, STR_FMT ": begin", STR_ARG(label));
        print_cell(p, cell, 12);
        line(p, 10, "end");
    }
    line(p, 10, "default: act_o = ACT_NEVER;");
    line(p, 8, "endcase");
}

static void print_refinement(Printer *p)
{
    ExprCtx x = plain(p);
    line(p, 4, "// Which event is it?");
    line(p, 4, "case (event_i)");
    for (int i = 0; i < p->l->events.n; i++) {
        const LowEvent *b = &p->l->events.at[i];
        Str rest = refined_const(p->m, b->rest);
        line(p, 6, STR_FMT ": %s", STR_ARG(event_const(p->m, b->base)), b->cases.n ? "begin" : Z(p->m->e, f(p->m->e, "refined_o = " STR_FMT ";", STR_ARG(rest))));
        for (int k = 0; k < b->cases.n; k++)
            line(p, 8, "%sif (" STR_FMT ") refined_o = " STR_FMT ";", k ? "else " : "", STR_ARG(v_expr(&x, b->cases.at[k].when)), STR_ARG(refined_const(p->m, b->cases.at[k].event)));
        if (b->cases.n) { line(p, 8, "else refined_o = " STR_FMT ";", STR_ARG(rest)); line(p, 6, "end"); }
    }
    line(p, 6, "default: known = 1'b0;");
    line(p, 4, "endcase");
}

static void print_view(Printer *p, const LowView *low, bool first)
{
    const View *v = low->view;
    Emit *e = p->m->e;
    ExprCtx x = plain(p);
    Str of = { "", 0 }, ev = { "", 0 };
    for (int k = 0; k < v->of.n; k++) of = f(e, STR_FMT "%sstate_i == " STR_FMT, STR_ARG(of), k ? " || " : "", STR_ARG(state_const(p->m, v->of.at[k])));
    for (int k = 0; k < low->events.n; k++)
        ev = f(e, STR_FMT "%srefined_o %s " STR_FMT, STR_ARG(ev), !k ? "" : low->except ? " && " : " || ", low->except ? "!=" : "==", STR_ARG(refined_const(p->m, low->events.at[k])));
    line(p, 4, "%sif ((" STR_FMT ")%s" STR_FMT "%s && " STR_FMT ") view_o = " STR_FMT "; // " STR_FMT, first ? "" : "else ", STR_ARG(of), ev.n ? " && (" : "", STR_ARG(ev), ev.n ? ")" : "",
         STR_ARG(v_expr(&x, v->when)), STR_ARG(state_const(p->m, v->as)), STR_ARG(v->name));
}

static void print_views(Printer *p)
{
    if (p->l->views.n) line(p, 4, "// As which state does it behave?");
    for (int i = 0; i < p->l->views.n; i++) print_view(p, &p->l->views.at[i], i == 0);
}

static Str zero(Printer *p, const Signal *g)
{
    if (g->type && g->type->kind != TK_BOOL) return f(p->m->e, "{" STR_FMT "{1'b0}}", STR_ARG(v_width(p->m, g->type)));
    if (g->kind == SIG_SEND_TO && !g->type) return STR("{NODES{1'b0}}");
    return f(p->m->e, "%d'd0", g->type ? 1 : g->width);
}

static Str initial(Printer *p, const LowStart *x)
{
    Emit *e = p->m->e;
    const Signal *g = &p->s->signals.at[x->signal];
    if (g->kind == SIG_ACT) return STR("ACT_NEVER");
    if (x->kind == LOW_START_CODE) return zero(p, g);
    Str in = p->s->signals.at[x->input].name;
    if (x->kind == LOW_START_INPUT) return in;
    Str value = x->value ? value_text(p, x->value, g->type, 0, false) : zero(p, g);
    return f(e, STR_FMT " ? " STR_FMT " : " STR_FMT, STR_ARG(p->s->signals.at[x->when].name), STR_ARG(in), STR_ARG(value));
}

static void print_module(Printer *p)
{
    const Controller *c = p->s->ctl;
    line(p, 4, "// Nothing happens unless a row says so.");
    for (int i = 0; i < c->stores.n; i++) line(p, 4, STR_FMT "_hit_now = " STR_FMT "_hit_i;", STR_ARG(c->stores.at[i]->name), STR_ARG(c->stores.at[i]->name));
    for (int i = 0; i < c->waiters.n; i++)
        if (wait_hit_read(p, c->waiters.at[i])) line(p, 4, STR_FMT "_hit_now = " STR_FMT "_hit_i;", STR_ARG(c->waiters.at[i]->name), STR_ARG(c->waiters.at[i]->name));
    line(p, 4, "known = 1'b1;");
    for (int i = 0; i < p->l->starts.n; i++)
        line(p, 4, STR_FMT " = " STR_FMT ";", STR_ARG(p->s->signals.at[p->l->starts.at[i].signal].name), STR_ARG(initial(p, &p->l->starts.at[i])));
    line(p, 0, "%s", "");
    print_refinement(p);
    print_views(p);
    line(p, 0, "%s", "");
    line(p, 4, "// The table.");
    line(p, 4, "if (known)");
    line(p, 4, "case (view_o)");
    for (int i = 0; i < p->l->states.n; i++) print_state(p, &p->l->states.at[i]);
    line(p, 6, "default: act_o = ACT_NEVER;");
    line(p, 4, "endcase");
    line(p, 4, "if (overflow_o) act_o = ACT_NEVER;");
}

/* ---- walks ---- */

bool walk_output(const Signal *g)
{
    bool place = g->kind == SIG_VAR && g->var->kind != V_REG;
    return place || g->kind == SIG_NEXT || g->kind == SIG_STORE_FREE || g->kind == SIG_STORE_WE || g->kind == SIG_WAIT_WE;
}

bool walk_input(const Signal *g)
{
    return g->kind == SIG_IN_STATE || (g->kind == SIG_IN_VAR && g->var->kind != V_ARG && g->var->kind != V_STAMP && g->var->kind != V_REPLAYED);
}

static void print_walk(Printer *p, const LowWalk *w)
{
    const LowOp *o = w->op;
    if (walk_clears(o->from) || walk_unbuilt(w->row, o->from)) return;
    ExprCtx x = plain(p);
    line(p, 4, "if (walk_i[%lld]) begin // " STR_FMT, (long long)o->code, STR_ARG(v_comment(p->m->e, "%s:%d", text_file_name(o->from->pos.file), o->from->pos.line)));
    line(p, 6, "run_o = " STR_FMT ";", STR_ARG(o->value ? v_expr(&x, o->value) : STR("1'b1")));
    print_body(p, o->body, 6);
    line(p, 4, "end");
}

static void print_hits(Printer *p, bool declare)
{
    const Controller *c = p->s->ctl;
    for (int i = 0; i < c->stores.n + c->waiters.n; i++) {
        Str n = i < c->stores.n ? c->stores.at[i]->name : c->waiters.at[i - c->stores.n]->name;
        if (i >= c->stores.n && !wait_hit_read(p, c->waiters.at[i - c->stores.n])) continue;
        if (declare) { line(p, 2, "reg " STR_FMT "_hit_now;", STR_ARG(n)); module_unused(p->m, f(p->m->e, STR_FMT "_hit_now", STR_ARG(n))); }
        else line(p, 4, STR_FMT "_hit_now = " STR_FMT "_hit_i;", STR_ARG(n), STR_ARG(n));
    }
}

Module *emit_walk(Emit *e, const Lowered *l)
{
    const Step *s = l->step;
    Printer p = { .m = module_new(e, s->ctl), .l = l, .s = s, .walk = true };
    if (!walks_visit(s)) return NULL;
    module_port(p.m, "input      [%d:0] walk_i", s->walks.n - 1);
    module_port(p.m, "output reg run_o");
    for (int i = 0; i < s->signals.n; i++) {
        Signal *g = &s->signals.at[i];
        if (g->out ? !walk_output(g) : !walk_input(g)) continue;
        module_port(p.m, "%s " STR_FMT STR_FMT, g->out ? "output reg" : "input     ", STR_ARG(signal_range(&p, g)), STR_ARG(g->name));
        if (!g->out) module_unused(p.m, g->name);
    }
    module_unused(p.m, STR("walk_i"));
    print_hits(&p, true);
    line(&p, 2, "always @* begin\n    run_o = 1'b0;");
    print_hits(&p, false);
    for (int i = 0; i < l->starts.n; i++) {
        const Signal *g = &s->signals.at[l->starts.at[i].signal];
        if (walk_output(g)) line(&p, 4, STR_FMT " = " STR_FMT ";", STR_ARG(g->name), STR_ARG(initial(&p, &l->starts.at[i])));
    }
    for (int i = 0; i < l->walks.n; i++) print_walk(&p, &l->walks.at[i]);
    line(&p, 2, "end");
    module_write(p.m, f(e, STR_FMT "_" STR_FMT "_walk", STR_ARG(e->design), STR_ARG(lower(e->a, s->ctl->name))),
                 Z(e, f(e, "Walks of controller " STR_FMT ": what walk_i, one-hot, makes of one key; nothing unless run_o. Combinational.", STR_ARG(s->ctl->name))));
    return p.m;
}

/* Is the variable set in the text, and never read? */
static bool only_set(const Buf *text, Str name)
{
    for (size_t i = 0; i + (size_t)name.n + 2 < text->n; i++)
        if (!memcmp(text->at + i, name.p, (size_t)name.n) && (i == 0 || text->at[i - 1] == ' ' || text->at[i - 1] == '(' || text->at[i - 1] == '!') && memcmp(text->at + i + name.n, " = ", 3)) return false;
    return true;
}

Module *emit_step(Emit *e, const Lowered *l)
{
    const Step *s = l->step;
    Printer p = { .m = module_new(e, s->ctl), .l = l, .s = s };
    Str *inputs = NEW_N(e->a, Str, s->signals.n);
    int n = 0;
    Buf table;
    for (int i = 0; i < s->signals.n; i++) {
        Signal *g = &s->signals.at[i];
        module_port(p.m, "%s " STR_FMT STR_FMT, g->out ? "output reg" : "input     ", STR_ARG(signal_range(&p, g)), STR_ARG(g->name));
        if (!g->out) inputs[n++] = g->name;
    }
    print_module(&p);
    table = p.m->body;
    buf_init(&p.m->body, e->a);
    line(&p, 2, "reg known;");
    for (int i = 0; i < s->ctl->stores.n; i++) line(&p, 2, "reg " STR_FMT "_hit_now;", STR_ARG(s->ctl->stores.at[i]->name));
    for (int i = 0; i < s->ctl->waiters.n; i++)
        if (wait_hit_read(&p, s->ctl->waiters.at[i])) line(&p, 2, "reg " STR_FMT "_hit_now;", STR_ARG(s->ctl->waiters.at[i]->name));
    for (int i = 0; i < p.sums.n; i++) line(&p, 2, STR_FMT, STR_ARG(p.sums.at[i]));
    line(&p, 0, "\n  always @* begin");
    for (int i = 0; i < p.sums.n; i++) {      /* no latches */
        Str d = p.sums.at[i];
        int k = d.n - 2;
        while (d.p[k] != ' ') k--;
        Str name = { d.p + k + 1, d.n - 2 - k };
        line(&p, 4, STR_FMT " = 0;", STR_ARG(name));
    }
    buf_put(&p.m->body, table.at, table.n);
    line(&p, 2, "end");
    module_unread(p.m, inputs, n);       /* what only wishes and invariants read */
    for (int i = 0; i < s->ctl->waiters.n; i++) {
        Str hit = f(e, STR_FMT "_hit_now", STR_ARG(s->ctl->waiters.at[i]->name));
        if (wait_hit_read(&p, s->ctl->waiters.at[i]) && only_set(&table, hit)) module_unused(p.m, hit);
    }
    module_write(p.m, f(e, STR_FMT "_" STR_FMT "_step", STR_ARG(e->design), STR_ARG(lower(e->a, s->ctl->name))),
                 Z(e, f(e, "Transition function of controller " STR_FMT ": combinational. Opaque data is steered by the _sel outputs, one stage later.", STR_ARG(s->ctl->name))));
    return p.m;
}
