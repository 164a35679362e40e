/* expr_names.c - what names, calls and quantifiers in expressions stand for. */
#include "ir/expr_parts.h"
#include <ctype.h>
#include <string.h>

/* ---- names ---- */

static Expr *var_expr(Parser *p, Var *v, Pos at)
{
    Expr *e = expr_new(bld(p)->a, E_VAR, v->type, at);
    e->var = v;
    v->is_read++;
    return e;
}

Expr *expr_num(Parser *p, int64_t v, Type *t, Pos at)
{
    Expr *e = expr_new(bld(p)->a, E_NUM, t, at);
    e->num = v;
    return e;
}

static void add_candidate(Build *b, Str *list, int *n, int max, Str prefix, Str name)
{
    if (*n < max)
        list[(*n)++] = prefix.n ? str_printf(b->a, STR_FMT "." STR_FMT, STR_ARG(prefix), STR_ARG(name)) : name;
}

/* word: what the fields of the occurrence are asked for under: msg or req. */
static Str var_path(Build *b, const Var *v, const char *word)
{
    switch (v->kind) {
    case V_STORE: return str_printf(b->a, STR_FMT "." STR_FMT, STR_ARG(v->store->name), STR_ARG(v->name));
    case V_WAITER: return str_printf(b->a, STR_FMT "." STR_FMT, STR_ARG(v->waiters->name), STR_ARG(v->name));
    case V_ARG: case V_STAMP: return str_printf(b->a, "%s." STR_FMT, word, STR_ARG(v->name));
    default: return v->name;
    }
}

/* What every store, waiting place and port has. */
static void built_in(Build *b, const Controller *c, Str *list, int *n, int max)
{
    for (int i = 0; i < c->stores.n; i++) add_candidate(b, list, n, max, c->stores.at[i]->name, STR("hit"));
    for (int i = 0; i < c->waiters.n; i++) {
        const Waiters *w = c->waiters.at[i];
        add_candidate(b, list, n, max, w->name, STR("hit"));
        add_candidate(b, list, n, max, w->name, STR("room"));
        add_candidate(b, list, n, max, w->name, STR("empty"));
        if (block_pin(w->block, "first_o")) add_candidate(b, list, n, max, w->name, STR("first"));
    }
    for (int i = 0; i < c->ports.n; i++) add_candidate(b, list, n, max, c->ports.at[i]->name, STR("room"));
}

static Expr *unknown(Parser *p, Str name, Pos at)
{
    enum { MAX = 400 };
    static const char *const words[] = { "home", "key",  "me",    "state",    "true",   "false", "max",   "min",
                                         "bit",  "any",  "all",   "popcount", "onehot", "first", "before", "after",
                                         "every", "some", "count", "argmin",   "argmax" };
    Build *b = bld(p);
    Str *list = NEW_N(b->a, Str, MAX);
    int n = 0;
    Controller *c = p->s->ctl;
    Str none = { "", 0 };
    const char *word = name.n > 4 && memcmp(name.p, "req.", 4) == 0 ? "req" : "msg";
    if (c) built_in(b, c, list, &n, MAX);
    for (int i = 0; c && i < c->vars.n; i++)
        if (!c->vars.at[i]->array && c->vars.at[i]->kind != V_LET && c->vars.at[i]->kind != V_APPLIED)
            add_candidate(b, list, &n, MAX, none, var_path(b, c->vars.at[i], word));
    for (int i = 0; c && i < c->arrays.n; i++) add_candidate(b, list, &n, MAX, none, c->arrays.at[i]->name);
    for (int i = 0; i < p->n_bound; i++) add_candidate(b, list, &n, MAX, none, p->bound[i]->name);
    for (int i = 0; c && i < c->states.n; i++) add_candidate(b, list, &n, MAX, none, c->states.at[i]->name);
    for (int i = 0; i < b->p->params.n; i++)
        if (!b->p->params.at[i]->owner || b->p->params.at[i]->owner == c)
            add_candidate(b, list, &n, MAX, none, b->p->params.at[i]->name);
    for (int i = 0; i < b->p->types.n; i++)
        for (int k = 0; k < b->p->types.at[i]->values.n; k++)
            add_candidate(b, list, &n, MAX, b->p->types.at[i]->name, b->p->types.at[i]->values.at[k]);
    for (int i = 0; i < p->s->n_bind; i++) add_candidate(b, list, &n, MAX, none, p->s->bind[i].name);
    for (int i = 0; i < b->p->ctls.n; i++) add_candidate(b, list, &n, MAX, none, b->p->ctls.at[i]->name);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        add_candidate(b, list, &n, MAX, none, str_from(words[i]));
    if (!p->failed) unknown_name(b, at, "name", name, list, n);
    p->failed = true;
    return NULL;
}

