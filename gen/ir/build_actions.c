/* build_actions.c - the actions of a row, with macros expanded. */
#include "ir/action.h"
#include "ir/build_sends.h"
#include <string.h>

/* ---- finding what an action names ---- */

static Waiters *the_waiters(const Scope *s, const Node *n, const char *attr)
{
    Controller *c = s->ctl;
    Str name = node_attr(n, attr);
    if (name.p) {
        Waiters *w = find_waiters(c, name);
        if (!w) unknown_place(s->b, c, node_attr_pos(n, attr), name, false);
        return w;
    }
    if (c->waiters.n == 1) return c->waiters.at[0];
    diag_error(s->b->d, n->pos,
               c->waiters.n ? "expected %s=: this controller has several waiting places"
                            : "this controller has no waiting place (%s=)",
               attr);
    return NULL;
}

/* Its kind must have the action; what: the place's name. */
static bool served(const Scope *s, Pos at, const Block *block, Str what, Str action)
{
    Str list = STR("");
    if (block_serves(block, str_z(s->b->a, action))) return true;
    for (int i = 0; i < block->actions.n; i++)
        list = str_printf(s->b->a, STR_FMT "%s" STR_FMT, STR_ARG(list), i ? ", " : "", STR_ARG(block->actions.at[i]));
    diag_error(s->b->d, at, "<" STR_FMT ">, but '" STR_FMT "' is of kind " STR_FMT ", which has %s" STR_FMT,
               STR_ARG(action), STR_ARG(what), STR_ARG(block->kind), block->actions.n ? "only " : "no actions",
               STR_ARG(list));
    return false;
}

/* parked.FIELD: what the occurrences hold that are parked in the entries walked over, or that wait at the port. */
/* ---- one action each ---- */

static const char parked_word[] = "parked.";
enum { PARKED_WORD = sizeof parked_word - 1 };

static bool is_parked(const Node *n)
{
    Str name = node_attr(n, "name");
    return name.n > PARKED_WORD && memcmp(name.p, parked_word, PARKED_WORD) == 0;
}

static Var *parked_field(const Scope *s, const Node *n)
{
    Str name = node_attr(n, "name"), field = { name.p + PARKED_WORD, name.n - PARKED_WORD };
    Var *v = ctl_arg(s->ctl, field);
    if (!v)
        diag_error(s->b->d, node_attr_pos(n, "name"), "no event of this controller has a field '" STR_FMT "'",
                   STR_ARG(field));
    else if (!s->over || s->over->store)
        diag_error(s->b->d, node_attr_pos(n, "name"),
                   "what is parked is set in a <walk> over a waiting place or a port only");
    return v;
}

static bool in_walk(const Scope *s, const Node *n, const Var *dst)
{
    bool field = dst->kind == V_STORE || dst->kind == V_WAITER;
    if (s->each && dst->kind != V_REG) {
        diag_error(s->b->d, node_attr_pos(n, "name"), "an <each> sets registers, nothing else");
        return false;
    }
    if (!s->over || (field && dst->store == s->over->store && dst->waiters == s->over->waiters)) return true;
    diag_error(s->b->d, node_attr_pos(n, "name"),
               dst->kind == V_REG
                   ? "a <walk> sets no registers: all keys at once, in no order; a <sweep> has a row for each line"
                   : "a <walk> sets the fields of what it goes over, nothing else");
    return false;
}

static Action *act_set(const Scope *s, const Node *n)
{
    Action *x = action_new(s, A_SET, n);
    if (is_parked(n)) {
        x->dst = parked_field(s, n);
        x->parked = true;
        x->value = x->dst ? expr_attr(s, n, "value", x->dst->type) : NULL;
        return x->value ? x : NULL;
    }
    Expr *place = expr_place(s, n, "name");
    if (!place) return NULL;
    x->dst = place->var;
    x->place = place->op == E_ELEM ? place : NULL;
    if (x->dst->type->opaque) {
        diag_error(s->b->d, n->pos, "'" STR_FMT "' is opaque: use <write>", STR_ARG(x->dst->name));
        return NULL;
    }
    if (!in_walk(s, n, x->dst)) return NULL;
    x->value = expr_attr(s, n, "value", x->dst->type);
    return x->value ? x : NULL;
}

