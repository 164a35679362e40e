/* expr.c - expressions of the netlist: made here, folded where they are integers, never changed afterwards. */
#include "hdl/parts.h"
#include <stdarg.h>

HdlExpr *hx_new(HdlModule *m, HxKind kind, int n)
{
    HdlExpr *x = NEW(m->a, HdlExpr);
    x->kind = kind;
    x->n = n;
    if (n) x->arg = NEW_N(m->a, Hx, n);
    return x;
}

bool hx_is_int(Hx x, int64_t *value)
{
    if (!x || x->kind != HX_INT) return false;
    if (value) *value = x->num;
    return true;
}

static bool is_int(Hx x, int64_t value) { return x && x->kind == HX_INT && x->num == value; }

bool hx_same(Hx a, Hx b)
{
    if (a == b) return true;
    if (!a || !b || a->kind != b->kind || a->op != b->op || a->num != b->num || a->bits != b->bits) return false;
    if (a->name != b->name || a->text != b->text || a->n != b->n) return false;
    for (int i = 0; i < a->n; i++) if (!hx_same(a->arg[i], b->arg[i])) return false;
    return true;
}

bool hx_has_cond(Hx x)
{
    if (x->kind == HX_COND) return true;
    for (int i = 0; i < x->n; i++) if (hx_has_cond(x->arg[i])) return true;
    return false;
}

Hx hx_int(HdlModule *m, int64_t n)
{
    HdlExpr *x = hx_new(m, HX_INT, 0);
    x->num = n;
    return x;
}

Hx hx_lit(HdlModule *m, int bits, uint64_t value)
{
    HdlExpr *x = hx_new(m, HX_LIT, 0);
    x->bits = bits;
    x->num = (int64_t)value;
    return x;
}

Hx hx_bool(HdlModule *m, bool value) { return hx_lit(m, 1, value); }

static Hx fill(HdlModule *m, Hx width, int bit)
{
    int64_t w;
    if (!width) return hx_bool(m, bit);
    if (hx_is_int(width, &w) && w <= 64 && w > 0 && !bit) return hx_lit(m, (int)w, 0);
    HdlExpr *x = hx_new(m, HX_FILL, 1);
    x->num = bit;
    x->arg[0] = width;
    return x;
}

HdlName *hdl_name_of(Hx x) { return x->kind == HX_NAME ? x->name : NULL; }

Hx hx_zeros(HdlModule *m, Hx width) { return fill(m, width, 0); }
Hx hx_ones(HdlModule *m, Hx width) { return fill(m, width, 1); }

static Hx unary(HdlModule *m, HxOp op, Hx a)
{
    HdlExpr *x = hx_new(m, HX_UNARY, 1);
    x->op = op;
    x->arg[0] = a;
    return x;
}

static Hx binary(HdlModule *m, HxOp op, Hx a, Hx b)
{
    if (!a) return b;
    if (!b) return a;
    HdlExpr *x = hx_new(m, HX_BINARY, 2);
    x->op = op;
    x->arg[0] = a;
    x->arg[1] = b;
    return x;
}

static bool is_bool(Hx x, int64_t value) { return x && x->kind == HX_LIT && x->bits == 1 && x->num == value; }

Hx hx_not(HdlModule *m, Hx x)
{
    if (x->kind == HX_UNARY && x->op == OP_NOT) return x->arg[0];
    if (x->kind == HX_LIT && x->bits == 1) return hx_bool(m, !x->num);
    return unary(m, OP_NOT, x);
}

Hx hx_inv(HdlModule *m, Hx x) { return unary(m, OP_INV, x); }
Hx hx_neg(HdlModule *m, Hx x) { return unary(m, OP_NEG, x); }
Hx hx_any(HdlModule *m, Hx x) { return unary(m, OP_ANY, x); }
Hx hx_all(HdlModule *m, Hx x) { return unary(m, OP_ALL, x); }
Hx hx_parity(HdlModule *m, Hx x) { return unary(m, OP_PARITY, x); }

Hx hx_and(HdlModule *m, Hx a, Hx b)
{
    if (is_bool(a, 1)) return b ? b : a;
    if (is_bool(b, 1)) return a ? a : b;
    return binary(m, OP_AND, a, b);
}

