/* fire.h - one occurrence at one instance: what the table says, and the state afterwards. */
#ifndef CG_VERIFY_FIRE_H
#define CG_VERIFY_FIRE_H
#include <stdio.h>
#include "verify/model/problem.h"
#include "verify/step/occurrence.h"

/* FIRE_NOT: it waits where it is. FIRE_IDLE: a wish, timer or wake whose row changes nothing: no step. FIRE_BOUND:
 * something would leave a bound of the model (Fired.bounds). FIRE_PROBLEM: problem and text. */
typedef enum { FIRE_NOT, FIRE_IDLE, FIRE_OK, FIRE_BOUND, FIRE_PROBLEM } FireResult;
/* With FIRE_OK `next` is the state after it; with FIRE_PROBLEM of a row that runs, what the row has done; otherwise it
 * is undefined. verbose: a text of what was done, or NULL. */
FireResult step_fire(const Model *m, const SysState *s, const Occurrence *o, SysState *next, Fired *f, FILE *verbose);
#endif
