/* random.c - random transactions on few words; each store writes a value of its own, so that no wrong order hides
 * behind equal values. A transaction draws anew when it is begun again. --with: transactions (per thread), accesses (at
 * most, per transaction), words, stride (bytes from word to word), stores (percent), pause (cycles before a
 * transaction, at most). */
#include "tx/cores/tx.h"

typedef struct { uint32_t transactions, accesses, words, stride, stores, pause; uint64_t at; uint32_t stored; } Random;

static void *setup(TxRun *r)
{
    Random *x = tx_keep(r, sizeof *x);
    x->transactions = (uint32_t)tx_option(r, "transactions", 4, 1, 1000000);
    x->accesses = (uint32_t)tx_option(r, "accesses", 6, 1, 10000);
    x->words = (uint32_t)tx_option(r, "words", 64, 1, 1 << 24);
    x->stride = (uint32_t)tx_option(r, "stride", 16, 4, 4096) & ~3u;
    x->stores = (uint32_t)tx_option(r, "stores", 40, 0, 100);
    x->pause = (uint32_t)tx_option(r, "pause", 20, 0, 1000000);
    x->at = tx_alloc(r, (uint64_t)x->words * x->stride);
    return x;
}

static void block(TxThread *t, void *arg)
{
    Random *x = arg;
    for (uint32_t n = 1 + tx_rand(t, x->accesses); n > 0; n--) {
        uint64_t word = x->at + (uint64_t)tx_rand(t, x->words) * x->stride;
        if (tx_rand(t, 100) < x->stores) tx_st(t, word, ++x->stored);
        else tx_ld(t, word);
    }
}

static void body(TxThread *t, void *arg)
{
    Random *x = arg;
    for (uint32_t i = 0; i < x->transactions; i++) {
        if (x->pause) tx_wait(t, tx_rand(t, x->pause));
        tx_transaction(t, block, x);
    }
}

const TxKernel tx_kernel_random = {"random", "random transactions on few words", setup, body, NULL, NULL};
