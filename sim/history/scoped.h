/* scoped.h - judges a history by the scoped model (docs/memory-models.md): a read must not see a write older than one
 * that causality puts before it, and the order of the writes of a word must not contradict causality.
 *
 * Every thread has a clock: how many operations of each other thread base causality puts before its next one. A release
 * (a fence, or a store or atomic that releases) notes the clock of its thread; what acquires by a read that observes it
 * joins that clock, as far as both scopes reach. A core is a CTA; which GPU it is in its port says
 * (gpus=), else all are on one.
 *
 * It errs in one direction only. It passes: what only the order of sc fences forbids (they count as acq_rel); releases
 * seen by a later strong write of the same word; circles of three and more writes, of which some have no order; values
 * that several writes have left. */
#ifndef COHGEN_SIM_SCOPED_H
#define COHGEN_SIM_SCOPED_H
#include "history/history.h"

/* A write of one word; `value` is what the word holds after it. */
typedef struct { uint64_t word, order; uint32_t op, value; } SimWrite;

enum { SIM_FROM_START = UINT32_MAX - 1 }; /* a read of the initial value */

/* writes: by word, in the order of each; from: by access, the write that it reads (or SIM_FROM_START, or SIM_NONE where
 * that is not known or nothing is read). bad is called for each violation; it prints to `out`, if there is one. */
typedef struct {
    const SimHistory *h;
    const SimWrite *writes; size_t n_writes;
    const uint32_t *from;
    FILE *out;
    void (*bad)(void *context, uint32_t op, uint64_t word, const char *text);
    void *context;
} SimScopedHistory;

/* How often something synchronizes. */
uint64_t sim_scoped_check(const SimScopedHistory *x);
#endif
