/* trace.h - the run that leads to a problem, as a numbered list of steps. */
#ifndef CG_VERIFY_TRACE_H
#define CG_VERIFY_TRACE_H
#include "verify/search.h"

/* Steps from the initial state to x->at, then what was found there. */
void trace_print(Search *x, FILE *out);
/* What is not at rest, one item per line. */
void trace_left(const Model *m, const SysState *s, FILE *out);
#endif
