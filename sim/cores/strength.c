/* strength.c - see strength.h. */
#include "cores/strength.h"
#include <string.h>

enum { MAX_EVENTS = 64 };

SimKind sim_strength_kind(LitmusKind kind)
{
    static const SimKind kinds[] = {[LITMUS_STORE] = SIM_STORE, [LITMUS_LOAD] = SIM_LOAD, [LITMUS_ATOMIC] = SIM_ATOMIC,
                                    [LITMUS_FENCE] = SIM_FENCE};
    return kinds[kind];
}

LitmusKind sim_strength_litmus(SimKind kind)
{
    static const LitmusKind kinds[] = {[SIM_STORE] = LITMUS_STORE, [SIM_LOAD] = LITMUS_LOAD,
                                       [SIM_ATOMIC] = LITMUS_ATOMIC, [SIM_FENCE] = LITMUS_FENCE};
    return kinds[kind];
}

static bool says_scope(const CgCorePort *p)
{
    for (uint32_t i = 0; i < p->n_events && p->strengths; i++) if (p->strengths[i].scope) return true;
    return false;
}

bool sim_strength_scopes(const CgDesign *d)
{
    for (uint32_t i = 0; i < d->n_cores; i++) if (says_scope(&d->cores[i])) return true;
    return false;
}

static SimKind does(const CgStrength *g)
{
    static const SimKind kinds[] = {SIM_OTHER, SIM_LOAD, SIM_STORE, SIM_ATOMIC, SIM_FENCE};
    return kinds[g->does];
}

SimKind sim_strength_does(const CgCorePort *p, uint32_t event)
{
    for (uint32_t i = 0; i < p->n_events; i++) {
        if (p->events[i].code != event) continue;
        if (p->strengths) return does(&p->strengths[i]);
        for (int k = 0; k < SIM_OTHER; k++) if (strcmp(p->events[i].name, sim_kind_names[k]) == 0) return (SimKind)k;
    }
    return SIM_OTHER;
}

/* All cores, for a machine: the widest scope that a request of the port has. */
static LitmusScope whole(const CgCorePort *p)
{
    LitmusScope s = LITMUS_NO_SCOPE;
    for (uint32_t i = 0; i < p->n_events; i++)
        if (p->strengths[i].scope > s) s = (LitmusScope)p->strengths[i].scope;
    return s == LITMUS_NO_SCOPE ? LITMUS_SYS : s;
}

static LitmusStatement plain(SimKind kind, LitmusOrder order, LitmusScope scope, LitmusScope all)
{
    LitmusStatement s = {.kind = sim_strength_litmus(kind), .order = order, .scope = scope};
    if (order != LITMUS_ORDER_WEAK) return s;
    if (kind == SIM_FENCE) s.order = LITMUS_ORDER_SC;
    if (kind == SIM_ATOMIC) s.order = LITMUS_ORDER_RELAXED;
    if (s.order) s.scope = all;
    return s;
}

/* The strongest fence of a scope, or -1. */
static int strongest_fence(const LitmusRequest *have, int n, LitmusScope scope)
{
    int at = -1;
    for (int i = 0; i < n; i++)
        if (have[i].kind == LITMUS_FENCE && have[i].scope == scope && (at < 0 || have[i].order > have[at].order))
            at = i;
    return at;
}

uint32_t sim_strength_event(const CgCorePort *p, SimKind kind, LitmusOrder order, LitmusScope scope)
{
    LitmusRequest have[MAX_EVENTS];
    uint32_t code[MAX_EVENTS];
    int n = 0;
    if (kind == SIM_OTHER) return SIM_NONE;
    uint32_t named = sim_code(p->events, p->n_events, sim_kind_names[kind]);
    if (!p->strengths || (!says_scope(p) && named != SIM_NONE)) return named;
    for (uint32_t i = 0; i < p->n_events && n < MAX_EVENTS; i++) {
        const CgStrength *g = &p->strengths[i];
        if (does(g) == SIM_OTHER) continue;
        code[n] = p->events[i].code;
        have[n++] = (LitmusRequest){sim_strength_litmus(does(g)), (LitmusOrder)g->order, (LitmusScope)g->scope};
    }
    LitmusScope all = whole(p);
    LitmusStatement s = plain(kind, order, scope, all);
    int at = litmus_request_for(&s, have, n);
    if (at < 0 && kind == SIM_FENCE && order == LITMUS_ORDER_WEAK) at = strongest_fence(have, n, all);
    return at < 0 ? SIM_NONE : code[at];
}
