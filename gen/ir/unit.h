/* unit.h - a unit behind a block port. */
#ifndef CG_IR_UNIT_H
#define CG_IR_UNIT_H
#include "ir/ir.h"

/* For block_eval: its sizes, the widths of its operands and results, key_width. */
typedef struct { const Controller *c; const Port *p; const ParamEnv *env; } UnitView;
bool unit_lookup(void *ctx, Str name, int64_t *out);
/* The field of this name, or NULL. */
const Field *port_field(const PortMsg *m, Str name);
/* A field of its request, or of an answer, or NULL. */
const Field *unit_field(const Port *p, Str name);
#endif
