/* litmus_run.h - litmus tests: the outcomes over all runs and placements, against sequential consistency. */
#ifndef CG_VERIFY_LITMUS_RUN_H
#define CG_VERIFY_LITMUS_RUN_H
#include "verify/model/options.h"

/* states: of all searches are added. */
int litmus_run(Arena *a, Diags *d, const Protocol *p, const VerifyOptions *o, uint64_t *states, FILE *out);
#endif
