/* parts.h - a replay in progress: the design's surroundings (bus.c), the comparison with the schedule (check.c), the
 * run (main.c). */
#ifndef COHGEN_SIM_REPLAY_PARTS_H
#define COHGEN_SIM_REPLAY_PARTS_H
#include "history/consistency.h"
#include "races/races.h"
#include "replay/schedule.h"
#include "replay/serial.h"

enum { REPLAY_QUEUE = 32, REPLAY_CLOCKS = 4 };

/* A message that has left its sender: number in the schedule, 0 when the design sent more than that. */
/* from, to: nodes */
typedef struct { const CgPacketType *type; uint32_t from, to, number; uint32_t *bits; bool delivered; } ReplayPacket;

/* The channel from the network to an instance: what is offered, NULL: nothing. */
typedef struct { const CgNetPort *port; uint32_t inst; ReplayPacket *offered; } ReplayInlet;

typedef struct { uint64_t address; uint32_t id; } ReplayAxi;

/* A memory side. answering: reads[0] is being answered, beat by beat. owed: lines of which the
 * design holds a write back until a read of the line is answered (cg_axi_line). */
typedef struct {
    const CgMemPort *port; ReplayInst at;
    ReplayAxi reads[REPLAY_QUEUE], writes[REPLAY_QUEUE];
    uint32_t n_reads, n_writes, answering, beat, written, acknowledge[REPLAY_QUEUE], n_acknowledge,
        owed[REPLAY_QUEUE], n_owed;
    uint8_t *line;                          /* of the write whose beats arrive */
} ReplayMemory;

/* A warp. posted: its store may be answered before it takes effect. op: its number in the history. performed: how often
 * its operation took effect; before: the newest value then. */
typedef struct {
    bool busy, posted; SimKind kind; uint32_t line, cell, value, code, a, b, op, performed, before;
} ReplayThread;

typedef struct {
    const ReplaySchedule *s;
    const ReplayStep *step;                 /* what is to happen now; NULL: nothing */
    CgModel *model;
    uint32_t *in, *out;
    uint64_t *now;                          /* what times stand at: REPLAY_CLOCKS for each node */
    uint64_t cycle;
    const char *name;                       /* of the schedule, in messages; NULL: it is the only one */
    SimRaces *races;                        /* counts the races that are met; NULL: nobody asks */
    bool quiet, failed, free;               /* free: after the last step, everything may go on */
    /* surroundings */
    ReplayPacket **packets; size_t n_packets, cap_packets;
    ReplayInlet *inlets; uint32_t n_inlets;
    ReplayMemory *memories; uint32_t n_memories;
    uint32_t line_bytes, cell_bytes;
    uint8_t *content;                       /* of memory, line by line */
    uint32_t joined;                        /* how many of the step's joined messages have been offered */
    bool request;                           /* the step's request has not been accepted */
    /* what the step has done so far */
    bool row_seen;
    uint64_t row_cycle;
    uint32_t row_line;
    uint32_t sent, read, wrote, answered, fired;
    bool error_seen;
    uint32_t stale_cell, seen_value, newest_before; bool value_seen, performed;
    /* an answer's truth value: memory could not read the line; -1: no such answer */
    int error_said;
    char unasked[160];                      /* a violation of conservation that was seen */
    /* what has happened altogether */
    ReplayThread *threads; uint32_t n_threads;
    /* stores that are answered and have not taken effect, the oldest first */
    struct ReplayPosted { uint32_t thread; ReplayThread store; } *posted; size_t n_posted, cap_posted;
    uint32_t *newest;                       /* value of the newest write of each cell */
    SimHistory history;
    ReplaySerial *serial;                   /* of transactions, or NULL */
    uint64_t compared;                      /* values compared */
} Replay;

/* Messages, for bus.c and main.c. */
void replay_bus_start(Replay *r);
void replay_bus_free(Replay *r);
/* One clock cycle. */
void replay_bus_cycle(Replay *r, bool reset);
/* Offers a message to its receiver; false: it takes none of that network. */
bool replay_bus_deliver(Replay *r, ReplayPacket *p);
/* Answers the oldest read of the line; false: there is none. */
bool replay_bus_fill(Replay *r, ReplayInst at, uint32_t line);
bool replay_bus_quiet(const Replay *r);
/* The line is being read: a write of it comes when that is over, and is noted as owed. */
bool replay_bus_held(Replay *r, ReplayInst at, uint32_t line);
/* Such a write comes. */
bool replay_bus_owed(Replay *r, ReplayInst at, uint32_t line);

/* What the design does, told by bus.c. */
void replay_sent(Replay *r, ReplayPacket *p);
void replay_answered(Replay *r, ReplayInst at, const CgCorePort *port, uint32_t base);
/* A row that has fired, for cg_attach. */
void replay_row(void *replay, int ctl, int inst, int row, const uint32_t *fields);
void replay_memory(Replay *r, ReplayInst at, uint64_t line, bool write);

/* The first word of a cell in memory. */
uint32_t replay_word(const Replay *r, uint32_t line, uint32_t cell);

/* A difference from the schedule; the first is printed. */
void replay_diverged(Replay *r, const char *format, ...) SIM_PRINTF(2, 3);
ReplayThread *replay_thread(Replay *r, uint32_t core, uint32_t warp);
/* Number of an instance's core among all, SIM_NONE: it has none. */
uint32_t replay_core(ReplayInst at);
const CgCorePort *replay_core_port(uint32_t ctl);
uint32_t replay_node(ReplayInst at);
ReplayInst replay_instance(uint32_t node);
uint32_t replay_cell(const Replay *r, uint32_t line, uint32_t cell);     /* index into newest */
#endif
