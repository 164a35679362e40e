/* expr.c - expressions of the table. Arithmetic of a named type goes through small functions, so that widths stay
 * symbolic and no operand is widened silently. */
#include "rtl/expr_parts.h"

static Str typed(const RtlModule *x, const char *op, const Type *t)
{
    return rtl_f(x, "%s_" STR_FMT, op, STR_ARG(rtl_lower(x->r->a, t->name)));
}

static Hx sum(HdlModule *m, bool add, Hx a, Hx b) { return add ? hx_add(m, a, b) : hx_sub(m, a, b); }
static Hx widened(RtlExpr *c, const Expr *e, Hx value);

/* ---- intermediate values ---- */

HdlScope *rtl_scope(const RtlExpr *c) { return c->scope ? c->scope : hdl_items(c->x->m); }

HdlName *rtl_use_temporary(RtlTemps *t, int i)
{
    RtlTemp taken = t->all.at[i];
    taken.value = NULL;
    t->all.at[i] = t->all.at[t->used];
    t->all.at[t->used++] = taken;
    return taken.name;
}

HdlName *rtl_temporary(RtlExpr *c, Str stem, Hx width)
{
    RtlTemps *t = c->temps;
    HdlModule *m = c->x->m;
    for (int i = t->used; i < t->all.n; i++)
        if (str_eq(t->all.at[i].stem, stem) && hx_same(t->all.at[i].name->width, width)) return rtl_use_temporary(t, i);
    HdlName *n = hdl_wire(rtl_scope(c), stem, width);
    hs_set(t->cleared, n->x, hx_zeros(m, width));
    vec_push(c->x->r->a, &t->all, ((RtlTemp){ .stem = stem, .name = n }));
    return rtl_use_temporary(t, t->all.n - 1);
}

Hx rtl_kept(RtlExpr *c, Str stem, Hx width, Hx value)
{
    RtlTemps *t = c->temps;
    for (int i = 0; i < t->used; i++) {
        const RtlTemp *have = &t->all.at[i];
        if (have->at == c->at && have->value && hx_same(have->value, value) && str_eq(have->stem, stem))
            return have->name->x;
    }
    HdlName *n = rtl_temporary(c, stem, width);
    t->all.at[t->used - 1].value = value;
    t->all.at[t->used - 1].at = c->at;
    hs_set(c->at, n->x, value);
    return n->x;
}

Hx rtl_named(RtlExpr *c, const Expr *e, const char *op, Hx value)
{
    return e == c->root ? value : rtl_kept(c, typed(c->x, op, e->type), rtl_width(c->x, e->type), value);
}

Hx rtl_mentioned(RtlExpr *c, const Expr *e, Hx value)
{
    if (e->op == E_NUM) return rtl_sized(c->x, e, e->type);
    return expr_is_const(e) || hdl_name_of(value) ? value : rtl_named(c, e, "operand", value);
}

bool rtl_at_end(RtlExpr *c, const Expr *e, bool greatest)
{
    if (!expr_is_const(e)) return false;
    int64_t value = param_eval(c->x->r->env, e);
    int bits = type_width(c->x->r->env, e->type);
    return greatest ? bits < 63 && value >= (INT64_C(1) << bits) - 1 : value <= 0;
}

static Hx picked(RtlExpr *c, const Expr *e, Hx a, Hx b)                 /* max, min; unsigned */
{
    HdlModule *m = c->x->m;
    bool max = e->op == E_MAX, equal = rtl_at_end(c, e->arg[0], !max) || rtl_at_end(c, e->arg[1], max);
    a = rtl_mentioned(c, e->arg[0], a);
    b = rtl_mentioned(c, e->arg[1], b);
    Hx test = max ? (equal ? hx_ge(m, a, b) : hx_gt(m, a, b)) : equal ? hx_le(m, a, b) : hx_lt(m, a, b);
    return rtl_named(c, e, max ? "max" : "min", hx_cond(m, test, a, b));
}

