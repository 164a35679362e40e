/* pins.h - which lines an entry keeps from leaving. */
#ifndef CG_CHECK_PINS_H
#define CG_CHECK_PINS_H
#include "ir/ir.h"

/* Whether a key in this state, kept at an entry, can have a line in the store which cannot leave meanwhile. One that is
 * only there while what has waited in an entry that is done is offered again does not count. */
bool check_pins(Arena *a, const Controller *c, const State *st, const Store *s);
#endif
