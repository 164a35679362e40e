/* options.h - the command line of a run of transactions. */
#ifndef COHGEN_SIM_TX_OPTIONS_H
#define COHGEN_SIM_TX_OPTIONS_H
#include "base/arguments.h"
#include "tx/partition/unit.h"

struct TxOptions;
/* Makes a partition; failures of its own go to `status`. before: the one that was made before it, NULL for the
 * first. */
typedef TxPartition *(*TxMake)(const struct TxOptions *o, TxMemory *memory, const TxObserver *observer,
                               SimStatus *status, uint32_t partition, TxPartition *before);

typedef struct TxOptions {
    TxMake make;                           /* the reference, unless a program has another */
    const char *test, *steps;              /* a kernel, or a file of steps */
    struct SimSet sets[SIM_MAX_SETS]; uint32_t n_sets;
    uint64_t seed, max_cycles, watchdog;
    uint32_t cores, warps, lanes, partitions, granule;
    uint32_t limit;                        /* warps of a core that run transactions at a time, 0: all */
    uint32_t net;                          /* cycles through the crossbar, each way */
    /* cycles: 0..backoff after the first abort, doubled at each further one up to 0..backoff_most */
    uint32_t backoff, backoff_most;
    /* not 0: in their place (aborts in a row mod (1 + random 0..9)) times so many */
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
    bool checks, history, quiet, help, list, version;
    bool situations, collide;              /* with partitions in Verilog: situations.h */
    /* percent of cycles in which answers and channels of memory are held; cycles of memory; cycles that a warp computes
     * between its accesses, on average */
    uint32_t backpressure, latency, think;
    TxUnitOptions unit;
} TxOptions;

TxPartition *tx_unit_make(const TxOptions *o, TxMemory *memory, const TxObserver *observer, SimStatus *status,
                          uint32_t partition, TxPartition *before);
void tx_options_init(TxOptions *o);
/* Returns 0, or an exit code after a message. The strings must outlive the options. */
int tx_options_parse(TxOptions *o, int argc, char **argv);
void tx_options_help(FILE *out);
#endif
