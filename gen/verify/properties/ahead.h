/* ahead.h - what a state leads to by itself. */
#ifndef CG_VERIFY_AHEAD_H
#define CG_VERIFY_AHEAD_H
#include "verify/state/state.h"

typedef bool AheadFn(void *ctx, const SysState *s);
/* Does fn hold for s, or for a state behind it, when only what `which` (SUCC_...) says happens? Also true where a bound
 * is met: beyond it anything may be. */
bool ahead_holds(const Model *m, const SysState *s, unsigned which, AheadFn *fn, void *ctx);
#endif
