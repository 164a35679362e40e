/* action_index.c - <let> and <each>. */
#include "ir/action.h"
#include "ir/array.h"

/* The name means this from here on; value NULL: something wrong that has been reported. */
static const Binding *bind_more(const Scope *s, Str name, Expr *value)
{
    Binding *all = NEW_N(s->b->a, Binding, s->n_bind + 1);
    for (int i = 0; i < s->n_bind; i++) all[i] = s->bind[i];
    all[s->n_bind] = (Binding){ name, value };
    return all;
}

/* A new name of this place; false after an error. */
static bool new_name(const Scope *s, const Node *n, const char *attr, Str *name)
{
    if (!check_name(s->b, n, attr, name)) return false;
    if (!expr_has_meaning(s, *name)) return true;
    diag_error(s->b->d, node_attr_pos(n, attr), "'" STR_FMT "' has a meaning here already: expected another name",
               STR_ARG(*name));
    return false;
}

/* Some name of this scope, or of the one that called it, stands for the variable. */
static bool in_use(const Scope *s, const Var *v)
{
    for (; s; s = s->caller)
        for (int i = 0; i < s->n_bind; i++)
            if (s->bind[i].value && s->bind[i].value->op == E_VAR && s->bind[i].value->var == v) return true;
    return false;
}

/* One that an earlier row has used under this name does as well. */
static Var *let_var(const Scope *s, Str name, Type *t, Pos at)
{
    Controller *c = s->ctl;
    for (Var *v = names_get(&c->by.vars, name); v; v = v->same)
        if (v->kind == V_LET && v->type == t && !in_use(s, v)) return v;
    Str ident = str_printf(s->b->a, "let_" STR_FMT, STR_ARG(name));
    for (int i = 2; names_get(&c->by.idents, ident); i++)
        ident = str_printf(s->b->a, "let_" STR_FMT "_%d", STR_ARG(name), i);
    return add_var(s->b, c, V_LET, (VarName){ name, ident }, t, at);
}

Action *action_let(Scope *s, const Node *n)
{
    Build *b = s->b;
    Str name;
    Action *x = action_new(s, A_LET, n);
    Type *t = node_attr(n, "type").p ? attr_type(b, n, "type") : NULL;
    if (!new_name(s, n, "name", &name) || (node_attr(n, "type").p && !t)) return NULL;
    x->value = expr_attr(s, n, "value", t);
    Expr *use = NULL;
    if (x->value && x->value->type->kind == TK_INT)
        diag_error(b->d, n->pos, "the value of '" STR_FMT "' has no type of its own: expected type=", STR_ARG(name));
    else if (x->value && x->value->type->opaque)
        diag_error(b->d, x->value->pos, "'%s' is opaque: it can be moved and merged, not named",
                   str_z(b->a, x->value->type->name));
    else if (x->value) {
        x->dst = let_var(s, name, x->value->type, n->pos);
        use = expr_new(b->a, E_VAR, x->dst->type, n->pos);
        use->var = x->dst;
    }
    s->bind = bind_more(s, name, use);
    s->n_bind++;
    return x->dst ? x : NULL;
}

/* ---- result= of <apply> ---- */

static Var *applied_var(const Scope *s, Str name, Type *t, Var *written, Pos at)
{
    Controller *c = s->ctl;
    for (Var *v = names_get(&c->by.vars, name); v; v = v->same)
        if (v->kind == V_APPLIED && v->type == t && v->written == written) return v;
    Str ident = str_printf(s->b->a, STR_FMT "_" STR_FMT, STR_ARG(written->ident), STR_ARG(name));
    for (int i = 2; names_get(&c->by.idents, ident); i++)
        ident = str_printf(s->b->a, STR_FMT "_" STR_FMT "_%d", STR_ARG(written->ident), STR_ARG(name), i);
    Var *v = add_var(s->b, c, V_APPLIED, (VarName){ name, ident }, t, at);
    v->written = written;
    return v;
}

