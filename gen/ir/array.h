/* array.h - arrays of registers, and indices. */
#ifndef CG_IR_ARRAY_H
#define CG_IR_ARRAY_H
#include "ir/build.h"

/* The most values that an index of this type has; 0 after an error. */
int  index_values(Build *b, const Type *t, Pos at);
/* <register per=...>: `like` is the register without it. False after an error. */
bool build_array(Build *b, Controller *c, const Node *n, const Var *like);
/* What is read or set of an array at all is read or set of each of its registers: once the rows are built. */
void share_uses(Controller *c);
#endif
