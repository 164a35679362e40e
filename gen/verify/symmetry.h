/* symmetry.h - states that differ only in the numbering of cores or lines, brought to one form. */
#ifndef CG_VERIFY_SYMMETRY_H
#define CG_VERIFY_SYMMETRY_H
#include "verify/state.h"

/* Replaces s by an equivalent state; the choice depends on s up to renumbering, except where parts cannot be told apart by what is compared (that costs states, not soundness). */
void canonical(const Model *m, SysState *s);
#endif
