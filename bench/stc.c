/* stc.c - STC, emitted and simulated, with its variants and beside the machine whose software manages release
 * consistency (specs/stc). docs/stc.md has the results. */
#include "stc.h"
#include <stdlib.h>
#include <string.h>

StcOptions stc = {.cus = 8, .warps = 24, .sets = 16, .ways = 64, .period = 100, .bits = 4, .lines = 8, .latency = 200,
                  .net = 8, .lease = 200};
Words stc_programs;

static void usage(FILE *to)
{
    fputs("Usage: ./run bench stc [OPTION...] [TABLE...]\n"
          "Tables (default: all):\n"
          "  programs  for each program and variant: cycles, against the baseline (fences: where each fence of each\n"
          "            wavefront forgets the L1 of its unit; TCS: TC-strong, leases of --lease cycles, stores wait at\n"
          "            the head of the bank), load hits, changes of epoch, blocked stores, demands, share of epoch\n"
          "            messages, BSQ occupancy (lines, mean and most of a unit)\n"
          "  leases    TC-strong with leases of 50 to 800 cycles, and with stores that wait in their entry\n"
          "  periods   time against the baseline for periods of the EMU of 50 to 450 cycles\n"
          "  idle      cycles of a change of epoch while units do nothing: 8, 16 and 32 units with a small L1 and\n"
          "            short queues\n"
          "  change    cycles of a change of epoch: in programs\n"
          "  bands     adaptive bands where the demands move SEB: from SEB 12 and 16 on, arrays of 8 to 32 lines a\n"
          "            wavefront\n"
          "  bits      time against the baseline for 8, 16 and 32 epochs\n"
          "  cache     the same for an L1 of 16 KB (a quarter of the sets) and of 64 KB, with 32 lines a wavefront\n"
          "  generations  time for generations of 16, 8 and 4 bits: what walks that free all lines take\n"
          "Options:\n"
          "  --only \"PROGRAM...\"  of the tables programs and leases: these (default reuse copies share grid spills)\n"
          "  --cus N --warps N --sets N --ways N --period N --bits N --lines N --latency N --net N --lease N\n"
          "            units, ids of each (a third of them wavefronts, two stores of each posted), size of the L1,\n"
          "            cycles between two wake-ups, band bits, lines of each wavefront, cycles of memory and of a\n"
          "            flit on its way, of a lease of TC-strong (default 8, 24, 16, 64, 100, 4, 8, 200, 8, 200)\n", to);
}

/* ---- designs ---- */

static const char *design(Bench *b, const char *name, const char *spec, const char *sizes)
{
    Design d = {.name = name, .spec = spec, .optimise = "-O1"};
    tool_add_text(b->a, &d.sets, "WARPS=%d FLIT_BITS=1024 NET_LATENCY=%d BEAT_BYTES=32 MEM_SLOTS=16 %s", stc.warps,
                  stc.net,
                  sizes);
    return design_build(b, &d);
}
static char *cache(Bench *b, int sets) { return tool_text(b->a, "CUS=%d CU.SETS=%d CU.WAYS=%d", stc.cus, sets,
                                                          stc.ways); }

const char *stc_design(Bench *b, const char *name, int sets, const char *more)
{
    return design(b, name, variant_write(b, "stc", b->work), tool_text(b->a, "%s PERIOD=50 %s", cache(b, sets), more));
}
const char *stc_baseline(Bench *b, const char *name, int sets)
{
    return design(b, name, variant_write(b, "stc_baseline", b->work), cache(b, sets));
}
const char *stc_whole(Bench *b)
{
    variant_write(b, "stc", b->work);
    return design(b, "whole", variant_write(b, "stc_whole", b->work),
                  tool_text(b->a, "%s PERIOD=50 N=%d", cache(b, stc.sets), stc.bits));
}
/* With the same L1s and L2. */
const char *stc_strong(Bench *b)
{
    return design(b, "tcs", variant_write(b, "tcs", b->work),
                  tool_text(b->a,
                            "CORES=%d BANKS=1 LINE_BYTES=64 L1.SETS=%d L1.WAYS=%d L1.MSHRS=32 L1.DEPTH=%d L2.SETS=512 "
                            "L2.WAYS=16 L2.MSHRS=32 L2.DEPTH=8", stc.cus, stc.sets, stc.ways, stc.warps));
}

/* ---- runs ---- */

