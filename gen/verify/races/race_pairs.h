/* race_pairs.h - pairs of events that meet on one line. */
#ifndef CG_VERIFY_RACE_PAIRS_H
#define CG_VERIFY_RACE_PAIRS_H
#include "verify/model/problem.h"
#include "verify/step/occurrence.h"

/* cross = 0: `event` is taken at an instance of ctl whose line is in `state` (shown as `view`), where `waiting` is
 * under way for that line: kinds of operations of its core (bits by OpType), or, without a core, what is parked (bits
 * by EventMap.parked). cross = 1: meanwhile message `kind` of network `net` is on its way; state, view and waiting are
 * of the core's instance that sends or gets it (of_ctl; has_core 0: there is none). relation: whether the event is this
 * core's own. replayed: the event was parked before. */
typedef enum { RACE_NOBODY, RACE_OWN, RACE_OTHER } RaceRelation;
typedef union {
    struct {
        uint64_t cross : 1, ctl : 2, event : 8, replayed : 1, state : 6, view : 6, waiting : 24, net : 3, kind : 4,
            of_ctl : 2, has_core : 1, relation : 2, used : 1;
    };
    uint64_t key;
} RacePair;
_Static_assert(MAX_CTLS <= 4 && MAX_NETS <= 8 && MAX_KINDS <= 16, "the parts of a pair hold these");
typedef struct { RacePair at[1 + MAX_MSGS]; int n; } RacePairs;

/* The pairs of an occurrence in a state; f: what fire said. */
void races_pairs(const Model *m, const SysState *s, const Occurrence *o, const Fired *f, RacePairs *out);
/* The test bench of replays can bring it about. */
bool races_driven(const Occurrence *o);
#endif
