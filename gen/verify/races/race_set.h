/* race_set.h - the pairs that a search has found. */
#ifndef CG_VERIFY_RACE_SET_H
#define CG_VERIFY_RACE_SET_H
#include "verify/races/race_pairs.h"
#include "verify/races/races.h"
#include <pthread.h>

enum { RACE_SLOTS = 1 << 16, RACE_PAIRS = 1 << 15 };

/* from: a state in which it can happen, first reached after `depth` steps. test, step: where it happens in the tests,
 * 0: not yet. */
typedef struct { RacePair pair; StateId from; uint64_t depth; int test, step; } RaceFound;
typedef struct { _Atomic uint64_t key; int place; } RaceSlot;

struct Races {
    const Model *m;
    pthread_mutex_t lock;            /* for additions */
    RaceSlot slot[RACE_SLOTS];
    RaceFound found[RACE_PAIRS];     /* in the order in which they were found */
    int n;
};

/* Its place in `found`, -1: it is not there. */
int races_find(const Races *r, RacePair p);
#endif