static bool opaque_dst(const Scope *s, const Node *n, const Var *v)
{
    if (!v) return false;
    if (v->type->opaque && (v->kind == V_STORE || v->kind == V_WAITER)) return true;
    diag_error(s->b->d, node_attr_pos(n, "to"),
               "'" STR_FMT "' is not an opaque field of a store or waiting place: use <set>", STR_ARG(v->name));
    return false;
}

static bool is_kept_mask(const Var *v)
{
    return v && v->kind == V_STORE && v->type->opaque && v->type->kind == TK_BITS;
}

/* mask=, or except=: all bytes but those of a mask that a store keeps. */
static bool write_mask(const Scope *s, const Node *n, Action *x)
{
    bool except = node_attr(n, "except").p != NULL;
    const char *attr = except ? "except" : "mask";
    if (except && node_attr(n, "mask").p) {
        diag_error(s->b->d, node_attr_pos(n, "except"), "mask= and except= of one write: expected one of them");
        return false;
    }
    if (!node_attr(n, attr).p) return true;
    x->mask = expr_attr(s, n, attr, NULL);
    if (!x->mask) return false;
    bool opaque = x->mask->op == E_VAR && x->mask->type->opaque;
    if (opaque && (!except || is_kept_mask(x->mask->var))) {
        x->under = except ? JOINS_WITHOUT : JOINS_NOT;
        return true;
    }
    diag_error(s->b->d, x->mask->pos, except ? "except= names a mask that a store keeps: an opaque field of bits"
                                             : "a mask must be an opaque field, one bit per byte");
    return false;
}

/* join=: bits that come to those that are there, or go from them. */
static bool write_join(const Scope *s, const Node *n, Action *x)
{
    Str how = node_attr(n, "join");
    if (!how.p) return true;
    x->joins = str_is(how, "or") ? JOINS_OR : JOINS_WITHOUT;
    if (is_kept_mask(x->dst)) return true;
    diag_error(s->b->d, node_attr_pos(n, "join"), "join= is for a mask that a store keeps: '" STR_FMT "' is none",
               STR_ARG(x->dst->name));
    return false;
}

static Action *act_write(const Scope *s, const Node *n)
{
    Action *x = action_new(s, A_WRITE, n);
    x->dst = expr_lvalue(s, n, "to");
    if (!opaque_dst(s, n, x->dst)) return NULL;
    x->value = action_field_value(s, n, STR("data"), x->dst->type);
    if (x->value && x->value->op == E_PART) {
        diag_error(s->b->d, x->value->pos, "only a field of a message takes a part of a value");
        return NULL;
    }
    return write_mask(s, n, x) && write_join(s, n, x) && x->value ? x : NULL;
}

static bool is_operand(Build *b, const Block *block, const Node *n, const Attr *at)
{
    Str *names = NEW_N(b->a, Str, block->operands.n + 1);
    for (int i = 0; i < block->operands.n; i++) {
        names[i] = block->operands.at[i].name;
        if (str_eq(names[i], at->name)) return true;
    }
    if (!action_performed_attr(n, at->name))
        unknown_name(b, at->name_pos, "operand", at->name, names, block->operands.n);
    return false;
}

static Action *act_apply(Scope *s, const Node *n)
{
    static const char *const known[] = { "what", "to", "result", "type", "performs", "doc", NULL };
    Build *b = s->b;
    Action *x = action_new(s, A_APPLY, n);
    x->what = node_attr(n, "what");
    x->block = find_kind(b, n, BLOCK_APPLY, "what");
    x->dst = expr_lvalue(s, n, "to");
    if (!x->block || !opaque_dst(s, n, x->dst)) { action_result(s, n, NULL); return NULL; }
    for (int i = 0; i < n->n_attrs; i++) {
        Str attr = n->attrs[i].name;
        if (!action_unexpected_attr(attr, known) || !is_operand(b, x->block, n, &n->attrs[i])) continue;
        Assign as = { .name = attr, .pos = n->attrs[i].value_pos, .value = expr_attr(s, n, str_z(b->a, attr), NULL) };
        if (as.value && as.value->op == E_PART)
            diag_error(b->d, as.value->pos, "only a field of a message takes a part of a value");
        else if (as.value && as.value->type->opaque && as.value->op != E_VAR)
            diag_error(b->d, as.value->pos, "an opaque value can only be moved: expected the name of a field");
        else if (as.value) vec_push(b->a, &x->assigns, as);
    }
    for (int i = 0; i < x->block->operands.n; i++) {
        Str name = x->block->operands.at[i].name;
        if (!node_attr(n, str_z(b->a, name)).p)
            diag_error(b->d, n->pos, "'" STR_FMT "' needs the operand " STR_FMT "=", STR_ARG(x->what), STR_ARG(name));
    }
    action_result(s, n, x);
    return x;
}

