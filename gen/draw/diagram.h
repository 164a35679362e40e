/* diagram.h - the states of a controller as a drawing: stable ones left, transient ones right. */
#ifndef CG_DRAW_DIAGRAM_H
#define CG_DRAW_DIAGRAM_H
#include "ir/ir.h"
#include "util/buf.h"

/* One SVG with a part per controller, NULL-free list. The layout is this project's own, so that it needs no program and
 * is the same everywhere. */
void diagram_svg(Buf *out, const Protocol *p, const Controller *const *ctls, int n);
/* The same for Graphviz: one digraph, a cluster per controller. */
void diagram_dot(Buf *out, const Protocol *p, const Controller *const *ctls, int n);
#endif
