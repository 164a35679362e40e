/* triad.c - streaming: c = 3 a + b over long arrays, by lines; many short workgroups, no line is touched twice.
 * --with: lines (of each wavefront in a workgroup), work (instructions for each line); those of launch.h. */
#include "kernels/launch.h"
#include <string.h>

enum { MOST_WORDS = 64 };
typedef struct { Launch *launch; uint32_t lines, work, words, *a, *b; uint64_t at[3]; } Triad;

static void *setup(CgRun *r)
{
    Triad *p = cg_keep(r, sizeof *p);
    uint64_t lines = cg_option(r, "lines", 4), work = cg_option(r, "work", 8);
    if (lines < 1 || lines > 1u << 16 || work > 1000) return cg_failed(r, "lines go from 1 to 2^16, work to 1000"), p;
    p->lines = (uint32_t)lines, p->work = (uint32_t)work;
    p->launch = launch_setup(r);
    p->words = p->launch->line / 4;
    uint32_t words = p->launch->groups * p->launch->waves * p->lines * p->words;
    SimRng rng = launch_rng(p->launch, 0);
    p->a = cg_keep(r, words * sizeof *p->a);
    p->b = cg_keep(r, words * sizeof *p->b);
    for (uint32_t i = 0; i < words; i++) p->a[i] = (uint32_t)sim_random(&rng), p->b[i] = (uint32_t)sim_random(&rng);
    p->at[0] = launch_array(r, p->launch, p->a, words);
    p->at[1] = launch_array(r, p->launch, p->b, words);
    p->at[2] = launch_array(r, p->launch, NULL, words);
    return p;
}

/* Neighbouring wavefronts have neighbouring lines. */
static void work(Warp *w, void *arg, uint32_t group)
{
    const Triad *p = arg;
    uint32_t a[MOST_WORDS], b[MOST_WORDS];
    uint8_t mask[MOST_WORDS / 2];
    memset(mask, 255, sizeof mask);
    for (uint32_t i = 0; i < p->lines; i++) {
        uint64_t line = ((uint64_t)(group * p->lines + i) * p->launch->waves + cg_wave(w)) * p->launch->line;
        cg_ld_line(w, p->at[0] + line, (uint8_t *)a);
        cg_ld_line(w, p->at[1] + line, (uint8_t *)b);
        for (uint32_t k = 0; k < p->words; k++) a[k] = 3 * a[k] + b[k];
        cg_compute(w, p->work);
        cg_st_line(w, p->at[2] + line, (uint8_t *)a, mask);
    }
}

static void check(CgRun *r, void *arg)
{
    const Triad *p = arg;
    for (uint32_t i = 0; i < p->launch->arrays[2].words && launch_looked(p->launch); i++)
        if (launch_seen(p->launch, p->at[2] + 4 * (uint64_t)i) != 3 * p->a[i] + p->b[i]) {
            cg_failed(r, "word %u is 0x%x, not 0x%x", i, launch_seen(p->launch, p->at[2] + 4 * (uint64_t)i),
                      3 * p->a[i] + p->b[i]);
            return;
        }
}

static void body(Warp *w, void *arg) { launch_body(w, ((Triad *)arg)->launch, work, arg); }
static void report(void *arg, FILE *out) { launch_report(((Triad *)arg)->launch, "triad", out); }

const CgKernel cg_kernel_triad = {
    "triad", "streaming over arrays in short workgroups", setup, body, check, report, NULL, false};
