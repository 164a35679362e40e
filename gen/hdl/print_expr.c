/* print_expr.c - expressions as text, with as few brackets as a reader wants. */
#include "hdl/parts.h"
#include <inttypes.h>

/* How tightly an operator binds; brackets also between operators that readers confuse. */
enum { P_COND = 1, P_OR, P_AND, P_BOR, P_BXOR, P_BAND, P_EQ, P_LESS, P_SHIFT, P_ADD, P_MUL, P_UNARY, P_ATOM };

static const struct { const char *text; int rank; } ops[] = {
    [OP_NOT] = { "!", P_UNARY }, [OP_INV] = { "~", P_UNARY }, [OP_NEG] = { "-", P_UNARY }, [OP_ANY] = { "|", P_UNARY },
    [OP_ALL] = { "&", P_UNARY }, [OP_PARITY] = { "^", P_UNARY },
    [OP_OR] = { "||", P_OR }, [OP_AND] = { "&&", P_AND }, [OP_BOR] = { "|", P_BOR }, [OP_BXOR] = { "^", P_BXOR },
    [OP_BAND] = { "&", P_BAND }, [OP_EQ] = { "==", P_EQ }, [OP_SAME] = { "===", P_EQ }, [OP_NE] = { "!=", P_EQ },
    [OP_LT] = { "<", P_LESS }, [OP_LE] = { "<=", P_LESS }, [OP_GT] = { ">", P_LESS }, [OP_GE] = { ">=", P_LESS },
    [OP_SHL] = { "<<", P_SHIFT }, [OP_SHR] = { ">>", P_SHIFT }, [OP_ADD] = { "+", P_ADD }, [OP_SUB] = { "-", P_ADD },
    [OP_MUL] = { "*", P_MUL }, [OP_DIV] = { "/", P_MUL }, [OP_MOD] = { "%", P_MUL } };

typedef struct { Buf *b; Arena *a; int depth; } Out;

static void print(Out *o, Hx x);

/* tight: of an operator that a reader does not want to see torn. */
static void may_break(Out *o, bool tight)
{
    int depth = 2 * o->depth + tight;
    char c = (char)(1 + (depth < 8 ? depth : 7));               /* below tab and newline */
    buf_put(o->b, &c, 1);
}

static int rank(Hx x)
{
    if (x->kind == HX_COND) return P_COND;
    if (x->kind == HX_UNARY || x->kind == HX_BINARY) return ops[x->op].rank;
    return x->kind == HX_INT && x->num < 0 && x->num > INT32_MIN ? P_UNARY : P_ATOM;
}

static void bracket(Out *o, Hx x)
{
    buf_printf(o->b, "(");
    o->depth++;
    print(o, x);
    o->depth--;
    buf_printf(o->b, ")");
}

/* The same operator on its left needs none; comparisons and sums inside of && need none; else anything weaker does. */
static bool needs(Hx x, HxOp op, bool right)
{
    int inner = rank(x), outer = ops[op].rank;
    if (inner == P_ATOM) return false;
    if (inner == P_UNARY) return outer == P_UNARY || x->kind == HX_INT || (x->op != OP_NOT && x->op != OP_INV);
    if (x->kind == HX_BINARY && x->op == op)
        return right && op != OP_AND && op != OP_OR && op != OP_BOR && op != OP_BAND && op != OP_ADD;
    if (outer == P_AND || outer == P_OR) return inner <= P_BAND;
    if (outer == P_EQ || outer == P_LESS) return inner < P_SHIFT;
    if (outer == P_ADD && inner == P_MUL) return false;
    if (outer == P_ADD && inner == P_ADD) return right;
    return true;
}

static void operand(Out *o, Hx x, HxOp op, bool right)
{
    if (needs(x, op, right)) bracket(o, x);
    else print(o, x);
}

static void list(Out *o, const Hx *at, int n)
{
    o->depth++;
    for (int i = 0; i < n; i++) {
        if (i) buf_printf(o->b, ",");
        if (i) may_break(o, false);
        print(o, at[i]);
    }
    o->depth--;
}

