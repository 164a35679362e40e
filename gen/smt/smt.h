/* smt.h - the transition function of a controller as SMT-LIB 2 terms.
 *
 * For the proof that the Verilog of a transition module says what the table says (`./run prove step`). It shares
 * with gen/rtl and gen/eval the operations of gen/lower, and no more: rows become terms by symbolic execution of each
 * row on its own, one-hot by its condition, and expressions by a translation of their own, where the Verilog is nested
 * case statements of assignments. So the proof is about how the text is printed, its order, its widths and its sums;
 * that an action was lowered rightly is for the comparison with Promela (verify/spin), and for what the model checker
 * finds. */
#ifndef CG_SMT_H
#define CG_SMT_H
#include "step/step.h"
#include "util/buf.h"

/* Text: a (declare-const NAME_i (_ BitVec w)) for each input, then for each output a (declare-const NAME_o (_ BitVec
 * w)) and an (assert (= NAME_o ...)), and the same for `legal_event`, true when the input event is one that the
 * controller has. False if the table uses what is not translated (reported in d). */
bool smt_step(Arena *a, Diags *d, const Protocol *p, const ParamEnv *env, const Step *s, Buf *out);
#endif
