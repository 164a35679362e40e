/* print.c - a sealed module as a file: head, ports, constants, functions, items. */
#include "hdl/parts.h"
#include "util/text.h"
#include <string.h>

enum { COLUMNS = 118 };                 /* of a line with several pins */
typedef struct { HdlModule *m; Arena *a; Buf *b; const HdlStyle *style; bool checks; } Out;

static Str text_of(Out *o, Hx x)
{
    Buf t;
    buf_init(&t, o->a);
    hdl_print_expr(o->a, &t, x);
    return (Str){ t.at, (int)t.n };
}

/* "[W-1:0] ", "[7:0] " or nothing. */
static Str range(Out *o, Hx width)
{
    int64_t n;
    if (!width) return STR("");
    if (hx_is_int(width, &n)) return n == 1 ? STR("") : str_printf(o->a, "[%lld:0] ", (long long)n - 1);
    if (width->kind == HX_BINARY && width->op == OP_ADD && hx_is_int(width->arg[1], &n) && n > 0)
        return str_printf(o->a, "[" STR_FMT ":0] ", STR_ARG(text_of(o, hx_sub(o->m, width, hx_int(o->m, 1)))));
    if (width->kind == HX_BINARY && width->op != OP_ADD && width->op != OP_MUL)
        return str_printf(o->a, "[(" STR_FMT ")-1:0] ", STR_ARG(text_of(o, width)));
    return str_printf(o->a, "[" STR_FMT "-1:0] ", STR_ARG(text_of(o, width)));
}

static void put(Out *o, int indent, Str line)
{
    hdl_layout(o->b, line.p, (size_t)line.n, indent);
    buf_printf(o->b, "\n");
}

/* ---- constants and functions, each behind what it needs ---- */

static void head_name(Out *o, HdlFacts *f, bool derived);

typedef struct { Out *o; bool derived; } Needs;
static void need(void *ctx, Hx x, bool written)
{
    Needs *n = ctx;
    (void)written;
    if (x->kind == HX_NAME || x->kind == HX_CALL) {
        HdlKind k = x->name->kind;
        if (k == HDL_CONST || k == HDL_FUNCTION) head_name(n->o, hdl_facts(x->name), n->derived);
    }
    for (int i = 0; i < x->n; i++) need(ctx, x->arg[i], false);
}

static Str const_text(Out *o, const HdlFacts *f, const char *what)
{
    if (f->pub.integer)
        return str_printf(o->a, "%s integer " STR_FMT " =\001" STR_FMT, what, STR_ARG(f->pub.name),
                          STR_ARG(text_of(o, f->value)));
    return str_printf(o->a, "%s " STR_FMT STR_FMT " =\001" STR_FMT, what, STR_ARG(range(o, f->pub.width)),
                      STR_ARG(f->pub.name), STR_ARG(text_of(o, f->value)));
}

static Str variable(Out *o, const HdlName *n)
{
    if (n->integer) return str_printf(o->a, "integer " STR_FMT, STR_ARG(n->name));
    return str_printf(o->a, "reg " STR_FMT STR_FMT, STR_ARG(range(o, n->width)), STR_ARG(n->name));
}

static void print_function(Out *o, const HdlName *fn)
{
    const HdlItem *it = fn->item;
    Str args = { "", 0 };
    buf_printf(o->b, "\n");
    if (it->text.n) hdl_print_note(o->a, o->b, 2, it->text);
    for (int i = 0; i < it->args.n; i++)
        args = str_printf(o->a, STR_FMT "%sinput %s" STR_FMT STR_FMT, STR_ARG(args), i ? ",\001" : "",
                          it->args.at[i]->is_signed ? "signed " : "", STR_ARG(range(o, it->args.at[i]->width)),
                          STR_ARG(it->args.at[i]->integer
                                      ? str_printf(o->a, "integer " STR_FMT, STR_ARG(it->args.at[i]->name))
                                      : it->args.at[i]->name));
    put(o, 2,
        str_printf(o->a, "function %s" STR_FMT STR_FMT "(" STR_FMT ");", fn->is_signed ? "signed " : "",
                   STR_ARG(range(o, fn->width)), STR_ARG(fn->name), STR_ARG(args)));
    for (int i = 0; i < it->locals.n; i++)
        put(o, 4, str_printf(o->a, STR_FMT ";", STR_ARG(variable(o, it->locals.at[i]))));
    put(o, 4, STR("begin"));
    hdl_print_body(o->b, o->a, it->run, 6, false);
    put(o, 4, STR("end"));
    put(o, 2, STR("endfunction"));
}

