/* ghost_time.h - times of the ghost where logical time begins anew (performs="restart"): first the past, then the
 * present time, then the new one.
 *
 * An instance is in the present time until it restarts, then in the new one. When all have restarted the new time is
 * the present and all that was before is the past. Times of the past are only compared with each other, so they are
 * kept as ranks, cell by cell. docs/verify.md, "Rollover". */
#ifndef CG_VERIFY_GHOST_TIME_H
#define CG_VERIFY_GHOST_TIME_H
#include "verify/model/problem.h"
#include "verify/state/state.h"

enum { TIME_TEXT = 32 };

/* Time t as the instance counts it. Without restarts: t. */
unsigned ghost_time(const Model *m, const SysState *s, int inst, unsigned t);
/* The time of an instance begins anew. False: f says what is wrong with it, or bound: no room for what has to be
 * remembered. */
bool ghost_restart(const Model *m, SysState *s, int inst, Fired *f, bool *bound);
/* Ranks of the past without gaps. */
bool ghost_settle(const Model *m, SysState *s);
const char *ghost_time_text(const Model *m, unsigned time, char text[TIME_TEXT]);
#endif
