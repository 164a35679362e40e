/* random.c - random transactions on few words; each store writes a value of its own, so that no wrong order hides
 * behind equal values. A transaction draws anew when it is begun again. --with: transactions (per thread), accesses (at
 * most, per transaction), words, stride (bytes from word to word), stores (percent), pause (cycles before a
 * transaction, at most). */
#include "cores/program.h"

typedef struct { uint32_t transactions, accesses, words, stride, stores, pause; uint64_t at; uint32_t stored; } Random;

static void *setup(CgRun *r)
{
    Random *x = cg_keep(r, sizeof *x);
    if (!cg_has_transactions(r)) return cg_failed(r, "needs transactions, which the design does not have"), x;
    x->transactions = (uint32_t)cg_option_in(r, "transactions", 4, 1, 1000000);
    x->accesses = (uint32_t)cg_option_in(r, "accesses", 6, 1, 10000);
    x->words = (uint32_t)cg_option_in(r, "words", 64, 1, 1 << 24);
    x->stride = (uint32_t)cg_option_in(r, "stride", 16, 4, 4096) & ~3u;
    x->stores = (uint32_t)cg_option_in(r, "stores", 40, 0, 100);
    x->pause = (uint32_t)cg_option_in(r, "pause", 20, 0, 1000000);
    x->at = cg_alloc(r, (uint64_t)x->words * x->stride);
    return x;
}

static void block(Warp *t, void *arg)
{
    Random *x = arg;
    for (uint32_t n = 1 + cg_rand(t, x->accesses); n > 0; n--) {
        uint64_t word = x->at + (uint64_t)cg_rand(t, x->words) * x->stride;
        if (cg_rand(t, 100) < x->stores) cg_st(t, word, ++x->stored);
        else cg_ld(t, word);
    }
}

static void body(Warp *t, void *arg)
{
    Random *x = arg;
    for (uint32_t i = 0; i < x->transactions; i++) {
        if (x->pause) cg_wait(t, cg_rand(t, x->pause));
        cg_transaction(t, block, x);
    }
}

const CgKernel cg_kernel_tx_random = {
    "tx_random", "random transactions on few words", setup, body, NULL, NULL, NULL, true};
