/* expr.c - text of an attribute to a typed expression. */
#include "ir/expr_parts.h"
#include <stdarg.h>

Expr *expr_new(Arena *a, ExprOp op, Type *t, Pos at)
{
    Expr *e = NEW(a, Expr);
    e->op = op;
    e->type = t;
    e->pos = at;
    return e;
}

Expr *parse_fail(Parser *p, Pos at, const char *fmt, ...)
{
    va_list ap;
    if (p->failed) return NULL;      /* one error per expression: the rest would be guesses */
    p->failed = true;
    va_start(ap, fmt);
    diag_error(bld(p)->d, at, "%s", str_vprintf(bld(p)->a, fmt, ap).p);
    va_end(ap);
    return NULL;
}

bool parse_accept(Parser *p, TokenKind k)
{
    if (p->t.kind != k) return false;
    advance(p);
    return true;
}

bool parse_expect(Parser *p, TokenKind k, const char *what)
{
    if (parse_accept(p, k)) return true;
    if (p->t.kind == T_END) parse_fail(p, here(p, p->t.at), "the expression ends here, expected %s", what);
    else parse_fail(p, here(p, p->t.at), "expected %s, found '" STR_FMT "'", what, STR_ARG(p->t.text));
    return false;
}

/* ---- types ---- */

static const char *type_name(Build *b, const Type *t) { return str_z(b->a, t->name); }

bool expr_is_const(const Expr *e)
{
    if (!e) return true;
    if (e->op == E_NUM || e->op == E_PARAM) return true;
    if (e->op == E_VAR || e->op == E_STATE || e->op == E_HOME || e->op == E_NODE_OF || e->op == E_AT ||
        e->op == E_UNKNOWN || e->op >= E_EVERY || e->n_args == 0)
        return false;
    if (e->op >= E_POPCOUNT && e->op <= E_AFTER) return false;      /* these look at bits of a type: no arithmetic */
    for (int i = 0; i < e->n_args; i++)
        if (!expr_is_const(e->arg[i])) return false;
    return true;
}

/* A number as a truth value: whether it is not 0. */
static Expr *not_zero(Build *b, Expr *e)
{
    Expr *x = expr_new(b->a, E_NE, b->p->t_bool, e->pos);
    x->arg[0] = e;
    x->arg[1] = expr_new(b->a, E_NUM, b->p->t_int, e->pos);
    x->n_args = 2;
    return x;
}

/* popcount(x), 1 shl x and the like have the width of the type that their place needs; a truth value would leave them
 * their lowest bit. */
static Expr *without_type(Build *b, const Expr *e)
{
    diag_error(b->d, e->pos, "this is a number whose width its place decides, and a truth value decides none: expected "
                             "a comparison, for instance TYPE(...) ne 0");
    return NULL;
}

/* Of what is no constant the operands are of the type too: popcount, onehot, first among them. */
static void adapt_operands(Build *b, Expr *e, Type *t)
{
    bool both = e->op == E_NEG || (e->op >= E_ADD && e->op <= E_WITHOUT) || e->op == E_MAX || e->op == E_MIN;
    int from = e->op == E_COND ? 1 : 0, to = both || e->op == E_COND ? e->n_args : e->op == E_SHL || e->op == E_SHR;
    for (int i = from; i < to; i++) {
        Expr *x = expr_adapt(b, e->arg[i], t);
        if (x) e->arg[i] = x;
    }
}