/* A sum modulo the type, or what of it fits: unsigned. */
static Hx summed(RtlExpr *c, const Expr *e, Hx a, Hx b)
{
    RtlModule *x = c->x;
    HdlModule *m = x->m;
    bool add = e->op == E_ADD;
    if (e->type->overflow != OVF_SATURATE) return rtl_named(c, e, add ? "sum" : "rest", sum(m, add, a, b));
    Hx w = rtl_bits(x, e->type);
    Hx s = rtl_kept(c, typed(x, "sum", e->type), hx_add(m, w, hx_int(m, 1)),
                sum(m, add, widened(c, e->arg[0], a), widened(c, e->arg[1], b)));
    Hx low = hx_part(m, s, hx_int(m, 0), w);
    return rtl_named(c, e, "sat", hx_cond(m, hx_bit(m, s, w), add ? hx_ones(m, w) : hx_zeros(m, w), low));
}

/* Zeros in front, and of that as many bits as are wanted: each of the two widths may be the larger one. */
static Hx fitted(RtlExpr *c, Str stem, const Expr *from, Hx width, Hx bits, Hx value)
{
    HdlModule *m = c->x->m;
    Hx t = rtl_kept(c, stem, hx_add(m, bits, rtl_bits(c->x, from->type)),
                hx_cat2(m, hx_zeros(m, bits), rtl_mentioned(c, from, value)));
    return width ? hx_part(m, t, hx_int(m, 0), width) : hx_bit(m, t, hx_int(m, 0));
}

/* ---- functions of a type ---- */

static const HdlName *pick_function(RtlModule *x, const Expr *e)         /* max, min */
{
    HdlModule *m = x->m;
    const char *op = e->op == E_MAX ? "max" : "min";
    HdlName *fn = rtl_fn(x, op, e->type, NULL);
    if (fn) return fn;
    Hx w = rtl_width(x, e->type);
    fn = hdl_function(m, typed(x, op, e->type), w);
    HdlName *a = hdl_arg(m, fn, "a", w), *b = hdl_arg(m, fn, "b", w);
    fn->is_signed = a->is_signed = b->is_signed = e->type->is_signed;
    Hx test = e->op == E_MAX ? hx_gt(m, a->x, b->x) : hx_lt(m, a->x, b->x);
    hs_set(hdl_function_body(fn), fn->x, hx_cond(m, test, a->x, b->x));
    return rtl_fn_made(x, op, e->type, NULL, fn);
}

/* s holds one bit more than the type; what does not fit becomes the nearest value that does. */
static void saturate(RtlModule *x, HdlName *fn, const Type *t, bool add, const HdlName *a, const HdlName *b)
{
    HdlModule *m = x->m;
    Hx w = rtl_bits(x, t);
    HdlName *s = hdl_local(m, fn, "s", hx_add(m, w, hx_int(m, 1)));
    HdlBody *body = hdl_function_body(fn);
    Hx carry = hx_bit(m, s->x, w), low = hx_part(m, s->x, hx_int(m, 0), w), top = hx_top(m, s->x, w);
    if (!t->is_signed) {
        hs_set(body, s->x, sum(m, add, hx_cat2(m, hx_bool(m, 0), a->x), hx_cat2(m, hx_bool(m, 0), b->x)));
        hs_set(body, fn->x, hx_cond(m, carry, add ? hx_ones(m, w) : hx_zeros(m, w), low));
        return;
    }
    hs_set(body, s->x, sum(m, add, hx_cat2(m, hx_top(m, a->x, w), a->x), hx_cat2(m, hx_top(m, b->x, w), b->x)));
    hs_set(body, fn->x, low);
    HdlBody *over = hs_if(body, hx_ne(m, carry, top));
    hs_set(over, fn->x, hx_repeat(m, w, hx_not(m, carry)));
    hs_set(over, hx_top(m, fn->x, w), carry);
}