Hx hx_or(HdlModule *m, Hx a, Hx b)
{
    if (is_bool(a, 0)) return b ? b : a;
    if (is_bool(b, 0)) return a ? a : b;
    return binary(m, OP_OR, a, b);
}

Hx hx_eq(HdlModule *m, Hx a, Hx b) { return binary(m, OP_EQ, a, b); }
Hx hx_alike(HdlModule *m, Hx a, Hx b) { return binary(m, OP_SAME, a, b); }
Hx hx_ne(HdlModule *m, Hx a, Hx b) { return binary(m, OP_NE, a, b); }
Hx hx_lt(HdlModule *m, Hx a, Hx b) { return binary(m, OP_LT, a, b); }
Hx hx_le(HdlModule *m, Hx a, Hx b) { return binary(m, OP_LE, a, b); }
Hx hx_gt(HdlModule *m, Hx a, Hx b) { return binary(m, OP_GT, a, b); }
Hx hx_ge(HdlModule *m, Hx a, Hx b) { return binary(m, OP_GE, a, b); }
Hx hx_band(HdlModule *m, Hx a, Hx b) { return binary(m, OP_BAND, a, b); }
Hx hx_bor(HdlModule *m, Hx a, Hx b) { return binary(m, OP_BOR, a, b); }
Hx hx_bxor(HdlModule *m, Hx a, Hx b) { return binary(m, OP_BXOR, a, b); }
Hx hx_shl(HdlModule *m, Hx a, Hx b) { return binary(m, OP_SHL, a, b); }
Hx hx_shr(HdlModule *m, Hx a, Hx b) { return binary(m, OP_SHR, a, b); }
Hx hx_div(HdlModule *m, Hx a, Hx b) { return binary(m, OP_DIV, a, b); }
Hx hx_mod(HdlModule *m, Hx a, Hx b) { return binary(m, OP_MOD, a, b); }

/* Sums of integers keep their number last: (W + 1) + 1 is W + 2. */
Hx hx_add(HdlModule *m, Hx a, Hx b)
{
    if (!a || is_int(a, 0)) return b;
    if (!b || is_int(b, 0)) return a;
    if (a->kind == HX_INT && b->kind == HX_INT) return hx_int(m, a->num + b->num);
    if (b->kind == HX_INT && a->kind == HX_BINARY && a->op == OP_ADD && a->arg[1]->kind == HX_INT)
        return hx_add(m, a->arg[0], hx_int(m, a->arg[1]->num + b->num));
    return binary(m, OP_ADD, a, b);
}

Hx hx_sub(HdlModule *m, Hx a, Hx b)
{
    if (is_int(b, 0)) return a;
    if (a->kind == HX_INT && b->kind == HX_INT) return hx_int(m, a->num - b->num);
    if (b->kind == HX_INT && a->kind == HX_BINARY && a->op == OP_ADD && a->arg[1]->kind == HX_INT &&
        a->arg[1]->num >= b->num)
        return hx_add(m, a->arg[0], hx_int(m, a->arg[1]->num - b->num));
    return binary(m, OP_SUB, a, b);
}

Hx hx_mul(HdlModule *m, Hx a, Hx b)
{
    if (is_int(a, 1)) return b;
    if (is_int(b, 1)) return a;
    if (a->kind == HX_INT && b->kind == HX_INT) return hx_int(m, a->num * b->num);
    return binary(m, OP_MUL, a, b);
}

Hx hx_cond(HdlModule *m, Hx test, Hx yes, Hx no)
{
    HdlExpr *x = hx_new(m, HX_COND, 3);
    x->arg[0] = test;
    x->arg[1] = yes;
    x->arg[2] = no;
    return x;
}

static Hx system_call(HdlModule *m, const char *text, Hx a)
{
    HdlExpr *x = hx_new(m, HX_SYSTEM, 1);
    x->text = text;
    x->arg[0] = a;
    return x;
}

Hx hx_clog2(HdlModule *m, Hx a) { static const char text[] = "$clog2"; return system_call(m, text, a); }
Hx hx_signed(HdlModule *m, Hx a) { static const char text[] = "$signed"; return system_call(m, text, a); }

void hx_put(HdlModule *m, HxList *l, Hx x) { if (x) vec_push(m->a, &l->at, x); }

