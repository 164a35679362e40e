/* vexpr.c - expressions as Verilog. Arithmetic of a named type goes through small functions, so that widths stay symbolic and no operand is widened silently. */
#include "emit/verilog.h"
#include <inttypes.h>

static Str type_fn(ExprCtx *x, const char *op, const Type *t) { return f(x->m->e, "%s_" STR_FMT, op, STR_ARG(lower(x->m->e->a, t->name))); }

static Str call2(ExprCtx *x, Str fn, Str a, Str b) { return f(x->m->e, STR_FMT "(" STR_FMT ", " STR_FMT ")", STR_ARG(fn), STR_ARG(a), STR_ARG(b)); }

static Str pick_function(ExprCtx *x, const Expr *e)      /* max, min */
{
    Module *m = x->m;
    Str fn = type_fn(x, e->op == E_MAX ? "max" : "min", e->type), r = v_range(m, e->type);
    const char *sg = e->type->is_signed ? "signed " : "";
    decl(&m->funcs, fn, "  function %s" STR_FMT STR_FMT "(input %s" STR_FMT "a, input %s" STR_FMT "b);\n    " STR_FMT " = (a %s b) ? a : b;\n  endfunction",
         sg, STR_ARG(r), STR_ARG(fn), sg, STR_ARG(r), sg, STR_ARG(r), STR_ARG(fn), e->op == E_MAX ? ">" : "<");
    return fn;
}

static Str sum_function(ExprCtx *x, const Expr *e)       /* add, sub: modulo, or clamped for saturating types */
{
    Module *m = x->m;
    bool add = e->op == E_ADD;
    const Type *t = e->type;
    Str fn = type_fn(x, add ? "add" : "sub", t), r = v_range(m, t), w = v_width(m, t);
    if (t->overflow == OVF_SATURATE && t->is_signed)
        decl(&m->funcs, fn, "  function " STR_FMT STR_FMT "(input " STR_FMT "a, input " STR_FMT "b); reg [" STR_FMT ":0] s; begin\n"
             "    s = {a[" STR_FMT "-1], a} %c {b[" STR_FMT "-1], b};\n    " STR_FMT " = s[" STR_FMT "-1:0];\n"
             "    if (s[" STR_FMT "] != s[" STR_FMT "-1]) begin\n      " STR_FMT " = {" STR_FMT "{!s[" STR_FMT "]}};\n      " STR_FMT "[" STR_FMT "-1] = s[" STR_FMT "];\n    end\n  end endfunction",
             STR_ARG(r), STR_ARG(fn), STR_ARG(r), STR_ARG(r), STR_ARG(w), STR_ARG(w), add ? '+' : '-', STR_ARG(w), STR_ARG(fn), STR_ARG(w), STR_ARG(w), STR_ARG(w), STR_ARG(fn), STR_ARG(w), STR_ARG(w),
             STR_ARG(fn), STR_ARG(w), STR_ARG(w));
    else if (t->overflow == OVF_SATURATE)
        decl(&m->funcs, fn, "  function " STR_FMT STR_FMT "(input " STR_FMT "a, input " STR_FMT "b); reg [" STR_FMT ":0] s; begin\n"
             "    s = {1'b0, a} %c {1'b0, b};\n    " STR_FMT " = s[" STR_FMT "] ? {" STR_FMT "{1'b%d}} : s[" STR_FMT "-1:0];\n  end endfunction",
             STR_ARG(r), STR_ARG(fn), STR_ARG(r), STR_ARG(r), STR_ARG(w), add ? '+' : '-', STR_ARG(fn), STR_ARG(w), STR_ARG(w), add, STR_ARG(w));
    else
        decl(&m->funcs, fn, "  function " STR_FMT STR_FMT "(input " STR_FMT "a, input " STR_FMT "b);\n    " STR_FMT " = a %c b;\n  endfunction",
             STR_ARG(r), STR_ARG(fn), STR_ARG(r), STR_ARG(r), STR_ARG(fn), add ? '+' : '-');
    return fn;
}

