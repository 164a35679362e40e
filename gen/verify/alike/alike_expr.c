/* alike_expr.c - expressions that keep their meaning when cores, warps or lines are numbered in another way. */
#include "verify/alike/alike_expr.h"
#include "verify/model/roles.h"

static const char *depends(const Alike *a)
{
    static const char *const why[] = { "depends on the number of a core", "depends on the number of a warp",
                                       "depends on the number of a line" };
    return why[a->kind];
}

static void apart(const Spot *s, const Expr *e) { alike_apart(s->a, e->pos, depends(s->a)); }

/* ---- constants ---- */

/* Parameters and literals, whose value is that of the integers. */
static bool is_value(const Expr *e)
{
    bool operation = e->n_args && expr_is_const(e) && (e->op < E_POPCOUNT || e->op > E_AFTER);
    if (e->op != E_NUM && e->op != E_PARAM && !operation) return false;
    for (int i = 0; i < e->n_args; i++) if (!is_value(e->arg[i])) return false;
    return true;
}

/* ---- variables ---- */

static bool reset_fixed(const Alike *a, const Var *v)
{
    const Expr *from[] = { v->reset, v->absent };
    bool fixed = alike_is_fixed(a, v->type, 0);
    for (int i = 0; i < 2; i++)
        if (from[i]) fixed &= alike_is_fixed(a, v->type, (uint64_t)param_eval(&a->m->env, from[i]));
    return fixed;
}

/* The field of the occurrence is given by who sends it, as a number of the kind; if not, it is 0. */
static bool is_given(const Spot *s, const Var *v)
{
    const Event *e = s->event ? event_base((Event *)s->event) : NULL;
    if (!e || s->walk) return false;
    if (e->kind == EV_MESSAGE) return str_is(v->name, "from") || msg_field(e->msg, v->name);
    bool from_core = e->kind == EV_CORE && s->a->kind == NUMBER_WARP;
    for (int i = 0; from_core && i < e->def->fields.n; i++) if (str_eq(e->def->fields.at[i].name, v->name)) return true;
    return false;
}

static bool register_is_alike(const Spot *s, const CtlModel *k, const Var *v)
{
    const Alike *a = s->a;
    if (v->constant) return a->kind == NUMBER_CORE && k == a->cores && alike_role(a, v->type) == ROLE_CORE;
    if (v->is_written) return true;
    return alike_is_fixed(a, v->type, v->reset ? (uint64_t)param_eval(&a->m->env, v->reset) : 0);
}

static bool own_node(const Var *v) { return v->kind == V_ME || (v->constant && v->type->kind == TK_NODE); }

/* A variable whose value is a number of the kind. */
static void number_var(const Spot *s, const CtlModel *k, const Var *v, const Expr *e)
{
    bool fine = false;
    switch (own_node(v) ? V_ME : v->kind) {
    case V_REG: fine = register_is_alike(s, k, v); break;
    case V_STORE: case V_WAITER:
        fine = !v->backed;
        if (!fine || reset_fixed(s->a, v) || (s->unset && !s->unset[v->id])) break;
        alike_apart(s->a, e->pos, "may be read before it is set, and then it is a number");
        return;
    case V_INPUT:
        fine = v->each ? v->of == s->a->cores->c : v->source && register_is_alike(s, k, v->source);
        break;
    case V_ARG: fine = is_given(s, v) || alike_is_fixed(s->a, v->type, 0); break;
    case V_ME: fine = s->a->kind == NUMBER_CORE; break;
    case V_LET: fine = true; break;                                  /* what it stands for was looked at */
    default: break;
    }
    if (!fine) apart(s, e);
}

static void check_var(const Spot *s, const CtlModel *k, const Var *v, const Expr *e)
{
    const Alike *a = s->a;
    bool of_line = v->kind == V_STORE || v->kind == V_WAITER || v->kind == V_STORE_HIT || v->kind == V_WAITER_HIT
                || v->kind == V_FIRST || (v->kind == V_ROOM && v->waiters);
    if (a->kind == NUMBER_LINE) {
        if (alike_is_number(a, v->type) || v->kind == V_KEY || (s->keyless && of_line)) apart(s, e);
    } else if (alike_is_number(a, v->type)) number_var(s, k, v, e);
    else if (v->constant && a->kind == NUMBER_CORE && k == a->cores) apart(s, e);
}

