/* schedule.h - the steps of a counterexample, as `cohgen verify --replay` writes them (format: docs/verify.md, "Replay
 * in RTL"). */
#ifndef COHGEN_SIM_REPLAY_SCHEDULE_H
#define COHGEN_SIM_REPLAY_SCHEDULE_H
#include "history/history.h"
#include "model/hooks.h"

enum {
    REPLAY_LOW = 3, REPLAY_FIELDS = 24, REPLAY_STATE = 64, REPLAY_ANSWERS = 4, REPLAY_JOINED = 24, REPLAY_NAME = 64
};

typedef struct { uint32_t ctl, inst; } ReplayInst;
typedef struct { char name[REPLAY_NAME]; uint64_t value, mask; } ReplayValue; /* mask: the bits that are known */

/* A message by its number, from 1. fields: what it carries but for line data and masks. */
typedef struct {
    const CgPacketType *message; ReplayInst from, to; ReplayValue fields[REPLAY_FIELDS]; uint32_t n_fields;
} ReplayMessage;

typedef enum {
    REPLAY_CORE, REPLAY_MESSAGE, REPLAY_MEMORY, REPLAY_PARKED, REPLAY_EVICT, REPLAY_LEVEL, REPLAY_TICK
} ReplaySource;
/* What an instance reads from now on; clock: which of CgHooks.clocks. */
typedef struct { ReplayInst at; uint32_t clock; uint64_t value; } ReplayTime;
typedef enum { REPLAY_OPEN, REPLAY_COMMITS, REPLAY_ABORTS } ReplayEnd;
typedef struct { ReplayInst at; uint32_t line; } ReplayWrite;
typedef struct { uint32_t reply, warp; bool has_value; uint32_t value; } ReplayAnswer;

typedef struct {
    uint32_t number;
    ReplayInst at;
    ReplaySource source;
    /* REPLAY_CORE: code of the request and its fields; line: all but messages */
    uint32_t event, warp, line, cell, value, op, a, b;
    uint32_t message;                                  /* REPLAY_MESSAGE: its number */
    uint32_t joined[REPLAY_JOINED], n_joined;          /* those that are joined to it while it waits, in this order */
    /* which of CgHooks.waiters, .stores, .levels; REPLAY_EVICT: the store's own key; keyless: about no line */
    uint32_t place, own; bool keyless;
    /* of the core's transaction; writes of transactions that take effect */
    ReplayEnd end; ReplayWrite applied[REPLAY_ANSWERS]; uint32_t n_applied;
    bool error;                                        /* the row is marked never, or a sum does not fit */
    bool waits;                                        /* the row is not taken: it waits for room */
    uint32_t row, state, refined, next;                /* codes */
    uint32_t first_sent, n_sent, reads, writes;        /* messages first_sent.. are sent; requests to memory */
    size_t first_time, n_times;                        /* REPLAY_TICK: times[first_time]... */
    ReplayAnswer answers[REPLAY_ANSWERS]; uint32_t n_answers;
    ReplayValue fields[REPLAY_STATE]; uint32_t n_fields;
} ReplayStep;

/* number: of the warp, the line, the message; of the line of the request `event` of `warp` that is refused. */
typedef struct {
    enum { REPLAY_WAITS, REPLAY_ENTRY, REPLAY_IN_FLIGHT, REPLAY_REFUSED } kind; ReplayInst at;
    uint32_t number, event, warp;
} ReplayLeft;
typedef struct { uint32_t line, cell, value; } ReplayWord;

typedef struct {
    uint32_t warps, lines, cells;
    ReplayStep *steps; size_t n_steps, cap_steps;
    ReplayMessage *messages; size_t n_messages, cap_messages;
    ReplayTime *times; size_t n_times, cap_times;
    ReplayWord *initial; size_t n_initial, cap_initial;
    bool transactions;                                 /* steps say how they end */
    uint64_t behind;                                   /* a bit per controller: rows read and write its memory */
    uint32_t *bad; size_t n_bad, cap_bad;              /* lines that memory cannot read */
    ReplayWord *final; size_t n_final, cap_final;      /* what a litmus test leaves behind */
    ReplayLeft *left; size_t n_left, cap_left;         /* what cannot go on after a deadlock or livelock */
    char found[16], text[256];                         /* the violated property, and how */
} ReplaySchedule;

/* Reads the file for the design in cg_design and cg_replay; false after a message. */
bool replay_read(ReplaySchedule *s, const char *file);
void replay_free(ReplaySchedule *s);
#endif
