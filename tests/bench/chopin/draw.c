/* draw.c - opaque groups of synthetic frames through the emitted draw-command scheduler and its GPUs, which are
 * geometry processing; pixels behind them are a model in C. Beside it the same groups dealt out in turn, and by who
 * knows the pixels too. bench_chopin_draw SEED FRAMES GROUPS PERCENT [SHARES] Prints a line for each frame. PERCENT: as
 * for frame_make. SHARES: a file for bench_chopin_compose, what the scheduler made of each group. */
#include "../dut.h"
#include "frame.h"
#include <stdlib.h>
#include <string.h>

/* A GPU: draws that it was given, the first of which goes through geometry now. */
typedef struct { uint32_t *queue, first, n; uint64_t left, from; Pipe pipe; } Gpu;

typedef struct {
    Dut dut;
    int gpu, scheduler;              /* controllers */
    const CgBlockPort *driver;
    const Group *group;
    uint32_t given;                  /* draws that the scheduler has dealt out */
    uint64_t reports;
    Gpu gpus[GPUS];
    uint64_t fragments[GPUS];
} Bench;

/* So many triangles of a GPU are not through yet: fragments of the others are on their way. */
static void progress(Bench *b, Gpu *g, uint64_t left)
{
    uint64_t done = g->left - left;
    g->left = left;
    while (done) {
        Draw *d = &b->group->draws[g->queue[g->first]];
        uint64_t part = done < d->triangles ? done : d->triangles;
        uint64_t fragments = (uint64_t)d->fragments * part / d->triangles;
        pipe_fragments(&g->pipe, g->pipe.geometry, b->dut.cycle, fragments);
        d->triangles -= (uint32_t)part, d->fragments -= (uint32_t)fragments;
        done -= part;
        if (d->triangles == 0) g->first++;
    }
}

static void observe(void *bench, int ctl, int inst, int row, const uint32_t *fields)
{
    Bench *b = bench;
    if (row < 0) { sim_fail(&b->dut.status, "a row marked never"); return; }
    if (ctl == b->scheduler && dut_event(ctl, row, "draw")) {
        Gpu *g = &b->gpus[dut_seen(ctl, fields, "send0.to")];
        uint32_t at = b->given++;
        g->queue[g->n++] = at;
        b->fragments[g - b->gpus] += b->group->draws[at].fragments;
    }
    if (ctl != b->gpu) return;
    Gpu *g = &b->gpus[inst];
    uint64_t left = dut_seen(ctl, fields, "reg.left");
    if (dut_event(ctl, row, "Draw")) {
        if (g->left == 0) g->pipe.geometry = b->dut.cycle;
        g->left = left;
    } else if (left != g->left) {
        b->reports++;
        progress(b, g, left);
    }
}

static bool busy(const Bench *b, uint32_t offered)
{
    if (offered < b->group->n || b->given < b->group->n) return true;
    for (int g = 0; g < GPUS; g++) if (b->gpus[g].first < b->gpus[g].n) return true;
    return false;
}

/* The group's draws, at least GAP cycles from one to the next. The group is used up. */
static Share run(Bench *b, const Group *group)
{
    const CgBlockPort *p = b->driver;
    CgField triangles = sim_field(p->ev_fields, p->n_ev_fields, "triangles");
    uint32_t offered = 0;
    bool offers = false;
    Share s = {0};
    dut_reset(&b->dut);
    b->group = group, b->given = 0;
    memset(b->fragments, 0, sizeof b->fragments);
    for (int g = 0; g < GPUS; g++) b->gpus[g] = (Gpu){.queue = sim_alloc(group->n, sizeof(uint32_t))};
    while (busy(b, offered)) {
        if (!offers && offered < group->n && b->dut.cycle >= (uint64_t)offered * GAP) {
            sim_put(b->dut.in, p->in_base, triangles, group->draws[offered].triangles);
            offers = true;
        }
        sim_put(b->dut.in, p->in_base, p->ev_valid, offers);
        dut_cycle(&b->dut);
        if (offers && sim_get(b->dut.out, p->out_base, p->ev_ready)) offers = false, offered++;
    }
    for (int g = 0; g < GPUS; g++) {
        s.end[g] = b->gpus[g].pipe.pixels, s.fragments[g] = b->fragments[g];
        free(b->gpus[g].queue);
    }
    return s;
}

static void save(FILE *f, const Share *s)
{
    for (int g = 0; g < GPUS; g++) fprintf(f, "%llu %llu%c", (unsigned long long)s->end[g],
                                           (unsigned long long)s->fragments[g], g + 1 < GPUS ? ' ' : '\n');
}

typedef struct { uint64_t table, in_turn, known, triangles, draws; } Sum;
typedef struct { uint64_t seed; uint32_t groups, percent; } FrameOptions;

static Sum frame(Bench *b, FrameOptions o, FILE *shares)
{
    Sum sum = {0};
    Frame f = frame_make(o.seed, o.groups, o.percent);
    for (uint32_t i = 0; i < f.n; i++) {
        const Group *g = &f.groups[i];
        if (frame_is_small(g) || g->transparent) continue;
        Share in_turn = share_in_turn(g), known = share_known(g);
        sum.draws += g->n, sum.triangles += g->triangles;
        Share s = run(b, g);
        if (shares) save(shares, &s);
        sum.table += share_end(&s), sum.in_turn += share_end(&in_turn), sum.known += share_end(&known);
    }
    frame_free(&f);
    return sum;
}

int main(int argc, char **argv)
{
    Bench b = {0};
    if (argc < 5 || argc > 6) {
        fprintf(stderr, "usage: bench_chopin_draw SEED FRAMES GROUPS PERCENT [SHARES]\n");
        return SIM_EXIT_USAGE;
    }
    uint64_t seed = strtoull(argv[1], NULL, 0), frames = strtoull(argv[2], NULL, 0);
    FILE *shares = argc > 5 ? fopen(argv[5], "w") : NULL;
    if (argc > 5 && !shares) { perror(argv[5]); return SIM_EXIT_ENVIRONMENT; }
    dut_create(&b.dut, (CgObserver){observe, &b});
    if (dut_param("GPUS") != GPUS) return fprintf(stderr, "error: the design is not for %d GPUs\n", GPUS), 3;
    b.gpu = (int)dut_controller("GPU"), b.scheduler = (int)dut_controller("SCHEDULER");
    b.driver = dut_port("SCHEDULER", "driver");
    for (uint64_t i = 0; i < frames; i++) {
        b.reports = 0;
        FrameOptions o = {seed + i, (uint32_t)strtoul(argv[3], NULL, 0), (uint32_t)strtoul(argv[4], NULL, 0)};
        Sum s = frame(&b, o, shares);
        printf("%6llu %8llu %9llu %9llu | %9llu %9llu %9llu | %8.3f %8.3f\n", (unsigned long long)(seed + i),
               (unsigned long long)s.draws, (unsigned long long)s.triangles, (unsigned long long)b.reports,
               (unsigned long long)s.table, (unsigned long long)s.in_turn, (unsigned long long)s.known,
               (double)s.in_turn / (double)s.table, (double)s.table / (double)s.known);
    }
    dut_destroy(&b.dut);
    return shares && fclose(shares) ? SIM_EXIT_ENVIRONMENT : SIM_EXIT_OK;
}
