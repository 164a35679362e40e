/* parts.h - shared by the files of gen/block. */
#ifndef CG_BLOCK_PARTS_H
#define CG_BLOCK_PARTS_H
#include "block/block.h"
#include "read/read.h"

/* A pin that a module of this sort can have. need: it must be there; with: it must be there if that one is. */
typedef struct { const char *role; bool need; const char *with; } BlockRole;

/* The roles of a sort, ended by one without name; of a data path those that its operands do not make. */
const BlockRole *block_roles(BlockSort sort);
/* Signals of the controller that conditions of gauges and causes may name; ended by NULL. */
const char *const *block_signals(void);
/* Attributes of <store>, <waiters>, <apply> that are not a block's; ended by NULL. */
const char *const *block_own_attributes(void);

/* One manifest; NULL after a diagnostic. */
Block *block_build(Arena *a, Diags *d, const Node *root);
/* Kinds that it names, and whether its own is new; false after a diagnostic. Call for each block when all are known. */
bool block_check_kinds(Arena *a, Diags *d, const Blocks *all, const Block *b, const Node *root);
#endif
