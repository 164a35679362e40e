/* spin.c - one warp waits in a loop of ordinary loads for a flag of which its cache holds a copy; another core writes
 * the flag later. Sequential consistency alone does not say that the waiting warp ever sees it: with leases its loads
 * hit and its logical time stands still (Ren 2020, section 3.4.5).
 * --with: after (cycles from the first load that has been answered to the store), bound (cycles from the store's answer
 * in which the flag must be seen), pause (cycles between two loads).
 * Cores and warps: 2 and 1, or as --cores and --warps say; the last core writes, all warps of the others wait. */
#include "cores/program.h"

typedef struct { uint64_t flag, after, bound, pause, written, slowest; uint32_t waiting, seen; uint64_t loads; } Spin;

static void *setup(CgRun *r)
{
    Spin *s = cg_keep(r, sizeof *s);
    *s = (Spin){
        .after = cg_option(r, "after", 200), .bound = cg_option(r, "bound", 100000), .pause = cg_option(r, "pause", 0)};
    if (s->after > 1000000 || s->pause > 1000000) return cg_failed(r, "after and pause go to 1000000 cycles"), s;
    cg_use(r, 2, 1);
    if (cg_cores(r) < 2) return cg_failed(r, "a second core is needed, which writes the flag"), s;
    s->waiting = (cg_cores(r) - 1) * cg_warps(r);
    s->flag = cg_array(r, NULL, 1);
    return s;
}

static void wait_for_flag(Warp *w, Spin *s)
{
    cg_ld(w, s->flag); /* from here on there is a copy */
    cg_meet(w);
    while (cg_ld(w, s->flag) == 0) {
        uint64_t now = cg_cycle(cg_run(w));
        s->loads++;
        if (s->written && now - s->written > s->bound) {
            cg_failed(cg_run(w),
                      "livelock: core %u warp %u still loads 0 from the flag at 0x%llx, %llu cycles after the store of "
                      "1 to it was answered in cycle %llu; %llu loads in all",
                      cg_core(w), cg_warp(w), (unsigned long long)s->flag, (unsigned long long)(now - s->written),
                      (unsigned long long)s->written, (unsigned long long)s->loads);
            return;
        }
        if (s->pause) cg_wait(w, (uint32_t)s->pause);
    }
    uint64_t now = cg_cycle(cg_run(w)), late = s->written && now > s->written ? now - s->written : 0;
    if (late > s->slowest) s->slowest = late;
    s->seen++;
}

static void body(Warp *w, void *arg)
{
    Spin *s = arg;
    if (cg_core(w) + 1 < cg_cores(cg_run(w))) {
        wait_for_flag(w, s);
        return;
    }
    cg_meet(w);
    if (cg_warp(w) > 0) return;
    cg_wait(w, (uint32_t)s->after);
    cg_st(w, s->flag, 1);
    s->written = cg_cycle(cg_run(w));
}

static void report(void *arg, FILE *out)
{
    const Spin *s = arg;
    fprintf(out, "spin       flag written in cycle %llu, seen by %u of %u warps", (unsigned long long)s->written,
            s->seen, s->waiting);
    if (s->seen) fprintf(out, ", the last %llu cycles later", (unsigned long long)s->slowest);
    fprintf(out, "; %llu loads of the old value\n", (unsigned long long)s->loads);
}

const CgKernel cg_kernel_spin = {
    "spin", "warps wait for a flag by loads that hit, another core writes it", setup, body, NULL, report, NULL, false};
