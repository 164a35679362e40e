/* flow.h - drives the core ports of an emitted system of L1 and L2 caches, a flow of requests per core, and counts
 * cycles.
 *
 * A flow issues one kind of request (or two in turn) over a number of lines with at most so many in flight, one per
 * thread id, as fast as the design takes them; replies are taken at once. Memory is sim/memory/memory.c without jitter,
 * a beat per cycle each way. A request handshake in cycle c and its reply handshake in cycle c + n make a latency of n.
 */
#ifndef COHGEN_BENCH_FLOW_H
#define COHGEN_BENCH_FLOW_H
#include "memory/memory.h"

enum { MAX_CORES = 64, MAX_IDS = 64, WARM_UP = 400, WINDOW = 1000 };

/* Line i of a flow is base + i % lines * stride. Zero means: no `other` event, stride 1, no limit, all ids in flight.
 */
typedef struct { const char *event, *other; uint64_t base, lines, stride, limit; uint32_t in_flight; } Pattern;

typedef struct {
    Pattern p;
    bool on, presented;
    uint32_t id, busy_count;
    bool busy[MAX_IDS];
    uint64_t since[MAX_IDS];                                     /* cycle of the request of an id */
    uint64_t issued, replied, shortest, longest;                 /* latencies in cycles */
    uint64_t first_request, first_reply, last_reply;             /* cycles */
} Flow;

/* What the L2 banks did: rows for requests on lines that were there, all other rows. */
typedef struct { uint64_t hits, others, first_hit, last_hit; } Home;

typedef struct {
    CgModel *model;
    SimMemory *memory;
    SimStatus status;
    uint32_t *in, *out;
    const CgCorePort *port;
    Flow flow[MAX_CORES];
    Home home;
    uint64_t next_line;   /* lines below have been used: measurements do not meet each other's copies */
    uint32_t latency;     /* of memory */
} Bench;

/* The value of a parameter of the design, 0 if there is none of this name. */
uint64_t bench_param(const char *name);
/* Resets the design. latency: of memory, in cycles. The error output of the design, or an answer that nobody waits for,
 * counts in status.failures. */
void bench_create(Bench *b, uint32_t latency);
void bench_destroy(Bench *b);
void bench_steps(Bench *b, uint64_t cycles);
/* Starts the flow of a core; what its flow did before is forgotten. */
void bench_start(Bench *b, uint32_t core, Pattern p);
/* Ends flows without a limit, and runs until nothing is in progress. Ends the process if that does not happen, or after
 * a failure. */
void bench_drain(Bench *b);
/* Start and drain. */
Flow bench_run(Bench *b, uint32_t core, Pattern p);
/* The first of so many lines that no flow has touched. */
uint64_t bench_fresh(Bench *b, uint64_t lines);
#endif
