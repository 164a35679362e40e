/* promela_expr.c - expressions of the tables in Promela. Values are numbers of their type: signed ones may be below 0.
 */
#include "verify/model/params.h"
#include "verify/promela/promela_parts.h"
#include <inttypes.h>

static bool untyped(const Type *t) { return !t || t->kind == TK_INT; }
static int64_t top(const Pml *x, const Type *t) { return (INT64_C(1) << type_width(&x->m->env, t)) - 1; }
static int64_t half(const Pml *x, const Type *t) { return INT64_C(1) << (type_width(&x->m->env, t) - 1); }

/* Parameters and literals are combined as integers, then take the type of their place. */
static bool is_number(const Expr *e)
{
    if (!expr_is_const(e) || (e->op >= E_POPCOUNT && e->op <= E_AFTER)) return false;
    for (int i = 0; i < e->n_args; i++) if (!is_number(e->arg[i])) return false;
    return true;
}

int64_t pml_number(Pml *x, const Expr *e, const Type *t)
{
    int64_t v = param_eval(&x->m->env, e);
    if (untyped(t) || type_width(&x->m->env, t) > 31) return v;
    v &= top(x, t);
    return t->is_signed && v >= half(x, t) ? v - 2 * half(x, t) : v;
}

static const char *number(Pml *x, const Expr *e, const Type *t)
{
    int64_t v = pml_number(x, e, t);
    return pml_text(x, v < 0 ? "(%" PRId64 ")" : "%" PRId64, v);
}

static const char *operand(const Site *w, const Expr *e, const Type *t)
{
    return is_number(e) ? number(w->x, e, t) : pml_expr(w, e);
}

/* ---- variables ---- */

static const char *store_field(const Site *w, const Var *v)
{
    const char *field = pml_text(w->x, "%s.l_%s", w->line, pml_name(w->x, v->name));
    int64_t absent = v->absent ? pml_number(w->x, v->absent, v->type) : 0;
    return absent && w->at != IN_ROW ? pml_text(w->x, "(%s.present -> %s : %" PRId64 ")", w->line, field, absent)
                                     : field;
}

/* An input is constant: --set, else 0. */
static const char *pin(Pml *x, const Var *v)
{
    const Pin *p = model_pin(x->m, v);
    return pml_text(x, "%" PRIu64, p ? p->value[0] : 0);
}

static const char *own_node(const Site *w) { return pml_text(w->x, "(%d + %s)", pml_base(w->x, w->k->c), w->me); }

const char *pml_element(const Site *w, const Expr *e, const char **inside)
{
    Pml *x = w->x;
    const Array *of = e->var->array;
    const char *at = "";
    *inside = NULL;
    for (int i = 0; i < of->n_per; i++) {
        const Expr *k = e->arg[i];
        int64_t n = type_values(&x->m->env, of->per[i]);
        const char *index = is_number(k) ? number(x, k, of->per[i]) : pml_expr(w, k);
        bool always = !untyped(k->type) && type_values(&x->m->env, k->type) <= n;
        if (!always)
            *inside = pml_text(x, "%s%s%s < %" PRId64, *inside ? *inside : "", *inside ? " && " : "", index, n);
        at = i ? pml_text(x, "(%s) * %" PRId64 " + %s", at, n, index) : index;
    }
    return pml_text(x, "%s.r_%s[%s]", w->here, pml_name(x, of->name), at);
}

static const char *element(const Site *w, const Expr *e)
{
    Pml *x = w->x;
    const char *inside, *text = pml_element(w, e, &inside);
    if (!e->var->is_written) text = e->var->reset ? number(x, e->var->reset, e->var->type) : "0";
    if (pml_role(x, e->var->type) == ROLE_UNMODELLED) return "0";
    return inside ? pml_text(x, "(%s -> %s : 0)", inside, text) : text;
}

