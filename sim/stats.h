/* stats.h - counts and latencies of completed operations. A latency runs from the accepted request to the accepted reply, in cycles. */
#ifndef COHGEN_SIM_STATS_H
#define COHGEN_SIM_STATS_H
#include "history.h"

enum { SIM_LATENCY_BUCKETS = 4096 }; /* exact below 2048, then 64 buckets per power of two */

typedef struct {
    uint64_t n, sum, max;
    uint32_t buckets[SIM_LATENCY_BUCKETS];
} SimLatency;

typedef struct {
    SimLatency latency[SIM_KINDS];
    uint64_t stall[SIM_KINDS];    /* cycles in which a thread had its next operation ready but this kind was outstanding */
    uint64_t hits, misses;        /* loads answered at their first look-up; all other loads the design reported on */
    uint64_t errors;              /* operations answered with an error */
} SimStats;

void sim_latency_add(SimLatency *l, uint64_t cycles);
/* The latency not exceeded by `percent` of the operations (upper end of its bucket). */
uint64_t sim_latency_percentile(const SimLatency *l, uint32_t percent);
#endif
