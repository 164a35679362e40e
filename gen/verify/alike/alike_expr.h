/* alike_expr.h - expressions that keep their meaning when cores, warps or lines are numbered in another way. */
#ifndef CG_VERIFY_ALIKE_EXPR_H
#define CG_VERIFY_ALIKE_EXPR_H
#include "verify/alike/alike_known.h"

/* Where an expression stands. unset: by Var.id, NULL: every field may be; event: NULL: none is at hand. */
typedef struct { Alike *a; const CtlModel *k; const Event *event; const bool *unset; bool keyless, walk; } Spot;

/* The value of the expression is the same whatever the numbers are, or is a number that is renamed with them; if not,
 * they are told apart. */
void alike_expr(const Spot *s, const Expr *e);
/* The node may be none of a core. */
bool alike_other(const Spot *s, const Expr *e);
#endif
