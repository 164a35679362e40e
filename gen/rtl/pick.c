/* pick.c - max and min of several values, sums among them, in a process. All pairs are compared at once and the choice
 * comes last: so one carry chain is as deep as it gets, where one comparison after the other has one for each. */
#include "rtl/expr_parts.h"
#include <string.h>

enum { TERMS_MAX = 4 };

typedef struct { const Expr *e; Hx value; } Term;       /* value NULL: not made yet */
typedef struct { Term at[TERMS_MAX]; int n; } Terms;

static bool unsigned_pick(const Expr *e, ExprOp op)
{
    return e->op == op && !expr_is_const(e) && !e->type->is_signed && e->type->kind == TK_BITS;
}

static int leaves(const Expr *e, ExprOp op)
{
    return unsigned_pick(e, op) ? leaves(e->arg[0], op) + leaves(e->arg[1], op) : 1;
}

/* Each value once. */
static void collect(Terms *t, const Expr *e, ExprOp op, bool deep)
{
    if (deep && unsigned_pick(e, op)) {
        collect(t, e->arg[0], op, true);
        collect(t, e->arg[1], op, true);
        return;
    }
    for (int i = 0; i < t->n; i++) if (expr_same(t->at[i].e, e)) return;
    t->at[t->n++] = (Term){ .e = e };
}

static Terms terms_of(const Expr *e)
{
    Terms t = { .n = 0 };
    bool deep = leaves(e, e->op) <= TERMS_MAX;
    collect(&t, e->arg[0], e->op, deep);
    collect(&t, e->arg[1], e->op, deep);
    return t;
}

/* ---- comparisons ---- */

/* A sum that ends at the greatest value of its type. Of two of them that one is not smaller which is not smaller
 * without that end. */
static bool is_sum(const Expr *e) { return e->op == E_ADD && !expr_is_const(e) && e->type->overflow == OVF_SATURATE; }

static const Expr *without_one(const Expr *e)
{
    if (!is_sum(e)) return NULL;
    for (int i = 0; i < 2; i++) if (e->arg[i]->op == E_NUM && e->arg[i]->num == 1) return e->arg[!i];
    return NULL;
}

/* The two that are left of two sums if what both have is taken away. */
static bool rests(const Expr *a, const Expr *b, const Expr **left, const Expr **right)
{
    for (int i = 0; i < 4 && is_sum(a) && is_sum(b); i++) {
        if (!expr_same(a->arg[i & 1], b->arg[i >> 1])) continue;
        *left = a->arg[!(i & 1)];
        *right = b->arg[!(i >> 1)];
        return true;
    }
    return false;
}

static Str called(const RtlExpr *c, const Expr *e)
{
    while (e->op == E_CONVERT) e = e->arg[0];
    if (e->op == E_VAR && e->var) return rtl_lower(c->x->r->a, e->var->ident);
    return expr_is_const(e) ? STR("end") : e->op == E_ADD ? STR("sum") : STR("other");
}

static Hx operand(RtlExpr *c, const Term *t)
{
    return t->value ? t->value : rtl_mentioned(c, t->e, rtl_value(c, t->e, t->e->type));
}

/* By its name: a_ge_b. */
static Hx ordered(RtlExpr *c, const Term *a, const Term *b, bool greater, bool equal)
{
    HdlModule *m = c->x->m;
    Hx x = operand(c, a), y = operand(c, b);
    const char *op = greater ? (equal ? "ge" : "gt") : equal ? "le" : "lt";
    Hx test = greater ? (equal ? hx_ge(m, x, y) : hx_gt(m, x, y)) : equal ? hx_le(m, x, y) : hx_lt(m, x, y);
    return rtl_kept(c, rtl_f(c->x, STR_FMT "_%s_" STR_FMT, STR_ARG(called(c, a->e)), op,
                             STR_ARG(called(c, b->e))),
                    NULL, test);
}

