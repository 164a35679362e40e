/* core.h - models of the cores: one per instance of every core port, each with a number of threads (warps).
 *
 * A thread has at most one operation in progress. What it does next is decided by its `next` function, called whenever
 * it is idle: it fills in `request` and sets the state SIM_WANT, or sets SIM_WAIT with `wake`, SIM_BLOCKED, or
 * SIM_ENDED. Threads that want to issue are served in loose round-robin order; valid and payload are held until ready;
 * replies are matched by the id field.
 *
 * Names the model knows on a port: events "load" "store" "atomic" "fence", or those whose does= says so (strength.h);
 * request fields "data" "mask" "op" "word" "a" "b"; reply fields "data", "old" (the old word of an atomic; without it
 * the word is taken out of "data": the word itself if "data" has 32 bits, else its place in the line) and "err".
 * With events "read" and "write" these are its loads and stores, outside of transactions ("load" and "store" are then
 * requests of transactions, for cg_ask).
 * The generic request (kind SIM_OTHER) needs none of them: random event, key and fields, one reply expected. */
#ifndef COHGEN_SIM_CORE_H
#define COHGEN_SIM_CORE_H
#include "counts/stats.h"

enum { SIM_MAX_LINE = 256, /* bytes */
       SIM_MAX_GIVEN = 4 }; /* fields of a request that the program sets by name */

/* A field of a request, and what it is to be. */
typedef struct { CgField field; uint64_t value; } SimGiven;

typedef enum { SIM_ENDED, SIM_BLOCKED, SIM_WAIT, SIM_WANT, SIM_OUTSTANDING } SimThreadState;

typedef struct {
    SimKind kind;
    uint64_t address;          /* bytes; words are aligned to 4, line operations to the line */
    uint32_t value, op, a, b;
    uint8_t *line;             /* line-wide load or store: its bytes; NULL: one word */
    const uint8_t *mask;       /* one bit per byte of the line */
    uint32_t keys;             /* SIM_OTHER: keys are drawn from 0..keys-1 */
    /* SIM_OTHER: 1 + index into the port's events, at `address`, with the bytes of `line` and none other if there are
     * any; 0: a random one */
    uint32_t event;
    SimGiven given[SIM_MAX_GIVEN]; uint32_t n_given; /* of these fields; the others are random */
    /* SIM_OTHER: the request as it stands on the port, relative to the port's record; NULL: a random one */
    const uint32_t *image;
    uint8_t strong, scope;     /* LitmusOrder, LitmusScope: what is asked of a load, store, atomic or fence; 0: plain */
    bool recorded;             /* goes into the history */
} SimRequest;

/* The GPU of instance n; 0 where the port says nothing of GPUs. */
uint32_t sim_gpu(const CgCorePort *p, uint32_t n);

typedef struct SimThread SimThread;
struct SimThread {
    uint32_t index, core, id;  /* index: among all threads */
    /* index of the thread in whose program its operations stand: its own, but for flights.h */
    uint32_t history;
    SimThreadState state;
    uint64_t wake;
    SimRequest request;
    uint32_t value;            /* result: word loaded, old word of an atomic */
    bool error;                /* result: answered with an error */
    uint32_t asked;            /* code of the event as it was presented */
    uint32_t answer;           /* result: code of the reply */
    uint32_t *reply;           /* result of SIM_OTHER with an event: the reply's record as it stood on the port */
    bool presented, looked_up, missed, by_view; /* by_view: a load that was first looked up through a view */
    uint32_t op;               /* in the history, or SIM_NONE */
    bool silent;               /* has had an operation that is not recorded */
    uint64_t issue, complete_at, completed;
    uint64_t ready, since;     /* cycle in which the request was ready; in which the operation before it was over */
    SimKind last_kind;
    uint64_t last_latency;
    uint32_t performed_by;     /* controller instance that performed the operation, SIM_NONE = not seen */
    void (*next)(SimThread *);
    void *user;
};

