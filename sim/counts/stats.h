/* stats.h - counts and latencies of completed operations, and what each core did in each cycle.
 * A latency runs from the accepted request to the accepted reply, in cycles. */
#ifndef COHGEN_SIM_STATS_H
#define COHGEN_SIM_STATS_H
#include "history/history.h"

enum { SIM_LATENCY_BUCKETS = 4096 }; /* exact below 2048, then 64 buckets per power of two */

typedef struct {
    uint64_t n, sum, max;
    uint32_t buckets[SIM_LATENCY_BUCKETS];
} SimLatency;

typedef struct {
    SimLatency latency[SIM_KINDS];
    uint64_t stall[SIM_KINDS];    /* cycles in which a thread had its next operation ready but this kind was outstanding */
    uint64_t stalled[SIM_KINDS];  /* operations of this kind behind which that was so */
    uint64_t hits, misses;        /* loads answered at their first look-up; all other loads the design reported on */
    uint64_t by_view;             /* loads whose first look-up met another state than the stored one: a view applied */
    uint64_t errors;              /* operations answered with an error */
} SimStats;

/* What a core's port did in a cycle; one of them each cycle. */
typedef enum {
    SIM_ISSUED,      /* a request was accepted */
    SIM_QUEUE_FULL,  /* one was offered, and not accepted: the queue behind the port is full */
    SIM_SC_ORDER,    /* none was offered: a warp has one operation in progress at most, and at least one warp waits for an answer */
    SIM_HELD,        /* one was due, the test bench held it back (--backpressure) */
    SIM_PROGRAM,     /* no warp had one: they wait for a time, or for each other */
    SIM_FINISHED,    /* all warps of the core have ended */
    SIM_CORE_CYCLES
} SimCoreCycle;
extern const char *const sim_core_cycle_names[SIM_CORE_CYCLES];

void sim_latency_add(SimLatency *l, uint64_t cycles);
/* The latency not exceeded by `percent` of the operations (upper end of its bucket). */
uint64_t sim_latency_percentile(const SimLatency *l, uint32_t percent);
double sim_latency_average(const SimLatency *l);
/* The number of latencies in bucket i of the histogram that is printed: [0], [1], [2, 3], [4, 7], ...; *from and *to: its ends. False behind the last one. */
bool sim_latency_octave(const SimLatency *l, uint32_t i, uint64_t *from, uint64_t *to, uint64_t *count);
#endif
