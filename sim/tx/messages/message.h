/* message.h - what travels between the cores and a memory partition of GETM (validation unit, commit unit, last-level
 * cache), and how both ends are connected.
 * A partition in Verilog stands behind the same functions as the one written in C (unit.c). */
#ifndef COHGEN_SIM_TX_MESSAGE_H
#define COHGEN_SIM_TX_MESSAGE_H
#include "base/base.h"

enum { TX_MAX_WORDS = 32, TX_MAX_LANES = 32 }; /* words of a granule (128 bytes), threads of a warp */

/* LD, ST: transactional accesses, answered; COMMIT, CLEANUP: entries of the log of an attempt that is over, not
   answered; READ, WRITE, ATOMIC: ordinary accesses, answered, which no transaction should be exposed to;
   DRAINED: to partition `to`: whatever the warp had sent of transactions is in front of it (rollover); not answered. */
typedef enum { TX_LD, TX_ST, TX_COMMIT, TX_CLEANUP, TX_READ, TX_WRITE, TX_ATOMIC, TX_DRAINED } TxKind;

typedef struct {
    TxKind kind;
    uint32_t core, wid, tag;              /* wid: warp, numbered over all cores; tag: comes back in the answer */
    uint64_t granule;                     /* address / bytes of a granule */
    uint64_t warpts;                      /* LD, ST */
    uint32_t n;                           /* COMMIT, CLEANUP: reservations given back */
    uint32_t words;                       /* COMMIT, WRITE, ATOMIC: a bit per word of `data` that is meant */
    uint32_t op, a, b;                    /* ATOMIC: a LitmusOp */
    uint32_t to;                          /* DRAINED */
    bool beside;                          /* LD, ST: part of the same message as the one before it */
    uint32_t data[TX_MAX_WORDS];
    uint64_t attempt;                     /* for the checkers, not in hardware: attempts of the warp, from 1 */
} TxMessage;

/* Why an access is refused; ROLLOVER: it was not made. */
typedef enum {
    TX_OK, TX_LATE_LOAD, TX_LATE_STORE, TX_NO_ROOM, TX_TOO_MANY, TX_INTRA_WARP, TX_ROLLOVER, TX_RESULTS
} TxResult;
/* What comes to a warp: an answer; that it begins nothing more in transactions; that its times begin anew. */
typedef enum { TX_ANSWER, TX_STOP, TX_RESUME } TxTurn;

typedef struct {
    TxTurn turn;                          /* not TX_ANSWER: core and wid say for whom, the rest is nothing */
    uint32_t core, wid, tag;
    TxResult result;
    uint64_t seen;                        /* refused: the latest time found at the granule */
    uint32_t data[TX_MAX_WORDS];          /* LD, READ: the granule; ATOMIC: the old word, at its place */
    /* for the checkers: when the granule was read, in the order of accesses to memory, from 1 */
    uint64_t order;
} TxReply;

/* A validation unit's view of a granule. */
#define TX_NOBODY UINT32_MAX /* an owner of what is not reserved */
typedef struct { uint64_t wts, rts; uint32_t writes, owner; } TxMeta;

/* What the checkers are told. */
typedef enum {
    TX_SENT,       /* message */
    TX_DECIDED,    /* message (LD, ST), decision, before, after: one pass through the validation unit */
    TX_ACCESSED,   /* message (READ, WRITE, ATOMIC): made in memory */
    TX_WROTE,      /* message (COMMIT), order: its words are in memory */
    TX_RELEASED,   /* message (COMMIT, CLEANUP), before, after */
    TX_ANSWERED,   /* reply */
    TX_FORGOT,     /* all entries of the partition: times begin anew */
    TX_TRACKED     /* granule: an entry of the table of precise metadata, at the end of a run */
} TxSeen;
typedef enum { TX_PASS, TX_REFUSE, TX_QUEUE } TxDecision;

typedef struct {
    TxSeen seen;
    uint32_t partition;
    const TxMessage *message;
    const TxReply *reply;
    TxDecision decision;
    TxMeta before, after;
    uint64_t order, granule;
} TxEvent;

typedef struct { void (*see)(void *checkers, const TxEvent *e); void *checkers; } TxObserver;

static inline void tx_see(const TxObserver *o, TxEvent e) { if (o && o->see) o->see(o->checkers, &e); }

/* Figures of a partition. beside: requests already waiting for the granule, summed over those that were queued; woken:
   tries after a release; waiting: in the stall buffer now; granules: for which they wait; evictions, overflows: entries
   that left the table of precise metadata, and those it had no room for. */
typedef struct {
    uint64_t queued, beside, woken, evictions, overflows, rollovers; uint32_t waiting, most_waiting, granules;
} TxPartitionStats;

/* One partition. `offer` and `answer` are called any number of times between two calls of `cycle`, which is one clock
 * cycle. */
typedef struct TxPartition TxPartition;
struct TxPartition {
    bool (*offer)(TxPartition *p, const TxMessage *m);       /* false: not taken in this cycle */
    bool (*answer)(TxPartition *p, TxReply *reply);          /* takes an answer that is due; false: there is none */
    void (*cycle)(TxPartition *p, uint64_t now);
    bool (*idle)(const TxPartition *p);                      /* nothing is under way */
    TxPartitionStats (*stats)(const TxPartition *p);
    /* at the end: reports TX_TRACKED for each entry; false: not yet, more cycles first */
    bool (*tracked)(TxPartition *p);
    void (*destroy)(TxPartition *p);
    /* of a design that the simulator runs, NULL elsewhere: `cycle` lasts to the clock, behind which this takes what
       came out; rows of any design of the run */
    void (*edge)(TxPartition *p);
    void (*row)(TxPartition *p, int ctl, int inst, int row, const uint32_t *fields);
    /* refuses what asks at the last times, and stops the warps for a rollover */
    bool rolls;
};
#endif
