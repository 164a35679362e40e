/* search.h - breadth-first search, and the search for states without a way to rest. */
#ifndef CG_VERIFY_SEARCH_H
#define CG_VERIFY_SEARCH_H
#include "verify/parts/parts.h"
#include "verify/search/pool.h"
#include "verify/step/succ.h"

typedef enum { END_ALL, END_PROBLEM, END_MEMORY, END_TIME, END_STOPPED, END_PARTNER } SearchEnd;

/* By controller, as bits: the states (State.id) that were met, the registers (index into CtlModel.regs) that changed.
 * bounds: a bit for each ModelBound that a transition would have left. */
typedef struct { uint64_t states[MAX_CTLS], moved[MAX_CTLS], bounds; } SearchMet;

/* Who looks on, from several threads at once. follows: this occurrence is taken; stays: what it led to is stored; note:
 * of one that is. */
typedef struct {
    bool (*follows)(const Occurrence *o);
    bool (*stays)(const Model *m, const SysState *next);
    void (*note)(void *ctx, const SysState *s, const Occurrence *o, const Fired *f, StateId from, uint64_t depth);
    void *ctx;
} SearchWatch;

/* A step that leads to a stored state, in the numbers of the state before it: of which instance, line and source (index
 * into Controller.sources, -1: of none). */
typedef struct { StateId to; int inst, key, source; } LoopStep;
/* From Search.at on, what can be repeated without end, while something of the instance's source about the line is
 * ready; better: sources that are taken meanwhile, as bits. */
typedef struct { LoopStep *at; int n, inst, key, source; uint64_t better; } Loop;

enum { SEARCH_PROMISES = 64 };        /* of a controller: whether more of them are ever made is not noted */

typedef struct Partition Partition;

typedef struct Search {
    const Model *m;
    Partition *part;                 /* NULL: this process searches alone */
    uint64_t *all_rows;              /* rows of all processes together */
    Pool *pool;
    Parts *parts;                    /* states are packed with numbers of these; NULL: as they are */
    uint64_t transitions, bounded, allowed, depth, quiescent;
    uint64_t *rows;                  /* times taken, by CtlModel.first_row + Row.id */
    SearchMet met;
    uint64_t promised[MAX_CTLS];     /* by controller, a bit for each <progress> whose `when` held (search_leads) */
    Fired fired;                     /* the problem */
    StateId at;                      /* the state in which it happens */
    bool has_occurrence;
    Occurrence occurrence;           /* what was being done, if anything */
    Loop loop;                       /* n = 0: none */
    double seconds, cpu_seconds, drain_seconds, fair_seconds;
    /* What a file has brought (checkpoint.h): x->runs runs of the level are left, and states to be stored. */
    bool resumed;
    size_t runs, n_reached;
    uint8_t *reached;
    bool filled;                     /* the memory has ended it */
    bool saved;                      /* into m->o->save */
    int save_error;                  /* errno of the last try that failed, 0: none did */
    bool progress;
    const SearchWatch *watch;        /* NULL: nobody looks on */
    /* Every state before it is expanded, from several threads at once; false: do not expand; with wrong->problem set:
     * stop. */
    bool (*visit)(const SysState *, Fired *wrong, void *ctx);
    void *visit_ctx;
} Search;

/* A pool for a search with the model's options; NULL: no address space. */
Pool *search_pool(const Model *m);
/* A state as the pool has it, and back. Bytes used; more than PACKED_MAX: it cannot be there; SIZE_MAX: for
 * lack of memory. */
size_t search_pack(const Search *x, const SysState *s, uint64_t *to);
void search_unpack(const Search *x, const uint64_t *from, SysState *s);
/* Explores everything from the initial state, or on from what was resumed. */
SearchEnd search_all(Search *x);
/* All states are known, but what is asked of them then has been interrupted: into m->o->save. */
void search_save_found(Search *x);
/* After END_ALL: a state from which work and evictions alone never lead to rest is a problem. Not with a compact pool.
 */
SearchEnd search_drain(Search *x);
/* From now on SIGINT and SIGTERM end the search that is under way, with END_STOPPED. */
void search_hold_signals(void);
bool search_stopped(void);
/* Which limit ended the search, as a text. */
Str search_limit(const Model *m, SearchEnd end);
/* Time that goes by, and processor time of this program, in seconds. */
double search_clock(void);
double search_cpu(void);
#endif