static void head_name(Out *o, HdlFacts *f, bool derived)
{
    bool here = o->checks ? f->used_in_checks && !f->used : derived ? f->derived : f->used && !f->derived;
    if (f->busy || f->pub.kind == HDL_PARAM || !here) return;
    f->busy = true;
    Needs n = { o, derived };
    if (f->pub.width) need(&n, f->pub.width, false);
    if (f->value) need(&n, f->value, false);
    if (f->pub.kind == HDL_FUNCTION) {
        for (int i = 0; i < f->pub.item->args.n; i++)
            if (f->pub.item->args.at[i]->width) need(&n, f->pub.item->args.at[i]->width, false);
        for (int i = 0; i < f->pub.item->locals.n; i++)
            if (f->pub.item->locals.at[i]->width) need(&n, f->pub.item->locals.at[i]->width, false);
        hdl_visit_item(f->pub.item, false, need, &n);
        print_function(o, &f->pub);
    } else if (!derived)
        put(o, o->style ? 2 : 0, str_printf(o->a, STR_FMT ";", STR_ARG(const_text(o, f, "localparam"))));
    else buf_printf(o->b, STR_FMT ",\n", STR_ARG(const_text(o, f, "  parameter")));
}

/* Constants first, as far as no function is needed for them. */
static void print_head(Out *o)
{
    for (int functions = 0; functions < 2; functions++)
        for (int i = 0; i < o->m->head.n; i++)
            if (functions || o->m->head.at[i]->pub.kind == HDL_CONST) head_name(o, o->m->head.at[i], false);
}

static void print_params(Out *o)
{
    HdlModule *m = o->m;
    bool derived = false;
    int n = m->params.n;
    for (int i = 0; i < m->head.n; i++) derived |= m->head.at[i]->derived;
    if (!n && !derived) return;
    buf_printf(o->b, " #(\n");
    for (int i = 0; i < n; i++) {
        HdlFacts *f = hdl_facts(m->params.at[i]);
        if (f->only_checked) buf_printf(o->b, "  // verilator lint_off UNUSEDPARAM\n");   /* the assertions' own */
        buf_printf(o->b, "  " STR_FMT "%s\n", STR_ARG(const_text(o, f, "parameter")), i + 1 < n || derived ? "," : "");
        if (f->only_checked) buf_printf(o->b, "  // verilator lint_on UNUSEDPARAM\n");
    }
    if (derived) {
        Buf text, *all = o->b;
        buf_init(&text, o->a);
        o->b = &text;
        for (int i = 0; i < m->head.n; i++) head_name(o, m->head.at[i], true);
        o->b = all;
        buf_printf(o->b, "  // derived, not to be set:\n");
        buf_put(o->b, text.at, text.n - 2);                     /* without the last comma */
        buf_printf(o->b, "\n");
    }
    buf_printf(o->b, ")");
    for (size_t i = 0; i < o->b->n; i++) if (o->b->at[i] >= 1 && o->b->at[i] <= 8) o->b->at[i] = ' ';
}

static void print_ports(Out *o)
{
    HdlModule *m = o->m;
    buf_printf(o->b, " (\n");
    for (int i = 0; i < m->ports.n; i++) {
        const HdlName *p = m->ports.at[i];
        bool variable = hdl_facts_const(p)->variable;
        const char *dir = p->kind == HDL_INPUT ? "input  wire " : variable ? "output reg  " : "output wire ";
        put(o, 2,
            str_printf(o->a, "%s" STR_FMT STR_FMT "%s", dir, STR_ARG(range(o, p->width)), STR_ARG(p->name),
                       i + 1 < m->ports.n ? "," : ""));
    }
    buf_printf(o->b, ");\n");
}

/* ---- declarations of nets, each before what mentions it first ---- */

typedef struct { Out *o; HdlScope *s; VEC(HdlFacts *) nets; } Wanted;

static void want(void *ctx, Hx x, bool written)
{
    Wanted *w = ctx;
    (void)written;
    if (x->kind == HX_NAME && x->name->scope == w->s && (x->name->kind == HDL_WIRE || x->name->kind == HDL_INTEGER)) {
        HdlFacts *f = hdl_facts(x->name);
        if (!f->declared) vec_push(w->o->a, &w->nets, f);
        f->declared = true;
    }
    for (int i = 0; i < x->n; i++) want(ctx, x->arg[i], false);
}

static Str kind_text(Out *o, const HdlFacts *f)
{
    if (f->pub.integer) return STR("integer ");
    return str_printf(o->a, "%s" STR_FMT, f->variable ? "reg " : "wire ", STR_ARG(range(o, f->pub.width)));
}

