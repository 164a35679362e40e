/* pool.h - the set of states found so far: packed states one after the other in the order in which they were found, each with its predecessor, and a hash table. */
#ifndef CG_VERIFY_POOL_H
#define CG_VERIFY_POOL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Pool Pool;
typedef uint32_t StateId;            /* 0: none */

/* limit: bytes of states and table together. NULL: the address space is not there. */
Pool *pool_create(size_t limit);
void  pool_destroy(Pool *p);
uint64_t pool_hash(const uint8_t *at, size_t n);
/* The state's id; *fresh: it was not there and has been added. 0: the limit is reached. n <= 4095. */
StateId pool_add(Pool *p, const uint8_t *at, size_t n, uint64_t hash, StateId pred, bool *fresh);
StateId pool_find(const Pool *p, const uint8_t *at, size_t n, uint64_t hash);
/* The packed bytes (readable for 480 bytes beyond), and their number. */
const uint8_t *pool_at(const Pool *p, StateId id, size_t *n);
StateId pool_pred(const Pool *p, StateId id);
/* First state, and the one added after id; 0: none. */
StateId pool_first(const Pool *p);
StateId pool_next(const Pool *p, StateId id);
/* Four marks for each state. */
unsigned pool_marks(const Pool *p, StateId id);
void pool_set_marks(Pool *p, StateId id, unsigned marks);
uint64_t pool_count(const Pool *p);
size_t pool_bytes(const Pool *p);    /* states and table */
size_t pool_state_bytes(const Pool *p); /* states alone, with predecessor and length */
#endif
