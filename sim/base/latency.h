/* latency.h - a histogram of latencies: a latency runs from the accepted request to the accepted reply, in cycles. */
#ifndef COHGEN_SIM_LATENCY_H
#define COHGEN_SIM_LATENCY_H
#include <stdbool.h>
#include <stdint.h>

enum { SIM_LATENCY_BUCKETS = 4096 }; /* exact below 2048, then 64 buckets per power of two */

typedef struct {
    uint64_t n, sum, max;
    uint32_t buckets[SIM_LATENCY_BUCKETS];
} SimLatency;

void sim_latency_add(SimLatency *l, uint64_t cycles);
/* The latency not exceeded by `percent` of the operations (upper end of its bucket). */
uint64_t sim_latency_percentile(const SimLatency *l, uint32_t percent);
double sim_latency_average(const SimLatency *l);
/* The number of latencies in bucket i of the histogram that is printed: [0], [1], [2, 3], [4, 7], ...; *from and *to:
 * its ends. False behind the last one. */
bool sim_latency_octave(const SimLatency *l, uint32_t i, uint64_t *from, uint64_t *to, uint64_t *count);
#endif
