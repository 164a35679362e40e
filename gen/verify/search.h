/* search.h - breadth-first search, and the search for states without a way to rest. */
#ifndef CG_VERIFY_SEARCH_H
#define CG_VERIFY_SEARCH_H
#include "verify/pool.h"
#include "verify/succ.h"

typedef enum { END_ALL, END_PROBLEM, END_MEMORY } SearchEnd;

typedef struct Search {
    const Model *m;
    Pool *pool;
    uint64_t transitions, bounded, allowed, depth, frontier, quiescent;
    uint64_t *rows;                  /* times taken, by CtlModel.first_row + Row.id */
    Fired fired;                     /* the problem */
    StateId at;                      /* the state in which it happens */
    bool has_occurrence;
    Occurrence occurrence;           /* what was being done, if anything */
    double seconds, drain_seconds;   /* processor time */
    bool progress;
    bool (*visit)(struct Search *, const SysState *, void *); /* every state (its id is in at), before it is expanded; false: do not expand; with fired.problem set: stop */
    void *visit_ctx;
} Search;

/* Explores everything from the initial state. */
SearchEnd search_all(Search *x);
/* After END_ALL: a state from which work and evictions alone never lead to rest is a problem. False: found one. */
bool search_drain(Search *x);
/* Processor time of this program, seconds. */
double search_clock(void);
#endif
