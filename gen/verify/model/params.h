/* params.h - the system that is searched, its parameters, and the inputs that are constant. */
#ifndef CG_VERIFY_PARAMS_H
#define CG_VERIFY_PARAMS_H
#include "verify/model/types.h"

/* Fills system, env and pins. */
bool model_params(Model *m, Diags *d);
/* How many threads a core has whose numbers are of this type (NULL: it has none). */
int model_warps(const Model *m, const Type *t);
/* The values of the pins are ones that their inputs can have. */
bool model_pins_fit(const Model *m, Diags *d);
/* What was said of an input, or NULL: it is 0. */
const Pin *model_pin(const Model *m, const Var *v);
#endif
