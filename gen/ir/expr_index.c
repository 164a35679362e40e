/* expr_index.c - names that stand for many things: instances and lines in invariants over the system, values of an
 * index; elements of arrays. */
#include "ir/array.h"
#include "ir/expr_parts.h"

const Bound *expr_bound(const Parser *p, Str name)
{
    for (int i = p->n_bound; i-- > 0;) if (str_eq(p->bound[i]->name, name)) return p->bound[i];
    return NULL;
}

bool expr_has_meaning(const Scope *s, Str name)
{
    static const VarKind kinds[] = { V_REG, V_INPUT, V_CLOCK, V_KEY, V_ME, V_STATE, V_REPLAYED };
    static const char *const words[] = { "true", "false", "home", "msg", "req", "reg", "parked" };
    Controller *c = s->ctl;
    for (int i = 0; i < s->n_bind; i++) if (str_eq(s->bind[i].name, name)) return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) if (str_is(name, words[i])) return true;
    for (size_t i = 0; c && i < sizeof kinds / sizeof *kinds; i++) if (ctl_var(c, kinds[i], name, NULL)) return true;
    return (c && (names_get(&c->by.arrays, name) || find_state(c, name))) || find_param(s->b->p, c, name) ||
           find_ctl(s->b, name);
}

/* ---- elements ---- */

Expr *expr_element(Parser *p, const Array *x, Pos at)
{
    Build *b = bld(p);
    Expr *e = expr_new(b->a, E_ELEM, x->elem[0]->type, at);
    e->var = x->elem[0];
    for (int i = 0; i < x->n_per; i++) {
        if (p->t.kind != T_LBRACKET)
            return parse_fail(p, here(p, p->t.at), "'" STR_FMT "' is an array: expected [ and a value of type '" STR_FMT
                              "'", STR_ARG(x->name), STR_ARG(x->per[i]->name));
        advance(p);
        Expr *index = parse_level(p, 0);
        if (index) index = expr_adapt(b, index, x->per[i]);
        if (!index) p->failed = true;
        if (!parse_expect(p, T_RBRACKET, "']'")) return NULL;
        e->arg[e->n_args++] = index;
    }
    if (p->t.kind == T_LBRACKET)
        return parse_fail(p, here(p, p->t.at), "'" STR_FMT "' has %s", STR_ARG(x->name),
                          x->n_per == 1 ? "one index" : "two indices");
    e->var->is_read++;
    return e;
}

/* ---- quantifiers ---- */

/* picks: the result is one of the values, and there can be a first one. */
typedef struct { const char *word; ExprOp op; bool picks; } Quantifier;
static const Quantifier quantifiers[] = {
    { "every", E_EVERY, false },  { "some", E_SOME, false },    { "count", E_COUNT, false },
    { "argmin", E_ARGMIN, true }, { "argmax", E_ARGMAX, true }, { "first", E_FIND, true },
};

static const Quantifier *quantifier_of(ExprOp op)
{
    const Quantifier *q = quantifiers;
    while (q->op != op) q++;
    return q;
}

ExprOp expr_quantifier(const Parser *p, Str word)
{
    for (size_t i = 0; i < sizeof quantifiers / sizeof *quantifiers; i++)
        if (p->t.kind == T_NAME && str_is(word, quantifiers[i].word)) return quantifiers[i].op;
    return E_NUM;
}

static void unknown_domain(Parser *p, Str name, Pos at)
{
    enum { MAX = 200 };
    Build *b = bld(p);
    Str list[MAX];
    int n = 0;
    for (int i = 0; i < b->p->ctls.n && n < MAX; i++) list[n++] = b->p->ctls.at[i]->name;
    for (int i = 0; i < b->p->nets.n && n < MAX; i++) list[n++] = b->p->nets.at[i]->name;
    for (int i = 0; i < b->p->msgs.n && n < MAX; i++) list[n++] = b->p->msgs.at[i]->name;
    for (int i = 0; i < b->p->types.n && n < MAX; i++) list[n++] = b->p->types.at[i]->name;
    unknown_name(b, at, "controller, network, message or type", name, list, n);
    p->failed = true;
}

/* The domain: an index type, and in an invariant over the system a controller, the type of the key, a network or a
 * message. */
