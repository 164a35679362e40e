/* source.h - of which source (<priority>) of its controller an occurrence is. */
#ifndef CG_VERIFY_SOURCE_H
#define CG_VERIFY_SOURCE_H
#include "verify/step/occurrence.h"

/* Index into Controller.sources; -1: of none (a register that is seen, a message that comes to the head). */
int step_source(const Model *m, const Occurrence *o);
#endif
