/* watchdog.h - stops a run in which nothing moves, or in which one operation waits for ever, and says who waits for
 * what. */
#ifndef COHGEN_SIM_WATCHDOG_H
#define COHGEN_SIM_WATCHDOG_H
#include "rows/trace.h"

/* To be called every cycle; looks every few cycles. `limit` in cycles, 0 = off. */
void sim_watchdog(SimCores *c, const SimTrace *t, uint64_t limit);
/* Prints every operation in progress, the oldest first, and the latest rows of its key. */
void sim_watchdog_print(const SimCores *c, const SimTrace *t, FILE *out);
#endif