static const HdlName *sum_function(RtlModule *x, const Expr *e) /* add, sub: modulo, or clamped for saturating types */
{
    HdlModule *m = x->m;
    bool add = e->op == E_ADD;
    HdlName *fn = rtl_fn(x, add ? "add" : "sub", e->type, NULL);
    if (fn) return fn;
    Hx w = rtl_width(x, e->type);
    fn = hdl_function(m, typed(x, add ? "add" : "sub", e->type), w);
    HdlName *a = hdl_arg(m, fn, "a", w), *b = hdl_arg(m, fn, "b", w);
    if (e->type->overflow == OVF_SATURATE) saturate(x, fn, e->type, add, a, b);
    else hs_set(hdl_function_body(fn), fn->x, sum(m, add, a->x, b->x));
    return rtl_fn_made(x, add ? "add" : "sub", e->type, NULL, fn);
}

/* A product with a constant as a sum of shifts: synthesis keeps those of its ones, and needs no multiplier. */
static const HdlName *product_function(RtlModule *x, const Type *t)
{
    HdlModule *m = x->m;
    HdlName *fn = rtl_fn(x, "times", t, NULL);
    if (fn) return fn;
    Hx w = rtl_width(x, t);
    fn = hdl_function(m, typed(x, "times", t), w);
    HdlName *a = hdl_arg(m, fn, "a", w), *by = hdl_arg(m, fn, "by", w), *i = hdl_loop(m, fn, "i");
    HdlBody *b = hdl_function_body(fn);
    hs_set(b, fn->x, hx_zeros(m, w));
    hs_set(hs_if(hs_for(b, i, hx_int(m, 0), rtl_bits(x, t)), hx_bit(m, by->x, i->x)), fn->x,
           hx_add(m, fn->x, hx_shl(m, a->x, i->x)));
    return rtl_fn_made(x, "times", t, NULL, fn);
}

/* Bit by bit: each of the two widths may be the larger one. */
static HdlName *resized(RtlModule *x, Str name, Hx to, Hx to_bits, Hx from, Hx from_bits)
{
    HdlModule *m = x->m;
    HdlName *fn = hdl_function(m, name, to), *v = hdl_arg(m, fn, "x", from), *i = hdl_loop(m, fn, "i");
    Hx bit = from ? hx_bit(m, v->x, hx_mod(m, i->x, from_bits)) : v->x;
    hs_set(hs_for(hdl_function_body(fn), i, hx_int(m, 0), to_bits), to ? hx_bit(m, fn->x, i->x) : fn->x,
           hx_cond(m, hx_lt(m, i->x, from_bits), bit, hx_bool(m, 0)));
    return fn;
}

static const HdlName *convert_function(RtlModule *x, const Type *from, const Type *to)
{
    HdlName *fn = rtl_fn(x, "convert", from, to);
    if (fn) return fn;
    Str name = rtl_f(x, STR_FMT "_from_" STR_FMT, STR_ARG(rtl_lower(x->r->a, to->name)),
                     STR_ARG(rtl_lower(x->r->a, from->name)));
    return rtl_fn_made(x, "convert", from, to,
                       resized(x, name, rtl_width(x, to), rtl_bits(x, to), rtl_width(x, from), rtl_bits(x, from)));
}

/* A bool is its only bit. */
static Hx bit_of(HdlModule *m, const HdlName *v, const HdlName *i) { return v->width ? hx_bit(m, v->x, i->x) : v->x; }

/* Bits that popcount or first goes through; first: found, once it has met a bit. */
typedef struct { HdlName *v, *i, *result, *found; } Bits;

