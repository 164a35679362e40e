/* charts.h - runs, drawn. */
#ifndef CG_CLI_CHARTS_H
#define CG_CLI_CHARTS_H
#include "cli/options.h"
#include "ir/ir.h"
#include "run/run.h"
#include "util/diag.h"

/* .svg, .html, else text. */
ChartFormat chart_format(const char *path);
/* p: the specification, or NULL. */
void chart_draw(Buf *out, const Protocol *p, const Run *run, ChartFormat f);
/* A schedule that was found, into a file whose name says how. False after a diagnostic. */
bool chart_write(Arena *a, Diags *d, const Protocol *p, const Buf *schedule, const char *path);
#endif
