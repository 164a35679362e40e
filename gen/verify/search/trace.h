/* trace.h - the run that leads to a problem, as a numbered list of steps. */
#ifndef CG_VERIFY_TRACE_H
#define CG_VERIFY_TRACE_H
#include "verify/search/search.h"

/* One step of a run: what is done in s. All steps are in the numbers of the first state. */
typedef void TraceStepFn(void *ctx, int number, const SysState *s, const Occurrence *o);
/* Every step from the initial state to x->at, and the one that fails there, if it is a step that fails; end: the state
 * at x->at. False: no memory. */
bool trace_walk(Search *x, TraceStepFn *step, void *ctx, SysState *end);
/* The same as text, then what was found. */
void trace_print(Search *x, FILE *out);
#endif
