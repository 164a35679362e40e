/* ops.h - what a controller does, row by row, as guarded operations over the signals of its step.
 *
 * This is the only place that knows what an action means. The Verilog (gen/rtl), the interpreter (gen/eval) and the
 * terms for provers (gen/smt) are made from this list, from gen/step and from the expressions of the IR; none of them
 * looks into an Action. Promela (gen/verify/promela) reads the actions by itself, so that a mistake made here is
 * found by comparing the two.
 *
 * Operations are done one after the other; each sees what those before it have set. */
#ifndef CG_LOWER_OPS_H
#define CG_LOWER_OPS_H
#include "step/step.h"

typedef enum {
    LOW_SET,      /* signal := value, which adapts to the signal's type */
    LOW_CODE,     /* signal := code */
    LOW_OR,       /* signal |= code */
    LOW_NODES,    /* signal := one bit for each node: that of node `value`; with `nodes_of`: of its instances whose bit
                     is set in `value` */
    LOW_THERE,    /* from here on the key has a line in `store`, or an entry in `waiters` */
    LOW_IF,       /* the body of the first arm whose test holds, if there is one */
    LOW_WALK,     /* signal := 1; later `body` is done for each key for which `value` holds (NULL: all); .walks */
    LOW_PARKED,   /* `var` of everything that is parked at the key := value; in the body of a walk only */
    LOW_ERROR,    /* the row is an error after all: nothing fires, and no sum of the row is an overflow */
    LOW_OUTSIDE   /* <free> of a waiting place: no signal, and no back end has it yet */
