/* rest.h - states in which nothing is on its way. */
#ifndef CG_VERIFY_REST_H
#define CG_VERIFY_REST_H
#include "verify/model/problem.h"
#include "verify/state/state.h"

/* Nothing is on its way, nobody waits (but for requests of others, which can come), and no thread is kept from its next
 * operation. */
bool rest_reached(const Model *m, const SysState *s);
/* Nothing but new requests of the cores can happen, and somebody waits; or nothing at all (no requests), and some
 * thread has not ended. */
bool rest_dead(const Model *m, const SysState *s, bool requests, Fired *f);
/* At rest, a line that is kept has no state of its own. */
bool rest_lost(const Model *m, const SysState *s, Fired *f);
#endif
