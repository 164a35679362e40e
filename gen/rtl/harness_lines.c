/* harness_lines.c - where the line of a key lies at a memory port with key=, as far as that is a line in k. */
#include "rtl/harness.h"

/* k * scale + base */
typedef struct { int64_t scale, base; } Linear;

static bool linear(const Harn *h, const Expr *e, Linear *out);

static bool constant(const Harn *h, const Expr *e, int64_t *out)
{
    Linear c;
    bool is = linear(h, e, &c) && !c.scale;
    *out = is ? c.base : 0;
    return is;
}

static bool product(const Linear *x, int64_t by, Linear *out)
{
    return !__builtin_mul_overflow(x->scale, by, &out->scale) && !__builtin_mul_overflow(x->base, by, &out->base);
}

static bool sum(const Harn *h, const Expr *e, Linear *out)
{
    Linear x, y;
    if (!linear(h, e->arg[0], &x) || !linear(h, e->arg[1], &y)) return false;
    if (e->op == E_SUB && !product(&y, -1, &y)) return false;
    return !__builtin_add_overflow(x.scale, y.scale, &out->scale) &&
           !__builtin_add_overflow(x.base, y.base, &out->base);
}

static bool linear(const Harn *h, const Expr *e, Linear *out)
{
    Linear x;
    int64_t by;
    *out = (Linear){ 0, 0 };
    switch (e->op) {
    case E_NUM: case E_PARAM: out->base = param_eval(h->r->env, e); return true;
    case E_VAR: out->scale = 1; return e->var->kind == V_KEY;
    case E_ADD: case E_SUB: return sum(h, e, out);
    case E_MUL:
        if (linear(h, e->arg[0], &x) && constant(h, e->arg[1], &by)) return product(&x, by, out);
        return constant(h, e->arg[0], &by) && linear(h, e->arg[1], &x) && product(&x, by, out);
    case E_SHL:
        return linear(h, e->arg[0], &x) && constant(h, e->arg[1], &by) && by >= 0 && by < 62 &&
               product(&x, INT64_C(1) << by, out);
    case E_CONVERT:
        return linear(h, e->arg[0], out) &&
               type_width(h->r->env, e->type) >= type_width(h->r->env, e->arg[0]->type);
    default: return e->type->kind == TK_INT && param_value(h->r->env, e, &out->base, &(ParamFault){ 0 });
    }
}

void harn_line_of_key(const Harn *h, const Port *p, uint64_t *scale, uint64_t *base)
{
    Linear x;
    bool is = linear(h, p->key, &x) && x.scale > 0 && x.base >= 0;
    *scale = is ? (uint64_t)x.scale : 0;
    *base = is ? (uint64_t)x.base : 0;
}
