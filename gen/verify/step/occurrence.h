/* occurrence.h - something that is offered to an instance. */
#ifndef CG_VERIFY_OCCURRENCE_H
#define CG_VERIFY_OCCURRENCE_H
#include "verify/state/state.h"

typedef enum {
    SRC_CORE_,
    SRC_MESSAGE_,
    SRC_MEMORY_,
    SRC_BLOCK_,
    SRC_EVICT_,
    SRC_REPLAY_,
    SRC_LEVEL_,
    SRC_HEAD_,
    SRC_WIRE_,
    SRC_TICK_,
    SRC_TURN_
} Where; /* LEVEL: timer, wish, overflow. From HEAD on there is no row. HEAD: a message that cannot be taken has come
            to the head of its queue; WIRE: what another instance shows is seen; TICK: time passes, here or
            everywhere; TURN: an input has another value */

/* Something offered to an instance. place: of the waiters that replay it. at: thread (core), index of the message, of
 * the request that a block answers (-1: none), the instance that is seen (wire), the clock (tick), the input among the
 * pins (turn); msg: the message, with those joined to it, also: a bit for the index of each of these. away: of the
 * messages that the row finds at a port, those that have not arrived. keyless: about no key (key is 0). cell: of a
 * core; number of the value (turn); preload (a load before the program): core only. owed: one that the core makes
 * sooner or later. gone: the key's line has left before; behind: what its backing store says where there is none.
 * chosen: which numbers an atomic was given (model_operand). */
typedef struct {
    int inst, code, key, place;
    Where where;
    int at, cell;
    uint64_t msg;
    uint32_t also, away;
    bool preload;
    uint16_t arg[MAX_ARGS];
    bool keyless, owed, gone;
    uint16_t behind[MAX_BACKED];
    uint8_t chosen;
} Occurrence;
#endif
