/* hmg.c - `./run bench hmg`: HMG beside its baselines, which are the same table with other pins: GPUs of modules with
 * an SM each, links between GPUs narrower and longer than the networks inside. docs/hmg.md has the results. */
#include "bench.h"

static int gpus = 4, modules = 4, warps = 4, line = 16, flit = 160, parts = 10, net = 10, link_cycles = 100,
           memory = 200, cover = 4, seeds = 1, place = 0;
static const char *only = "sharing handing redundant unite";

static void usage(FILE *to)
{
    fputs("Usage: bench hmg [OPTION...] [TABLE...]\n"
          "HMG beside its baselines, emitted and simulated. Tables (default: all):\n"
          "  programs  for each program and machine: cycles, speed against a machine without copies of other GPUs'\n"
          "            lines, bytes between GPUs, invalidations; geometric means, and the published ratios\n"
          "  links     the means with links 20, 10 and 5 times narrower than networks inside (published: 100, 200,\n"
          "            400 GB/s)\n"
          "  cover     the means with 1, 2 and 4 lines for each directory entry, and entries for as many lines in all\n"
          "  placement bytes between GPUs and cycles with lines placed by hand, pages in turn, pages by first touch\n"
          "            (sim/kernels/modules.c)\n"
          "Options:\n"
          "  --only \"PROGRAM...\"  these (default: sharing handing redundant unite)\n"
          "  --gpus --modules --warps --line --flit --parts --net --link --latency --seeds N\n"
          "            GPUs, modules of each (an SM each), warps of an SM, bytes of a line, bits a cycle of a\n"
          "            network inside, how many times narrower links are, cycles of a network, more of a link, of\n"
          "            memory, runs\n"
          "            (default 4 4 4 16 160 10 10 100 200 1)\n",
          to);
}

/* Atomics of scope .gpu are done at the home of the GPU where there is one. */
static const struct { const char *name, *pins; } machine[] = {
    {"nothing_remote", "--pin LEVELS=1 --pin COHERENCE=0 --pin REMOTE=0 --pin ATOMICS=0"},
    {"software", "--pin LEVELS=1 --pin COHERENCE=1 --pin REMOTE=1 --pin ATOMICS=0"},
    {"NHCC", "--pin LEVELS=1 --pin COHERENCE=0 --pin REMOTE=1 --pin ATOMICS=0"},
    {"software_2", "--pin LEVELS=2 --pin COHERENCE=1 --pin REMOTE=1 --pin ATOMICS=2"},
    {"HMG", "--pin LEVELS=2 --pin COHERENCE=0 --pin REMOTE=1 --pin ATOMICS=2"},
    {"no_coherence", "--pin LEVELS=2 --pin COHERENCE=2 --pin REMOTE=1 --pin ATOMICS=2 --with judge=0"},
};
enum { NOTHING_REMOTE, SOFTWARE, NHCC, SOFTWARE_2, HMG, NO_COHERENCE, MACHINES, PROGRAMS = 16 };
_Static_assert(sizeof machine / sizeof *machine == MACHINES, "a name for each");

/* The simulator for the sizes at hand; the name of the machines with these sizes. */
static const char *design(Bench *b, char **sizes)
{
    Design d = {.spec = variant_write(b, "hmg", b->work), .optimise = "-O1"};
    tool_add_text(b->a, &d.sets,
                  "GPUS=%d GPMS=%d SMS=1 WARPS=%d LINE_BYTES=%d COVER=%d L1.SETS=16 L1.WAYS=2 L1.MISSES=4 L2.SETS=128 "
                  "L2.WAYS=2 L2.DIR_SETS=%d L2.DIR_WAYS=2 L2.MSHRS=4 L2.FETCHES=4 L2.MISSES=4 L2.DEPTH=4 "
                  "FLIT_BITS=%d LINK_PARTS=%d NET_LATENCY=%d LINK_LATENCY=%d BEAT_BYTES=8 MEM_SLOTS=8", gpus, modules,
                  warps, line, cover, 256 / cover, flit, parts, net, link_cycles);
    *sizes = tool_text(b->a, "%dx%dx%d_%d_%d_%d_%d_%d_%d", gpus, modules, warps, line, cover, flit, parts, net,
                       link_cycles);
    d.name = *sizes;
    return design_build(b, &d);
}

static const char *const placement_names[] = {"by hand", "in turn", "first touch"};
enum { PLACEMENTS = sizeof placement_names / sizeof *placement_names };