/* NAME.empty: no entry is in use. Made when first asked for. */
static Var *empty_var(Build *b, Controller *c, Waiters *w, Pos at)
{
    Var *v = ctl_var(c, V_EMPTY, w->name, w);
    if (v) return v;
    v = add_var(b, c, V_EMPTY, (VarName){ w->name, str_printf(b->a, STR_FMT "_empty", STR_ARG(w->name)) },
                b->p->t_bool, at);
    v->waiters = w;
    return v;
}

/* NAME.first: the key has the oldest entry, in a place that knows. */
static Var *first_var(Build *b, Controller *c, Waiters *w, Pos at)
{
    Var *v = ctl_var(c, V_FIRST, w->name, w);
    if (v) return v;
    v = add_var(b, c, V_FIRST, (VarName){ w->name, str_printf(b->a, STR_FMT "_first", STR_ARG(w->name)) },
                b->p->t_bool, at);
    v->waiters = w;
    return v;
}

/* Made when first asked for. */
static Var *room_var(Build *b, Controller *c, Str base, void *owner, Pos at)
{
    Var *v = ctl_var(c, V_ROOM, base, owner);
    if (v) return v;
    v = add_var(b, c, V_ROOM, (VarName){ base, str_printf(b->a, STR_FMT "_room", STR_ARG(base)) }, b->p->t_bool, at);
    for (int i = 0; i < c->waiters.n; i++) if (c->waiters.at[i] == owner) v->waiters = owner;
    if (!v->waiters) v->port = owner;
    return v;
}

Expr *expr_dotted_name(Parser *p, Str left, Str right, Pos at, Str whole)
{
    Build *b = bld(p);
    Controller *c = p->s->ctl;
    Type *en = find_type(b, left);
    if (en && en->kind == TK_ENUM) {
        intptr_t number = (intptr_t)names_get(&en->codes, right);
        return number ? expr_num(p, number - 1, en, at) : unknown(p, whole, at);
    }
    if (!c) return unknown(p, whole, at);
    Store *st = find_store(c, left);
    Waiters *w = find_waiters(c, left);
    Var *v = NULL;
    if (st && str_is(right, "room") && !ctl_var(c, V_STORE, right, st))
        return parse_fail(p, at, "a store has no .room: a row that allocates in '" STR_FMT "' waits until there is "
                          "some; '" STR_FMT ".hit' tells whether the key is there", STR_ARG(left), STR_ARG(left));
    if (str_is(left, "msg") || str_is(left, "req")) v = ctl_arg(c, right);
    else if (str_is(left, "reg") && names_get(&c->by.arrays, right))
        return expr_element(p, names_get(&c->by.arrays, right), at);
    else if (str_is(left, "reg")) v = ctl_var(c, V_REG, right, NULL);
    else if (st) v = str_is(right, "hit") ? ctl_var(c, V_STORE_HIT, left, st) : ctl_var(c, V_STORE, right, st);
    else if (w)
        v = str_is(right, "hit")     ? ctl_var(c, V_WAITER_HIT, left, w)
            : str_is(right, "room")  ? room_var(b, c, left, w, at)
            : str_is(right, "empty") ? empty_var(b, c, w, at)
            : str_is(right, "first") && block_pin(w->block, "first_o")
                                     ? first_var(b, c, w, at)
                                     : ctl_var(c, V_WAITER, right, w);
    else if (ctl_port(c, left) && str_is(right, "room")) v = room_var(b, c, left, ctl_port(c, left), at);
    else v = ctl_var(c, V_REG, whole, NULL);        /* NAME.busy, NAME.open */
    for (int i = 0; !v && i < c->behind.n; i++)
        if (str_eq(c->behind.at[i]->name, left)) {
            if (c->behind.at[i]->block->sort == BLOCK_FILTER)
                return parse_fail(p, at, "rows do not see '" STR_FMT "': it is read through the store that it backs",
                                  STR_ARG(left));
            v = ctl_var(c, V_STORE, right, c->behind.at[i]);
        }
    return v ? var_expr(p, v, at) : unknown(p, whole, at);
}

