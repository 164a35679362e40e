/* transfers.c - fpga/lib/fpga_transfer.v in C: the order of the transactions does not matter. */
#include "fpga.h"

enum { MOST_WARPS = 64, MOST_ACCOUNTS = 256 };

uint32_t fpga_transfers(const FpgaUnit *u)
{
    uint32_t version[MOST_ACCOUNTS] = { 0 }, money[MOST_ACCOUNTS] = { 0 },
             warps = (uint32_t)(fpga_param(u, "CORES", 2) * fpga_param(u, "HERE", 2)),
             accounts = (uint32_t)fpga_param(u, "ACCOUNTS", 16), words = (uint32_t)fpga_param(u, "WORDS", 4),
             txs = (uint32_t)fpga_param(u, "TXS", 32);
    if (warps > MOST_WARPS || accounts > MOST_ACCOUNTS || accounts < 2 || words < 2) return 0;
    for (uint32_t t = 0; t < warps; t++) {
        uint32_t x = fpga_seed(t);
        for (uint32_t i = 0; i < txs; i++, x = fpga_random(x)) {
            uint32_t from = x % accounts, other = (x >> 8) % accounts, to = from ^ (other ? other : 1);
            version[from]++, version[to]++;
            money[from] -= x >> 16, money[to] += x >> 16;
        }
    }
    uint32_t all = 0;
    for (uint32_t t = 0; t < warps; t++) {
        uint32_t sig = t;
        for (uint32_t a = t; a < accounts; a += warps) {
            uint32_t fold = fpga_mix(fpga_mix(0, version[a]), money[a]);
            for (uint32_t w = 2; w < words; w++) fold = fpga_mix(fold, 0);
            sig = fpga_mix(sig, fold);
        }
        all += sig;
    }
    return all;
}
