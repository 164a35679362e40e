/* sweep.c - what a sweep still owes to the lines. */
#include "verify/step/sweep.h"
#include "verify/step/inputs.h"

/* The line is one that the sweep is about. */
static bool fits(const Model *m, const SysState *s, int inst, int number, int key)
{
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    const Sweep *w = k->sweeps[number].w;
    uint64_t vars[MAX_VARS];
    if (!s->inst[inst].at[k->sweeps[number].store].line[key].present ||
        !sweep_visits(w, k->c->states.at[step_stored_state(m, s, inst, key)]))
        return false;
    if (!w->where) return true;
    step_fill_watched(m, s, inst, key, vars);
    return eval_expr(k->eval, w->where, vars) != 0;
}

static bool busy(const Model *m, const SysState *s, int inst, int number)
{
    return s->inst[inst].reg[m->ctl[m->inst[inst].ctl].sweeps[number].busy] != 0;
}

bool sweep_can_visit(const Model *m, const SysState *s, int inst, int number, int key)
{
    return busy(m, s, inst, number) && !(s->inst[inst].seen[number] >> key & 1) &&
           fits(m, s, inst, number, key);
}

bool sweep_can_end(const Model *m, const SysState *s, int inst, int number)
{
    return busy(m, s, inst, number) && !s->inst[inst].due[number];
}

static void go_on(const Model *m, const Occurrence *o, const uint64_t *out, SysState *next, int number)
{
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    const Sweep *w = k->sweeps[number].w;
    Inst *x = &next->inst[o->inst];
    unsigned all = (1u << m->n_keys) - 1, here = 0, there = 0;
    if (!busy(m, next, o->inst, number)) { x->due[number] = x->seen[number] = 0; return; }
    for (int q = 0; q < m->n_keys; q++) {
        there |= (unsigned)x->at[k->sweeps[number].store].line[q].present << q;
        here |= (unsigned)fits(m, next, o->inst, number, q) << q;
    }
    if (o->code == w->visit->code) {
        x->due[number] &= (uint8_t)~(1u << o->key);
        x->seen[number] |= (uint8_t)(1u << o->key);
    }
    if (out[k->sweeps[number].start]) {                        /* from the first place on, also if it was at work */
        x->due[number] = (uint8_t)all;
        x->seen[number] = 0;
    }
    x->due[number] &= (uint8_t)here;
    x->seen[number] &= (uint8_t)there;
}

void sweeps_go_on(const Model *m, const Occurrence *o, const uint64_t *out, SysState *next)
{
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    for (int i = 0; i < k->n_sweeps; i++) go_on(m, o, out, next, i);
}
