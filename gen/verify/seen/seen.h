/* seen.h - what searches have looked at, so that what they have not can be said. */
#ifndef CG_VERIFY_SEEN_H
#define CG_VERIFY_SEEN_H
#include "verify/search/search.h"

/* Of which there can be a second one, and what may happen or be asked. */
typedef enum {
    SEEN_PERFORMS,
    SEEN_CORES,
    SEEN_WARPS,
    SEEN_LINES,
    SEEN_CELLS,
    SEEN_ATOMICS,
    SEEN_KEYLESS,
    SEEN_ERRORS,
    SEEN_PASSING,
    SEEN_NO_END,
    SEEN_TO_THE_END,
    SEEN_REST,
    SEEN_LEADS,
    SEEN_WAITS,
    SEEN_BEHIND,
    SEEN_QUEUES,
    SEEN_SERVED,
    SEEN_PROGRESS,
    SEEN_FAIR,
    SEEN_VALUES,
    SEEN_EVICTIONS,
    SEEN_PORTS,
    SEEN_SHARED,
    SEEN_POSTED,
    SEEN_TURNS,
    SEEN_COMMITS,
    SEEN_OWN_STORES,
    SEEN_EMPTY_COMMITS,
    SEEN_ASPECTS
} SeenAspect;

/* The sizes of systems that were searched, each for itself. */
typedef enum { MOST_CORES, MOST_WARPS, MOST_LINES, MOST_CELLS, MOST_SIZES } SeenMost;

/* can, did: bit per aspect. most, instances: the largest number, of cores and so on, of each controller, but for litmus
 * tests. second: a bit for a controller of which there were two; sets, full: by controller, a bit
 * for a store in which two lines were in two sets, in one; lacked: for waiters that had no room for something. marks:
 * rows taken, invariants and covers met, states met, registers that changed; of an input 1: it was 0, 2: it was not. */
typedef struct {
    unsigned can, did, second;
    unsigned most[MOST_SIZES], instances[MAX_CTLS];
    unsigned sets[MAX_CTLS], full[MAX_CTLS], lacked[MAX_CTLS];
    uint64_t promised[MAX_CTLS];     /* as in Search */
    uint8_t *marks;
    uint64_t *times;                 /* at the marks of rows: how often they were taken, in this process */
    int n_marks;
} Seen;

void seen_init(Seen *s, Arena *a, const Protocol *p);
/* Adds what the search has looked at; rest: it has looked for ways to rest. */
void seen_add(Seen *s, const Search *x, bool complete, bool rest);
void seen_aspect(Seen *s, SeenAspect a, bool can, bool did);
/* Adds what another one of the same protocol has seen. */
void seen_merge(Seen *s, const Seen *more);
/* Number of rows that were taken and that there are, but for those of `stall` and `never`. */
void seen_rows(const Seen *s, const Protocol *p, int *taken, int *on);
/* How often each row was taken, as a coverage file (docs/verify.md, "Coverage as a file"). of: which searches. */
void seen_write(const Seen *s, const Protocol *p, const char *of, Buf *out);
/* One of its ports is a core's, so it is counted as a core. */
bool seen_has_core(const Controller *c);
/* "the largest, each in some search: 3 cores, 2 warps of a core, 2 lines, ...": more of them are not looked at. */
void seen_print_most(const Seen *s, const Protocol *p, FILE *out);
/* "not looked at: ..." on lines of at most 120 columns, if there is something. */
void seen_print_not(const Seen *s, const Protocol *p, FILE *out);
/* A line for each row, state and cover that was never met; their number. out NULL: only that. */
int seen_print_missed(const Seen *s, const Protocol *p, FILE *out);
/* Likewise for each <progress> that was looked for and whose condition never held; they are among the former. */
int seen_print_promises(const Seen *s, const Protocol *p, FILE *out);
/* "STATE / EVENT (line N)" of a row; where the unit as a whole has no state for it "EVENT (line N)". */
void seen_print_row(const Controller *c, const State *s, const Event *e, const Row *row, FILE *out);
#endif
