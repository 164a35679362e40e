/* ticks.c - physical time passes: a tick can come at any moment, at all instances at once, or, where they may differ,
 * at one of them as long as it is not more than `skew` ticks before another one. */
#include "verify/step/ticks.h"

static int reg_at(const Model *m, int inst, int clock) { return m->ctl[m->inst[inst].ctl].time_reg[clock]; }

static unsigned after_tick(const TimeModel *t, unsigned now) { return (now + 1) & ((1u << t->bits) - 1); }

/* By how much a is before b, in a circle of which the clocks are never far apart. */
static unsigned ahead(const TimeModel *t, unsigned a, unsigned b)
{
    unsigned far = (a - b) & ((1u << t->bits) - 1);
    return far >> (t->bits - 1) ? 0 : far;
}

static bool is_first(const Model *m, int inst, int clock)
{
    for (int i = 0; i < inst; i++) if (reg_at(m, i, clock) >= 0) return false;
    return true;
}

bool ticks_can(const Model *m, const SysState *s, int inst, int clock)
{
    const TimeModel *t = &m->time[clock];
    int reg = reg_at(m, inst, clock);
    if (reg < 0 || s->inst[inst].reg[reg] >= t->last) return false;
    if (!t->skew) return is_first(m, inst, clock);
    unsigned then = after_tick(t, s->inst[inst].reg[reg]);
    for (int i = 0; i < m->n_inst; i++) {
        int other = reg_at(m, i, clock);
        if (i != inst && other >= 0 && ahead(t, then, s->inst[i].reg[other]) > t->skew) return false;
    }
    return true;
}

void ticks_pass(const Model *m, const SysState *s, const Occurrence *o, SysState *next, Fired *f)
{
    const TimeModel *t = &m->time[o->at];
    *f = (Fired){ .row = -1, .reader = -1 };
    state_copy(m, next, s);
    for (int i = 0; i < m->n_inst; i++) {
        int reg = reg_at(m, i, o->at);
        if (reg < 0 || (t->skew && i != o->inst)) continue;
        next->inst[i].reg[reg] = (uint16_t)after_tick(t, next->inst[i].reg[reg]);
    }
}
