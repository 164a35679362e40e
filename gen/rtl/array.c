/* array.c - arrays of registers, and what is said of all values of an index.
 *
 * An array is one port, the register of number 0 in its low bits; of two indices the second one counts faster. A loop
 * over an index is a for statement with the number of its values as bound, so that sizes stay symbolic: synthesis
 * unrolls it. An element with any other index is found by comparing the index with each number, which costs no
 * multiplier and gives 0 outside of the array. The least of many values is found by a tree of comparators. */
#include "rtl/array.h"

Hx rtl_values(RtlModule *x, const Type *t)
{
    return t->kind == TK_COUNT ? rtl_int(x, t->size) : hx_shl(x->m, hx_int(x->m, 1), rtl_bits(x, t));
}

Hx rtl_var_width(RtlModule *x, const Var *v)
{
    if (!v->array) return rtl_width(x, v->type);
    Hx n = rtl_bits(x, v->type);
    for (int i = v->array->n_per - 1; i >= 0; i--) n = hx_mul(x->m, rtl_values(x, v->array->per[i]), n);
    return n;
}

Hx rtl_repeated(RtlModule *x, const Var *v)
{
    Hx n = rtl_values(x, v->array->per[0]);
    if (v->array->n_per == 2) n = hx_mul(x->m, n, rtl_values(x, v->array->per[1]));
    return hx_repeat(x->m, n, rtl_sized(x, v->reset, v->type));
}

bool rtl_is_part(const Var *v) { return v && v->array && v != v->array->elem[0]; }

/* An integer that no other loop around here has. */
HdlName *rtl_loop_variable(RtlExpr *c)
{
    RtlTemps *t = c->temps;
    for (int i = t->used; i < t->all.n; i++)
        if (t->all.at[i].name->integer) return rtl_use_temporary(t, i);
    HdlName *n = hdl_integer(rtl_scope(c), STR("at"));
    hs_set(t->cleared, n->x, hx_int(c->x->m, 0));
    vec_push(c->x->r->a, &t->all, ((RtlTemp){ .stem = STR("at"), .name = n }));
    return rtl_use_temporary(t, t->all.n - 1);
}

static Hx low_bits(RtlExpr *c, const HdlName *integer, const Type *t)
{
    return hx_part(c->x->m, integer->x, hx_int(c->x->m, 0), rtl_bits(c->x, t));
}

static const HdlName *loop_of(const RtlExpr *c, const Bound *of)
{
    for (const RtlIndex *i = c->index; i; i = i->next) if (i->of == of) return i->at;
    return NULL;
}

Hx rtl_index(RtlExpr *c, const Expr *e)
{
    const HdlName *at = loop_of(c, e->of);
    return at ? low_bits(c, at, e->type) : rtl_zeros(c->x, e->type);
}

static Hx in_process(RtlExpr *c, const Expr *e, Str stem)
{
    RtlTemps temps = { 0 };
    RtlExpr in = *c;
    HdlScope *s = rtl_scope(c);
    HdlName *w = hdl_wire(s, stem, rtl_width(c->x, e->type));
    in.at = hdl_comb(s);
    in.before = NULL;
    temps.cleared = hs_group(in.at);
    in.temps = &temps;
    hs_set(in.at, w->x, rtl_value(&in, e, e->type));
    return w->x;
}

static void find_statement(const Expr *e, void *ctx)
{
    bool *found = ctx;
    switch (e->op) {
    case E_ADD: case E_SUB: case E_MAX: case E_MIN: *found |= !expr_is_const(e) && !e->type->is_signed; break;
    case E_CONVERT: *found |= !expr_is_const(e); break;
    default: break;
    }
}

Hx rtl_condition(RtlExpr *c, const Expr *e, Str stem)
{
    bool statements = false;
    expr_walk(e, find_statement, &statements);
    return statements && !c->temps ? in_process(c, e, stem) : rtl_expr(c, e);
}

/* ---- elements ---- */

/* Where a register of an array stands: numbers of it, as integers; those that are not the number of a loop are searched
 * by a loop of their own, in which `test` says whether it is the one. */
typedef struct { HdlBody *body; Hx at, test; } Spot;

static Spot spot_of(RtlExpr *c, const Expr *e)
{
    HdlModule *m = c->x->m;
    const Array *x = e->var->array;
    Hx value[2] = { NULL };
    Spot p = { .body = c->at };
    for (int i = 0; i < x->n_per; i++) {
        const Expr *k = e->arg[i];
        bool loop = k->op == E_INDEX && loop_of(c, k->of);
        if (!loop) value[i] = expr_is_const(k) ? rtl_sized(c->x, k, x->per[i])
                                               : rtl_mentioned(c, k, rtl_value(c, k, x->per[i]));
    }
    for (int i = 0; i < x->n_per; i++) {
        const HdlName *at = value[i] ? NULL : loop_of(c, e->arg[i]->of);
        if (value[i]) {
            HdlName *n = rtl_loop_variable(c);
            p.body = hs_for(p.body, n, hx_int(m, 0), rtl_values(c->x, x->per[i]));
            p.test = hx_and(m, p.test, hx_eq(m, value[i], low_bits(c, n, x->per[i])));
            at = n;
        }
        p.at = i ? hx_add(m, hx_mul(m, p.at, rtl_values(c->x, x->per[i])), at->x) : at->x;
    }
    return p;
}

