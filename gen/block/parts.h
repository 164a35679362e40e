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

/* A manifest while it is read. names: those that expressions may use. */
typedef struct {
    Arena *a;
    Diags *d;
    const Node *root;
    Block *b;
    VEC(Str) names;
} Manifest;

bool manifest_in_list(const char *const *list, Str name);
/* Position of a word of an attribute's value. */
Pos manifest_word_pos(const Node *n, const char *attr, Str word);
/* "unknown WHAT 'name', did you mean 'x'?" or "..., expected one of ...". */
void manifest_unknown(Manifest *x, Pos at, const char *what, Str name, const Str *known, int n);
/* A name that the Verilog will have; false after an error. */
bool manifest_verilog_name(Manifest *x, const Node *n, const char *attr, Str name);
bool manifest_is_name(Str s);
/* A <pins>; then, when all are there, what the sort and the manifest want of them. */
void manifest_pins(Manifest *x, const Node *n);
void manifest_check_pins(Manifest *x);
/* when= of a gauge or cause: [not] NAME and ... */
BlockWhen manifest_when(Manifest *x, const Node *n);

/* One manifest; NULL after a diagnostic. */
Block *block_build(Arena *a, Diags *d, const Node *root);
/* Kinds that it names, and whether its own is new; false after a diagnostic. Call for each block when all are known. */
bool block_check_kinds(Arena *a, Diags *d, const Blocks *all, const Block *b, const Node *root);
#endif
