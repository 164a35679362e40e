/* options.h - the command line of a run on cores whose end is in C: that of every simulation, and what is known here
 * besides. */
#ifndef COHGEN_SIM_TX_OPTIONS_H
#define COHGEN_SIM_TX_OPTIONS_H
#include "base/options.h"
#include "memory/memory.h"
#include "tx/partition/unit.h"

struct TxOptions;
/* Makes a partition; failures of its own go to `status`. before: the one that was made before it, NULL for the
 * first. */
typedef TxPartition *(*TxMake)(const struct TxOptions *o, TxMemory *memory, const TxObserver *observer,
                               SimStatus *status, uint32_t partition, TxPartition *before);

/* The design that the simulator runs, for partitions in it: what is driven and what was sampled, its memory. clocked:
 * another design, whose rows are reported now. */
typedef struct { uint32_t *in; const uint32_t *out; SimMemory *memory; void *clocked; } TxPins;

typedef struct TxOptions {
    SimOptions all;                        /* first, as SimOptionsMore wants; backpressure: of answers, too */
    TxPins *pins;                          /* NULL: no simulator runs a design */
    TxMake make;                           /* the reference, unless a program has another */
    const char *steps;                     /* a file of steps in place of a test */
    uint32_t lanes, partitions, granule;
    uint32_t net;                          /* cycles through the crossbar, each way */
    /* not 0: pauses are (aborts in a row mod (1 + random 0..9)) times so many cycles, not as --backoff says */
    uint32_t backoff_step;
    uint32_t ts_bits;
    /* all warps start at 0 and go to the latest time seen plus 1; else no two warps ever have the same time */
    bool published_time;
    /* attempts begin at the time of the warp, not at that of its core (inside.h) */
    bool own_clock;
    bool wide; /* accesses of a warp to granules of one block of 128 bytes are one message */
    /* warpts grows after aborts only (section 4.4.1), not after commits that have written as well (docs/errata.md,
     * G3) */
    bool published_advance;
    bool checks, history;
    bool situations, collide;              /* with partitions in Verilog: situations.h */
    TxUnitOptions unit;
} TxOptions;

#endif
