/* murphi.h - the model for SPIN again in the language of Murphi, for Rumur. */
#ifndef CG_VERIFY_MURPHI_H
#define CG_VERIFY_MURPHI_H
#include "util/buf.h"

/* promela: a model of verify/promela, with a zero at its end. Each occurrence that a process picks becomes a rule, each
 * inline a procedure, and each assertion names its property. NULL: done; else what of the text is not understood. */
const char *murphi_write(Arena *a, const char *promela, Buf *out);
#endif
