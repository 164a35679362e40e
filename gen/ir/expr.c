#include "ir/build.h"
#include "ir/lex.h"
#include <ctype.h>
#include <stdarg.h>

/* Recursive descent with precedences; types are settled on the way up: literals and parameters (TK_INT) adapt to the other side. */
typedef struct {
    const Scope *s; const Node *n; const char *attr;
    Str text; int shift;      /* text may be a part of the attribute: shift = its offset */
    Lex lex; Token t;
    int depth; bool failed;
    const Bound *bound[8]; int n_bound;
} Parser;

enum { NESTING_MAX = 100, BOUND_MAX = 8 };

static Build *bld(const Parser *p) { return p->s->b; }

static Pos here(const Parser *p, int offset) { return node_attr_pos_at(p->n, p->attr, p->shift + offset); }

Expr *expr_new(Arena *a, ExprOp op, Type *t, Pos at)
{
    Expr *e = NEW(a, Expr);
    e->op = op;
    e->type = t;
    e->pos = at;
    return e;
}

static Expr *fail(Parser *p, Pos at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static Expr *fail(Parser *p, Pos at, const char *fmt, ...)
{
    char text[400];
    va_list ap;
    if (p->failed) return NULL;      /* one error per expression: the rest would be guesses */
    p->failed = true;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    diag_error(bld(p)->d, at, "%s", text);
    return NULL;
}

static void advance(Parser *p) { p->t = lex_next(&p->lex); }

static bool accept(Parser *p, TokenKind k)
{
    if (p->t.kind != k) return false;
    advance(p);
    return true;
}

static bool expect(Parser *p, TokenKind k, const char *what)
{
    if (accept(p, k)) return true;
    if (p->t.kind == T_END) fail(p, here(p, p->t.at), "the expression ends here, expected %s", what);
    else fail(p, here(p, p->t.at), "expected %s, found '" STR_FMT "'", what, STR_ARG(p->t.text));
    return false;
}

/* ---- types ---- */

static const char *type_name(Build *b, const Type *t) { return str_z(b->a, t->name); }

bool expr_is_const(const Expr *e)
{
    if (!e) return true;
    if (e->op == E_NUM || e->op == E_PARAM) return true;
    if (e->op == E_VAR || e->op == E_STATE || e->op == E_HOME || e->op == E_NODE_OF || e->op == E_AT || e->op == E_UNKNOWN || e->n_args == 0) return false;
    for (int i = 0; i < e->n_args; i++)
        if (!expr_is_const(e->arg[i])) return false;
    return true;
}

Expr *expr_adapt(Build *b, Expr *e, Type *t)
{
    if (!e || !t || e->type == t) return e;
    if (e->type->kind == TK_INT && t->kind != TK_NODE && !t->opaque) {
        if (e->op == E_NUM && t->kind == TK_BOOL && (e->num < 0 || e->num > 1)) {
            diag_error(b->d, e->pos, "%lld is not a truth value, expected 0, 1, true or false", (long long)e->num);
            return NULL;
        }
        if (e->op == E_NUM && e->num < 0 && !t->is_signed) {
            diag_error(b->d, e->pos, "%lld is negative, but '%s' is unsigned", (long long)e->num, type_name(b, t));
            return NULL;
        }
        e->type = t;
        if (e->op == E_COND) { e->arg[1] = expr_adapt(b, e->arg[1], t); e->arg[2] = expr_adapt(b, e->arg[2], t); }
        return e;
    }
    diag_error(b->d, e->pos, "this is of type '%s', expected '%s'", type_name(b, e->type), type_name(b, t));
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

static bool computable(Parser *p, const Expr *e)
{
    if (!e) return false;
    if (!e->type->opaque) return true;
    fail(p, e->pos, "'%s' is opaque: it can be moved and merged, not tested or computed with", type_name(bld(p), e->type));
    return false;
}

/* Both sides to one type. */
static bool unify(Parser *p, Expr **l, Expr **r)
{
    if (!computable(p, *l) || !computable(p, *r)) return false;
    Type *lt = (*l)->type, *rt = (*r)->type;
    if (lt->kind == TK_INT) *l = expr_adapt(bld(p), *l, rt);
    else if (rt->kind == TK_INT) *r = expr_adapt(bld(p), *r, lt);
    else if (lt != rt && str_is(lt->name, "state") && str_is(rt->name, "state")) {
        fail(p, (*r)->pos, "these are states of different controllers; a state of another controller is written CONTROLLER.STATE");
        return false;
    } else if (lt != rt) {
        fail(p, (*r)->pos, "one side is of type '%s', the other of type '%s'", type_name(bld(p), lt), type_name(bld(p), rt));
        diag_note(bld(p)->d, (*r)->pos, "convert one of them, for instance %s(...)", type_name(bld(p), lt));
        return false;
    }
    if (!*l || !*r) p->failed = true;
    return *l && *r;
}

static Expr *arithmetic(Parser *p, ExprOp op, Expr *l, Expr *r)
{
    if (!l || !r || !unify(p, &l, &r)) return NULL;
    if (l->type->kind == TK_BOOL && op != E_BITAND && op != E_BITOR && op != E_BITXOR && op != E_WITHOUT)
        return fail(p, l->pos, "arithmetic on truth values, expected numbers");
    if ((op == E_DIV || op == E_MOD) && !expr_is_const(r))
        return fail(p, r->pos, "division and modulo need a constant on the right");
    return binary(p, op, l, r, l->type);
}

static Expr *shift_op(Parser *p, ExprOp op, Expr *l, Expr *r)
{
    if (!computable(p, l) || !computable(p, r)) return NULL;
    return binary(p, op, l, r, l->type);
}

static Expr *compare(Parser *p, ExprOp op, Expr *l, Expr *r)
{
    if (!l || !r || !unify(p, &l, &r)) return NULL;
    return binary(p, op, l, r, bld(p)->p->t_bool);
}

static Expr *logical(Parser *p, ExprOp op, Expr *l, Expr *r)
{
    Build *b = bld(p);
    if (!l || !r) return NULL;
    bool constant = l->type->kind == TK_INT && r->type->kind == TK_INT;
    if (!constant && !((l = expr_adapt(b, l, b->p->t_bool)) && (r = expr_adapt(b, r, b->p->t_bool)))) {
        p->failed = true;
        return NULL;
    }
    return binary(p, op, l, r, b->p->t_bool);
}

/* ---- names ---- */

static Expr *var_expr(Parser *p, Var *v, Pos at)
{
    Expr *e = expr_new(bld(p)->a, E_VAR, v->type, at);
    e->var = v;
    v->is_read++;
    return e;
}

static Expr *num(Parser *p, int64_t v, Type *t, Pos at)
{
    Expr *e = expr_new(bld(p)->a, E_NUM, t, at);
    e->num = v;
    return e;
}

static void add_candidate(Build *b, Str *list, int *n, int max, Str prefix, Str name)
{
    if (*n < max) list[(*n)++] = prefix.n ? str_printf(b->a, STR_FMT "." STR_FMT, STR_ARG(prefix), STR_ARG(name)) : name;
}

static Str var_path(Build *b, const Var *v)
{
    switch (v->kind) {
    case V_STORE: return str_printf(b->a, STR_FMT "." STR_FMT, STR_ARG(v->store->name), STR_ARG(v->name));
    case V_WAITER: return str_printf(b->a, STR_FMT "." STR_FMT, STR_ARG(v->waiters->name), STR_ARG(v->name));
    case V_ARG: case V_STAMP: return str_printf(b->a, "msg." STR_FMT, STR_ARG(v->name));
    default: return v->name;
    }
}

static Expr *unknown(Parser *p, Str name, Pos at)
{
    enum { MAX = 400 };
    Build *b = bld(p);
    Str *list = NEW_N(b->a, Str, MAX);
    int n = 0;
    Controller *c = p->s->ctl;
    Str none = { "", 0 };
    for (int i = 0; c && i < c->vars.n; i++) add_candidate(b, list, &n, MAX, none, var_path(b, c->vars.at[i]));
    for (int i = 0; c && i < c->states.n; i++) add_candidate(b, list, &n, MAX, none, c->states.at[i]->name);
    for (int i = 0; i < b->p->params.n; i++)
        if (!b->p->params.at[i]->owner || b->p->params.at[i]->owner == c) add_candidate(b, list, &n, MAX, none, b->p->params.at[i]->name);
    for (int i = 0; i < b->p->types.n; i++)
        for (int k = 0; k < b->p->types.at[i]->values.n; k++) add_candidate(b, list, &n, MAX, b->p->types.at[i]->name, b->p->types.at[i]->values.at[k]);
    for (int i = 0; i < p->s->n_bind; i++) add_candidate(b, list, &n, MAX, none, p->s->bind[i].name);
    if (!p->failed) unknown_name(b, at, "name", name, list, n);
    p->failed = true;
    return NULL;
}

/* NAME.empty: no entry is in use. Made when first asked for. */
static Var *empty_var(Build *b, Controller *c, Waiters *w, Pos at)
{
    Var *v = ctl_var(c, V_EMPTY, w->name, w);
    if (v) return v;
    v = add_var(b, c, V_EMPTY, w->name, str_printf(b->a, STR_FMT "_empty", STR_ARG(w->name)), b->p->t_bool, at);
    v->waiters = w;
    return v;
}

/* Made when first asked for. */
static Var *room_var(Build *b, Controller *c, Str base, void *owner, Pos at)
{
    Var *v = ctl_var(c, V_ROOM, base, owner);
    if (v) return v;
    v = add_var(b, c, V_ROOM, base, str_printf(b->a, STR_FMT "_room", STR_ARG(base)), b->p->t_bool, at);
    for (int i = 0; i < c->waiters.n; i++) if (c->waiters.at[i] == owner) v->waiters = owner;
    if (!v->waiters) v->port = owner;
    return v;
}

static Expr *dotted_name(Parser *p, Str left, Str right, Pos at, Str whole)
{
    Build *b = bld(p);
    Controller *c = p->s->ctl;
    Type *en = find_type(b, left);
    if (en && en->kind == TK_ENUM) {
        for (int i = 0; i < en->values.n; i++)
            if (str_eq(en->values.at[i], right)) return num(p, i, en, at);
        return unknown(p, whole, at);
    }
    if (!c) return unknown(p, whole, at);
    Store *st = find_store(c, left);
    Waiters *w = find_waiters(c, left);
    Var *v = NULL;
    if (str_is(left, "msg") || str_is(left, "req")) v = ctl_arg(c, right);
    else if (str_is(left, "reg")) v = ctl_var(c, V_REG, right, NULL);
    else if (st) v = str_is(right, "hit") ? ctl_var(c, V_STORE_HIT, left, st) : ctl_var(c, V_STORE, right, st);
    else if (w) v = str_is(right, "hit") ? ctl_var(c, V_WAITER_HIT, left, w)
                  : str_is(right, "room") ? room_var(b, c, left, w, at) : str_is(right, "empty") ? empty_var(b, c, w, at) : ctl_var(c, V_WAITER, right, w);
    else if (ctl_port(c, left) && str_is(right, "room")) v = room_var(b, c, left, ctl_port(c, left), at);
    return v ? var_expr(p, v, at) : unknown(p, whole, at);
}

static Expr *plain_name(Parser *p, Str name, Pos at)
{
    Build *b = bld(p);
    Controller *c = p->s->ctl;
    for (int i = 0; i < p->s->n_bind; i++)
        if (str_eq(p->s->bind[i].name, name)) {
            if (!p->s->bind[i].value) { p->failed = true; return NULL; }
            Expr *e = NEW(b->a, Expr);       /* a copy: adapting one use must not adapt the others */
            *e = *p->s->bind[i].value;
            return e;
        }
    if (str_is(name, "true") || str_is(name, "false")) return num(p, str_is(name, "true"), b->p->t_bool, at);
    if (c) {
        static const VarKind kinds[] = { V_REG, V_INPUT, V_HISTORY, V_KEY, V_ME, V_STATE, V_REPLAYED };
        for (int i = 0; i < (int)(sizeof kinds / sizeof *kinds); i++) {
            Var *v = ctl_var(c, kinds[i], name, NULL);
            if (v) return var_expr(p, v, at);
        }
    }
    Param *q = find_param(b->p, c, name);
    if (q) {
        Expr *e = expr_new(b->a, E_PARAM, b->p->t_int, at);
        e->param = q;
        return e;
    }
    if (c && str_is(name, "home") && c->key) {
        ctl_var(c, V_KEY, STR("key"), NULL)->is_read++;
        return expr_new(b->a, E_HOME, b->p->t_node, at);
    }
    State *st = c ? find_state(c, name) : NULL;
    if (st) {
        Expr *e = expr_new(b->a, E_STATE, ctl_var(c, V_STATE, STR("state"), NULL)->type, at);
        e->num = st->id;
        e->text = st->name;
        return e;
    }
    Controller *other = c ? find_ctl(b, name) : NULL;
    if (other) {
        Expr *e = expr_new(b->a, E_NODE_OF, b->p->t_node, at);
        e->ctl = other;
        return e;
    }
    return unknown(p, name, at);
}

/* ---- calls ---- */

static Expr *parse(Parser *p, int level);

enum { ARGS_MAX = 8 };

static int arguments(Parser *p, Expr **arg)
{
    int n = 0;
    if (accept(p, T_RPAR)) return 0;
    do {
        Expr *e = parse(p, 0);
        if (n < ARGS_MAX) arg[n] = e;
        n++;
    } while (accept(p, T_COMMA) && !p->failed);
    expect(p, T_RPAR, "',' or ')'");
    if (n > ARGS_MAX) fail(p, here(p, p->t.at), "more than %d arguments", ARGS_MAX);
    return p->failed ? -1 : n;
}

typedef struct { const char *name; ExprOp op; int args; } Builtin;
static const Builtin builtins[] = {
    { "max", E_MAX, -2 }, { "min", E_MIN, -2 }, { "clog2", E_CLOG2, 1 }, { "pow2", E_POW2, 1 }, { "popcount", E_POPCOUNT, 1 }, { "onehot", E_ONEHOT, 1 },
    { "first", E_FIRST, 1 }, { "any", E_ANY, 1 }, { "all", E_ALL, 1 }, { "bit", E_BIT, 2 }, { "mod", E_MOD, 2 }, { "before", E_BEFORE, 2 }, { "after", E_AFTER, 2 },
};

static Expr *nary(Parser *p, ExprOp op, Expr **arg, int n)
{
    Expr *e = arg[0];
    for (int i = 1; i < n && e; i++) e = arithmetic(p, op, e, arg[i]);
    return e;
}

static Expr *call_builtin(Parser *p, const Builtin *f, Expr **arg, int n, Pos at)
{
    Build *b = bld(p);
    if (f->args < 0 ? n < -f->args : n != f->args) return fail(p, at, "%s takes %s%d argument%s, not %d", f->name, f->args < 0 ? "at least " : "",
                                                                 f->args < 0 ? -f->args : f->args, f->args == 1 ? "" : "s", n);
    for (int i = 0; i < n; i++) if (!computable(p, arg[i])) return NULL;
    Type *result = b->p->t_bool;
    switch (f->op) {
    case E_MAX: case E_MIN: return nary(p, f->op, arg, n);
    case E_MOD: return arithmetic(p, E_MOD, arg[0], arg[1]);
    case E_BEFORE: case E_AFTER: return compare(p, f->op, arg[0], arg[1]);
    case E_CLOG2: case E_POW2:
        if (!expr_is_const(arg[0])) return fail(p, arg[0]->pos, "%s needs parameters and literals only", f->name);
        result = b->p->t_int;
        break;
    case E_POPCOUNT: case E_ONEHOT: case E_FIRST: result = NULL; break;      /* settled by the place: expr_adapt_result */
    default: break;
    }
    Expr *e = expr_new(b->a, f->op, result ? result : b->p->t_int, at);
    for (int i = 0; i < n; i++) e->arg[i] = arg[i];
    e->n_args = n;
    return e;
}

static const Node *find_function(Build *b, Str name)
{
    for (const Node *n = b->root->first; n; n = n->next)
        if (str_is(n->name, "function") && str_eq(node_attr(n, "name"), name)) return n;
    return NULL;
}

static Expr *call_function(Parser *p, const Node *f, Expr **arg, int n, Pos at)
{
    Build *b = bld(p);
    Binding bind[ARGS_MAX];
    int k = 0;
    if (p->s->depth >= EXPANSION_DEPTH_MAX) return fail(p, at, "functions nest more than %d deep; is '" STR_FMT "' recursive?", EXPANSION_DEPTH_MAX, STR_ARG(node_attr(f, "name")));
    if (!expansion_allowed(b, at)) { p->failed = true; return NULL; }
    Str rest = node_attr(f, "args"), w;
    while ((w = str_word(&rest)).n) {
        int colon = 0;
        while (colon < w.n && w.p[colon] != ':') colon++;
        Type *t = find_type(b, (Str){ w.p + colon + 1, colon < w.n ? w.n - colon - 1 : 0 });
        if (!t) return fail(p, node_attr_pos(f, "args"), "argument '" STR_FMT "': expected NAME:TYPE with a known type", STR_ARG(w));
        if (k < n && k < ARGS_MAX) bind[k] = (Binding){ { w.p, colon }, expr_adapt(b, arg[k], t) };
        k++;
    }
    if (k != n) return fail(p, at, "function '" STR_FMT "' takes %d arguments, not %d", STR_ARG(node_attr(f, "name")), k, n);
    Scope inner = { b, p->s->ctl, bind, k, p->s, p->s->depth + 1, p->s->over, false };
    Expr *e = expr_attr(&inner, f, "value", attr_type(b, f, "result"));
    if (!e) p->failed = true;
    return e;
}

/* L2(i): the node of instance i of controller L2. */
static Expr *instance_node(Parser *p, Controller *to, Expr **arg, int n, Pos at)
{
    if (n != 1) return fail(p, at, "an instance of a controller is named by one number, not %d", n);
    if (!computable(p, arg[0])) return NULL;
    Expr *e = expr_new(bld(p)->a, E_NODE_OF, bld(p)->p->t_node, at);
    e->ctl = to;
    e->arg[0] = arg[0];
    e->n_args = 1;
    return e;
}

static Expr *call(Parser *p, Str name, Pos at)
{
    Build *b = bld(p);
    Expr *arg[ARGS_MAX] = { 0 };
    int n = arguments(p, arg);
    if (n < 0) return NULL;
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
        if (str_is(name, builtins[i].name)) return call_builtin(p, &builtins[i], arg, n, at);
    const Node *f = find_function(b, name);
    if (f) return call_function(p, f, arg, n, at);
    Controller *to = p->s->ctl ? find_ctl(b, name) : NULL;
    if (to) return instance_node(p, to, arg, n, at);
    Type *t = find_type(b, name);
    if (t) {
        if (n != 1) return fail(p, at, "a conversion takes one argument, not %d", n);
        if (!computable(p, arg[0])) return NULL;
        if (arg[0]->type->kind == TK_INT) return expr_adapt(b, arg[0], t);
        Expr *e = expr_new(b->a, E_CONVERT, t, at);
        e->arg[0] = arg[0];
        e->n_args = 1;
        return e;
    }
    return unknown(p, name, at);
}

/* ---- the system: every a in addr, c in L1: c.line.exp(a) le ... ---- */

static const Bound *find_bound(const Parser *p, Str name)
{
    for (int i = p->n_bound; i-- > 0;) if (str_eq(p->bound[i]->name, name)) return p->bound[i];
    return NULL;
}

static Expr *at_expr(Parser *p, Type *t, Pos at, const Bound *of, const Bound *key)
{
    Expr *e = expr_new(bld(p)->a, E_AT, t, at);
    e->of = of;
    e->at = key;
    return e;
}

/* (a) behind a variable of a line, and behind home. */
static const Bound *line_argument(Parser *p)
{
    const Bound *key = p->t.kind == T_NAME ? find_bound(p, p->t.text) : NULL;
    if (!key || !key->key) { fail(p, here(p, p->t.at), "expected the name of a line"); return NULL; }
    advance(p);
    expect(p, T_RPAR, "')'");
    return key;
}

static bool is_of_line(const Controller *c, const Var *v)
{
    return c->key && (v->kind == V_STORE || v->kind == V_WAITER || v->kind == V_STORE_HIT || v->kind == V_WAITER_HIT || (v->kind == V_STATE && (c->stores.n || c->waiters.n)));
}

/* c.now, c.line.exp(a) */
static Expr *of_instance(Parser *p, const Bound *c, Str what, Pos at, Str whole)
{
    Scope inner = *p->s, *outer = (Scope *)p->s;
    int dot = 0;
    inner.ctl = c->ctl;
    p->s = &inner;
    while (dot < what.n && what.p[dot] != '.') dot++;
    Expr *e = dot < what.n ? dotted_name(p, (Str){ what.p, dot }, (Str){ what.p + dot + 1, what.n - dot - 1 }, at, whole) : plain_name(p, what, at);
    p->s = outer;
    if (!e) return NULL;
    bool of_line = e->op == E_VAR && is_of_line(c->ctl, e->var);
    if (e->op != E_VAR || (!of_line && e->var->kind != V_REG && e->var->kind != V_STATE)) return fail(p, at, "expected a register, a field, hit or state of '" STR_FMT "'", STR_ARG(c->name));
    if (of_line && !expect(p, T_LPAR, "'(' and the name of a line")) return NULL;
    const Bound *key = of_line ? line_argument(p) : NULL;
    if (p->failed) return NULL;
    Expr *x = at_expr(p, e->type, at, c, key);
    x->var = e->var;
    x->var->is_read--;                /* nothing that is emitted reads it */
    return x;
}

/* Name of an instance or line, something of an instance, or a state CTL.STATE; *found: it is one of these. */
static Expr *system_name(Parser *p, Str whole, int dot, Pos at, bool *found)
{
    Build *b = bld(p);
    Str left = { whole.p, dot }, right = { whole.p + dot + 1, dot < whole.n ? whole.n - dot - 1 : 0 };
    const Bound *x = find_bound(p, left);
    Controller *c = right.n ? find_ctl(b, left) : NULL;
    State *st = c ? find_state(c, right) : NULL;
    *found = true;
    if (x && !right.n) return at_expr(p, x->ctl ? b->p->t_node : x->key, at, x->ctl ? x : NULL, x->ctl ? NULL : x);
    if (x && x->ctl) return of_instance(p, x, right, at, whole);
    if (st) {
        Expr *e = expr_new(b->a, E_STATE, ctl_var(c, V_STATE, STR("state"), NULL)->type, at);
        e->num = st->id;
        e->text = st->name;
        return e;
    }
    if (str_is(whole, "home") && accept(p, T_LPAR)) {
        Expr *e = at_expr(p, b->p->t_node, at, NULL, line_argument(p));
        e->num = 1;
        return e;
    }
    *found = false;
    return NULL;
}

/* NAME in DOMAIN; the name is known from here on. */
static bool bind_name(Parser *p)
{
    Build *b = bld(p);
    Bound *x = NEW(b->a, Bound);
    Pos at = here(p, p->t.at);
    x->name = p->t.text;
    if (!expect(p, T_NAME, "a name") || !expect(p, T_IN, "'in'")) return false;
    Str domain = p->t.text;
    Pos where = here(p, p->t.at);
    if (!expect(p, T_NAME, "a controller or the type of the key")) return false;
    x->ctl = find_ctl(b, domain);
    x->key = x->ctl ? NULL : find_type(b, domain);
    if (!x->ctl && (!x->key || !x->key->key)) { fail(p, where, "'" STR_FMT "' is no controller and no type with key=\"yes\"", STR_ARG(domain)); return false; }
    if (p->n_bound == BOUND_MAX) { fail(p, at, "more than %d names", BOUND_MAX); return false; }
    p->bound[p->n_bound++] = x;
    return true;
}

static Expr *quantified(Parser *p, ExprOp op, Pos at)
{
    Build *b = bld(p);
    int first = p->n_bound;
    do {
        if (!bind_name(p)) return NULL;
    } while (accept(p, T_COMMA));
    if (!expect(p, T_COLON, "',' or ':'")) return NULL;
    Expr *e = parse(p, 0);
    e = e ? expr_adapt(b, e, b->p->t_bool) : NULL;
    if (!e) { p->failed = true; return NULL; }
    while (p->n_bound > first) {
        Expr *x = expr_new(b->a, op, b->p->t_bool, at);
        x->of = p->bound[--p->n_bound];
        x->arg[0] = e;
        x->n_args = 1;
        e = x;
    }
    return e;
}

static bool is_quantifier(const Parser *p, Str name) { return p->s->system && p->t.kind == T_NAME && (str_is(name, "every") || str_is(name, "some")); }

/* ---- grammar ---- */

static Expr *primary(Parser *p)
{
    Build *b = bld(p);
    Token t = p->t;
    Pos at = here(p, t.at);
    if (p->failed) return NULL;
    if (++p->depth > NESTING_MAX) return fail(p, at, "expression nested more than %d deep", NESTING_MAX);
    Expr *e = NULL;
    switch (t.kind) {
    case T_NUM:
        advance(p);
        e = num(p, t.value, b->p->t_int, at);
        break;
    case T_NAME: {
        advance(p);
        Str whole = t.text;
        int dot = 0;
        while (dot < whole.n && whole.p[dot] != '.') dot++;
        bool found = false;
        if (is_quantifier(p, whole)) { e = quantified(p, str_is(whole, "every") ? E_EVERY : E_SOME, at); break; }
        if (p->s->system) e = system_name(p, whole, dot, at, &found);
        if (found) break;
        if (accept(p, T_LPAR)) e = call(p, whole, at);
        else if (dot < whole.n) e = dotted_name(p, (Str){ whole.p, dot }, (Str){ whole.p + dot + 1, whole.n - dot - 1 }, at, whole);
        else e = plain_name(p, whole, at);
        break;
    }
    case T_LPAR:
        advance(p);
        e = parse(p, 0);
        expect(p, T_RPAR, "')'");
        break;
    case T_NOT:
        advance(p);
        e = parse(p, PREC_NOT);
        if (e && e->type->kind != TK_INT) e = expr_adapt(b, e, b->p->t_bool);
        if (e) { Expr *x = expr_new(b->a, E_NOT, b->p->t_bool, at); x->arg[0] = e; x->n_args = 1; e = x; }
        else p->failed = true;
        break;
    case T_MINUS:
        advance(p);
        e = parse(p, PREC_UNARY);
        if (e && e->op == E_NUM) e->num = -e->num;
        else if (e) { Expr *x = expr_new(b->a, E_NEG, e->type, at); x->arg[0] = e; x->n_args = 1; e = x; }
        break;
    case T_END: fail(p, at, "the expression ends here, expected a value"); break;
    case T_BAD: fail(p, at, "unexpected character '" STR_FMT "'", STR_ARG(t.text)); break;
    default: fail(p, at, "expected a value, found '" STR_FMT "'", STR_ARG(t.text));
    }
    p->depth--;
    return p->failed ? NULL : e;
}

/* x in {A B C}: any of them. */
static Expr *in_set(Parser *p, Expr *l)
{
    Expr *any = NULL;
    if (!expect(p, T_LBRACE, "'{' after 'in'")) return NULL;
    while (!p->failed && p->t.kind != T_RBRACE && p->t.kind != T_END) {
        Expr *copy = l ? NEW(bld(p)->a, Expr) : NULL;
        if (copy) *copy = *l;
        Expr *one = compare(p, E_EQ, copy, primary(p));
        any = any ? logical(p, E_OR, any, one) : one;
        accept(p, T_COMMA);
    }
    expect(p, T_RBRACE, "'}'");
    if (!any && !p->failed) fail(p, here(p, p->t.at), "an empty set");
    return any;
}

static Expr *conditional(Parser *p, Expr *test)
{
    Build *b = bld(p);
    Expr *yes = parse(p, 0);
    if (!expect(p, T_COLON, "':'")) return NULL;
    Expr *no = parse(p, 0);
    if (!test || !yes || !no) return NULL;
    if (test->type->kind != TK_INT) test = expr_adapt(b, test, b->p->t_bool);
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
    case OP_COMPARE: return compare(p, o->op, l, r);
    case OP_SHIFT: return shift_op(p, o->op, l, r);
    default: return arithmetic(p, o->op, l, r);
    }
}

static Expr *parse(Parser *p, int level)
{
    if (++p->depth > NESTING_MAX) return fail(p, here(p, p->t.at), "expression nested more than %d deep", NESTING_MAX);
    Expr *l = primary(p);
    while (!p->failed) {
        if (level == 0 && accept(p, T_QUESTION)) { l = conditional(p, l); continue; }
        if (p->t.kind == T_IN && level <= PREC_COMPARE) { advance(p); l = in_set(p, l); continue; }
        const Operator *o = lex_operator(p->t.kind);
        if (!o || o->level < level) break;
        advance(p);
        l = combine(p, o, l, parse(p, o->level + 1));
    }
    p->depth--;
    return p->failed ? NULL : l;
}

/* popcount, onehot and first have no width of their own: they take the type of the place. */
static Expr *settle(Build *b, Expr *e, Type *want)
{
    (void)b;
    if (e && want && (e->op == E_POPCOUNT || e->op == E_ONEHOT || e->op == E_FIRST) && e->type->kind == TK_INT) e->type = want;
    return e;
}

Expr *expr_text(const Scope *s, const Node *n, const char *attr, Str text, Type *want)
{
    Str whole = node_attr(n, attr);
    Parser p = { .s = s, .n = n, .attr = attr, .text = text, .shift = text.p >= whole.p && text.p <= whole.p + whole.n ? (int)(text.p - whole.p) : 0 };
    lex_init(&p.lex, text);
    advance(&p);
    Expr *e = parse(&p, 0);
    if (!p.failed && p.t.kind != T_END) e = fail(&p, here(&p, p.t.at), "expected an operator or the end, found '" STR_FMT "'", STR_ARG(p.t.text));
    e = settle(s->b, p.failed ? NULL : e, want);
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

Var *expr_lvalue(const Scope *s, const Node *n, const char *attr)
{
    Str text = node_attr(n, attr);
    if (!text.p) return NULL;
    Expr *e = expr_attr(s, n, attr, NULL);
    if (!e) return NULL;
    if (e->op != E_VAR) {
        diag_error(s->b->d, e->pos, "'" STR_FMT "' cannot be assigned, expected a register or a field", STR_ARG(text));
        return NULL;
    }
    Var *v = e->var;
    if (v->kind != V_REG && v->kind != V_HISTORY && v->kind != V_STORE && v->kind != V_WAITER) {
        diag_error(s->b->d, e->pos, "'" STR_FMT "' cannot be assigned: it comes from outside", STR_ARG(text));
        return NULL;
    }
    if (v->constant) diag_error(s->b->d, e->pos, "'" STR_FMT "' is a constant", STR_ARG(text));
    v->is_written++;
    v->is_read--;     /* naming the destination is no use of its value */
    return v;
}

void expr_walk(Expr *e, void (*fn)(Expr *, void *), void *ctx)
{
    if (!e) return;
    fn(e, ctx);
    for (int i = 0; i < e->n_args; i++) expr_walk(e->arg[i], fn, ctx);
}
