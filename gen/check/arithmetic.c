/* arithmetic.c - every expression over parameters has a value: with the values of each system, and where its parameters
 * are at their ends. */
#include "check/common.h"
#include "check/passes.h"
#include <inttypes.h>

enum { VARIED_MAX = 16 };            /* parameters of one expression that are moved to their ends */

typedef struct { Param *at[VARIED_MAX]; int n; bool operates; } Varied;

static void find_params(const Expr *e, void *ctx)
{
    Varied *v = ctx;
    if (e->op != E_PARAM) {
        v->operates |= e->op != E_NUM;
        return;
    }
    for (int i = 0; i < v->n; i++) if (v->at[i] == e->param) return;
    if (v->n < VARIED_MAX) v->at[v->n++] = e->param;
}

bool check_value_of(Check *k, const ParamEnv *env, const Expr *e, const char *when)
{
    ParamFault f;
    int64_t value;
    if (param_value(env, e, &value, &f)) return true;
    diag_error(k->d, f.at->pos, STR_FMT "%s%s", STR_ARG(param_fault_text(k->a, &f)),
               f.at->op == E_NUM ? "" : ", with ", f.at->op == E_NUM ? "" : when);
    return false;
}

/* Whether the values may stand together: a rule that has no value does not hold. */
bool check_is_legal(const Check *k, const ParamEnv *env)
{
    int64_t lo, hi, holds;
    for (int i = 0; i < k->p->params.n; i++) {
        const Param *q = k->p->params.at[i];
        if (!param_value(env, q->min, &lo, NULL) || !param_value(env, q->max, &hi, NULL)) return false;
        if (env->value[i] < lo || env->value[i] > hi) return false;
    }
    for (int i = 0; i < k->p->rules.n; i++)
        if (!param_value(env, k->p->rules.at[i].test, &holds, NULL) || !holds) return false;
    return true;
}

/* The first system, but one parameter. False after an error. */
static bool try_end(Check *k, const Expr *e, const Param *q, int64_t value)
{
    int64_t *at = &k->dflt.value[q->id], before = *at, result;
    *at = value;
    bool fine = param_value(&k->dflt, e, &result, NULL) || !check_is_legal(k, &k->dflt) ||
                check_value_of(k, &k->dflt, e,
                               str_printf(k->a, STR_FMT " at %" PRId64, STR_ARG(q->name), value).p);
    *at = before;
    return fine;
}

static bool try_setting(Check *k, const Expr *e, const ParamEnv *env, const char *when)
{
    int64_t result;
    return param_value(env, e, &result, NULL) || !check_is_legal(k, env) || check_value_of(k, env, e, when);
}

static void try_ends(Check *k, const Expr *e)
{
    Varied v = { .n = 0 };
    expr_walk(e, find_params, &v);
    if (!v.operates) return;
    if (!try_setting(k, e, &k->low, "every parameter at its least value")) return;
    if (!try_setting(k, e, &k->high, "every parameter at its greatest value")) return;
    for (int i = 0; i < v.n; i++)
        if (!try_end(k, e, v.at[i], k->low.value[v.at[i]->id]) || !try_end(k, e, v.at[i], k->high.value[v.at[i]->id]))
            return;
}

/* A literal that does not fit is wrong wherever it stands, also where it is not needed. */
static bool literals_fit(Check *k, const Expr *e, bool wide)
{
    bool fine = e->op != E_NUM || wide || (e->num <= INT32_MAX && e->num >= INT32_MIN);
    if (!fine) diag_error(k->d, e->pos, "%" PRId64 " does not fit in 32 bits with sign", e->num);
    wide = wide && e->op != E_CLOG2 && e->op != E_POW2;
    for (int i = 0; i < e->n_args; i++) fine &= literals_fit(k, e->arg[i], wide);
    return fine;
}

/* ---- parts of rows that are made of parameters ---- */

typedef struct { const ParamEnv *env; const char *when; } Values;       /* env NULL: at the ends */

static void constants(Check *k, Expr *e, void *ctx)
{
    const Values *v = ctx;
    if (!expr_is_const(e)) {
        for (int i = 0; i < e->n_args; i++) constants(k, e->arg[i], ctx);
    } else if (!literals_fit(k, e, expr_is_wide(e))) return;
    else if (v->env) check_value_of(k, v->env, e, v->when);
    else try_ends(k, e);
}

bool check_arithmetic(Check *k, const ParamEnv *env, const char *when)
{
    Values v = { env, when };
    int before = diag_errors(k->d);
    each_design_expr(k, constants, &v);
    return diag_errors(k->d) == before;
}

bool check_arithmetic_ends(Check *k)
{
    Values v = { NULL, NULL };
    int before = diag_errors(k->d);
    each_design_expr(k, constants, &v);
    return diag_errors(k->d) == before;
}
