/* transactions.h - what transactions have read and written, and its judge: is there an order of them, one after the
 * other, in which each reads what it has read?
 *
 * Nothing in it knows of timestamps or reservations. Memory tells in which order it was read and written; the cores
 * tell what each attempt got and gave. */
#ifndef COHGEN_SIM_TRANSACTIONS_H
#define COHGEN_SIM_TRANSACTIONS_H
#include "base/map.h"

typedef enum { SIM_TX_RUNNING, SIM_TX_COMMITTED, SIM_TX_ABORTED } SimTxEnd;

typedef struct {
    uint32_t core, warp, lane, wid;
    bool lanes;                      /* threads are lanes of warps, and the warp has a time: for messages */
    uint64_t number, warpts;         /* number: of the warp's attempt; warpts only for messages */
    uint32_t before;                 /* the thread's last committed one, or SIM_NONE */
    SimTxEnd end;
} SimTxAttempt;

/* order: in memory; of a write SIM_NONE until it is there */
typedef struct { uint32_t attempt; uint32_t value; uint64_t word, order; } SimTxAccess;

typedef struct {
    SimTxAttempt *attempts; size_t n_attempts, cap_attempts;
    SimTxAccess *reads, *writes, *installed;      /* writes: as committed; installed: as they came to memory */
    size_t n_reads, n_writes, n_installed, cap_reads, cap_writes, cap_installed;
    SimMap last;                                  /* thread -> its last committed attempt */
    SimMap writer;                                /* word, warp and number of the attempt -> place in writes */
} SimTxHistory;

void sim_tx_free(SimTxHistory *h);
/* Returns the number by which the attempt is known. */
uint32_t sim_tx_begin(SimTxHistory *h, const SimTxAttempt *a);
/* The attempt `number` of its warp has another time than was thought; nothing if `attempt` is another one. */
void sim_tx_retime(SimTxHistory *h, uint32_t attempt, uint64_t number, uint64_t warpts);
void sim_tx_read(SimTxHistory *h, uint32_t attempt, uint64_t word, uint32_t value, uint64_t order);
/* Of an attempt that is going to commit: its last value of a word. */
void sim_tx_write(SimTxHistory *h, uint32_t attempt, uint64_t word, uint32_t value);
void sim_tx_end(SimTxHistory *h, uint32_t attempt, SimTxEnd end);
/* A word that came to memory from the attempt `number` of warp `wid`. */
void sim_tx_installed(SimTxHistory *h, uint32_t wid, uint64_t number, uint64_t word, uint32_t value, uint64_t order);

/* cycle: length of the one found, 0: none */
typedef struct { uint64_t transactions, aborted, edges; uint32_t cycle; } SimTxVerdict;

/* Fails `status` unless every committed write came to memory once, every read got what memory held, committed
   transactions are serialisable in an order that keeps each thread's own, and aborted ones have read nothing that
   contradicts it (opacity). `initial`: what a word held at first. */
SimTxVerdict sim_tx_check(const SimTxHistory *h, uint32_t (*initial)(void *context, uint64_t word), void *context,
                           SimStatus *status);
#endif
