/* unroll.c - an invariant over the system becomes one over chosen instances and lines: `every` becomes `and`, `some`
 * becomes `or`, `count` a sum. */
#include "verify/model/unroll.h"
#include "verify/model/signals.h"

enum { CASES_MAX = 4096, NODES_MAX = 1 << 20 };

typedef struct { const Bound *name; int value; } Chosen;
typedef struct { Model *m; SystemTest *t; SystemCase *to; Chosen chosen[16]; int n, nodes; } Unroll;

static int value_of(const Unroll *u, const Bound *b)
{
    for (int i = u->n; i-- > 0;) if (u->chosen[i].name == b) return u->chosen[i].value;
    return 0;
}

static int domain(const Model *m, const Bound *b)
{
    if (b->net) return MAX_MSGS;
    if (b->per) return (int)type_values(&m->env, b->per);
    return b->ctl ? m->n_inst : m->n_keys;
}
static bool in_domain(const Model *m, const Bound *b, int value)
{
    return !b->ctl || m->ctl[m->inst[value].ctl].c == b->ctl;
}

static Expr *number(Unroll *u, const Expr *like, int64_t value)
{
    Expr *e = NEW(u->m->arena, Expr);
    *e = (Expr){ .op = E_NUM, .type = like->type, .pos = like->pos, .num = value };
    return e;
}

/* A value that is known when the case is looked at. */
static Expr *known_later(Unroll *u, const Expr *like, SystemVar x)
{
    Var *v = NEW(u->m->arena, Var);
    Expr *out = NEW(u->m->arena, Expr);
    *v = like->var ? *like->var : (Var){ .name = STR("message"), .type = like->type };
    v->id = u->to->vars.n;
    vec_push(u->m->arena, &u->to->vars, x);
    *out = (Expr){ .op = E_VAR, .type = like->type, .pos = like->pos, .var = v };
    return out;
}

/* What a case says of messages can change with any step. */
static SystemVar of_message(Unroll *u, const Bound *b, MessageRead what)
{
    MessageRead *r = NEW(u->m->arena, MessageRead);
    *r = what;
    r->net = b->net->id;
    r->kind = b->msg ? b->msg->code : -1;
    u->to->reads = UINT64_MAX;
    return (SystemVar){ .slot = value_of(u, b), .msg = r };
}

static Expr *message(Unroll *u, const Expr *e)
{
    MessageRead r = { .part = (int)e->num };
    for (int k = 0; e->num == MSG_FIELD && k < MAX_KINDS; k++) {
        const Message *m = u->m->kind[e->of->net->id][k].m;
        const Field *f = m ? msg_field(m, e->text) : NULL;
        if (f) r.field[k] = (uint8_t)(f - m->fields.at);
    }
    return known_later(u, e, of_message(u, e->of, r));
}

/* The register of an array; NULL: outside of it, where 0 is read. */
static const Var *element(const Unroll *u, const Expr *e)
{
    const Array *x = e->var->array;
    uint64_t at[2] = { 0, 0 };
    for (int i = 0; i < x->n_per; i++) {
        const Expr *k = e->arg[i];
        at[i] = k->op == E_INDEX ? (uint64_t)value_of(u, k->of) : (uint64_t)param_eval(&u->m->env, k);
    }
    return array_at(&u->m->env, x, at);
}

static Expr *variable(Unroll *u, const Expr *e)
{
    const Model *m = u->m;
    bool by_message = e->at && e->at->net;
    int inst = value_of(u, e->of), key = e->at ? value_of(u, e->at) : 0;
    const Var *var = e->n_args ? element(u, e) : e->var;
    if (!var) return number(u, e, 0);
    SystemVar x = { model_watched_of(m, &m->ctl[m->inst[inst].ctl], var).in, inst, by_message ? 0 : key,
                    by_message ? key : -1, NULL };
    u->to->reads |= by_message ? UINT64_MAX : e->at ? model_line_bit(inst, key) : model_register_bit(inst);
    return known_later(u, e, x);
}

static Expr *home_of(Unroll *u, const Expr *e)
{
    const Model *m = u->m;
    const System *s = m->p->systems.at[0];
    const Controller *home = system_home(s, e);
    int64_t base = home ? place_base(&m->env, s, home) : 0, n = home ? place_count(&m->env, s, home) : 1;
    if (e->at->net)
        return known_later(u, e, of_message(u, e->at, (MessageRead){ MSG_HOME, .base = (int)base, .n = (int)n }));
    return number(u, e, base + value_of(u, e->at) % n);
}

