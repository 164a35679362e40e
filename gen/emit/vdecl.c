/* vdecl.c - the constants and functions a module may need: widths, codes, node numbers, message sizes, arithmetic of the named types. */
#include "emit/verilog.h"
#include <inttypes.h>

Param *v_param(Emit *e, const char *name)
{
    for (int i = 0; i < e->p->params.n; i++)
        if (!e->p->params.at[i]->owner && str_is(e->p->params.at[i]->name, name)) return e->p->params.at[i];
    return NULL;
}

/* ---- integer expressions over parameters ---- */

static const char *param_op(ExprOp op)
{
    static const char *const text[] = { [E_OR] = "||", [E_AND] = "&&", [E_EQ] = "==", [E_NE] = "!=", [E_LT] = "<", [E_LE] = "<=", [E_GT] = ">", [E_GE] = ">=",
        [E_ADD] = "+", [E_SUB] = "-", [E_MUL] = "*", [E_DIV] = "/", [E_MOD] = "%", [E_BITAND] = "&", [E_BITOR] = "|", [E_BITXOR] = "^", [E_SHL] = "<<", [E_SHR] = ">>" };
    return op < (ExprOp)(sizeof text / sizeof *text) ? text[op] : NULL;
}

static Str param_name(Module *m, const Param *q)
{
    if (q->owner && q->owner != m->ctl) return f(m->e, STR_FMT "_" STR_FMT, STR_ARG(upper(m->e->a, q->owner->name)), STR_ARG(q->name));
    return q->name;
}

Str v_param_expr(Module *m, const Expr *x)
{
    Emit *e = m->e;
    Str a = { "", 0 }, b = { "", 0 };
    if (x->n_args > 0) a = v_param_expr(m, x->arg[0]);
    if (x->n_args > 1) b = v_param_expr(m, x->arg[1]);
    switch (x->op) {
    case E_NUM: return f(e, "%" PRId64, x->num);
    case E_PARAM: return param_name(m, x->param);
    case E_NOT: return f(e, "(!" STR_FMT ")", STR_ARG(a));
    case E_NEG: return f(e, "(-" STR_FMT ")", STR_ARG(a));
    case E_IMPLIES: return f(e, "(!" STR_FMT " || " STR_FMT ")", STR_ARG(a), STR_ARG(b));
    case E_WITHOUT: return f(e, "(" STR_FMT " & ~" STR_FMT ")", STR_ARG(a), STR_ARG(b));
    case E_MAX: return f(e, "((" STR_FMT ") > (" STR_FMT ") ? " STR_FMT " : " STR_FMT ")", STR_ARG(a), STR_ARG(b), STR_ARG(a), STR_ARG(b));
    case E_MIN: return f(e, "((" STR_FMT ") < (" STR_FMT ") ? " STR_FMT " : " STR_FMT ")", STR_ARG(a), STR_ARG(b), STR_ARG(a), STR_ARG(b));
    case E_CLOG2: return f(e, "$clog2(" STR_FMT ")", STR_ARG(a));
    case E_POW2: return f(e, "(1 << (" STR_FMT "))", STR_ARG(a));
    case E_CONVERT: return a;
    case E_COND: return f(e, "(" STR_FMT " ? " STR_FMT " : " STR_FMT ")", STR_ARG(a), STR_ARG(b), STR_ARG(v_param_expr(m, x->arg[2])));
    default: return f(e, "(" STR_FMT " %s " STR_FMT ")", STR_ARG(a), param_op(x->op) ? param_op(x->op) : "+", STR_ARG(b));
    }
}

Str v_max(Module *m, Str stem, const Str *name, int n)
{
    Str x = n ? name[0] : STR("1");
    for (int i = 1; i < n; i++) {
        Str larger = f(m->e, "((" STR_FMT " > " STR_FMT ") ? " STR_FMT " : " STR_FMT ")", STR_ARG(x), STR_ARG(name[i]), STR_ARG(x), STR_ARG(name[i]));
        if (i + 1 == n) return larger;
        x = f(m->e, STR_FMT "_MAX_%d", STR_ARG(stem), i);
        decl(&m->consts, x, "localparam integer " STR_FMT " = " STR_FMT ";", STR_ARG(x), STR_ARG(larger));
    }
    return x;
}

