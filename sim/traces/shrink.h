/* shrink.h - makes a trace that fails shorter, as long as it fails: delta debugging (Zeller and Hildebrandt 2002) over
 * its operations. */
#ifndef COHGEN_SIM_SHRINK_H
#define COHGEN_SIM_SHRINK_H
#include "traces/op_trace.h"

typedef struct {
    bool (*fails)(void *context, const SimOpTrace *t); /* whether a trace fails as the first one did */
    void *context;
    uint32_t max_trials;
    uint32_t trials;                                   /* so far */
} SimShrink;

/* Shortens *t, which fails: tries its beginnings, then leaves out warps and ever smaller parts, then delays and initial
   memory. While the trace is short, a candidate that passes is tried with other seeds as well, since leaving something
   out moves everything behind it in time. Stops after max_trials. */
void sim_shrink(SimShrink *s, SimOpTrace *t);
#endif
