/* params.c - ranges of parameters, rules, and what the systems set. */
#include "check/check.h"
#include "check/check.h"
#include "check/passes.h"
#include <inttypes.h>

/* Values in order of declaration: an expression speaks of earlier parameters only. */
static ParamEnv environment(Check *k)
{
    ParamEnv e = { k->p, NEW_N(k->a, int64_t, k->p->params.n + 1) };
    return e;
}

static int64_t least(const ParamEnv *e, const Param *q)
{
    int64_t v = q->in.n ? q->in.at[0] : param_eval(e, q->min);
    for (int i = 1; i < q->in.n; i++) if (q->in.at[i] < v) v = q->in.at[i];
    return v;
}

static int64_t greatest(const ParamEnv *e, const Param *q)
{
    int64_t v = q->in.n ? q->in.at[0] : param_eval(e, q->max);
    for (int i = 1; i < q->in.n; i++) if (q->in.at[i] > v) v = q->in.at[i];
    return v;
}

static bool in_list(const Param *q, int64_t v)
{
    for (int i = 0; i < q->in.n; i++) if (q->in.at[i] == v) return true;
    return q->in.n == 0;
}

/* what: "its default" or "the value set here". */
static void check_value(Check *k, const ParamEnv *e, const Param *q, int64_t v, Pos at, const char *what)
{
    int64_t lo = param_eval(e, q->min), hi = param_eval(e, q->max);
    if (v < lo || v > hi)
        diag_error(k->d, at, "parameter '" STR_FMT "': %s is %" PRId64 ", expected %" PRId64 " to %" PRId64,
                   STR_ARG(q->name), what, v, lo, hi);
    else if (!in_list(q, v))
        diag_error(k->d, at, "parameter '" STR_FMT "': %s is %" PRId64 ", which is not in its list of values (in=)",
                   STR_ARG(q->name), what, v);
}

static void check_param(Check *k, const ParamEnv *e, const Param *q)
{
    int64_t lo = param_eval(e, q->min), hi = param_eval(e, q->max);
    if (lo > hi) {
        diag_error(k->d, q->pos, "parameter '" STR_FMT "': min= is %" PRId64 ", greater than max=, %" PRId64,
                   STR_ARG(q->name), lo, hi);
        return;
    }
    for (int i = 0; i < q->in.n; i++)
        if (q->in.at[i] < lo || q->in.at[i] > hi)
            diag_error(k->d, q->pos,
                       "parameter '" STR_FMT "': %" PRId64
                       " in its list of values is not between min= and max=, %" PRId64 " to %" PRId64,
                       STR_ARG(q->name), q->in.at[i], lo, hi);
    check_value(k, e, q, e->value[q->id], q->pos, "its default");
}

static void check_rules(Check *k, const ParamEnv *e, Pos at, const char *what)
{
    for (int i = 0; i < k->p->rules.n; i++)
        if (!param_eval(e, k->p->rules.at[i].test)) {
            diag_error(k->d, at.line ? at : k->p->rules.at[i].pos, "%s break a rule: " STR_FMT, what,
                       STR_ARG(k->p->rules.at[i].why));
            if (at.line) diag_note(k->d, k->p->rules.at[i].pos, "the rule");
        }
}

static void check_sets(Check *k, const ParamEnv *e, const struct ParamSet *sets, int n)
{
    for (int i = 0; i < n; i++)
        check_value(k, e, sets[i].param, e->value[sets[i].param->id], sets[i].pos, "the value set here");
}

static bool sets_have_values(Check *k, const ParamEnv *e, const struct ParamSet *sets, int n)
{
    bool fine = true;
    for (int i = 0; i < n; i++) fine &= check_value_of(k, e, sets[i].value, "the parameters of this system");
    return fine;
}

static void check_system_values(Check *k, const System *s, ParamEnv *out)
{
    int before = diag_errors(k->d);
    /* what is wrong is reported here, where the values are set */
    param_env(k->a, diags_create(k->a), k->p, s, (ParamSets){ 0 }, out);
    bool fine = sets_have_values(k, out, s->sets.at, s->sets.n);
    for (int i = 0; i < s->places.n; i++)
        fine &= sets_have_values(k, out, s->places.at[i].sets.at, s->places.at[i].sets.n);
    if (!fine) return;
    check_sets(k, out, s->sets.at, s->sets.n);
    for (int i = 0; i < s->places.n; i++) check_sets(k, out, s->places.at[i].sets.at, s->places.at[i].sets.n);
    if (diag_errors(k->d) == before) check_rules(k, out, s->pos, "the parameters of this system");
}

/* Whether default and limits have values: with the defaults, the least, the greatest values of what stands before. */
static bool has_values(Check *k, const ParamEnv *e, const Param *q)
{
    const Expr *at[] = { q->dflt, q->min, q->max };
    for (int i = 0; i < 3; i++)
        if (!check_value_of(k, e, at[i], "the parameters' defaults") ||
            (i && !check_value_of(k, &k->low, at[i], "every parameter at its least value")) ||
            (i && !check_value_of(k, &k->high, at[i], "every parameter at its greatest value")))
            return false;
    return true;
}

void check_params(Check *k)
{
    ParamEnv e = environment(k);
    int before = diag_errors(k->d);
    k->low = environment(k);
    k->high = environment(k);
    for (int i = 0; i < k->p->params.n; i++) {
        const Param *q = k->p->params.at[i];
        if (!has_values(k, &e, q)) continue;
        e.value[i] = param_eval(&e, q->dflt);
        k->low.value[i] = least(&k->low, q);
        k->high.value[i] = greatest(&k->high, q);
        check_param(k, &e, q);
    }
    if (diag_errors(k->d) == before) check_rules(k, &e, (Pos){ NULL, 0, 0 }, "the defaults of the parameters");
    k->dflt = e;
    for (int i = k->p->systems.n - 1; i >= 0; i--) check_system_values(k, k->p->systems.at[i], &k->dflt);
}

static bool widths_fit(Check *k, const ParamEnv *env, const char *when)
{
    return check_arithmetic(k, env, when) && check_types_at(k, NULL, env, when);
}

bool check_values(Arena *a, Diags *d, Protocol *p, const ParamEnv *env)
{
    int before = diag_errors(d);
    Check k = { .a = a, .d = d, .p = p };
    if (!widths_fit(&k, env, "the parameters of this design")) return false;
    if (p->systems.n) check_chosen(&k, env);
    return diag_errors(d) == before;
}

bool check_widths(Arena *a, Diags *d, const Protocol *p, const ParamEnv *env)
{
    Check k = { .a = a, .d = d, .p = p };
    return widths_fit(&k, env, "the parameters of this search");
}
