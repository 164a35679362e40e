/* replay.h - a violation as a schedule that the test bench of replays (sim/replay/main.c) drives in the emitted
 * Verilog. */
#ifndef CG_VERIFY_REPLAY_H
#define CG_VERIFY_REPLAY_H
#include "verify/search/search.h"

/* Writes the run to x->at, what was found there and the parameters of the design into m->o->replay, if it is wanted;
 * docs/verify.md has the format. */
void replay_record(Search *x);
/* A random run of the model instead, that passes over whatever is wrong: does the Verilog do the same? */
void replay_random(const Model *m, FILE *out);
#endif
