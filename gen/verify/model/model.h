/* model.h - the door of this room: a system of small size, as it is built from the IR. */
#ifndef CG_VERIFY_MODEL_H
#define CG_VERIFY_MODEL_H
#include "verify/model/types.h"

/* False: the system is outside of what can be modelled; d says why. */
bool model_build(Model *m, Arena *a, Diags *d, const Protocol *p, const VerifyOptions *o);
#endif