static void go_through(HdlModule *m, HdlBody *b, const Bits *k, Hx bits)
{
    if (k->found) hs_set(b, k->found->x, hx_bool(m, 0));
    hs_set(b, k->result->x, hx_zeros(m, k->result->width));
    HdlBody *each = hs_for(b, k->i, hx_int(m, 0), bits), *look = k->found ? hs_if(each, hx_not(m, k->found->x)) : each;
    HdlBody *met = hs_if(look, bit_of(m, k->v, k->i));
    if (k->found) hs_set(met, k->found->x, hx_bool(m, 1));
    hs_set(k->found ? hs_else(look) : met, k->result->x, hx_add(m, k->result->x, hx_int(m, 1)));
}

static const HdlName *vector_function(RtlModule *x, const Expr *e)       /* popcount, first */
{
    static const char *const names[] = { [E_POPCOUNT] = "popcount", [E_FIRST] = "first" };
    const Type *in = e->arg[0]->type, *out = e->type;
    HdlName *fn = rtl_fn(x, names[e->op], in, out);
    if (fn) return fn;
    fn = hdl_function(x->m,
                      rtl_f(x, "%s_" STR_FMT "_" STR_FMT, names[e->op], STR_ARG(rtl_lower(x->r->a, in->name)),
                            STR_ARG(rtl_lower(x->r->a, out->name))),
                      rtl_width(x, out));
    Bits k = { .v = hdl_arg(x->m, fn, "x", rtl_width(x, in)), .i = hdl_loop(x->m, fn, "i"), .result = fn };
    if (e->op == E_FIRST) k.found = hdl_local(x->m, fn, "found", NULL);
    go_through(x->m, hdl_function_body(fn), &k, rtl_bits(x, in));
    return rtl_fn_made(x, names[e->op], in, out, fn);
}

/* Statements of the process: a simulator that expands functions gives their variables numbers, and then the code of two
 * instances is not the same. */
static Hx vector_value(RtlExpr *c, const Expr *e, Hx a)
{
    RtlModule *x = c->x;
    const Type *in = e->arg[0]->type;
    if (!c->temps) return hx_call(x->m, vector_function(x, e), 1, a);
    Bits k = { .v = rtl_temporary(c, typed(x, "bits", in), rtl_width(x, in)),
               .result = rtl_temporary(c, typed(x, e->op == E_FIRST ? "first" : "popcount", in), rtl_width(x, e->type)),
               .i = rtl_loop_variable(c) };
    if (e->op == E_FIRST) k.found = rtl_temporary(c, STR("found"), NULL);
    hs_set(c->at, k.v->x, a);
    go_through(x->m, c->at, &k, rtl_bits(x, in));
    return k.result->x;
}

/* 1 of this type. */
static Hx one_of(RtlModule *x, const Type *t)
{
    Expr *one = NEW(x->r->a, Expr);
    *one = (Expr){ .op = E_NUM, .num = 1, .type = (Type *)t };
    return rtl_sized(x, one, t);
}

/* No bit that is not there is ever read: n may be anything. */
static Hx bit_at(RtlExpr *c, const Type *t, Hx value, Hx n)
{
    HdlModule *m = c->x->m;
    Hx low = hx_shr(m, value, n);
    return t->kind == TK_BOOL ? low : hx_any(m, hx_band(m, low, one_of(c->x, t)));
}

static const HdlName *before_function(RtlModule *x, const Type *t)
{
    HdlModule *m = x->m;
    HdlName *fn = rtl_fn(x, "before", t, NULL);
    if (fn) return fn;
    Hx w = rtl_bits(x, t);
    fn = hdl_function(m, typed(x, "before", t), NULL);
    HdlName *a = hdl_arg(m, fn, "a", w), *b = hdl_arg(m, fn, "b", w), *d = hdl_local(m, fn, "d", w),
            *unused = hdl_local(m, fn, "unused", NULL);
    hs_set(hdl_function_body(fn), d->x, hx_sub(m, a->x, b->x));
    hs_set(hdl_function_body(fn), unused->x, hx_parity(m, d->x));
    hs_set(hdl_function_body(fn), fn->x, hx_top(m, d->x, w));
    return rtl_fn_made(x, "before", t, NULL, fn);
}