Expr *expr_adapt(Build *b, Expr *e, Type *t)
{
    if (!e || !t || e->type == t || (e->op == E_PART && t->opaque && t->kind == TK_BYTES)) return e;
    if (e->type->kind == TK_INT && t->kind != TK_NODE && !t->opaque) {
        if (e->op == E_NUM && t->kind == TK_BOOL && (e->num < 0 || e->num > 1)) {
            diag_error(b->d, e->pos, "%lld is not a truth value, expected 0, 1, true or false", (long long)e->num);
            return NULL;
        }
        if (e->op == E_NUM && e->num < 0 && !t->is_signed) {
            diag_error(b->d, e->pos, "%lld is negative, but '%s' is unsigned", (long long)e->num, type_name(b, t));
            return NULL;
        }
        if (e->op == E_COND && t->kind == TK_BOOL && !expr_is_const(e)) {
            Expr *yes = expr_adapt(b, e->arg[1], t), *no = yes ? expr_adapt(b, e->arg[2], t) : NULL;
            e->arg[1] = yes, e->arg[2] = no, e->type = t;
            return no ? e : NULL;
        }
        if (e->op != E_NUM && t->kind == TK_BOOL) return expr_is_const(e) ? not_zero(b, e) : without_type(b, e);
        e->type = t;
        if (!expr_is_const(e)) adapt_operands(b, e, t);
        else if (e->op == E_COND) { e->arg[1] = expr_adapt(b, e->arg[1], t); e->arg[2] = expr_adapt(b, e->arg[2], t); }
        return e;
    }
    diag_error(b->d, e->pos, "this is of type '%s', expected '%s'%s", type_name(b, e->type), type_name(b, t),
               t && t->kind == TK_NODE ? ": me, NAME(i), home, or a field of this type" : "");
    if (!e->type->opaque && !t->opaque && e->type->kind != TK_INT && t->kind != TK_BOOL && e->type->kind != TK_BOOL)
        diag_note(b->d, e->pos, "a conversion is written %s(...)", type_name(b, t));
    return NULL;
}

static Expr *binary(Parser *p, ExprOp op, Expr *l, Expr *r, Type *result)
{
    if (!l || !r) return NULL;
    Expr *e = expr_new(bld(p)->a, op, result, l->pos);
    e->arg[0] = l;
    e->arg[1] = r;
    e->n_args = 2;
    return e;
}

bool expr_computable(Parser *p, const Expr *e)
{
    if (!e) return false;
    if (!e->type->opaque) return true;
    parse_fail(p, e->pos, "'%s' is opaque: it can be moved and merged, not tested or computed with",
               type_name(bld(p), e->type));
    return false;
}

/* Both sides to one type. */
static bool unify(Parser *p, Expr **l, Expr **r)
{
    if (!expr_computable(p, *l) || !expr_computable(p, *r)) return false;
    Type *lt = (*l)->type, *rt = (*r)->type;
    if (lt->kind == TK_INT) *l = expr_adapt(bld(p), *l, rt);
    else if (rt->kind == TK_INT) *r = expr_adapt(bld(p), *r, lt);
    else if (lt != rt && str_is(lt->name, "state") && str_is(rt->name, "state")) {
        parse_fail(
            p, (*r)->pos,
            "these are states of different controllers; a state of another controller is written CONTROLLER.STATE");
        return false;
    } else if (lt != rt && (expr_is_kind(bld(p), lt) || expr_is_kind(bld(p), rt))) {
        parse_fail(p, (*r)->pos, "one side is a %s, the other a %s", type_name(bld(p), lt), type_name(bld(p), rt));
        return false;
    } else if (lt != rt) {
        parse_fail(p, (*r)->pos, "one side is of type '%s', the other of type '%s'", type_name(bld(p), lt),
                   type_name(bld(p), rt));
        diag_note(bld(p)->d, (*r)->pos, "convert one of them, for instance %s(...)", type_name(bld(p), lt));
        return false;
    }
    if (!*l || !*r) p->failed = true;
    return *l && *r;
}

Expr *expr_arithmetic(Parser *p, ExprOp op, Expr *l, Expr *r)
{
    if (!l || !r || !unify(p, &l, &r)) return NULL;
    if (l->type->kind == TK_BOOL && op != E_BITAND && op != E_BITOR && op != E_BITXOR && op != E_WITHOUT)
        return parse_fail(p, l->pos, "arithmetic on truth values, expected numbers");
    if ((op == E_DIV || op == E_MOD) && !expr_is_const(r))
        return parse_fail(p, r->pos, "division and modulo need a constant on the right");
    return binary(p, op, l, r, l->type);
}

/* The bit that 1 shl x or onehot(x) sets may lie beyond any width that a number has. */
static void find_far_bit(const Expr *e, void *ctx)
{
    const Expr **far = ctx;
    if ((e->op == E_SHL || e->op == E_ONEHOT) && e->type->kind == TK_INT && !expr_is_const(e)) *far = e;
}

/* Numbers are compared, and say how far to shift, at the width of a type, or where any width will do. */
static bool has_width(Parser *p, const Expr *e)
{
    const Expr *far = NULL;
    if (e->type->kind == TK_INT) expr_walk(e, find_far_bit, &far);
    if (far) parse_fail(p, far->pos, "nothing here says how wide this number is: expected TYPE(...)");
    return !far;
}

