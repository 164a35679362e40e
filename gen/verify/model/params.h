/* params.h - the system that is searched, its parameters, and the inputs that are constant. */
#ifndef CG_VERIFY_PARAMS_H
#define CG_VERIFY_PARAMS_H
#include "verify/model/types.h"

/* Fills system, env and pins. */
bool model_params(Model *m, Diags *d);
/* The values of the pins are ones that their inputs can have. */
bool model_pins_fit(const Model *m, Diags *d);
#endif
