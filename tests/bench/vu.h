/* vu.h - drives the validation unit of specs/getm/getm.xml, emitted with the test bench of replays, in which the
 * networks end here: one access and one log entry may be offered per cycle, answers are taken at once. What the unit
 * does is told by the observers of its rows and by the gauges of its stores. */
#ifndef COHGEN_BENCH_VU_H
#define COHGEN_BENCH_VU_H
#include "memory/memory.h"
#include "model/hooks.h"

enum { VU_OWNER = 0 }; /* node of the warp that asks */
typedef enum { VU_LD, VU_ST, VU_COMMIT, VU_CLEANUP, VU_KINDS } VuKind;
typedef struct {
    VuKind kind;
    uint64_t key, time;
    uint32_t n;
} VuMessage; /* time: accesses; n: log entries */
/* What has happened since a moment. done: rows by kind, parked requests not counted; aborts: of these, refused; idle,
   held: cycles in which T had nothing, or something that could not go on; the others are of the cuckoo table: cycles in
   which a move within it took a slot, and of these those that a request wanted. */
typedef struct { uint64_t cycles, done[VU_KINDS], aborts, idle, held, moves, moves_first, spills, stash; } VuCount;

typedef struct {
    SimStatus status;
    CgModel *model;
    SimMemory *memory;
    SimMemoryOptions timing;
    uint32_t *in, *out, ctl, reserved; /* reserved: sum of #writes, as the rows leave it */
    const CgNetPort *ask, *log, *answer;
    const CgPacketType *types[VU_KINDS];
    uint32_t abort_code, entries, stash, parked, ways,
        places; /* entries, stash, parked: gauges; places of the ways, and with the stash */
    VuMessage ask_now, log_now;
    bool asks, logs;                                                                     /* one is offered */
    VuCount count;
} Vu;

/* latency: of the memory behind, in cycles. Ends the process if the design is another one. */
void vu_create(Vu *u, uint32_t latency);
void vu_destroy(Vu *u);
void vu_reset(Vu *u);                             /* empties tables and caches; count goes on */
/* Offers a message; false if the one before was not taken yet. */
bool vu_ask(Vu *u, VuMessage m);
bool vu_log(Vu *u, VuMessage m);
void vu_cycle(Vu *u);
/* Runs until all that was offered is done, n messages since `from`. Ends the process if that takes too long. */
void vu_wait(Vu *u, const VuCount *from, uint64_t n);
uint64_t vu_done(const VuCount *since, const VuCount *now);  /* rows of all kinds */
uint64_t vu_param(const char *name);
#endif
