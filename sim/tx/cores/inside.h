/* inside.h - the parts of a run: cores, warps, threads. Programs see a thread as a Warp (cores/inside.h). */
#ifndef COHGEN_SIM_TX_INSIDE_H
#define COHGEN_SIM_TX_INSIDE_H
#include "cores/run.h"
#include "history/transactions.h"
#include "tx/cores/log.h"
#include "tx/cores/options.h"
#include "tx/judge/check.h"
#include "tx/messages/queue.h"

typedef struct TxRun TxRun;

/* A thread runs (RUN) until it gives back with an access, at the begin of a transaction, at its end, for a pause, at a
 * barrier (BLOCKED), or for ever. */
typedef enum {
    TX_THREAD_RUN, TX_THREAD_ACCESS, TX_THREAD_ASKED, TX_THREAD_PAUSE, TX_THREAD_BLOCKED, TX_THREAD_BEGIN,
    TX_THREAD_COMMIT, TX_THREAD_REFUSED, TX_THREAD_DONE, TX_THREAD_ENDED
} TxThreadState;

/* thread: what its program asks for; NULL: the run has no use for it. */
typedef struct TxThread {
    TxRun *run;
    struct TxWarp *warp;
    SimThread *thread;
    uint32_t lane, attempt;                /* attempt: in the history */
    jmp_buf restart;
    TxThreadState state, wants;            /* wants: BEGIN or COMMIT, else RUN */
    bool in_block, leave;                  /* leave: when it runs again, from the start of the block */
    TxKind kind;                           /* of its access */
    uint32_t tag, pause;                   /* tag: lane that asks for this one too */
    struct TxThread *of;                   /* an access that this lane does not wait for (cores/flights.h), or NULL */
} TxThread;

typedef struct TxWarp {
    uint32_t core, number, wid, n_threads;
    TxThread *threads; uint32_t n_all;     /* behind its lanes: accesses that these do not wait for */
    TxLog log;
    uint64_t warpts, seen, attempts;       /* seen: latest time that a refusal of this attempt reported */
    uint64_t due;                          /* cycle of its next step; UINT64_MAX: not before something happens */
    uint64_t began, waits_since;
    /* running: an attempt; holds, waits: for one of the core's places for transactions */
    bool running, holds, waits;
    /* between Stop and Resume; the attempt is to end; the next one is to begin after Resume */
    bool stopped, quits, held_back;
    uint32_t outstanding, failures;        /* failures: attempts in a row after which some thread had to try again */
    void *stacks;
    SimRng thought;                        /* how long it computes between steps: --think */
} TxWarp;

/* latest: the round of the next attempt of any of its warps, unless they have times of their own
 * (own_clock): behind all that were reported to them, and behind the attempts that needed a later one. Of a time only
 * the round, its upper bits, is the core's; the rest is the number of the warp. */
typedef struct {
    TxWarp *warps; uint32_t next, in_transactions; uint64_t soonest, latest; TxQueue out, in;
} TxCore;

typedef struct {
    uint64_t commits, aborts[TX_RESULTS], attempts, messages, beside, entries, answers;
    uint64_t waited, waiting_cycles;       /* requests in all stall buffers: most at a time, summed over cycles */
    uint64_t granules, granule_cycles;     /* granules that they wait for (of the reference): the same */
    uint64_t resumes, quits;               /* warps whose times began anew; attempts ended for it */
    uint64_t run_cycles, backoff_cycles, limit_cycles; /* summed over warps */
} TxStats;

struct TxRun {
    TxOptions options;
    TxPins pins;
    SimStatus *status;
    CgDesign ports; CgCorePort port; CgField requests[8], replies[2]; /* a core as programs see it */
    CgRun *program;
    SimCores *threads;
    SimMemory *words;                      /* as programs see it */
    /* now: cycles so far, without a reset; rest: a partition of a design whose cycle ends with the clock, or none */
    uint64_t now; TxPartition *rest;
    struct { uint64_t waiting, granules; } sum; /* of the partitions in this cycle */
    TxMemory memory;
    uint64_t last_progress, ended_at;
    TxCore *cores;
    TxPartition **partitions; TxQueue *up;  /* up: towards each partition */
    uint32_t wid_bits, alive;
    bool rolls;                            /* times begin anew when they end; else the run fails */
    SimTxHistory history;
    TxChecks *checks;
    TxObserver observer;
    TxStats stats;
};

typedef struct { uint64_t due; TxMessage message; } TxTravelling;
typedef struct { uint64_t due; TxReply reply; } TxReturning;

/* core.c: after the program's setup; a cycle, in which one warp at most takes a step; a reply for one of its warps. */
void tx_core_init(TxRun *r, uint32_t core);
void tx_core_free(TxRun *r, uint32_t core);
void tx_core_cycle(TxRun *r, uint32_t core);
void tx_core_reply(TxRun *r, const TxReply *reply);
/* An ordinary access has been made in memory. */
void tx_core_performed(TxRun *r, const TxMessage *m);
/* attempt.c: begin and end of a warp's transactions. Called when no thread of the warp can go on by itself. */
void tx_attempt_boundary(TxRun *r, TxWarp *w);
void tx_attempt_refuse(TxRun *r, TxWarp *w, TxThread *t, TxResult why);
/* The core has seen `time`; the warp's time in the core's round, with `latest` of that. */
void tx_attempt_seen(TxRun *r, uint32_t core, uint64_t time);
uint64_t tx_attempt_start(TxRun *r, const TxWarp *w, uint64_t latest);
/* Rollover: its markers, if it is stopped and in no attempt; its times begin anew. */
void tx_attempt_drain(TxRun *r, TxWarp *w);
void tx_attempt_resume(TxRun *r, TxWarp *w);
/* program.c: what programs find here: the cores as ports of a design, and where transactions begin and end. */
void tx_ports_describe(TxRun *r);
void tx_thread_transaction(Warp *w, void (*block)(Warp *w, void *arg), void *arg);
void tx_thread_back(Warp *w);
/* Lets the program run until it asks for something; then `state` says what. */
void tx_thread_run(TxThread *t);

/* With the rule of the last reader times begin at 1: at 0, the rts of all granules, nobody could store. */
static inline uint64_t tx_first_time(const TxRun *r, const TxWarp *w)
{
    return r->options.published_time ? r->options.unit.reference.last_reader : w->wid;
}
static inline uint64_t tx_granule_of(const TxRun *r, uint64_t address) { return address / r->options.granule; }
#endif
