/* alike_rows.h - the rows and views of a controller, for alike.c. */
#ifndef CG_VERIFY_ALIKE_ROWS_H
#define CG_VERIFY_ALIKE_ROWS_H
#include "verify/alike/alike_expr.h"

/* Looks at all of them once, and learns from them. */
void alike_rows(Alike *a, const CtlModel *k);
/* alike_unset, by what is known so far of the controller's fields. */
bool alike_unset_in(const CtlModel *k, const bool *known, const State *st, const Var *field);
#endif
