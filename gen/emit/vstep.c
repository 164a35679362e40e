/* vstep.c - the transition function: one combinational module, every row of the table a commented case arm. */
#include "emit/verilog.h"
#include <stdarg.h>
#include <string.h>

typedef struct {
    Module *m;
    Step *s;
    int temps;
    VEC(Str) sums;
    bool walk;                    /* the module of the walks */
    const Row *row;               /* there: whose walks are printed */
} Printer;

static Str base_name(Str port) { return (Str){ port.p, port.n - 2 }; }      /* without _i / _o */

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
    va_start(ap, fmt);
    buf_printf(&p->m->body, "%*s", indent, "");
    buf_vprintf(&p->m->body, fmt, ap);
    buf_put(&p->m->body, "\n", 1);
    va_end(ap);
}

static Str signal_range(Printer *p, const Signal *g)
{
    if (g->type) return v_range(p->m, g->type);
    if (g->kind == SIG_SEND_TO) return STR("[NODES-1:0] ");
    return v_bits(p->m, g->width);
}

static Signal *find_signal(Printer *p, SignalKind k, const void *owner)
{
    for (int i = 0; i < p->s->signals.n; i++) {
        Signal *g = &p->s->signals.at[i];
        if (g->kind == k && (g->store == owner || g->waiters == owner || (void *)g->o == owner || (void *)g->s == owner)) return g;
    }
    return NULL;
}

static const char *sig(Printer *p, SignalKind k, const void *owner) { return Z(p->m->e, find_signal(p, k, owner)->name); }

/* ---- actions ---- */

static Str value_text(Printer *p, const Expr *e, const Type *t, int indent)
{
    ExprCtx x = p->walk ? plain(p) : checked(p, indent);
    return expr_is_const(e) ? v_const(p->m, e, t) : v_expr(&x, e);
}

static Signal *field_signal(Printer *p, const Out *o, Str name)
{
    for (int i = p->s->n_inputs; i < p->s->signals.n; i++) {
        Signal *g = &p->s->signals.at[i];
        bool is_field = g->kind == SIG_SEND_FIELD || g->kind == SIG_SEND_SEL || g->kind == SIG_REQ_FIELD || g->kind == SIG_REQ_SEL || g->kind == SIG_REPLY_FIELD || g->kind == SIG_REPLY_SEL;
        if (is_field && g->o == o && str_eq(g->o->fields.at[g->field].name, name)) return g;
    }
    return NULL;
}

static void print_fields(Printer *p, const Action *a, int indent)
{
    for (int i = 0; i < a->assigns.n; i++) {
        const Assign *as = &a->assigns.at[i];
        Signal *g = field_signal(p, a->out, as->name);
        if (as->field->type->opaque) {
            line(p, indent, STR_FMT " = %d'd%d; // " STR_FMT, STR_ARG(g->name), g->width, a->select[i], STR_ARG(as->value->var->ident));
        } else {
            Str v = value_text(p, as->value, as->field->type, indent);
            line(p, indent, STR_FMT " = " STR_FMT ";", STR_ARG(g->name), STR_ARG(v));
        }
    }
}

static Str node_mask(Printer *p, Str node)
{
    decl(&p->m->funcs, STR("node_mask"), "  function [NODES-1:0] node_mask(input [NODE_W-1:0] n); reg [NODES-1:0] one; begin\n"
         "    one = {NODES{1'b0}};\n    one[0] = 1'b1;\n    node_mask = one << n;\n  end endfunction");
    return f(p->m->e, "node_mask(" STR_FMT ")", STR_ARG(node));
}

static Str instances_mask(Printer *p, const Action *a, Str bits)
{
    Emit *e = p->m->e;
    Str up = upper(e->a, a->ctl->name), fn = f(e, "nodes_of_" STR_FMT, STR_ARG(lower(e->a, a->ctl->name)));
    decl(&p->m->funcs, fn, "  function [NODES-1:0] " STR_FMT "(input " STR_FMT "x); integer i; begin\n    " STR_FMT " = {NODES{1'b0}};\n"
         "    for (i = 0; i < " STR_FMT "_COUNT; i = i + 1) " STR_FMT "[i + " STR_FMT "_BASE] = (i < " STR_FMT ") ? x[i %% " STR_FMT "] : 1'b0;\n  end endfunction",
         STR_ARG(fn), STR_ARG(v_range(p->m, a->to->type)), STR_ARG(fn), STR_ARG(up), STR_ARG(fn), STR_ARG(up), STR_ARG(v_width(p->m, a->to->type)), STR_ARG(v_width(p->m, a->to->type)));
    return f(e, STR_FMT "(" STR_FMT ")", STR_ARG(fn), STR_ARG(bits));
}