/* ---- nodes ---- */

/* The node of an instance: the first of its controller, and its number among those. */
static Hx node_of(RtlExpr *c, const Expr *e)
{
    RtlModule *x = c->x;
    Hx node = rtl_first_node(x, e->ctl);
    if (!e->n_args || (e->arg[0]->op == E_NUM && !e->arg[0]->num)) return node;
    if (expr_is_const(e->arg[0])) return hx_add(x->m, node, rtl_as_node(x, STR("INSTANCE"), rtl_int(x, e->arg[0])));
    const Type *t = e->arg[0]->type;
    if (c->temps) {
        Hx number = rtl_value(c, e->arg[0], t);
        return hx_add(x->m, node, fitted(c, STR("wide_node"), e->arg[0], x->node_w->x, x->node_w->x, number));
    }
    HdlName *fn = rtl_fn(x, "node_from", t, NULL);
    if (!fn) {
        Str name = rtl_f(x, "node_from_" STR_FMT, STR_ARG(rtl_lower(x->r->a, t->name)));
        fn = rtl_fn_made(x, "node_from", t, NULL,
                         resized(x, name, x->node_w->x, x->node_w->x, rtl_width(x, t), rtl_bits(x, t)));
    }
    return hx_add(x->m, node, hx_call(x->m, fn, 1, rtl_value(c, e->arg[0], t)));
}

static Hx home_of(RtlExpr *c, const Expr *e)
{
    const Controller *home = system_home(c->x->r->sys, e);
    if (e->n_args) return hx_call(c->x->m, rtl_home_function(c->x, home), 1, rtl_value(c, e->arg[0], e->arg[0]->type));
    HdlName *have = c->homes_made ? rtl_fn(c->x, "key_home", home, NULL) : NULL;
    return (have ? have : rtl_home(c->x, home, c->var(c->ctx, NULL)))->x;
}

/* ---- checked sums ---- */

bool rtl_has_width(const Expr *e)
{
    switch (e->op) {
    case E_NUM: case E_COND: case E_DIV: case E_MOD: return false;
    case E_SHL: case E_SHR: return rtl_has_width(e->arg[0]);
    case E_BITAND: case E_BITOR: case E_BITXOR: case E_WITHOUT:
        return rtl_has_width(e->arg[0]) && rtl_has_width(e->arg[1]);
    default: return true;
    }
}

/* An operand of a checked sum: one bit wider. */
static Hx widened(RtlExpr *c, const Expr *e, Hx value)
{
    RtlModule *x = c->x;
    HdlModule *m = x->m;
    if (e->op == E_NUM) return value;
    if (!e->type->is_signed && (expr_is_const(e) || rtl_has_width(e))) return hx_cat2(m, hx_bool(m, 0), value);
    HdlName *fn = rtl_fn(x, "wide", e->type, NULL);
    if (!fn) {
        Hx w = rtl_bits(x, e->type);
        fn = hdl_function(m, typed(x, "wide", e->type), hx_add(m, w, hx_int(m, 1)));
        HdlName *a = hdl_arg(m, fn, "a", w);
        hs_set(hdl_function_body(fn), fn->x, hx_cat2(m, e->type->is_signed ? hx_top(m, a->x, w) : hx_bool(m, 0), a->x));
        rtl_fn_made(x, "wide", e->type, NULL, fn);
    }
    return hx_call(m, fn, 1, value);
}

static Hx checked_sum(RtlExpr *c, const Expr *e, Hx a, Hx b)
{
    RtlModule *x = c->x;
    HdlModule *m = x->m;
    Hx w = rtl_bits(x, e->type), wider = hx_add(m, w, hx_int(m, 1));
    HdlName *s = rtl_temporary(c, rtl_f(x, "sum_" STR_FMT, STR_ARG(rtl_lower(x->r->a, e->type->name))), wider);
    Hx left = hx_bit(m, s->x, w);
    if (e->type->is_signed) left = hx_ne(m, left, hx_top(m, s->x, w));
    hs_set(c->before, s->x, sum(m, e->op == E_ADD, widened(c, e->arg[0], a), widened(c, e->arg[1], b)));
    hs_set(c->before, c->overflow, hx_bor(m, c->overflow, c->guard ? hx_and(m, c->guard, left) : left));
    return hx_part(m, s->x, hx_int(m, 0), w);
}