static Str convert_function(ExprCtx *x, const Type *from, const Type *to)
{
    Module *m = x->m;
    Emit *e = m->e;
    Str fn = f(e, STR_FMT "_from_" STR_FMT, STR_ARG(lower(e->a, to->name)), STR_ARG(lower(e->a, from->name)));
    Str w = v_width(m, to), fw = v_width(m, from);
    if (from->kind == TK_BOOL) {
        decl(&m->funcs, fn, "  function " STR_FMT STR_FMT "(input x); begin\n    " STR_FMT " = {" STR_FMT "{1'b0}};\n    " STR_FMT "[0] = x;\n  end endfunction",
             STR_ARG(v_range(m, to)), STR_ARG(fn), STR_ARG(fn), STR_ARG(w), STR_ARG(fn));
        return fn;
    }
    decl(&m->funcs, fn, "  function " STR_FMT STR_FMT "(input " STR_FMT "x); integer i; begin\n    for (i = 0; i < " STR_FMT "; i = i + 1) " STR_FMT "[i] = (i < " STR_FMT ") ? x[i %% " STR_FMT "] : 1'b0;\n  end endfunction",
         STR_ARG(v_range(m, to)), STR_ARG(fn), STR_ARG(v_range(m, from)), STR_ARG(w), STR_ARG(fn), STR_ARG(fw), STR_ARG(fw));
    return fn;
}

static Str vector_function(ExprCtx *x, const Expr *e)    /* popcount, onehot, first, bit */
{
    Module *m = x->m;
    const Type *in = e->arg[0]->type, *out = e->type;
    static const char *const names[] = { [E_POPCOUNT] = "popcount", [E_ONEHOT] = "onehot", [E_FIRST] = "first", [E_BIT] = "bit" };
    Str fn = f(m->e, "%s_" STR_FMT "_" STR_FMT, names[e->op], STR_ARG(lower(m->e->a, in->name)), STR_ARG(lower(m->e->a, out->name)));
    Str r = v_range(m, out), ir = v_range(m, in), w = v_width(m, out), iw = v_width(m, in);
    if (e->op == E_BIT) fn = f(m->e, "bit_" STR_FMT "_" STR_FMT, STR_ARG(lower(m->e->a, in->name)), STR_ARG(lower(m->e->a, e->arg[1]->type->name)));
    if (e->op == E_POPCOUNT)
        decl(&m->funcs, fn, "  function " STR_FMT STR_FMT "(input " STR_FMT "x); integer i; begin\n    " STR_FMT " = {" STR_FMT "{1'b0}};\n"
             "    for (i = 0; i < " STR_FMT "; i = i + 1) if (x[i]) " STR_FMT " = " STR_FMT " + 1;\n  end endfunction",
             STR_ARG(r), STR_ARG(fn), STR_ARG(ir), STR_ARG(fn), STR_ARG(w), STR_ARG(iw), STR_ARG(fn), STR_ARG(fn));
    else if (e->op == E_ONEHOT)
        decl(&m->funcs, fn, "  function " STR_FMT STR_FMT "(input " STR_FMT "x); reg [" STR_FMT "-1:0] one; begin\n    one = {" STR_FMT "{1'b0}};\n    one[0] = 1'b1;\n    " STR_FMT " = one << x;\n  end endfunction",
             STR_ARG(r), STR_ARG(fn), STR_ARG(ir), STR_ARG(w), STR_ARG(w), STR_ARG(fn));
    else if (e->op == E_FIRST)
        decl(&m->funcs, fn, "  function " STR_FMT STR_FMT "(input " STR_FMT "x); integer i; reg found; begin\n    found = 1'b0;\n    " STR_FMT " = {" STR_FMT "{1'b0}};\n"
             "    for (i = 0; i < " STR_FMT "; i = i + 1) if (!found) begin\n      if (x[i]) found = 1'b1; else " STR_FMT " = " STR_FMT " + 1;\n    end\n  end endfunction",
             STR_ARG(r), STR_ARG(fn), STR_ARG(ir), STR_ARG(fn), STR_ARG(w), STR_ARG(iw), STR_ARG(fn), STR_ARG(fn));
    else
        decl(&m->funcs, fn, "  function " STR_FMT "(input " STR_FMT "x, input " STR_FMT "n); reg [" STR_FMT "-1:0] s; reg unused; begin\n    s = x >> n;\n    unused = ^s;\n    " STR_FMT " = s[0];\n  end endfunction",
             STR_ARG(fn), STR_ARG(ir), STR_ARG(v_range(m, e->arg[1]->type)), STR_ARG(iw), STR_ARG(fn));
    return fn;
}

