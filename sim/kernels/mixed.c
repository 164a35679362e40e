/* mixed.c - every kind of operation, at random: words and lines loaded and stored, atomics, fences, work, barriers of
 * the workgroup, on few shared lines. What was read goes into a value of the wavefront's own, and that into what it
 * writes. The choices depend on the input alone, so that a run can be compared with the rules of quanta.
 * --with: lines (shared), parts (between barriers), ops (of a part, at most); those of launch.h. */
#include "kernels/launch.h"
#include <string.h>

enum { MOST_WORDS = 64 };
typedef struct { Launch *launch; uint32_t lines, parts, ops, words; uint64_t shared, own; bool atomics; } Mixed;

static void *setup(CgRun *r)
{
    Mixed *p = cg_keep(r, sizeof *p);
    uint64_t lines = cg_option(r, "lines", 3), parts = cg_option(r, "parts", 3), ops = cg_option(r, "ops", 12);
    if (lines < 1 || lines > 1u << 16 || parts < 1 || parts > 10000 || ops < 1 || ops > 10000)
        return cg_failed(r, "lines go from 1 to 2^16, parts and ops to 10000"), p;
    p->lines = (uint32_t)lines, p->parts = (uint32_t)parts, p->ops = (uint32_t)ops;
    p->atomics = cg_has_atomics(r);
    p->launch = launch_setup(r);
    p->words = p->launch->line / 4;
    p->shared = launch_array(r, p->launch, NULL, p->lines * p->words);
    p->own = launch_array(r, p->launch, NULL, p->launch->groups * p->launch->waves);
    return p;
}

static uint32_t mix(uint32_t a, uint32_t b) { return (a ^ b) * 0x9e3779b1u ^ a >> 15; }

static uint32_t load_line(Warp *w, const Mixed *p, uint64_t line, uint32_t x)
{
    uint32_t words[MOST_WORDS];
    cg_ld_line(w, line, (uint8_t *)words);
    for (uint32_t i = 0; i < p->words; i++) x = mix(x, words[i]);
    return x;
}

static void store_line(Warp *w, const Mixed *p, uint64_t line, SimRng *rng, uint32_t x)
{
    uint32_t words[MOST_WORDS] = {0};
    uint8_t mask[MOST_WORDS / 2] = {0};
    for (uint32_t i = 0; i < p->words; i++) {
        words[i] = x + i;
        if (sim_below(rng, 2)) mask[i / 2] |= (uint8_t)(15 << i % 2 * 4);
    }
    if (mask[0] == 0) mask[0] = 15;
    cg_st_line(w, line, (uint8_t *)words, mask);
}

static uint32_t operation(Warp *w, const Mixed *p, SimRng *rng, uint32_t x)
{
    uint64_t line = p->shared + (uint64_t)sim_below(rng, p->lines) * p->launch->line,
             word = line + 4 * (uint64_t)sim_below(rng, p->words);
    uint32_t dice = sim_below(rng, 100);
    if (dice < 30) return mix(x, cg_ld(w, word));
    if (dice < 55) return cg_st(w, word, x), x;
    if (dice < 65) return load_line(w, p, line, x);
    if (dice < 75) return store_line(w, p, line, rng, x), x;
    if (dice < 85) return cg_compute(w, 1 + sim_below(rng, dice < 77 ? 200 : 10)), x;
    if (dice < 90) return cg_fence(w), x;
    if (!p->atomics) return x;
    int op = dice < 94 ? CG_ADD : dice < 97 ? CG_EXCHANGE : CG_CAS;
    return mix(x, cg_atomic(w, op, word, op == CG_CAS ? 0 : x, x));
}

static void work(Warp *w, void *arg, uint32_t group)
{
    const Mixed *p = arg;
    uint32_t me = launch_wave(w, p->launch, group), x = me + 1;
    SimRng rng = launch_rng(p->launch, me + 1);
    for (uint32_t part = 0; part < p->parts; part++) {
        if (part) cg_group_barrier(w);
        for (uint32_t n = sim_below(&rng, p->ops + 1); n > 0; n--) x = operation(w, p, &rng, x);
    }
    cg_st(w, p->own + 4 * (uint64_t)me, x);
}

static void body(Warp *w, void *arg) { launch_body(w, ((Mixed *)arg)->launch, work, arg); }
static void report(void *arg, FILE *out) { launch_report(((Mixed *)arg)->launch, "mixed", out); }

const CgKernel cg_kernel_mixed = {
    "mixed", "every kind of operation at random, in workgroups", setup, body, NULL, report, NULL, false};