static void print_send(Printer *p, const Action *a, int indent)
{
    Str to = value_text(p, a->to, a->to->type, indent);
    line(p, indent, "%s = 1'b1;", sig(p, SIG_SEND_VALID, a->out));
    line(p, indent, "%s = " STR_FMT ";", sig(p, SIG_SEND_KIND, a->out), STR_ARG(msg_const(p->m, a->msg)));
    if (a->kind == A_MULTICAST) to = instances_mask(p, a, to);
    else if (a->out->multicast) to = node_mask(p, to);
    line(p, indent, "%s = " STR_FMT ";", sig(p, SIG_SEND_TO, a->out), STR_ARG(to));
    print_fields(p, a, indent);
}

static void print_port(Printer *p, const Action *a, int indent)
{
    bool reply = a->kind == A_REPLY;
    Emit *e = p->m->e;
    line(p, indent, "%s = 1'b1;", sig(p, reply ? SIG_REPLY_VALID : SIG_REQ_VALID, a->out));
    line(p, indent, "%s = A_" STR_FMT "_" STR_FMT ";", sig(p, reply ? SIG_REPLY_KIND : SIG_REQ_KIND, a->out), STR_ARG(upper(e->a, a->port->name)), STR_ARG(upper(e->a, a->def->name)));
    print_fields(p, a, indent);
}

static void print_write(Printer *p, const Action *a, int indent)
{
    Slot *k = a->slot;
    line(p, indent, "%s = 1'b1;", sig(p, SIG_WRITE_VALID, k));
    Signal *sel = find_signal(p, SIG_WRITE_SEL, k), *mask = find_signal(p, SIG_WRITE_MASK, k);
    if (a->kind == A_APPLY) {
        line(p, indent, STR_FMT " = %d'd%d; // " STR_FMT, STR_ARG(sel->name), sel->width, k->sources.n, STR_ARG(v_comment(p->m->e, STR_FMT, STR_ARG(a->what))));
        for (int i = 0; i < p->s->signals.n; i++) {
            Signal *g = &p->s->signals.at[i];
            for (int j = 0; g->kind == SIG_APPLY_OPERAND && g->s == k && j < a->assigns.n; j++)
                if (str_eq(k->operands.at[g->operand].name, a->assigns.at[j].name)) {
                    Str v = value_text(p, a->assigns.at[j].value, g->type, indent);
                    line(p, indent, STR_FMT " = " STR_FMT ";", STR_ARG(g->name), STR_ARG(v));
                }
        }
        return;
    }
    line(p, indent, STR_FMT " = %d'd%d; // " STR_FMT, STR_ARG(sel->name), sel->width, a->select[0], STR_ARG(a->value->var->ident));
    if (a->mask) line(p, indent, STR_FMT " = %d'd%d; // " STR_FMT, STR_ARG(mask->name), mask->width, a->select[1], STR_ARG(a->mask->var->ident));
}

static void print_reset_fields(Printer *p, Var *const *fields, int n, int indent, bool store)
{
    for (int i = 0; i < n; i++) {
        Var *v = fields[i];
        if (v->type->opaque || (v->backed && !v->reset)) continue;
        Expr *r = v->reset ? v->reset : store ? v->absent : NULL;
        Str text = r ? value_text(p, r, v->type, indent) : STR("0");
        line(p, indent, STR_FMT " = " STR_FMT ";", STR_ARG(current(p, v)), STR_ARG(v->type->kind == TK_BOOL && !r ? STR("1'b0") : text));
    }
}

/* Is NAME.hit of a waiting place an input? */
static bool wait_hit_read(Printer *p, const Waiters *w)
{
    for (int i = 0; i < p->s->n_inputs; i++)
        if (p->s->signals.at[i].var && p->s->signals.at[i].var->kind == V_WAITER_HIT && p->s->signals.at[i].var->waiters == w) return true;
    return false;
}

