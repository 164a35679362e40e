/* fragments.c - fpga/lib/fpga_fragment.v in C: of each word the value of least depth, then sums. */
#include "fpga.h"

enum { MOST_THREADS = 16, MOST_BLOCKS = 256, MOST_WORDS = 32 };

typedef struct { uint32_t value[MOST_BLOCKS][MOST_WORDS], depth[MOST_BLOCKS][MOST_WORDS]; } Picture;

static void update(Picture *p, uint32_t block, uint32_t x, uint32_t depth, uint32_t words)
{
    for (uint32_t w = 0, which = x >> 8 | 1; w < words; w++) {
        if (!(which >> w & 1) || depth > p->depth[block][w]) continue;
        p->depth[block][w] = depth;
        p->value[block][w] = x ^ w * UINT32_C(0x01010101);
    }
}

uint32_t fpga_fragments(const FpgaUnit *u)
{
    static const Picture black;
    Picture p = black;
    uint32_t threads = (uint32_t)(fpga_param(u, "FEEDS", 2) * fpga_param(u, "HERE", 2)),
             words = (uint32_t)fpga_param(u, "WORDS", 8), blocks = (uint32_t)fpga_param(u, "BLOCKS", 32),
             more = (uint32_t)fpga_param(u, "MORE", 4), ops = (uint32_t)fpga_param(u, "OPS", 64);
    if (threads > MOST_THREADS || blocks + more > MOST_BLOCKS || words > MOST_WORDS || !blocks || !more) return 0;
    for (uint32_t b = 0; b < MOST_BLOCKS; b++)
        for (uint32_t w = 0; w < MOST_WORDS; w++) p.depth[b][w] = UINT32_MAX;
    for (uint32_t t = 0; t < threads; t++) {
        uint32_t x = fpga_seed(t);
        for (uint32_t i = 0; i < ops; i++, x = fpga_random(x))
            update(&p, x % blocks, x, (x >> 16 & 0x7fff) << 16 | i << 4 | t, words);
        for (uint32_t i = 0; i < ops; i++, x = fpga_random(x)) p.value[blocks + x % more][(x >> 8) % words] += x;
    }
    uint32_t all = 0;
    for (uint32_t t = 0; t < threads; t++) {
        uint32_t sig = t;
        for (uint32_t b = t; b < blocks + more; b += threads) {
            uint32_t fold = 0;
            for (uint32_t w = 0; w < words; w++) fold = fpga_mix(fold, p.value[b][w]);
            sig = fpga_mix(sig, fold);
        }
        all += sig;
    }
    return all;
}
