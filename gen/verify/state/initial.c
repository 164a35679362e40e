/* initial.c - the first state. */
#include "verify/state/initial.h"
#include "verify/model/params.h"
#include "verify/state/program.h"
#include <string.h>

static uint16_t reset_of(const Model *m, const Slotted *s)
{
    const Var *from = s->var->source;
    const Pin *pin = s->var->kind == V_INPUT ? model_pin(m, s->var) : NULL;
    if (pin) return (uint16_t)pin->value[0];
    if (from && s->var->each)
        return (uint16_t)(from->reset && param_eval(&m->env, from->reset) ? (1u << s->bits) - 1 : 0);
    if (from) return reset_of(m, &(Slotted){ .var = from, .role = s->role, .bits = s->bits });
    return s->var->reset && s->role != ROLE_UNMODELLED
               ? (uint16_t)(param_eval(&m->env, s->var->reset) & (int64_t)((1u << (s->bits > 15 ? 15 : s->bits)) - 1))
               : 0;
}

void state_initial(const Model *m, SysState *s)
{
    memset(s, 0, sizeof *s);
    for (int i = 0; i < m->n_inst; i++) {
        const CtlModel *k = &m->ctl[m->inst[i].ctl];
        for (int r = 0; r < k->n_regs; r++) s->inst[i].reg[r] = reset_of(m, &k->regs[r]);
    }
    for (int t = 0; t < m->n_threads; t++) for (int k = 0; k < m->n_keys; k++) s->tx[t].saw[k] = NONE;
    int preloads = m->o->preloads < 0 ? 1 : m->o->preloads;
    for (int t = 0; t < m->n_threads; t++) s->thread[t].left = (uint8_t)(m->program ? preloads : m->o->ops);
    for (int k = 0; k < m->n_keys; k++) {
        for (int c = 0; c < m->n_cells; c++) s->order[k][c].n = m->program ? 0 : 1;
        for (int c = 0; c < m->n_cells && m->program; c++)
            s->final[k] = state_cell_put(s->final[k], c, program_initial(m->program, k, c));
        s->mem[k] = m->program ? s->final[k] : 0;
        s->side[k] = (uint16_t)state_line_of(m, m->program ? VALUE_NONE : NONE);
    }
}
