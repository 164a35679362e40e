/* succ.h - everything that can happen in a state. */
#ifndef CG_VERIFY_SUCC_H
#define CG_VERIFY_SUCC_H
#include "verify/step/fire.h"

/* Called for each occurrence that fires, would leave the bound or is a problem. False: stop. */
typedef bool SuccFn(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f);
enum {
    SUCC_ISSUE = 1,
    SUCC_EVICT = 2,
    SUCC_WORK = 4,
    SUCC_ENDS = 8,
    SUCC_HEAD = 16,
    SUCC_TURN = 32,
    SUCC_ALL = 63,
    SUCC_EVICT_NEEDED = 64,
    SUCC_IDLE = 128
};
/* which: new requests of the cores, evictions, ends of transactions, all else; TURN, beside WORK: inputs change; HEAD:
 * with --queues a message that can not be taken may come to the head of its queue; EVICT_NEEDED: evictions where
 * something waits for a way only; IDLE: also rows that change nothing (FIRE_IDLE). False if fn stopped. */
bool step_successors(const Model *m, const SysState *s, unsigned which, SuccFn *fn, void *ctx);
/* Of all of these only what message number msg brings about, or (-1) what happens at the instance without a message;
 * also what changes nothing. */
bool step_successors_of(const Model *m, const SysState *s, int inst, int msg, SuccFn *fn, void *ctx);
/* The message is looked at: not one behind another in an ordered network, nor one that is alike to the one before. */
bool step_message_next(const Model *m, const SysState *s, int msg);
/* Evictions that a load of this thread asks for, because it lacks a way. */
bool step_evictions_for_load(const Model *m, const SysState *s, int thread, int key, SuccFn *fn, void *ctx);
#endif
