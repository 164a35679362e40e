/* probe.h - ports that look into a store of another controller. */
#ifndef CG_IR_PROBE_H
#define CG_IR_PROBE_H
#include "ir/ir.h"

/* An answer of a probe has this field of the store; is whether the key has a line. */
Var *probe_field(const Port *p, Str name);
bool probe_is_hit(const Port *p, const Field *f);
/* What its probers are answered with, each field once. */
typedef struct { VEC(const Field *) at; } ProbeFields;
ProbeFields probe_answers(Arena *a, const Store *s);
/* It stands inside of the system: behind it is a unit, or another controller's store. */
bool port_inside(const Port *p);
#endif
