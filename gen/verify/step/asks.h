/* asks.h - requests that the cores of a search make, and those that they do not. */
#ifndef CG_VERIFY_ASKS_H
#define CG_VERIFY_ASKS_H
#include "verify/step/occurrence.h"

/* The thread may make this request now: a store while it has a place for one more that is posted; one that waits for
 * others while some other thread waits for no answer. */
bool asks_now(const Model *m, const SysState *s, const CtlModel *k, int code, int thread);
/* Fills in the numbers of the request, in the n-th way of all that are tried; false: there are fewer. */
bool asks_with(const Model *m, Occurrence *o, unsigned n);
#endif
