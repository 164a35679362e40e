/* monitor.h - what the design reports in every cycle: its controllers' deciding stages, and its networks. */
#ifndef COHGEN_SIM_MONITOR_H
#define COHGEN_SIM_MONITOR_H
#include "base/base.h"

enum { SIM_STAGE_IDLE, SIM_STAGE_SERVES, SIM_STAGE_CODES = 256 }; /* further codes: CgController.causes */

/* busy: cycles with a flit; peak: most flits in one cycle */
typedef struct { uint64_t flits, held, busy, peak; } SimNetworkStats;

typedef struct { uint64_t sent, flits; } SimMessageStats;

typedef struct { uint64_t sum, most; } SimGauge; /* over all cycles */

typedef struct {
    const CgDesign *design;
    uint64_t cycles;
    uint64_t (*stages)[SIM_STAGE_CODES];  /* cycles by code, of every controller instance in the order of the tables */
    SimGauge **gauges;                    /* per controller: those of its first instance, then those of the next */
    uint32_t *by_table;                   /* per controller: the code of a cycle in which the table says stall */
    /* per controller: cycles in which a row marked stall kept its occurrence waiting */
    uint64_t **stalled_rows;
    SimNetworkStats *networks;
    struct SimCounters { uint32_t flits, held; } *before;
    SimNetworkStats *links;               /* of networks on two levels, in the order of the design */
    struct SimCounters *links_before;
    SimMessageStats *messages;            /* of each kind, handed over by their senders, and their flits */
    SimMessageStats *messages_before;
} SimMonitor;

void sim_monitor_init(SimMonitor *m, const CgDesign *design);
void sim_monitor_free(SimMonitor *m);
/* Takes the counters as they stand, without counting. */
void sim_monitor_start(SimMonitor *m, const uint32_t *out);
/* One cycle: `out` as sampled before the edge. */
void sim_monitor_step(SimMonitor *m, const uint32_t *out);
#endif
