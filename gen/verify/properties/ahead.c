/* ahead.c - the states behind one state, breadth first, until one is found. */
#include "verify/properties/ahead.h"
#include "verify/step/succ.h"
#include <stdlib.h>

enum { VISITS_MAX = 4096 };          /* states behind one; beyond it nothing is claimed */

typedef struct {
    const Model *m;
    uint64_t *seen;
    uint64_t (*at)[PACKED_WORDS];
    int n, room;
    bool open;
} Ahead;

/* Mostly a few suffice; fresh memory for all of them would cost more than the rest. */
static bool grow(Ahead *a)
{
    enum { FIRST = 32 };
    int room = a->room ? 2 * a->room : FIRST;
    uint64_t *seen = realloc(a->seen, (size_t)room * sizeof *seen);
    if (seen) a->seen = seen;
    void *at = seen ? realloc(a->at, (size_t)room * sizeof *a->at) : NULL;
    if (at) a->at = at, a->room = room;
    return at;
}

static bool visit(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    Ahead *a = ctx;
    (void)o; (void)f;
    if (r != FIRE_OK || a->n == VISITS_MAX || (a->n == a->room && !grow(a))) {
        a->open = true;
        return false;
    } /* beyond the bound anything may happen */
    size_t n = state_pack(a->m, next, a->at[a->n]);
    uint64_t hash = state_hash(a->at[a->n], n);
    for (int i = 0; i < a->n; i++) if (a->seen[i] == hash) return true;
    a->seen[a->n++] = hash;
    return true;
}

bool ahead_holds(const Model *m, const SysState *s, unsigned which, AheadFn *fn, void *ctx)
{
    SysState next;
    bool found = fn(ctx, s);
    if (found) return true;
    Ahead a = { .m = m };
    visit(&a, NULL, FIRE_OK, s, NULL);
    for (int i = 0; i < a.n && !a.open && !found; i++) {
        state_unpack(m, a.at[i], &next);
        found = i && fn(ctx, &next);
        if (!found) step_successors(m, &next, which, visit, &a);
    }
    free(a.seen);
    free(a.at);
    return found || a.open;
}
