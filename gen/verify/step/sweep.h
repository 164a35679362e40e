/* sweep.h - sweeps over the lines of an instance (docs/language.md, Sweeps).
 *
 * The order of places is the hardware's, so the lines come in any order. due: the line has been one to visit since
 * the sweep began, and has not been visited: the sweep does not end before. seen: it has been visited, and has not left
 * since: it is not visited again. Any other line that is to be visited now may be, or not: it has come, or has become
 * one to visit, in front of the sweep or behind it. */
#ifndef CG_VERIFY_SWEEP_H
#define CG_VERIFY_SWEEP_H
#include "verify/step/occurrence.h"

/* The sweep can be at this line now; it can end now. number: among those of the controller. */
bool sweep_can_visit(const Model *m, const SysState *s, int inst, int number, int key);
bool sweep_can_end(const Model *m, const SysState *s, int inst, int number);
/* After a row of the occurrence: which lines are due, which have been seen. */
void sweeps_go_on(const Model *m, const Occurrence *o, const uint64_t *out, SysState *next);
#endif
