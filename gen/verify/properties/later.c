/* later.c - a time that has ended goes on for a moment, so that what waits for it is told from what waits for ever. */
#include "verify/properties/later.h"

enum { NEXT = 32 };                  /* ticks behind the end */

/* By how much the time that ends last can still go on within its type. 0: some time has not ended, or none does. */
static unsigned longest(const Model *m, const SysState *s)
{
    unsigned most = 0;
    for (int c = 0; c < m->n_times && m->n_stands; c++) {
        const TimeModel *t = &m->time[c];
        for (int i = 0; i < m->n_inst && !t->round; i++) {
            int reg = m->ctl[m->inst[i].ctl].time_reg[c];
            unsigned more = (1u << t->bits) - 1 - t->last;
            if (reg >= 0 && s->inst[i].reg[reg] != t->last) return 0;
            if (reg >= 0 && more > most) most = more;
        }
    }
    return most;
}

static void go_on(const Model *m, SysState *s, unsigned ticks)
{
    for (int c = 0; c < m->n_times; c++) {
        const TimeModel *t = &m->time[c];
        unsigned then = t->last + ticks, top = (1u << t->bits) - 1;
        for (int i = 0; i < m->n_inst && !t->round; i++) {
            int reg = m->ctl[m->inst[i].ctl].time_reg[c];
            if (reg >= 0) s->inst[i].reg[reg] = (uint16_t)(then < top ? then : top);
        }
    }
}

bool later_holds(const Model *m, const SysState *s, unsigned which, AheadFn *fn, void *ctx)
{
    unsigned most = longest(m, s);
    SysState then;
    if (!most) return false;
    state_copy(m, &then, s);
    for (unsigned d = 1; d <= most; d = d < NEXT || d == most ? d + 1 : most) {
        go_on(m, &then, d);
        if (ahead_holds(m, &then, which, fn, ctx)) return true;
    }
    return false;
}
