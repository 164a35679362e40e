/* asks.c - see asks.h. */
#include "verify/step/asks.h"
#include "verify/ghost/posted.h"
#include <stdatomic.h>

static bool is_last_free(const Model *m, const SysState *s, int thread)
{
    for (int t = 0; t < m->n_threads; t++) if (t != thread && !s->thread[t].op) return false;
    return true;
}

bool asks_now(const Model *m, const SysState *s, const CtlModel *k, int code, int thread)
{
    if (k->posted && k->events[code].op == OP_STORE && posted_full(m, s, thread)) {
        atomic_store_explicit(m->held, 1, memory_order_relaxed);
        return false;
    }
    return !k->waits || !k->events[code].e->def->waits_others || !is_last_free(m, s, thread);
}

bool asks_with(const Model *m, Occurrence *o, unsigned n)
{
    const EventMap *e = &m->ctl[m->inst[o->inst].ctl].events[o->code];
    unsigned ways = 1, kept = 0;
    for (int i = 0; i < e->n_choices; i++) {
        const Choice *c = &e->choice[i];
        if (!c->n) continue;
        unsigned at = n % (unsigned)c->n;
        o->arg[c->arg] = c->at[at];
        n /= (unsigned)c->n;
        if (!c->plain) continue;
        kept += at * ways;
        ways *= (unsigned)c->n;
    }
    o->chosen = m->chosen_bits && e->op == OP_ATOMIC ? (uint8_t)((unsigned)e->first_chosen + kept) : 0;
    return !n;
}
