/* after.h - what a step has changed at its instance. */
#ifndef CG_VERIFY_AFTER_H
#define CG_VERIFY_AFTER_H
#include "verify/step/occurrence.h"

/* The step can have changed what invariants say of the line: it was about it, or it changed what its instance holds of
 * it (a walk, an overflow event), or the registers, which stand in the invariants of every line. */
bool after_concerns(const Model *m, const Occurrence *o, const SysState *s, const SysState *next, int key);
/* States that its lines are in afterwards, registers that have changed: as in SearchMet. */
uint64_t after_states(const Model *m, const Occurrence *o, const SysState *next);
uint64_t after_moved(const Model *m, const Occurrence *o, const SysState *s, const SysState *next);
#endif