static Hx part_at(RtlModule *x, Hx port, Hx at, const Type *t)
{
    if (t->kind == TK_BOOL) return hx_bit(x->m, port, at);
    return hx_part(x->m, port, hx_mul(x->m, at, rtl_bits(x, t)), rtl_bits(x, t));
}

Hx rtl_element(RtlExpr *c, const Expr *e)
{
    HdlModule *m = c->x->m;
    if (!c->temps) return in_process(c, e, e->var->array->name);
    Hx port = c->var(c->ctx, e->var), w = rtl_width(c->x, e->type);
    HdlBody *before = hs_group(c->at);
    Spot p = spot_of(c, e);
    if (!p.test) return part_at(c->x, port, p.at, e->type);
    HdlName *found = rtl_temporary(c, e->var->array->name, w);
    Hx one = part_at(c->x, port, p.at, e->type);
    hs_set(before, found->x, rtl_zeros(c->x, e->type));
    one = w ? hx_band(m, hx_repeat(m, w, p.test), one) : hx_and(m, p.test, one);
    hs_set(p.body, found->x, hx_bor(m, found->x, one));
    return found->x;
}

void rtl_set_element(RtlExpr *c, Hx port, const Expr *place, const Expr *value)
{
    Hx v = rtl_value(c, value, place->type);
    v = expr_is_const(value) ? v : rtl_mentioned(c, value, v);
    Spot p = spot_of(c, place);
    hs_set(p.test ? hs_if(p.body, p.test) : p.body, part_at(c->x, port, p.at, place->type), v);
}

/* ---- quantifiers ---- */

typedef struct { const Expr *e; RtlExpr in; HdlName *at; HdlBody *body; } Loop;

/* for (at = 0; at < values; at = at + 1): the body is value(&in, arg[0]). */
static Loop loop_over(RtlExpr *c, const Expr *e, RtlIndex *index)
{
    Loop k = { .e = e, .in = *c, .at = rtl_loop_variable(c) };
    *index = (RtlIndex){ e->of, k.at, c->index };
    k.body = hs_for(c->at, k.at, hx_int(c->x->m, 0), rtl_values(c->x, e->of->per));
    k.in.index = index;
    k.in.at = k.body;
    k.in.before = NULL;
    k.in.root = NULL;
    return k;
}

static Hx body_of(Loop *k) { return rtl_value(&k->in, k->e->arg[0], k->e->arg[0]->type); }

static void find_array(const Expr *e, void *ctx)
{
    const Var **v = ctx;
    if (!*v && e->var && e->var->array) *v = e->var;
}

/* every_ended: of what it speaks of first. */
static Str over(RtlModule *x, const char *what, const Expr *e)
{
    const Var *v = NULL;
    expr_walk(e->arg[0], find_array, &v);
    return v ? rtl_f(x, "%s_" STR_FMT, what, STR_ARG(v->array->name)) : str_from(what);
}

static Hx said(RtlExpr *c, const Expr *e)
{
    HdlModule *m = c->x->m;
    RtlIndex index;
    HdlName *all =
        e->op == E_COUNT
            ? rtl_temporary(c, over(c->x, "count", e), rtl_width(c->x, e->type))
            : rtl_temporary(c, over(c->x, e->op == E_EVERY ? "every" : "some", e), rtl_values(c->x, e->of->per));
    if (e->op == E_COUNT) hs_set(c->at, all->x, rtl_zeros(c->x, e->type));
    Loop k = loop_over(c, e, &index);
    Hx one = body_of(&k);
    if (e->op == E_COUNT) {
        hs_set(hs_if(k.body, one), all->x, hx_add(m, all->x, hx_int(m, 1)));
        return all->x;
    }
    hs_set(k.body, hx_bit(m, all->x, k.at->x), one);
    return e->op == E_EVERY ? hx_all(m, all->x) : hx_any(m, all->x);
}

/* What a choice compares: unsigned numbers of this many bits, the least of which wins. */
typedef struct { Hx bits, values, index_bits; } Keys;

/* Word n of a vector. */
static Hx word(HdlModule *m, const HdlName *v, Hx n, Hx width) { return hx_part(m, v->x, hx_mul(m, n, width), width); }

/* The names of a search for the least of x: node 1 of a heap is the least of all, 2n and 2n + 1 are what node n is the
 * least of, the last half are the words of x. Statements of the process, no function: a simulator that expands
 * functions gives their variables numbers, and then the code of two instances is not the same. */
