/* invariant.h - the invariants and covers of the specification. */
#ifndef CG_VERIFY_INVARIANT_H
#define CG_VERIFY_INVARIANT_H
#include <stdio.h>
#include "verify/model/problem.h"
#include "verify/state/state.h"

/* Those of the instance that has just made a step on a line, and those of the system that such a step can break. False:
 * f says which. Notes covers that are met. */
bool invariants_hold(const Model *m, const SysState *s, int inst, int key, Fired *f);
/* The former (of s only that instance is read), and the latter. */
bool invariants_of_instance(const Model *m, const SysState *s, int inst, int key, Fired *f);
bool invariants_of_system(const Model *m, const SysState *s, int inst, int key, Fired *f);
/* All those of the system; and all of them, in the state to begin with. */
bool invariants_of_all(const Model *m, const SysState *s, Fired *f);
bool invariants_hold_first(const Model *m, const SysState *s, Fired *f);
/* Compiles them, so that threads may evaluate them at the same time. */
void invariants_prepare(const Model *m);
/* The covers that were never met, and their number. */
int invariants_print_covers(const Model *m, FILE *out);
#endif
