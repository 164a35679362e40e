/* initial.h - the first state. */
#ifndef CG_VERIFY_INITIAL_H
#define CG_VERIFY_INITIAL_H
#include "verify/state/state.h"

void state_initial(const Model *m, SysState *s);
#endif