bool alike_other(const Spot *s, const Expr *e)
{
    const Alike *a = s->a;
    if (e->op == E_COND) return alike_other(s, e->arg[1]) || alike_other(s, e->arg[2]);
    if (e->op == E_AT && !e->var && e->of) return e->of->ctl != a->cores->c;
    if (e->op != E_VAR) return true;
    const Var *v = e->var;
    if (own_node(v)) return s->k != a->cores;
    if (v->kind == V_REG || v->kind == V_STORE || v->kind == V_WAITER || v->kind == V_LET)
        return a->other[s->k - a->m->ctl][v->id];
    const Event *at = s->event ? event_base((Event *)s->event) : NULL;
    if (v->kind != V_ARG || !at || at->kind != EV_MESSAGE) return true;
    for (int i = 0; i < a->m->p->msgs.n; i++) {
        if (a->m->p->msgs.at[i] != at->msg) continue;
        if (str_is(v->name, "from")) return a->from_other[i];
        for (int f = 0; f < at->msg->fields.n; f++)
            if (str_eq(at->msg->fields.at[f].name, v->name)) return a->field_other[i][f];
    }
    return true;
}

/* ---- operators ---- */

/* A number that stands for a bit of a set of cores. */
static bool is_index(const Alike *a, const Type *t)
{
    return alike_role(a, t) == ROLE_CORE || (alike_role(a, t) == ROLE_NODE && a->first == 0);
}

static bool convert_is_alike(const Spot *s, const Expr *e)
{
    const Alike *a = s->a;
    const Type *from = e->arg[0]->type, *to = e->type;
    if (!alike_is_number(a, from) || !alike_is_number(a, to)) return alike_is_number(a, from) == alike_is_number(a, to);
    if (a->kind != NUMBER_CORE) return from == to;
    if (alike_role(a, from) == alike_role(a, to)) return true;
    if (alike_role(a, from) == ROLE_CORE && alike_role(a, to) == ROLE_NODE) return a->first == 0;
    if (alike_role(a, from) != ROLE_NODE || alike_role(a, to) != ROLE_CORE || a->first) return false;
    if (!alike_other(s, e->arg[0])) return true;
    for (int i = a->n; i < a->m->n_nodes; i++)                       /* which must not become a core by losing bits */
        if (!alike_is_fixed(a, to, (uint64_t)i)) return false;
    return true;
}

/* Operations on sets of cores, and with numbers that are none of the kind. */
static bool bits_are_alike(const Alike *a, const Expr *e)
{
    const Type *x = e->arg[0]->type, *y = e->n_args > 1 ? e->arg[1]->type : NULL;
    bool set = a->kind == NUMBER_CORE && alike_role(a, x) == ROLE_CORES;
    switch (e->op) {
    case E_BITAND: case E_BITOR: case E_BITXOR: case E_WITHOUT: return set;
    case E_ANY: case E_ALL: return set;
    case E_POPCOUNT: return set && !alike_is_number(a, e->type);
    case E_ONEHOT: return a->kind == NUMBER_CORE && is_index(a, x) && alike_role(a, e->type) == ROLE_CORES;
    case E_BIT: return set && is_index(a, y);
    case E_EQ: case E_NE: return true;
    default: return false;
    }
}

static bool has_number(const Alike *a, const Expr *e)
{
    bool found = alike_is_number(a, e->type);
    for (int i = 0; i < e->n_args; i++) found |= alike_is_number(a, e->arg[i]->type);
    return found;
}

/* ---- nodes ---- */

static bool home_is_alike(const Spot *s, const Expr *e)
{
    const Model *m = s->a->m;
    const Controller *home = system_home(m->p->systems.at[0], e);
    if (s->a->kind == NUMBER_LINE) return !home || place_count(&m->env, m->p->systems.at[0], home) <= 1;
    if (s->a->kind == NUMBER_WARP) return true;
    return home ? home != s->a->cores->c : alike_is_fixed(s->a, m->p->t_node, 0);
}

/* Something that is neither constant nor the number of the instance. */
static void find_other_var(const Expr *e, void *ctx)
{
    bool own = e->op == E_VAR && e->var->constant;
    *(bool *)ctx |= !own && !e->n_args && e->op != E_NUM && e->op != E_PARAM;
}

/* L2(i), where i depends on nothing but the number of the instance that computes it: is it no core for any of them? */
static bool neighbour_is_alike(const Spot *s, const Expr *e, uint64_t base)
{
    const Alike *a = s->a;
    int n = (int)place_count(&a->m->env, a->m->p->systems.at[0], s->k->c);
    uint64_t vars[MAX_VARS];
    for (int me = 0; me < n; me++) {
        for (int i = 0; i < MAX_VARS; i++) vars[i] = (uint64_t)me;
        if (!alike_is_fixed(a, e->type, base + eval_expr(s->k->eval, e->arg[0], vars))) return false;
    }
    return true;
}

