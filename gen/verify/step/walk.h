/* walk.h - the <walk>s of a row: what it does to every line or entry at once. */
#ifndef CG_VERIFY_WALK_H
#define CG_VERIFY_WALK_H
#include "verify/model/problem.h"
#include "verify/step/occurrence.h"

/* Those that the row with these inputs and outputs takes, in order; the occurrence's own key is left to the row. */
void step_walks(const Model *m, const Occurrence *o, const uint64_t *in, const uint64_t *out, SysState *next);
/* Those over ports, before the row sends: of the messages that the row would change, those of o->away (bits of their
 * numbers in next) have not arrived, nor, in an ordered network, has what is behind one of them. f->waiting: all that
 * it would change. */
void step_port_walks(const Model *m, const Occurrence *o, const uint64_t *out, SysState *next, Fired *f);
#endif
