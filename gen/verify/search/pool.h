/* pool.h - the set of states found so far, and the level of the search that is being expanded. Several threads add at
 * the same time.
 *
 * A state is stored with its predecessor (5 bytes beside the packed state, rounded up to a unit of 4 bytes, or of 8
 * beyond 16 GB), or, if the pool is compact, as 4 bytes of predecessor and 4 of its hash; then only the states of the
 * present level and of the next are there in full. A table finds them: slots of 8 bytes (half of the hash, id), at most
 * 7/8 full. */
#ifndef CG_VERIFY_POOL_H
#define CG_VERIFY_POOL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "util/savefile.h"

typedef struct Pool Pool;
typedef struct PoolWriter PoolWriter;
typedef uint32_t StateId;            /* 0: none */

enum { POOL_BURST = 1024, POOL_WRITERS = 32 };
/* Packed states: n <= 480 bytes, and then at least 8 bytes of zeros. */

/* limit: bytes of everything. NULL: the address space is not there. */
Pool *pool_create(size_t limit, int writers, bool compact);
void  pool_destroy(Pool *p);
PoolWriter *pool_writer(Pool *p, int i);
/* A writer may add POOL_BURST states. False: first pool_grow, while nobody adds; if that fails, the limit is reached.
 */
bool  pool_ready(PoolWriter *w);
bool  pool_grow(Pool *p);
/* The state's id; added if it was not there. 0: the limit is reached. */
StateId pool_add(PoolWriter *w, const uint64_t *at, size_t n, uint64_t hash, StateId pred);
StateId pool_find(const Pool *p, const uint64_t *at, size_t n, uint64_t hash);
/* Asks the processor to bring what pool_add will look at: the table, then (a little later) the record. */
void  pool_fetch_table(const Pool *p, uint64_t hash);
void  pool_fetch_record(const Pool *p, uint64_t hash);

/* Levels. What is added belongs to the next level. That begins when every writer has called pool_end_level, and one of
 * them pool_next_level: number of runs. */
void  pool_end_level(PoolWriter *w);
size_t pool_next_level(Pool *p);
/* Ends the spans of all writers, so that every state is in one: while nobody adds. */
void  pool_close_spans(Pool *p);
/* States that were found one after the other. pool_run: number i of the present level; pool_any_run: of all (not if
 * compact). */
typedef struct { const uint8_t *at; uint32_t left; StateId id; } PoolRun;
PoolRun pool_run(const Pool *p, size_t i);
PoolRun pool_any_run(const Pool *p, size_t i);
size_t pool_runs(const Pool *p);
/* The next one: its id, and a copy of its packed bytes. */
bool  pool_step(const Pool *p, PoolRun *r, StateId *id, uint64_t *packed);

StateId pool_pred(const Pool *p, StateId id);
/* Whether id is this state (if compact: has its hash). */
bool  pool_is(const Pool *p, StateId id, const uint64_t *at, size_t n, uint64_t hash);
void  pool_copy(const Pool *p, StateId id, uint64_t *packed);   /* not if compact */
/* One mark for each state, for the search for ways to rest; not if compact. */
bool  pool_marked(const Pool *p, StateId id);
void  pool_mark(Pool *p, StateId id);

/* All of it, between two calls of pool_add; todo: the runs of the present level that are still to be done. */
void  pool_save(const Pool *p, const PoolRun *todo, size_t n, SaveFile *to);
/* And back, into a pool that is empty still: the level begins with what was left to do, *runs. */
typedef enum { LOAD_FINE, LOAD_DAMAGED, LOAD_MEMORY } LoadResult;
LoadResult pool_load(Pool *p, SaveFile *from, size_t *runs);

bool     pool_compact(const Pool *p);
uint64_t pool_count(const Pool *p);
/* Bytes of something else that count as the pool's, more or less than before. */
void   pool_beside(Pool *p, ptrdiff_t more);
size_t pool_bytes(const Pool *p);                              /* everything */
size_t pool_record_bytes(const Pool *p);                       /* states alone */
#endif