/* ---- widths ---- */

Str v_width(Module *m, const Type *t)
{
    if (t->kind == TK_BOOL) return STR("1");
    if (t->kind == TK_INT) return STR("32");
    if (t->kind == TK_BITS && t->size->op == E_NUM && !t->name.n) return f(m->e, "%" PRId64, t->size->num);
    if (str_is(t->name, "state")) return f(m->e, "%" PRId64, t->size->num);
    return f(m->e, STR_FMT "_W", STR_ARG(upper(m->e->a, t->name)));
}

Str v_range(Module *m, const Type *t)
{
    Str w = v_width(m, t);
    if (t->kind == TK_BOOL) return STR("");
    return f(m->e, "[" STR_FMT "-1:0] ", STR_ARG(w));
}

Str v_bits(Module *m, int n) { return n <= 1 ? STR("") : f(m->e, "[%d:0] ", n - 1); }

static void declare_width(Module *m, const Type *t)
{
    Str name = v_width(m, t);
    if (t->kind == TK_BOOL || t->kind == TK_INT || t->kind == TK_NODE) return;
    if (t->kind == TK_ENUM) {
        decl(&m->consts, name, "localparam integer " STR_FMT " = %d;", STR_ARG(name), code_bits(t->values.n));
        return;
    }
    Str e = v_param_expr(m, t->size);
    if (t->kind == TK_BYTES) decl(&m->consts, name, "localparam integer " STR_FMT " = 8 * " STR_FMT ";", STR_ARG(name), STR_ARG(e));
    else if (t->kind == TK_COUNT) decl(&m->consts, name, "localparam integer " STR_FMT " = (" STR_FMT " > 1) ? $clog2(" STR_FMT ") : 1;", STR_ARG(name), STR_ARG(e), STR_ARG(e));
    else if (t->key && t->offset) decl(&m->consts, name, "localparam integer " STR_FMT " = " STR_FMT " - $clog2(" STR_FMT ");", STR_ARG(name), STR_ARG(e), STR_ARG(v_param_expr(m, t->offset)));
    else if (t->size->op == E_NUM || t->size->op == E_PARAM) decl(&m->consts, name, "localparam integer " STR_FMT " = " STR_FMT ";", STR_ARG(name), STR_ARG(e));
    else decl(&m->consts, name, "localparam integer " STR_FMT " = (" STR_FMT " < 1) ? 1 : " STR_FMT ";", STR_ARG(name), STR_ARG(e), STR_ARG(e));
}

/* ---- codes ---- */

Str state_const(Module *m, const State *s) { return f(m->e, "STATE_" STR_FMT, STR_ARG(upper(m->e->a, s->name))); }
Str event_const(Module *m, const Event *x) { return f(m->e, "EVENT_" STR_FMT, STR_ARG(upper(m->e->a, x->name))); }
Str refined_const(Module *m, const Event *x) { return f(m->e, "CASE_" STR_FMT, STR_ARG(upper(m->e->a, x->name))); }
Str msg_const(Module *m, const Message *x) { return f(m->e, "MSG_" STR_FMT, STR_ARG(upper(m->e->a, x->name))); }
Str msg_width(Module *m, const Message *x) { return f(m->e, "MSG_" STR_FMT "_BITS", STR_ARG(upper(m->e->a, x->name))); }

static void code(Module *m, Str name, int bits, int value)
{
    decl(&m->consts, name, "localparam %s" STR_FMT " = %d'd%d;", bits > 1 ? Z(m->e, f(m->e, "[%d:0] ", bits - 1)) : "", STR_ARG(name), bits, value);
}

