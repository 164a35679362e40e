/* plans.c - <verify>: the parameters of each search are legal. */
#include "check/common.h"
#include "check/passes.h"
#include "ir/plan.h"

/* NAME=... or CONTROLLER.NAME=... of an input. */
static bool is_input(const Protocol *p, Str set)
{
    int dot = -1, eq = 0;
    for (; eq < set.n && set.p[eq] != '='; eq++) if (set.p[eq] == '.') dot = eq;
    Str name = { set.p + dot + 1, eq - dot - 1 }, of = { set.p, dot < 0 ? 0 : dot };
    for (int i = 0; i < p->ctls.n; i++)
        for (int r = 0; r < p->ctls.at[i]->regs.n; r++) {
            const Var *v = p->ctls.at[i]->regs.at[r];
            if (v->kind == V_INPUT && str_eq(v->name, name) && (!of.n || str_eq(of, p->ctls.at[i]->name))) return true;
        }
    return false;
}

void check_plans(Check *k)
{
    for (int i = 0; i < k->p->plans.n; i++) {
        const SearchPlan *x = k->p->plans.at[i];
        VEC(Str) sets = { 0 };
        ParamEnv env;
        if (!x->system) diag_error(k->d, x->pos, "there is no <system> to search");
        for (int s = 0; s < x->sets.n; s++)
            if (!is_input(k->p, x->sets.at[s])) vec_push(k->a, &sets, x->sets.at[s]);
        if (x->system && !param_env(k->a, k->d, k->p, x->system, (ParamSets){ sets.at, sets.n }, &env))
            diag_note(k->d, x->sets_pos, "in the search '" STR_FMT "'", STR_ARG(x->name));
    }
}
