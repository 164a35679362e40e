/* compiled.h - the compact form of a controller's step: flat operations over variables (by Var.id) and outputs (by
 * output index). */
#ifndef CG_EVAL_COMPILED_H
#define CG_EVAL_COMPILED_H
#include "eval/expr.h"
#include "lower/lower.h"

typedef enum {
    OP_SET, /* var k := value & num */
    OP_ELEM, /* var at[place] := value & num, nothing if place is outside of the array */
    OP_OUT, /* out k := value & num */
    OP_SHIFTED, /* out k := (value << num) & mask */
    OP_FLAG, /* out k |= num */
    OP_NEXT, /* next state := k */
    OP_UNLESS, /* to op k unless value holds */
    OP_IF_SET, /* to op k if var is set */
    OP_IF_CLEAR, /* to op k if var is not */
    OP_JUMP,
    OP_WALK, /* out k := 1; the operations up to op `num` are those of walk `var`, for which value (or NULL) is where=
              */
    OP_PARKED, /* field k of what is parked := value & num */
    OP_ERROR, /* the row is an error after all */
    OP_END
} OpKind;

typedef struct {
    OpKind kind; int k, var;
    uint64_t num, mask;
    const Code *value, *place[2];
    int first, stride;               /* ELEM: var `first` is register 0, rows are `stride` long */
    uint64_t there[2];               /* of which so many rows of so many are there */
    const Action *from;
} Op;

typedef struct { int var, signal; } Wire;
typedef struct { int var; const Code *value; uint64_t mask; } Setting;
typedef struct { int var, hit; const Code *value; uint64_t mask; } Absent;
typedef struct { const Code *test; int event; } Refinement;
typedef struct { int rest; VEC(Refinement) tests; } Refinements;
typedef struct { bool *of, *events; const Code *when; int as; } CompiledView;
typedef struct { const Code *when; int act, id, op; } CompiledRow;
typedef struct { int n; CompiledRow *rows; } CompiledCell;
typedef struct { const Expr *expr; const Code *code; } Cached;

typedef struct Cache { Cached *at; size_t n, cap; } Cache;

typedef struct Eval {
    const Step *step;
    ExprContext cx;
    Cache *cache;                          /* expressions compiled on demand by eval_expr */
    int n_vars, n_outputs, n_states, n_codes, n_events;
    int in_state, in_event, in_replay;     /* input indexes */
    int act, row, event, view, next, overflow; /* output indexes, -1: the step has no such signal */
    VEC(Wire) inputs;                      /* var := in[signal] */
    VEC(int) state_vars;
    VEC(Setting) stamps;                   /* var := value */
    VEC(Absent) absents;
    Refinements *refinements;              /* by Event.code */
    VEC(CompiledView) views;
    CompiledCell *cells;                   /* [state * n_events + event] */
    VEC(Op) ops;
    bool tells;                            /* eval_create_telling */
    bool in_walk;                          /* while operations are appended: they are those of a walk */
    uint8_t *taken;                        /* per operation: it has run; NULL: nobody asks */
    VEC(Wire) afters;                      /* out[signal] := var */
} Eval;

/* Appends the operations of a row's body and returns the index of the first. */
int compile_body(Eval *e, const LowOp *body);
/* Var.id of the hit flag of a store or of a waiting place, or -1. */
int hit_var(const Controller *c, VarKind kind, const void *owner);
/* Compiled form of an expression, made on first use. */
const Code *eval_code(const Eval *e, const Expr *x);
#endif
