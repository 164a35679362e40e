/* row.h - the operations of a row, or of a walk, as statements: for the modules of step.c. */
#ifndef CG_RTL_ROW_H
#define CG_RTL_ROW_H
#include "rtl/array.h"
#include "rtl/transition.h"

/* A transition function, or the walks, under construction. */
typedef struct RowPrinter {
    RtlModule *x;
    const Lowered *l;
    const Step *s;
    HdlName **port;                 /* by index of the signal */
    HdlName **store_there, **wait_there;        /* by index in the controller: the key has a line, an entry by now */
    RtlTemps temps;                 /* of the process */
    HdlName *index;                 /* its loop variable, or NULL */
    HdlName **let;                  /* by Var.id: a value of a <let>, or NULL */
    const RtlIndex *each;           /* the loops around an operation */
    HdlName *known;
    bool walk;                      /* the module of the walks */
    bool errors;                    /* some row can be an error after all */
} RowPrinter;

static inline HdlModule *row_module(const RowPrinter *p) { return p->x->m; }

/* A variable as it is at this point of a row; NULL: the key. */
Hx row_variable(void *ctx, const Var *v);
/* Expressions whose intermediate values are made in b. */
RtlExpr row_expr(RowPrinter *p, HdlBody *b);
/* ACT_FIRE ...; the output that takes it. */
Hx row_act(RowPrinter *p, int act);
Hx row_act_port(RowPrinter *p);
void row_operations(RowPrinter *p, HdlBody *b, const LowOp *op);
#endif
