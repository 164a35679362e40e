/* walkthrough.h - what the walk-throughs share. */
#ifndef COHGEN_WALKTHROUGH_H
#define COHGEN_WALKTHROUGH_H
#include "trial.h"

typedef struct { Trial *t; Words options; int status; } Walk; /* options: of `cohgen emit`, the caller's; exit status */

/* The folder of a simulator with these values of parameters, "PARAM=VALUE ...". The caller's options are the last ones.
 * Ends the program with status 3 if it cannot be built. There is one at a time. */
const char *walkthrough_simulator(Walk *w, const char *spec, const char *optimise, const char *sets);
void walkthrough_stc(Walk *w);
#endif