static Str before_function(ExprCtx *x, const Type *t)
{
    Module *m = x->m;
    Str fn = type_fn(x, "before", t), r = v_range(m, t), w = v_width(m, t);
    decl(&m->funcs, fn, "  function " STR_FMT "(input " STR_FMT "a, input " STR_FMT "b); reg [" STR_FMT "-1:0] d; reg unused; begin\n    d = a - b;\n    unused = ^d;\n    " STR_FMT " = d[" STR_FMT "-1];\n  end endfunction",
         STR_ARG(fn), STR_ARG(r), STR_ARG(r), STR_ARG(w), STR_ARG(fn), STR_ARG(w));
    return fn;
}

/* Whether a number of instances is a power of two for every legal value of the params. */
static bool always_power_of_2(const Expr *n)
{
    if (n->op == E_NUM) return n->num > 0 && (n->num & (n->num - 1)) == 0;
    if (n->op != E_PARAM || !n->param->in.n) return false;
    for (int i = 0; i < n->param->in.n; i++) if (n->param->in.at[i] < 1 || (n->param->in.at[i] & (n->param->in.at[i] - 1)) != 0) return false;
    return true;
}

/* Keys go round the instances. Where their number need not be a power of two the bits of a key are first added by their weights modulo the number: what is left to divide has a few bits. */
static Str home_function(ExprCtx *x)
{
    Module *m = x->m;
    Emit *e = m->e;
    Controller *h = e->sys->home;
    Str up = upper(e->a, h->name), kw = v_width(m, m->ctl->key);
    const Expr *count = NULL;
    for (int i = 0; i < e->sys->places.n; i++) if (e->sys->places.at[i].ctl == h) count = e->sys->places.at[i].count;
    if (!count || always_power_of_2(count))
        decl(&m->funcs, STR("home_node"), "  // Keys are interleaved over the " STR_FMT " instances; their number is a power of two.\n"
             "  function [NODE_W-1:0] home_node(input [" STR_FMT "-1:0] k); integer i; begin\n"
             "    for (i = 0; i < NODE_W; i = i + 1) home_node[i] = (i < $clog2(" STR_FMT "_COUNT) && i < " STR_FMT ") ? k[i %% " STR_FMT "] : 1'b0;\n"
             "    home_node = home_node + " STR_FMT "_NODE;\n  end endfunction", STR_ARG(h->name), STR_ARG(kw), STR_ARG(up), STR_ARG(kw), STR_ARG(kw), STR_ARG(up));
    else
        decl(&m->funcs, STR("home_node"), "  // Keys are interleaved over the " STR_FMT " instances: k mod " STR_FMT "_COUNT. The bits by their weights, less than 64 times that, then the rest.\n"
             "  function [NODE_W-1:0] home_node(input [" STR_FMT "-1:0] k); integer i, weight; reg [15:0] sum; begin\n"
             "    sum = 16'd0;\n    weight = 1 %% " STR_FMT "_COUNT;\n"
             "    for (i = 0; i < " STR_FMT "; i = i + 1) begin\n      if (k[i]) sum = sum + weight[15:0];\n      weight = (2 * weight) %% " STR_FMT "_COUNT;\n    end\n"
             "    for (i = 5; i >= 0; i = i - 1) begin\n      weight = " STR_FMT "_COUNT << i;\n      if (sum >= weight[15:0]) sum = sum - weight[15:0];\n    end\n"
             "    for (i = 0; i < NODE_W; i = i + 1) home_node[i] = sum[i %% 16];\n"
             "    home_node = home_node + " STR_FMT "_NODE;\n  end endfunction", STR_ARG(h->name), STR_ARG(up), STR_ARG(kw), STR_ARG(up), STR_ARG(kw), STR_ARG(up), STR_ARG(up), STR_ARG(up));
    Expr base = { .op = E_NUM };
    (void)base;
    decl(&m->consts, STR("const_node"), "function [NODE_W-1:0] const_node(input integer v); integer i; begin\n"
         "    for (i = 0; i < NODE_W; i = i + 1) const_node[i] = (((v >> i) %% 2) == 1);\n  end endfunction");
    Str node = f(e, STR_FMT "_NODE", STR_ARG(up));
    decl(&m->consts, node, "localparam [NODE_W-1:0] " STR_FMT " = const_node(" STR_FMT "_BASE);", STR_ARG(node), STR_ARG(up));
    Str key = x->var(x->ctx, NULL);
    if (!str_is(key, "key_i")) return f(e, "home_node(" STR_FMT ")", STR_ARG(key));
    decl(&m->funcs, STR("key_home"), "  wire [NODE_W-1:0] key_home = home_node(key_i);");
    return STR("key_home");
}

