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
    LOW_ELEM,     /* the register `place` of the array whose first one `signal` is := value; outside of it: nothing */
    LOW_LET,      /* var, which has no signal, := value */
    LOW_EACH,     /* `body` for each value of the index, from 0 on */
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
} LowKind;

typedef enum { LOW_TEST, LOW_HIT, LOW_MISS, LOW_ELSE } LowTest; /* HIT, MISS: has the key a line in `store` now? */

typedef struct LowOp LowOp;
/* Sums in tests are not checked. */
typedef struct LowArm { LowTest kind; const Expr *test; const Store *store; LowOp *body; } LowArm;

/* Members that the kind does not speak of are zero. */
struct LowOp {
    LowKind kind;
    const Action *from;              /* for positions and coverage */
    LowOp *next;
    int signal;                      /* index into Step.signals; always an output */
    int64_t code;
    Str note;                        /* LOW_CODE: what the number stands for: a message, state, opaque source, block */
    const Expr *value, *place;
    const Bound *index;
    bool checked;                    /* a sum in value, or in an index of place, that leaves its type makes the row an
                                        overflow, if reached */
    const Controller *nodes_of;
    const Store *store; const Waiters *waiters;
    const Var *var;
    VEC(LowArm) arms;
    LowOp *body;
};

/* What an output has before the first operation. In the order in which they can be computed: a value reads outputs
 * that come before it in the list. */
typedef enum {
    LOW_START_CODE,                  /* `code` */
    LOW_START_INPUT,                 /* input `input` */
    LOW_START_LINE,                  /* input `input` if the key has a line (input `when`), else value (NULL: 0) */
    LOW_START_STAMP                  /* input `input` if input `when` is set (a replay), else value (NULL: 0) */
} LowStartKind;
typedef struct LowStart { LowStartKind kind; int signal, input, when; int64_t code; const Expr *value; } LowStart;

/* Which event a base event is: that of the first case whose test holds, else rest. */
typedef struct LowCase { const Expr *when; const Event *event; } LowCase;
typedef struct LowEvent { const Event *base, *rest; VEC(LowCase) cases; } LowEvent;

/* In a stored state of view->of, with one of the events (except: with any but these), and view->when: it behaves as
 * view->as. The first view that fits counts. */
typedef struct LowView { const View *view; VEC(const Event *) events; bool except; } LowView;

/* act: ACT_*; the row's guard is row->when. */
typedef struct LowRow { const Row *row; int act; LowOp *body; } LowRow;

/* The rows of some events of a state, in order: the first whose guard holds counts. Of an event that is in no cell
 * nothing fires. */
typedef struct LowCell { VEC(const Event *) events; VEC(const LowRow *) rows; } LowCell;
typedef struct LowState { const State *state; VEC(LowCell) cells; } LowState;

typedef struct LowWalk { const Row *row; const LowOp *op; } LowWalk;

typedef struct Lowered {
    const Step *step;
    VEC(LowStart) starts;            /* one per output */
    VEC(LowEvent) events;            /* by Event.code */
    VEC(LowView) views;
    VEC(LowState) states;            /* by State.id */
    LowRow *rows;                    /* by Row.id */
    const Store **victim_of;         /* by Row.id: the row runs for victims of this store only; NULL: not so */
    VEC(LowWalk) walks;              /* by step_walk() */
} Lowered;
#endif
