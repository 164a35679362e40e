/* blocks.h - ports of kind="block": what is asked and what comes unasked. */
#ifndef CG_VERIFY_BLOCKS_H
#define CG_VERIFY_BLOCKS_H
#include "verify/model/types.h"

/* Fills block and alone. */
bool model_blocks(const Model *m, Diags *d, CtlModel *k);
/* What answers bring back; once the sizes of types are known. */
bool model_blocks_layout(const Model *m, Diags *d, CtlModel *k);
/* How many values of an argument are tried where nobody determines it. */
unsigned model_field_values(const Model *m, const Slotted *arg);
#endif