/* ---- expressions ---- */

Hx rtl_value(RtlExpr *c, const Expr *e, const Type *t)
{
    return expr_is_const(e) ? rtl_const(c->x, e, t) : rtl_expr(c, e);
}

/* Every value of the type is on the same side of this constant: tools warn of such a comparison. side: of the constant,
 * 0 left, 1 right. */
static bool one_sided(RtlExpr *c, const Expr *e, int side)
{
    const Expr *number = e->arg[side];
    const Type *t = e->arg[!side]->type;
    if (!expr_is_const(number) || e->op == E_EQ || e->op == E_NE || t->is_signed || t->kind == TK_INT) return false;
    int64_t value = param_eval(c->x->r->env, number);
    int bits = type_width(c->x->r->env, t);
    bool least = (e->op == E_GE || e->op == E_LT) == (side == 1);       /* x >= 0, x < 0, and 0 <= x, 0 > x */
    return least ? value <= 0 : bits < 63 && value >= (INT64_C(1) << bits) - 1;
}

/* x bitxor x, x % 1 and the like: tools see that it is 0, and warn of a comparison that has one outcome. */
static bool is_nothing(RtlExpr *c, const Expr *e)
{
    if (expr_is_const(e)) return param_eval(c->x->r->env, e) == 0;
    if (e->n_args < 2) return false;
    const Expr *a = e->arg[0], *b = e->arg[1];
    bool known = expr_is_const(b);
    int64_t number = known ? param_eval(c->x->r->env, b) : 0;
    switch (e->op) {
    case E_BITXOR: case E_SUB: case E_WITHOUT: return expr_same(a, b) || (is_nothing(c, a) && is_nothing(c, b));
    case E_BITOR: case E_ADD: case E_MAX: return is_nothing(c, a) && is_nothing(c, b);
    case E_BITAND: case E_MUL: case E_MIN: return is_nothing(c, a) || is_nothing(c, b);
    case E_MOD: return (known && number == 1) || is_nothing(c, a);
    case E_SHR: case E_SHL: return (known && number >= type_width(c->x->r->env, e->type)) || is_nothing(c, a);
    case E_DIV: return is_nothing(c, a);
    case E_COND: return is_nothing(c, b) && is_nothing(c, e->arg[2]);
    default: return false;
    }
}

/* In Verilog these keep what the type has no room for, where something wider is near. */
static void find_growing(const Expr *e, void *ctx)
{
    if (e->op == E_SHL || e->op == E_NEG || e->op == E_MUL) *(bool *)ctx = true;
}

