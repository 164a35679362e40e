/* litmus_run.h - litmus tests: the outcomes over all runs and placements, against sequential consistency. */
#ifndef CG_VERIFY_LITMUS_RUN_H
#define CG_VERIFY_LITMUS_RUN_H
#include "verify/model/options.h"

/* Of all searches together; bounded: something was not followed. */
typedef struct { uint64_t states; bool bounded; } LitmusSum;

/* The tests of the options, one after the other; *sum is set. */
int litmus_run(Arena *a, Diags *d, const Protocol *p, const VerifyOptions *o, LitmusSum *sum, FILE *out);
#endif
