/* walk.h - the <walk>s of a row: what it does to every line or entry at once. */
#ifndef CG_VERIFY_WALK_H
#define CG_VERIFY_WALK_H
#include "verify/step/occurrence.h"

/* Those that the row with these inputs and outputs takes, in order; the occurrence's own key is left to the row. */
void walks(const Model *m, const Occurrence *o, const uint64_t *in, const uint64_t *out, SysState *next);
#endif
