/* aside.h - what happens at an instance without a row: it sees what another one shows, time passes, an input changes.
 */
#ifndef CG_VERIFY_ASIDE_H
#define CG_VERIFY_ASIDE_H
#include "verify/model/problem.h"
#include "verify/step/occurrence.h"

/* The next one behind *o, which is set to aside_first before; with turns those of inputs, too. False: there is none. */
Occurrence aside_first(int inst);
bool aside_next(const Model *m, const SysState *s, bool turns, Occurrence *o);
/* An input has another value: o->at is the pin, o->cell the number of the value. */
void aside_turn(const Model *m, const SysState *s, const Occurrence *o, SysState *next, Fired *f);
#endif
