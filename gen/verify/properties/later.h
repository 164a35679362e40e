/* later.h - times that end with the search, and what would come behind their end. */
#ifndef CG_VERIFY_LATER_H
#define CG_VERIFY_LATER_H
#include "verify/properties/ahead.h"

/* Does fn hold for s at some time that is not followed any more, or behind it when only what `which` (SUCC_...) says
 * happens? Only where all times that end have ended. Tried are the next few ticks, and the greatest value that the type
 * holds. */
bool later_holds(const Model *m, const SysState *s, unsigned which, AheadFn *fn, void *ctx);
#endif
