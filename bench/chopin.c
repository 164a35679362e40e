/* chopin.c - CHOPIN's two schedulers (specs/studies), emitted and simulated, on synthetic frames:
 * docs/studies/chopin.md. */
#include "bench.h"
#include <string.h>

enum { CYCLES = 8 }; /* of a triangle */
static int seed = 1, frames = 5, groups = 7, percent = 100;

static void usage(FILE *to)
{
    fputs("Usage: ./run bench chopin [OPTION...] [TABLE...]\n"
          "Tables (default: draws interval frames), cycles of emitted Verilog for 8 GPUs:\n"
          "  draws      opaque groups: draws by the scheduler, in turn, and by who knows the pixels too\n"
          "  interval   the same against the triangles that a GPU reports at once\n"
          "  frames     whole frames: composed by the scheduler, and without one; and drawn by all GPUs without\n"
          "             composition\n"
          "  clock      cells and clock of both schedulers on an iCE40 HX8K, placed and routed (needs nextpnr-ice40)\n"
          "Options:\n"
          "  --seed N      of the first frame (default 1; the others have the next numbers)\n"
          "  --frames N    (default 5)\n"
          "  --groups N    groups of a frame that are composed, every second one transparent (default 7, at most 16)\n"
          "  --percent N   of the published number of triangles of a frame (default 100)\n", to);
}

/* A bench of a scheduler: its sources are chopin/..., its sizes PARAM=VALUE. */
static const char *program(Bench *b, const char *name, const char *unit, const char *sources, const char *sets)
{
    Design d = {.name = name, .optimise = "-O1"};
    d.spec = tool_text(b->a, "%s/specs/studies/chopin_%s.xml", b->top, unit);
    d.program = tool_text(b->a, "bench_chopin_%s", unit);
    tool_add_text(b->a, &d.sets, "%s", sets);
    tool_add_text(b->a, &d.sources, "%s dut.c chopin/frame.c", sources);
    return design_build(b, &d);
}
static const char *draw_program(Bench *b, int step)
{
    return program(b, tool_text(b->a, "draw%d", step), "draw", "chopin/draw.c",
                   tool_text(b->a, "STEP=%d RATE=%d FLIT_BITS=64", step, step * CYCLES));
}
static char *drawn(Bench *b, const char *with, const char *shares)
{
    Words command = {0};
    tool_add(b->a, &command, with);
    tool_add_text(b->a, &command, "%d %d %d %d", seed, frames, groups, percent);
    if (shares) tool_add(b->a, &command, shares);
    return bench_output(b, &command);
}
static void draw_head(Bench *b)
{
    fprintf(b->out, "%6s %8s %9s %9s | %9s %9s %9s | %8s %8s\n", "", "", "", "", "cycles", "in turn", "knows",
            "in turn/",
            "cycles/");
    fprintf(b->out, "%6s %8s %9s %9s | %9s %9s %9s | %8s %8s\n", "seed", "draws", "triangles", "reports", "", "",
            "pixels",
            "cycles", "knows");
}

static void draws(Bench *b)
{
    const char *with = draw_program(b, 16);
    fprintf(b->out, "draws: opaque groups of synthetic frames, cycles until the last GPU has drawn (16 triangles per "
            "report)\n");
    draw_head(b);
    fputs(drawn(b, with, NULL), b->out);
}

static void interval(Bench *b)
{
    for (int step = 1; step <= 1024; step *= 4) {
        const char *with = draw_program(b, step);
        fprintf(b->out, "\ninterval: %d triangles per report\n", step);
        if (step == 1) draw_head(b);
        fputs(drawn(b, with, NULL), b->out);
        fflush(b->out);
    }
}

static void whole_frames(Bench *b)
{
    char *shares = tool_text(b->a, "%s/shares", b->scratch);
    drawn(b, draw_program(b, 16), shares);
    Words command = {0};
    tool_add(b->a, &command, program(b, tool_text(b->a, "compose%d", groups), "compose",
                                     "chopin/compose.c chopin/links.c",
                                     tool_text(b->a, "GROUPS=%d", groups)));
    tool_add_text(b->a, &command, "%d %d %d", seed, frames, percent);
    tool_add(b->a, &command, shares);
    fprintf(b->out,
            "\nframes: cycles; MB that are moved; drawn by all GPUs; draws and composition by the schedulers; the "
            "same draws composed\nwithout a scheduler, receivers from GPU 0 on, or from the next GPU on; draws in turn "
            "and receivers from GPU 0 on; no transfers\n");
    fprintf(b->out, "%6s %8s %9s | %9s %9s %9s %9s %9s | %8s %8s %8s %8s\n", "", "", "all", "sched-", "from 0", "from",
            "in turn,", "free", "all/", "0/", "next/", "turn/");
    fprintf(b->out, "%6s %8s %9s | %9s %9s %9s %9s %9s | %8s %8s %8s %8s\n", "seed", "MB", "GPUs", "ulers", "", "next",
            "from 0", "links", "sched.", "sched.", "sched.", "sched.");
    fputs(bench_output(b, &command), b->out);
}

static void clock_table(Bench *b)
{
    static const char *const units[] = {"draw", "compose"};
    if (!tool_in_path(b->a, "nextpnr-ice40")) {
        Words install = {0};
        tool_add(b->a, &install, tool_text(b->a, "%s/scripts/setup.sh", b->top));
        tool_add(b->a, &install, "nextpnr-ice40");
        bench_do(b, &install);
    }
    for (int i = 0; i < 4; i++) {
        int gpus = i < 2 ? 4 : 8;
        const char *unit = units[i % 2];
        Design d = {.name = tool_text(b->a, "clock_%s%d", unit, gpus)};
        d.spec = tool_text(b->a, "%s/specs/studies/chopin_%s.xml", b->top, unit);
        tool_add_text(b->a, &d.sets, "GPUS=%d", gpus);
        design_emit(b, &d);
        Words command = {0};
        tool_add(b->a, &command, tool_text(b->a, "%s/scripts/place.sh", b->top));
        tool_add(b->a, &command, tool_text(b->a, "%s/%s", b->work, d.name));
        tool_add(b->a, &command, tool_text(b->a, "chopin_%s_scheduler", unit));
        fprintf(b->out, "%d GPUs: %s", gpus, bench_output(b, &command));
        fflush(b->out);
    }
}

static const Table tables[] = {
    {"draws", draws}, {"interval", interval}, {"frames", whole_frames}, {"clock", clock_table}, {NULL, NULL}
};
static const Option options[] = {
    {"--seed", &seed, NULL, 1, NULL}, {"--frames", &frames, NULL, 1, NULL}, {"--groups", &groups, NULL, 1, NULL},
    {"--percent", &percent, NULL, 1, NULL}, {.option = NULL}
};

int bench_chopin(Bench *b, int argc, char **argv)
{
    bench_options(b, argc, argv, options, tables, usage);
    if (groups > 16) bench_wrong(b, usage, "%s: at most 16", "--groups");
    if (!b->asked.n)
        for (int i = 0; i < 3; i++) vec_push(b->a, &b->asked, &tables[i]); /* without place and route */
    return bench_print(b, tables);
}
