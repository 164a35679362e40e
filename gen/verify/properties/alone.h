/* alone.h - a transaction that nobody disturbs commits in the end. */
#ifndef CG_VERIFY_ALONE_H
#define CG_VERIFY_ALONE_H
#include "verify/model/problem.h"
#include "verify/state/state.h"

/* At rest: is there, for each thread and each line, a run in which it stores to the line and commits, however often it
 * is aborted before, while no other thread asks for anything? Also true where a bound is met, or too many states.
 * False: *f says which one has none. With --keyed, and where transactions do not store, it is not asked. */
bool alone_commits(const Model *m, const SysState *s, Fired *f);
#endif
