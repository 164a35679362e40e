/* const.c - constants of a type, made of params and literals. Integers of Verilog have 32 bits: where a power of two or
 * a shift is in it, or a literal that is wider, a constant is computed in 64. */
#include "rtl/module.h"

static HdlName *narrow_function(RtlModule *x, const Type *t)
{
    HdlModule *m = x->m;
    HdlName *fn = rtl_fn(x, "const", t, NULL);
    if (fn) return fn;
    Hx w = rtl_bits(x, t);
    fn = hdl_function(m, rtl_f(x, "const_" STR_FMT, STR_ARG(rtl_lower(x->r->a, t->name))), rtl_width(x, t));
    HdlName *v = hdl_arg(m, fn, "v", NULL), *i = hdl_loop(m, fn, "i");
    v->integer = true;
    Hx bit = hx_eq(m, hx_mod(m, hx_shr(m, v->x, i->x), hx_int(m, 2)), hx_int(m, 1));
    Hx low = hx_lt(m, i->x, hx_int(m, 31)), value = hx_cond(m, low, bit, hx_bool(m, 0));
    if (t->is_signed) value = hx_bit(m, v->x, hx_cond(m, low, i->x, hx_int(m, 31)));
    hs_set(hs_for(hdl_function_body(fn), i, hx_int(m, 0), w), hx_bit(m, fn->x, i->x), value);
    return rtl_fn_made(x, "const", t, NULL, fn);
}

static HdlName *wide_function(RtlModule *x, const Type *t)
{
    HdlModule *m = x->m;
    HdlName *fn = rtl_fn(x, "const64", t, NULL);
    if (fn) return fn;
    fn = hdl_function(m, rtl_f(x, "const64_" STR_FMT, STR_ARG(rtl_lower(x->r->a, t->name))), rtl_width(x, t));
    HdlName *v = hdl_arg(m, fn, "v", hx_int(m, 64)), *i = hdl_loop(m, fn, "i");
    Hx bit = hx_bit(m, v->x, hx_mod(m, i->x, hx_int(m, 64)));
    hs_set(hs_for(hdl_function_body(fn), i, hx_int(m, 0), rtl_bits(x, t)), hx_bit(m, fn->x, i->x),
           hx_cond(m, hx_lt(m, i->x, hx_int(m, 64)), bit, hx_bool(m, 0)));
    return rtl_fn_made(x, "const64", t, NULL, fn);
}

static Hx to_64(RtlModule *x, Hx integer)
{
    HdlModule *m = x->m;
    HdlName *fn = rtl_fn(x, "to_64", NULL, NULL);
    if (!fn) {
        fn = hdl_function(m, STR("to_64"), hx_int(m, 64));
        HdlName *v = hdl_arg(m, fn, "v", NULL);
        v->integer = fn->is_signed = true;
        hs_set(hdl_function_body(fn), fn->x,
               hx_cat2(m, hx_repeat(m, hx_int(m, 32), hx_bit(m, v->x, hx_int(m, 31))), v->x));
        rtl_fn_made(x, "to_64", NULL, NULL, fn);
    }
    return hx_call(m, fn, 1, integer);
}

/* Where the sign makes a difference, all literals and powers carry one: then the whole expression does. */
typedef struct { RtlModule *x; bool sign; } Wide;

static void find_sign(const Expr *e, void *ctx)
{
    bool order = e->op == E_LT || e->op == E_LE || e->op == E_GT || e->op == E_GE || e->op == E_MAX || e->op == E_MIN;
    if (order || e->op == E_DIV || e->op == E_MOD) *(bool *)ctx = true;
}

static Hx with_sign(const Wide *k, Hx a) { return k->sign ? hx_signed(k->x->m, a) : a; }

/* An operand that stands there twice, see rtl_greatest. */
static Hx wide_named(const Wide *k, Hx a)
{
    HdlModule *m = k->x->m;
    return hx_has_cond(a) ? with_sign(k, hdl_const_of(m, STR("VALUE"), hx_int(m, 64), a)->x) : a;
}

static Hx wide(const Wide *k, const Expr *e);

static Hx wide_choice(const Wide *k, bool max, Hx a, Hx b)
{
    a = wide_named(k, a);
    b = wide_named(k, b);
    return hx_cond(k->x->m, max ? hx_gt(k->x->m, a, b) : hx_lt(k->x->m, a, b), a, b);
}

static bool is_bit(const Expr *e)
{
    return e->op == E_NOT || e->op == E_AND || e->op == E_OR || e->op == E_IMPLIES || (e->op >= E_EQ && e->op <= E_GE);
}

/* One bit: whether it is not 0. */
static Hx wide_truth(const Wide *k, const Expr *e)
{
    return is_bit(e) ? wide(k, e) : hx_ne(k->x->m, wide(k, e), hx_lit(k->x->m, 64, 0));
}

static Hx wide_two(const Wide *k, const Expr *e)
{
    HdlModule *m = k->x->m;
    bool truth = e->op == E_IMPLIES || e->op == E_OR || e->op == E_AND;
    Hx a = truth ? wide_truth(k, e->arg[0]) : wide(k, e->arg[0]);
    Hx b = truth ? wide_truth(k, e->arg[1]) : wide(k, e->arg[1]);
    switch (e->op) {
    case E_IMPLIES: return hx_or(m, hx_not(m, a), b);
    case E_WITHOUT: return hx_band(m, a, hx_inv(m, b));
    case E_MAX: case E_MIN: return wide_choice(k, e->op == E_MAX, a, b);
    case E_OR: return hx_or(m, a, b);
    case E_AND: return hx_and(m, a, b);
    case E_EQ: return hx_eq(m, a, b);
    case E_NE: return hx_ne(m, a, b);
    case E_LT: return hx_lt(m, a, b);
    case E_LE: return hx_le(m, a, b);
    case E_GT: return hx_gt(m, a, b);
    case E_GE: return hx_ge(m, a, b);
    case E_SUB: return hx_sub(m, a, b);
    case E_MUL: return hx_mul(m, a, b);
    case E_DIV: return hx_div(m, a, b);
    case E_MOD: return hx_mod(m, a, b);
    case E_BITAND: return hx_band(m, a, b);
    case E_BITOR: return hx_bor(m, a, b);
    case E_BITXOR: return hx_bxor(m, a, b);
    case E_SHL: return hx_shl(m, a, b);
    case E_SHR: return hx_shr(m, a, b);
    default: return hx_add(m, a, b);
    }
}

