/* litmus_run.h - litmus tests: the outcomes over all runs and placements, against sequential consistency. */
#ifndef CG_VERIFY_LITMUS_RUN_H
#define CG_VERIFY_LITMUS_RUN_H
#include "verify/seen/seen.h"

/* Of all searches together; tests: those that could be run; bounded: something was not followed; seen: what they have
 * looked at is added. */
typedef struct { uint64_t states; int tests; bool bounded; Seen *seen; } LitmusSum;

/* The tests of the options, one after the other; all of *sum but seen is set. What the system cannot run (too few
 * threads, a request that no port has) is said, and the others run: 2 if all of these pass. */
int litmus_run(Arena *a, Diags *d, const Protocol *p, const VerifyOptions *o, LitmusSum *sum, FILE *out);
#endif
