/* places.h - store, waiters and ports of a controller: what there is room for. */
#ifndef CG_VERIFY_PLACES_H
#define CG_VERIFY_PLACES_H
#include "verify/model/types.h"

/* Fills store, wait, ports and their sizes; once the transition function is there. */
bool model_places(const Model *m, Diags *d, CtlModel *k);
/* Room for each of the keys, in the store and in the waiters. */
void model_unbounded(CtlModel *k, int n_keys);
#endif
