/* layout.h - how messages and parked requests are packed into 64 bits. */
#ifndef CG_VERIFY_LAYOUT_H
#define CG_VERIFY_LAYOUT_H
#include "verify/model/types.h"

/* Once all controllers are known. */
bool model_layouts(Model *m, Diags *d);
#endif
