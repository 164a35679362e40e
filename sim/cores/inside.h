/* inside.h - inside of a run: the parts of the simulator that programs reach. */
#ifndef COHGEN_SIM_INSIDE_H
#define COHGEN_SIM_INSIDE_H
#include "base/options.h"
#include "base/switch.h"
#include "cores/core.h"
#include "cores/ends.h"
#include "cores/program.h"
#include "base/map.h"
#include "history/transactions.h"
#include "memory/memory.h"

struct Warp {
    SimThread *thread;
    CgRun *run;
    SimCoroutine coroutine;
    void *stack;
    uint32_t core, warp, number;
    uint32_t passes;             /* barriers passed */
    SimRng rng;
    SimGiven given[SIM_MAX_GIVEN]; uint32_t n_given; /* for the next cg_ask */
    const uint8_t *mask;         /* of the bytes that it sends, a bit for each; NULL: all */
    uint8_t strong, scope;       /* for the next operation: cg_as */
    bool beside;                 /* runs what cg_beside has said */
    bool begun, over;            /* has asked for a workgroup; there is none left (groups.h) */
    struct SimFlight *flights;   /* see flights.h */
    uint32_t n_flights;
    bool waits_flight;
    bool in_block;               /* of SimEnds: in a transaction, in which each access is waited for */
    SimRng thought;              /* how long it computes between accesses: --think */
    struct SimWarpTransaction *transaction; /* see transactions.h; NULL: it had none */
    uint32_t thinks;             /* not 0: what follows belongs to one access, or polls */
    void *end;                   /* what SimEnds knows of it */
};

struct CgRun {
    const SimOptions *options;
    SimCores *cores;
    const SimEnds *ends;         /* NULL: the ports of the design */
    SimMemory *memory;
    SimPages initial;            /* contents of memory before the first operation */
    SimRng rng;
    uint32_t n_cores, n_warps;   /* used */
    Warp *warps; uint32_t n_used;
    const CgKernel *kernel;
    void *arg;
    struct SimBeside { const CgKernel *kernel; void *arg; Warp *warps; uint32_t n; } beside; /* see cg_beside */
    bool recording;
    uint64_t next_free, barrier; /* next free byte of memory; address of the barrier's counter */
    uint32_t arrived;            /* warps waiting in cg_meet */
    uint32_t *arrived_at;        /* warps of each core waiting in cg_barrier */
    uint32_t waves, groups;      /* wavefronts of a workgroup, number of workgroups; 0: not yet asked for */
    uint32_t next_group;         /* where the design does not give them */
    struct SimSlot *slots;
    struct SimTransactions *transactions; /* NULL: there were none */
    SimMap final; bool looked;   /* what memory holds at the end, once a check has asked */
    struct SimKept { struct SimKept *next; } *kept;
};

/* Computes before an access, as long as --think says. */
void sim_think(Warp *w);
/* A request of the port as it stands in its record of the in vector; the image must last until it is answered. */
void cg_request(Warp *w, const uint32_t *image);
#endif
