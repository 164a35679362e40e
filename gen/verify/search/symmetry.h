/* symmetry.h - states that differ only in the numbering of cores or lines, brought to one form. */
#ifndef CG_VERIFY_SYMMETRY_H
#define CG_VERIFY_SYMMETRY_H
#include "verify/state/state.h"

/* New number of each core and of each line. */
typedef struct { int core[MAX_INST], key[MAX_KEYS]; } Numbering;

void symmetry_numbering_same(Numbering *n);
void symmetry_renumber(const Model *m, SysState *s, const Numbering *n);
/* The number of an instance when states have been renumbered so. */
int symmetry_renumbered(const Model *m, int inst, const Numbering *n);
/* Replaces s by an equivalent state; did: how it was renumbered, or NULL. What cannot be told apart by what is compared
 * keeps its order: that costs states, not soundness. */
void symmetry_canonical(const Model *m, SysState *s, Numbering *did);
#endif
