/* clock.h - logical time: which register is the core's time, and how far it is searched. */
#ifndef CG_VERIFY_CLOCK_H
#define CG_VERIFY_CLOCK_H
#include "verify/model/types.h"

/* Fills stamp and store_clock: the name of the fields that carry the time of a write, or empty. */
Str model_clock(Model *m);
/* Finds these fields in what controllers send, once their outputs are known. */
void model_version_fields(Model *m, Str version);
/* Fills stamp_max and the widths of times. */
bool model_stamps(Model *m, Diags *d);
#endif
