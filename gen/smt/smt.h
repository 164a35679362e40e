/* smt.h - the transition function of a controller as SMT-LIB 2 terms.
 *
 * A second reading of the table, for the proof that the Verilog of a transition module says what the table says (scripts/prove_step.sh). It shares with
 * gen/emit and gen/eval the IR and the list of signals of gen/step (names, lanes, selector codes), and nothing else: rows become terms by symbolic
 * execution of each row on its own, one-hot by its condition, where the Verilog is nested case statements of assignments. */
#ifndef CG_SMT_H
#define CG_SMT_H
#include "step/step.h"
#include "util/buf.h"

/* Text: a (declare-const NAME_i (_ BitVec w)) for each input, then for each output a (declare-const NAME_o (_ BitVec w)) and an (assert (= NAME_o ...)), and
 * the same for `legal_event`, true when the input event is one that the controller has. False if the table uses what is not translated (reported in d). */
bool smt_step(Arena *a, Diags *d, const Protocol *p, const ParamEnv *env, Step *s, Buf *out);
#endif
