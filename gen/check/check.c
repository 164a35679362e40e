#include "check/check.h"
#include "check/passes.h"

static void prepare(Check *k)
{
    k->ctl = NEW_N(k->a, CtlFacts, k->p->ctls.n + 1);
    for (int i = 0; i < k->p->ctls.n; i++) {
        Controller *c = k->p->ctls.at[i];
        CtlFacts *f = &k->ctl[c->id];
        f->ctl = c;
        f->rows = NEW_N(k->a, RowFacts, c->rows.n + 1);
        f->events = NEW_N(k->a, EventFacts, c->events.n + 1);
        f->view_dead = NEW_N(k->a, bool, c->views.n + 1);
        f->stored = NEW_N(k->a, bool, c->states.n + 1);
        f->seen = NEW_N(k->a, bool, c->states.n + 1);
    }
}

/* Values of expressions and widths of types. Reports what is wrong once: in the first setting where it is. */
static bool check_sizes(Check *k)
{
    int before = diag_errors(k->d);
    if (!check_arithmetic(k, &k->dflt, "the first system's parameters") || !check_arithmetic_ends(k)) return false;
    check_types(k);
    for (int i = 1; i < k->p->systems.n && diag_errors(k->d) == before; i++) {
        ParamEnv env;
        const System *s = k->p->systems.at[i];
        param_env(k->a, diags_create(k->a), k->p, s, (ParamSets){ 0 }, &env);
        Str when = str_printf(k->a, "the parameters of system '" STR_FMT "'", STR_ARG(s->name));
        if (check_arithmetic(k, &env, when.p)) check_types_at(k, s, &env, when.p);
    }
    return true;
}

static bool run(Arena *a, Diags *d, Protocol *p, bool built)
{
    Check k = { .a = a, .d = d, .p = p, .errors = diag_errors(d) };
    prepare(&k);
    check_params(&k);
    bool values = diag_errors(d) == k.errors;         /* without values of the parameters some would be guesses */
    if (values) values = check_sizes(&k);
    if (values) check_systems(&k);
    if (values) check_plans(&k);
    for (int i = 0; i < p->ctls.n; i++) check_memory_ports(&k, p->ctls.at[i]);
    check_cover(&k);
    check_keyless(&k);
    check_event_fields(&k);
    check_history(&k);
    check_performs(&k);
    check_gathers(&k);
    check_places(&k);
    check_views(&k);
    if (values) check_guards(&k);
    check_paths(&k);
    check_reach(&k);
    check_classes(&k);
    check_causes(&k);
    check_usage(&k);
    if (built) check_built(&k);
    p->unbuilt = k.unbuilt;
    return diag_errors(d) == k.errors;
}

bool check_protocol(Arena *a, Diags *d, Protocol *p) { return run(a, d, p, true); }
bool check_searchable(Arena *a, Diags *d, Protocol *p) { return run(a, d, p, false); }