static void declare_ctl_codes(Module *m)
{
    const Controller *c = m->ctl;
    for (int i = 0; i < c->states.n; i++) code(m, state_const(m, c->states.at[i]), code_bits(c->states.n), c->states.at[i]->id);
    for (int i = 0; i < c->base_events.n; i++) code(m, event_const(m, c->base_events.at[i]), code_bits(c->base_events.n), c->base_events.at[i]->code);
    for (int i = 0; i < c->events.n; i++) code(m, refined_const(m, c->events.at[i]), code_bits(c->events.n), c->events.at[i]->id);
    decl(&m->consts, STR("ACT_STALL"), "localparam [1:0] ACT_STALL = 2'd%d;", ACT_STALL);
    decl(&m->consts, STR("ACT_FIRE"), "localparam [1:0] ACT_FIRE = 2'd%d;", ACT_FIRE);
    decl(&m->consts, STR("ACT_NEVER"), "localparam [1:0] ACT_NEVER = 2'd%d;", ACT_NEVER);
    for (int i = 0; i < c->ports.n; i++) {
        Port *p = c->ports.at[i];
        Str up = upper(m->e->a, p->name);
        for (int k = 0; k < p->events.n; k++)
            if (p->kind != PORT_IN) code(m, f(m->e, "Q_" STR_FMT "_" STR_FMT, STR_ARG(up), STR_ARG(upper(m->e->a, p->events.at[k]->name))), code_bits(p->events.n), k);
        for (int k = 0; k < p->replies.n; k++) code(m, f(m->e, "A_" STR_FMT "_" STR_FMT, STR_ARG(up), STR_ARG(upper(m->e->a, p->replies.at[k].name))), code_bits(p->replies.n), k);
        for (int k = 0; k < p->requests.n; k++) code(m, f(m->e, "A_" STR_FMT "_" STR_FMT, STR_ARG(up), STR_ARG(upper(m->e->a, p->requests.at[k].name))), code_bits(p->requests.n), k);
    }
}

static int net_messages(const Protocol *p, const Network *n)
{
    int k = 0;
    for (int i = 0; i < p->msgs.n; i++) k += p->msgs.at[i]->net == n;
    return k;
}

bool net_keyed(const Protocol *p, const Network *n)
{
    for (int i = 0; i < p->msgs.n; i++) if (p->msgs.at[i]->net == n && !p->msgs.at[i]->keyless) return true;
    return false;
}

static Str key_width(Module *m)
{
    for (int i = 0; i < m->e->p->ctls.n; i++)
        if (m->e->p->ctls.at[i]->key) return v_width(m, m->e->p->ctls.at[i]->key);
    return STR("1");
}

/* A message on the wire, low bits first: kind, from, key, then its fields in the order of declaration. */
static void declare_network(Module *m, const Network *n)
{
    Emit *e = m->e;
    Str up = upper(e->a, n->name), *sizes = NEW_N(e->a, Str, e->p->msgs.n + 1);
    int k = 0;
    Str hdr = f(e, STR_FMT "_HDR_W", STR_ARG(up)), bits = f(e, STR_FMT "_BITS", STR_ARG(up)), len = f(e, STR_FMT "_LEN_W", STR_ARG(up)), kind = f(e, STR_FMT "_KIND_W", STR_ARG(up));
    int kind_w = code_bits(net_messages(e->p, n));
    decl(&m->consts, kind, "localparam integer " STR_FMT " = %d;", STR_ARG(kind), kind_w);
    decl(&m->consts, hdr, "localparam integer " STR_FMT " = " STR_FMT " + NODE_W + " STR_FMT ";", STR_ARG(hdr), STR_ARG(kind), STR_ARG(key_width(m)));
    for (int i = 0; i < e->p->msgs.n; i++) {
        Message *msg = e->p->msgs.at[i];
        if (msg->net != n) continue;
        Str w = msg->keyless ? f(e, STR_FMT " + NODE_W", STR_ARG(kind)) : hdr;
        for (int j = 0; j < msg->fields.n; j++) w = f(e, STR_FMT " + " STR_FMT, STR_ARG(w), STR_ARG(v_width(m, msg->fields.at[j].type)));
        sizes[k] = msg_width(m, msg);
        decl(&m->consts, sizes[k], "localparam integer " STR_FMT " = " STR_FMT ";", STR_ARG(sizes[k]), STR_ARG(w));
        code(m, msg_const(m, msg), kind_w, msg->code);
        k++;
    }
    Str most = v_max(m, up, sizes, k);
    decl(&m->consts, bits, "localparam integer " STR_FMT " = " STR_FMT ";", STR_ARG(bits), STR_ARG(most));
    decl(&m->consts, len, "localparam integer " STR_FMT " = $clog2((" STR_FMT " + FLIT_BITS - 1) / FLIT_BITS + 1);", STR_ARG(len), STR_ARG(bits));
}