static Expr *unroll(Unroll *u, const Expr *e);

static Expr *joined(Unroll *u, const Expr *like, ExprOp op, Expr *l, Expr *r)
{
    Expr *e = NEW(u->m->arena, Expr);
    *e = (Expr){ .op = op, .type = like->type, .pos = like->pos, .arg = { l, r }, .n_args = 2 };
    return e;
}

/* With a message: if it is there. */
static Expr *one_of(Unroll *u, const Expr *e)
{
    Expr *one = unroll(u, e->arg[0]);
    if (!e->of->net) return one;
    Expr *here = known_later(u, e->arg[0], of_message(u, e->of, (MessageRead){ .part = MSG_HERE }));
    return joined(u, e->arg[0], e->op == E_EVERY ? E_IMPLIES : E_AND, here, one);
}

/* What a choice adds: to a truth value itself, to a count 1 or 0. */
static Expr *share_of(Unroll *u, const Expr *e)
{
    Expr *one = one_of(u, e);
    if (e->op != E_COUNT) return one;
    Expr *add = joined(u, e, E_COND, one, number(u, e, 1));
    add->arg[2] = number(u, e, 0);
    add->n_args = 3;
    return add;
}

static Expr *all_of(Unroll *u, const Expr *e)
{
    ExprOp op = e->op == E_EVERY ? E_AND : e->op == E_SOME ? E_OR : E_ADD;
    Expr *sum = NULL;
    int at = u->n++;
    for (int i = 0; i < domain(u->m, e->of); i++) {
        if (!in_domain(u->m, e->of, i)) continue;
        u->chosen[at] = (Chosen){ e->of, i };
        Expr *one = share_of(u, e);
        sum = sum ? joined(u, e, op, sum, one) : one;
    }
    u->n--;
    return sum ? sum : number(u, e, e->op == E_EVERY);
}

static Expr *unroll(Unroll *u, const Expr *e)
{
    if (++u->nodes > NODES_MAX) return number(u, e, 0);
    if (e->op == E_EVERY || e->op == E_SOME || e->op == E_COUNT) return all_of(u, e);
    if (e->op == E_MSG) return message(u, e);
    if (e->op == E_INDEX) return number(u, e, value_of(u, e->of));
    if (e->op == E_AT)
        return e->var ? variable(u, e) : e->num ? home_of(u, e) : number(u, e, value_of(u, e->of ? e->of : e->at));
    Expr *out = NEW(u->m->arena, Expr);
    *out = *e;
    for (int i = 0; i < e->n_args; i++) out->arg[i] = unroll(u, e->arg[i]);
    return out;
}

/* The names in front, as long as they are all of the kind that makes cases. */
static void cases(Unroll *u, const Expr *e, ExprOp op)
{
    if (e->op != op) {
        SystemCase c = { 0 };
        u->to = &c;
        for (int i = 0; i < u->n; i++)
            if (u->chosen[i].name->net)
                vec_push(u->m->arena, &c.when, of_message(u, u->chosen[i].name, (MessageRead){ .part = MSG_HERE }));
        c.test = unroll(u, e);
        vec_push(u->m->arena, &u->t->cases, c);
        return;
    }
    int at = u->n++;
    for (int i = 0; i < domain(u->m, e->of) && u->t->cases.n < CASES_MAX; i++) {
        u->chosen[at] = (Chosen){ e->of, i };
        if (in_domain(u->m, e->of, i)) cases(u, e->arg[0], op);
    }
    u->n--;
}

bool model_unroll(Model *m, Diags *d)
{
    for (int i = 0; i < m->n_ctl; i++) {
        const Controller *c = m->ctl[i].c;
        for (int k = 0; k < c->invariants.n; k++) {
            const Invariant *v = &c->invariants.at[k];
            SystemTest t = { v, &m->ctl[i], m->ctl[i].first_invariant + k, { 0 } };
            Unroll u = { .m = m, .t = &t };
            if (!v->system) continue;
            cases(&u, v->system, v->cover ? E_SOME : E_EVERY);
            if (u.nodes > NODES_MAX || t.cases.n == CASES_MAX)
                return model_refuse(d, v->pos, "cases of an invariant over the system", CASES_MAX);
            vec_push(m->arena, &m->tests, t);
        }
    }
    return true;
}
