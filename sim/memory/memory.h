/* memory.h - AXI4 slaves behind every memory port of the design; all share one address space.
 *
 * Timing of each port: a burst is answered `latency` cycles after its address at the earliest, plus 0..`jitter` random
 * ones; at most `bandwidth` percent of a beat per cycle leaves or enters (read and write data together, 200 = both
 * channels at full rate). Answers of different ids overtake each other at random, those of one id stay in order. A
 * write takes effect just before its B answer, a read when its first beat is offered: a master that lets a read pass an
 * unanswered write of the same line reads old data, as the standard allows.
 *
 * Checked, a breach fails the run: INCR bursts of whole lines, full beat size, aligned address, WLAST on the last beat
 * and only there, payload and valid stable until ready. */
#ifndef COHGEN_SIM_MEMORY_H
#define COHGEN_SIM_MEMORY_H
#include "base/latency.h"
#include "memory/pages.h"

typedef struct {
    uint32_t latency, jitter; /* cycles */
    uint32_t bandwidth;       /* percent of a beat per cycle, 1..200 */
    uint32_t backpressure;    /* percent of cycles in which a channel is held */
    SimRange error;           /* of addresses: answers SLVERR, and stores nothing */
    SimRange write_error;     /* likewise, but it can be read */
    uint64_t seed;
} SimMemoryOptions;

/* Of one port; latencies from the accepted address to the last beat of data or to the answer. */
typedef struct {
    uint64_t reads, writes, read_beats, write_beats, errors; SimLatency read_latency, write_latency;
} SimMemoryStats;

typedef struct SimMemory SimMemory;
SimMemory *sim_memory_create(const CgDesign *design, const SimMemoryOptions *options, SimStatus *status);
void sim_memory_destroy(SimMemory *m);
/* One cycle: `out` as sampled before the edge, `in` as driven then; leaves in `in` what to drive next. */
void sim_memory_step(SimMemory *m, uint32_t *in, const uint32_t *out);
/* The contents, as the ports address them. */
SimPages *sim_memory_pages(SimMemory *m);
/* The contents of the lines of the keys, for pokes before the run and looks after it. If all ports have lines of their
 * own (key=), those lines hold what the keys do. */
uint32_t sim_memory_word(SimMemory *m, uint64_t address);
void sim_memory_set_word(SimMemory *m, uint64_t address, uint32_t value);
/* How many bytes from address 0 on have such lines; 0: where they lie is not known. */
uint64_t sim_memory_bytes(const SimMemory *m);
uint32_t sim_memory_ports(const SimMemory *m);
const SimMemoryStats *sim_memory_port_stats(const SimMemory *m, uint32_t port);
const CgMemPort *sim_memory_port(const SimMemory *m, uint32_t port, uint32_t *instance);
/* Reads, writes, beats and errors of all ports together. */
SimMemoryStats sim_memory_stats(const SimMemory *m);
/* True when no burst is in progress. */
bool sim_memory_idle(const SimMemory *m);
#endif
