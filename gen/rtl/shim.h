#ifndef CG_SHIM_H
#define CG_SHIM_H
#include "block/block.h"
#include "ir/ir.h"
const Expr *store_attr(const Store *s, Str name);
const Expr *waiters_attr(const Waiters *w, Str name);
void shim_blocks(Arena *a, Diags *d, Protocol *p);
#endif
