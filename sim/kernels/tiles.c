/* tiles.c - each workgroup has a square of numbers and a border; in each step every inner one becomes the sum of itself
 * and its four neighbours, from one array into the other, with a barrier of the workgroup after each. Rows are dealt to
 * the wavefronts. As programs for GPUs do, it works in local memory, which is an array of C here, an instruction for
 * each access: memory is read before the first step and written after the last. With local=0 it works in memory, with a
 * fence before each barrier.
 * --with: side (of a square, with its border), steps, work (instructions for each number), local; those of launch.h. */
#include "kernels/launch.h"
#include <string.h>

typedef struct { Launch *launch; uint32_t side, steps, work, *first, *own; bool local; uint64_t at[2]; } Tiles;

static void *setup(CgRun *r)
{
    Tiles *p = cg_keep(r, sizeof *p);
    uint64_t side = cg_option(r, "side", 6), steps = cg_option(r, "steps", 4), work = cg_option(r, "work", 4),
             local = cg_option(r, "local", 1);
    if (side < 3 || side > 64 || steps < 1 || steps > 10000 || work > 1000 || local > 1)
        return cg_failed(r, "side goes from 3 to 64, steps from 1 to 10000, work to 1000, local is 0 or 1"), p;
    p->local = local != 0;
    p->side = (uint32_t)side, p->steps = (uint32_t)steps, p->work = (uint32_t)work;
    p->launch = launch_setup(r);
    uint32_t words = p->launch->groups * p->side * p->side;
    p->first = cg_keep(r, words * sizeof *p->first);
    p->own = cg_keep(r, 2 * words * sizeof *p->own);
    SimRng rng = launch_rng(p->launch, 0);
    for (uint32_t i = 0; i < words; i++) p->first[i] = (uint32_t)sim_random(&rng);
    p->at[0] = launch_array(r, p->launch, p->first, words);
    p->at[1] = launch_array(r, p->launch, p->first, words);
    return p;
}

static uint32_t at(const Tiles *p, uint32_t which, uint32_t group, uint32_t i)
{
    return (which * p->launch->groups + group) * p->side * p->side + i;
}

static uint32_t get(Warp *w, const Tiles *p, uint32_t which, uint32_t group, uint32_t i)
{
    if (p->local) return p->own[at(p, which, group, i)];
    return cg_ld(w, p->at[which] + 4 * (uint64_t)at(p, 0, group, i));
}

static void put(Warp *w, const Tiles *p, uint32_t which, uint32_t group, uint32_t i, uint32_t value)
{
    if (p->local) p->own[at(p, which, group, i)] = value;
    else cg_st(w, p->at[which] + 4 * (uint64_t)at(p, 0, group, i), value);
}

static void row(Warp *w, const Tiles *p, uint32_t from, uint32_t group, uint32_t y)
{
    uint32_t n = p->side, left = get(w, p, from, group, y * n), here = get(w, p, from, group, y * n + 1);
    for (uint32_t i = y * n + 1; i + 1 < (y + 1) * n; i++) {
        uint32_t right = get(w, p, from, group, i + 1), up = get(w, p, from, group, i - n);
        uint32_t sum = left + here + right + up + get(w, p, from, group, i + n);
        cg_compute(w, p->work + (p->local ? 4 : 0));
        put(w, p, 1 - from, group, i, sum);
        left = here;
        here = right;
    }
}

/* Between local memory and memory: both arrays in, what the steps have made out. */
static void copy(Warp *w, const Tiles *p, uint32_t group, bool in)
{
    for (uint32_t y = cg_wave(w); y < p->side; y += p->launch->waves)
        for (uint32_t i = y * p->side; i < (y + 1) * p->side; i++)
            for (uint32_t k = 0; k < 2; k++) {
                uint64_t where = p->at[k] + 4 * (uint64_t)at(p, 0, group, i);
                if (in) p->own[at(p, k, group, i)] = cg_ld(w, where);
                else cg_st(w, where, p->own[at(p, k, group, i)]);
            }
}

static void work(Warp *w, void *arg, uint32_t group)
{
    const Tiles *p = arg;
    if (p->local) copy(w, p, group, true), cg_group_barrier(w);
    for (uint32_t step = 0; step < p->steps; step++) {
        for (uint32_t y = 1 + cg_wave(w); y + 1 < p->side; y += p->launch->waves) row(w, p, step % 2, group, y);
        if (!p->local) cg_fence(w);
        cg_group_barrier(w);
    }
    if (p->local) copy(w, p, group, false);
}

static void sequential(const Tiles *p, uint32_t *from, uint32_t *to)
{
    uint32_t n = p->side;
    for (uint32_t step = 0; step < p->steps; step++) {
        for (uint32_t i = 0; i < n * n; i++)
            if (i / n % (n - 1) && i % n % (n - 1))
                to[i] = from[i] + from[i - 1] + from[i + 1] + from[i - n] + from[i + n];
        uint32_t *other = from;
        from = to;
        to = other;
    }
}

static void check(CgRun *r, void *arg)
{
    const Tiles *p = arg;
    uint32_t words = p->side * p->side, *two[2] = {cg_keep(r, words * 4), cg_keep(r, words * 4)};
    for (uint32_t g = 0; g < p->launch->groups && launch_looked(p->launch); g++) {
        for (int k = 0; k < 2; k++) memcpy(two[k], p->first + g * words, words * 4);
        sequential(p, two[0], two[1]);
        for (uint32_t i = 0; i < 2 * words; i++) {
            uint32_t got = launch_seen(p->launch, p->at[i / words] + 4 * (uint64_t)(g * words + i % words));
            if (got == two[i / words][i % words]) continue;
            cg_failed(r, "number %u of square %u is 0x%x, the sequential program says 0x%x", i % words, g, got,
                      two[i / words][i % words]);
            return;
        }
    }
}

static void body(Warp *w, void *arg) { launch_body(w, ((Tiles *)arg)->launch, work, arg); }
static void report(void *arg, FILE *out) { launch_report(((Tiles *)arg)->launch, "tiles", out); }

const CgKernel cg_kernel_tiles = {
    "tiles", "five-point stencils, each in a workgroup with its barriers", setup, body, check, report, NULL, false};