static Str operand(ExprCtx *x, const Expr *e, const Type *t);

/* The node of an instance: the first of its controller, and its number among those. */
static Str node_of(ExprCtx *x, const Expr *e)
{
    Emit *em = x->m->e;
    Str up = upper(em->a, e->ctl->name), node = f(em, STR_FMT "_NODE", STR_ARG(up));
    decl(&x->m->consts, STR("const_node"), "function [NODE_W-1:0] const_node(input integer v); integer i; begin\n"
         "    for (i = 0; i < NODE_W; i = i + 1) const_node[i] = (((v >> i) %% 2) == 1);\n  end endfunction");
    decl(&x->m->consts, node, "localparam [NODE_W-1:0] " STR_FMT " = const_node(" STR_FMT "_BASE);", STR_ARG(node), STR_ARG(up));
    if (!e->n_args || (e->arg[0]->op == E_NUM && !e->arg[0]->num)) return node;
    if (expr_is_const(e->arg[0])) return f(em, "(" STR_FMT " + const_node(" STR_FMT "))", STR_ARG(node), STR_ARG(v_param_expr(x->m, e->arg[0])));
    Str w = v_width(x->m, e->arg[0]->type), fn = f(em, "node_from_" STR_FMT, STR_ARG(lower(em->a, e->arg[0]->type->name)));
    decl(&x->m->funcs, fn, "  function [NODE_W-1:0] " STR_FMT "(input " STR_FMT "x); integer i; begin\n    for (i = 0; i < NODE_W; i = i + 1) " STR_FMT "[i] = (i < " STR_FMT ") ? x[i %% " STR_FMT "] : 1'b0;\n  end endfunction",
         STR_ARG(fn), STR_ARG(v_range(x->m, e->arg[0]->type)), STR_ARG(fn), STR_ARG(w), STR_ARG(w));
    return f(em, "(" STR_FMT " + " STR_FMT "(" STR_FMT "))", STR_ARG(node), STR_ARG(fn), STR_ARG(operand(x, e->arg[0], e->arg[0]->type)));
}

/* An operand of a checked sum: one bit wider. */
static Str widened(ExprCtx *x, const Expr *e, Str text)
{
    if (e->op == E_NUM) return text;
    if (!e->type->is_signed && e->op != E_COND) return f(x->m->e, "{1'b0, " STR_FMT "}", STR_ARG(text));
    Str fn = type_fn(x, "wide", e->type), w = v_width(x->m, e->type), top = e->type->is_signed ? f(x->m->e, "a[" STR_FMT "-1]", STR_ARG(w)) : STR("1'b0");   /* an arm of ? : can be a number without width */
    decl(&x->m->funcs, fn, "  function [" STR_FMT ":0] " STR_FMT "(input " STR_FMT "a);\n    " STR_FMT " = {" STR_FMT ", a};\n  endfunction", STR_ARG(w), STR_ARG(fn), STR_ARG(v_range(x->m, e->type)), STR_ARG(fn), STR_ARG(top));
    return f(x->m->e, STR_FMT "(" STR_FMT ")", STR_ARG(fn), STR_ARG(text));
}

