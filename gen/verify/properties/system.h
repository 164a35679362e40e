/* system.h - invariants over the whole system: every a in addr, c in L1: ... */
#ifndef CG_VERIFY_SYSTEM_H
#define CG_VERIFY_SYSTEM_H
#include "verify/state/state.h"

void system_prepare(const Model *m);     /* as invariants_prepare */
/* Does the test hold after a step of this instance on this line? For a cover: is it met now? Only cases that name the
 * instance are looked at. */
bool system_holds(const Model *m, const SysState *s, const SystemTest *t, int inst, int key);
/* All cases, those too that name no instance: in the first state. */
bool system_holds_first(const Model *m, const SysState *s, const SystemTest *t);
#endif
