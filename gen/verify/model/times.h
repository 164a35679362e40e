/* times.h - physical time. */
#ifndef CG_VERIFY_TIMES_H
#define CG_VERIFY_TIMES_H
#include "verify/model/types.h"

/* Which clocks are followed, and how far. False after an error. */
bool model_times(Model *m, Diags *d);
/* Some controller reads it. */
bool model_time_read(const Model *m, const Clock *c);
#endif
