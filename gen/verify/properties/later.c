/* later.c - a time that has ended goes on for a moment, so that what waits for it is told from what waits for ever. */
#include "verify/properties/later.h"
#include "verify/step/succ.h"

enum { NEXT = 32, ROWS = 256 };      /* ticks behind the end; what can happen in one state */

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

bool later_holds(const Model *m, const SysState *s, AheadFn *fn, void *ctx)
{
    unsigned most = longest(m, s);
    SysState then;
    if (!most) return false;
    state_copy(m, &then, s);
    for (unsigned d = 1; d <= most; d = d < NEXT || d == most ? d + 1 : most) {
        go_on(m, &then, d);
        if (fn(ctx, &then)) return true;
    }
    return false;
}

/* at: what can happen now. */
typedef struct { const Model *m; unsigned which; uint64_t at[ROWS]; int n; bool other; } Rows;

static uint64_t told(const Occurrence *o, FireResult r, const Fired *f)
{
    return (uint64_t)o->inst << 56 ^ (uint64_t)o->where << 52 ^ (uint64_t)o->at << 44 ^ (uint64_t)o->code << 36 ^
           (uint64_t)o->key << 32 ^ (uint64_t)r << 28 ^ (uint32_t)f->row;
}

static bool add(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    Rows *x = ctx;
    (void)next;
    if (x->n < ROWS && o->where != SRC_TICK_) x->at[x->n++] = told(o, r, f);
    return true;
}

static bool is_new(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    Rows *x = ctx;
    (void)next;
    if (o->where == SRC_TICK_) return true;
    for (int i = 0; i < x->n; i++) if (x->at[i] == told(o, r, f)) return true;
    x->other = true;
    return false;
}

static bool other(void *ctx, const SysState *s)
{
    Rows *x = ctx;
    step_successors(x->m, s, x->which, is_new, x);
    return x->other;
}

bool later_moves(const Model *m, const SysState *s, unsigned which)
{
    Rows x = { .m = m, .which = which };
    if (!longest(m, s)) return false;
    step_successors(m, s, which, add, &x);
    return later_holds(m, s, other, &x);
}
