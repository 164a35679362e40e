/* watchdog.h - stops a run in which nothing moves, or in which one operation waits for ever, and says who waits for
 * what. */
#ifndef COHGEN_SIM_WATCHDOG_H
#define COHGEN_SIM_WATCHDOG_H
#include "rows/trace.h"

/* To be called every cycle; looks every few cycles. `limit` in cycles, 0 = off. A request that may wait for requests of
 * others (waits=) does not count, unless all threads wait so. */
void sim_watchdog(SimCores *c, const SimTrace *t, uint64_t limit);
/* How many threads wait for requests of others, if nothing else is left of the run and some thread, for which they may
 * wait, has ended: nothing has been answered for so many cycles. Else 0. */
uint32_t sim_left_waiting(const SimCores *c, uint64_t cycles);
/* Prints every operation in progress, the oldest first, and the latest rows of its key. */
void sim_watchdog_print(const SimCores *c, const SimTrace *t, FILE *out);
#endif