/* what="line mshr": one action for each. */
static Action *act_places(const Scope *s, const Node *n, ActionKind k)
{
    Action *first = NULL, **end = &first;
    Str whole = node_attr(n, "what"), rest = whole, w;
    some_word(s->b, n, "what", "a store or waiting place");
    while ((w = str_word(&rest)).n) {
        Action *x = action_new(s, k, n);
        x->store = find_store(s->ctl, w);
        x->waiters = find_waiters(s->ctl, w);
        if (!x->store && k == A_FREE) x->store = find_behind(s->ctl, w);
        if (x->store && x->store->block->sort == BLOCK_MEMORY) {
            diag_error(s->b->d, node_attr_pos(n, "what"), "memory is never free");
            continue;
        }
        if (x->store && x->store->block->sort == BLOCK_FILTER) s->ctl->forgets = true;
        if (!x->store && !x->waiters) {
            Str all[64];
            int m = 0;
            for (int i = 0; i < s->ctl->stores.n && m < 64; i++) all[m++] = s->ctl->stores.at[i]->name;
            for (int i = 0; i < s->ctl->waiters.n && m < 64; i++) all[m++] = s->ctl->waiters.at[i]->name;
            unknown_name(s->b, node_attr_pos_at(n, "what", (int)(w.p - whole.p)), "store or waiting place", w, all, m);
            continue;
        }
        Pos at = node_attr_pos_at(n, "what", (int)(w.p - whole.p));
        if (!served(s, at, x->store ? x->store->block : x->waiters->block, w, n->name)) continue;
        for (const Action *y = first; y; y = y->next)
            if (y->store == x->store && y->waiters == x->waiters)
                diag_error(s->b->d, at, "'" STR_FMT "' is named twice", STR_ARG(w));
        *end = x;
        end = &x->next;
    }
    return first;
}

static Action *act_waiters(const Scope *s, const Node *n, ActionKind k, const char *attr)
{
    Action *x = action_new(s, k, n);
    x->waiters = the_waiters(s, n, attr);
    x->must_hit = str_is(node_attr(n, "first"), "must-hit");
    x->what = node_attr(n, "pick");
    if (!x->waiters || !served(s, n->pos, x->waiters->block, x->waiters->name, n->name)) return NULL;
    if (!x->must_hit || x->waiters->block->fields) return x;
    diag_error(s->b->d, node_attr_pos(n, "first"),
               "first=\"must-hit\", but '" STR_FMT "' has no entry that would end: it holds parked events only",
               STR_ARG(x->waiters->name));
    return NULL;
}

static Action *act_go(const Scope *s, const Node *n)
{
    Action *x = action_new(s, A_GO, n);
    Str to = node_attr(n, "to");
    x->go = find_state(s->ctl, to);
    if (!x->go) {
        Str *all = NEW_N(s->b->a, Str, s->ctl->states.n);
        for (int i = 0; i < s->ctl->states.n; i++) all[i] = s->ctl->states.at[i]->name;
        unknown_name(s->b, node_attr_pos(n, "to"), "state", to, all, s->ctl->states.n);
        return NULL;
    }
    x->go->entered = true;
    return x;
}


static Action *act_choose(const Scope *s, const Node *n)
{
    Action *x = action_new(s, A_CHOOSE, n);
    bool closed = false;
    for (const Node *k = n->first; k; k = k->next) {
        Branch br = { .pos = k->pos };
        bool other = str_is(k->name, "otherwise");
        if (closed) diag_error(s->b->d, k->pos, "nothing can follow <otherwise>");
        closed |= other;
        if (!other) br.test = expr_attr(s, k, "test", s->b->p->t_bool);
        br.body = build_body(s, k);
        if (other || br.test) vec_push(s->b->a, &x->branches, br);
    }
    return x;
}