static const char *variable(const Site *w, const Var *v)
{
    Pml *x = w->x;
    const char *name = pml_name(x, v->name);
    bool kept = pml_role(x, v->type) != ROLE_UNMODELLED;
    switch (v->kind) {
    case V_REG:
        if (v->constant && v->type->kind != TK_NODE) return w->me;
        if (v->constant) return own_node(w);
        if (!v->is_written) return v->reset ? number(x, v->reset, v->type) : "0";
        return kept ? pml_text(x, "%s.r_%s", w->here, name) : "0";
    case V_STORE: return kept ? store_field(w, v) : "0";
    case V_WAITER: return kept ? pml_text(x, "%s.e_%s", w->entry, name) : "0";
    case V_ARG: case V_STAMP: return w->at < AFTER_ROW ? pml_text(x, "a_%s", name) : "0";
    case V_KEY: return w->key;
    case V_ME: return own_node(w);
    case V_STATE:
        return w->at == AFTER_ROW     ? pml_text(x, "%s_STATE", w->name)
               : w->at == OVER_SYSTEM ? pml_stored(x, w->k, w->here, w->line, w->entry)
                                      : "old";
    case V_STORE_HIT: return pml_text(x, "%s.present", w->line);
    case V_WAITER_HIT: return pml_text(x, "%s.valid", w->entry);
    case V_ROOM:
        return v->waiters ? pml_text(x, "(%s_entry.valid -> %s_entry.n < %d : %s_ENTRY_FREE)", w->name, w->name,
                                     w->k->wait[0].depth, w->name)
                          : "1";
    case V_REPLAYED: return w->at < AFTER_ROW ? "replayed" : "0";
    case V_EMPTY: return pml_text(x, "%s_NO_ENTRY", w->name);
    case V_INPUT: return pin(x, v);
    case V_CLOCK: return "0"; /* refused */
    case V_LET: return pml_text(x, "v_%s", name);
    case V_FIRST: case V_APPLIED: return "0";
    }
    return "0";
}

/* ---- operators ---- */

/* Numbers of these types are not modelled: small names of operands. */
static bool wide(const Pml *x, const Type *t) { return type_width(&x->m->env, t) > MAX_WIDTH; }

/* A result taken back into its type. */
static const char *wrapped(Pml *x, const Type *t, const char *e)
{
    if (wide(x, t)) return e;
    if (t->is_signed) return pml_text(x, "SIGNED(%s, %" PRId64 ")", e, half(x, t));
    return pml_text(x, "(%s & %" PRId64 ")", e, top(x, t));
}

static const char *saturated(Pml *x, const Type *t, const char *e, bool add)
{
    if (wide(x, t)) return e;
    if (t->is_signed) return pml_text(x, "MAX(MIN(%s, %" PRId64 "), -%" PRId64 ")", e, half(x, t) - 1, half(x, t));
    return add ? pml_text(x, "MIN(%s, %" PRId64 ")", e, top(x, t)) : pml_text(x, "MAX(%s, 0)", e);
}

static const char *sum(const Site *w, const Expr *e)
{
    bool add = e->op == E_ADD;
    const char *plain =
        pml_text(w->x, "(%s %c %s)", operand(w, e->arg[0], e->type), add ? '+' : '-', operand(w, e->arg[1], e->type));
    if (untyped(e->type) || (w->checked && e->type->overflow == OVF_ERROR)) return plain;
    return e->type->overflow == OVF_SATURATE ? saturated(w->x, e->type, plain, add) : wrapped(w->x, e->type, plain);
}

static const Type *common_type(const Expr *e)
{
    const Type *t = e->arg[0]->type;
    return e->n_args > 1 && untyped(t) ? e->arg[1]->type : t;
}

