/* blocked.h - requests that a core can never hand over. */
#ifndef CG_VERIFY_BLOCKED_H
#define CG_VERIFY_BLOCKED_H
#include "verify/model/problem.h"
#include "verify/state/state.h"

/* s is at rest: is there a request that is not accepted now, nor after anything but new requests that can happen
 * (evictions only if it lacks a way)? f says which. */
bool blocked_request(const Model *m, const SysState *s, Fired *f);
#endif
