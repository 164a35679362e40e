/* litmus_place.h - the ways to put the threads of a litmus test on warps of cores and its variables on lines. */
#ifndef CG_VERIFY_LITMUS_PLACE_H
#define CG_VERIFY_LITMUS_PLACE_H
#include "verify/state/program.h"

/* Number of the model's thread for each thread of the test, of the line and of its cell for each variable. */
typedef struct { int thread[LITMUS_THREADS], line[LITMUS_VARIABLES], cell[LITMUS_VARIABLES]; } Placement;
/* Not 0: no more placements. */
typedef int PlaceFn(void *ctx, const Placement *p);

/* Calls fn for every placement, but once for those that differ only in the numbers of cores, warps or lines that are
 * alike. Returns what fn has returned last. */
int litmus_places(const Model *m, const Litmus *t, PlaceFn *fn, void *ctx);
#endif
