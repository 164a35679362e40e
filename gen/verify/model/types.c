/* types.c - the bounds of what is modelled. */
#include "verify/model/types.h"

bool model_refuse(Diags *d, Pos at, const char *what, int max)
{
    diag_error(d, at, "verify: too many %s, expected at most %d", what, max);
    return false;
}