static Action *act_do(const Scope *s, const Node *n)
{
    enum { MACRO_ARGS_MAX = 8 };
    static const char *const known[] = { "macro", "doc", NULL };
    Build *b = s->b;
    Str name = node_attr(n, "macro");
    Definition *found = find_definition(b, "macro", s->ctl->name, name);
    if (!found) {
        unknown_macro(b, s->ctl, node_attr_pos(n, "macro"), name);
        return NULL;
    }
    const Node *m = found->node;
    found->used = true;
    if (s->depth >= EXPANSION_DEPTH_MAX) {
        diag_error(b->d, n->pos, "macros nest more than %d deep; is '" STR_FMT "' recursive?", EXPANSION_DEPTH_MAX,
                   STR_ARG(name));
        return NULL;
    }
    if (!expansion_allowed(b, n->pos)) return NULL;
    Binding *bind = NEW_N(b->a, Binding, MACRO_ARGS_MAX);
    int k = 0;
    Str rest = node_attr(m, "args"), w;
    bool missing = false;
    while ((w = str_word(&rest)).n && k < MACRO_ARGS_MAX) {
        int colon = 0;
        while (colon < w.n && w.p[colon] != ':') colon++;
        Str arg = { w.p, colon };
        const char *z = str_z(b->a, arg);
        Type *t = colon < w.n ? find_type(b, (Str){ w.p + colon + 1, w.n - colon - 1 }) : NULL;
        if (!t)
            diag_error(b->d, node_attr_pos(m, "args"), "argument '" STR_FMT "': expected NAME:TYPE with a known type",
                       STR_ARG(w));
        if (!node_attr(n, z).p) {
            diag_error(b->d, n->pos, "macro '" STR_FMT "' needs a value for its argument '%s'", STR_ARG(name), z);
            missing = true;
        } else bind[k++] = (Binding){ arg, expr_attr(s, n, z, t) };
    }
    for (int i = 0; i < n->n_attrs; i++) {
        bool expected = !action_unexpected_attr(n->attrs[i].name, known);
        for (int j = 0; j < k; j++) expected |= str_eq(bind[j].name, n->attrs[i].name);
        if (!expected)
            diag_error(b->d, n->attrs[i].name_pos, "macro '" STR_FMT "' has no argument '" STR_FMT "'", STR_ARG(name),
                       STR_ARG(n->attrs[i].name));
    }
    if (missing) return NULL; /* what is missing would be said again wherever the body uses it */
    Scope inner = { b, s->ctl, bind, k, s, s->depth + 1, s->over, s->each, false, NULL };
    return build_body(&inner, m);
}

static Action *act_walk(const Scope *s, const Node *n)
{
    Action *x = action_new(s, A_WALK, n);
    Str over = node_attr(n, "over");
    x->store = find_store(s->ctl, over);
    x->waiters = find_waiters(s->ctl, over);
    x->port = ctl_port(s->ctl, over);
    if (x->port && x->port->kind != PORT_IN) x->port = NULL;
    if (!x->store && !x->waiters && !x->port)
        diag_error(s->b->d, node_attr_pos(n, "over"),
                   "expected a store, a waiting place or a port that takes messages, found '" STR_FMT "'",
                   STR_ARG(over));
    if (s->over) diag_error(s->b->d, n->pos, "a <walk> inside a <walk>");
    if (node_attr(n, "where").p) x->where = expr_attr(s, n, "where", s->b->p->t_bool);
    if (x->store || x->waiters)
        served(s, node_attr_pos(n, "over"), x->store ? x->store->block : x->waiters->block, over, n->name);
    Scope inner = *s;
    inner.over = x;
    x->body = build_body(&inner, n);
    action_plain(s, x);
    return x->store || x->waiters || x->port ? x : NULL;
}

static Action *act_error(const Scope *s, const Node *n)
{
    Action *x = action_new(s, A_ERROR, n);
    x->what = node_attr(n, "why");
    return x;
}

