/* eval.h - the transition function in C: an interpretation of the IR, signal for signal equal to the Verilog module. */
#ifndef CG_EVAL_H
#define CG_EVAL_H
#include "step/step.h"

typedef struct Eval Eval;   /* a controller's step compiled to a compact form for one set of parameter values */

Eval *eval_create(Arena *a, const Protocol *p, const Step *s, const ParamEnv *env);
/* The same, but receivers of messages are not masked to the bits of a node: out[] of such a signal is CODE_NOWHERE
 * (expr.h) for CTL(number) where there is no such instance, not the node that the hardware's bits come to. */
Eval *eval_create_telling(Arena *a, const Protocol *p, const Step *s, const ParamEnv *env);
/* in[k], out[k]: values of signals 0..n_inputs-1 and n_inputs..signals.n-1, masked to their widths. Pure. */
void  eval_step(const Eval *e, const uint64_t *in, uint64_t *out);
/* The <error> that the row meets with these inputs, or NULL. */
const Action *eval_error(const Eval *e, const uint64_t *in);
/* Walk number `walk` of the row that eval_step() takes with these inputs, for one key. at: inputs of a step about that
 * key, of which state, key, line and entry are used; registers are what the row has made of them before the walk.
 * False: where= leaves this key out. parked[Var.id]: the value of each field that parked occurrences get; elsewhere it
 * stays as it is. */
bool  eval_walk(const Eval *e, const uint64_t *in, int walk, const uint64_t *at, uint64_t *out, uint64_t *parked);
/* From now on eval_step() remembers which actions have run; eval_taken: has this one (true for actions that do nothing
 * in a step)? */
void  eval_watch(Eval *e);
bool  eval_taken(const Eval *e, const Action *a);
/* Value of a bool or integer expression over the controller's variables (by Var.id); state: the stored state. For
 * invariants and guards. */
uint64_t eval_expr(const Eval *e, const Expr *x, const uint64_t *vars);
#endif