static void declare_nodes(Module *m)
{
    Emit *e = m->e;
    Str base = STR("0");
    for (int i = 0; e->sys && i < e->sys->places.n; i++) {
        Place *pl = &e->sys->places.at[i];
        Str up = upper(e->a, pl->ctl->name), count = f(e, STR_FMT "_COUNT", STR_ARG(up)), b = f(e, STR_FMT "_BASE", STR_ARG(up));
        decl(&m->consts, count, "localparam integer " STR_FMT " = " STR_FMT ";", STR_ARG(count), STR_ARG(v_param_expr(m, pl->count)));
        decl(&m->consts, b, "localparam integer " STR_FMT " = " STR_FMT ";", STR_ARG(b), STR_ARG(base));
        base = f(e, STR_FMT " + " STR_FMT, STR_ARG(b), STR_ARG(count));
    }
    decl(&m->consts, STR("NODES"), "localparam integer NODES = " STR_FMT ";", STR_ARG(base));
    decl(&m->consts, STR("NODE_W"), "localparam integer NODE_W = (NODES > 1) ? $clog2(NODES) : 1;");
}

static void declare_params(Module *m)
{
    const Protocol *p = m->e->p;
    for (int i = 0; i < p->params.n; i++) {
        Param *q = p->params.at[i];
        if (m->ctl && q->owner && q->owner != m->ctl) continue;
        Str name = param_name(m, q);
        decl(&m->params, name, "parameter integer " STR_FMT " = %" PRId64, STR_ARG(name), m->e->env->value[q->id]);
    }
}

Str v_param_list(Module *m, const Module *of)
{
    Str s = { "", 0 };
    for (int i = 0; i < m->e->p->params.n; i++) {
        Param *q = m->e->p->params.at[i];
        Str inner = of->ctl && q->owner == of->ctl ? q->name : param_name((Module *)of, q);
        for (int k = 0; k < of->params.at.n; k++)
            if (of->params.at.at[k].used && str_eq(of->params.at.at[k].name, inner))
                s = f(m->e, STR_FMT "%s." STR_FMT "(" STR_FMT ")", STR_ARG(s), s.n ? ", " : " #(", STR_ARG(inner), STR_ARG(param_name(m, q)));
    }
    return s.n ? f(m->e, STR_FMT ")", STR_ARG(s)) : s;
}

void declare_all(Module *m)
{
    Emit *e = m->e;
    declare_params(m);
    declare_nodes(m);
    for (int i = 0; i < e->p->types.n; i++) declare_width(m, e->p->types.at[i]);
    for (int i = 0; i < e->p->nets.n; i++) declare_network(m, e->p->nets.at[i]);
    if (m->ctl) declare_ctl_codes(m);
}

/* ---- constants of a type ---- */

static Str const_function(Module *m, const Type *t)
{
    Emit *e = m->e;
    Str name = f(e, "const_" STR_FMT, STR_ARG(lower(e->a, t->name))), r = v_range(m, t), w = v_width(m, t);
    decl(&m->consts, name,
         "function " STR_FMT STR_FMT "(input integer v); integer i; begin\n"
         "    for (i = 0; i < " STR_FMT "; i = i + 1) " STR_FMT "[i] = (i < 31) ? (((v >> i) %% 2) == 1) : 1'b0;\n"
         "  end endfunction", STR_ARG(r), STR_ARG(name), STR_ARG(w), STR_ARG(name));
    return name;
}

/* ---- constants with powers of two: 64 bits, since integers of Verilog have 32 ---- */

static void find_pow2(const Expr *e, void *ctx) { if (e->op == E_POW2) *(bool *)ctx = true; }

static Str to_64(Module *m, Str integer)
{
    decl(&m->consts, STR("to_64"), "function [63:0] to_64(input integer v);\n    to_64 = {{32{v[31]}}, v};\n  endfunction");
    return f(m->e, "to_64(" STR_FMT ")", STR_ARG(integer));
}

