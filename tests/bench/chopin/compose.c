/* compose.c - whole synthetic frames: groups that are composed, through the emitted composition scheduler and its GPUs,
 * with drawing and copying behind their block ports; the same on links without a scheduler, and without composition.
 *   bench_chopin_compose SEED FRAMES PERCENT SHARES     SHARES: what bench_chopin_draw wrote for the same of these
 * Prints a line for each frame. */
#include "../dut.h"
#include "links.h"
#include <stdlib.h>

/* Behind one GPU: cycle at which what it does is over, 0: it does nothing. group: that it draws or composes. */
typedef struct { uint64_t drawn, moved; uint32_t group, region; } Gpu;

typedef struct {
    Dut dut;
    const CgBlockPort *pipe, *copy;
    const Work *work;
    Gpu gpus[GPUS];
    uint64_t moves, over;          /* over: GPUs that have ended a group */
    int gpu;
} Bench;

static void observe(void *bench, int ctl, int inst, int row, const uint32_t *fields)
{
    Bench *b = bench;
    (void)fields;
    if (row < 0) sim_fail(&b->dut.status, "a row marked never");
    else if (ctl == b->gpu && dut_event(ctl, row, "GroupEnd")) b->gpus[inst].group++, b->over++;
}

static bool taken(const Bench *b, const CgBlockPort *p, uint32_t g)
{
    return sim_get(b->dut.out, p->out_base + g * p->out_stride, p->req_valid);
}

/* Behind a GPU: requests are taken at once, answered when their time is over. */
static void step_gpu(Bench *b, uint32_t i)
{
    Gpu *g = &b->gpus[i];
    uint32_t *in = b->dut.in;
    const uint32_t *out = b->dut.out;
    uint64_t now = b->dut.cycle;
    uint32_t pipe_in = b->pipe->in_base + i * b->pipe->in_stride, copy_in = b->copy->in_base + i * b->copy->in_stride;
    uint32_t copy_out = b->copy->out_base + i * b->copy->out_stride;
    if (taken(b, b->pipe, i)) g->drawn = now + b->work->steps[g->group].draws[i];
    if (taken(b, b->copy, i)) {
        if (g->moved) sim_fail(&b->dut.status, "GPU %u sends to two at once", (unsigned)i);
        g->region = (uint32_t)sim_get(out, copy_out, b->copy->req_fields[0]);
        g->moved = now + b->work->steps[g->group].moves[i][g->region];
        b->moves++;
    }
    if (sim_get(in, pipe_in, b->pipe->ev_valid)
        && sim_get(out, b->pipe->out_base + i * b->pipe->out_stride, b->pipe->ev_ready)) g->drawn = 0;
    if (sim_get(in, copy_in, b->copy->ev_valid) && sim_get(out, copy_out, b->copy->ev_ready)) g->moved = 0;
    sim_put(in, pipe_in, b->pipe->ev_valid, g->drawn && g->drawn <= now);
    sim_put(in, copy_in, b->copy->ev_valid, g->moved && g->moved <= now);
    sim_put(in, copy_in, b->copy->ev_fields[0], g->region);
}

static uint64_t run(Bench *b, const Work *w)
{
    dut_reset(&b->dut);
    b->work = w, b->moves = b->over = 0;
    for (uint32_t i = 0; i < GPUS; i++) {
        b->gpus[i] = (Gpu){0};
        sim_put(b->dut.in, b->pipe->in_base + i * b->pipe->in_stride, b->pipe->req_ready, 1);
        sim_put(b->dut.in, b->copy->in_base + i * b->copy->in_stride, b->copy->req_ready, 1);
    }
    uint64_t limit = 100 * links_in_turn(w, LINKS_BY_NUMBER);
    while (b->over < (uint64_t)w->n * GPUS) {
        dut_cycle(&b->dut);
        for (uint32_t i = 0; i < GPUS; i++) step_gpu(b, i);
        if (b->dut.cycle > limit) sim_fail(&b->dut.status, "the frame does not end");
    }
    if (b->moves != (uint64_t)w->n * GPUS * (GPUS - 1)) sim_fail(&b->dut.status, "not every region was moved once");
    if (b->dut.status.failures) exit(SIM_EXIT_FAILED);
    return b->dut.cycle;
}