static void part(Out *o, Hx x)
{
    int64_t lsb, width;
    Hx lo = x->arg[1], w = x->arg[2];
    print(o, x->arg[0]);
    buf_printf(o->b, "[");
    o->depth++;
    if (hx_is_int(lo, &lsb) && hx_is_int(w, &width)) {
        if (width == 1) buf_printf(o->b, "%" PRId64, lsb);
        else buf_printf(o->b, "%" PRId64 ":%" PRId64, lsb + width - 1, lsb);
    } else if (hx_is_int(lo, &lsb) && !lsb) {
        operand(o, w, OP_SUB, false);
        buf_printf(o->b, "-1:0");
    } else {
        print(o, lo);
        buf_printf(o->b, " +: ");
        print(o, w);
    }
    o->depth--;
    buf_printf(o->b, "]");
}

static void print(Out *o, Hx x)
{
    switch (x->kind) {
    case HX_INT:
        if (x->num == INT32_MIN) buf_printf(o->b, "32'sh80000000");     /* -2147483648 negates what does not fit */
        else buf_printf(o->b, "%" PRId64, x->num);
        break;
    case HX_LIT: buf_printf(o->b, "%d'%c%" PRIu64, x->bits, x->bits == 1 ? 'b' : 'd', (uint64_t)x->num); break;
    case HX_FILL:
        buf_printf(o->b, "{");
        if (rank(x->arg[0]) == P_ATOM) print(o, x->arg[0]);
        else bracket(o, x->arg[0]);
        buf_printf(o->b, "{1'b%" PRId64 "}}", x->num);
        break;
    case HX_NAME: buf_printf(o->b, STR_FMT, STR_ARG(x->name->name)); break;
    case HX_UNARY:
        buf_printf(o->b, "%s", ops[x->op].text);
        operand(o, x->arg[0], x->op, true);
        break;
    case HX_BINARY:
        operand(o, x->arg[0], x->op, false);
        buf_printf(o->b, " %s", ops[x->op].text);
        may_break(o, x->op != OP_AND && x->op != OP_OR);
        operand(o, x->arg[1], x->op, true);
        break;
    case HX_COND:
        if (rank(x->arg[0]) < P_UNARY) bracket(o, x->arg[0]);
        else print(o, x->arg[0]);
        buf_printf(o->b, " ? ");
        if (rank(x->arg[1]) <= P_COND) bracket(o, x->arg[1]);
        else print(o, x->arg[1]);
        buf_printf(o->b, " :");
        may_break(o, false);
        print(o, x->arg[2]);
        break;
    case HX_CONCAT:
        buf_printf(o->b, "{");
        list(o, x->arg, x->n);
        buf_printf(o->b, "}");
        break;
    case HX_REPEAT:
        buf_printf(o->b, "{");
        if (rank(x->arg[0]) == P_ATOM) print(o, x->arg[0]);
        else bracket(o, x->arg[0]);
        buf_printf(o->b, "{");
        print(o, x->arg[1]);
        buf_printf(o->b, "}}");
        break;
    case HX_BIT:
        print(o, x->arg[0]);
        buf_printf(o->b, "[");
        o->depth++;
        print(o, x->arg[1]);
        o->depth--;
        buf_printf(o->b, "]");
        break;
    case HX_PART: part(o, x); break;
    case HX_DOWN:
        print(o, x->arg[0]);
        buf_printf(o->b, "[");
        print(o, x->arg[1]);
        buf_printf(o->b, " -: ");
        print(o, x->arg[2]);
        buf_printf(o->b, "]");
        break;
    case HX_PATH:
        for (int i = 0; i < x->n; i++) {
            buf_printf(o->b, STR_FMT, STR_ARG(x->piece[i]));
            print(o, x->arg[i]);
        }
        buf_printf(o->b, STR_FMT, STR_ARG(x->piece[x->n]));
        break;
    case HX_SIZED:
        buf_printf(o->b, "%d'(", x->bits);
        list(o, x->arg, x->n);
        buf_printf(o->b, ")");
        break;
    case HX_CALL: case HX_SYSTEM:
        if (x->kind == HX_CALL) buf_printf(o->b, STR_FMT "(", STR_ARG(x->name->name));
        else buf_printf(o->b, "%s(", x->text);
        list(o, x->arg, x->n);
        buf_printf(o->b, ")");
        break;
    }
}

void hdl_print_expr(Arena *a, Buf *b, Hx x)
{
    Out o = { b, a, 0 };
    print(&o, x);
}