/* The controller whose instances are meant, behind `home(`. */
static bool home_of(Parser *p, Expr *e)
{
    Build *b = bld(p);
    Pos at = here(p, p->t.at);
    Str name = p->t.text;
    if (!parse_expect(p, T_NAME, "a controller")) return false;
    e->ctl = find_ctl(b, name);
    if (!e->ctl) {
        if (!p->failed) unknown_controller(b, at, name);
        p->failed = true;
        return false;
    }
    return true;
}

Expr *expr_plain_name(Parser *p, Str name, Pos at)
{
    Build *b = bld(p);
    Controller *c = p->s->ctl;
    for (int i = 0; i < p->s->n_bind; i++)
        if (str_eq(p->s->bind[i].name, name)) {
            if (!p->s->bind[i].value) { p->failed = true; return NULL; }
            Expr *e = NEW(b->a, Expr);       /* a copy: adapting one use must not adapt the others */
            *e = *p->s->bind[i].value;
            bool own = e->op == E_VAR && (e->var->kind == V_LET || e->var->kind == V_APPLIED);
            if (e->op == E_INDEX || own) e->pos = at;
            return e;
        }
    const Bound *index = expr_bound(p, name);
    if (index && index->per) {
        Expr *e = expr_new(b->a, E_INDEX, index->per, at);
        e->of = index;
        return e;
    }
    if (str_is(name, "true") || str_is(name, "false")) return expr_num(p, str_is(name, "true"), b->p->t_bool, at);
    if (c && names_get(&c->by.arrays, name)) return expr_element(p, names_get(&c->by.arrays, name), at);
    if (c) {
        static const VarKind kinds[] = { V_REG, V_INPUT, V_CLOCK, V_KEY, V_ME, V_STATE, V_REPLAYED };
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
    if (p->s->home_key && str_is(name, "home")) {
        Expr *e = expr_new(b->a, E_HOME, b->p->t_node, at);
        e->arg[0] = p->s->home_key;
        e->n_args = 1;
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
    Expr *kind = expr_message_kind(p, name, at);
    if (kind) return kind;
    return unknown(p, name, at);
}

/* ---- calls ---- */

enum { ARGS_MAX = 8 };

static int arguments(Parser *p, Expr **arg)
{
    int n = 0;
    if (parse_accept(p, T_RPAR)) return 0;
    do {
        Expr *e = parse_level(p, 0);
        if (n < ARGS_MAX) arg[n] = e;
        n++;
    } while (parse_accept(p, T_COMMA) && !p->failed);
    parse_expect(p, T_RPAR, "',' or ')'");
    if (n > ARGS_MAX) parse_fail(p, here(p, p->t.at), "more than %d arguments", ARGS_MAX);
    return p->failed ? -1 : n;
}

typedef struct { const char *name; ExprOp op; int args; } Builtin;
static const Builtin builtins[] = {
    { "max", E_MAX, -2 },          { "min", E_MIN, -2 },      { "clog2", E_CLOG2, 1 }, { "pow2", E_POW2, 1 },
    { "popcount", E_POPCOUNT, 1 }, { "onehot", E_ONEHOT, 1 }, { "first", E_FIRST, 1 }, { "any", E_ANY, 1 },
    { "all", E_ALL, 1 },           { "bit", E_BIT, 2 },       { "mod", E_MOD, 2 },     { "before", E_BEFORE, 2 },
    { "after", E_AFTER, 2 },       { "part", E_PART, 2 },
};

static Expr *nary(Parser *p, ExprOp op, Expr **arg, int n)
{
    Expr *e = arg[0];
    for (int i = 1; i < n && e; i++) {
        expr_warn_round(p, op, e, arg[i]);
        e = expr_arithmetic(p, op, e, arg[i]);
    }
    return e;
}

/* part(DATA, NUMBER): as wide as the field that takes it, see expr_adapt. */
static Expr *call_part(Parser *p, Expr **arg, Pos at)
{
    if (!arg[0] || !expr_computable(p, arg[1])) return NULL;
    if (arg[0]->op != E_VAR || !arg[0]->type->opaque || arg[0]->type->kind != TK_BYTES)
        return parse_fail(p, arg[0]->pos, "expected the name of an opaque field of bytes");
    if ((arg[1]->type->kind != TK_BITS && arg[1]->type->kind != TK_COUNT) || arg[1]->type->is_signed)
        return parse_fail(p, arg[1]->pos, "expected a number of a type without sign");
    Expr *e = expr_new(bld(p)->a, E_PART, arg[0]->type, at);
    e->arg[0] = arg[0];
    e->arg[1] = arg[1];
    e->n_args = 2;
    return e;
}

static Expr *call_builtin(Parser *p, const Builtin *f, Expr **arg, int n, Pos at)
{
    Build *b = bld(p);
    if (f->args < 0 ? n < -f->args : n != f->args)
        return parse_fail(p, at, "%s takes %s%d argument%s, not %d", f->name, f->args < 0 ? "at least " : "",
                          f->args < 0 ? -f->args : f->args, f->args == 1 ? "" : "s", n);
    if (f->op == E_PART) return call_part(p, arg, at);
    for (int i = 0; i < n; i++) if (!expr_computable(p, arg[i])) return NULL;
    bool both = f->op == E_BEFORE || f->op == E_AFTER, number = arg[0]->type->kind == TK_INT;
    if (f->op >= E_POPCOUNT && f->op <= E_AFTER && number && (!both || arg[1]->type->kind == TK_INT))
        return parse_fail(p, arg[0]->pos, "%s looks at the bits of a type, which a number has not: expected TYPE(...)",
                          f->name);
    if (both)
        for (int i = 0; i < n; i++)
            if (arg[i]->type->kind == TK_BOOL)
                return parse_fail(p, arg[i]->pos, "%s compares numbers, and this is a truth value", f->name);
    Type *result = b->p->t_bool;
    switch (f->op) {
    case E_MAX: case E_MIN: return nary(p, f->op, arg, n);
    case E_MOD: return expr_arithmetic(p, E_MOD, arg[0], arg[1]);
    case E_BEFORE: case E_AFTER: return expr_compare(p, f->op, arg[0], arg[1]);
    case E_CLOG2: case E_POW2:
        if (!expr_is_const(arg[0])) return parse_fail(p, arg[0]->pos, "%s needs parameters and literals only", f->name);
        result = b->p->t_int;
        break;
    case E_POPCOUNT:
    case E_ONEHOT:
    case E_FIRST: result = NULL; break; /* settled by the place: expr_adapt_result */
    default: break;
    }
    Expr *e = expr_new(b->a, f->op, result ? result : b->p->t_int, at);
    for (int i = 0; i < n; i++) e->arg[i] = arg[i];
    e->n_args = n;
    return e;
}

static Expr *call_function(Parser *p, const Node *f, Expr **arg, int n, Pos at)
{
    Build *b = bld(p);
    Binding bind[ARGS_MAX];
    int k = 0;
    if (p->s->depth >= EXPANSION_DEPTH_MAX)
        return parse_fail(p, at, "functions nest more than %d deep; is '" STR_FMT "' recursive?", EXPANSION_DEPTH_MAX,
                          STR_ARG(node_attr(f, "name")));
    if (!expansion_allowed(b, at)) { p->failed = true; return NULL; }
    Str rest = node_attr(f, "args"), w;
    while ((w = str_word(&rest)).n) {
        int colon = 0;
        while (colon < w.n && w.p[colon] != ':') colon++;
        Type *t = find_type(b, (Str){ w.p + colon + 1, colon < w.n ? w.n - colon - 1 : 0 });
        if (!t)
            return parse_fail(p, node_attr_pos(f, "args"),
                              "argument '" STR_FMT "': expected NAME:TYPE with a known type", STR_ARG(w));
        if (k < n && k < ARGS_MAX) bind[k] = (Binding){ { w.p, colon }, expr_adapt(b, arg[k], t) };
        k++;
    }
    if (k != n)
        return parse_fail(p, at, "function '" STR_FMT "' takes %d arguments, not %d", STR_ARG(node_attr(f, "name")), k,
                          n);
    Scope inner = { b, p->s->ctl, bind, k, p->s, p->s->depth + 1, p->s->over, p->s->each, false,
                    p->s->home_key };
    Expr *e = expr_attr(&inner, f, "value", attr_type(b, f, "result"));
    if (!e) p->failed = true;
    return e;
}

/* L2(i): the node of instance i of controller L2. */
static Expr *instance_node(Parser *p, Controller *to, Expr **arg, int n, Pos at)
{
    if (n != 1) return parse_fail(p, at, "an instance of a controller is named by one number, not %d", n);
    if (!expr_computable(p, arg[0])) return NULL;
    Expr *e = expr_new(bld(p)->a, E_NODE_OF, bld(p)->p->t_node, at);
    e->ctl = to;
    e->arg[0] = arg[0];
    e->n_args = 1;
    return e;
}

bool expr_is_builtin(Str name)
{
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++) if (str_is(name, builtins[i].name)) return true;
    return false;
}

Expr *expr_call(Parser *p, Str name, Pos at)
{
    Build *b = bld(p);
    Expr *arg[ARGS_MAX] = { 0 };
    if (p->s->ctl && (p->s->ctl->key || p->s->home_key) && str_is(name, "home")) {
        Expr *e = expr_plain_name(p, name, at);
        return e && home_of(p, e) && parse_expect(p, T_RPAR, "')'") ? e : NULL;
    }
    int n = arguments(p, arg);
    if (n < 0) return NULL;
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
        if (str_is(name, builtins[i].name)) return call_builtin(p, &builtins[i], arg, n, at);
    Definition *f = find_definition(b, "function", STR(""), name);
    if (f) {
        f->used = true;
        return call_function(p, f->node, arg, n, at);
    }
    Controller *to = p->s->ctl ? find_ctl(b, name) : NULL;
    if (to) return instance_node(p, to, arg, n, at);
    Type *t = find_type(b, name);
    if (t) {
        if (n != 1) return parse_fail(p, at, "a conversion takes one argument, not %d", n);
        if (!expr_computable(p, arg[0])) return NULL;
        if (arg[0]->type->kind == TK_INT) return expr_adapt(b, arg[0], t);
        Expr *e = expr_new(b->a, E_CONVERT, t, at);
        e->arg[0] = arg[0];
        e->n_args = 1;
        return e;
    }
    return unknown(p, name, at);
}

/* ---- the system: every a in addr, c in L1: c.line.exp(a) le ... ---- */

static Expr *at_expr(Parser *p, Type *t, Pos at, const Bound *of, const Bound *key)
{
    Expr *e = expr_new(bld(p)->a, E_AT, t, at);
    e->of = of;
    e->at = key;
    return e;
}

/* (a) or (m.key) behind a variable of a line, and behind home. */
static const Bound *line_argument(Parser *p)
{
    const Bound *key = p->t.kind == T_NAME ? expr_bound(p, p->t.text) : NULL;
    const Bound *msg = p->t.kind == T_NAME ? expr_message_key(p, p->t.text) : NULL;
    if (msg && !expr_message_keyed(p, msg, here(p, p->t.at))) return NULL;
    if (msg) key = msg;
    else if (!key || !key->key) {
        bool message = key && key->net;
        parse_fail(p, here(p, p->t.at), "expected the name of a line%s%.*s%s", message ? ", or " : "",
                   message ? key->name.n : 0, message ? key->name.p : "", message ? ".key" : "");
        return NULL;
    }
    advance(p);
    parse_expect(p, T_RPAR, "')'");
    return key;
}

static bool is_of_line(const Controller *c, const Var *v)
{
    return c->key && (v->kind == V_STORE || v->kind == V_WAITER || v->kind == V_STORE_HIT || v->kind == V_WAITER_HIT ||
                      v->kind == V_FIRST || (v->kind == V_STATE && !ctl_whole_state(c)));
}

/* c.load[l]: which register is known when names have values. */
static Expr *element_of(Parser *p, const Expr *e, const Bound *c, Pos at)
{
    Expr *x = at_expr(p, e->type, at, c, NULL);
    x->var = e->var;
    x->var->is_read--;                /* nothing that is emitted reads it */
    for (int i = 0; i < e->n_args; i++) {
        if (e->arg[i] && !expr_is_const(e->arg[i]) && e->arg[i]->op != E_INDEX)
            return parse_fail(p, e->arg[i]->pos, "expected a number, a parameter or a name of every and some here");
        x->arg[x->n_args++] = e->arg[i];
    }
    return x;
}

/* c.now, c.line.exp(a) */
static Expr *of_instance(Parser *p, const Bound *c, Str what, Pos at, Str whole)
{
    Scope inner = *p->s, *outer = (Scope *)p->s;
    int dot = 0;
    inner.ctl = c->ctl;
    p->s = &inner;
    while (dot < what.n && what.p[dot] != '.') dot++;
    Expr *e = dot < what.n
                  ? expr_dotted_name(p, (Str){ what.p, dot }, (Str){ what.p + dot + 1, what.n - dot - 1 }, at, whole)
                  : expr_plain_name(p, what, at);
    p->s = outer;
    if (!e) return NULL;
    if (e->op == E_ELEM) return element_of(p, e, c, at);
    bool of_line = e->op == E_VAR && is_of_line(c->ctl, e->var);
    if (e->op != E_VAR || (!of_line && e->var->kind != V_REG && e->var->kind != V_CLOCK && e->var->kind != V_STATE))
        return parse_fail(p, at, "expected a register, a field, hit or state of '" STR_FMT "'", STR_ARG(c->name));
    if (of_line && !parse_expect(p, T_LPAR, "'(' and the name of a line")) return NULL;
    if (!of_line && p->t.kind == T_LPAR)
        return parse_fail(p, at, "'" STR_FMT "' of '" STR_FMT "' is of the whole controller, expected no line in '()'",
                          STR_ARG(what), STR_ARG(c->name));
    const Bound *key = of_line ? line_argument(p) : NULL;
    if (p->failed) return NULL;
    Expr *x = at_expr(p, e->type, at, c, key);
    x->var = e->var;
    x->var->is_read--;                /* nothing that is emitted reads it */
    return x;
}

/* Name of an instance or line, something of an instance, or a state CTL.STATE; *found: it is one of these. */
Expr *expr_system_name(Parser *p, Str whole, int dot, Pos at, bool *found)
{
    Build *b = bld(p);
    Str left = { whole.p, dot }, right = { whole.p + dot + 1, dot < whole.n ? whole.n - dot - 1 : 0 };
    const Bound *x = expr_bound(p, left);
    Controller *c = right.n ? find_ctl(b, left) : NULL;
    State *st = c ? find_state(c, right) : NULL;
    *found = true;
    if (x && x->per && !right.n) {
        Expr *e = expr_new(b->a, E_INDEX, x->per, at);
        e->of = x;
        return e;
    }
    if (x && x->net) return expr_message_part(p, x, right, at);
    if (x && !right.n) return at_expr(p, x->ctl ? b->p->t_node : x->key, at, x->ctl ? x : NULL, x->ctl ? NULL : x);
    if (x && x->ctl) return of_instance(p, x, right, at, whole);
    if (st) {
        Expr *e = expr_new(b->a, E_STATE, ctl_var(c, V_STATE, STR("state"), NULL)->type, at);
        e->num = st->id;
        e->text = st->name;
        return e;
    }
    if (str_is(whole, "home") && parse_accept(p, T_LPAR)) {
        Expr *e = at_expr(p, b->p->t_node, at, NULL, NULL);
        e->num = 1;
        bool named = p->t.kind == T_NAME && !expr_bound(p, p->t.text) && !expr_message_key(p, p->t.text);
        if (named && (!home_of(p, e) || !parse_expect(p, T_COMMA, "',' and the name of a line"))) return NULL;
        e->at = line_argument(p);
        return e;
    }
    *found = false;
    return NULL;
}
