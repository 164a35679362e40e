/* serial.h - transactions: is there a serial order of those that have committed? docs/verify.md, "Transactions". */
#ifndef CG_VERIFY_SERIAL_H
#define CG_VERIFY_SERIAL_H
#include "verify/ghost/ghost.h"

/* The load of a thread takes effect: it sees what the cell holds. False: f says what is wrong. */
bool serial_read(const Model *m, SysState *s, int thread, int key, unsigned value, Fired *f);
/* The thread stores to a line: what it has stored there before, in the same transaction, must not be written any more.
 */
void serial_store(const Model *m, SysState *s, int thread, int key);
/* A write of a committed transaction takes effect; value: what has been written. bound: the ghost has no room. */
bool serial_write(const Model *m, SysState *s, int key, unsigned value, Fired *f, bool *bound);
/* An access outside of transactions takes effect, at once: it sees the newest write, its own becomes the newest. */
bool serial_outside(const Model *m, SysState *s, const Access *a, int key, Fired *f, bool *bound);
/* The thread's transaction commits; it comes to nothing. */
bool serial_commit(const Model *m, SysState *s, int thread, Fired *f, bool *bound);
void serial_abort(const Model *m, SysState *s, int thread);
/* The core gets an answer. aborted: the row ends the transaction. */
bool serial_reply(const Model *m, SysState *s, int thread, bool aborted, Fired *f);
/* Forgets transactions that can be on no circle any more, and numbers the others by where they are met. */
void serial_settle(const Model *m, SysState *s);
#endif