void action_result(Scope *s, const Node *n, Action *x)
{
    Build *b = s->b;
    Str name;
    if (!node_attr(n, "result").p) {
        if (node_attr(n, "type").p)
            diag_error(b->d, node_attr_pos(n, "type"), "type= is that of result=, which is missing");
        return;
    }
    if (!node_attr(n, "type").p) { diag_error(b->d, n->pos, "result= needs type=: a mask, one bit per byte"); return; }
    Type *t = attr_type(b, n, "type");
    Expr *use = NULL;
    if (!t || !new_name(s, n, "result", &name)) return;
    if (!x) use = NULL;
    else if (!t->opaque || t->kind != TK_BITS)
        diag_error(b->d, node_attr_pos(n, "type"),
                   "'" STR_FMT "' is no mask: expected an opaque type of bits, one per byte", STR_ARG(t->name));
    else if (x->dst->store && x->dst->store->block->sort == BLOCK_MEMORY)
        diag_error(b->d, node_attr_pos(n, "result"), "what is written to a store of kind " STR_FMT " has no result",
                   STR_ARG(x->dst->store->block->kind));
    else {
        x->result = applied_var(s, name, t, x->dst, n->pos);
        use = expr_new(b->a, E_VAR, t, n->pos);
        use->var = x->result;
    }
    s->bind = bind_more(s, name, use);
    s->n_bind++;
}

/* ---- each ---- */

bool action_in_each(Str e)
{
    static const char *const can[] = { "set", "let", "choose", "each", "do" };
    for (size_t i = 0; i < sizeof can / sizeof *can; i++) if (str_is(e, can[i])) return true;
    return false;
}

/* Terms of actions with all that is repeated written out; at most TERMS_MAX + 1. */
static int terms(const Action *body)
{
    int64_t n = 0;
    for (const Action *x = body; x && n <= TERMS_MAX; x = x->next) {
        n += 1 + (x->value ? expr_terms(x->value) : 0) + (x->place ? expr_terms(x->place) : 0);
        for (int i = 0; i < x->branches.n; i++)
            n += (x->branches.at[i].test ? expr_terms(x->branches.at[i].test) : 0) + terms(x->branches.at[i].body);
        if (x->kind == A_EACH) n += (int64_t)x->index->most * terms(x->body);
    }
    return n > TERMS_MAX ? TERMS_MAX + 1 : (int)n;
}

Action *action_each(const Scope *s, const Node *n)
{
    Build *b = s->b;
    Str name;
    Action *x = action_new(s, A_EACH, n);
    Type *t = attr_type(b, n, "in");
    if (!new_name(s, n, "name", &name) || !t) return NULL;
    Bound *of = NEW(b->a, Bound);
    *of = (Bound){ .name = name, .per = t, .most = index_values(b, t, node_attr_pos(n, "in")) };
    if (!of->most) return NULL;
    Expr *use = expr_new(b->a, E_INDEX, t, n->pos);
    use->of = of;
    Scope inner = *s;
    inner.bind = bind_more(s, name, use);
    inner.n_bind++;
    inner.each = x;
    x->index = of;
    x->body = build_body(&inner, n);
    if (terms(x) <= TERMS_MAX) return x;
    diag_error(b->d, n->pos, "more than %d terms with every value of '" STR_FMT "' written out", TERMS_MAX,
               STR_ARG(name));
    return NULL;
}

/* ---- walks ---- */

static void find_other(const Expr *e, void *ctx)
{
    const Expr **found = ctx;
    if (e->op == E_VAR && e->var->kind == V_LET) *found = e;
}

static void find_in_action(const Action *x, void *ctx)
{
    if (x->value) expr_walk(x->value, find_other, ctx);
    if (x->where) expr_walk(x->where, find_other, ctx);
    for (int i = 0; i < x->branches.n; i++)
        if (x->branches.at[i].test) expr_walk(x->branches.at[i].test, find_other, ctx);
}

void action_plain(const Scope *s, const Action *walk)
{
    const Expr *found = NULL;
    find_in_action(walk, &found);
    actions_walk(walk->body, find_in_action, &found);
    if (!found) return;
    diag_error(s->b->d, found->pos, "a <walk> cannot read a value of <let>");
    diag_note(s->b->d, walk->pos, "expected a register for it, which the row sets before");
}
