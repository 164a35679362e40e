/* wires.h - registers of an instance that others see, later. */
#ifndef CG_VERIFY_WIRES_H
#define CG_VERIFY_WIRES_H
#include "verify/model/problem.h"
#include "verify/step/occurrence.h"

/* inst has not seen yet what `from` shows. */
bool wires_pending(const Model *m, const SysState *s, int inst, int from);
/* It sees it: an occurrence without a row. */
void wires_arrive(const Model *m, const SysState *s, const Occurrence *o, SysState *next, Fired *f);
/* False, with a problem: what inst shows has changed before the change before was seen. */
bool wires_hold(const Model *m, const SysState *s, const SysState *next, int inst, Fired *f);
#endif
