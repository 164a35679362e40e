/* table_notation.h - rows in short notation, for tables that people read. */
#ifndef CG_EMIT_TABLE_NOTATION_H
#define CG_EMIT_TABLE_NOTATION_H
#include "ir/ir.h"
#include "util/buf.h"

typedef VEC(Str) Lines;

/* An expression; fields of the occurrence are written occ.field (occ: "msg" or "req"). */
Str  notation_expr(Arena *a, const Expr *e, const char *occ);
/* The name of a variable as the specification writes it: line.exp, now, msg.data, mshr.hit. */
Str  notation_var(Arena *a, const Var *v, const char *occ);
/* "msg" or "req". */
const char *notation_occurrence(const Event *e);
/* Appends one line per action, those inside a choice indented by two blanks. */
void notation_actions(Arena *a, Lines *out, const Action *body, const char *occ, int indent);
/* Appends the lines of one row, at least one; those of a row with a guard are indented below it. */
void notation_row(Arena *a, Lines *out, const Row *r, const Event *e);
/* Appends the lines of all rows of a cell; a single dash for a pair that cannot happen. */
void notation_cell(Arena *a, Lines *out, const Cell *cell, const Event *e);
#endif
