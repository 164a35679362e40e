/* rtl_inside.h - the parts of a partition in Verilog (rtl.h): rtl.c the partition and its clock cycle, rtl_rows.c what
 * the rows tell, rtl_ports.c messages on the wire, rtl_design.c the emitted design. A design has one validation unit or
 * several; the partitions of a run are the units of one design, or of as many designs as it takes. */
#ifndef COHGEN_SIM_TX_RTL_INSIDE_H
#define COHGEN_SIM_TX_RTL_INSIDE_H
#include "memory/memory.h"
#include "model/hooks.h"
#include "tx/cores/options.h"
#include "tx/messages/queue.h"
#include "tx/rtl/situations.h"

enum { TX_RTL_OPEN = 1024, TX_RTL_UNITS = 8, TX_RTL_NO_ONE = 1 << 20 };

typedef struct { TxMessage m; bool used, offered, taken; uint64_t order; } TxRtlOpen;

typedef struct TxRtlDesign TxRtlDesign;

typedef struct {
    TxPartition partition;                   /* first, so that one can be had from the other */
    TxRtlDesign *design;
    uint32_t number, instance;               /* of the partition; in its design */
    /* all, oldest first; those that the unit has taken */
    TxRtlOpen open[TX_RTL_OPEN], *by_age[TX_RTL_OPEN], *taken[TX_RTL_OPEN];
    uint32_t n_open, n_taken;
    /* log entries and markers: to be offered; entries taken and not applied. answers */
    TxQueue logs, flying, due;
    TxQueue ring;                            /* messages from another unit, to be offered: TxRtlRing */
    SimMap touched;
    /* waits: for the load of `granule`, so many cycles; slot: the next of `touched` */
    struct { bool begun, waits; TxReply reply; uint64_t granule, cycles; size_t slot; } readback;
    TxPartitionStats stats;
    TxSituations situations;
    struct { TxRtlOpen *access; bool log, entry, ring; } offers; /* in this cycle; entry: log, and it is no marker */
} TxRtl;

typedef struct { uint32_t code, from; } TxRtlRing;

struct TxRtlDesign {
    const TxOptions *options;
    TxMemory *memory;
    const TxObserver *observer;
    SimStatus *status, of_axi;               /* of_axi: the clock and the verdict of the memory behind the units */
    CgModel *model;                          /* NULL: the simulator has it, and the memory */
    SimMemory *axi;
    uint32_t ctl, *in, *out;                 /* ctl: the controller VU */
    const CgNetPort *ask, *log, *answer, *from_ring, *to_ring;
    /* types: by TxKind; ring: some message of the ring */
    const CgPacketType *types[TX_DRAINED + 1], *value, *old, *abort, *stop, *resume, *ring;
    uint32_t first_node;                     /* of the units */
    /* of the design; partitions of the run among them; of these, not destroyed */
    uint32_t n_units, made, left;
    TxRtl units[TX_RTL_UNITS];
    bool started;
    /* time of the units that is time 0 of the run: END of both is the same (--ts-bits) */
    uint64_t before;
    SimRng rng;
    uint64_t keys[TX_COLLIDING], stretch;    /* collide: the key of each granule of a stretch, which all are in */
};

/* rtl_design.c: a design for the run, without partitions yet; failures go to `status`. */
TxRtlDesign *tx_rtl_design(const TxOptions *o, TxMemory *memory, const TxObserver *observer, SimStatus *status,
                           uint32_t partition);
void tx_rtl_design_free(TxRtlDesign *d);
/* What stands for a granule at the ports of the units (--collide), and back. */
uint64_t tx_rtl_key(TxRtlDesign *d, uint64_t granule);
uint64_t tx_rtl_granule(const TxRtlDesign *d, uint64_t key);
/* A time of the run at the ports, and back; times of tables that nobody has set are 0 in both. */
static inline uint64_t tx_rtl_time(const TxRtlDesign *d, uint64_t time) { return time + d->before; }
static inline uint64_t tx_rtl_time_back(const TxRtlDesign *d, uint64_t time)
{
    return time > d->before ? time - d->before : 0;
}
static inline uint32_t tx_rtl_in(const TxRtl *u)
{
    return cg_replay.hooks[u->design->ctl].in_base + u->instance * cg_replay.hooks[u->design->ctl].in_stride;
}
static inline uint32_t tx_rtl_out(const TxRtl *u)
{
    return cg_replay.hooks[u->design->ctl].out_base + u->instance * cg_replay.hooks[u->design->ctl].out_stride;
}
static inline uint64_t tx_rtl_address(const TxRtl *u, uint64_t granule, uint32_t word)
{
    return granule * u->design->memory->granule_bytes + 4 * (uint64_t)word;
}

/* rtl.c: the access of a warp that the unit has taken, or NULL. */
TxRtlOpen *tx_rtl_open_of(TxRtl *u, uint32_t wid, uint64_t granule);
void tx_rtl_open_end(TxRtl *u, TxRtlOpen *o);
/* rtl_rows.c: in which the clock cycle is run: the observers of the rows have no handle. */
void tx_rtl_clock(TxRtlDesign *d);
void tx_rtl_row(TxPartition *p, int ctl, int inst, int row, const uint32_t *fields);

/* rtl_ports.c: an access, a log entry or marker, a message of the ring offered in the next cycle. */
void tx_rtl_put_message(TxRtl *u, const CgNetPort *port, const TxMessage *m);
void tx_rtl_put_ring(TxRtl *u, const TxRtlRing *m);
/* What came out in the last cycle: an answer, or what is said to a warp; a message of the ring. */
void tx_rtl_take_answer(TxRtl *u);
void tx_rtl_take_ring(TxRtl *u);
#endif
