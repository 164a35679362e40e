/* system.c - the invariants over the system, case by case. */
#include "verify/properties/system.h"
#include "verify/step/inputs.h"

static uint64_t of_message(const Model *m, const SysState *s, const SystemVar *v)
{
    const MessageRead *r = v->msg;
    uint64_t x = v->slot < s->n_msgs ? s->msg[v->slot] : 0;
    bool here = v->slot < s->n_msgs && state_msg_net(x) == r->net && (r->kind < 0 || state_msg_kind(x) == r->kind);
    if (!here) return 0;
    switch (r->part) {
    case MSG_TYPE: return (uint64_t)state_msg_kind(x);
    case MSG_KEY: return (uint64_t)state_msg_key(x);
    case MSG_FROM: return (uint64_t)state_msg_from(x);
    case MSG_TO: return (uint64_t)state_msg_to(x);
    case MSG_HOME: return (uint64_t)(r->base + state_msg_key(x) % r->n);
    case MSG_FIELD: return state_part_get(&state_msg_map(m, x)->body.at[r->field[state_msg_kind(x)]], x);
    default: return 1;
    }
}

static uint64_t value_of(const Model *m, const SysState *s, const SystemVar *v)
{
    if (v->msg) return of_message(m, s, v);
    int key = v->slot < 0 ? v->key : v->slot < s->n_msgs ? state_msg_key(s->msg[v->slot]) : 0;
    return step_watched_value(m, s, v->inst, key, &v->in);
}

/* The messages of which it speaks are there. */
static bool case_applies(const Model *m, const SysState *s, const SystemCase *c)
{
    for (int i = 0; i < c->when.n; i++) if (!of_message(m, s, &c->when.at[i])) return false;
    return true;
}

static bool case_holds(const Model *m, const SysState *s, const SystemTest *t, const SystemCase *c)
{
    uint64_t vars[c->vars.n + 1];
    for (int i = 0; i < c->vars.n; i++)
        vars[i] = value_of(m, s, &c->vars.at[i]);
    return eval_expr(t->k->eval, c->test, vars);
}

static bool asked(const Model *m, const SysState *s, const SystemTest *t, const SystemCase *c)
{
    return case_applies(m, s, c) && case_holds(m, s, t, c) == t->v->cover;
}

bool system_holds(const Model *m, const SysState *s, const SystemTest *t, int inst, int key)
{
    uint64_t changed = model_line_bit(inst, key) | model_register_bit(inst);
    for (int i = 0; i < t->cases.n; i++)
        if ((t->cases.at[i].reads & changed) && asked(m, s, t, &t->cases.at[i])) return t->v->cover;
    return !t->v->cover;
}

bool system_holds_first(const Model *m, const SysState *s, const SystemTest *t)
{
    for (int i = 0; i < t->cases.n; i++) if (asked(m, s, t, &t->cases.at[i])) return t->v->cover;
    return !t->v->cover;
}

void system_prepare(const Model *m)
{
    for (int i = 0; i < m->tests.n; i++)
        for (int k = 0; k < m->tests.at[i].cases.n; k++) {
            const SystemCase *c = &m->tests.at[i].cases.at[k];
            uint64_t vars[c->vars.n + 1];
            for (int j = 0; j <= c->vars.n; j++) vars[j] = 0;
            eval_expr(m->tests.at[i].k->eval, c->test, vars);
        }
}
