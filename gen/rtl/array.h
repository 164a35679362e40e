/* array.h - registers of arrays, and expressions about all values of an index. */
#ifndef CG_RTL_ARRAY_H
#define CG_RTL_ARRAY_H
#include "rtl/module.h"

/* Number of values of an index. */
Hx rtl_values(RtlModule *x, const Type *t);
/* An integer that no other loop around here has. */
HdlName *rtl_loop_variable(RtlExpr *c);
/* Bits of a variable; of the first register of an array: of all of it. */
Hx rtl_var_width(RtlModule *x, const Var *v);
/* The reset value of an array. */
Hx rtl_repeated(RtlModule *x, const Var *v);
/* A register of an array that is no port of its own. */
bool rtl_is_part(const Var *v);

/* E_INDEX, E_ELEM, E_EVERY to E_FIND. */
Hx rtl_index(RtlExpr *c, const Expr *e);
Hx rtl_element(RtlExpr *c, const Expr *e);
Hx rtl_quantified(RtlExpr *c, const Expr *e);
/* For a continuous assignment: what needs statements (see RtlTemps) gets a process of its own and has this name. */
Hx rtl_condition(RtlExpr *c, const Expr *e, Str stem);
/* The register `place` of the array that stands in `port` := value. */
void rtl_set_element(RtlExpr *c, Hx port, const Expr *place, const Expr *value);

/* ---- expr.c ---- */
HdlScope *rtl_scope(const RtlExpr *c);
/* A register of the process that no other value of this statement has. */
HdlName *rtl_temporary(RtlExpr *c, Str stem, Hx width);
/* Number i of all, which is free, is used from here on. */
HdlName *rtl_use_temporary(RtlTemps *t, int i);
#endif
