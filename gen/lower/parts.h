/* parts.h - shared by the files of gen/lower. */
#ifndef CG_LOWER_PARTS_H
#define CG_LOWER_PARTS_H
#include "lower/lower.h"

/* The operations of a row's body; its walks are added to l->walks. */
LowOp *lower_body(Arena *a, Lowered *l, const Row *row);
#endif
