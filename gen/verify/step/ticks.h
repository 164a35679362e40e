/* ticks.h - physical time passes. */
#ifndef CG_VERIFY_TICKS_H
#define CG_VERIFY_TICKS_H
#include "verify/model/problem.h"
#include "verify/step/occurrence.h"

/* Whether clock `clock` can go on at this instance: alone, if instances may differ, else at all of them (then it is
 * true of the first one that reads it only). */
bool ticks_can(const Model *m, const SysState *s, int inst, int clock);
/* It does: o->at is the clock. */
void ticks_pass(const Model *m, const SysState *s, const Occurrence *o, SysState *next, Fired *f);
#endif
