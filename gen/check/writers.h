/* writers.h - which events have rows that set a register, and to what; which of them can change a condition. */
#ifndef CG_CHECK_WRITERS_H
#define CG_CHECK_WRITERS_H
#include "check/facts.h"

/* known: it is set to `value`; else to something that is not looked at. */
typedef struct { const Var *reg; bool known; int64_t value; const Event *event; } Written;
typedef struct { Check *k; VEC(Written) all; } Writers;

/* All rows of the controller. */
void writers_find(Writers *w, Check *k, const Controller *c);

/* best: the best event by check_rank, but `held`, that can change what was asked for; outside: something else can, an
 * input, time, or room; own: `held` itself sets a register of it. */
typedef struct { const Writers *w; const Event *held, *best; bool outside, own; } Change;
/* What can give the condition this value, if it has the other one now. A row that sets a register to what keeps the
 * condition as it is does not count. */
void change_find(Change *x, const Expr *e, bool want);
#endif
