/* fewer.h - what would have made a search shorter. */
#ifndef CG_VERIFY_FEWER_H
#define CG_VERIFY_FEWER_H
#include "verify/model/types.h"
#include <stdio.h>

/* The options that were not given and would leave fewer states, for a search that has not come to its end; of a litmus
 * test those that it has. */
void seen_print_fewer(const Model *m, FILE *out);
#endif
