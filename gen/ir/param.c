#include "ir/ir.h"
#include "util/number.h"
#include <inttypes.h>

int64_t place_count(const ParamEnv *env, const System *s, const Controller *c)
{
    int64_t n = 0;
    for (int i = 0; s && i < s->places.n; i++)
        if (s->places.at[i].ctl == c) n += param_eval(env, s->places.at[i].count);
    return n;
}

int64_t place_base(const ParamEnv *env, const System *s, const Controller *c)
{
    int64_t base = 0;
    for (int i = 0; s && i < s->places.n && s->places.at[i].ctl != c; i++)
        base += param_eval(env, s->places.at[i].count);
    return base;
}

int64_t node_count(const ParamEnv *env, const System *s)
{
    int64_t n = 0;
    for (int i = 0; s && i < s->places.n; i++) n += param_eval(env, s->places.at[i].count);
    return n;
}

static int at_least_1(int64_t n)
{
    return n < 1 ? 1 : n > 1 << 20 ? 1 << 20 : (int)n;
}

int type_width(const ParamEnv *env, const Type *t)
{
    switch (t->kind) {
    case TK_BOOL: return 1;
    case TK_BITS: {
        int64_t w = param_eval(env, t->size);
        if (t->key && t->offset) w -= clog2_of(param_eval(env, t->offset));
        return at_least_1(w);
    }
    case TK_COUNT: return at_least_1(clog2_of(param_eval(env, t->size)));
    case TK_BYTES: return at_least_1(8 * param_eval(env, t->size));
    case TK_ENUM: return at_least_1(clog2_of(t->values.n));
    case TK_NODE: return at_least_1(clog2_of(node_count(env, env->p->systems.n ? env->p->systems.at[0] : NULL)));
    case TK_INT: return 32;
    }
    return 1;
}

/* ---- choosing values ---- */

static Param *param_by_path(const Protocol *p, Str name, int *matches)
{
    Param *found = NULL;
    *matches = 0;
    for (int i = 0; i < p->params.n; i++) {
        Param *q = p->params.at[i];
        int own = q->owner ? q->owner->name.n + 1 : 0;
        bool dotted = own && name.n == own + q->name.n && str_eq((Str){ name.p, own - 1 }, q->owner->name) &&
                      (name.p[own - 1] == '.' || name.p[own - 1] == '_') &&
                      str_eq((Str){ name.p + own, q->name.n }, q->name);
        if (dotted) { *matches = 1; return q; }
        if (str_eq(name, q->name)) { found = q; ++*matches; }
    }
    return found;
}

static bool parse_int(Arena *a, Str s, int64_t *out)
{
    return number_read(str_z(a, s), out) && *out >= INT32_MIN && *out <= INT32_MAX;
}

static void apply_override(Arena *a, Diags *d, const Protocol *p, Str set, ParamEnv *env, bool *fixed)
{
    int eq = 0, matches;
    int64_t v;
    Pos nowhere = { p->file, 0, 0 };
    while (eq < set.n && set.p[eq] != '=') eq++;
    Str name = { set.p, eq }, value = { set.p + eq + 1, set.n - eq - 1 };
    if (eq == set.n || !parse_int(a, value, &v)) {
        diag_error(d, nowhere, "--set '" STR_FMT "': expected PARAM=INTEGER", STR_ARG(set));
        return;
    }
    Param *q = param_by_path(p, name, &matches);
    if (matches > 1) {
        diag_error(d, nowhere,
                   "--set " STR_FMT ": several controllers have a parameter of this name, write CONTROLLER.%.*s",
                   STR_ARG(name), STR_ARG(name));
    } else if (!q) {
        Str *all = NEW_N(a, Str, p->params.n);
        for (int i = 0; i < p->params.n; i++) all[i] = p->params.at[i]->name;
        Str near = str_closest(name, all, p->params.n);
        diag_error(d, nowhere, "--set: unknown parameter '" STR_FMT "'%s" STR_FMT "%s", STR_ARG(name),
                   near.n ? ", did you mean '" : "", STR_ARG(near), near.n ? "'?" : "");
    } else {
        env->value[q->id] = v;
        fixed[q->id] = true;
    }
}

/* 0 after an error. */
static int64_t value_of(Arena *a, Diags *d, const ParamEnv *env, const Expr *e)
{
    ParamFault f;
    int64_t v;
    if (param_value(env, e, &v, &f)) return v;
    diag_error(d, f.at->pos, STR_FMT ", with the parameters of this design", STR_ARG(param_fault_text(a, &f)));
    return 0;
}

static void check_range(Arena *a, Diags *d, const Param *q, const ParamEnv *env)
{
    int before = diag_errors(d);
    int64_t v = env->value[q->id], lo = value_of(a, d, env, q->min), hi = value_of(a, d, env, q->max);
    if (diag_errors(d) != before) return;
    if (v < lo || v > hi)
        diag_error(d, q->pos, "parameter '" STR_FMT "' is %" PRId64 ", expected %" PRId64 " to %" PRId64,
                   STR_ARG(q->name), v, lo, hi);
    bool ok = q->in.n == 0;
    for (int i = 0; i < q->in.n; i++) ok |= q->in.at[i] == v;
    if (!ok)
        diag_error(d, q->pos, "parameter '" STR_FMT "' is %" PRId64 ", which is not one of its allowed values",
                   STR_ARG(q->name), v);
}

static void apply_sets(ParamEnv *env, bool *fixed, const struct ParamSet *at, int n)
{
    for (int i = 0; i < n; i++)
        if (!fixed[at[i].param->id]) {
            env->value[at[i].param->id] = param_eval(env, at[i].value);
            fixed[at[i].param->id] = true;
        }
}

bool param_env(Arena *a, Diags *d, const Protocol *p, const System *system, ParamSets sets, ParamEnv *out)
{
    int before = diag_errors(d);
    bool *fixed = NEW_N(a, bool, p->params.n + 1);
    out->p = p;
    out->value = NEW_N(a, int64_t, p->params.n + 1);
    if (!system && p->systems.n) system = p->systems.at[0];
    for (int i = 0; i < sets.n; i++) apply_override(a, d, p, sets.at[i], out, fixed);
    if (system) apply_sets(out, fixed, system->sets.at, system->sets.n);
    for (int i = 0; i < p->params.n; i++) {
        Param *q = p->params.at[i];
        if (q->owner &&
            (i == 0 || !p->params.at[i - 1]->owner)) /* the protocol's own are complete: places may use them */
            for (int k = 0; system && k < system->places.n; k++)
                apply_sets(out, fixed, system->places.at[k].sets.at, system->places.at[k].sets.n);
        if (!fixed[i]) out->value[i] = value_of(a, d, out, q->dflt);
        check_range(a, d, q, out);
    }
    for (int i = 0; i < p->rules.n && diag_errors(d) == before; i++)
        if (!value_of(a, d, out, p->rules.at[i].test))
            diag_error(d, p->rules.at[i].pos, "illegal combination of parameters: " STR_FMT,
                       STR_ARG(p->rules.at[i].why));
    return diag_errors(d) == before;
}
