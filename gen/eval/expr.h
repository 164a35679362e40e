/* expr.h - expressions compiled for one set of parameter values: constants folded, widths resolved to masks, variables
 * to indexes. */
#ifndef CG_EVAL_EXPR_H
#define CG_EVAL_EXPR_H
#include "ir/ir.h"

typedef struct Code Code;

/* What the compilation of a controller's expressions needs; `system` may be NULL (no nodes, no home). */
typedef struct {
    Arena *arena;
    const Protocol *protocol;
    const Controller *ctl;
    const System *system;
    const ParamEnv *env;
    int key_var;                     /* Var.id of the key, or -1 */
    const struct IndexValue *index;  /* of the indices that the expression stands in, the innermost first */
    bool tells;                      /* the node of an instance that is not there is CODE_NOWHERE */
} ExprContext;
/* With the tells of ExprContext: there is no instance of this number; the controller's id in the bits from 32 on. */
#define CODE_NOWHERE (UINT64_C(1) << 63)
static inline uint64_t code_nowhere(int ctl, uint64_t number)
{
    return CODE_NOWHERE | (uint64_t)(unsigned)ctl << 32 | (number & UINT32_MAX);
}
typedef struct IndexValue { const Bound *of; uint64_t value; const struct IndexValue *next; } IndexValue;

ExprContext expr_context(Arena *a, const Protocol *p, const Controller *c, const ParamEnv *env);

/* checked: additions and subtractions of types with overflow="error" report when they leave their type. */
const Code *code_compile(const ExprContext *cx, const Expr *e, bool checked);
/* A constant; used for resets that the specification leaves out. */
const Code *code_const(const ExprContext *cx, uint64_t value);
/* The register that an E_ELEM speaks of, at these values of the indices: found at once, or by numbers that are computed
 * first. */
typedef struct {
    const Var *var;                  /* it; NULL: outside, or not known yet */
    const Code *at[2];               /* not known yet: its numbers, the second one or NULL */
} Element;
Element code_element(const ExprContext *cx, const Expr *e, bool checked);
/* 1 << index. */
const Code *code_onehot(const ExprContext *cx, const Code *index);
/* Value, masked to the width of the expression's type. vars: by Var.id. *overflow (NULL: nobody asks) is set, never
 * cleared. Sums inside `?:` are not checked; first() of no bit is the number of bits. */
uint64_t code_run(const Code *c, const uint64_t *vars, bool *overflow);

/* All ones in the low `width` bits; width 0..64 and above. */
static inline uint64_t bits_mask(int width) { return width >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1; }
#endif
