/* system.c - the invariants over the system, case by case. */
#include "verify/properties/system.h"
#include "verify/step/inputs.h"

static bool case_holds(const Model *m, const SysState *s, const SystemTest *t, const SystemCase *c)
{
    uint64_t vars[c->vars.n + 1];
    for (int i = 0; i < c->vars.n; i++)
        vars[i] = step_watched_value(m, s, c->vars.at[i].inst, c->vars.at[i].key, &c->vars.at[i].in);
    return eval_expr(t->k->eval, c->test, vars);
}

bool system_holds(const Model *m, const SysState *s, const SystemTest *t, int inst, int key)
{
    uint64_t changed = model_line_bit(inst, key) | model_register_bit(inst);
    for (int i = 0; i < t->cases.n; i++) {
        const SystemCase *c = &t->cases.at[i];
        if ((c->reads & changed) && case_holds(m, s, t, c) == t->v->cover) return t->v->cover;
    }
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
