/* system.h - controllers with their networks, and the pipeline of one, as drawings. */
#ifndef CG_DRAW_SYSTEM_H
#define CG_DRAW_SYSTEM_H
#include "ir/ir.h"
#include "util/buf.h"

/* Controllers of the first system with their numbers above, a bar per network below: an arrow down gives, one up takes.
 */
void system_svg(Buf *out, const Protocol *p, const ParamEnv *env);
/* The stages of a controller as they are emitted, its sources by priority, where its rows send. module: the beginning
 * of the names of its modules, or empty: nothing is emitted. */
void pipeline_svg(Buf *out, const Controller *c, Str module);
#endif
