/* victim.c - classes of victims with a view. */
#include "verify/step/victim.h"
#include "verify/step/inputs.h"

bool victim_may_leave(const Model *m, const SysState *s, int inst, int store, int key)
{
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    const StoreModel *st = &k->store[store];
    const Line *l = &s->inst[inst].at[store].line[key];
    int state = l->state;
    uint64_t vars[MAX_VARS];
    if (!l->present || state_line_locked(st, l)) return false;
    if (!st->victim[state] || !(st->by_view >> state & 1)) return st->victim[state];
    step_fill_watched(m, s, inst, key, vars);
    for (int i = 0; i < st->s->victims.n; i++) {
        const Victim *v = &st->s->victims.at[i];
        const View *w = v->state->id == state ? victim_view(k->c, st->s, v) : NULL;
        if (w && (!w->when || eval_expr(k->eval, w->when, vars))) return true;
    }
    return false;
}