static Hx compare(RtlExpr *c, const Expr *e)
{
    HdlModule *m = c->x->m;
    bool constant_left = expr_is_const(e->arg[0]) && !expr_is_const(e->arg[1]);
    const Type *t = e->arg[constant_left ? 1 : 0]->type;
    if (expr_is_const(e)) return rtl_int(c->x, e);
    Hx each = rtl_compared_with_each(c, e);
    if (!each) each = rtl_equals_sum(c, e);
    if (each) return each;
    bool ordered = e->op != E_EQ && e->op != E_NE;
    bool unsigned_order = ordered && !t->is_signed && t->kind != TK_INT;
    bool nothing = false;   /* of constants one_sided knows better */
    for (int i = 0; i < 2; i++) nothing |= unsigned_order && !expr_is_const(e->arg[i]) && is_nothing(c, e->arg[i]);
    bool wider = nothing || one_sided(c, e, 0) || one_sided(c, e, 1);
    bool order = t->is_signed && ordered;
    Hx v[2];
    bool grows = false;
    if (t->kind != TK_INT) expr_walk(e->arg[constant_left], find_growing, &grows);
    for (int i = 0; i < 2 && wider; i++) {
        Hx x = expr_is_const(e->arg[i]) ? rtl_sized(c->x, e->arg[i], t) : rtl_value(c, e->arg[i], t);
        v[i] = hx_signed(m, hx_cat2(m, hx_bool(m, 0), x));
    }
    for (int i = 0; i < 2 && !wider; i++) {
        bool zero = !t->is_signed && e->arg[i]->op == E_NUM && !e->arg[i]->num;       /* that has its size */
        bool sized = expr_is_const(e->arg[i]) && (order || (grows && !zero));
        v[i] = sized ? rtl_sized(c->x, e->arg[i], t) : rtl_value(c, e->arg[i], t);
        if (order) v[i] = hx_signed(m, v[i]);
    }
    switch (e->op) {
    case E_EQ: return hx_eq(m, v[0], v[1]);
    case E_NE: return hx_ne(m, v[0], v[1]);
    case E_LT: return hx_lt(m, v[0], v[1]);
    case E_LE: return hx_le(m, v[0], v[1]);
    case E_GT: return hx_gt(m, v[0], v[1]);
    default: return hx_ge(m, v[0], v[1]);
    }
}

/* A signed number has its width: what is taken as signed together with it ($signed) would have 32 bits otherwise. */
static Hx operand(RtlExpr *c, const Expr *e, const Type *t)
{
    return t->is_signed && expr_is_const(e) ? rtl_sized(c->x, e, t) : rtl_value(c, e, t);
}

/* A sum counts only in the arm that is taken; inside of the condition none is checked. */
static Hx choice(RtlExpr *c, const Expr *e)
{
    HdlModule *m = c->x->m;
    RtlExpr quiet = *c, yes = *c, no = *c;
    quiet.before = NULL;
    Hx test = rtl_expr(&quiet, e->arg[0]);
    yes.guard = hx_and(m, c->guard, test);
    no.guard = hx_and(m, c->guard, hx_not(m, test));
    Hx a = operand(&yes, e->arg[1], e->type), b = operand(&no, e->arg[2], e->type);
    return hx_cond(m, test, a, b);
}

/* One factor is a constant and no power of two, which synthesis makes a shift by itself. */
static bool needs_sum(RtlModule *x, const Expr *product)
{
    const Expr *by = product->arg[expr_is_const(product->arg[0]) ? 0 : 1];
    if (!expr_is_const(by)) return false;
    int64_t value = param_eval(x->r->env, by);
    return value & (value - 1);
}

