/* expr_parts.h - what the files of expressions have in common; not for other files. */
#ifndef CG_RTL_EXPR_PARTS_H
#define CG_RTL_EXPR_PARTS_H
#include "rtl/array.h"

/* The value under a name: that which it has in this statement already, or a new one. */
Hx rtl_kept(RtlExpr *c, Str stem, Hx width, Hx value);
/* The same, named OP_TYPE, but for the value of c->root itself. */
Hx rtl_named(RtlExpr *c, const Expr *e, const char *op, Hx value);
/* Whether e is the least, or the greatest value of its type: one of < and <= is no comparison then, and tools warn. */
bool rtl_at_end(RtlExpr *c, const Expr *e, bool greatest);
/* Can it stand in a concatenation? A number in it that Verilog reads as a part of it has no width. */
bool rtl_has_width(const Expr *e);

/* ---- pick.c ---- */

/* max or min with c->temps, unsigned, where one carry chain would stand behind another; NULL: it would not. */
Hx rtl_picked(RtlExpr *c, const Expr *e);
/* A comparison with max or min as comparisons with each of their values; NULL: it is none. */
Hx rtl_compared_with_each(RtlExpr *c, const Expr *e);
/* z = x + y, or not, without a carry chain; NULL: it is none such. */
Hx rtl_equals_sum(RtlExpr *c, const Expr *e);
#endif
