/* situations.h - how often a run has brought the emitted validation unit into a rare situation (--situations), and keys
 * that bring it there (--collide). */
#ifndef COHGEN_SIM_TX_SITUATIONS_H
#define COHGEN_SIM_TX_SITUATIONS_H
#include "model/model.h"
#include "base/map.h"
#include <stdbool.h>
#include <stdio.h>

/* keys that meet in few places of the precise table; of these, all of whose hashes are equal */
enum { TX_COLLIDING = 512, TX_ALL_EQUAL = 128 };

typedef struct {
    uint64_t rows, granules;                      /* rows of accesses; granules that they were about */
    /* precise table: most entries at a time; most in the list in memory; entries that went there */
    uint64_t entries, outside, spills;
    uint64_t parked, full;                        /* requests that wait; refused because the stall buffer had no room */
    /* rows of new requests for a granule between its release and the replay of who waited for it */
    uint64_t between;
    /* a commit next to a clean-up of another warp; of these, of the same granule */
    uint64_t mixed, same;
    /* cycles in which a message waits for ready: offered to the unit, offered by it; AR, AW or W */
    uint64_t held_ask, held_log, held_answer, held_memory;
    SimMap waiting;                                /* by granule: requests parked */
    struct { uint64_t granule; bool commit; uint32_t wid; bool any; } last; /* log row */
    uint64_t released; bool open;                 /* the granule released last, until a replay of it */
} TxSituations;

void tx_situation_access(TxSituations *s, uint64_t granule, bool parked, bool replayed, bool full);
void tx_situation_log(TxSituations *s, uint64_t granule, uint32_t wid, bool commit, bool last);
/* Gauges and memory of unit `instance`; `in` as it was in the cycle. A gauge that is missing is 0. */
void tx_situation_cycle(TxSituations *s, const CgController *unit, const CgMemPort *memory, uint32_t instance,
                        const uint32_t *in, const uint32_t *out);
void tx_situations_print(const TxSituations *s, FILE *out);
/* Fills keys[0..TX_COLLIDING-1] with keys of a table of 2^row_bits rows (templates/cg_h3.v), SEED 1: the first
 * TX_ALL_EQUAL have hash 0 in every way, each further run of so many has hashes that are equal among themselves, and
 * other than 0 in way 0 only (4 rows of it in all). False if there are not so many. */
bool tx_colliding_keys(uint64_t *keys, uint32_t key_bits, uint32_t ways, uint32_t row_bits);
#endif
