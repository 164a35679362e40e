/* reduce.c - the sum of an array: each workgroup sums its part, lanes of a warp together, then its wavefronts' sums in
 * local memory by halves, with a barrier after each; its first wavefront stores the sum of the workgroup. Local memory
 * is an array of C here, an instruction for each access.
 * --with: turns (32 words each, of a wavefront in a workgroup), ahead (loads that are issued before the first value is
 * used), work (instructions for each word); those of launch.h. */
#include "kernels/launch.h"

enum { LANES = CG_LANES, MOST_AHEAD = 8 };
typedef struct { Launch *launch; uint32_t turns, ahead, work, *values, *local; uint64_t at[2]; } Reduce;

static void *setup(CgRun *r)
{
    Reduce *p = cg_keep(r, sizeof *p);
    uint64_t turns = cg_option(r, "turns", 4), ahead = cg_option(r, "ahead", 2), work = cg_option(r, "work", 1);
    if (turns < 1 || turns > 1u << 16 || ahead < 1 || ahead > MOST_AHEAD || work > 1000)
        return cg_failed(r, "turns goes from 1 to 2^16, ahead to %d, work to 1000", MOST_AHEAD), p;
    p->turns = (uint32_t)turns, p->ahead = (uint32_t)ahead, p->work = (uint32_t)work;
    p->launch = launch_setup(r);
    uint32_t words = p->launch->groups * p->launch->waves * p->turns * LANES;
    SimRng rng = launch_rng(p->launch, 0);
    p->values = cg_keep(r, words * sizeof *p->values);
    for (uint32_t i = 0; i < words; i++) p->values[i] = (uint32_t)sim_random(&rng);
    p->local = cg_keep(r, (size_t)p->launch->groups * p->launch->waves * sizeof *p->local);
    p->at[0] = launch_array(r, p->launch, p->values, words);
    p->at[1] = launch_array(r, p->launch, NULL, p->launch->groups);
    return p;
}

/* The words of a wavefront in one turn, and in which turn: neighbouring wavefronts have neighbouring words. */
static uint32_t first_word(const Warp *w, const Reduce *p, uint32_t group, uint32_t turn)
{
    return ((group * p->turns + turn) * p->launch->waves + cg_wave(w)) * LANES;
}

static uint32_t sum_of_part(Warp *w, const Reduce *p, uint32_t group)
{
    uint32_t sum = 0;
    for (uint32_t turn = 0; turn < p->turns; turn += p->ahead) {
        CgLanes l[MOST_AHEAD] = {0};
        uint32_t n = p->turns - turn < p->ahead ? p->turns - turn : p->ahead;
        for (uint32_t k = 0; k < n; k++) {
            l[k].on = UINT32_MAX;
            for (uint32_t i = 0; i < LANES; i++)
                l[k].address[i] = p->at[0] + 4 * (uint64_t)(first_word(w, p, group, turn + k) + i);
            cg_ld_later(w, &l[k]);
        }
        cg_loaded(w);
        for (uint32_t k = 0; k < n; k++)
            for (uint32_t i = 0; i < LANES; i++) sum += l[k].value[i];
        cg_compute(w, n * p->work);
    }
    cg_compute(w, 5 * (1 + p->work)); /* over the lanes, by halves */
    return sum;
}

static void work(Warp *w, void *arg, uint32_t group)
{
    const Reduce *p = arg;
    uint32_t me = cg_wave(w), waves = p->launch->waves, *local = p->local + (size_t)group * waves;
    local[me] = sum_of_part(w, p, group);
    cg_group_barrier(w);
    for (uint32_t n = waves; n > 1; n = (n + 1) / 2) {
        uint32_t half = (n + 1) / 2;
        if (me + half < n) local[me] += local[me + half];
        cg_compute(w, 3);
        cg_group_barrier(w);
    }
    if (me == 0) cg_st(w, p->at[1] + 4 * (uint64_t)group, local[0]);
}

static void check(CgRun *r, void *arg)
{
    const Reduce *p = arg;
    uint32_t part = p->launch->waves * p->turns * LANES;
    for (uint32_t g = 0; g < p->launch->groups && launch_looked(p->launch); g++) {
        uint32_t sum = 0, got = launch_seen(p->launch, p->at[1] + 4 * (uint64_t)g);
        for (uint32_t i = 0; i < part; i++) sum += p->values[g * part + i];
        if (got == sum) continue;
        cg_failed(r, "the sum of workgroup %u is 0x%x, not 0x%x", g, got, sum);
        return;
    }
}

static void body(Warp *w, void *arg) { launch_body(w, ((Reduce *)arg)->launch, work, arg); }
static void report(void *arg, FILE *out) { launch_report(((Reduce *)arg)->launch, "reduce", out); }

const CgKernel cg_kernel_reduce = {
    "reduce", "sums of parts of an array, each in a workgroup", setup, body, check, report, NULL, false};
