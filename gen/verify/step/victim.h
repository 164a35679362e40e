/* victim.h - lines that may leave only while a view of their state holds (victims="P:over"). */
#ifndef CG_VERIFY_VICTIM_H
#define CG_VERIFY_VICTIM_H
#include "verify/step/occurrence.h"

/* There is a line of this key, it is not locked, and of one of the classes of the store. */
bool victim_may_leave(const Model *m, const SysState *s, int inst, int store, int key);
#endif