/* L2(i) must be no core, whatever i is. */
static bool instance_is_alike(const Spot *s, const Expr *e)
{
    const Alike *a = s->a;
    const Expr *i = e->n_args ? e->arg[0] : NULL;
    if (a->kind != NUMBER_CORE) return !i || !alike_is_number(a, i->type);
    if (e->ctl == a->cores->c) return i && !is_value(i) && alike_role(a, i->type) == ROLE_CORE;
    const ParamEnv *env = &a->m->env;
    uint64_t base = (uint64_t)place_base(env, a->m->p->systems.at[0], e->ctl);
    uint64_t top = i ? alike_masked(a, i->type, UINT64_MAX) : (uint64_t)e->num;
    if (i && is_value(i))
        return alike_is_fixed(a, e->type, base + alike_masked(a, i->type, (uint64_t)param_eval(env, i)));
    bool other_var = false;
    expr_walk(i, find_other_var, &other_var);
    if (i && !other_var) return neighbour_is_alike(s, e, base);
    if ((i && alike_is_number(a, i->type)) || top > 255 || alike_masked(a, e->type, base + top) != base + top)
        return false;
    for (uint64_t n = 0; n <= top; n++) if (!alike_is_fixed(a, e->type, base + n)) return false;
    return true;
}

static void check_at(const Spot *s, const Expr *e)
{
    const Model *m = s->a->m;
    if (!e->var && e->num && !home_is_alike(s, e)) apart(s, e);
    for (int i = 0; i < e->n_args; i++) if (alike_is_number(s->a, e->var->array->per[i])) apart(s, e);
    for (int i = 0; i < m->n_ctl && e->var; i++)
        if (m->ctl[i].c == e->of->ctl) check_var(&(Spot){ .a = s->a, .k = &m->ctl[i] }, &m->ctl[i], e->var, e);
}

/* What a message says, outside of a row. Lines stand in keys only, as everywhere. */
static void check_message(const Spot *s, const Expr *e)
{
    if (e->num == MSG_FIELD && s->a->kind == NUMBER_LINE && alike_is_number(s->a, e->type)) apart(s, e);
}

/* An index, a register of an array, what is said of all values of an index: not with numbers. */
static void check_index(const Spot *s, const Expr *e)
{
    const Alike *a = s->a;
    const Array *x = e->op == E_ELEM ? e->var->array : NULL;
    bool number = alike_is_number(a, e->type) || (e->of && alike_is_number(a, e->of->per));
    for (int i = 0; x && i < x->n_per; i++) number |= alike_is_number(a, x->per[i]);
    for (int i = 0; i < e->n_args; i++) number |= !x && alike_is_number(a, e->arg[i]->type);
    if (number) apart(s, e);
}

/* whole: the comparison in which it stands, if it does. */
static void check(const Spot *s, const Expr *e, const Expr *whole)
{
    const Alike *a = s->a;
    if (is_value(e)) {
        if (!alike_is_fixed(a, e->type, (uint64_t)param_eval(&a->m->env, e))) apart(s, whole ? whole : e);
        return;
    }
    switch (e->op) {
    case E_STATE: return;
    case E_UNKNOWN: if (alike_is_number(a, e->type)) apart(s, e); return;
    case E_VAR: check_var(s, s->k, e->var, e); return;
    case E_AT: check_at(s, e); return;
    case E_MSG: check_message(s, e); return;
    case E_HOME: if (!home_is_alike(s, e)) apart(s, e); return;
    case E_NODE_OF: if (!instance_is_alike(s, e)) apart(s, e); break;
    case E_CONVERT: if (!convert_is_alike(s, e)) apart(s, e); break;
    case E_EVERY: case E_SOME: case E_COUNT: case E_ARGMIN: case E_ARGMAX: case E_FIND: case E_INDEX: case E_ELEM:
        if (e->op == E_ELEM || !e->of->ctl) check_index(s, e);
        break;
    case E_COND: break;
    default: if (has_number(a, e) && !bits_are_alike(a, e)) { apart(s, e); return; }
    }
    if (e->op == E_EQ || e->op == E_NE) whole = e;
    for (int i = 0; i < e->n_args; i++) check(s, e->arg[i], whole);
}

void alike_expr(const Spot *s, const Expr *e) { if (e) check(s, e, NULL); }