typedef struct { HdlName *x, *node, *number, *i, *right; Hx leaves; } Heap;

static void heap_body(HdlModule *m, HdlBody *b, const Heap *h, const Keys *k)
{
    Hx kw = k->bits, iw = k->index_bits, i = h->i->x, two = hx_int(m, 2), leaf = hx_add(m, h->leaves, i);
    Hx low = hx_mul(m, two, i), high = hx_add(m, low, hx_int(m, 1));
    hs_set(b, h->node->x, hx_ones(m, h->node->width));
    hs_set(b, h->number->x, hx_zeros(m, h->number->width));
    HdlBody *each = hs_for(b, h->i, hx_int(m, 0), k->values);
    hs_set(each, word(m, h->node, leaf, kw), word(m, h->x, i, kw));
    hs_set(each, word(m, h->number, leaf, iw), hx_part(m, i, hx_int(m, 0), iw));
    each = hs_for_down(b, h->i, hx_sub(m, h->leaves, hx_int(m, 1)), hx_int(m, 1));
    hs_set(each, h->right->x, hx_lt(m, word(m, h->node, high, kw), word(m, h->node, low, kw)));
    hs_set(each, word(m, h->node, i, kw),
           hx_cond(m, h->right->x, word(m, h->node, high, kw), word(m, h->node, low, kw)));
    hs_set(each, word(m, h->number, i, iw),
           hx_cond(m, h->right->x, word(m, h->number, high, iw), word(m, h->number, low, iw)));
}

/* The number of the least word, of equals the lowest. Leaves beyond the words are the greatest number, and lose as the
 * right ones of equals. */
static Hx least_of(RtlExpr *c, const Type *per, HdlName *x, const Keys *k)
{
    HdlModule *m = c->x->m;
    Str leaves = rtl_f(c->x, STR_FMT "_LEAVES", STR_ARG(rtl_upper(c->x->r->a, per->name)));
    Hx half = hdl_const_of(m, leaves, NULL, hx_shl(m, hx_int(m, 1), hx_clog2(m, k->values)))->x;
    Hx nodes = hx_mul(m, hx_int(m, 2), half);
    Heap h = { .x = x,
               .node = rtl_temporary(c, STR("node"), hx_mul(m, nodes, k->bits)),
               .number = rtl_temporary(c, STR("number"), hx_mul(m, nodes, k->index_bits)),
               .i = rtl_loop_variable(c),
               .right = rtl_temporary(c, STR("right"), NULL),
               .leaves = half };
    heap_body(m, c->at, &h, k);
    return word(m, h.number, hx_int(m, 1), k->index_bits);
}

/* As unsigned numbers, the best one the least. */
static Hx ranked(RtlModule *x, const Expr *e, Hx v)
{
    HdlModule *m = x->m;
    const Type *t = e->arg[0]->type;
    Hx ones = hx_ones(m, rtl_width(x, t));
    if (t->is_signed) v = hx_bxor(m, v, hx_bxor(m, ones, hx_shr(m, ones, hx_int(m, 1))));
    if (e->op == E_ARGMIN) return v;
    return t->kind == TK_BOOL ? hx_not(m, v) : hx_inv(m, v);
}

/* With `from` the lowest bit of a key is whether its index lies before: it decides between equals. */
static Hx picked(RtlExpr *c, const Expr *e)
{
    RtlModule *x = c->x;
    HdlModule *m = x->m;
    RtlIndex index;
    const Type *t = e->arg[0]->type, *per = e->of->per;
    Hx from = e->arg[1] ? rtl_mentioned(c, e->arg[1], rtl_value(c, e->arg[1], per)) : NULL;
    if (from && expr_is_const(e->arg[1])) from = rtl_sized(x, e->arg[1], per);
    Hx bits = hx_add(m, rtl_bits(x, t), hx_int(m, from ? 1 : 0));
    Keys keys = { bits, rtl_values(x, per), rtl_bits(x, per) };
    HdlName *all = rtl_temporary(c, STR("keys"), hx_mul(m, keys.values, bits));
    Loop k = loop_over(c, e, &index);
    Hx v = ranked(x, e, body_of(&k)), lsb = hx_mul(m, k.at->x, bits);
    if (from) hs_set(k.body, hx_bit(m, all->x, lsb), hx_lt(m, low_bits(c, k.at, per), from));
    hs_set(k.body, hx_part(m, all->x, hx_add(m, lsb, hx_int(m, from ? 1 : 0)), rtl_bits(x, t)), v);
    return least_of(c, per, all, &keys);
}

Hx rtl_quantified(RtlExpr *c, const Expr *e)
{
    if (!c->temps) return in_process(c, e, STR("found"));
    return e->op == E_EVERY || e->op == E_SOME || e->op == E_COUNT ? said(c, e) : picked(c, e);
}