static void print_allocate(Printer *p, const Action *a, int indent)
{
    if (a->store) {
        line(p, indent, "if (!" STR_FMT "_hit_now) begin", STR_ARG(a->store->name));
        line(p, indent + 2, "%s = 1'b1;", sig(p, SIG_STORE_ALLOC, a->store));
        line(p, indent + 2, "%s = 1'b1;", sig(p, SIG_STORE_WE, a->store));
        line(p, indent + 2, STR_FMT "_hit_now = 1'b1;", STR_ARG(a->store->name));
        print_reset_fields(p, a->store->fields.at, a->store->fields.n, indent + 2, true);
        line(p, indent, "end");
    } else {
        line(p, indent, "%s = 1'b1;", sig(p, SIG_WAIT_ALLOC, a->waiters));
        if (wait_hit_read(p, a->waiters)) line(p, indent, STR_FMT "_hit_now = 1'b1;", STR_ARG(a->waiters->name));
        line(p, indent, "%s = 1'b1;", sig(p, SIG_WAIT_WE, a->waiters));
        print_reset_fields(p, a->waiters->fields.at, a->waiters->fields.n, indent, false);
    }
}

static void print_go(Printer *p, const Action *a, int indent)
{
    Controller *c = p->s->ctl;
    line(p, indent, "next_o = " STR_FMT ";", STR_ARG(state_const(p->m, a->go)));
    if (a->go->at == AT_WAITERS) line(p, indent, "%s = 1'b1;", sig(p, SIG_WAIT_WE, a->go->waiters));
    if (a->go->at == AT_STORE) line(p, indent, "%s = 1'b1;", sig(p, SIG_STORE_WE, a->go->store));
    for (int i = 0; i < c->stores.n; i++) {
        Store *st = c->stores.at[i];
        if (a->go->at == AT_WAITERS) line(p, indent, "if (" STR_FMT "_hit_now) %s = 1'b1;", STR_ARG(st->name), sig(p, SIG_STORE_WE, st));
        if (a->go->at == AT_NONE) {
            line(p, indent, "if (" STR_FMT "_hit_now) begin", STR_ARG(st->name));
            line(p, indent + 2, "%s = 1'b1;", sig(p, SIG_STORE_FREE, st));
            line(p, indent + 2, "%s = 1'b1;", sig(p, SIG_STORE_WE, st));
            line(p, indent, "end");
        }
    }
}

static void print_body(Printer *p, const Action *a, int indent);

static void print_choose(Printer *p, const Action *a, int indent)
{
    ExprCtx x = plain(p);
    for (int i = 0; i < a->branches.n; i++) {
        Branch *br = &a->branches.at[i];
        if (br->test) line(p, indent, "%sif (" STR_FMT ") begin", i ? "end else " : "", STR_ARG(v_expr(&x, br->test)));
        else line(p, indent, "%s", i ? "end else begin" : "begin");
        print_body(p, br->body, indent + 2);
    }
    if (a->branches.n) line(p, indent, "end");
}

static void print_action(Printer *p, const Action *a, int indent)
{
    switch (a->kind) {
    case A_SET: {
        if (a->dst->kind == V_HISTORY) break;      /* for checkers only */
        Str v = value_text(p, a->value, a->dst->type, indent);
        line(p, indent, STR_FMT " = " STR_FMT ";", STR_ARG(current(p, a->dst)), STR_ARG(v));
        if (a->dst->store) line(p, indent, "%s = 1'b1;", sig(p, SIG_STORE_WE, a->dst->store));
        if (a->dst->waiters) line(p, indent, "%s = 1'b1;", sig(p, SIG_WAIT_WE, a->dst->waiters));
        break;
    }
    case A_WRITE: case A_APPLY: print_write(p, a, indent); break;
    case A_SEND: case A_MULTICAST: print_send(p, a, indent); break;
    case A_REQUEST: case A_REPLY: print_port(p, a, indent); break;
    case A_ALLOCATE: print_allocate(p, a, indent); break;
    case A_FREE:
        if (!a->store) break;
        line(p, indent, "%s = 1'b1;", sig(p, SIG_STORE_FREE, a->store));
        if (!str_is(a->store->kind, "bloom")) line(p, indent, "%s = 1'b1;", sig(p, SIG_STORE_WE, a->store));
        break;
    case A_PARK: line(p, indent, "%s = 1'b1;", sig(p, SIG_PARK, a->waiters)); break;
    case A_REPLAY:
        line(p, indent, "%s = 1'b1;", sig(p, SIG_REPLAY, a->waiters));
        if (a->must_hit) line(p, indent, "%s = 1'b1;", sig(p, SIG_MUST, a->waiters));
        break;
    case A_DONE: line(p, indent, "%s = 1'b1;", sig(p, SIG_DONE, a->waiters)); break;
    case A_GO: print_go(p, a, indent); break;
    case A_CHOOSE: print_choose(p, a, indent); break;
    case A_WALK: line(p, indent, "walk%d_o = 1'b1;", a->walk); break;
    case A_ERROR: line(p, indent, "act_o = ACT_NEVER;"); break;
    default: break;
    }
    if (a->performs) line(p, indent, "performs_o = performs_o | %d'd%d;", find_signal(p, SIG_PERFORMS, NULL)->width, a->performs);
}

