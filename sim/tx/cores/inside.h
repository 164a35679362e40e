/* inside.h - the parts of a run: cores, warps, threads; cores/program.h is what a program sees of it. */
#ifndef COHGEN_SIM_TX_INSIDE_H
#define COHGEN_SIM_TX_INSIDE_H
#include "base/switch.h"
#include "tx/cores/log.h"
#include "tx/cores/options.h"
#include "cores/program.h"
#include "tx/judge/check.h"
#include "history/transactions.h"
#include "tx/messages/queue.h"

/* A thread runs (RUN) until it gives back with an access, at the begin of a transaction, at its end, for a pause, or
 * for ever. */
typedef enum {
    TX_THREAD_RUN, TX_THREAD_ACCESS, TX_THREAD_ASKED, TX_THREAD_PAUSE, TX_THREAD_BEGIN, TX_THREAD_COMMIT,
    TX_THREAD_REFUSED, TX_THREAD_DONE, TX_THREAD_ENDED
} TxThreadState;

/* To a program a thread is a warp. */
typedef struct Warp TxThread;
typedef struct CgRun TxRun;

struct Warp {
    TxRun *run;
    struct TxWarp *warp;
    uint32_t lane, number, attempt;        /* attempt: in the history */
    SimCoroutine coroutine;
    jmp_buf restart;
    TxThreadState state;
    bool in_block, leave;                  /* leave: when it runs again, from the start of the block */
    struct { TxKind kind; uint64_t address; uint32_t value, op, a, b; } access;
    uint32_t result, tag, pause;           /* tag: lane that asks for this one too */
    SimRng rng;
};

typedef struct TxWarp {
    uint32_t core, number, wid, n_threads;
    TxThread *threads;
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

struct CgRun {
    TxOptions options;
    const CgKernel *kernel;
    void *arg;
    SimStatus status;
    SimRng rng;
    TxMemory memory;
    SimPages initial;
    uint64_t next_free, last_progress, ended_at;
    TxCore *cores;
    TxPartition **partitions; TxQueue *up;  /* up: towards each partition */
    uint32_t wid_bits, alive;
    bool rolls;                            /* times begin anew when they end; else the run fails */
    SimTxHistory history;
    SimTxVerdict verdict;
    TxChecks *checks;
    TxObserver observer;
    TxStats stats;
    struct TxKept { struct TxKept *next; } *kept;
};

typedef struct { uint64_t due; TxMessage message; } TxTravelling;
typedef struct { uint64_t due; TxReply reply; } TxReturning;

/* core.c: one cycle of a core: at most one warp takes a step. A reply for one of its warps. */
void tx_core_init(TxRun *r, uint32_t core);
void tx_core_free(TxRun *r, uint32_t core);
void tx_core_cycle(TxRun *r, uint32_t core);
void tx_core_reply(TxRun *r, const TxReply *reply);
/* attempt.c: begin and end of a warp's transactions. Called when no thread of the warp can go on by itself. */
void tx_attempt_boundary(TxRun *r, TxWarp *w);
void tx_attempt_refuse(TxRun *r, TxWarp *w, TxThread *t, TxResult why);
/* The core has seen `time`; the warp's time in the core's round, with `latest` of that. */
void tx_attempt_seen(TxRun *r, uint32_t core, uint64_t time);
uint64_t tx_attempt_start(TxRun *r, const TxWarp *w, uint64_t latest);
/* Rollover: its markers, if it is stopped and in no attempt; its times begin anew. */
void tx_attempt_drain(TxRun *r, TxWarp *w);
void tx_attempt_resume(TxRun *r, TxWarp *w);
/* program.c: the body of a thread's coroutine. */
void tx_thread_start(void *thread);

/* With the rule of the last reader times begin at 1: at 0, the rts of all granules, nobody could store. */
static inline uint64_t tx_first_time(const TxRun *r, const TxWarp *w)
{
    return r->options.published_time ? r->options.unit.reference.last_reader : w->wid;
}
static inline uint64_t tx_granule_of(const TxRun *r, uint64_t address) { return address / r->options.granule; }
#endif
