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

typedef struct { const Model *m; SysState then; unsigned most, which; AheadFn *fn; void *ctx; } Later;

static bool holds_in(Later *x, unsigned ticks)
{
    go_on(x->m, &x->then, ticks);
    return ahead_holds(x->m, &x->then, x->which, x->fn, x->ctx);
}

/* At a number that a table compares it with, and a tick after it. */
static bool holds_at(Later *x, unsigned instant)
{
    for (int c = 0; c < x->m->n_times; c++)
        for (unsigned after = 0; after < 2; after++) {
            unsigned last = x->m->time[c].last, at = instant + after;
            if (at > last + NEXT && at - last < x->most && holds_in(x, at - last)) return true;
        }
    return false;
}

/* And at a number that is kept, or what a table adds to it makes. */
static bool holds_from(Later *x, unsigned kept)
{
    if (!kept) return false;
    if (holds_at(x, kept)) return true;
    for (int i = 0; i < x->m->instants.n; i++) if (holds_at(x, kept + x->m->instants.at[i])) return true;
    return false;
}

static bool holds_of_any(Later *x, const uint16_t *kept, int n)
{
    for (int i = 0; i < n; i++) if (holds_from(x, kept[i])) return true;
    return false;
}

/* What an instance keeps. */
static bool holds_of(Later *x, const CtlModel *k, const Inst *of)
{
    if (holds_of_any(x, of->reg, k->n_regs)) return true;
    for (int q = 0; q < x->m->n_keys; q++) {
        for (int j = 0; j < k->n_stores; j++)
            if (of->at[j].line[q].present && holds_of_any(x, of->at[j].line[q].field, k->store[j].n)) return true;
        for (int j = 0; j < k->n_waits; j++)
            if (of->at[j].entry[q].valid && holds_of_any(x, of->at[j].entry[q].field, k->wait[j].n)) return true;
    }
    return false;
}

bool later_holds(const Model *m, const SysState *s, unsigned which, AheadFn *fn, void *ctx)
{
    Later x = { .m = m, .most = longest(m, s), .which = which, .fn = fn, .ctx = ctx };
    if (!x.most) return false;
    state_copy(m, &x.then, s);
    for (unsigned d = 1; d <= x.most; d = d < NEXT || d == x.most ? d + 1 : x.most) if (holds_in(&x, d)) return true;
    for (int i = 0; i < m->instants.n; i++) if (holds_at(&x, m->instants.at[i])) return true;
    for (int i = 0; i < m->n_inst; i++) if (holds_of(&x, &m->ctl[m->inst[i].ctl], &s->inst[i])) return true;
    return false;
}
