/* latency.c - see latency.h. */
#include "base/latency.h"

enum { EXACT = 2048, PER_OCTAVE = 64, FIRST_SHIFT = 5 }; /* 2048 >> 5 = 64 */

static uint32_t bucket_of(uint64_t x)
{
    if (x < EXACT) return (uint32_t)x;
    uint32_t shift = FIRST_SHIFT;
    while (x >> shift >= 2 * PER_OCTAVE) shift++;
    uint32_t b = EXACT + (shift - FIRST_SHIFT) * PER_OCTAVE + (uint32_t)(x >> shift) - PER_OCTAVE;
    return b < SIM_LATENCY_BUCKETS ? b : SIM_LATENCY_BUCKETS - 1;
}

static uint64_t bucket_end(uint32_t b)
{
    if (b < EXACT) return b;
    uint32_t shift = FIRST_SHIFT + (b - EXACT) / PER_OCTAVE;
    return (((uint64_t)(b - EXACT) % PER_OCTAVE + PER_OCTAVE + 1) << shift) - 1;
}

void sim_latency_add(SimLatency *l, uint64_t cycles)
{
    l->n++;
    l->sum += cycles;
    if (cycles > l->max) l->max = cycles;
    l->buckets[bucket_of(cycles)]++;
}

uint64_t sim_latency_percentile(const SimLatency *l, uint32_t percent)
{
    uint64_t wanted = (l->n * percent + 99) / 100, seen = 0;
    for (uint32_t b = 0; b < SIM_LATENCY_BUCKETS; b++) {
        seen += l->buckets[b];
        if (seen >= wanted && l->buckets[b]) return bucket_end(b) < l->max ? bucket_end(b) : l->max;
    }
    return l->max;
}

double sim_latency_average(const SimLatency *l) { return l->n ? (double)l->sum / (double)l->n : 0; }

/* Buckets of powers of two are sums of the exact ones: none of those crosses a power of two. */
bool sim_latency_octave(const SimLatency *l, uint32_t i, uint64_t *from, uint64_t *to, uint64_t *count)
{
    if (l->n == 0 || (i > 0 && l->max >> (i - 1) == 0)) return false;
    *from = i ? UINT64_C(1) << (i - 1) : 0;
    *to = i ? 2 * *from - 1 : 0;
    *count = 0;
    for (uint32_t b = bucket_of(*from); b <= bucket_of(*to); b++) *count += l->buckets[b];
    return true;
}
