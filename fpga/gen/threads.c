/* threads.c - fpga/lib/fpga_thread.v in C, over one memory. Within a half no thread reads what another one writes, so
 * the threads may run one after the other. */
#include "fpga.h"

enum { MOST_THREADS = 64, MOST_LINES = 256, MOST_WORDS = 64 };

typedef struct {
    int words, lines, ops;
    uint32_t x[MOST_THREADS], sig[MOST_THREADS], memory[MOST_LINES][MOST_WORDS], sum;
} Machine;

static void first_half(Machine *m, int t)
{
    for (int i = 0; i < m->ops; i++) {
        uint32_t x = m->x[t], line = (x >> 8) % (uint32_t)m->lines;
        uint32_t *own = &m->memory[line][t % m->words];
        if (!(x & 4)) *own = x;
        else if ((x & 3) != 3) m->sig[t] = fpga_mix(m->sig[t], *own);
        else m->sum += x >> 24;
        m->x[t] = fpga_random(x);
    }
}
static void second_half(Machine *m, int t)
{
    for (int i = 0; i < m->ops; i++) {
        uint32_t x = m->x[t];
        m->sig[t] = fpga_mix(m->sig[t], m->memory[(x >> 8) % (uint32_t)m->lines][(x >> 16) % (uint32_t)m->words]);
        m->x[t] = fpga_random(x);
    }
}

uint32_t fpga_threads(const FpgaUnit *u)
{
    static const Machine zero;
    Machine m = zero;
    int threads = fpga_param(u, "CORES", 1) * fpga_param(u, "HERE", 2), rounds = fpga_param(u, "ROUNDS", 4);
    m.words = fpga_param(u, "WORDS", 4), m.lines = fpga_param(u, "LINES", 8), m.ops = fpga_param(u, "OPS", 32);
    if (threads > MOST_THREADS || m.lines > MOST_LINES || m.words > MOST_WORDS || m.lines < 1 || m.words < 2) return 0;
    for (int t = 0; t < threads; t++) m.x[t] = fpga_seed((uint32_t)t), m.sig[t] = (uint32_t)t;
    for (int r = 0; r < rounds; r++) {
        for (int t = 0; t < threads; t++) first_half(&m, t);
        for (int t = 0; t < threads; t++) second_half(&m, t);
    }
    uint32_t all = 0;
    for (int t = 0; t < threads; t++) all += fpga_mix(m.sig[t], m.sum);
    return all;
}
