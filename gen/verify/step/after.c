/* after.c - an instance before and after a step. */
#include "verify/step/after.h"
#include "verify/step/inputs.h"
#include <string.h>

bool after_concerns(const Model *m, const Occurrence *o, const SysState *s, const SysState *next, int key)
{
    const Inst *was = &s->inst[o->inst], *is = &next->inst[o->inst];
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    if (o->keyless || key == o->key) return true;
    if (memcmp(was->reg, is->reg, sizeof was->reg[0] * (size_t)k->n_regs)) return true;
    for (int i = 0; i < k->n_stores; i++)
        if (memcmp(state_line_of_key(k, was, i, key), state_line_of_key(k, is, i, key), sizeof(Line))) return true;
    for (int i = 0; i < k->n_waits; i++)
        if (memcmp(&was->at[i].entry[key], &is->at[i].entry[key], sizeof(Entry))) return true;
    return false;
}

uint64_t after_states(const Model *m, const Occurrence *o, const SysState *next)
{
    uint64_t states = 0;
    for (int key = 0; key < m->n_keys; key++)
        states |= UINT64_C(1) << (step_stored_state(m, next, o->inst, key) & 63);
    return states;
}

uint64_t after_moved(const Model *m, const Occurrence *o, const SysState *s, const SysState *next)
{
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    const Inst *was = &s->inst[o->inst], *is = &next->inst[o->inst];
    uint64_t moved = 0;
    if (!memcmp(was->reg, is->reg, sizeof was->reg[0] * (size_t)k->n_regs)) return 0;
    for (int i = 0; i < k->n_regs; i++) if (was->reg[i] != is->reg[i]) moved |= UINT64_C(1) << i;
    return moved;
}
