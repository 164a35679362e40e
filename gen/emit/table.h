/* table.h - the state x event tables of a protocol as text, Markdown or CSV, and their counts. */
#ifndef CG_EMIT_TABLE_H
#define CG_EMIT_TABLE_H
#include "ir/ir.h"
#include "util/buf.h"

/* DOT, SVG, HTML, JSON: draw/ and site/. */
typedef enum { TABLE_TEXT, TABLE_MD, TABLE_CSV, TABLE_DOT, TABLE_SVG, TABLE_HTML, TABLE_JSON } TableFormat;

/* Writes these controllers. width: columns available (TABLE_TEXT only); a table that does not fit is split by groups of
 * events. */
typedef struct { const Controller *const *at; int n; } TableOf;
void table_write(Buf *out, TableOf of, TableFormat format, int width);

/* The columns of a table: every event that has rows of its own, a refinement beside its base. */
typedef VEC(const Event *) TableColumns;
void table_columns(Arena *a, const Controller *c, TableColumns *out);
/* A line, behind `bullet`, for each view and each refinement. */
void table_notes(Buf *b, const Controller *c, const char *bullet);

/* Counts as papers give them. A transition is a (state, event) pair with at least one <on> row; `transitions` takes all
 * refinements of one event as that one event, `refined` counts each refinement by itself. */
typedef struct { int states, stable, transitions, refined, rows; } TableCounts;
TableCounts table_counts(const Controller *c);
#endif