/* What is done to every line or entry at once needs no room and sends nothing. */
static bool walk_can(Str e)
{
    static const char *const can[] = { "set", "free", "go", "choose", "do", "walk" };
    for (size_t i = 0; i < sizeof can / sizeof *can; i++) if (str_is(e, can[i])) return true;
    return false;
}

static Action *build_action(Scope *s, const Node *n)
{
    Str e = n->name;
    if (s->each && !action_in_each(e)) {
        diag_error(s->b->d, n->pos, "<" STR_FMT "> in an <each>, expected set, let, choose, each or do", STR_ARG(e));
        return NULL;
    }
    if (s->over && !walk_can(e)) {
        diag_error(s->b->d, n->pos, "<" STR_FMT "> in a <walk>, expected set, free, go, choose or do", STR_ARG(e));
        return NULL;
    }
    if (s->over && s->over->port && (str_is(e, "free") || str_is(e, "go"))) {
        diag_error(s->b->d, n->pos, "<" STR_FMT "> in a <walk> over a port, where no key is at hand: expected <set "
                                    "name=\"parked.FIELD\">",
                   STR_ARG(e));
        return NULL;
    }
    if (str_is(e, "set")) return act_set(s, n);
    if (str_is(e, "write")) return act_write(s, n);
    if (str_is(e, "apply")) return act_apply(s, n);
    if (str_is(e, "send") || str_is(e, "multicast")) return action_send(s, n);
    if (str_is(e, "reply")) return action_reply(s, n);
    if (str_is(e, "allocate")) return act_places(s, n, A_ALLOCATE);
    if (str_is(e, "free")) return act_places(s, n, A_FREE);
    if (str_is(e, "lock")) return act_places(s, n, A_LOCK);
    if (str_is(e, "unlock")) return act_places(s, n, A_UNLOCK);
    if (str_is(e, "park")) return act_waiters(s, n, A_PARK, "in");
    if (str_is(e, "replay")) return act_waiters(s, n, A_REPLAY, "in");
    if (str_is(e, "done")) return act_waiters(s, n, A_DONE, "in");
    if (str_is(e, "wake")) return act_waiters(s, n, A_WAKE, "in");
    if (str_is(e, "go")) return act_go(s, n);
    if (str_is(e, "choose")) return act_choose(s, n);
    if (str_is(e, "do")) return act_do(s, n);
    if (str_is(e, "walk")) return act_walk(s, n);
    if (str_is(e, "each")) return action_each(s, n);
    if (str_is(e, "start")) return act_start(s, n);
    if (str_is(e, "expect")) return act_expect(s, n);
    if (str_is(e, "got")) return act_got(s, n);
    if (str_is(e, "error")) return act_error(s, n);
    return NULL;      /* the schema has reported it */
}

Action *build_body(const Scope *outer, const Node *parent)
{
    Scope s = *outer;                /* grows with each <let> and each result= */
    Action *first = NULL, **end = &first;
    for (const Node *k = parent->first; k; k = k->next) {
        *end = str_is(k->name, "let") && (!s.over || s.each) ? action_let(&s, k) : build_action(&s, k);
        if (*end) action_performed(&s, k, *end);
        while (*end) end = &(*end)->next;
    }
    return first;
}

void actions_walk(const Action *body, void (*fn)(const Action *, void *), void *ctx)
{
    for (const Action *x = body; x; x = x->next) {
        fn(x, ctx);
        for (int i = 0; i < x->branches.n; i++) actions_walk(x->branches.at[i].body, fn, ctx);
        actions_walk(x->body, fn, ctx);
    }
}

void action_exprs(const Action *x, void (*fn)(Expr *, void *), void *ctx)
{
    Expr *own[] = { x->value, x->place, x->mask, x->to, x->key, x->where, x->time, x->by, x->thread };
    for (int i = 0; i < (int)(sizeof own / sizeof *own); i++) if (own[i]) fn(own[i], ctx);
    for (int i = 0; i < x->assigns.n; i++) if (x->assigns.at[i].value) fn(x->assigns.at[i].value, ctx);
    for (int i = 0; i < x->branches.n; i++) if (x->branches.at[i].test) fn(x->branches.at[i].test, ctx);
}