static const char *symbol(ExprOp op)
{
    static const char *const of[] = {
        [E_OR] = "||", [E_AND] = "&&", [E_EQ] = "==",    [E_NE] = "!=",   [E_LT] = "<",    [E_LE] = "<=",
        [E_GT] = ">",  [E_GE] = ">=",  [E_BITAND] = "&", [E_BITOR] = "|", [E_BITXOR] = "^"
    };
    return op < (ExprOp)(sizeof of / sizeof *of) ? of[op] : NULL;
}

/* Bits of a number counted or searched, each by itself: Promela has no operator for it. */
static const char *each_bit(Pml *x, const Expr *e, const char *a)
{
    int width = type_width(&x->m->env, e->arg[0]->type);
    const char *text = e->op == E_FIRST ? pml_text(x, "%d", width) : "0";
    for (int i = width - 1; i >= 0; i--)
        text = e->op == E_FIRST ? pml_text(x, "((%s >> %d) & 1 -> %d : %s)", a, i, i, text)
               : i == width - 1 ? pml_text(x, "((%s >> %d) & 1)", a, i)
                                : pml_text(x, "(((%s >> %d) & 1) + %s)", a, i, text);
    return text;
}

static const char *converted(const Site *w, const Expr *e)
{
    const Type *from = e->arg[0]->type;
    const char *a = pml_expr(w, e->arg[0]);
    bool wider = !untyped(from) && type_width(&w->x->m->env, e->type) >= type_width(&w->x->m->env, from);
    return wider && !from->is_signed &&
                   !(e->type->is_signed && type_width(&w->x->m->env, e->type) == type_width(&w->x->m->env, from))
               ? a
               : wrapped(w->x, e->type, a);
}

static const char *two_sided(const Site *w, const Expr *e)
{
    Pml *x = w->x;
    const Type *t = e->op >= E_MUL && e->op <= E_SHR ? e->type : common_type(e);
    const char *a = operand(w, e->arg[0], t),
               *b = operand(w, e->arg[1], e->op == E_SHL || e->op == E_SHR || e->op == E_BIT ? e->arg[1]->type : t);
    const char *plain = t && t->is_signed ? pml_text(x, "(%s & %" PRId64 ")", a, top(x, t)) : a;   /* as bits */
    switch (e->op) {
    case E_IMPLIES: return pml_text(x, "(!%s || %s)", a, b);
    case E_MUL: return wrapped(x, t, pml_text(x, "(%s * %s)", a, b));
    case E_DIV: case E_MOD: return pml_text(x, "(%s == 0 -> 0 : %s %c %s)", b, a, e->op == E_DIV ? '/' : '%', b);
    case E_WITHOUT: return pml_text(x, "(%s & ~%s)", a, b);
    case E_SHL: return pml_text(x, "(%s < 16 -> %s : 0)", b, wrapped(x, t, pml_text(x, "(%s << %s)", a, b)));
    case E_SHR: return pml_text(x, "(%s < 16 -> %s >> %s : 0)", b, plain, b);
    case E_BIT: return pml_text(x, "(%s < 16 -> (%s >> %s) & 1 : 0)", b, plain, b);
    case E_MAX:
    case E_MIN:
        return pml_text(x, "%s(%s, %s)", e->op == E_MAX ? "MAX" : "MIN", operand(w, e->arg[0], e->type),
                        operand(w, e->arg[1], e->type));
    case E_BEFORE: return pml_text(x, "(((%s - %s) & %" PRId64 ") > %" PRId64 ")", a, b, top(x, t), top(x, t) >> 1);
    case E_AFTER: return pml_text(x, "(((%s - %s) & %" PRId64 ") > %" PRId64 ")", b, a, top(x, t), top(x, t) >> 1);
    default: return pml_text(x, "(%s %s %s)", a, symbol(e->op), b);
    }
}

static const char *home(const Site *w, const Expr *e)
{
    const Controller *c = system_home(w->x->m->p->systems.at[0], e);
    int n = c ? pml_count(w->x, c) : 0, base = c ? pml_base(w->x, c) : 0;
    return n > 1 ? pml_text(w->x, "(%d + %s %% %d)", base, w->key, n) : pml_text(w->x, "%d", base);
}

