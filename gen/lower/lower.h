/* lower.h - the door of this room: a controller as guarded operations (ops.h). */
#ifndef CG_LOWER_H
#define CG_LOWER_H
#include "lower/ops.h"

/* Neither the IR nor the step is changed. */
const Lowered *lower_build(Arena *a, const Step *s);
#endif
