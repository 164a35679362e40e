/* value.c - what expressions over parameters and literals are worth: the arithmetic of the emitted Verilog.
 * Integers have 32 bits and a sign. A constant of a row that has pow2 in it, or a literal that is wider, is computed
 * in 64, where 2^64 is there too: all ones are pow2(64) - 1. What does not fit, or has no value at all, is a fault:
 * there the two could differ. */
#include "ir/ir.h"
#include <inttypes.h>

typedef struct { const ParamEnv *env; bool wide; ParamFault *fault; } Eval;

static ParamInt eval(const Eval *v, const Expr *e);

/* The first one counts. */
static ParamInt no_value(const Eval *v, const Expr *e, ParamInt x, ParamInt y)
{
    if (v->fault && !v->fault->at) *v->fault = (ParamFault){ e, x, y, v->wide };
    return 0;
}

/* Sums and products are right modulo 2^64 whatever their sign; what follows is not, but for the numbers with sign. */
static bool fits(const Eval *v, ParamInt r)
{
    const ParamInt top = (ParamInt)1 << (v->wide ? 64 : 31);
    return v->wide ? r <= top && r >= INT64_MIN : r < top && r >= -top;
}

static bool has_sign(const Eval *v, ParamInt r) { return !v->wide || (r <= INT64_MAX && r >= INT64_MIN); }

static ParamInt sum(const Eval *v, const Expr *e, ParamInt x, ParamInt y)
{
    ParamInt r = e->op == E_ADD ? x + y : e->op == E_SUB ? x - y : e->op == E_NEG ? -x : 0;
    bool over = e->op == E_MUL && __builtin_mul_overflow(x, y, &r);
    return over || !fits(v, r) ? no_value(v, e, x, y) : r;
}

static ParamInt quotient(const Eval *v, const Expr *e, ParamInt x, ParamInt y)
{
    if (y == 0 || (y == -1 && (!has_sign(v, -x) || !fits(v, -x)))) return no_value(v, e, x, y);
    return e->op == E_DIV ? x / y : x % y;
}

static ParamInt shift(const Eval *v, const Expr *e, ParamInt x, ParamInt y)
{
    if (y < 0 || y >= (v->wide ? 64 : 32)) return no_value(v, e, x, y);
    if (e->op == E_SHR) return x < 0 ? no_value(v, e, x, y) : x >> y;
    ParamInt r = 0;
    bool over = __builtin_mul_overflow(x, (ParamInt)1 << y, &r);
    return over || !fits(v, r) ? no_value(v, e, x, y) : r;
}

static ParamInt one(const Eval *v, const Expr *e)
{
    Eval narrow = { v->env, false, v->fault };
    bool count = e->op == E_CLOG2 || e->op == E_POW2;       /* of these the argument has 32 bits in any case */
    ParamInt x = eval(count ? &narrow : v, e->arg[0]);
    switch (e->op) {
    case E_NEG: return sum(v, e, x, 0);
    case E_CLOG2: return x < 0 ? no_value(v, e, x, 0) : clog2_of((int64_t)x);
    case E_POW2: return x < 0 || x > (v->wide ? 64 : 30) ? no_value(v, e, x, 0) : (ParamInt)1 << x;
    default: return x;
    }
}

static ParamInt compare(ExprOp op, ParamInt a, ParamInt b)
{
    switch (op) {
    case E_EQ: return a == b;
    case E_NE: return a != b;
    case E_LT: return a < b;
    case E_LE: return a <= b;
    case E_GT: return a > b;
    case E_GE: return a >= b;
    case E_MAX: return a > b ? a : b;
    default: return a < b ? a : b;
    }
}

static ParamInt two(const Eval *v, const Expr *e)
{
    ParamInt a = eval(v, e->arg[0]), b = eval(v, e->arg[1]);
    bool sign = has_sign(v, a) && has_sign(v, b);
    switch (e->op) {
    case E_EQ: case E_NE: case E_LT: case E_LE: case E_GT: case E_GE: case E_MAX: case E_MIN:
        return sign ? compare(e->op, a, b) : no_value(v, e, a, b);
    case E_ADD: case E_SUB: case E_MUL: return sum(v, e, a, b);
    case E_DIV: case E_MOD: return sign ? quotient(v, e, a, b) : no_value(v, e, a, b);
    case E_BITAND: return a & b;
    case E_BITOR: return a | b;
    case E_BITXOR: return a ^ b;
    case E_WITHOUT: return a & ~b;
    case E_SHL: case E_SHR: return sign ? shift(v, e, a, b) : no_value(v, e, a, b);
    default: return 0;
    }
}

static bool truth(const Eval *v, const Expr *e)
{
    ParamInt x = eval(v, e);
    return has_sign(v, x) ? x != 0 : no_value(v, e, x, 0) != 0;
}

