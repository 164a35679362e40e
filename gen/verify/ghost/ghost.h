/* ghost.h - what an access reads and where a write stands in the order of its cell: checked as it happens. */
#ifndef CG_VERIFY_GHOST_H
#define CG_VERIFY_GHOST_H
#include "verify/model/problem.h"
#include "verify/state/state.h"

/* What a row's access touches: its thread, the cell's contents that were read, those that an atomic is applied to in
 * the row (-1: none is), the time that the row says or its answer carries (-1: none). said: the row does. */
typedef struct { int thread, performs; unsigned read; int applied, time; bool said; } Access;

/* The access takes effect in s. False: f says what is wrong; bound: the ghost has no room. */
bool ghost_perform(const Model *m, SysState *s, const Access *a, Fired *f, bool *bound);
/* What an atomic hands on is what it is applied to. */
bool ghost_applies(const Access *a, Fired *f);
/* What the thread has read is what it is answered with; NONE: the answer has none. */
bool ghost_answers(const Thread *t, unsigned kept, unsigned value, Fired *f);
/* The core gets an answer: its operation is over. now: its time after the row. */
bool ghost_reply(const Model *m, SysState *s, int thread, unsigned now, unsigned value, Fired *f);
/* Parts of the above that are about the order of writes alone. A thread's pending write becomes the newest of its cell;
 * map: what becomes of each name. And: names of the cell that are not in `used` (a bit for each) are forgotten; whether
 * any is renumbered. */
void ghost_newest(const Model *m, SysState *s, const Write *w, uint8_t map[16]);
bool ghost_forget(const Model *m, SysState *s, int key, int cell, unsigned used, uint8_t map[16]);
/* Forgets writes of a line (-1: of all) that nothing can read any more and renumbers the others. */
void ghost_clean(const Model *m, SysState *s, int key);
#endif