static Expr *shift_op(Parser *p, ExprOp op, Expr *l, Expr *r)
{
    if (!expr_computable(p, l) || !expr_computable(p, r) || !has_width(p, r)) return NULL;
    const Expr *wrong = l->type->kind == TK_BOOL ? l : r->type->kind == TK_BOOL ? r : NULL;
    if (wrong) return parse_fail(p, wrong->pos, "a truth value cannot be shifted, nor say how far: expected a number");
    return binary(p, op, l, r, l->type);
}

/* Of two values that go round neither is the greater one. */
void expr_warn_round(Parser *p, ExprOp op, const Expr *l, const Expr *r)
{
    bool order = op == E_LT || op == E_LE || op == E_GT || op == E_GE || op == E_MAX || op == E_MIN;
    if (!order || !l->type->circular || expr_is_const(l) || expr_is_const(r)) return;
    diag_warning(bld(p)->d, l->pos, "type '" STR_FMT "' goes round (order=\"circular\"), and this compares numbers: "
                 "expected before(a, b) or after(a, b)", STR_ARG(l->type->name));
}

Expr *expr_compare(Parser *p, ExprOp op, Expr *l, Expr *r)
{
    if (!l || !r || !unify(p, &l, &r) || !has_width(p, l) || !has_width(p, r)) return NULL;
    expr_warn_round(p, op, l, r);
    return binary(p, op, l, r, bld(p)->p->t_bool);
}

static Expr *logical(Parser *p, ExprOp op, Expr *l, Expr *r)
{
    Build *b = bld(p);
    if (!l || !r) return NULL;
    if (!((l = expr_adapt(b, l, b->p->t_bool)) && (r = expr_adapt(b, r, b->p->t_bool)))) {
        p->failed = true;
        return NULL;
    }
    return binary(p, op, l, r, b->p->t_bool);
}

/* ---- grammar ---- */

static Expr *primary(Parser *p)
{
    Build *b = bld(p);
    Token t = p->t;
    Pos at = here(p, t.at);
    if (p->failed) return NULL;
    if (++p->depth > NESTING_MAX) return parse_fail(p, at, "expression nested more than %d deep", NESTING_MAX);
    Expr *e = NULL;
    switch (t.kind) {
    case T_NUM:
        advance(p);
        e = expr_num(p, t.value, b->p->t_int, at);
        break;
    case T_NAME: {
        advance(p);
        Str whole = t.text;
        int dot = 0;
        while (dot < whole.n && whole.p[dot] != '.') dot++;
        bool found = false;
        ExprOp quantifier = expr_quantifier(p, whole);
        if (quantifier != E_NUM) { e = expr_quantified(p, quantifier, at); break; }
        if (p->s->system) e = expr_system_name(p, whole, dot, at, &found);
        if (found) break;
        if (parse_accept(p, T_LPAR)) e = expr_call(p, whole, at);
        else if (dot < whole.n)
            e = expr_dotted_name(p, (Str){ whole.p, dot }, (Str){ whole.p + dot + 1, whole.n - dot - 1 }, at, whole);
        else e = expr_plain_name(p, whole, at);
        if (p->t.kind == T_LBRACKET)
            parse_fail(p, here(p, p->t.at), "'" STR_FMT "' is no array: a register with per= has elements",
                       STR_ARG(whole));
        break;
    }
    case T_LPAR:
        advance(p);
        e = parse_level(p, 0);
        parse_expect(p, T_RPAR, "')'");
        break;
    case T_NOT:
        advance(p);
        e = parse_level(p, PREC_NOT);
        if (e) e = expr_adapt(b, e, b->p->t_bool);
        if (e) { Expr *x = expr_new(b->a, E_NOT, b->p->t_bool, at); x->arg[0] = e; x->n_args = 1; e = x; }
        else p->failed = true;
        break;
    case T_MINUS:
        advance(p);
        e = parse_level(p, PREC_UNARY);
        if (e && e->op == E_NUM) e->num = -e->num;
        else if (e && e->type->kind == TK_BOOL)
            parse_fail(p, e->pos, "arithmetic on truth values, expected a number");
        else if (e) { Expr *x = expr_new(b->a, E_NEG, e->type, at); x->arg[0] = e; x->n_args = 1; e = x; }
        break;
    case T_END: parse_fail(p, at, "the expression ends here, expected a value"); break;
    case T_BAD:
        if (t.text.n && t.text.p[0] >= '0' && t.text.p[0] <= '9')
            parse_fail(p, at, "'" STR_FMT "' is no whole number up to 2^62", STR_ARG(t.text));
        else parse_fail(p, at, "unexpected character '" STR_FMT "'", STR_ARG(t.text));
        break;
    default: parse_fail(p, at, "expected a value, found '" STR_FMT "'", STR_ARG(t.text));
    }
    p->depth--;
    return p->failed ? NULL : e;
}