static void print_body(Printer *p, const Action *a, int indent)
{
    for (; a; a = a->next) print_action(p, a, indent);
}

/* ---- rows ---- */

static void print_row(Printer *p, const Row *r, int indent)
{
    static const char *const acts[] = { [ROW_ON] = "ACT_FIRE", [ROW_STALL] = "ACT_STALL", [ROW_NEVER] = "ACT_NEVER" };
    Str place = v_comment(p->m->e, "%s:%d%s" STR_FMT, text_file_name(r->pos.file), r->pos.line, r->why.n ? ": " : "", STR_ARG(r->why));
    line(p, indent, "row_o = %d'd%d; // " STR_FMT, code_bits(p->s->ctl->rows.n), r->id, STR_ARG(place));
    if (r->kind != ROW_NEVER) line(p, indent, "act_o = %s;", acts[r->kind]);
    print_body(p, r->body, indent);
}

static bool same_rows(const Cell *a, const Cell *b)
{
    if (a->rows.n != b->rows.n) return false;
    for (int i = 0; i < a->rows.n; i++) if (a->rows.at[i] != b->rows.at[i]) return false;
    return true;
}

static void print_cell(Printer *p, const Cell *cell, int indent)
{
    ExprCtx x = plain(p);
    for (int i = 0; i < cell->rows.n; i++) {
        Row *r = cell->rows.at[i];
        bool guarded = cell->rows.n > 1 || r->when;
        if (r->when) line(p, indent, "%sif (" STR_FMT ") begin", i ? "end else " : "", STR_ARG(v_expr(&x, r->when)));
        else if (guarded) line(p, indent, "end else begin");
        print_row(p, r, indent + (guarded ? 2 : 0));
    }
    if (cell->rows.n > 1 || (cell->rows.n && cell->rows.at[0]->when)) line(p, indent, "end");
}

/* Events whose cells are the same rows share an arm. */
static void print_state(Printer *p, const State *st)
{
    Controller *c = p->s->ctl;
    bool *done = NEW_N(p->m->e->a, bool, c->events.n + 1);
    line(p, 6, STR_FMT ": // " STR_FMT, STR_ARG(state_const(p->m, st)), STR_ARG(v_comment(p->m->e, STR_FMT, STR_ARG(st->doc.n ? st->doc : st->name))));
    line(p, 8, "case (refined_o)");
    for (int i = 0; i < c->events.n; i++) {
        Cell *cell = cell_at(c, st, c->events.at[i]);
        if (done[i] || !cell->rows.n) continue;
        Str label = refined_const(p->m, c->events.at[i]);
        for (int k = i + 1; k < c->events.n; k++)
            if (same_rows(cell, cell_at(c, st, c->events.at[k]))) {
                done[k] = true;
                label = f(p->m->e, STR_FMT ", " STR_FMT, STR_ARG(label), STR_ARG(refined_const(p->m, c->events.at[k])));
            }
        line(p, 10, STR_FMT ": begin", STR_ARG(label));
        print_cell(p, cell, 12);
        line(p, 10, "end");
    }
    line(p, 10, "default: act_o = ACT_NEVER;");
    line(p, 8, "endcase");
}