static char *named(Bench *b, int m, const char *sizes)
{
    const char *at = place ? tool_text(b->a, ".place%d", place) : "";
    return tool_text(b->a, "%s.%s%s", machine[m].name, sizes, at);
}

/* Asks for all programs on all machines of the sizes at hand. */
static char *ask(Bench *b, const Words *programs)
{
    char *sizes;
    const char *program = design(b, &sizes);
    for (int i = 0; i < programs->n; i++)
        for (int m = 0; m < MACHINES; m++)
            for (int seed = 1; seed <= seeds; seed++) {
                Words command = {0};
                tool_add(b->a, &command, program);
                tool_add_text(b->a, &command, "--test %s --with cover=%d --latency %d --jitter 0 --backpressure 0 "
                              "--watchdog 1000000 --seed %d %s", programs->at[i], cover, memory, seed, machine[m].pins);
                if (place) tool_add_text(b->a, &command, "--with place=%d", place);
                run_add(b, named(b, m, sizes), programs->at[i], seed, &command);
            }
    return sizes;
}

static double sum(Bench *b, int m, const char *sizes, const char *program, const char *figure)
{
    return results_sum(&b->results, named(b, m, sizes), program, figure);
}

/* Of networks top, back and acks: the messages whose names begin with T or B and another capital. */
static double link_bytes(Bench *b, int m, const char *sizes, const char *program)
{
    static const char *const kinds[] = {"TLd", "TLdS", "TSt", "TAt", "TRes", "TRel", "TDown", "BData", "BDataS", "BOld",
                                        "BInv", "BMark", "BAck"};
    double flits = 0;
    for (int seed = 1; seed <= seeds; seed++) {
        const Result *r = result_of(&b->results, named(b, m, sizes), program, seed);
        for (size_t k = 0; r && k < sizeof kinds / sizeof *kinds; k++)
            flits += result_sum(r, "message", kinds[k], "flits");
    }
    return flits * (flit / parts) / 8;
}

/* Speeds against the first machine, and their geometric means. */
static void speeds(Bench *b, const char *sizes, const Words *programs, double mean[MACHINES])
{
    for (int m = 0; m < MACHINES; m++) {
        double r[PROGRAMS];
        for (int i = 0; i < programs->n; i++)
            r[i] = stat_ratio(sum(b, NOTHING_REMOTE, sizes, programs->at[i], "cycles"),
                              sum(b, m, sizes, programs->at[i], "cycles"));
        mean[m] = stat_gmean(r, programs->n);
    }
}

static Words chosen(Bench *b)
{
    Words programs = tool_split(b->a, only, " ");
    if (programs.n < 1 || programs.n > PROGRAMS) bench_wrong(b, usage, "--only: expected 1 to 16 programs", only);
    return programs;
}

static void programs(Bench *b)
{
    Words list = chosen(b);
    char *sizes = ask(b, &list);
    double mean[MACHINES];
    runs_make(b);
    bench_title(b, "%d GPUs of %d modules, %d warps each, lines of %d bytes, %d bits a cycle inside, %d between", gpus,
                modules, warps, line, flit, flit / parts);
    fprintf(b->out, "%-10s %-15s %9s %6s %11s %8s %8s\n", "program", "machine", "cycles", "speed", "link bytes",
            "hits %", "inv");
    for (int i = 0; i < list.n; i++)
        for (int m = 0; m < MACHINES; m++) {
            const char *p = list.at[i];
            double cycles = sum(b, m, sizes, p, "cycles"), loads = sum(b, m, sizes, p, "load.completed");
            fprintf(b->out, "%-10s %-15s %9.0f %6.2f %11.0f %8.1f %8.0f\n", p, machine[m].name, cycles / seeds,
                    stat_ratio(sum(b, NOTHING_REMOTE, sizes, p, "cycles"), cycles), link_bytes(b, m, sizes, p) / seeds,
                    100 * stat_ratio(sum(b, m, sizes, p, "load_hits"), loads),
                    (sum(b, m, sizes, p, "sent.Inv") + sum(b, m, sizes, p, "sent.BInv")) / seeds);
        }
    speeds(b, sizes, &list, mean);
    for (int m = 0; m < MACHINES; m++)
        fprintf(b->out, "%-10s %-15s %9s %6.2f\n", "gmean", machine[m].name, "", mean[m]);
    fprintf(b->out, "HMG against software of one level: %.2f (published 1.26)\n", mean[HMG] / mean[SOFTWARE]);
    fprintf(b->out, "HMG against NHCC: %.2f (published 1.18)\n", mean[HMG] / mean[NHCC]);
    fprintf(b->out, "HMG of no coherence: %.0f %% (published 97)\n", 100 * mean[HMG] / mean[NO_COHERENCE]);
}

