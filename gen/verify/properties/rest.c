/* rest.c - rest, deadlock, and what must be so at rest. */
#include "verify/properties/rest.h"
#include "verify/properties/ahead.h"
#include "verify/properties/later.h"
#include "verify/state/program.h"
#include "verify/step/succ.h"

/* Threads that can have a next operation. */
static unsigned wanting(const Model *m, const SysState *s)
{
    unsigned threads = 0;
    ProgramOp next;
    for (int t = 0; t < m->n_threads; t++)
        if (!s->thread[t].op && (m->program ? program_next(m->program, s, t, &next) : !m->o->ops || s->thread[t].left))
            threads |= 1u << t;
    return threads;
}

static bool issued(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    (void)r; (void)next; (void)f;
    if (o->where == SRC_CORE_) *(unsigned *)ctx |= 1u << o->at;
    return true;
}

/* Who waits has asked for something that waits for requests of others, and not all do so. Whatever is under way then
 * may be theirs. */
static bool others_can(const Model *m, const SysState *s)
{
    bool waits = false, free = false;
    for (int t = 0; t < m->n_slots && m->waits; t++) {
        if (s->thread[t].op && !s->thread[t].waits) return false;
        waits |= s->thread[t].op != OP_NONE;
        free |= t < m->n_threads && !s->thread[t].op;
    }
    return waits && free;
}

/* Threads that may wait at the port with a request that waits for those of others. */
static unsigned may_wait(const Model *m)
{
    unsigned threads = 0;
    for (int i = 0; i < m->n_inst && m->waits; i++)
        for (int t = 0; t < m->n_threads; t++)
            if (m->ctl[m->inst[i].ctl].waits && m->inst[i].core == t / m->n_warps) threads |= 1u << t;
    return threads;
}

typedef struct { const Model *m; } Later;

typedef struct { const Model *m; int thread; } Taken;

static bool taken(void *ctx, const SysState *s)
{
    const Taken *x = ctx;
    unsigned can = 0;
    step_successors(x->m, s, SUCC_ISSUE, issued, &can);
    return can >> x->thread & 1;
}

/* Each of these threads is let make its next request some time, when no other one makes any: they may be served in
 * turn. */
static bool taken_in_turn(const Model *m, const SysState *s, unsigned threads)
{
    for (int t = 0; t < m->n_threads; t++)
        if (threads >> t & 1 && !ahead_holds(m, s, SUCC_WORK | SUCC_ENDS | SUCC_EVICT_NEEDED, taken, &(Taken){ m, t }))
            return false;
    return true;
}

static bool at_rest(void *ctx, const SysState *s)
{
    const Model *m = ((Later *)ctx)->m;
    unsigned can = 0, kept;
    if (!state_quiescent(m, s) && !others_can(m, s)) return false;
    if (m->refuses) step_successors(m, s, SUCC_ISSUE, issued, &can);
    kept = wanting(m, s) & ~can;
    if (can) kept &= ~may_wait(m);
    return !m->refuses || !kept || taken_in_turn(m, s, kept);
}

/* Behind the end of time all comes to rest. */
static bool rests_later(const Model *m, const SysState *s)
{
    return later_holds(m, s, SUCC_WORK | SUCC_ENDS | SUCC_EVICT_NEEDED, at_rest, &(Later){ m });
}

bool rest_reached(const Model *m, const SysState *s) { return at_rest(&(Later){ m }, s) || rests_later(m, s); }

bool rest_dead(const Model *m, const SysState *s, bool requests, Fired *f)
{
    if (state_quiescent(m, s) && (!m->refuses || requests || !wanting(m, s))) return false;
    if (others_can(m, s) && (requests || !wanting(m, s))) return false;
    if (rests_later(m, s)) return false;
    model_problem(f, P_DEADLOCK, "nothing can happen any more, and this is left:");
    return true;
}

static bool any(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    (void)o; (void)r; (void)next; (void)f;
    *(bool *)ctx = true;
    return false;
}