/* ---- invariants over the system: names are replaced by all that they can stand for ---- */

static int chosen(const Site *w, const Bound *name)
{
    for (const Chosen *c = w->chosen; c; c = c->outer) if (c->name == name) return c->value;
    return 0;
}

static const char *for_all(const Site *w, const Expr *e)
{
    Pml *x = w->x;
    int first = e->of->ctl ? pml_base(x, e->of->ctl) : 0,
        n = e->of->per   ? (int)type_values(&x->m->env, e->of->per)
            : e->of->ctl ? pml_count(x, e->of->ctl)
                         : x->m->n_keys;
    const char *all = e->op == E_EVERY ? "1" : "0";
    for (int i = 0; i < n; i++) {
        Chosen c = { e->of, first + i, w->chosen };
        Site in = *w;
        in.chosen = &c;
        const char *one = pml_expr(&in, e->arg[0]);
        all = i ? pml_text(x, "%s %s %s", all, e->op == E_EVERY ? "&&" : "||", one) : one;
    }
    return pml_text(x, "(%s)", all);
}

/* The first value of the index for which it holds; the lowest if it holds for none. */
static const char *first_of(const Site *w, const Expr *e)
{
    const char *text = "0";
    if (e->n_args > 1 && !w->x->foreign) w->x->foreign = e;
    for (int i = (int)type_values(&w->x->m->env, e->of->per) - 1; i >= 0; i--) {
        Chosen c = { e->of, i, w->chosen };
        Site in = *w;
        in.chosen = &c;
        in.checked = false;
        text = pml_text(w->x, "(%s -> %d : %s)", pml_expr(&in, e->arg[0]), i, text);
    }
    return text;
}

static const char *at_place(const Site *w, const Expr *e)
{
    Pml *x = w->x;
    Site in = *w;
    in.key = pml_text(x, "%d", e->at ? chosen(w, e->at) : 0);
    if (!e->var) return e->num ? home(&in, e) : pml_text(x, "%d", chosen(w, e->of ? e->of : e->at));
    const Instance *inst = &x->m->inst[chosen(w, e->of)];
    in.k = &x->m->ctl[inst->ctl];
    in.name = pml_name(x, in.k->c->name);
    in.me = pml_text(x, "%d", inst->index);
    in.here = pml_text(x, "%s_at[%d]", in.name, inst->index);
    in.line = pml_text(x, "%s.line[%s]", in.here, in.key);
    in.entry = pml_text(x, "%s.entry[%s]", in.here, in.key);
    return e->n_args ? element(&in, e) : variable(&in, e->var);
}

const char *pml_stored(Pml *x, const CtlModel *k, const char *here, const char *line, const char *entry)
{
    const char *below = k->whole      ? pml_text(x, "%s.state", here)
                        : k->n_stores ? pml_text(x, "(%s.present -> %s.state : 0)", line, line)
                                      : "0";
    return pml_entry_keeps(k) ? pml_text(x, "(%s.armed -> %s.state : %s)", entry, entry, below) : below;
}

Site pml_site(Pml *x, const CtlModel *k, Moment at)
{
    const char *name = pml_name(x, k->c->name);
    return (Site){ x,
                   k,
                   name,
                   "key",
                   "me",
                   pml_text(x, "%s_here", name),
                   pml_text(x, "%s_line", name),
                   pml_text(x, "%s_entry", name),
                   at,
                   at == IN_ROW,
                   NULL };
}