static ParamInt eval(const Eval *v, const Expr *e)
{
    switch (e->op) {
    case E_NUM: return fits(v, e->num) ? e->num : no_value(v, e, e->num, 0);
    case E_PARAM: return v->env->value[e->param->id];
    case E_NOT: return !truth(v, e->arg[0]);
    case E_OR: return truth(v, e->arg[0]) || truth(v, e->arg[1]);       /* what is not needed need not have a value */
    case E_AND: return truth(v, e->arg[0]) && truth(v, e->arg[1]);
    case E_IMPLIES: return !truth(v, e->arg[0]) || truth(v, e->arg[1]);
    case E_COND: return eval(v, e->arg[truth(v, e->arg[0]) ? 1 : 2]);
    default: return e->n_args == 1 ? one(v, e) : e->n_args == 2 ? two(v, e) : 0;
    }
}

static void find_wide(const Expr *e, void *ctx)
{
    if (e->op == E_POW2 || (e->op == E_NUM && (e->num > INT32_MAX || e->num < INT32_MIN))) *(bool *)ctx = true;
}

bool expr_is_wide(const Expr *e)
{
    bool wide = false;
    if (e->type->kind != TK_INT && e->type->kind != TK_BOOL) expr_walk(e, find_wide, &wide);
    return wide;
}

static ParamInt value(const ParamEnv *env, const Expr *e, ParamFault *fault)
{
    Eval v = { env, e && expr_is_wide(e), fault };
    ParamInt r = e ? eval(&v, e) : 0;
    return v.wide && r > UINT64_MAX ? no_value(&v, e, r, 0) : r;
}

bool param_value(const ParamEnv *env, const Expr *e, int64_t *out, ParamFault *fault)
{
    ParamFault f = { 0 };
    *out = (int64_t)(uint64_t)value(env, e, &f);
    if (fault && f.at) *fault = f;
    return !f.at;
}

int64_t param_eval(const ParamEnv *env, const Expr *e)
{
    int64_t r;
    return param_value(env, e, &r, NULL) ? r : 0;
}

bool param_fits(const ParamEnv *env, const Expr *e, int width, bool is_signed)
{
    ParamFault f = { 0 };
    ParamInt v = value(env, e, &f), end = (ParamInt)1 << (is_signed ? width - 1 : width);
    return v < end && v >= (is_signed ? -end : 0);
}

/* ---- faults in words ---- */

static Str number(Arena *a, ParamInt x, bool brackets)
{
    if (x > UINT64_MAX) return STR("2^64");
    if (x > INT64_MAX) return str_printf(a, "%" PRIu64, (uint64_t)x);
    return str_printf(a, brackets && x < 0 ? "(%" PRId64 ")" : "%" PRId64, (int64_t)x);
}

static Str operation(Arena *a, const ParamFault *f)
{
    static const char *const sign[] = { [E_ADD] = "+",  [E_SUB] = "-",  [E_MUL] = "*",   [E_DIV] = "/",
                                        [E_MOD] = "%",  [E_LT] = "lt",  [E_LE] = "le",   [E_GT] = "gt",
                                        [E_EQ] = "eq",  [E_NE] = "ne",
                                        [E_GE] = "ge",  [E_MAX] = "max", [E_MIN] = "min", [E_SHL] = "shl",
                                        [E_SHR] = "shr" };
    Str x = number(a, f->x, f->at->op == E_NEG);
    const char *name = f->at->op == E_CLOG2 ? "clog2" : f->at->op == E_POW2 ? "pow2" : NULL;
    if (f->at->op == E_NEG) return str_printf(a, "-" STR_FMT, STR_ARG(x));
    if (name) return str_printf(a, "%s(" STR_FMT ")", name, STR_ARG(x));
    if (f->at->op >= sizeof sign / sizeof *sign || !sign[f->at->op]) return x;
    return str_printf(a, STR_FMT " %s " STR_FMT, STR_ARG(x), sign[f->at->op], STR_ARG(number(a, f->y, true)));
}

Str param_fault_text(Arena *a, const ParamFault *f)
{
    ExprOp op = f->at->op;
    int bits = f->wide ? 64 : 32;
    Str what = operation(a, f);
    if ((op == E_DIV || op == E_MOD) && f->y == 0) return str_printf(a, STR_FMT " divides by 0", STR_ARG(what));
    if ((op == E_SHL || op == E_SHR) && (f->y < 0 || f->y >= bits))
        return str_printf(a, STR_FMT " has no value, expected a shift by 0 to %d", STR_ARG(what), bits - 1);
    if ((op == E_SHR && f->x < 0) || op == E_CLOG2 || (op == E_POW2 && f->x < 0))
        return str_printf(a, STR_FMT " has no value, expected 0 or more", STR_ARG(what));
    return str_printf(a, STR_FMT " does not fit in %d bits with sign", STR_ARG(what), bits);
}
