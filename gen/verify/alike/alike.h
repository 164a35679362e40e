/* alike.h - whether cores, warps and lines are alike: whether the tables say the same of each, whatever its number is.
 *
 * Every expression must be made of what keeps its meaning when the numbers are exchanged everywhere at once. This is
 * a list of what is allowed; whatever is not on it tells them apart. docs/verify.md, "Symmetry and storage". */
#ifndef CG_VERIFY_ALIKE_H
#define CG_VERIFY_ALIKE_H
#include "verify/model/types.h"

/* Fills m->apart. */
void alike_find(Model *m);
/* While a key is in this stored state the field may hold its reset, which nobody has set. If cores are alike no row
 * reads it then, unless this reset is no core's. */
bool alike_unset(const Model *m, const CtlModel *k, const State *st, const Var *field);
/* For the user: what tells cores or lines apart, a line for each. said: bit per kind of which this was said before. */
void alike_print(const Model *m, unsigned *said, FILE *out);
#endif