static void declare(Out *o, int indent, Wanted *w)
{
    Str *kinds = NEW_N(o->a, Str, w->nets.n + 1);
    for (int i = 0; i < w->nets.n; i++) kinds[i] = kind_text(o, w->nets.at[i]);
    for (int i = 0; i < w->nets.n; i++) {
        HdlFacts *f = w->nets.at[i];
        if (!f) continue;
        Str kind = kinds[i], line = str_printf(o->a, STR_FMT STR_FMT, STR_ARG(kind), STR_ARG(f->pub.name));
        if (f->zero) line = str_printf(o->a, STR_FMT " = 0", STR_ARG(line));
        if (f->pub.depth)
            line = str_printf(o->a, STR_FMT " [0:" STR_FMT "-1]", STR_ARG(line), STR_ARG(text_of(o, f->pub.depth)));
        for (int k = i + 1; k < w->nets.n && !f->pub.depth && !f->zero; k++) {
            HdlFacts *g = w->nets.at[k];
            if (!g || g->pub.depth || g->zero || !str_eq(kinds[k], kind)) continue;
            line = str_printf(o->a, STR_FMT ",\001" STR_FMT, STR_ARG(line), STR_ARG(g->pub.name));
            w->nets.at[k] = NULL;
        }
        put(o, indent, str_printf(o->a, STR_FMT ";", STR_ARG(line)));
    }
}

static void print_scope(Out *o, HdlScope *s, int indent);

/* ---- items ---- */

static void print_assign(Out *o, HdlScope *s, const HdlItem *it, int indent)
{
    HdlFacts *f = it->lhs->kind == HX_NAME ? hdl_facts(it->lhs->name) : NULL;
    bool first = f && f->pub.scope == s && !f->declared && f->pub.kind == HDL_WIRE && !f->variable;
    Wanted w = { .o = o, .s = s };
    want(&w, it->rhs, false);
    if (first) f->declared = true;
    else want(&w, it->lhs, true);
    declare(o, indent, &w);
    Str to = text_of(o, it->lhs), from = text_of(o, it->rhs);
    if (first)
        put(o, indent,
            str_printf(o->a, "%s" STR_FMT STR_FMT " =\001" STR_FMT ";", f->keep ? "(* keep *) " : "",
                       STR_ARG(kind_text(o, f)), STR_ARG(to), STR_ARG(from)));
    else put(o, indent, str_printf(o->a, "assign " STR_FMT " =\001" STR_FMT ";", STR_ARG(to), STR_ARG(from)));
}

static void print_clocked(Out *o, const HdlItem *it, int indent)
{
    const char *edge = it->reset && o->style->async_reset ? "posedge clk_i or posedge rst_i" : "posedge clk_i";
    buf_printf(o->b, "%*salways @(%s) begin\n", indent, "", edge);
    if (it->reset) {
        buf_printf(o->b, "%*sif (rst_i) begin\n", indent + 2, "");
        hdl_print_body(o->b, o->a, it->reset, indent + 4, true);
        if (!it->idle) buf_printf(o->b, "%*send else begin\n", indent + 2, "");
        hdl_print_body(o->b, o->a, it->run, indent + 4, true);
        buf_printf(o->b, "%*send\n", indent + 2, "");
    } else hdl_print_body(o->b, o->a, it->run, indent + 2, true);
    buf_printf(o->b, "%*send\n", indent, "");
}

static void print_instance(Out *o, const HdlInstance *x, int indent)
{
    Str params = { "", 0 }, line = { "", 0 };
    for (int i = 0; i < x->params.n; i++)
        params = str_printf(o->a, STR_FMT "%s." STR_FMT "(" STR_FMT ")", STR_ARG(params), i ? ",\001" : "",
                            STR_ARG(x->params.at[i].param), STR_ARG(text_of(o, x->params.at[i].value)));
    if (params.n) params = str_printf(o->a, "#(" STR_FMT ") ", STR_ARG(params));
    if (!x->pins.n) {
        put(o, indent,
            str_printf(o->a, STR_FMT " " STR_FMT STR_FMT " ();", STR_ARG(x->module), STR_ARG(params),
                       STR_ARG(x->name)));
        return;
    }
    put(o, indent,
        str_printf(o->a, STR_FMT " " STR_FMT STR_FMT " (", STR_ARG(x->module), STR_ARG(params), STR_ARG(x->name)));
    for (int i = 0; i < x->pins.n; i++) {
        Str pin = str_printf(o->a, ".%s(" STR_FMT ")%s", x->pins.at[i].pin,
                             STR_ARG(x->pins.at[i].x ? text_of(o, x->pins.at[i].x) : STR("")),
                             i + 1 < x->pins.n ? "," : "");
        bool fits = indent + 2 + line.n + 1 + pin.n <= COLUMNS;
        if (line.n && (x->pins.at[i].line || !fits)) { put(o, indent + 2, line); line.n = 0; }
        line = line.n ? str_printf(o->a, STR_FMT "\001" STR_FMT, STR_ARG(line), STR_ARG(pin)) : pin;
    }
    put(o, indent + 2, line);
    put(o, indent, STR(");"));
}

