/* problem.h - what can be wrong, and what is said of it. */
#ifndef CG_VERIFY_PROBLEM_H
#define CG_VERIFY_PROBLEM_H
#include <stdbool.h>
#include <stdint.h>
#include "util/str.h"

typedef enum {
    P_NONE,
    P_NEVER,
    P_OVERFLOW,
    P_INVARIANT,
    P_VALUE,
    P_ORDER,
    P_CONSERVATION,
    P_DEADLOCK,
    P_LIVELOCK,
    P_LITMUS,
    P_SERIAL,
    P_STARVATION,
    P_ERROR,                               /* <error> of a row; P_NEVER: a row marked never */
    P_LIMIT
} Problem;

/* Why a step is not followed; in sets a bit for each. */
typedef enum {
    BOUND_TIME,                            /* a timestamp or a time is beyond what is followed */
    BOUND_MESSAGES,                        /* under way, beyond MAX_MSGS */
    BOUND_READS,                           /* of one line, beyond MAX_READS */
    BOUND_OWED,                            /* answers of blocks */
    BOUND_NAMES,                           /* writes and transactions for which there is no name */
    BOUND_SIZE,                            /* of a state, packed */
    BOUNDS
} ModelBound;

/* Names of problems for --allow, blank-separated, in the order of the bits. */
extern const char verify_problem_names[];
/* What a step has done, or what is wrong with it. */
enum { TOLD = 400 };
typedef struct {
    Problem problem;
    char text[TOLD];                       /* numbers and up to three names */
    Str why;                               /* what the specification says to it, or empty */
    int row, event, view, before, after;   /* Row.id, Event.id, State.id */
    uint32_t waiting;                      /* messages that a walk over a port has changed, if they have arrived */
    bool waits;                            /* the row waits for room of which there always should be enough */
    unsigned lacks_way;                    /* with FIRE_NOT: a bit for each store of which no way is free */
    unsigned bounds;                       /* with FIRE_BOUND: a bit for each ModelBound that is left */
    int reader, read; /* thread whose read takes effect, -1: none; which write it sees (0: the newest) */
} Fired;

/* Sets problem and text; why becomes empty. */
void model_problem(Fired *f, Problem p, const char *format, ...) __attribute__((format(printf, 3, 4)));
#endif
