/* parts.c - wavefronts store parts of words: lines under masks of any of their parts, their own and lines that all
 * share, and look at them in between. In its own line a wavefront sees each byte as it was stored last.
 * --with: part (bytes that a mask takes together: 1, 2 or 4), turns (of each wavefront in a workgroup), lines (shared);
 * those of launch.h. */
#include "kernels/launch.h"
#include <string.h>

enum { MOST_BYTES = 256 };
typedef struct { Launch *launch; uint32_t part, turns, lines; uint64_t shared, own; uint8_t *expected; } Parts;

static void *setup(CgRun *r)
{
    Parts *p = cg_keep(r, sizeof *p);
    uint64_t part = cg_option(r, "part", 4), turns = cg_option(r, "turns", 8), lines = cg_option(r, "lines", 2);
    if ((part != 1 && part != 2 && part != 4) || turns < 1 || turns > 1u << 20 || lines < 1 || lines > 1u << 16)
        return cg_failed(r, "part is 1, 2 or 4, turns go from 1 to 2^20, lines to 2^16"), p;
    p->launch = launch_setup(r);
    p->part = (uint32_t)part, p->turns = (uint32_t)turns, p->lines = (uint32_t)lines;
    uint32_t wavefronts = p->launch->groups * p->launch->waves, words = p->launch->line / 4;
    p->shared = launch_array(r, p->launch, NULL, p->lines * words);
    p->own = launch_array(r, p->launch, NULL, wavefronts * words);
    p->expected = cg_keep(r, (size_t)wavefronts * p->launch->line);
    return p;
}

/* A line under a mask of any of its parts, one at least. */
static void put(Warp *w, const Parts *p, uint64_t line, SimRng *rng, uint8_t *expected)
{
    uint8_t bytes[MOST_BYTES] = {0}, mask[MOST_BYTES / 8] = {0};
    uint32_t size = p->launch->line, often = sim_below(rng, 8), one = sim_below(rng, size / p->part);
    for (uint32_t i = 0; i < size; i += p->part) {
        bool stores = i / p->part == one || sim_below(rng, 8) < often;
        for (uint32_t k = i; k < i + p->part; k++) {
            bytes[k] = (uint8_t)sim_random(rng);
            if (stores) mask[k / 8] |= (uint8_t)(1 << k % 8);
            if (stores && expected) expected[k] = bytes[k];
        }
    }
    cg_st_line(w, line, bytes, mask);
}

static void work(Warp *w, void *arg, uint32_t group)
{
    const Parts *p = arg;
    uint32_t me = launch_wave(w, p->launch, group), size = p->launch->line;
    uint8_t *expected = p->expected + (size_t)me * size, got[MOST_BYTES];
    SimRng rng = launch_rng(p->launch, me + 1);
    for (uint32_t turn = 0; turn < p->turns; turn++) {
        uint64_t shared = p->shared + (uint64_t)sim_below(&rng, p->lines) * size, own = p->own + (uint64_t)me * size;
        put(w, p, shared, &rng, NULL);
        put(w, p, own, &rng, expected);
        if (sim_below(&rng, 2)) cg_ld_line(w, shared, got);
        if (sim_below(&rng, 2)) put(w, p, shared, &rng, NULL);
        cg_ld_line(w, own, got);
        if (memcmp(got, expected, size) != 0) cg_failed(cg_run(w), "wavefront %u's own line is not what it stored", me);
    }
}

static void check(CgRun *r, void *arg)
{
    const Parts *p = arg;
    for (uint32_t i = 0; i < p->launch->groups * p->launch->waves * p->launch->line && launch_looked(p->launch); i++) {
        uint8_t got = (uint8_t)(launch_seen(p->launch, p->own + i / 4 * 4) >> 8 * (i % 4));
        if (got == p->expected[i]) continue;
        cg_failed(r, "byte %u of wavefront %u's line is 0x%x, its latest store was 0x%x", i % p->launch->line,
                  i / p->launch->line, got, p->expected[i]);
        return;
    }
}

static void body(Warp *w, void *arg) { launch_body(w, ((Parts *)arg)->launch, work, arg); }
static void report(void *arg, FILE *out) { launch_report(((Parts *)arg)->launch, "parts", out); }

const CgKernel cg_kernel_parts = {
    "parts", "wavefronts that store parts of words", setup, body, check, report, NULL, false};