void stc_ask(Bench *b, const char *configuration, const char *simulator, const char *program, int lines,
             const char *options)
{
    Words command = {0};
    tool_add(b->a, &command, simulator);
    tool_add_text(b->a, &command, "--test %s --set lines=%d --posted 2 --model weak --latency %d --jitter 0 "
                  "--backpressure 0 --watchdog 200000 %s", program, lines, stc.latency, options);
    run_add_rows(b, "stc", configuration, program, &command);
}
static const int variant_pins[] = {0, 1, 2, 3};
static const char *const variant_names[] = {"NV", "ES", "AB", "MB"};
char *stc_pins(Bench *b, const char *variant, int period)
{
    int i = 0;
    while (strcmp(variant_names[i], variant) != 0) i++;
    return tool_text(b->a, "--pin VARIANT=%d --pin SKIP=%d", variant_pins[i], period / 50 - 1);
}

const Result *stc_of(Bench *b, const char *configuration, const char *program)
{
    const Result *r = result_of(&b->results, configuration, program, 1);
    if (!r) tool_fatal(1, "no run of %s on %s", program, configuration);
    return r;
}
double stc_cycles(Bench *b, const char *configuration, const char *program)
{
    return result_figure(stc_of(b, configuration, program), "cycles");
}
double stc_hits(const Result *r)
{
    double hits = result_figure(r, "load_hits");
    return 100 * stat_ratio(hits, hits + result_figure(r, "load_misses"));
}
double stc_rows(const Result *r, const char *figure) { return result_sum(r, "rows", "all", figure); }
double stc_against(double cycles, double base) { return 100 * (cycles / base - 1); }

double stc_blocked(const Result *r)
{
    double sum = 0;
    for (int i = 0; i < r->entries.n; i++) {
        const Entry *e = &r->entries.at[i];
        if (strcmp(e->scope, "row") != 0 || strcmp(e->figure, "fired") != 0) continue;
        if (strncmp(e->instance, "CU/I/store.blocked", 18) == 0 || strncmp(e->instance, "CU/V/store.blocked", 18) == 0)
            sum += e->value;
    }
    return sum;
}
/* As if the four steps of a change were messages to and from each unit. */
double stc_share(const Result *r)
{
    double all = 0, some = 0, more = 4 * stc.cus * stc_rows(r, "changes");
    for (int i = 0; i < r->entries.n; i++) {
        const Entry *e = &r->entries.at[i];
        if (strcmp(e->scope, "message") != 0 || strcmp(e->figure, "sent") != 0) continue;
        all += e->value;
        if (strstr(e->instance, "Epoch")) some += e->value;
    }
    return 100 * stat_ratio(some + more, all + more);
}

/* ---- tables ---- */

static const Table tables[] = {
    {"idle", stc_idle}, {"programs", stc_programs_table}, {"leases", stc_leases}, {"periods", stc_periods},
    {"change", stc_change}, {"bands", stc_bands}, {"bits", stc_bits}, {"cache", stc_cache},
    {"generations", stc_generations}, {NULL, NULL}
};
static const Option options[] = {
    {"--cus", &stc.cus, NULL, 1, NULL}, {"--warps", &stc.warps, NULL, 1, NULL}, {"--sets", &stc.sets, NULL, 1, NULL},
    {"--ways", &stc.ways, NULL, 1, NULL}, {"--period", &stc.period, NULL, 50, NULL}, {"--bits", &stc.bits, NULL, 1,
                                                                                      NULL},
    {"--lines", &stc.lines, NULL, 1, NULL}, {"--latency", &stc.latency, NULL, 0, NULL},
    {"--net", &stc.net, NULL, 0, NULL}, {"--lease", &stc.lease, NULL, 1, NULL}, {"--only", NULL, &stc.only, 0, NULL},
    {.option = NULL}
};

int bench_stc(Bench *b, int argc, char **argv)
{
    bench_options(b, argc, argv, options, tables, usage);
    if (stc.period % 50) bench_wrong(b, usage, "%s: expected a multiple of 50", "--period");
    stc_programs = tool_split(b->a, stc.only ? stc.only : "reuse copies share grid spills", " ");
    if (!stc_programs.n) bench_wrong(b, usage, "%s: a program is missing", "--only");
    b->work = tool_text(b->a, "%s/%dx%d_%dx%d_%d_%d", b->work, stc.cus, stc.warps, stc.sets, stc.ways, stc.bits,
                        stc.net);
    return bench_print(b, tables);
}