static Str checked_sum(ExprCtx *x, const Expr *e, Str a, Str b)
{
    Emit *em = x->m->e;
    Str w = v_width(x->m, e->type), name = f(em, "sum%d", (*x->temps)++);
    Str d = f(em, "reg [" STR_FMT ":0] " STR_FMT ";", STR_ARG(w), STR_ARG(name));
    Str left = f(em, STR_FMT "[" STR_FMT "]", STR_ARG(name), STR_ARG(w));
    if (e->type->is_signed) left = f(em, "(" STR_FMT " != " STR_FMT "[" STR_FMT "-1])", STR_ARG(left), STR_ARG(name), STR_ARG(w));
    if (x->guard.n) left = f(em, "(" STR_FMT " && " STR_FMT ")", STR_ARG(x->guard), STR_ARG(left));
    vec_push(em->a, x->sums, d);
    buf_printf(x->before, "%*s" STR_FMT " = " STR_FMT " %c " STR_FMT ";\n%*s%s = %s | " STR_FMT ";\n", x->indent, "", STR_ARG(name),
               STR_ARG(widened(x, e->arg[0], a)), e->op == E_ADD ? '+' : '-', STR_ARG(widened(x, e->arg[1], b)), x->indent, "", x->overflow, x->overflow, STR_ARG(left));
    return f(em, STR_FMT "[" STR_FMT "-1:0]", STR_ARG(name), STR_ARG(w));
}

/* A constant that has its type's width also in a comparison. */
static Str sized_const(ExprCtx *x, const Expr *e, const Type *t)
{
    Expr same = *e, zero = { .op = E_NUM, .type = x->m->e->p->t_int };
    Expr sum = { .op = E_ADD, .type = x->m->e->p->t_int, .arg = { &same, &zero }, .n_args = 2 };
    return v_const(x->m, e->op == E_NUM ? &sum : e, t);
}

static Str operand(ExprCtx *x, const Expr *e, const Type *t)
{
    if (expr_is_const(e)) return v_const(x->m, e, t);
    return v_expr(x, e);
}

static Str compare(ExprCtx *x, const Expr *e)
{
    static const char *const text[] = { [E_EQ] = "==", [E_NE] = "!=", [E_LT] = "<", [E_LE] = "<=", [E_GT] = ">", [E_GE] = ">=" };
    const Type *t = e->arg[0]->type;
    if (expr_is_const(e)) return v_param_expr(x->m, e);
    Str a = operand(x, e->arg[0], t), b = operand(x, e->arg[1], t);
    if (t->is_signed && e->op != E_EQ && e->op != E_NE) {
        if (expr_is_const(e->arg[0])) a = sized_const(x, e->arg[0], t);
        if (expr_is_const(e->arg[1])) b = sized_const(x, e->arg[1], t);
    }
    if (t->is_signed && e->op != E_EQ && e->op != E_NE) return f(x->m->e, "($signed(" STR_FMT ") %s $signed(" STR_FMT "))", STR_ARG(a), text[e->op], STR_ARG(b));
    return f(x->m->e, "(" STR_FMT " %s " STR_FMT ")", STR_ARG(a), text[e->op], STR_ARG(b));
}

