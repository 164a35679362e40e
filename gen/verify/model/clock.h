/* clock.h - logical time: which register is the core's time, and how far it is searched. */
#ifndef CG_VERIFY_CLOCK_H
#define CG_VERIFY_CLOCK_H
#include "verify/model/types.h"

/* Fills clock, stamp, store_clock and version. False after an error: there is logical time, but not of each write. */
bool model_clock(Model *m, Diags *d);
/* Finds the fields called `version` in what controllers send, once their outputs are known. */
void model_version_fields(Model *m);
/* "time: physical" or whose register and field it is, in a line. */
void model_print_clock(const Model *m, FILE *out);
/* Fills stamp_max and the widths of times. */
bool model_stamps(Model *m, Diags *d);
#endif