static Str wide_expr(Module *m, const Expr *x)
{
    Emit *e = m->e;
    Str a = { "", 0 }, b = { "", 0 };
    if (x->op == E_POW2) return f(e, "(64'd1 << (" STR_FMT "))", STR_ARG(v_param_expr(m, x->arg[0])));
    if (x->op == E_PARAM || x->op == E_CLOG2) return to_64(m, v_param_expr(m, x));
    if (x->op == E_NUM) return f(e, "64'd%" PRIu64, (uint64_t)x->num);
    if (x->n_args > 0) a = wide_expr(m, x->arg[0]);
    if (x->n_args > 1) b = wide_expr(m, x->arg[1]);
    switch (x->op) {
    case E_NOT: return f(e, "(!" STR_FMT ")", STR_ARG(a));
    case E_NEG: return f(e, "(64'd0 - " STR_FMT ")", STR_ARG(a));
    case E_IMPLIES: return f(e, "(!" STR_FMT " || " STR_FMT ")", STR_ARG(a), STR_ARG(b));
    case E_WITHOUT: return f(e, "(" STR_FMT " & ~" STR_FMT ")", STR_ARG(a), STR_ARG(b));
    case E_MAX: case E_MIN: return f(e, "((" STR_FMT ") %c (" STR_FMT ") ? " STR_FMT " : " STR_FMT ")", STR_ARG(a), x->op == E_MAX ? '>' : '<', STR_ARG(b), STR_ARG(a), STR_ARG(b));
    case E_CONVERT: return a;
    case E_COND: return f(e, "(" STR_FMT " ? " STR_FMT " : " STR_FMT ")", STR_ARG(a), STR_ARG(b), STR_ARG(wide_expr(m, x->arg[2])));
    default: return f(e, "(" STR_FMT " %s " STR_FMT ")", STR_ARG(a), param_op(x->op) ? param_op(x->op) : "+", STR_ARG(b));
    }
}

/* The function that makes a constant of the type: of an integer, or of 64 bits. */
static Str wide_function(Module *m, const Type *t)
{
    Emit *e = m->e;
    Str name = f(e, "const64_" STR_FMT, STR_ARG(lower(e->a, t->name))), w = v_width(m, t);
    decl(&m->consts, name,
         "function " STR_FMT STR_FMT "(input [63:0] v); integer i; begin\n"
         "    for (i = 0; i < " STR_FMT "; i = i + 1) " STR_FMT "[i] = (i < 64) ? v[i %% 64] : 1'b0;\n"
         "  end endfunction", STR_ARG(v_range(m, t)), STR_ARG(name), STR_ARG(w), STR_ARG(name));
    return name;
}

Str v_const(Module *m, const Expr *x, const Type *t)
{
    Emit *e = m->e;
    if (t->kind == TK_BOOL) return x->op == E_NUM ? f(e, "1'b%d", x->num != 0) : f(e, "(" STR_FMT " != 0)", STR_ARG(v_param_expr(m, x)));
    if (x->op == E_NUM && t->kind == TK_ENUM) {
        Str name = f(e, STR_FMT "_" STR_FMT, STR_ARG(upper(e->a, t->name)), STR_ARG(upper(e->a, t->values.at[x->num])));
        code(m, name, code_bits(t->values.n), (int)x->num);
        return name;
    }
    if (x->op == E_NUM) return f(e, "%" PRId64, x->num);
    bool pow2 = false;
    expr_walk(x, find_pow2, &pow2);
    Str fn = pow2 ? wide_function(m, t) : const_function(m, t), text = pow2 ? wide_expr(m, x) : v_param_expr(m, x), name;
    if (x->op == E_PARAM) name = f(e, STR_FMT "_AS_" STR_FMT, STR_ARG(text), STR_ARG(upper(e->a, t->name)));
    else {
        name = f(e, "K%d_" STR_FMT, m->consts.at.n, STR_ARG(upper(e->a, t->name)));
        Str tail = f(e, " = " STR_FMT "(" STR_FMT ");", STR_ARG(fn), STR_ARG(text));
        for (int i = 0; i < m->consts.at.n; i++) {      /* the same constant again */
            Str k = m->consts.at.at[i].text;
            if (k.n > tail.n && str_eq((Str){ k.p + k.n - tail.n, tail.n }, tail)) return m->consts.at.at[i].name;
        }
    }
    decl(&m->consts, name, "localparam " STR_FMT STR_FMT " = " STR_FMT "(" STR_FMT ");", STR_ARG(v_range(m, t)), STR_ARG(name), STR_ARG(fn), STR_ARG(text));
    return name;
}
