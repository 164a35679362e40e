/* tx.h - programs with transactions, for cores of warps of threads in front of GETM's memory partitions.
 *
 * A kernel is a C function that every thread runs. What must happen at once is a function of its own, given to
 * tx_transaction, which runs it again from its start until it commits. To add one:
 *   1. write sim/tx/kernels/sum.c:
 *        #include "tx/cores/tx.h"
 *        typedef struct { uint64_t word; } Sum;
 *        static void *setup(TxRun *r) { Sum *s = tx_keep(r, sizeof *s); s->word = tx_alloc(r, 4); return s; }
 *        static void add(TxThread *t, void *arg) { Sum *s = arg; tx_st(t, s->word, tx_ld(t, s->word) + 1); }
 *        static void body(TxThread *t, void *arg) { tx_transaction(t, add, arg); }
 *        static void check(TxRun *r, void *arg)
 *        {
 *            const Sum *s = arg;
 *            if (tx_peek(r, s->word) != tx_threads(r)) tx_failed(r, "lost one");
 *        }
 *        const TxKernel tx_kernel_sum = {"sum", "every thread adds one", setup, body, check, NULL};
 *   2. add the line  TX_KERNEL(sum)  to sim/tx/kernels/kernels.def;
 *   3. run it with  ./run tx sum .
 * The checkers of check.h watch every run, whatever the kernel does. */
#ifndef COHGEN_SIM_TX_TX_H
#define COHGEN_SIM_TX_TX_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct TxThread TxThread; /* one lane of a warp */
typedef struct TxRun TxRun;       /* the run as seen from outside */

typedef struct {
    const char *name, *doc;
    void *(*setup)(TxRun *r);                   /* before the first cycle; its result is passed to the others */
    void (*body)(TxThread *t, void *arg);       /* run by every thread */
    /* after the last thread has ended; calls tx_failed if the result is wrong */
    void (*check)(TxRun *r, void *arg);
    void (*report)(TxRun *r, void *arg, FILE *out); /* lines for the report; may be NULL */
} TxKernel;

/* Runs `block` as a transaction. It is left in the middle and begun again when it conflicts: what it changes in C,
   other than its own variables, is not undone.
   The threads of a warp begin together, when each is here or has ended, and go on together, when the transaction of
   each has committed. */
void tx_transaction(TxThread *t, void (*block)(TxThread *t, void *arg), void *arg);
/* Within a block only. Byte addresses of words of 32 bits. */
uint32_t tx_ld(TxThread *t, uint64_t address);
void tx_st(TxThread *t, uint64_t address, uint32_t value);

/* Ordinary accesses, outside of blocks. Operations of tx_atomic as in message.h; it returns the old value. */
uint32_t tx_read(TxThread *t, uint64_t address);
void tx_write(TxThread *t, uint64_t address, uint32_t value);
uint32_t tx_atomic(TxThread *t, int op, uint64_t address, uint32_t a, uint32_t b);

void tx_wait(TxThread *t, uint32_t cycles);     /* the whole warp waits */
uint32_t tx_thread(const TxThread *t);          /* number, over all cores */
uint32_t tx_rand(TxThread *t, uint32_t n);      /* 0..n-1; in a block it differs from attempt to attempt */
TxRun *tx_run(const TxThread *t);

/* The run. */
uint32_t tx_threads(const TxRun *r);
uint32_t tx_granule_bytes(const TxRun *r);
/* from --with name=value; `value` if absent */
uint64_t tx_option(TxRun *r, const char *name, uint64_t value, uint64_t least, uint64_t most);
void *tx_keep(TxRun *r, size_t bytes);          /* zeroed memory that lives as long as the run */
uint64_t tx_alloc(TxRun *r, uint64_t bytes);    /* simulated memory, zero, starts at a granule */
void tx_poke(TxRun *r, uint64_t address, uint32_t value); /* in setup */
uint32_t tx_peek(const TxRun *r, uint64_t address);       /* in check */
uint32_t tx_run_rand(TxRun *r, uint32_t n);
void tx_failed(TxRun *r, const char *format, ...)
#if defined __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;
#endif
