/* table.h - the state x event tables of a protocol as text, Markdown or CSV, and their counts. */
#ifndef CG_EMIT_TABLE_H
#define CG_EMIT_TABLE_H
#include "ir/ir.h"
#include "util/buf.h"

typedef enum { TABLE_TEXT, TABLE_MD, TABLE_CSV } TableFormat;

/* Writes every controller. width: columns available (TABLE_TEXT only); a table that does not fit is split by groups of
 * events. */
void table_write(Buf *out, const Protocol *p, TableFormat format, int width);

/* Counts as papers give them. A transition is a (state, event) pair with at least one <on> row; `transitions` takes all
 * refinements of one event as that one event, `refined` counts each refinement by itself. */
typedef struct { int states, stable, transitions, refined, rows; } TableCounts;
TableCounts table_counts(const Controller *c);
#endif
