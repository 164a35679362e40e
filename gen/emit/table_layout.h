/* table_layout.h - a grid of multi-line cells set in columns that fit a given width. */
#ifndef CG_EMIT_TABLE_LAYOUT_H
#define CG_EMIT_TABLE_LAYOUT_H
#include "emit/table_notation.h"

/* Row 0 and column 0 are headings; they are repeated when the grid is split. */
typedef struct { int rows, cols; Lines *cells; } Grid;

Grid   grid_create(Arena *a, int rows, int cols);
static inline Lines *grid_cell(const Grid *g, int row, int col) { return &g->cells[row * g->cols + col]; }
/* Long lines are wrapped at blanks (a word longer than its column is cut); groups of columns that do not fit side by
 * side follow each other. */
void   grid_write(Buf *out, const Grid *g, int width);
/* Number of characters of UTF-8 text, each taken to be one column wide. */
int    text_width(Str s);
#endif