static Hx concat(HdlModule *m, const HxList *l, bool low_first)
{
    if (l->at.n == 1) return l->at.at[0];
    HdlExpr *x = hx_new(m, HX_CONCAT, l->at.n);
    for (int i = 0; i < l->at.n; i++) x->arg[i] = l->at.at[low_first ? l->at.n - 1 - i : i];
    return x;
}

Hx hx_concat(HdlModule *m, const HxList *high_first) { return concat(m, high_first, false); }
Hx hx_concat_low(HdlModule *m, const HxList *low_first) { return concat(m, low_first, true); }

Hx hx_cat2(HdlModule *m, Hx high, Hx low)
{
    HdlExpr *x = hx_new(m, HX_CONCAT, 2);
    x->arg[0] = high;
    x->arg[1] = low;
    return x;
}

Hx hx_repeat(HdlModule *m, Hx count, Hx a)
{
    HdlExpr *x = hx_new(m, HX_REPEAT, 2);
    x->arg[0] = count;
    x->arg[1] = a;
    return x;
}

/* The only bit of a name is the name. */
static bool one_bit(Hx a)
{
    return a->kind == HX_NAME && !a->name->depth && !a->name->integer && a->name->kind != HDL_GENVAR
        && (!a->name->width || is_int(a->name->width, 1));
}

Hx hx_bit(HdlModule *m, Hx a, Hx index)
{
    if (one_bit(a) && (is_int(index, 0) || a->name->width)) return a;       /* declared without a range */
    HdlExpr *x = hx_new(m, HX_BIT, 2);
    x->arg[0] = a;
    x->arg[1] = index;
    return x;
}

Hx hx_part(HdlModule *m, Hx a, Hx lsb, Hx width)
{
    if (!width) return hx_bit(m, a, lsb);
    if (a->kind == HX_NAME && is_int(lsb, 0) && hx_same(a->name->width, width)) return a;
    HdlExpr *x = hx_new(m, HX_PART, 3);
    x->arg[0] = a;
    x->arg[1] = lsb;
    x->arg[2] = width;
    return x;
}

Hx hx_top(HdlModule *m, Hx a, Hx width) { return hx_bit(m, a, hx_sub(m, width, hx_int(m, 1))); }

Hx hx_down(HdlModule *m, Hx a, Hx msb, Hx width)
{
    HdlExpr *x = hx_new(m, HX_DOWN, 3);
    x->arg[0] = a;
    x->arg[1] = msb;
    x->arg[2] = width;
    return x;
}

Hx hx_call(HdlModule *m, const HdlName *fn, int n, ...)
{
    HdlExpr *x = hx_new(m, HX_CALL, n);
    va_list ap;
    va_start(ap, n);
    x->name = (HdlName *)fn;
    for (int i = 0; i < n; i++) x->arg[i] = va_arg(ap, Hx);
    va_end(ap);
    return x;
}

/* ---- from one module into another ---- */

typedef struct { const HdlName *from; Hx to; } Taken;
typedef struct {
    HdlModule *m;
    Hx (*map)(void *, HdlModule *, const HdlName *);
    void *ctx;
    VEC(Taken) taken;                   /* constants, each once: they can stand in each other many times */
} Into;

static Hx into(Into *k, Hx x);

static Hx constant_into(Into *k, const HdlName *n)
{
    for (int i = 0; i < k->taken.n; i++) if (k->taken.at[i].from == n) return k->taken.at[i].to;
    Hx to = hdl_const(k->m, n->name, into(k, n->width), into(k, hdl_facts_const(n)->value))->x;
    vec_push(k->m->a, &k->taken, ((Taken){ n, to }));
    return to;
}

static Hx into(Into *k, Hx x)
{
    if (!x) return NULL;
    if (x->kind == HX_NAME && x->name->kind == HDL_PARAM) return k->map(k->ctx, k->m, x->name);
    if (x->kind == HX_NAME && x->name->kind == HDL_CONST) return constant_into(k, x->name);
    if (!x->n) return x;
    HdlExpr *y = NEW(k->m->a, HdlExpr);
    *y = *x;
    y->arg = NEW_N(k->m->a, Hx, x->n);
    for (int i = 0; i < x->n; i++) y->arg[i] = into(k, x->arg[i]);
    return y;
}

Hx hdl_into(HdlModule *m, Hx x, Hx (*map)(void *ctx, HdlModule *m, const HdlName *param), void *ctx)
{
    Into k = { .m = m, .map = map, .ctx = ctx };
    return into(&k, x);
}
