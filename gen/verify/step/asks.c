/* asks.c - see asks.h. */
#include "verify/step/asks.h"
#include "verify/ghost/posted.h"

static bool is_last_free(const Model *m, const SysState *s, int thread)
{
    for (int t = 0; t < m->n_threads; t++) if (t != thread && !s->thread[t].op) return false;
    return true;
}

bool asks_now(const Model *m, const SysState *s, const CtlModel *k, int code, int thread)
{
    if (k->posted && k->events[code].op == OP_STORE && posted_full(m, s, thread)) return false;
    return !k->waits || !k->events[code].e->def->waits_others || !is_last_free(m, s, thread);
}