/* The keywords around the outermost one only: inside of a generate block they are not allowed. */
static void print_generate(Out *o, const HdlScope *s, const HdlItem *it, int indent)
{
    bool outermost = s == o->m->top || s == o->m->checks;
    int inner = outermost ? indent + 2 : indent;
    Str v = it->kind == HI_FOR ? it->var->name : (Str){ "", 0 }, test = text_of(o, it->rhs);
    if (it->kind == HI_FOR) put(o, indent, str_printf(o->a, "genvar " STR_FMT ";", STR_ARG(v)));
    if (outermost) put(o, indent, STR("generate"));
    if (it->kind == HI_FOR)
        put(o, inner,
            str_printf(o->a,
                       "for (" STR_FMT " = 0; " STR_FMT " < " STR_FMT "; " STR_FMT " = " STR_FMT
                       " + 1) begin : " STR_FMT,
                       STR_ARG(v), STR_ARG(v), STR_ARG(test), STR_ARG(v), STR_ARG(v), STR_ARG(it->label)));
    else put(o, inner, str_printf(o->a, "if (" STR_FMT ") begin : " STR_FMT, STR_ARG(test), STR_ARG(it->label)));
    print_scope(o, it->inner, inner + 2);
    put(o, inner, STR("end"));
    if (outermost) put(o, indent, STR("endgenerate"));
}

static void print_check(Out *o, const HdlItem *it, int indent)
{
    Str label = hdl_legal(o->a, it->label);
    if (it->kind == HI_ASSUME) {
        put(o, indent,
            str_printf(o->a, "always @* if (!rst_i && (" STR_FMT ")) assume (" STR_FMT "); // " STR_FMT,
                       STR_ARG(text_of(o, it->lhs)), STR_ARG(text_of(o, it->rhs)),
                       STR_ARG(hdl_comment(o->a, it->text))));
        return;
    }
    put(o, indent, str_printf(o->a, "always @(posedge clk_i) if (" STR_FMT ") begin", STR_ARG(text_of(o, it->enable))));
    hdl_print_note(o->a, o->b, indent + 2, it->text);
    if (it->kind == HI_ASSERT)
        put(o, indent + 2,
            str_printf(o->a, "`CG_NAME(" STR_FMT ") assert (!(" STR_FMT ") || (" STR_FMT "));", STR_ARG(label),
                       STR_ARG(text_of(o, it->lhs)), STR_ARG(text_of(o, it->rhs))));
    if (it->kind == HI_ASSERT) buf_printf(o->b, "`ifdef FORMAL\n");
    put(o, indent + 2,
        str_printf(o->a, STR_FMT "%s: cover (" STR_FMT ");", STR_ARG(label), it->kind == HI_ASSERT ? "_reached" : "",
                   STR_ARG(text_of(o, it->lhs))));
    if (it->kind == HI_ASSERT) buf_printf(o->b, "`endif\n");
    put(o, indent, STR("end"));
}

static void print_item(Out *o, HdlScope *s, const HdlItem *it, int indent)
{
    Wanted w = { .o = o, .s = s };
    if (it->lazy && !it->marked) return;
    if (it->kind != HI_ASSIGN && it->kind != HI_UNREAD) {
        hdl_visit_item(it, true, want, &w);
        declare(o, indent, &w);
    }
    if (hdl_print_sim(o->a, o->b, it, indent)) return;
    switch (it->kind) {
    case HI_ASSIGN: print_assign(o, s, it, indent); break;
    case HI_COMB:
        buf_printf(o->b, "%*salways @* begin\n", indent, "");
        hdl_print_body(o->b, o->a, it->run, indent + 2, false);
        buf_printf(o->b, "%*send\n", indent, "");
        break;
    case HI_CLOCKED: print_clocked(o, it, indent); break;
    case HI_INSTANCE: print_instance(o, it->instance, indent); break;
    case HI_FOR: case HI_IF: print_generate(o, s, it, indent); break;
    case HI_NOTE: hdl_print_note(o->a, o->b, indent, it->text); break;
    case HI_BLANK: buf_printf(o->b, "\n"); break;
    case HI_IFDEF: buf_printf(o->b, "`%s " STR_FMT "\n", it->defined ? "ifdef" : "ifndef", STR_ARG(it->text)); break;
    case HI_ENDIF: buf_printf(o->b, "`endif\n"); break;
    case HI_ASSERT: case HI_COVER: case HI_ASSUME: print_check(o, it, indent); break;
    default: break;
    }
}

