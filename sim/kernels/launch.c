/* launch.c - see launch.h. */
#include "kernels/launch.h"
#include "cores/groups.h"
#include <inttypes.h>
#include <string.h>

static const char others[] = "whether the other workgroups are done";

/* Depths of GPUDet that nobody has cleared, where the design says that it does not need that (ZEROED=0). */
static void litter(CgRun *r)
{
    if (sim_group_number(r, "ZEROED", 1) != 0) return;
    uint64_t line = cg_line_bytes(r), from = sim_group_number(r, "DEPTHS", 0) * line,
             bytes = sim_group_number(r, "BLOCKS", 0) * line;
    for (uint64_t at = 0; from && at < bytes; at += 4) cg_poke(r, from + at, cg_run_rand(r, UINT32_MAX));
}

Launch *launch_setup(CgRun *r)
{
    Launch *l = cg_keep(r, sizeof *l);
    uint32_t groups = cg_groups(r);
    l->waves = cg_group_waves(r);
    l->slots = cg_group_slots(r);
    l->line = cg_line_bytes(r);
    l->input = (uint32_t)cg_option(r, "input", 1);
    l->read = cg_option(r, "read", 1) != 0;
    l->programs = (uint32_t)cg_option(r, "programs", 1);
    if (l->programs < 1 || l->programs > 1000 || (l->programs > 1 && !cg_has_atomics(r)))
        cg_failed(r, "programs goes from 1 to 1,000, from 2 on with atomics");
    l->groups = groups > l->read ? groups - l->read : 0;
    if (l->groups == 0) cg_failed(r, "needs two workgroups at least, one to look at the end (--with read=0: none)");
    litter(r);
    l->passes = cg_keep(r, (size_t)cg_cores(r) * cg_warps(r) * sizeof *l->passes);
    l->meet = cg_alloc(r, l->line);
    /* with atomics a counter, else a line of each wavefront of each workgroup */
    l->done = cg_alloc(r, cg_has_atomics(r) ? l->line : (uint64_t)l->line * groups * l->waves);
    return l;
}

uint64_t launch_array(CgRun *r, Launch *l, const uint32_t *values, uint32_t words)
{
    uint32_t whole = (words + l->line / 4 - 1) / (l->line / 4) * (l->line / 4);
    struct LaunchArray *a = &l->arrays[l->n_arrays];
    if (l->n_arrays == LAUNCH_ARRAYS) return cg_failed(r, "more than %d arrays", LAUNCH_ARRAYS), 0;
    l->n_arrays++;
    *a = (struct LaunchArray){cg_alloc(r, 4 * (uint64_t)whole), whole, cg_keep(r, whole * sizeof *a->seen)};
    for (uint32_t i = 0; i < whole; i++) cg_poke(r, a->at + 4 * (uint64_t)i, values && i < words ? values[i] : 0);
    return a->at;
}

SimRng launch_rng(const Launch *l, uint32_t of) { return (SimRng){(uint64_t)l->input << 32 | of}; }

uint32_t launch_wave(const Warp *w, const Launch *l, uint32_t group) { return group * l->waves + cg_wave(w); }

static void tell(Warp *w, const Launch *l, uint32_t group)
{
    if (cg_has_atomics(cg_run(w))) cg_atomic(w, CG_ADD, l->done, 1, 0);
    else cg_fence(w), cg_st(w, l->done + (uint64_t)l->line * launch_wave(w, l, group), 1);
}

static void wait_for_all(Warp *w, const Launch *l, uint32_t program)
{
    uint64_t since = cg_cycle(cg_run(w));
    uint32_t n = l->groups * l->waves * (program + 1);
    if (cg_has_atomics(cg_run(w))) {
        while (cg_atomic(w, CG_ADD, l->done, 0, 0) < n && !cg_give_up(w, since, others)) cg_wait(w, 20);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        while (cg_ld(w, l->done + (uint64_t)l->line * i) == 0 && !cg_give_up(w, since, others)) cg_wait(w, 20);
}

/* The lines of all arrays, dealt to the wavefronts of the workgroup. */
static void look(Warp *w, const Launch *l)
{
    uint8_t bytes[256];
    uint32_t next = 0, per = l->line / 4;
    for (uint32_t a = 0; a < l->n_arrays; a++)
        for (uint32_t i = 0; i < l->arrays[a].words; i += per)
            if (next++ % l->waves == cg_wave(w)) {
                cg_ld_line(w, l->arrays[a].at + 4 * (uint64_t)i, bytes);
                memcpy(l->arrays[a].seen + i, bytes, l->line);
            }
}

static void one_program(Warp *w, Launch *l, uint32_t program, void (*work)(Warp *w, void *arg, uint32_t group),
                        void *arg)
{
    for (uint32_t group; cg_next_group(w, &group);) {
        if (group < l->groups) {
            work(w, arg, group);
            if (l->read) tell(w, l, group);
        } else {
            wait_for_all(w, l, program);
            cg_fence(w);
            l->worked = cg_cycle(cg_run(w));
            look(w, l);
        }
    }
}

void launch_body(Warp *w, Launch *l, void (*work)(Warp *w, void *arg, uint32_t group), void *arg)
{
    for (uint32_t program = 0; program < l->programs; program++) {
        if (program) cg_again(w);
        one_program(w, l, program, work, arg);
    }
}

uint32_t launch_together(const Launch *l) { return l->groups < l->slots ? l->groups : l->slots; }

/* Of each workgroup one wavefront counts itself and polls; the counter only grows. */
void launch_barrier(Warp *w, Launch *l)
{
    uint32_t *pass = &l->passes[cg_thread(w)], all = launch_together(l);
    uint64_t since = cg_cycle(cg_run(w));
    ++*pass;
    cg_group_barrier(w);
    if (cg_wave(w) == 0) {
        cg_atomic(w, CG_ADD, l->meet, 1, 0);
        while (cg_atomic(w, CG_ADD, l->meet, 0, 0) < *pass * all &&
               !cg_give_up(w, since, "a barrier of all workgroups"))
            cg_wait(w, 20);
    }
    cg_group_barrier(w);
}

void launch_lock(Warp *w, uint64_t lock)
{
    uint64_t since = cg_cycle(cg_run(w));
    while (cg_atomic(w, CG_CAS, lock, 0, 1) != 0 && !cg_give_up(w, since, "a lock")) cg_wait(w, 20);
    cg_fence(w);
}

void launch_unlock(Warp *w, uint64_t lock)
{
    cg_fence(w);
    cg_atomic(w, CG_EXCHANGE, lock, 0, 0);
}

bool launch_looked(const Launch *l) { return l->read; }

uint32_t launch_seen(const Launch *l, uint64_t address)
{
    for (uint32_t a = 0; a < l->n_arrays; a++)
        if (address - l->arrays[a].at < 4 * (uint64_t)l->arrays[a].words)
            return l->arrays[a].seen[(address - l->arrays[a].at) / 4];
    return 0;
}

void launch_report(const Launch *l, const char *name, FILE *out)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (uint32_t a = 0; a < l->n_arrays; a++)
        for (uint32_t i = 0; i < l->arrays[a].words; i++)
            for (int b = 0; b < 32; b += 8) h = (h ^ (l->arrays[a].seen[i] >> b & 255)) * UINT64_C(0x100000001b3);
    fprintf(out, "%-10s %u workgroups of %u wavefronts in %u slots, input %u", name, l->groups, l->waves, l->slots,
            l->input);
    if (l->read) fprintf(out, "; done by cycle %" PRIu64 "\nsignature  %016" PRIx64, l->worked, h);
    fputc('\n', out);
}
