/* long.c - long transactions: a thread adds one to a word of each granule of a stretch, which begins anywhere in its
 * stripe of an array and goes round.
 * At the end the sum over the array tells whether an addition was lost.
 * --with: granules (of a stretch), array (granules of a stripe), stripes (the n-th thread uses the n-th, counted
 * round), transactions (per thread). */
#include "cores/program.h"

typedef struct { uint32_t granules, array, stripes, transactions, step; uint64_t at; } Long;
typedef struct { const Long *l; uint32_t base, first; } Stretch;

static uint64_t word(const Long *l, uint32_t base, uint32_t i)
{
    return l->at + ((uint64_t)base * l->array + i % l->array) * l->step;
}

static void *setup(CgRun *r)
{
    Long *l = cg_keep(r, sizeof *l);
    if (!cg_has_transactions(r)) return cg_failed(r, "needs transactions, which the design does not have"), l;
    l->granules = (uint32_t)cg_option_in(r, "granules", 200, 1, 100000);
    l->array = (uint32_t)cg_option_in(r, "array", 400, 1, 1000000);
    l->transactions = (uint32_t)cg_option_in(r, "transactions", 1, 1, 1000);
    l->stripes = (uint32_t)cg_option_in(r, "stripes", 32, 1, 32);
    l->step = cg_line_bytes(r);
    if (l->granules > l->array)
        cg_failed(r, "a stretch of %u granules is longer than the array of %u", l->granules, l->array);
    l->at = cg_alloc(r, (uint64_t)l->array * l->stripes * l->step);
    return l;
}

static void block(Warp *t, void *arg)
{
    const Stretch *s = arg;
    for (uint32_t i = 0; i < s->l->granules; i++) {
        uint64_t at = word(s->l, s->base, s->first + i);
        cg_st(t, at, cg_ld(t, at) + 1);
    }
}

static void body(Warp *t, void *arg)
{
    const Long *l = arg;
    for (uint32_t i = 0; i < l->transactions; i++) {
        Stretch s = {l, cg_thread(t) % l->stripes, cg_rand(t, l->array)};
        cg_transaction(t, block, &s);
    }
}

static void check(CgRun *r, void *arg)
{
    const Long *l = arg;
    uint64_t sum = 0, wanted = (uint64_t)cg_all_threads(r) * l->transactions * l->granules;
    for (uint32_t b = 0; b < l->stripes; b++)
        for (uint32_t i = 0; i < l->array; i++) sum += cg_peek(r, word(l, b, i));
    if (sum != wanted)
        cg_failed(r, "the words add up to %llu, %llu additions were made", (unsigned long long)sum,
                  (unsigned long long)wanted);
}

const CgKernel cg_kernel_tx_long = {
    "tx_long", "transactions on hundreds of granules", setup, body, check, NULL, NULL, true};
