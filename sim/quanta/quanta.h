/* quanta.h - a program run in quanta, by the rules alone: what every operation must be answered, and what memory holds
 * in the end, however long anything takes. No cycles, no caches, no messages.
 *
 * The rules. A wavefront is a warp; its number counts over cores, then warps of a core. A slot is `waves` wavefronts of
 * a core. A quantum has three parts.
 *   1. Slots whose wavefronts have all asked `next` get the next workgroups, in the order of their numbers; if there is
 *      none left they are over. Then each wavefront goes on from where it stands until its part of the quantum ends. A
 *      load or store is one instruction, `work` is n. Loads see memory as it was when the quantum began, and the
 *      wavefront's own stores. It ends
 *        count    after the instruction with which the count reaches `quantum`; what it has too much is carried over,
 *        log      after the store that is the log's last (`log` of them; the count begins at 0 again, so in all below),
 *        atomic   at an atomic, which waits for part 3,
 *        fence    at a fence,
 *        barrier  at a barrier of its workgroup; it goes on in the first quantum after the one in which the last has
 *                 arrived, where one that asks `next` counts as arrived,
 *        end      when it asks `next`.
 *   2. Of each part (`grain` bytes, 4 as a rule) that was stored to the value of the lowest wavefront stays, of that
 *      wavefront's the latest.
 *   3. The atomics, in the order of the wavefronts.
 * With `wa` a wavefront at a barrier stays within part 1: when all of its workgroup stand there, or have asked `next`,
 * they go on in the same quantum; when another of them has ended its part, so have they. With `dwp` slot s gets the
 * workgroups s, s + slots, s + 2 * slots...; with both, as soon as all its wavefronts have asked, within part 1; their
 * counts go on.
 * When all are over memory has all that the program has written. Then all can ask `next` again, for another program
 * of as many workgroups.
 * A program must not use the time, numbers drawn by cg_rand, or C variables that another wavefront writes. */
#ifndef COHGEN_SIM_QUANTA_H
#define COHGEN_SIM_QUANTA_H
#include "cores/run.h"

typedef enum {
    QUANTA_COUNT, QUANTA_LOG, QUANTA_ATOMIC, QUANTA_FENCE, QUANTA_BARRIER, QUANTA_END, QUANTA_REASONS
} QuantaReason;
extern const char *const quanta_reasons[QUANTA_REASONS];

/* An operation and its answer. at: the address; value: what was loaded, stored (a line: a hash of it), the old value of
 * an atomic, the workgroup (SIM_NONE: over). event: for SIM_OTHER, as in SimRequest. */
typedef struct { SimKind kind; uint32_t event, value, quantum; uint64_t at; } QuantaStep;

typedef struct Quanta Quanta;

/* Runs the kernel to its end, its check included. QUANTUM, LOG, WAVES, GROUPS, GRAIN, WA and DWP are parameters of
 * the design, or input pins of these names. NULL when the design or the kernel cannot be run so: then there was a
 * failure. */
Quanta *quanta_run(const CgDesign *design, const SimOptions *options, const CgKernel *kernel, SimStatus *status);
void quanta_free(Quanta *q);

uint32_t quanta_number(const Quanta *q);                                /* of quanta in which anybody moved */
uint64_t quanta_ended(const Quanta *q, uint32_t wave, QuantaReason why); /* how many of a wavefront's */
/* The n-th step of a wavefront, NULL behind the last. */
const QuantaStep *quanta_step(const Quanta *q, uint32_t wave, uint64_t n);
SimPages *quanta_memory(Quanta *q);

/* What a thread has just been answered, against its next step here; the first difference fails the run. For
 * SimCores.answered. */
void quanta_answered(void *q, const SimThread *t);
/* After the run: each wavefront has done all its steps, and the design's memory is as here, where programs have some
 * (NULL: it is not looked at). */
void quanta_end(Quanta *q, SimMemory *memory);
/* A line for the report. */
void quanta_report(const Quanta *q, FILE *out);
#endif
