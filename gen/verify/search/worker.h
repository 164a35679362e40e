/* worker.h - a thread of the search, for the files that expand states. */
#ifndef CG_VERIFY_WORKER_H
#define CG_VERIFY_WORKER_H
#include "verify/parts/desk.h"
#include "verify/search/crew.h"
#include "verify/search/search.h"
#include <pthread.h>
#include <stdatomic.h>

/* States that were reached wait here, so that the memory which pool_add needs has arrived when their turn comes. */
enum { QUEUE = 32, FETCHED = 16 };
typedef struct { uint64_t hash; size_t n; StateId pred; uint64_t packed[PACKED_WORDS]; } Reached;

/* Those for which there is no memory any more, one after the other: hash, predecessor, length, packed bytes. lost:
 * there was no memory for these either. */
typedef struct { uint8_t *at; size_t n, cap; bool lost; } Spill;

typedef struct Work Work;
/* desk: states are in parts; NULL: they are not. beside: what the pool has been told of its size. */
typedef struct {
    Work *of;
    PoolWriter *out;
    Desk *desk;
    size_t beside;
    uint64_t transitions, bounded, allowed, quiescent, *rows;
    SearchMet met;
    _Atomic uint64_t expanded;
    PoolRun run;                     /* what is left of the one at hand */
    bool undone;                     /* the state at hand could not be expanded to its end, for lack of memory */
    Spill spill;
    size_t first, last;              /* of the queue, counted without end */
    Reached queue[QUEUE];
} Worker;

struct Work {
    Search *x;
    Shelf *shelf;                    /* of the desks; NULL: there are none */
    size_t runs;                     /* of the present level */
    _Atomic size_t taken;
    _Atomic bool stop, grow, save, tidy;
    bool over;
    pthread_mutex_t lock;            /* for end and the problem in x */
    SearchEnd end;
    double begin, cpu, shown, saved; /* saved: when, the last time */
    Worker *worker;
    int n_workers;
};

/* Functions that give back false: the search stops. */
bool worker_allowed(Worker *w, Problem p);
bool worker_stop(Work *k, SearchEnd end);
bool worker_undone(Worker *w);       /* there is no memory to expand the state at hand: END_MEMORY */
/* at: the state, o: what is done in it, or NULL. */
bool worker_wrong(Work *k, const Fired *f, StateId at, const Occurrence *o);
bool worker_bounded(Worker *w, unsigned bounds);     /* a transition that is not followed; true */
/* Where the next state that is reached is to be packed; then it is taken. */
Reached *worker_reach(Worker *w);
bool worker_put(Worker *w, StateId pred);
/* What is in the queue. False: the limit of memory is reached, and the rest is in the spill. */
bool worker_store_all(Worker *w);
/* One occurrence, in a whole state. */
bool worker_step(Worker *w, StateId from, const SysState *s, const Occurrence *o, bool *moved, bool *issued);
/* What must be so at rest, if it is. */
bool worker_check_rest(Worker *w, StateId id, const SysState *s);
/* The counts of all threads added to those of x. */
void worker_add_up(Search *x, const Worker *w);
/* worker_save.c: a state that finds no memory is kept all the same; those that were so when the search was left. False:
 * there is no memory for them. */
void worker_spill(Worker *w, const Reached *r);
bool worker_restore(Worker *w);
/* What has been found so far, with rows of its own; false: no memory. */
bool worker_now(const Work *k, Search *now);
/* Into m->o->save, while no other thread does anything. */
void worker_save(Work *k);
/* A state in parts. */
bool parts_expand(Worker *w, StateId id, const uint64_t *packed);

/* ---- a search that several processes share: partition.c ---- */

/* The first state has been stored, or not, by its owner. */
void partition_first(Search *x);
/* Whose state it is (state_spread). */
bool partition_is_own(const Search *x, uint64_t spread, int *owner);
/* Into the file for its owner. */
void partition_send(Search *x, int owner, const SysState *s, StateId pred);
/* The end of a level, or of the search, while the other threads wait: what the others have sent is taken, and the level
 * is the next one, or k->over is set. */
void partition_meet(Work *k);
/* Another one is gone, or has given up. Now and then, from the first thread. */
bool partition_alone(Search *x);
/* After the search: what all have found together. */
void partition_total(Search *x);
#endif
