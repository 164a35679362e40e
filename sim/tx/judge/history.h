/* history.h - what transactions have read and written, and its judge: is there an order of them, one after the other,
 * in which each reads what it has read?
 *
 * Nothing in it knows of timestamps or reservations. Memory tells in which order it was read and written; the cores
 * tell what each attempt got and gave. */
#ifndef COHGEN_SIM_TX_HISTORY_H
#define COHGEN_SIM_TX_HISTORY_H
#include "tx/messages/map.h"

typedef enum { TX_RUNNING, TX_COMMITTED, TX_ABORTED } TxEnd;

typedef struct {
    uint32_t core, warp, lane, wid;
    uint64_t number, warpts;         /* number: of the warp's attempt; warpts only for messages */
    uint32_t before;                 /* the thread's last committed one, or SIM_NONE */
    TxEnd end;
} TxAttempt;

/* order: in memory; of a write SIM_NONE until it is there */
typedef struct { uint32_t attempt; uint32_t value; uint64_t word, order; } TxAccessed;

typedef struct {
    TxAttempt *attempts; size_t n_attempts, cap_attempts;
    TxAccessed *reads, *writes, *installed;      /* writes: as committed; installed: as they came to memory */
    size_t n_reads, n_writes, n_installed, cap_reads, cap_writes, cap_installed;
    TxMap last;                                  /* thread -> its last committed attempt */
    TxMap writer;                                /* word, warp and number of the attempt -> place in writes */
} TxHistory;

void tx_history_free(TxHistory *h);
/* Returns the number by which the attempt is known. */
uint32_t tx_history_begin(TxHistory *h, const TxAttempt *a);
/* The attempt `number` of its warp has another time than was thought; nothing if `attempt` is another one. */
void tx_history_retime(TxHistory *h, uint32_t attempt, uint64_t number, uint64_t warpts);
void tx_history_read(TxHistory *h, uint32_t attempt, uint64_t word, uint32_t value, uint64_t order);
/* Of an attempt that is going to commit: its last value of a word. */
void tx_history_write(TxHistory *h, uint32_t attempt, uint64_t word, uint32_t value);
void tx_history_end(TxHistory *h, uint32_t attempt, TxEnd end);
/* A word that came to memory from the attempt `number` of warp `wid`. */
void tx_history_installed(TxHistory *h, uint32_t wid, uint64_t number, uint64_t word, uint32_t value, uint64_t order);

/* cycle: length of the one found, 0: none */
typedef struct { uint64_t transactions, aborted, edges; uint32_t cycle; } TxVerdict;

/* Fails `status` unless every committed write came to memory once, every read got what memory held, committed
   transactions are serialisable in an order that keeps each thread's own, and aborted ones have read nothing that
   contradicts it (opacity). `initial`: what a word held at first. */
TxVerdict tx_history_check(const TxHistory *h, uint32_t (*initial)(void *context, uint64_t word), void *context,
                           SimStatus *status);
#endif
