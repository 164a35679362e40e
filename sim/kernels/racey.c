/* racey.c - every wavefront mixes words that others write, without any order, into a value of its own, which decides
 * what it reads, writes and computes next: two operations that change places change nearly everything after them. The
 * idea is that of Racey (Hill and Xu) and GPU-Racey (Jooybar 2013, 2.2).
 * --with: words (shared), turns (of each wavefront in a workgroup); those of launch.h. */
#include "kernels/launch.h"

typedef struct { Launch *launch; uint32_t words, turns; uint64_t shared, own; } Racey;

static uint32_t mix(uint32_t a, uint32_t b)
{
    uint32_t x = (a ^ b * 0x9e3779b1u) * 0x85ebca6bu;
    return (x ^ x >> 13) * 0xc2b2ae35u;
}

static void *setup(CgRun *r)
{
    Racey *p = cg_keep(r, sizeof *p);
    uint64_t words = cg_option(r, "words", 64), turns = cg_option(r, "turns", 40);
    if (words < 1 || words > 1u << 20 || turns < 1 || turns > 1u << 20)
        return cg_failed(r, "words and turns go from 1 to 2^20"), p;
    p->words = (uint32_t)words, p->turns = (uint32_t)turns;
    p->launch = launch_setup(r);
    SimRng rng = launch_rng(p->launch, 0);
    uint32_t *values = cg_keep(r, words * sizeof *values);
    for (uint32_t i = 0; i < words; i++) values[i] = (uint32_t)sim_random(&rng);
    p->shared = launch_array(r, p->launch, values, p->words);
    p->own = launch_array(r, p->launch, NULL, p->launch->groups * p->launch->waves);
    return p;
}

static void work(Warp *w, void *arg, uint32_t group)
{
    const Racey *p = arg;
    uint32_t me = launch_wave(w, p->launch, group), x = mix(me + 1, p->launch->input);
    for (uint32_t i = 0; i < p->turns; i++) {
        uint32_t a = cg_ld(w, p->shared + 4 * (uint64_t)(x % p->words));
        uint32_t b = cg_ld(w, p->shared + 4 * (uint64_t)((x >> 8) % p->words));
        x = mix(x ^ a, b + i);
        cg_compute(w, x >> 28);
        cg_st(w, p->shared + 4 * (uint64_t)((x >> 4) % p->words), x);
    }
    cg_st(w, p->own + 4 * (uint64_t)me, x);
}

static void body(Warp *w, void *arg) { launch_body(w, ((Racey *)arg)->launch, work, arg); }
static void report(void *arg, FILE *out) { launch_report(((Racey *)arg)->launch, "racey", out); }

const CgKernel cg_kernel_racey = {
    "racey", "values mixed from words that all write without order", setup, body, NULL, report, NULL, false};