static Hx wide(const Wide *k, const Expr *e)
{
    RtlModule *x = k->x;
    HdlModule *m = x->m;
    switch (e->op) {
    case E_POW2: return with_sign(k, hx_shl(m, hx_lit(m, 64, 1), rtl_int(x, e->arg[0])));
    case E_PARAM: case E_CLOG2: return to_64(x, rtl_int(x, e));
    case E_NUM: return with_sign(k, hx_lit(m, 64, (uint64_t)e->num));
    case E_NOT: return hx_not(m, wide_truth(k, e->arg[0]));
    case E_NEG: return hx_sub(m, with_sign(k, hx_lit(m, 64, 0)), wide(k, e->arg[0]));
    case E_CONVERT: return wide(k, e->arg[0]);
    case E_COND: return hx_cond(m, wide_truth(k, e->arg[0]), wide(k, e->arg[1]), wide(k, e->arg[2]));
    default: return wide_two(k, e);
    }
}

static Hx wide_value(RtlModule *x, const Expr *e)
{
    Wide k = { x, false };
    expr_walk(e, find_sign, &k.sign);
    return wide(&k, e);
}

Hx rtl_truth(RtlModule *x, const Expr *e)
{
    Wide k = { x, false };
    if (!expr_is_wide(e)) return is_bit(e) ? rtl_int(x, e) : hx_ne(x->m, rtl_int(x, e), hx_int(x->m, 0));
    expr_walk(e, find_sign, &k.sign);
    return wide_truth(&k, e);
}

static Hx enum_value(RtlModule *x, const Type *t, int64_t n)
{
    HdlModule *m = x->m;
    HdlName *have = rtl_fn(x, "enum", t, &t->values.at[n]);
    if (have) return have->x;
    Str name = rtl_f(x, STR_FMT "_" STR_FMT, STR_ARG(rtl_upper(x->r->a, t->name)),
                     STR_ARG(rtl_upper(x->r->a, t->values.at[n])));
    name = hdl_free_name(hdl_items(m), name);
    int bits = code_bits(t->values.n);
    HdlName *c = bits == 1 ? hdl_const_bit(m, name, hx_lit(m, 1, (uint64_t)n))
                           : hdl_const(m, name, hx_int(m, bits), hx_lit(m, bits, (uint64_t)n));
    return rtl_fn_made(x, "enum", t, &t->values.at[n], c)->x;
}

static void find_param(const Expr *e, void *ctx)
{
    const Param **of = ctx;
    if (!*of && e->op == E_PARAM) *of = e->param;
}

/* Of an expression the first parameter gives the name. */
static Hx made(RtlModule *x, const Expr *e, const Type *t)
{
    bool big = expr_is_wide(e);
    const Param *of = NULL;
    expr_walk(e, find_param, &of);
    Hx value =
        hx_call(x->m, big ? wide_function(x, t) : narrow_function(x, t), 1, big ? wide_value(x, e) : rtl_int(x, e));
    Str stem = e->op == E_PARAM ? rtl_f(x, STR_FMT "_AS_" STR_FMT, STR_ARG(x->param[e->param->id]->name),
                                        STR_ARG(rtl_upper(x->r->a, t->name)))
               : e->op == E_NUM ? rtl_f(x, STR_FMT "_%lld", STR_ARG(rtl_upper(x->r->a, t->name)), (long long)e->num)
                                : rtl_f(x, STR_FMT "_%s" STR_FMT, STR_ARG(rtl_upper(x->r->a, t->name)),
                                        of ? "FROM_" : "VALUE", STR_ARG(of ? x->param[of->id]->name : STR("")));
    return hdl_const_of(x->m, stem, rtl_width(x, t), value)->x;
}

/* A number as it is read best: sized where the width is a number, and zero always. */
static Hx plain(RtlModule *x, const Type *t, int64_t value)
{
    int64_t width;
    Hx bits = t->kind == TK_INT || t->is_signed ? NULL : rtl_bits(x, t);
    if (bits && !value) return hx_zeros(x->m, bits);
    if (bits && hx_is_int(bits, &width) && width < 32 && value < INT64_C(1) << width)
        return hx_lit(x->m, (int)width, (uint64_t)value);
    return hx_int(x->m, value);
}

Hx rtl_const(RtlModule *x, const Expr *e, const Type *t)
{
    HdlModule *m = x->m;
    if (t->kind == TK_BOOL) return e->op == E_NUM ? hx_bool(m, e->num != 0) : rtl_int(x, e);
    if (e->op == E_NUM && t->kind == TK_ENUM) return enum_value(x, t, e->num);
    if (e->op == E_NUM && e->num <= INT32_MAX && e->num >= 0) return plain(x, t, e->num);
    return made(x, e, t);
}

Hx rtl_sized(RtlModule *x, const Expr *e, const Type *t)
{
    return e->op == E_NUM && t->kind != TK_ENUM && t->kind != TK_BOOL ? made(x, e, t) : rtl_const(x, e, t);
}
