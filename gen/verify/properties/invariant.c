/* invariant.c - the invariants and covers of the specification, evaluated after each step. */
#include "verify/properties/invariant.h"
#include "verify/properties/system.h"
#include "verify/step/inputs.h"
#include "util/text.h"

static bool broken(Fired *f, const Invariant *v, const CtlModel *k)
{
    model_problem(f, P_INVARIANT, "invariant '" STR_FMT "' of " STR_FMT " (line %d) does not hold", STR_ARG(v->name),
                  STR_ARG(k->c->name), v->pos.line);
    f->why = v->text;
    return false;
}

static void meet(const Model *m, int number) { atomic_store_explicit(&m->met[number], true, memory_order_relaxed); }
static bool is_met(const Model *m, int number) { return atomic_load_explicit(&m->met[number], memory_order_relaxed); }

bool invariants_of_instance(const Model *m, const SysState *s, int inst, int key, Fired *f)
{
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    uint64_t vars[MAX_VARS];
    if (k->c->invariants.n) step_fill_watched(m, s, inst, key, vars);
    for (int i = 0; i < k->c->invariants.n; i++) {
        const Invariant *v = &k->c->invariants.at[i];
        if (!v->test || (v->cover && is_met(m, k->first_invariant + i)) ||
            eval_expr(k->eval, v->test, vars) != v->cover)
            continue;
        if (!v->cover) return broken(f, v, k);
        meet(m, k->first_invariant + i);
    }
    return true;
}

/* What is asked of the system has this answer. */
static bool answered(const Model *m, const SystemTest *t, bool holds, Fired *f)
{
    if (holds != t->v->cover) return true;
    if (!t->v->cover) return broken(f, t->v, t->k);
    meet(m, t->number);
    return true;
}

static bool asked(const Model *m, const SystemTest *t) { return !t->v->cover || !is_met(m, t->number); }

bool invariants_of_system(const Model *m, const SysState *s, int inst, int key, Fired *f)
{
    for (int i = 0; i < m->tests.n; i++) {
        const SystemTest *t = &m->tests.at[i];
        if (asked(m, t) && !answered(m, t, system_holds(m, s, t, inst, key), f)) return false;
    }
    return true;
}

bool invariants_of_all(const Model *m, const SysState *s, Fired *f)
{
    for (int i = 0; i < m->tests.n; i++) {
        const SystemTest *t = &m->tests.at[i];
        if (asked(m, t) && !answered(m, t, system_holds_first(m, s, t), f)) return false;
    }
    return true;
}

bool invariants_hold_first(const Model *m, const SysState *s, Fired *f)
{
    for (int i = 0; i < m->n_inst; i++)
        for (int key = 0; key < m->n_keys; key++) if (!invariants_of_instance(m, s, i, key, f)) return false;
    return invariants_of_all(m, s, f);
}

bool invariants_hold(const Model *m, const SysState *s, int inst, int key, Fired *f)
{
    return invariants_of_instance(m, s, inst, key, f) && invariants_of_system(m, s, inst, key, f);
}

void invariants_prepare(const Model *m)
{
    const uint64_t vars[MAX_VARS] = { 0 };
    for (int i = 0; i < m->n_ctl; i++)
        for (int k = 0; k < m->ctl[i].c->invariants.n; k++)
            if (m->ctl[i].c->invariants.at[k].test) eval_expr(m->ctl[i].eval, m->ctl[i].c->invariants.at[k].test, vars);
    system_prepare(m);
}

int invariants_print_covers(const Model *m, FILE *out)
{
    int missed = 0;
    for (int i = 0; i < m->n_ctl; i++)
        for (int k = 0; k < m->ctl[i].c->invariants.n; k++) {
            const Invariant *v = &m->ctl[i].c->invariants.at[k];
            if (!v->cover || is_met(m, m->ctl[i].first_invariant + k)) continue;
            fprintf(out, "  never met: cover '" STR_FMT "' (line %d): " STR_FMT "\n", STR_ARG(v->name), v->pos.line,
                    STR_ARG(text_line(m->arena, v->text)));
            missed++;
        }
    return missed;
}