/* Two bits wider. */
static Hx wide(RtlExpr *c, const Expr *e)
{
    Hx v = rtl_value(c, e, e->type);
    return hx_cat2(c->x->m, hx_lit(c->x->m, 2, 0), rtl_has_width(e) ? v : rtl_mentioned(c, e, v));
}

static Hx narrow(RtlExpr *c, const Expr *e)
{
    Hx v = rtl_value(c, e, e->type);
    return rtl_has_width(e) ? v : rtl_mentioned(c, e, v);
}

/* Whether a sum is below a value (or above it). x + y - z is twice the bits that two of x, y, not z have, less the bits
 * that an odd number of x, y, z has: no bit waits for another one, so the comparison is the only carry chain. */
static Hx sum_below(RtlExpr *c, const Expr *sum, const Expr *other, bool above)
{
    HdlModule *m = c->x->m;
    Hx x = narrow(c, sum->arg[0]), y = narrow(c, sum->arg[1]), z = narrow(c, other);
    Hx w = hx_add(m, rtl_bits(c->x, sum->type), hx_int(m, 1)),
       two = hx_bor(m, hx_band(m, x, y), hx_band(m, hx_bor(m, x, y), hx_inv(m, z)));
    Str s = called(c, sum), o = called(c, other);
    two = rtl_kept(c, rtl_f(c->x, STR_FMT "_twos_" STR_FMT, STR_ARG(s), STR_ARG(o)), w,
                   hx_cat2(m, two, hx_lit(m, 1, 0)));
    Hx one = rtl_kept(c, rtl_f(c->x, STR_FMT "_ones_" STR_FMT, STR_ARG(s), STR_ARG(o)), w,
                      hx_cat2(m, hx_lit(m, 1, 0), hx_bxor(m, hx_bxor(m, x, y), z)));
    return above ? hx_gt(m, two, one) : hx_lt(m, two, one);
}

/* a < b, where at least one is a sum; of two sums as the sign of what is between them. */
static Hx below(RtlExpr *c, const Expr *a, const Expr *b)
{
    HdlModule *m = c->x->m;
    if (is_sum(a) != is_sum(b)) return is_sum(a) ? sum_below(c, a, b, false) : sum_below(c, b, a, true);
    Hx w = rtl_bits(c->x, a->type), from = hx_add(m, wide(c, a->arg[0]), wide(c, a->arg[1]));
    Hx gap = rtl_kept(c, rtl_f(c->x, STR_FMT "_less_" STR_FMT, STR_ARG(called(c, a)), STR_ARG(called(c, b))),
                      hx_add(m, w, hx_int(m, 2)),
                      hx_sub(m, hx_sub(m, from, wide(c, b->arg[0])), wide(c, b->arg[1])));
    return hx_bit(m, gap, hx_add(m, w, hx_int(m, 1)));
}

/* If it holds a is a good choice of the two, else b is: one with the other, which is a sum if the first is. */
static Hx stays(RtlExpr *c, const Term *a, const Term *b, bool max)
{
    Term left = *a, right = *b;
    left.value = right.value = NULL;
    if (rests(a->e, b->e, &left.e, &right.e)) return ordered(c, &left, &right, max, true);
    if (!is_sum(a->e) && (right.e = without_one(b->e))) return ordered(c, a, &right, max, !max);
    if (!is_sum(a->e) && !is_sum(b->e)) return ordered(c, a, b, max, true);
    return hx_not(c->x->m, max ? below(c, a->e, b->e) : below(c, b->e, a->e));
}

/* ---- the choice ---- */

static Hx choice_of(RtlExpr *c, const Terms *t, bool max)
{
    HdlModule *m = c->x->m;
    Hx wins[TERMS_MAX], x = t->at[t->n - 1].value;
    for (int i = 0; i < t->n - 1; i++) {
        wins[i] = NULL;
        for (int j = i + 1; j < t->n; j++) wins[i] = hx_and(m, wins[i], stays(c, &t->at[i], &t->at[j], max));
    }
    for (int i = t->n - 2; i >= 0; i--) x = hx_cond(m, wins[i], t->at[i].value, x);
    return x;
}

