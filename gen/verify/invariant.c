/* invariant.c - expressions of the specification, evaluated over one instance and line. */
#include "verify/invariant.h"

bool invariants_hold(const Model *m, const SysState *s, int inst, int key, Fired *f)
{
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    uint64_t vars[MAX_VARS];
    if (!k->c->invariants.n) return true;
    fill_watched(m, s, inst, key, vars);
    for (int i = 0; i < k->c->invariants.n; i++) {
        const Invariant *v = &k->c->invariants.at[i];
        if (!v->test || eval_expr(k->eval, v->test, vars)) continue;
        problem(f, P_INVARIANT, "invariant '" STR_FMT "' of " STR_FMT " (line %d) does not hold: " STR_FMT, STR_ARG(v->name), STR_ARG(k->c->name), v->pos.line, STR_ARG(v->text));
        return false;
    }
    return true;
}

void invariants_prepare(const Model *m)
{
    const uint64_t vars[MAX_VARS] = { 0 };
    for (int i = 0; i < m->n_ctl; i++)
        for (int k = 0; k < m->ctl[i].c->invariants.n; k++)
            if (m->ctl[i].c->invariants.at[k].test) eval_expr(m->ctl[i].eval, m->ctl[i].c->invariants.at[k].test, vars);
}

void invariants_count(const Model *m, int *yes, int *no)
{
    *yes = *no = 0;
    for (int i = 0; i < m->n_ctl; i++)
        for (int k = 0; k < m->ctl[i].c->invariants.n; k++) {
            if (m->ctl[i].c->invariants.at[k].test) ++*yes;
            else ++*no;
        }
}