static void print_refinement(Printer *p)
{
    Controller *c = p->s->ctl;
    ExprCtx x = plain(p);
    line(p, 4, "// Which event is it?");
    line(p, 4, "case (event_i)");
    for (int i = 0; i < c->base_events.n; i++) {
        Event *b = c->base_events.at[i];
        Str rest = refined_const(p->m, b);
        if (b->hidden && b->refinements.n) rest = refined_const(p->m, b->refinements.at[b->refinements.n - 1]);
        int n = b->refinements.n - (b->hidden ? 1 : 0);
        line(p, 6, STR_FMT ": %s", STR_ARG(event_const(p->m, b)), n > 0 ? "begin" : Z(p->m->e, f(p->m->e, "refined_o = " STR_FMT ";", STR_ARG(rest))));
        for (int k = 0; k < n; k++)
            line(p, 8, "%sif (" STR_FMT ") refined_o = " STR_FMT ";", k ? "else " : "", STR_ARG(v_expr(&x, b->refinements.at[k]->when)), STR_ARG(refined_const(p->m, b->refinements.at[k])));
        if (n > 0) { line(p, 8, "else refined_o = " STR_FMT ";", STR_ARG(rest)); line(p, 6, "end"); }
    }
    line(p, 6, "default: known = 1'b0;");
    line(p, 4, "endcase");
}

static void print_views(Printer *p)
{
    Controller *c = p->s->ctl;
    ExprCtx x = plain(p);
    if (!c->views.n) return;
    line(p, 4, "// As which state does it behave?");
    for (int i = 0; i < c->views.n; i++) {
        View *v = c->views.at[i];
        Str of = { "", 0 }, ev = { "", 0 };
        for (int k = 0; k < v->of.n; k++) of = f(p->m->e, STR_FMT "%sstate_i == " STR_FMT, STR_ARG(of), k ? " || " : "", STR_ARG(state_const(p->m, v->of.at[k])));
        bool first = true;
        for (int k = 0; k < c->events.n; k++) {
            bool listed = false;
            for (int j = 0; j < v->events.n; j++) listed |= v->events.at[j] == c->events.at[k] || v->events.at[j] == c->events.at[k]->base;
            if (!listed || c->events.at[k]->hidden) continue;
            ev = f(p->m->e, STR_FMT "%srefined_o == " STR_FMT, STR_ARG(ev), first ? "" : " || ", STR_ARG(refined_const(p->m, c->events.at[k])));
            first = false;
        }
        for (int k = 0; k < c->events.n && c->key && !v->events.n; k++) {     /* of all events with a key */
            if (!c->events.at[k]->keyless || c->events.at[k]->hidden) continue;
            ev = f(p->m->e, STR_FMT "%srefined_o != " STR_FMT, STR_ARG(ev), ev.n ? " && " : "", STR_ARG(refined_const(p->m, c->events.at[k])));
        }
        line(p, 4, "%sif ((" STR_FMT ")%s" STR_FMT "%s && " STR_FMT ") view_o = " STR_FMT "; // " STR_FMT, i ? "else " : "", STR_ARG(of), ev.n ? " && (" : "", STR_ARG(ev), ev.n ? ")" : "",
             STR_ARG(v_expr(&x, v->when)), STR_ARG(state_const(p->m, v->as)), STR_ARG(v->name));
    }
}

static Str zero(Printer *p, const Signal *g)
{
    if (g->type && g->type->kind != TK_BOOL) return f(p->m->e, "{" STR_FMT "{1'b0}}", STR_ARG(v_width(p->m, g->type)));
    if (g->kind == SIG_SEND_TO && !g->type) return STR("{NODES{1'b0}}");
    return f(p->m->e, "%d'd0", g->type ? 1 : g->width);
}

static Str initial(Printer *p, const Signal *g)
{
    Emit *e = p->m->e;
    Str in = f(e, STR_FMT "_i", STR_ARG(base_name(g->name)));
    ExprCtx x = plain(p);
    switch (g->kind) {
    case SIG_ACT: return STR("ACT_NEVER");
    case SIG_VIEW: case SIG_NEXT: return STR("state_i");
    case SIG_STAMP: return f(e, "replay_i ? " STR_FMT " : " STR_FMT, STR_ARG(in), STR_ARG(expr_is_const(g->var->stamp) ? v_const(p->m, g->var->stamp, g->type) : v_expr(&x, g->var->stamp)));
    case SIG_VAR:
        if (g->var->kind == V_REG || g->var->backed) return in;
        if (g->var->kind == V_STORE) {
            Str absent = !g->var->absent ? zero(p, g) : expr_is_const(g->var->absent) ? v_const(p->m, g->var->absent, g->type) : v_expr(&x, g->var->absent);
            return f(e, STR_FMT "_hit_i ? " STR_FMT " : " STR_FMT, STR_ARG(g->var->store->name), STR_ARG(in), STR_ARG(absent));
        }
        return in;
    default: return zero(p, g);
    }
}

