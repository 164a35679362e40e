/* unroll.h - invariants over the whole system: every a in addr, c in L1: ... */
#ifndef CG_VERIFY_UNROLL_H
#define CG_VERIFY_UNROLL_H
#include "verify/model/types.h"

/* The invariants of scope system, case by case: one for each choice of instances and lines of the outermost names.
 * Once, after the instances are known. */
bool model_unroll(Model *m, Diags *d);
#endif