/* Some value is beyond a bound: above it if it bounds a max, below it if it bounds a min. */
static Hx beyond(RtlExpr *c, const Terms *t, const Term *bound, bool max)
{
    HdlModule *m = c->x->m;
    Hx any = NULL;
    bool at_end = rtl_at_end(c, bound->e, max);
    for (int i = 0; i < t->n; i++) {
        const Expr *e = t->at[i].e;
        Hx one = !is_sum(e) ? ordered(c, &t->at[i], bound, max, at_end)
                 : max      ? below(c, bound->e, e)
                            : below(c, e, bound->e);
        any = any ? hx_or(m, any, one) : one;
    }
    return any;
}

/* Sums come last, others by their names: then two of them are compared in one direction only. */
static bool comes_before(const RtlExpr *c, const Term *a, const Term *b)
{
    if (is_sum(a->e) != is_sum(b->e)) return is_sum(b->e);
    Str x = called(c, a->e), y = called(c, b->e);
    int order = memcmp(x.p, y.p, (size_t)(x.n < y.n ? x.n : y.n));
    return !is_sum(a->e) && (order ? order < 0 : x.n < y.n);
}

static void make_values(RtlExpr *c, Terms *t)
{
    for (int i = 1; i < t->n; i++)
        for (int j = i; j > 0 && comes_before(c, &t->at[j], &t->at[j - 1]); j--) {
            Term at = t->at[j];
            t->at[j] = t->at[j - 1];
            t->at[j - 1] = at;
        }
    for (int i = 0; i < t->n; i++) t->at[i].value = operand(c, &t->at[i]);
}

static void say_why(RtlExpr *c)
{
    if (c->temps->said) return;
    c->temps->said = true;
    hs_note(c->at, STR("All pairs are compared at once, the choice comes last: one carry chain deep."));
}

static bool has_sum(const Terms *t)
{
    for (int i = 0; i < t->n; i++) if (is_sum(t->at[i].e)) return true;
    return false;
}

/* Which of two constants is the greater one is known: a comparison of them would be one with the end of a type. */
static bool has_constant(const Terms *t)
{
    for (int i = 0; i < t->n; i++) if (expr_is_const(t->at[i].e)) return true;
    return false;
}

Hx rtl_picked(RtlExpr *c, const Expr *e)
{
    HdlModule *m = c->x->m;
    if (!unsigned_pick(e, e->op)) return NULL;
    bool max = e->op == E_MAX;
    const char *name = max ? "max" : "min";
    for (int i = 0; i < 2; i++) {       /* min(max(...), a constant), max(min(...), a constant) */
        Term bound = { .e = e->arg[i] };
        const Expr *inner = e->arg[!i];
        if (!expr_is_const(bound.e) || !unsigned_pick(inner, max ? E_MIN : E_MAX)) continue;
        Terms t = terms_of(inner);
        if (t.n < 2 || has_constant(&t)) return NULL;
        say_why(c);
        make_values(c, &t);
        bound.value = operand(c, &bound);
        Hx over = beyond(c, &t, &bound, !max);
        Hx x = rtl_named(c, inner, max ? "min" : "max", choice_of(c, &t, !max));
        return rtl_named(c, e, name, hx_cond(m, over, bound.value, x));
    }
    Terms t = terms_of(e);
    if (has_constant(&t)) return NULL;
    if (t.n == 1) return rtl_value(c, t.at[0].e, e->type);
    if (t.n == 2 && !has_sum(&t)) return NULL;
    say_why(c);
    make_values(c, &t);
    return rtl_named(c, e, name, choice_of(c, &t, max));
}

static Hx in_order(HdlModule *m, ExprOp op, Hx a, Hx b)
{
    return op == E_LT ? hx_lt(m, a, b) : op == E_LE ? hx_le(m, a, b) : op == E_GT ? hx_gt(m, a, b) : hx_ge(m, a, b);
}

