/* verify.h - explicit-state search over the transition functions of a system: the door of this folder. docs/verify.md
 * explains the model. */
#ifndef CG_VERIFY_H
#define CG_VERIFY_H
#include "verify/model/options.h"
#include "verify/model/problem.h"

/* Exit code: 0 nothing wrong was found, 1 a property fails, 2 an option does not fit the specification, 3 not enough
 * memory. */
int verify_run(Arena *a, Diags *d, const Protocol *p, const VerifyOptions *o, FILE *out);
#endif