static Hx arithmetic(RtlExpr *c, const Expr *e)
{
    HdlModule *m = c->x->m;
    bool shift = e->op == E_SHL || e->op == E_SHR, divides = e->op == E_DIV || e->op == E_MOD;
    bool scales = e->op == E_MUL && rtl_width(c->x, e->type) && needs_sum(c->x, e);
    bool plain = e->op == E_BITAND || e->op == E_BITOR || e->op == E_BITXOR || e->op == E_WITHOUT ||
                 (e->op == E_MUL && !scales);
    Hx pick = c->temps && (e->op == E_MAX || e->op == E_MIN) ? rtl_picked(c, e) : NULL;
    if (pick) return pick;
    Hx (*part)(RtlExpr *, const Expr *, const Type *) = plain ? operand : rtl_value;    /* a function has its widths */
    Hx a = part(c, e->arg[0], shift ? e->type : e->arg[0]->type), b = NULL;
    /* without size what is shifted out of the type would be kept where something wider is near */
    if (e->op == E_SHL && expr_is_const(e->arg[0]) && e->type->kind != TK_INT) a = rtl_sized(c->x, e->arg[0], e->type);
    /* a divisor is a constant; one without size would make the quotient 32 bits wide */
    if (divides) b = rtl_sized(c->x, e->arg[1], e->type);
    else if (e->n_args > 1) b = shift ? rtl_expr(c, e->arg[1]) : part(c, e->arg[1], e->arg[1]->type);
    switch (e->op) {
    case E_NOT: return hx_not(m, a);
    case E_NEG: return hx_neg(m, a);
    case E_OR: return hx_or(m, a, b);
    case E_AND: return hx_and(m, a, b);
    case E_IMPLIES: return hx_or(m, hx_not(m, a), b);
    case E_ADD: case E_SUB:
        if (c->before && e->type->overflow == OVF_ERROR) return checked_sum(c, e, a, b);
        if (c->temps && !e->type->is_signed) return summed(c, e, a, b);
        return hx_call(m, sum_function(c->x, e), 2, a, b);
    case E_MUL:
        if (scales && expr_is_const(e->arg[0])) return hx_call(m, product_function(c->x, e->type), 2, b, a);
        return scales ? hx_call(m, product_function(c->x, e->type), 2, a, b) : hx_mul(m, a, b);
    case E_DIV: return hx_div(m, a, b);
    case E_MOD: return hx_mod(m, a, b);
    case E_BITAND: return hx_band(m, a, b);
    case E_BITOR: return hx_bor(m, a, b);
    case E_BITXOR: return hx_bxor(m, a, b);
    case E_WITHOUT: return hx_band(m, a, hx_inv(m, b));
    case E_SHL: return hx_shl(m, a, b);
    case E_SHR: return hx_shr(m, a, b);
    case E_MAX: case E_MIN:
        if (c->temps && !e->type->is_signed) return picked(c, e, a, b);
        return hx_call(m, pick_function(c->x, e), 2, a, b);
    case E_ONEHOT: return hx_shl(m, one_of(c->x, e->type), a);
    case E_POPCOUNT: case E_FIRST: return vector_value(c, e, a);
    case E_BIT:
        if (expr_is_const(e->arg[0])) a = rtl_sized(c->x, e->arg[0], e->arg[0]->type);
        return bit_at(c, e->arg[0]->type, a, b);
    case E_ANY: return hx_any(m, a);
    case E_ALL: return hx_all(m, a);
    case E_BEFORE: return hx_call(m, before_function(c->x, e->arg[0]->type), 2, a, b);
    case E_AFTER: return hx_call(m, before_function(c->x, e->arg[0]->type), 2, b, a);
    case E_CONVERT:
        if (c->temps)
            return fitted(c, typed(c->x, "wide", e->type), e->arg[0], rtl_width(c->x, e->type),
                          rtl_bits(c->x, e->type), a);
        return hx_call(m, convert_function(c->x, e->arg[0]->type, e->type), 1, a);
    default: return hx_bool(m, 0);
    }
}

Hx rtl_expr(RtlExpr *c, const Expr *e)
{
    if (expr_is_const(e)) {
        bool whole = e->type->kind == TK_INT || (e->type->kind == TK_BOOL && e->op != E_NUM && e->op != E_PARAM);
        return whole ? rtl_int(c->x, e) : rtl_const(c->x, e, e->type);
    }
    if (e->op >= E_EQ && e->op <= E_GE) return compare(c, e);
    switch (e->op) {
    case E_VAR: return c->var(c->ctx, e->var);
    case E_INDEX: return rtl_index(c, e);
    case E_ELEM: return rtl_element(c, e);
    case E_EVERY: case E_SOME: case E_COUNT: case E_ARGMIN: case E_ARGMAX: case E_FIND: return rtl_quantified(c, e);
    case E_STATE: return c->x->state[e->num]->x;
    case E_COND: return choice(c, e);
    case E_HOME: return home_of(c, e);
    case E_NODE_OF: return node_of(c, e);
    default: return arithmetic(c, e);
    }
}
