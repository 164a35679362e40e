/* body.h - the body of a row as operations. */
#ifndef CG_LOWER_BODY_H
#define CG_LOWER_BODY_H
#include "lower/ops.h"

/* The operations of a row's body; its walks are added to l->walks. */
LowOp *lower_body(Arena *a, Lowered *l, const Row *row);
#endif
