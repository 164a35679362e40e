/* aside.c - see aside.h. An input of which several values are said may have another one at any moment, at each instance
 * by itself. */
#include "verify/step/aside.h"
#include "verify/step/ticks.h"
#include "verify/step/wires.h"

/* Index of the register that the pin is at this instance, -1: it has no such input, or it does not change. */
static int turns_reg(const Model *m, int inst, int pin)
{
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    for (int i = 0; m->pins.at[pin].n > 1 && i < k->n_regs; i++)
        if (k->regs[i].var == m->pins.at[pin].var) return i;
    return -1;
}

Occurrence aside_first(int inst) { return (Occurrence){ .inst = inst, .at = -1, .where = SRC_WIRE_, .keyless = true }; }

static bool next_wire(const Model *m, const SysState *s, Occurrence *o)
{
    if (!m->ctl[m->inst[o->inst].ctl].n_wires) return false;
    while (++o->at < m->n_inst) if (wires_pending(m, s, o->inst, o->at)) return true;
    return false;
}

static bool next_tick(const Model *m, const SysState *s, Occurrence *o)
{
    while (++o->at < m->n_times) if (ticks_can(m, s, o->inst, o->at)) return true;
    return false;
}

static bool next_turn(const Model *m, const SysState *s, Occurrence *o)
{
    for (; o->at < m->pins.n; o->at++, o->cell = -1) {
        int reg = turns_reg(m, o->inst, o->at);
        while (reg >= 0 && ++o->cell < m->pins.at[o->at].n)
            if (s->inst[o->inst].reg[reg] != m->pins.at[o->at].value[o->cell]) return true;
    }
    return false;
}

bool aside_next(const Model *m, const SysState *s, bool turns, Occurrence *o)
{
    if (o->where == SRC_WIRE_) {
        if (next_wire(m, s, o)) return true;
        o->where = SRC_TICK_, o->at = -1;
    }
    if (o->where == SRC_TICK_) {
        if (next_tick(m, s, o)) return true;
        o->where = SRC_TURN_, o->at = 0, o->cell = -1;
    }
    return turns && next_turn(m, s, o);
}

void aside_turn(const Model *m, const SysState *s, const Occurrence *o, SysState *next, Fired *f)
{
    *f = (Fired){ .row = -1, .reader = -1 };
    state_copy(m, next, s);
    next->inst[o->inst].reg[turns_reg(m, o->inst, o->at)] = (uint16_t)m->pins.at[o->at].value[o->cell];
}