static bool load(FILE *f, Share *s)
{
    unsigned long long end, fragments;
    for (int g = 0; g < GPUS; g++) {
        if (fscanf(f, "%llu %llu", &end, &fragments) != 2) return false;
        s->end[g] = end, s->fragments[g] = fragments;
    }
    return true;
}

/* Drawn by all GPUs. */
static uint64_t copies(const Group *g, SimRng *rng)
{
    Share s = {0};
    Pipe pipes[GPUS] = {0};
    share_copies(g, rng, pipes);
    for (int k = 0; k < GPUS; k++) s.end[k] = pipes[k].pixels;
    return share_end(&s);
}

/* table: opaque groups as the emitted scheduler dealt them out; in_turn: in turn. duplicated: cycles without either. */
typedef struct { Work table, in_turn; uint64_t duplicated; } Variants;

static bool prepare(Variants *v, uint64_t seed, uint32_t groups, uint32_t percent, FILE *shares)
{
    Frame f = frame_make(seed, groups, percent);
    SimRng rng = {seed + 1}, one, two;
    Pipe pipes[GPUS] = {0};
    uint64_t before = 0;
    *v = (Variants){0};
    one = two = (SimRng){seed + 2};
    for (uint32_t i = 0; i < f.n; i++) {
        const Group *g = &f.groups[i];
        Share s = {0};
        share_copies(g, &rng, pipes);
        if (frame_is_small(g)) { before += copies(g, &rng); continue; }
        if (g->transparent) s = share_ranges(g);
        else if (!load(shares, &s)) return false;
        work_add(&v->table, &s, g->transparent, before, &one);
        if (!g->transparent) s = share_in_turn(g);
        work_add(&v->in_turn, &s, g->transparent, before, &two);
        before = 0;
    }
    for (int g = 0; g < GPUS; g++) if (pipes[g].pixels > v->duplicated) v->duplicated = pipes[g].pixels;
    frame_free(&f);
    return true;
}

static void line(Bench *b, uint64_t seed, const Variants *v)
{
    uint64_t table = run(b, &v->table), simple = links_in_turn(&v->in_turn, LINKS_BY_NUMBER);
    uint64_t number = links_in_turn(&v->table, LINKS_BY_NUMBER), next = links_in_turn(&v->table, LINKS_FROM_NEXT);
    uint64_t least = links_free(&v->table);
    printf("%6llu %8.1f %9llu | %9llu %9llu %9llu %9llu %9llu | %8.3f %8.3f %8.3f %8.3f\n", (unsigned long long)seed,
           (double)v->table.bytes / 1e6, (unsigned long long)v->duplicated, (unsigned long long)table,
           (unsigned long long)number, (unsigned long long)next, (unsigned long long)simple, (unsigned long long)least,
           (double)v->duplicated / (double)table, (double)number / (double)table, (double)next / (double)table,
           (double)simple / (double)table);
}

int main(int argc, char **argv)
{
    Bench b = {0};
    Variants v;
    FILE *shares = argc == 5 ? fopen(argv[4], "r") : NULL;
    if (!shares) {
        fprintf(stderr, "usage: bench_chopin_compose SEED FRAMES PERCENT SHARES\n");
        return SIM_EXIT_USAGE;
    }
    uint64_t seed = strtoull(argv[1], NULL, 0), frames = strtoull(argv[2], NULL, 0);
    uint32_t percent = (uint32_t)strtoul(argv[3], NULL, 0);
    dut_create(&b.dut, (CgObserver){observe, &b});
    uint32_t groups = (uint32_t)dut_param("GROUPS");
    if (dut_param("GPUS") != GPUS || groups > MOST_GROUPS)
        return fprintf(stderr, "error: the design is not for %d GPUs and at most %d groups\n", GPUS, MOST_GROUPS), 3;
    b.gpu = (int)dut_controller("GPU");
    b.pipe = dut_port("GPU", "pipe"), b.copy = dut_port("GPU", "copy");
    for (uint64_t i = 0; i < frames; i++) {
        if (!prepare(&v, seed + i, groups, percent, shares))
            return fprintf(stderr, "error: %s is too short\n", argv[4]), 3;
        line(&b, seed + i, &v);
    }
    fclose(shares);
    dut_destroy(&b.dut);
    return SIM_EXIT_OK;
}