const char *pml_expr(const Site *w, const Expr *e)
{
    Pml *x = w->x;
    Site test = *w;
    test.checked = false;
    if (e->op == E_STATE && w->at == OVER_SYSTEM) return pml_text(x, "%d", (int)e->num);   /* of any controller */
    if (e->op == E_STATE) return pml_state(x, w->k->c, w->k->c->states.at[e->num]);
    if (is_number(e)) return number(x, e, e->type);
    switch (e->op) {
    case E_VAR: return variable(w, e->var);
    case E_ELEM: return element(w, e);
    case E_HOME: return home(w, e);
    case E_NODE_OF: return e->n_args ? pml_text(x, "(%d + %s)", pml_base(x, e->ctl), pml_expr(w, e->arg[0]))
        : pml_text(x, "%d", pml_base(x, e->ctl) + (int)e->num);
    case E_NOT: return pml_text(x, "(!%s)", pml_expr(w, e->arg[0]));
    case E_NEG: return wrapped(x, e->type, pml_text(x, "(-%s)", pml_expr(w, e->arg[0])));
    case E_ADD: case E_SUB: return sum(w, e);
    case E_COND:
        return pml_text(x, "(%s -> %s : %s)", pml_expr(&test, e->arg[0]), operand(w, e->arg[1], e->type),
                        operand(w, e->arg[2], e->type));
    case E_POPCOUNT: case E_FIRST: return wrapped(x, e->type, each_bit(x, e, operand(w, e->arg[0], e->arg[0]->type)));
    case E_ONEHOT: return wrapped(x, e->type, pml_text(x, "(1 << %s)", pml_expr(w, e->arg[0])));
    case E_ANY: return pml_text(x, "(%s != 0)", pml_expr(w, e->arg[0]));
    case E_ALL: return pml_text(x, "(%s == %" PRId64 ")", pml_expr(w, e->arg[0]), top(x, e->arg[0]->type));
    case E_CONVERT: return converted(w, e);
    case E_EVERY: case E_SOME: return for_all(w, e);
    case E_FIND: return first_of(w, e);
    case E_INDEX: return pml_text(x, "%d", chosen(w, e->of));
    case E_AT: return at_place(w, e);
    case E_COUNT: case E_ARGMIN: case E_ARGMAX:
        if (!x->foreign) x->foreign = e;
        return "0";
    default: return e->n_args == 2 ? two_sided(w, e) : "0";
    }
}

/* ---- overflow ---- */

static void check_sum(const Site *w, int depth, const Expr *e, const char *unless)
{
    Pml *x = w->x;
    const char *a = operand(w, e->arg[0], e->type), *b = operand(w, e->arg[1], e->type);
    if (e->type->is_signed) {
        const char *s = pml_text(x, "%s %c %s", a, e->op == E_ADD ? '+' : '-', b);
        pml_line(x, depth, "assert(overflow || %s(%s >= -%" PRId64 " && %s < %" PRId64 "));", unless, s,
                 half(x, e->type), s, half(x, e->type));
    } else if (e->op == E_ADD)
        pml_line(x, depth, "assert(overflow || %s%s + %s <= %" PRId64 ");", unless, a, b, top(x, e->type));
    else pml_line(x, depth, "assert(overflow || %s%s >= %s);", unless, a, b);
}

static void check(const Site *w, int depth, const Expr *e, const char *unless)
{
    bool is_sum = (e->op == E_ADD || e->op == E_SUB) && !untyped(e->type) && e->type->overflow == OVF_ERROR &&
                  !wide(w->x, e->type);
    if (is_number(e)) return;
    if (e->op == E_COND) {
        Site test = *w;
        test.checked = false;
        const char *c = pml_expr(&test, e->arg[0]);
        check(w, depth, e->arg[1], pml_text(w->x, "%s!%s || ", unless, c));
        check(w, depth, e->arg[2], pml_text(w->x, "%s%s || ", unless, c));
        return;
    }
    for (int i = 0; i < e->n_args; i++) check(w, depth, e->arg[i], unless);
    if (is_sum) check_sum(w, depth, e, unless);
}

void pml_checks(const Site *w, int depth, const Expr *e) { check(w, depth, e, ""); }