static void print_sink(Out *o, HdlScope *s, int indent)
{
    Str line = str_printf(o->a, "wire " STR_FMT " = &{1'b0", STR_ARG(hdl_free_name(s, STR("unused"))));
    bool any = false;
    if (o->checks) return;
    for (int i = 0; i < s->sunk.n; i++) {
        if (s->sunk.at[i]->pub.kind == HDL_WIRE && !s->sunk.at[i]->declared) continue;
        line = str_printf(o->a, STR_FMT ",\001" STR_FMT, STR_ARG(line), STR_ARG(s->sunk.at[i]->pub.name));
        any = true;
    }
    for (int i = 0; i < s->items.n; i++) {
        if (s->items.at[i]->kind != HI_UNREAD) continue;
        line = str_printf(o->a, STR_FMT ",\001" STR_FMT, STR_ARG(line), STR_ARG(text_of(o, s->items.at[i]->rhs)));
        any = true;
    }
    if (!any) return;
    buf_printf(o->b, "\n");
    hdl_print_note(o->a, o->b, indent, STR("Not everything that arrives is needed here."));
    put(o, indent, str_printf(o->a, STR_FMT ",\0011'b0};", STR_ARG(line)));
}

static void print_scope(Out *o, HdlScope *s, int indent)
{
    for (int i = 0; i < s->items.n; i++) print_item(o, s, s->items.at[i], indent);
    print_sink(o, s, indent);
}

/* ---- files ---- */

static void first_lines(Out *o, Str doc)
{
    hdl_print_note(o->a, o->b, 0, doc);
    hdl_print_note(o->a, o->b, 0, str_from(o->style->banner));
}

void hdl_print(HdlModule *m, const HdlStyle *style, Buf *out)
{
    Out o = { m, m->a, out, style, false };
    hdl_seal(m);
    first_lines(&o, m->doc);
    buf_printf(out, "module " STR_FMT, STR_ARG(m->name));
    print_params(&o);
    print_ports(&o);
    print_head(&o);
    buf_printf(out, "\n");
    print_scope(&o, m->top, 2);
    if (m->checks)
        buf_printf(out, "\n`ifdef COHGEN_CHECKS\n`include \"" STR_FMT "_checks.vh\"\n`endif\n", STR_ARG(m->name));
    buf_printf(out, "endmodule\n");
}

void hdl_print_checks(HdlModule *m, const HdlStyle *style, Buf *out)
{
    static const char *const lint[] = { "WIDTH", "UNSIGNED", "CMPCONST" };
    Out o = { m, m->a, out, style, true };
    first_lines(&o, str_printf(m->a,
                               "Assertions about " STR_FMT ", which includes this file when COHGEN_CHECKS is defined.",
                               STR_ARG(m->name)));
    for (int i = 0; i < 3; i++) buf_printf(out, "/* verilator lint_off %s */\n", lint[i]);
    buf_printf(out, "// The name of an assertion; Icarus 11 does not know labels of assertions.\n"
                    "`ifdef __ICARUS__\n`define CG_NAME(name)\n`else\n`define CG_NAME(name) name:\n`endif\n");
    print_head(&o);
    print_scope(&o, m->checks, 2);
    buf_printf(out, "`undef CG_NAME\n");
    for (int i = 0; i < 3; i++) buf_printf(out, "/* verilator lint_on %s */\n", lint[i]);
}

void hdl_print_header(HdlModule *m, const HdlStyle *style, Buf *out)
{
    Out o = { m, m->a, out, style, false };
    Str names = { "", 0 };
    hdl_seal(m);
    first_lines(&o, m->doc);
    for (int i = 0; i < m->params.n; i++)
        names = str_printf(m->a, STR_FMT " " STR_FMT, STR_ARG(names), STR_ARG(m->params.at[i]->name));
    hdl_print_note(m->a, out, 0,
                   str_printf(m->a, "To be included in a module with the parameters" STR_FMT ".", STR_ARG(names)));
    buf_printf(out, "// verilator lint_off UNUSEDPARAM\n");      /* nobody needs all of it */
    print_head(&o);
    print_scope(&o, m->top, 0);
    buf_printf(out, "// verilator lint_on UNUSEDPARAM\n");
}

Str hdl_comment(Arena *a, Str text) { return text_comment(a, text); }