typedef struct {
    const CgCorePort *port;
    uint32_t first_core;
    uint32_t event[SIM_KINDS];         /* codes, SIM_NONE = the port has no such event */
    CgField id, data, mask, op, word, a, b, rep_id, rep_data, rep_old, rep_err;
    uint32_t reply_bits;               /* of the reply's record, as far as its fields reach */
    bool programs;                     /* loads and stores of lines: programs can run here */
} SimPort;

typedef struct {
    const SimPort *port;
    uint32_t core, in_base, out_base, first_thread, n_threads;
    SimPin req_valid, req_ready, rep_valid, rep_ready;
    uint32_t presenting;               /* thread whose request is on the port, SIM_NONE */
    uint32_t turn;                     /* where the search for the next thread starts */
    uint32_t wanting;                  /* threads in SIM_WANT that are not presented */
    uint64_t wake;                     /* earliest wake of a waiting thread */
    uint32_t outstanding, alive;       /* threads that wait for an answer; threads that have not ended */
    uint64_t cycles[SIM_CORE_CYCLES];
    SimStats *stats;
} SimCore;

typedef struct SimCores SimCores;

/* Who is told of each request as it is put on the port (in), and of each fence that is only noted (in NULL). */
typedef struct {
    void (*note)(void *context, const SimCores *c, const SimThread *t, const uint32_t *in); /* NULL: nobody */
    void *context;
} SimOffered;

/* Who is told of each answer, before the thread goes on. */
typedef struct {
    void (*note)(void *context, const SimThread *t); /* NULL: nobody */
    void *context;
} SimAnswered;

/* Who is told of each row that performs for a transaction of a thread: performs as in model.h, the byte address of the
 * line; at_core: a row of the controller that the cores are at. */
typedef struct {
    void (*note)(void *context, SimThread *t, uint32_t performs, uint64_t line, bool at_core); /* NULL: nobody */
    void *context;
} SimTransacted;

struct SimCores {
    const CgDesign *design;
    SimStatus *status;
    SimHistory history;
    SimStats stats;
    SimRng rng, payload;               /* payload: what random requests hold */
    SimOffered offered;
    SimAnswered answered;
    SimTransacted told;
    uint32_t backpressure;             /* percent of cycles without reply readiness, or without a request that is due */
    SimPort *ports; uint32_t n_ports;
    SimCore *cores; uint32_t n_cores;
    SimThread *threads; uint32_t n_threads;
    uint32_t running;                  /* threads that have not ended */
    uint64_t completed, last_complete; /* operations; cycle of the latest */
    /* of the operations that each controller instance performed; instances in the order of the tables */
    SimLatency *performed; uint32_t n_instances;
};

/* design: whose ports they are at; behind: whose controllers perform their operations, mostly the same. */
void sim_cores_init(SimCores *c, const CgDesign *design, const CgDesign *behind, SimStatus *status, uint64_t seed,
                    uint32_t backpressure);
void sim_cores_free(SimCores *c);
/* One cycle, as sim_memory_step. */
void sim_cores_step(SimCores *c, uint32_t *in, const uint32_t *out);
/* Lets a thread of any state but outstanding continue at `cycle` (not before the next one). */
void sim_thread_wake(SimCores *c, SimThread *t, uint64_t cycle);
/* Of who steps the threads in place of sim_cores_step: a request of an idle thread is under way; it is answered, or
 * it is over without an answer (refused): which counts as none. */
void sim_thread_asked(SimCores *c, SimThread *t);
void sim_thread_answered(SimCores *c, SimThread *t, bool refused);
/* A fence of an idle thread whose port has no such event: it costs nothing, and enters the history. */
void sim_thread_fence(SimCores *c, SimThread *t);
/* The thread of (core, id), or NULL. */
SimThread *sim_thread_of(SimCores *c, uint32_t core, uint32_t id);
/* The observer saw a row for the operation of a thread: performs as in model.h. */
void sim_thread_performs(SimCores *c, SimThread *t, uint32_t performs, uint64_t key);
/* The same of a row for a transaction of the thread. */
void sim_thread_transacts(SimCores *c, SimThread *t, uint32_t performs, uint64_t key, bool at_core);
#endif