/* The means for several values of a number. */
static void means(Bench *b, const char *what, int *number, const int *values, int n)
{
    Words list = chosen(b);
    int was = *number;
    char *sizes[4];
    for (int i = 0; i < n; i++) {
        *number = values[i];
        sizes[i] = ask(b, &list);
    }
    *number = was;
    runs_make(b);
    fprintf(b->out, "%-10s", what);
    for (int m = 1; m < MACHINES; m++) fprintf(b->out, " %14s", machine[m].name);
    fputc('\n', b->out);
    for (int i = 0; i < n; i++) {
        double mean[MACHINES];
        speeds(b, sizes[i], &list, mean);
        fprintf(b->out, "%-10d", values[i]);
        for (int m = 1; m < MACHINES; m++) fprintf(b->out, " %14.2f", mean[m]);
        fputc('\n', b->out);
    }
}

static void links(Bench *b)
{
    static const int narrower[] = {20, 10, 5};
    bench_title(b, "speeds, geometric means, with links so many times narrower than networks inside (%d bits)", flit);
    means(b, "narrower", &parts, narrower, 3);
}

static void covers(Bench *b)
{
    static const int lines[] = {1, 2, 4};
    bench_title(b, "speeds, geometric means, with so many lines for each directory entry, 512 in all");
    means(b, "lines", &cover, lines, 3);
}

static void placement(Bench *b)
{
    static const int shown[] = {NHCC, HMG};
    enum { SHOWN = sizeof shown / sizeof *shown };
    Words list = chosen(b);
    char *sizes = NULL;
    for (place = 0; place < PLACEMENTS; place++) sizes = ask(b, &list);
    runs_make(b);
    bench_title(b, "%d GPUs of %d modules: where lines are placed", gpus, modules);
    fprintf(b->out, "%-10s %-12s", "program", "lines");
    for (int k = 0; k < SHOWN; k++) fprintf(b->out, " %9s %11s", machine[shown[k]].name, "link bytes");
    fputc('\n', b->out);
    for (int i = 0; i < list.n; i++)
        for (place = 0; place < PLACEMENTS; place++) {
            fprintf(b->out, "%-10s %-12s", list.at[i], placement_names[place]);
            for (int k = 0; k < SHOWN; k++)
                fprintf(b->out, " %9.0f %11.0f", sum(b, shown[k], sizes, list.at[i], "cycles") / seeds,
                        link_bytes(b, shown[k], sizes, list.at[i]) / seeds);
            fputc('\n', b->out);
        }
    fprintf(b->out, "speeds, geometric means\n%-12s", "lines");
    for (int m = 1; m < MACHINES; m++) fprintf(b->out, " %14s", machine[m].name);
    fputc('\n', b->out);
    for (place = 0; place < PLACEMENTS; place++) {
        double mean[MACHINES];
        speeds(b, sizes, &list, mean);
        fprintf(b->out, "%-12s", placement_names[place]);
        for (int m = 1; m < MACHINES; m++) fprintf(b->out, " %14.2f", mean[m]);
        fputc('\n', b->out);
    }
    place = 0;
}

static const Table tables[] = {{"programs", programs}, {"links", links}, {"cover", covers}, {"placement", placement},
                               {NULL, NULL}};
static const Option options[] = {
    {"--only", NULL, &only, 0, NULL}, {"--gpus", &gpus, NULL, 1, NULL}, {"--modules", &modules, NULL, 1, NULL},
    {"--warps", &warps, NULL, 1, NULL}, {"--line", &line, NULL, 4, NULL}, {"--flit", &flit, NULL, 8, NULL},
    {"--parts", &parts, NULL, 1, NULL}, {"--net", &net, NULL, 0, NULL}, {"--link", &link_cycles, NULL, 0, NULL},
    {"--latency", &memory, NULL, 0, NULL}, {"--seeds", &seeds, NULL, 1, NULL}, {.option = NULL}};

int bench_hmg(Bench *b, int argc, char **argv)
{
    bench_options(b, argc, argv, options, tables, usage);
    return bench_print(b, tables);
}
