/* wide.h - conditions that ask for values which the model does not follow. */
#ifndef CG_VERIFY_WIDE_H
#define CG_VERIFY_WIDE_H
#include "verify/model/types.h"

/* A warning at each place where a comparison of this controller reads a value of more than MAX_WIDTH bits: it is 0 in
 * the model, so that one side of the comparison is never looked at. Their number in invariants, covers and
 * `<progress>`: what these say is then not known. */
int model_wide(const Model *m, Diags *d, const Controller *c);
#endif
