/* performs.h - what performs= says of a row, as bits. */
#ifndef CG_IR_PERFORMS_H
#define CG_IR_PERFORMS_H

/* RESTART: the time of this instance begins anew; COMMIT, ABORT: the transaction of this instance's core takes effect
 * as a whole, or never happened. TIME, BY, ID: the row says at which time an access takes effect, of whom, of which
 * thread. */
enum {
    PERFORMS_READ = 1,
    PERFORMS_WRITE = 2,
    PERFORMS_RESTART = 4,
    PERFORMS_COMMIT = 8,
    PERFORMS_ABORT = 16,
    PERFORMS_TIME = 32,
    PERFORMS_BY = 64,
    PERFORMS_ID = 128
};
#endif
