/* ghost.h - what an access reads and where a write stands in the order of its cell: checked as it happens. */
#ifndef CG_VERIFY_GHOST_H
#define CG_VERIFY_GHOST_H
#include "verify/fire.h"

/* What a row's access touches: its thread, the cell's contents that were read, the time that its answer carries (-1: none). */
typedef struct { int thread, performs; unsigned read; int time; } Access;

/* The access takes effect in s. False: f says what is wrong; bound: the ghost has no room. */
bool ghost_perform(const Model *m, SysState *s, const Access *a, Fired *f, bool *bound);
/* The core gets an answer of a row in which nothing takes effect: for an atomic, it is the value that its write has replaced. */
bool ghost_old(const Model *m, const SysState *s, int thread, unsigned value, Fired *f);
/* The core gets an answer; now: its time after the row. */
bool ghost_reply(const Model *m, SysState *s, int thread, unsigned now, unsigned value, Fired *f);
/* Forgets writes of a line (-1: of all) that nothing can read any more and renumbers the others. */
void ghost_clean(const Model *m, SysState *s, int key);
#endif
