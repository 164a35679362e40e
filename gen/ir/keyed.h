/* keyed.h - what a table is without the events that are about no key (option --keyed). */
#ifndef CG_IR_KEYED_H
#define CG_IR_KEYED_H

#include "ir/ir.h"

/* Of events without key those that end what rows with one may have begun are not left out: a sweep, a gather. */
bool keyed_leaves_out(const Event *e);

/* Is the row of an event that is left out, and of no other? */
bool keyed_drops(const Controller *c, const Row *row);

/* Takes these events and their rows out of all controllers with a key, and numbers the rest anew: for uses in which the
 * numbers of the emitted tables do not matter. Before a back end has seen the protocol. */
void keyed_only(Protocol *p);

#endif