static void print_module(Printer *p)
{
    Controller *c = p->s->ctl;
    line(p, 4, "// Nothing happens unless a row says so.");
    for (int i = 0; i < c->stores.n; i++) line(p, 4, STR_FMT "_hit_now = " STR_FMT "_hit_i;", STR_ARG(c->stores.at[i]->name), STR_ARG(c->stores.at[i]->name));
    for (int i = 0; i < c->waiters.n; i++)
        if (wait_hit_read(p, c->waiters.at[i])) line(p, 4, STR_FMT "_hit_now = " STR_FMT "_hit_i;", STR_ARG(c->waiters.at[i]->name), STR_ARG(c->waiters.at[i]->name));
    line(p, 4, "known = 1'b1;");
    /* registers and fields first: stamps are computed from them */
    for (int stamps = 0; stamps < 2; stamps++)
        for (int i = p->s->n_inputs; i < p->s->signals.n; i++) {
            Signal *g = &p->s->signals.at[i];
            if ((g->kind == SIG_STAMP) == stamps) line(p, 4, STR_FMT " = " STR_FMT ";", STR_ARG(g->name), STR_ARG(initial(p, g)));
        }
    line(p, 0, "%s", "");
    print_refinement(p);
    print_views(p);
    line(p, 0, "%s", "");
    line(p, 4, "// The table.");
    line(p, 4, "if (known)");
    line(p, 4, "case (view_o)");
    for (int i = 0; i < c->states.n; i++) print_state(p, c->states.at[i]);
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

static void find_walk(Action *a, void *ctx)
{
    Printer *p = ctx;
    if (a->kind != A_WALK || walk_clears(a) || walk_unbuilt(p->row, a)) return;
    ExprCtx x = plain(p);
    line(p, 4, "if (walk_i[%d]) begin // " STR_FMT, a->walk, STR_ARG(v_comment(p->m->e, "%s:%d", text_file_name(a->pos.file), a->pos.line)));
    line(p, 6, "run_o = " STR_FMT ";", STR_ARG(a->where ? v_expr(&x, a->where) : STR("1'b1")));
    print_body(p, a->body, 6);
    line(p, 4, "end");
}

static void print_hits(Printer *p, bool declare)
{
    Controller *c = p->s->ctl;
    for (int i = 0; i < c->stores.n + c->waiters.n; i++) {
        Str n = i < c->stores.n ? c->stores.at[i]->name : c->waiters.at[i - c->stores.n]->name;
        if (i >= c->stores.n && !wait_hit_read(p, c->waiters.at[i - c->stores.n])) continue;
        if (declare) { line(p, 2, "reg " STR_FMT "_hit_now;", STR_ARG(n)); module_unused(p->m, f(p->m->e, STR_FMT "_hit_now", STR_ARG(n))); }
        else line(p, 4, STR_FMT "_hit_now = " STR_FMT "_hit_i;", STR_ARG(n), STR_ARG(n));
    }
}

Module *emit_walk(Emit *e, Step *s)
{
    Printer p = { .m = module_new(e, s->ctl), .s = s, .walk = true };
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
    for (int i = s->n_inputs; i < s->signals.n; i++)
        if (walk_output(&s->signals.at[i])) line(&p, 4, STR_FMT " = " STR_FMT ";", STR_ARG(s->signals.at[i].name), STR_ARG(initial(&p, &s->signals.at[i])));
    for (int i = 0; i < s->ctl->rows.n; i++) {
        p.row = s->ctl->rows.at[i];
        actions_walk(p.row->body, find_walk, &p);
    }
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

Module *emit_step(Emit *e, Step *s)
{
    Printer p = { .m = module_new(e, s->ctl), .s = s };
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
