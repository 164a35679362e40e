/* random.c - random transactions on few words; each store writes a value of its own, so that no wrong order hides
 * behind equal values. A transaction draws anew when it is begun again. --with: transactions (per thread), accesses (at
 * most, per transaction), words, stride (bytes from word to word), stores (percent), pause (cycles before a
 * transaction, at most), lanes (not 0: so many make each access, to words next to each other). */
#include "cores/program.h"

typedef struct {
    uint32_t transactions, accesses, words, stride, stores, pause, lanes; uint64_t at; uint32_t stored;
} Random;

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
    x->lanes = (uint32_t)cg_option_in(r, "lanes", 0, 0, CG_LANES);
    x->at = cg_alloc(r, (uint64_t)x->words * x->stride);
    return x;
}

/* Lanes from a word on, round the end. */
static void access_lanes(Warp *t, Random *x, uint32_t word, bool store)
{
    CgLanes l = {.on = x->lanes == CG_LANES ? UINT32_MAX : (UINT32_C(1) << x->lanes) - 1};
    for (uint32_t i = 0; i < x->lanes; i++) l.address[i] = x->at + (uint64_t)((word + i) % x->words) * x->stride;
    for (uint32_t i = 0; i < x->lanes && store; i++) l.value[i] = ++x->stored;
    if (store) cg_st_lanes(t, &l);
    else cg_ld_lanes(t, &l);
}

static void block(Warp *t, void *arg)
{
    Random *x = arg;
    for (uint32_t n = 1 + cg_rand(t, x->accesses); n > 0; n--) {
        uint32_t word = cg_rand(t, x->words);
        bool store = cg_rand(t, 100) < x->stores;
        if (x->lanes) access_lanes(t, x, word, store);
        else if (store) cg_st(t, x->at + (uint64_t)word * x->stride, ++x->stored);
        else cg_ld(t, x->at + (uint64_t)word * x->stride);
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