/* x in {A B C}: any of them. */
static Expr *in_set(Parser *p, Expr *l)
{
    Expr *any = NULL;
    if (!parse_expect(p, T_LBRACE, "'{' after 'in'")) return NULL;
    while (!p->failed && p->t.kind != T_RBRACE && p->t.kind != T_END) {
        Expr *copy = l ? NEW(bld(p)->a, Expr) : NULL;
        if (copy) *copy = *l;
        Expr *one = expr_compare(p, E_EQ, copy, primary(p));
        any = any ? logical(p, E_OR, any, one) : one;
        parse_accept(p, T_COMMA);
    }
    parse_expect(p, T_RBRACE, "'}'");
    if (!any && !p->failed) parse_fail(p, here(p, p->t.at), "an empty set");
    return any;
}

static Expr *conditional(Parser *p, Expr *test)
{
    Build *b = bld(p);
    Expr *yes = parse_level(p, 0);
    if (!parse_expect(p, T_COLON, "':'")) return NULL;
    Expr *no = parse_level(p, 0);
    if (!test || !yes || !no) return NULL;
    test = expr_adapt(b, test, b->p->t_bool);
    if (!test || (yes->type != no->type && !unify(p, &yes, &no))) return NULL;
    Expr *e = expr_new(b->a, E_COND, yes->type, test->pos);
    e->arg[0] = test; e->arg[1] = yes; e->arg[2] = no;
    e->n_args = 3;
    return e;
}

static Expr *combine(Parser *p, const Operator *o, Expr *l, Expr *r)
{
    switch (o->class_) {
    case OP_LOGICAL: return logical(p, o->op, l, r);
    case OP_COMPARE: return expr_compare(p, o->op, l, r);
    case OP_SHIFT: return shift_op(p, o->op, l, r);
    default: return expr_arithmetic(p, o->op, l, r);
    }
}

/* What other languages call an operator. */
static const char *operator_meant(Str found)
{
    static const struct { const char *found, *meant; } known[] = {
        { "=", ", did you mean 'eq'?" },      { "&", ", did you mean 'and' or 'bitand'?" },
        { "|", ", did you mean 'or' or 'bitor'?" }, { "^", ", did you mean 'bitxor'?" },
        { "~", ", did you mean 'not' or 'without'?" }, { "xor", ", did you mean 'bitxor'?" },
        { "mod", ", did you mean '%'?" },     { "is", ", did you mean 'eq'?" },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) if (str_is(found, known[i].found)) return known[i].meant;
    return "";
}

static Expr *no_operator(Parser *p)
{
    return parse_fail(p, here(p, p->t.at), "expected an operator or the end, found '" STR_FMT "'%s",
                      STR_ARG(p->t.text), operator_meant(p->t.text));
}

Expr *parse_level(Parser *p, int level)
{
    if (++p->depth > NESTING_MAX)
        return parse_fail(p, here(p, p->t.at), "expression nested more than %d deep", NESTING_MAX);
    Expr *l = primary(p);
    while (!p->failed) {
        if (level == 0 && parse_accept(p, T_QUESTION)) { l = conditional(p, l); continue; }
        if (p->t.kind == T_IN && level <= PREC_COMPARE) { advance(p); l = in_set(p, l); continue; }
        const Operator *o = expr_operator(p->t.kind);
        if (!o && *operator_meant(p->t.text)) return no_operator(p);   /* before the operands' types are looked at */
        if (!o || o->level < level) break;
        advance(p);
        l = combine(p, o, l, parse_level(p, o->level + 1));
    }
    p->depth--;
    return p->failed ? NULL : l;
}

/* popcount, onehot and first have no width of their own: they take the type of the place. */
static Expr *settle(Build *b, Expr *e, Type *want)
{
    (void)b;
    bool settles = e && (e->op == E_POPCOUNT || e->op == E_ONEHOT || e->op == E_FIRST || e->op == E_COUNT);
    if (settles && want && want->kind != TK_BOOL && e->type->kind == TK_INT)
        e->type = want;
    return e;
}

