/* race_set.c - the pairs that a search has met. */
#include "verify/races/race_set.h"
#include <stdlib.h>
#include <string.h>

static bool wish(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    const Model *m = ctx;
    (void)next, (void)f;
    return o->where != SRC_LEVEL_ || r != FIRE_OK || m->ctl[m->inst[o->inst].ctl].events[o->code].e->kind < EV_SWEEP;
}

/* In this state no wish and no sweep would happen by itself. */
static bool at_peace(const Model *m, const SysState *s)
{
    bool levels = false;
    for (int i = 0; i < m->n_ctl; i++) levels |= m->ctl[i].levels;
    return !levels || step_successors(m, s, SUCC_WORK, wish, (void *)(uintptr_t)m);
}

Races *races_create(const Model *m)
{
    Races *r = calloc(1, sizeof *r);
    if (r) { r->m = m; pthread_mutex_init(&r->lock, NULL); }
    return r;
}

void races_free(Races *r) { free(r); }

static unsigned slot_of(uint64_t key) { return (unsigned)(key * UINT64_C(0x9e3779b97f4a7c15) >> 48) % RACE_SLOTS; }

int races_find(const Races *r, RacePair p)
{
    uint64_t k;
    for (unsigned i = slot_of(p.key); (k = r->slot[i].key) != 0; i = (i + 1) % RACE_SLOTS)
        if (k == p.key) return r->slot[i].place;
    return -1;
}

static void add(Races *r, RacePair p, StateId from, uint64_t depth)
{
    unsigned i = slot_of(p.key);
    pthread_mutex_lock(&r->lock);
    while (r->slot[i].key && r->slot[i].key != p.key) i = (i + 1) % RACE_SLOTS;
    if (!r->slot[i].key && r->n < RACE_PAIRS) {
        r->found[r->n] = (RaceFound){ .pair = p, .from = from, .depth = depth };
        r->slot[i].place = r->n++;
        r->slot[i].key = p.key;      /* last: others look without the lock */
    }
    pthread_mutex_unlock(&r->lock);
}

/* An occurrence of a stored state. */
static void note(void *ctx, const SysState *s, const Occurrence *o, const Fired *f, StateId from, uint64_t depth)
{
    Races *r = ctx;
    RacePairs p;
    races_pairs(r->m, s, o, f, &p);
    for (int i = 0; i < p.n; i++) if (races_find(r, p.at[i]) < 0) add(r, p.at[i], from, depth);
}

SearchWatch races_watch(Races *r) { return (SearchWatch){ races_driven, at_peace, note, r }; }