/* Something that is owed is still to come: a wish, a wake. */
static bool works(const Model *m, const SysState *s)
{
    bool found = false;
    step_successors(m, s, SUCC_WORK, any, &found);
    return found;
}

/* A controller whose state belongs to no line is in one that is not stable, and nothing is under way. */
static bool stuck(const Model *m, const SysState *s, Fired *f)
{
    for (int i = 0; i < m->n_inst; i++) {
        const CtlModel *k = &m->ctl[m->inst[i].ctl];
        const State *st = k->c->states.at[s->inst[i].plain];
        if (!k->whole || st->stable || works(m, s)) continue;
        model_problem(f, P_CONSERVATION, "at rest " STR_FMT "[%d] is in state " STR_FMT ", which is not stable",
                      STR_ARG(k->c->name), m->inst[i].index, STR_ARG(st->name));
        return true;
    }
    return false;
}

/* A line of a store of an instance. */
typedef struct { const Model *m; const StoreModel *st; int inst, store, key; } Held;

static const Line *line_of(const Held *x, const SysState *s) { return &s->inst[x->inst].at[x->store].line[x->key]; }

static bool unlocked(void *ctx, const SysState *s)
{
    const Held *x = ctx;
    return !state_line_locked(x->st, line_of(x, s));
}

/* Also behind the end of time. */
static bool unlocked_then(void *ctx, const SysState *s)
{
    const Held *x = ctx;
    return unlocked(ctx, s) || later_holds(x->m, s, SUCC_WORK, unlocked, ctx);
}

/* A locked line, and what is still to come (wakes that are due, wishes, sweeps, timers) never unlocks it. */
static bool lost_lock(Held *x, const SysState *s, Fired *f)
{
    const Model *m = x->m;
    if (ahead_holds(m, s, SUCC_WORK, unlocked_then, x)) return false;
    model_problem(f, P_CONSERVATION, "at rest line %d of " STR_FMT " of " STR_FMT "[%d] is locked%s", x->key,
                  STR_ARG(x->st->s->name), STR_ARG(m->ctl[m->inst[x->inst].ctl].c->name), m->inst[x->inst].index,
                  works(m, s) ? ", and nothing that is still to come unlocks it" : "");
    return true;
}

/* A line that is there and should not be. */
static bool lost_line(Held *x, const SysState *s, Fired *f)
{
    const Model *m = x->m;
    const Controller *c = m->ctl[m->inst[x->inst].ctl].c;
    const Line *l = line_of(x, s);
    const State *state = c->states.at[l->state];
    int index = m->inst[x->inst].index;
    if (!l->present) return false;
    if (lost_lock(x, s, f)) return true;
    if (!x->st->keeps || (state->at == AT_STORE && (state->stable || works(m, s)))) return false;
    if (state->at == AT_STORE)
        model_problem(f, P_CONSERVATION,
                      "at rest line %d of " STR_FMT "[%d] is in state " STR_FMT ", which is not stable", x->key,
                      STR_ARG(c->name), index, STR_ARG(state->name));
    else
        model_problem(f, P_CONSERVATION, "at rest " STR_FMT "[%d] keeps a way for line %d that no state belongs to",
                      STR_ARG(c->name), index, x->key);
    return true;
}

static bool lost(const Model *m, const SysState *s, Fired *f)
{
    if (stuck(m, s, f)) return true;
    for (int i = 0; i < m->n_inst; i++) {
        const CtlModel *k = &m->ctl[m->inst[i].ctl];
        for (int q = 0; q < m->n_keys; q++)
            for (int st = 0; st < k->n_stores; st++)
                if (lost_line(&(Held){ m, &k->store[st], i, st, q }, s, f)) return true;
    }
    return false;
}

static bool kept(void *ctx, const SysState *s)
{
    Fired f;
    return !lost(((Later *)ctx)->m, s, &f);
}

bool rest_lost(const Model *m, const SysState *s, Fired *f)
{
    return lost(m, s, f) && !later_holds(m, s, SUCC_WORK, kept, &(Later){ m });
}
