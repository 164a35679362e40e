/* blocks.h - what stands behind ports of kind="block" in a test: it takes each request, answers it as the specification
 * says (`answer=`, `times=`), and offers the events that answer no request from time to time.
 *
 * Which of several possible answers comes, and when, is random; so are the fields that the request does not have.
 * Answers to one key keep the order of their requests, others overtake. An event is held until it is taken. */
#ifndef COHGEN_SIM_BLOCKS_H
#define COHGEN_SIM_BLOCKS_H
#include "base/base.h"

typedef struct {
    uint32_t latency;      /* cycles from a request to its answer at the earliest; up to as many more at random */
    uint32_t backpressure; /* percent of cycles in which requests are refused, or no event is offered */
    uint64_t events;       /* of each instance of a port that come by themselves */
    uint32_t keys;         /* of these events: 0 to keys - 1 */
    uint64_t seed;
} SimBlocksOptions;

typedef struct { uint64_t requests, answers, events; } SimBlockStats; /* events: those that came by themselves */

typedef struct SimBlocks SimBlocks;
SimBlocks *sim_blocks_create(const CgDesign *design, const SimBlocksOptions *options);
void sim_blocks_destroy(SimBlocks *b);
/* One cycle: `out` as sampled before the edge, `in` as driven then; leaves in `in` what to drive next. */
void sim_blocks_step(SimBlocks *b, uint64_t cycle, uint32_t *in, const uint32_t *out);
/* Every request is answered, and no event is to come. */
bool sim_blocks_idle(const SimBlocks *b);
/* Of all instances of a port of the design. */
SimBlockStats sim_blocks_stats(const SimBlocks *b, uint32_t port);
#endif
