/* stats.h - counts and latencies of completed operations, and what each core did in each cycle.
 * A latency runs from the accepted request to the accepted reply, in cycles. */
#ifndef COHGEN_SIM_STATS_H
#define COHGEN_SIM_STATS_H
#include "base/latency.h"
#include "history/history.h"

typedef struct {
    SimLatency latency[SIM_KINDS];
    /* cycles in which a thread had its next operation ready but this kind was outstanding */
    uint64_t stall[SIM_KINDS];
    uint64_t stalled[SIM_KINDS];  /* operations of this kind behind which that was so */
    uint64_t hits, misses;        /* loads answered at their first look-up; all other loads the design reported on */
    uint64_t by_view;             /* loads whose first look-up met another state than the stored one: a view applied */
    uint64_t errors;              /* operations answered with an error */
} SimStats;

/* What a core's port did in a cycle; one of them each cycle. */
typedef enum {
    SIM_ISSUED,      /* a request was accepted */
    SIM_QUEUE_FULL,  /* one was offered, and not accepted: the queue behind the port is full */
    /* none was offered: a warp has one operation in progress at most, and at least one warp waits for an answer */
    SIM_SC_ORDER,
    SIM_HELD,        /* one was due, the test bench held it back (--backpressure) */
    SIM_PROGRAM,     /* no warp had one: they wait for a time, or for each other */
    SIM_FINISHED,    /* all warps of the core have ended */
    SIM_CORE_CYCLES
} SimCoreCycle;
extern const char *const sim_core_cycle_names[SIM_CORE_CYCLES];
#endif