/* What is left of `room` terms when those of e are taken away, a shared part as often as it occurs; below 0: too many.
 */
static int room_after(const Expr *e, int room)
{
    if (!e) return room;
    room--;
    for (int i = 0; i < e->n_args && room >= 0; i++) room = room_after(e->arg[i], room);
    for (int i = 1; e->of && e->of->per && e->op != E_INDEX && i < e->of->most && room >= 0; i++)
        room = room_after(e->arg[0], room);
    return room;
}

int expr_terms(const Expr *e) { return TERMS_MAX - room_after(e, TERMS_MAX); }

Expr *expr_text(const Scope *s, const Node *n, const char *attr, Str text, Type *want)
{
    Str whole = node_attr(n, attr);
    Parser p = { .s = s,
                 .n = n,
                 .attr = attr,
                 .text = text,
                 .shift = text.p >= whole.p && text.p <= whole.p + whole.n ? (int)(text.p - whole.p) : 0 };
    lex_init(&p.lex, text);
    advance(&p);
    Expr *e = parse_level(&p, 0);
    if (!p.failed && p.t.kind != T_END)
        e = no_operator(&p);
    e = settle(s->b, p.failed ? NULL : e, want);
    if (e && !p.failed && room_after(e, TERMS_MAX) < 0)
        return parse_fail(&p, e->pos, "more than %d terms with functions and macros written out", TERMS_MAX);
    return want ? expr_adapt(s->b, e, want) : e;
}

Expr *expr_attr(const Scope *s, const Node *n, const char *attr, Type *want)
{
    return expr_text(s, n, attr, node_attr(n, attr), want);
}

Expr *expr_param_attr(const Scope *s, const Node *n, const char *attr)
{
    if (!node_attr(n, attr).p) return NULL;
    Expr *e = expr_attr(s, n, attr, NULL);
    if (e && !expr_is_const(e)) {
        diag_error(s->b->d, e->pos, "'%s' must be made of parameters and literals only", attr);
        return NULL;
    }
    return e;
}

Expr *expr_place(const Scope *s, const Node *n, const char *attr)
{
    Str text = node_attr(n, attr);
    if (!text.p) return NULL;
    Expr *e = expr_attr(s, n, attr, NULL);
    if (!e) return NULL;
    if ((e->op != E_VAR && e->op != E_ELEM) || e->var->kind == V_LET || e->var->kind == V_APPLIED) {
        diag_error(s->b->d, e->pos, "'" STR_FMT "' cannot be assigned, expected a register or a field", STR_ARG(text));
        return NULL;
    }
    Var *v = e->var;
    if (v->kind != V_REG && v->kind != V_STORE && v->kind != V_WAITER) {
        diag_error(s->b->d, e->pos, "'" STR_FMT "' cannot be assigned: it comes from outside", STR_ARG(text));
        return NULL;
    }
    if (v->constant) diag_error(s->b->d, e->pos, "'" STR_FMT "' is a constant", STR_ARG(text));
    if (v->kept)
        diag_error(s->b->d, e->pos, "'" STR_FMT "' is set by <start>, <expect> and <got>, not by <set>", STR_ARG(text));
    if (v->store && v->store->lock == v)
        diag_error(s->b->d, e->pos, "'" STR_FMT "' is what <lock> and <unlock> set", STR_ARG(text));
    v->is_written++;
    v->is_read--;     /* naming the destination is no use of its value */
    return e;
}

Var *expr_lvalue(const Scope *s, const Node *n, const char *attr)
{
    Expr *e = expr_place(s, n, attr);
    return e ? e->var : NULL;
}

void expr_walk(const Expr *e, void (*fn)(const Expr *, void *), void *ctx)
{
    if (!e) return;
    fn(e, ctx);
    for (int i = 0; i < e->n_args; i++) expr_walk(e->arg[i], fn, ctx);
}

bool expr_same(const Expr *a, const Expr *b)
{
    if (a->op != b->op || a->num != b->num || a->param != b->param || a->var != b->var) return false;
    if (a->ctl != b->ctl || a->of != b->of || a->at != b->at) return false;
    if (a->n_args != b->n_args || a->type != b->type) return false;
    for (int i = 0; i < a->n_args; i++) if (!expr_same(a->arg[i], b->arg[i])) return false;
    return true;
}
