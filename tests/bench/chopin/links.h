/* links.h - composition of a frame over the links between GPUs: what is to be moved, and how long simple ways of doing
 * it take. */
#ifndef COHGEN_BENCH_LINKS_H
#define COHGEN_BENCH_LINKS_H
#include "frame.h"

/* BYTES_PER_CYCLE: 64 GB/s of each GPU in and out, at 1 GHz; LATENCY: of a transfer, in cycles. */
enum { BYTES_PER_CYCLE = 64, LATENCY = 200, MOST_GROUPS = 16 };

/* A group that is composed: cycles that each GPU draws, and cycles from GPU to GPU for a region. chain[g]: for all that
 * GPUs 0 to g have drawn, to GPU g + 1. */
typedef struct { bool transparent; uint64_t draws[GPUS], moves[GPUS][GPUS], chain[GPUS]; } Step;
typedef struct { Step steps[MOST_GROUPS]; uint32_t n; uint64_t bytes; } Work;

/* Adds a group; before: cycles of the groups before it that all GPUs draw. */
void work_add(Work *w, const Share *s, bool transparent, uint64_t before, SimRng *rng);

/* Cycles of the frame. In turn: each GPU sends as soon as it has drawn, to GPU 0, 1, ... or to the next one, the one
 * after that, ..., and waits for a receiver that is not ready; a receiver takes one at a time. Transparent groups go
 * from GPU to GPU as whole images, and back in regions. */
typedef enum { LINKS_BY_NUMBER, LINKS_FROM_NEXT } LinksOrder;
uint64_t links_in_turn(const Work *w, LinksOrder order);
uint64_t links_free(const Work *w);                       /* transfers take no time */
#endif
