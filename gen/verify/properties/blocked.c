/* blocked.c - at rest every request of a core is accepted, after evictions if it lacks a way. */
#include "verify/properties/blocked.h"
#include "verify/properties/ahead.h"
#include "verify/properties/later.h"
#include "verify/step/inputs.h"
#include "verify/step/succ.h"

/* waits: by thread and event, a bit for each line whose request has not been accepted. which: what may happen
 * meanwhile. asking: events of each thread of which a request has been accepted. */
typedef struct {
    const Model *m;
    uint8_t waits[MAX_THREADS][MAX_EVENTS];
    unsigned which;
    bool asking[MAX_THREADS][MAX_EVENTS];
} Blocked;

static bool offered(const Model *m, const SysState *s, const CtlModel *k, int thread, int event)
{
    OpType op = k->events[event].op;
    return op != OP_NONE && !k->events[event].ends && !(m->o->keyed && k->events[event].keyless) &&
           !(op == OP_ATOMIC && m->o->no_atomics) && (!m->o->ops || s->thread[thread].left);
}

static const CtlModel *core_of(const Model *m, int thread, int *inst)
{
    for (*inst = 0; m->inst[*inst].core != thread / m->n_warps;) ++*inst;
    return &m->ctl[m->inst[*inst].ctl];
}

/* A bit for each line that a core may ask for with the event. */
static uint8_t fitting(const Model *m, const EventMap *e)
{
    unsigned all = 0;
    for (int q = 0; q < m->n_keys; q++) all |= (unsigned)model_event_fits(m, e, q) << q;
    return (uint8_t)all;
}

static void all_wait(Blocked *b, const SysState *s)
{
    for (int t = 0; t < b->m->n_threads; t++) {
        int inst;
        const CtlModel *k = core_of(b->m, t, &inst);
        for (int e = 0; e < k->n_events; e++)
            b->waits[t][e] = !offered(b->m, s, k, t, e) ? 0 : k->events[e].keyless ? 1 : fitting(b->m, &k->events[e]);
    }
}

static bool any_waits(const Blocked *b)
{
    for (int t = 0; t < b->m->n_threads; t++)
        for (int e = 0; e < MAX_EVENTS; e++) if (b->waits[t][e]) return true;
    return false;
}

static bool accepted(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    Blocked *b = ctx;
    (void)r; (void)next; (void)f;
    b->waits[o->at][o->code] &= (uint8_t)~(1 << o->key);
    b->asking[o->at][o->code] = true;
    return true;
}

/* A request is accepted that the one of the thread does not keep back: of another thread, and not at the same port,
 * where the latter would stand before it. */
static bool another_asks(const Blocked *b, int thread, int event)
{
    int inst, of;
    const Port *port = core_of(b->m, thread, &inst)->events[event].e->port;
    for (int t = 0; t < b->m->n_threads; t++) {
        const CtlModel *k = core_of(b->m, t, &of);
        for (int e = 0; e < k->n_events && t != thread; e++)
            if (b->asking[t][e] && (of != inst || k->events[e].e->port != port)) return true;
    }
    return false;
}

/* A request that waits for those of others may wait at the port as well, while another one is accepted. */
static void excuse(Blocked *b)
{
    for (int t = 0; t < b->m->n_threads && b->m->waits; t++) {
        int inst;
        const CtlModel *k = core_of(b->m, t, &inst);
        for (int e = 0; e < k->n_events; e++)
            if (k->events[e].e->kind == EV_CORE && k->events[e].e->def->waits && b->waits[t][e] &&
                another_asks(b, t, e))
                b->waits[t][e] = 0;
    }
}

/* Everything has been accepted, here or in a state before, or need not be while what was accepted is another's. */
static bool accepted_here(void *ctx, const SysState *s)
{
    Blocked *b = ctx;
    step_successors(b->m, s, SUCC_ISSUE, accepted, b);
    excuse(b);
    return !any_waits(b);
}

/* Also behind the end of time. */
static bool all_accepted(void *ctx, const SysState *s)
{
    Blocked *b = ctx;
    return accepted_here(b, s) || later_holds(b->m, s, b->which, accepted_here, b);
}

static bool search(Blocked *b, const SysState *s) { return !ahead_holds(b->m, s, b->which, all_accepted, b); }

/* A request of a line for which a way is free, or taken already, has nothing to hope for from evictions. */
static void split(Blocked *room, Blocked *full, const SysState *s)
{
    for (int t = 0; t < room->m->n_threads; t++)
        for (int q = 0; q < room->m->n_keys; q++) {
            int inst;
            const CtlModel *k = core_of(room->m, t, &inst);
            const Inst *x = &s->inst[inst];
            bool has_way = true;
            for (int i = 0; i < k->n_stores; i++)
                has_way &= state_line_of_key(k, x, i, q)->present || step_way_free(room->m, k, x, i, q);
            for (int e = 0; e < MAX_EVENTS; e++) (has_way ? full : room)->waits[t][e] &= (uint8_t)~(1 << q);
        }
}

bool blocked_request(const Model *m, const SysState *s, Fired *f)
{
    Blocked b = { .m = m, .which = SUCC_WORK };
    all_wait(&b, s);
    step_successors(m, s, SUCC_ISSUE, accepted, &b);
    excuse(&b);
    if (!any_waits(&b)) return false;
    Blocked full = b;
    full.which |= SUCC_EVICT;
    split(&b, &full, s);
    if (any_waits(&full) && search(&full, s)) b = full;
    else if (!any_waits(&b) || !search(&b, s)) return false;
    for (int t = 0; t < m->n_threads; t++)
        for (int e = 0; e < MAX_EVENTS; e++)
            for (int q = 0; q < m->n_keys; q++) {
                int inst;
                const CtlModel *k = core_of(m, t, &inst);
                if (!(b.waits[t][e] >> q & 1)) continue;
                char line[20] = "";
                if (!k->events[e].keyless) snprintf(line, sizeof line, " of line %d", q);
                model_problem(f, P_DEADLOCK,
                              "at rest, " STR_FMT "[%d] does not accept the " STR_FMT "%s from warp %d%s",
                              STR_ARG(k->c->name), m->inst[inst].index, STR_ARG(k->events[e].e->name), line,
                              t % m->n_warps, b.which & SUCC_EVICT ? ", whatever is evicted" : "");
                return true;
            }
    return false;
}