Str v_expr(ExprCtx *x, const Expr *e)
{
    Emit *em = x->m->e;
    if (expr_is_const(e)) return e->type->kind == TK_INT ? v_param_expr(x->m, e) : e->type->kind == TK_BOOL && e->op != E_NUM && e->op != E_PARAM ? v_param_expr(x->m, e) : v_const(x->m, e, e->type);
    if (e->op >= E_EQ && e->op <= E_GE) return compare(x, e);
    ExprCtx quiet = *x;                     /* inside a condition additions are not checked */
    quiet.before = NULL;
    Str a = { "", 0 }, b = { "", 0 };
    ExprCtx *ax = e->op == E_COND ? &quiet : x;
    if (e->n_args > 0) a = e->op == E_COND ? v_expr(ax, e->arg[0]) : operand(x, e->arg[0], e->op == E_SHL || e->op == E_SHR ? e->type : e->arg[0]->type);
    if (e->n_args > 1 && e->op != E_COND) b = e->op == E_SHL || e->op == E_SHR ? v_expr(x, e->arg[1]) : operand(x, e->arg[1], e->arg[1]->type);
    switch (e->op) {
    case E_VAR: return x->var(x->ctx, e->var);
    case E_STATE: return f(em, "STATE_" STR_FMT, STR_ARG(upper(em->a, e->text)));
    case E_NOT: return f(em, "(!" STR_FMT ")", STR_ARG(a));
    case E_NEG: return f(em, "(-" STR_FMT ")", STR_ARG(a));
    case E_OR: return f(em, "(" STR_FMT " || " STR_FMT ")", STR_ARG(a), STR_ARG(b));
    case E_AND: return f(em, "(" STR_FMT " && " STR_FMT ")", STR_ARG(a), STR_ARG(b));
    case E_IMPLIES: return f(em, "(!" STR_FMT " || " STR_FMT ")", STR_ARG(a), STR_ARG(b));
    case E_ADD: case E_SUB:
        if (x->before && e->type->overflow == OVF_ERROR) return checked_sum(x, e, a, b);
        return call2(x, sum_function(x, e), a, b);
    case E_MUL: return f(em, "(" STR_FMT " * " STR_FMT ")", STR_ARG(a), STR_ARG(b));
    case E_DIV: return f(em, "(" STR_FMT " / " STR_FMT ")", STR_ARG(a), STR_ARG(b));
    case E_MOD: return f(em, "(" STR_FMT " %% " STR_FMT ")", STR_ARG(a), STR_ARG(b));
    case E_BITAND: return f(em, "(" STR_FMT " & " STR_FMT ")", STR_ARG(a), STR_ARG(b));
    case E_BITOR: return f(em, "(" STR_FMT " | " STR_FMT ")", STR_ARG(a), STR_ARG(b));
    case E_BITXOR: return f(em, "(" STR_FMT " ^ " STR_FMT ")", STR_ARG(a), STR_ARG(b));
    case E_WITHOUT: return f(em, "(" STR_FMT " & ~" STR_FMT ")", STR_ARG(a), STR_ARG(b));
    case E_SHL: return f(em, "(" STR_FMT " << " STR_FMT ")", STR_ARG(a), STR_ARG(b));
    case E_SHR: return f(em, "(" STR_FMT " >> " STR_FMT ")", STR_ARG(a), STR_ARG(b));
    case E_COND: {      /* a sum counts only in the arm that is taken */
        ExprCtx yes = *x, no = *x;
        yes.guard = x->guard.n ? f(em, STR_FMT " && " STR_FMT, STR_ARG(x->guard), STR_ARG(a)) : a;
        no.guard = f(em, "%.*s%s!" STR_FMT, x->guard.n, x->guard.p, x->guard.n ? " && " : "", STR_ARG(a));
        Str l = operand(&yes, e->arg[1], e->type), r = operand(&no, e->arg[2], e->type);
        return f(em, "(" STR_FMT " ? " STR_FMT " : " STR_FMT ")", STR_ARG(a), STR_ARG(l), STR_ARG(r));
    }
    case E_MAX: case E_MIN: return call2(x, pick_function(x, e), a, b);
    case E_POPCOUNT: case E_ONEHOT: case E_FIRST: return f(em, STR_FMT "(" STR_FMT ")", STR_ARG(vector_function(x, e)), STR_ARG(a));
    case E_BIT: return call2(x, vector_function(x, e), a, b);
    case E_ANY: return f(em, "(|" STR_FMT ")", STR_ARG(a));
    case E_ALL: return f(em, "(&" STR_FMT ")", STR_ARG(a));
    case E_BEFORE: return call2(x, before_function(x, e->arg[0]->type), a, b);
    case E_AFTER: return call2(x, before_function(x, e->arg[0]->type), b, a);
    case E_CONVERT: return f(em, STR_FMT "(" STR_FMT ")", STR_ARG(convert_function(x, e->arg[0]->type, e->type)), STR_ARG(a));
    case E_HOME: return home_function(x);
    case E_NODE_OF: return node_of(x, e);
    default: return STR("1'b0");
    }
}
