/* invariant.h - the invariants of the specification. */
#ifndef CG_VERIFY_INVARIANT_H
#define CG_VERIFY_INVARIANT_H
#include "verify/fire.h"

/* Those of the instance that has just made a step on a line. False: f says which. Invariants over the whole system are not evaluated. */
bool invariants_hold(const Model *m, const SysState *s, int inst, int key, Fired *f);
/* Compiles them, so that threads may evaluate them at the same time. */
void invariants_prepare(const Model *m);
/* Number of invariants that are evaluated, and that are not. */
void invariants_count(const Model *m, int *yes, int *no);
#endif
