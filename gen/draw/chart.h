/* chart.h - a run as a message-sequence chart: time goes down, a lifeline per instance. */
#ifndef CG_DRAW_CHART_H
#define CG_DRAW_CHART_H
#include "ir/ir.h"
#include "run/run.h"

/* p: the specification of the run, or NULL: then states have no colours, and leases are not known. Each step is a group
 * with the id "step<number from 0>". */
void chart_svg(Buf *out, const Run *run, const Protocol *p);
/* For a terminal. */
void chart_text(Buf *out, const Run *run);
#endif