static bool bind_domain(Parser *p, Bound *x, Str domain, Pos where)
{
    Build *b = bld(p);
    Type *t = find_type(b, domain);
    x->ctl = p->s->system ? find_ctl(b, domain) : NULL;
    x->key = p->s->system && !x->ctl && t && t->key ? t : NULL;
    if (x->ctl || x->key) return true;
    bool found = false, messages = expr_messages(p, x, domain, where, &found);
    if (found) return messages;
    if (p->s->system && !t) unknown_domain(p, domain, where);
    else if (p->s->system && t->kind != TK_COUNT && t->kind != TK_BITS)
        parse_fail(p, where, "'" STR_FMT "' is no controller, no network, no message, no type with key=\"yes\" and "
                   "none that counts registers", STR_ARG(domain));
    else if (!t) named_type(b, domain, where);
    else if ((x->most = index_values(b, t, where)) > 0) {
        x->per = t;
        if (p->s->ctl) p->s->ctl->indices = true;
        return true;
    }
    p->failed = true;
    return false;
}

/* NAME in DOMAIN */
static Bound *bind_name(Parser *p)
{
    Bound *x = NEW(bld(p)->a, Bound);
    Pos at = here(p, p->t.at);
    x->name = p->t.text;
    if (!parse_expect(p, T_NAME, "a name") || !parse_expect(p, T_IN, "'in'")) return NULL;
    Str domain = p->t.text;
    Pos where = here(p, p->t.at);
    if (!parse_expect(p, T_NAME, p->s->system ? "a controller, network, message or the type of the key" : "a type") ||
        !bind_domain(p, x, domain, where))
        return NULL;
    if (x->per && (expr_has_meaning(p->s, x->name) || expr_bound(p, x->name))) {
        parse_fail(p, at, "'" STR_FMT "' has a meaning here already: expected another name", STR_ARG(x->name));
        return NULL;
    }
    if (p->n_bound == BOUND_MAX) { parse_fail(p, at, "more than %d names", BOUND_MAX); return NULL; }
    return x;
}

/* from EXPR, of the type of the index; it does not know the index. */
static Expr *going_round(Parser *p, const Bound *x, const Quantifier *q)
{
    Pos at = here(p, p->t.at);
    if (p->t.kind != T_NAME || !str_is(p->t.text, "from")) return NULL;
    advance(p);
    if (!x->per || !q->picks) return parse_fail(p, at, "'from' goes with first, argmin and argmax only");
    Expr *e = parse_level(p, PREC_IMPLIES);
    e = e ? expr_adapt(bld(p), e, x->per) : NULL;
    if (!e) p->failed = true;
    return e;
}

/* What is compared has bits. */
static Expr *compared(Parser *p, Expr *e, const Quantifier *q)
{
    if (!e || !expr_computable(p, e)) return NULL;
    if (e->type->kind != TK_INT) return e;
    return parse_fail(p, e->pos, "%s compares values of a type, which a number has not: expected TYPE(...)", q->word);
}

Expr *expr_quantified(Parser *p, ExprOp op, Pos at)
{
    Build *b = bld(p);
    const Quantifier *q = quantifier_of(op);
    Expr *from = NULL;
    int first = p->n_bound;
    do {
        Bound *x = bind_name(p);
        if (!x) return NULL;
        if (p->s->system && op > E_COUNT)
            return parse_fail(p, at, "expected every, some or count in an invariant over the system");
        from = going_round(p, x, q);
        p->bound[p->n_bound++] = x;
        if (op > E_SOME && p->t.kind == T_COMMA) return parse_fail(p, here(p, p->t.at), "%s has one index", q->word);
    } while (parse_accept(p, T_COMMA) && !p->failed);
    if (!parse_expect(p, T_COLON, "',' or ':'")) return NULL;
    Expr *e = parse_level(p, 0);
    bool value = op == E_ARGMIN || op == E_ARGMAX;
    e = value ? compared(p, e, q) : e ? expr_adapt(b, e, b->p->t_bool) : NULL;
    if (!e) { p->failed = true; return NULL; }
    while (p->n_bound > first) {
        const Bound *of = p->bound[--p->n_bound];
        Type *t = q->picks ? of->per : op == E_COUNT ? b->p->t_int : b->p->t_bool;
        Expr *x = expr_new(b->a, op, t, at);
        x->of = of;
        x->arg[0] = e;
        x->arg[1] = from;
        x->n_args = from ? 2 : 1;
        e = x;
    }
    return e;
}