/* One side is one of two values: which of them, is asked behind the comparisons. */
static Hx compared_with_both(RtlExpr *c, const Expr *e)
{
    HdlModule *m = c->x->m;
    for (int i = 0; c->either && i < 2; i++) {
        const Expr *one = e->arg[i], *other = e->arg[!i];
        Hx of[3];
        bool plain = one->op == E_VAR && one->var && one->type->kind == TK_BITS && !one->type->is_signed &&
                     other->op == E_VAR && other->type == one->type;
        if (!plain || !c->either(c->ctx, one->var, of)) continue;
        Hx v = rtl_value(c, other, one->type);
        return hx_cond(m, of[0], in_order(m, e->op, i ? v : of[1], i ? of[1] : v),
                       in_order(m, e->op, i ? v : of[2], i ? of[2] : v));
    }
    return NULL;
}

Hx rtl_compared_with_each(RtlExpr *c, const Expr *e)
{
    if (!c->temps || e->op < E_LT || e->op > E_GE) return NULL;
    Hx made = c->noted ? c->noted(c->ctx, e) : NULL;
    if (!made) made = compared_with_both(c, e);
    if (made) return made;
    for (int i = 0; i < 2; i++) {
        const Expr *pick = e->arg[i];
        if (!unsigned_pick(pick, E_MAX) && !unsigned_pick(pick, E_MIN)) continue;
        bool greater = (e->op == E_GT || e->op == E_GE) == (i == 0);    /* the pick is to be the greater one */
        Terms t = terms_of(pick);
        Hx all = NULL;
        for (int k = 0; k < t.n; k++) {
            Expr one = *e;
            one.arg[i] = (Expr *)t.at[k].e;
            Hx x = rtl_expr(c, &one);
            all = greater == (pick->op == E_MAX) ? hx_or(c->x->m, all, x) : hx_and(c->x->m, all, x);
        }
        return all;
    }
    return NULL;
}

/* A sum that wraps round where it is compared. */
static bool wraps(const RtlExpr *c, const Expr *e)
{
    return e->op == E_ADD && !expr_is_const(e) && !c->before && !e->type->is_signed && e->type->kind == TK_BITS &&
           e->type->overflow != OVF_SATURATE;
}

/* If z is x + y then z says which carry every bit lets out, so each bit is looked at by itself: those that come in must
 * be the carries of the bits below. */
Hx rtl_equals_sum(RtlExpr *c, const Expr *e)
{
    HdlModule *m = c->x->m;
    int at = e->n_args == 2 && wraps(c, e->arg[1]) ? 1 : 0;
    const Expr *sum = e->arg[at], *other = e->arg[!at];
    if (!c->temps || (e->op != E_EQ && e->op != E_NE) || !wraps(c, sum) || wraps(c, other) || expr_is_const(other))
        return NULL;
    Term of[3] = { { .e = sum->arg[0] }, { .e = sum->arg[1] }, { .e = other } };
    Hx v[3], w = rtl_bits(c->x, sum->type);
    for (int i = 0; i < 3; i++) v[i] = operand(c, &of[i]);
    Hx in = hx_bxor(m, hx_bxor(m, v[0], v[1]), v[2]),
       out = hx_bor(m, hx_band(m, v[0], v[1]), hx_band(m, hx_bor(m, v[0], v[1]), hx_inv(m, v[2])));
    Str x = called(c, sum->arg[0]), z = called(c, other);
    in = rtl_kept(c, rtl_f(c->x, "carry_in_" STR_FMT "_" STR_FMT, STR_ARG(x), STR_ARG(z)), w, in);
    out = rtl_kept(c, rtl_f(c->x, "carry_out_" STR_FMT "_" STR_FMT, STR_ARG(x), STR_ARG(z)), w,
                   hx_shl(m, out, hx_int(m, 1)));
    return e->op == E_EQ ? hx_eq(m, in, out) : hx_ne(m, in, out);
}
