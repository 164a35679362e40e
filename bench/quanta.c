/* quanta.c - programs on GPUDet (specs/gpudet/gpudet.xml), on the same machine without quanta (plain.xml) and with a
 * commit by locks (locks.xml): cycles until all are done, emitted Verilog; every answer in quanta is compared with the
 * reference. docs/gpudet.md has the results. */
#include "bench.h"
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 16, WAVES = 4 };
static int cus = 2, warps = 8, parts = 2, words = 8;

static const struct { const char *name, *sizes; } programs[] = {
    {"triad", "lines=8 work=20"}, {"tiles", "side=10 steps=8"}, {"bfsf", "vertices=128"}, {"bfsr", "vertices=128"},
    {"chains", "keys=4"}, {"transfers", ""}, {"ht", ""}, {"atm", ""}, {"racey", "words=512"},
};
enum { PROGRAMS = sizeof programs / sizeof *programs };

static void usage(FILE *to)
{
    fputs("Usage: ./run bench quanta [OPTION...] [TABLE...]\n"
          "Tables (default: all), cycles of each program; memory 100 cycles away:\n"
          "  cost      without quanta, and in quanta of 200\n"
          "  locks     the commit by Z-buffer units and by locks: all cycles, and those in commit mode\n"
          "  quantum   quanta of 100, 200, 600 and 1000 instructions\n"
          "  barrier   barriers of all compute units that cost 0, 100 and 1000 cycles more\n"
          "  options   WA, WA and DWP, EACH\n"
          "  filter    Bloom filters of 64, 256 and 1024 bits\n"
          "  zcache    Z-caches of several sizes\n"
          "  requests  request buffers of several sizes\n"
          "Options:\n"
          "  --cus N --warps N --parts N --words N\n"
          "            size of the machine: compute units, wavefronts of each, partitions, words of a line\n"
          "            (default 2, 8, 2, 8)\n"
          "  --pins    only prints what is measured in place of parts/units.xml: with parameters as input pins\n", to);
}

/* A simulator of a file of the variant; "plain": of the machine without quanta. */
static const char *simulator(Bench *b, const char *name, const char *file, const char *sets)
{
    Design d = {.name = name, .optimise = "-O1"};
    bool plain = strcmp(file, "plain") == 0;
    if (!plain) variant_write(b, "gpudet", b->work);
    d.spec = plain ? tool_text(b->a, "%s/specs/gpudet/plain.xml", b->top) : tool_text(b->a, "%s/%s.xml", b->work, file);
    tool_add_text(b->a, &d.sets, "CUS=%d WARPS=%d PARTS=%d WORDS=%d FLIT_BITS=256 %s", cus, warps, parts, words, sets);
    return design_build(b, &d);
}
/* With a filter of so many bits. */
static const char *quanta(Bench *b, int bits)
{
    return simulator(b, tool_text(b->a, "filter%d", bits), "gpudet", tool_text(b->a, "WAVES=%d FILTER=%d", WAVES,
                                                                               bits));
}
#define IN_QUANTA "--model quanta --pin QUANTUM=200 "

/* ---- rows of a table: all programs on one machine ---- */

static Words rows_asked;

/* Asks for a row; `modes`: with the cycles in commit mode. */
static void ask(Bench *b, const char *label, const char *program, const char *options, bool modes)
{
    for (int i = 0; i < PROGRAMS; i++) {
        Words command = {0}, sizes = tool_split(b->a, programs[i].sizes, " ");
        tool_add(b->a, &command, program);
        tool_add_text(b->a, &command, "--test %s --set groups=%d --set waves=%d --set read=0 --latency 100 --jitter 0 "
                      "--backpressure 0 --watchdog 0 %s", programs[i].name, GROUPS, WAVES, options);
        for (int k = 0; k < sizes.n; k++) tool_add_text(b->a, &command, "--set %s", sizes.at[k]);
        char *name = tool_text(b->a, "%s", label);
        for (char *p = name; *p; p++)
            if (*p == ' ' || *p == ',') *p = '_';
        if (modes) run_add_rows(b, "modes", name, programs[i].name, &command);
        else run_add(b, name, programs[i].name, 1, &command);
    }
    tool_add(b->a, &rows_asked, label);
}

static double figure(Bench *b, const char *label, int i, bool commit)
{
    char *name = tool_text(b->a, "%s", label);
    for (char *p = name; *p; p++)
        if (*p == ' ' || *p == ',') *p = '_';
    const Result *r = result_of(&b->results, name, programs[i].name, 1);
    if (!r) tool_fatal(1, "no run of %s", programs[i].name);
    return commit ? result_sum(r, "rows", "all", "commit") : result_figure(r, "cycles");
}

static void head(Bench *b, const char *text)
{
    fprintf(b->out, "\n%s\n%-18s", text, "");
    for (int i = 0; i < PROGRAMS; i++) fprintf(b->out, " %9s", programs[i].name);
    fputc('\n', b->out);
}
static void row(Bench *b, const char *label, const char *of, bool commit)
{
    fprintf(b->out, "%-18s", label);
    for (int i = 0; i < PROGRAMS; i++) fprintf(b->out, " %9.0f", figure(b, of, i, commit));
    fputc('\n', b->out);
}
/* Makes what is asked for and prints the rows. */
static void print(Bench *b, const char *text)
{
    runs_make(b);
    head(b, text);
    for (int i = 0; i < rows_asked.n; i++) row(b, rows_asked.at[i], rows_asked.at[i], false);
    rows_asked.n = 0;
}

/* ---- tables ---- */

static void cost(Bench *b)
{
    ask(b, "plain", simulator(b, "plain", "plain", ""), "", false);
    ask(b, "quanta of 200", quanta(b, 1024), IN_QUANTA, false);
    print(b, "cost of quanta");
}

/* The ratios: of all cycles, and of those in commit mode; mean: geometric. */
static void locks(Bench *b)
{
    ask(b, "z", quanta(b, 1024), IN_QUANTA, true);
    ask(b, "locks", simulator(b, "locks", "locks", tool_text(b->a, "WAVES=%d FILTER=1024", WAVES)), IN_QUANTA, true);
    rows_asked.n = 0;
    runs_make(b);
    head(b, "the commit by Z-buffer units and by locks; all cycles, those in commit mode");
    for (int commit = 0; commit < 2; commit++) {
        double list[PROGRAMS];
        row(b, commit ? "Z-buffer, commit" : "Z-buffer", "z", commit);
        row(b, commit ? "locks, commit" : "locks", "locks", commit);
        fprintf(b->out, "%-18s", "times");
        for (int i = 0; i < PROGRAMS; i++) {
            list[i] = stat_ratio(figure(b, "locks", i, commit), figure(b, "z", i, commit));
            fprintf(b->out, " %9.2f", list[i]);
        }
        fprintf(b->out, "   mean %.2f\n", stat_gmean(list, PROGRAMS));
    }
}

static void quantum(Bench *b)
{
    static const int sizes[] = {100, 200, 600, 1000};
    const char *program = quanta(b, 1024);
    for (int i = 0; i < 4; i++)
        ask(b, tool_text(b->a, "%d", sizes[i]), program, tool_text(b->a, "--model quanta --pin QUANTUM=%d", sizes[i]),
            false);
    print(b, "instructions of a quantum");
}

static void barrier(Bench *b)
{
    static const int more[] = {0, 100, 1000};
    const char *program = quanta(b, 1024);
    for (int i = 0; i < 3; i++)
        ask(b, tool_text(b->a, "%d", more[i]), program, tool_text(b->a, IN_QUANTA "--pin BARRIER=%d", more[i]), false);
    print(b, "cycles of a barrier");
}

static void options_table(Bench *b)
{
    const char *program = quanta(b, 1024);
    ask(b, "none", program, IN_QUANTA, false);
    ask(b, "WA", program, IN_QUANTA "--pin WA=1", false);
    ask(b, "WA, DWP", program, IN_QUANTA "--pin WA=1 --pin DWP=1", false);
    ask(b, "EACH", program, IN_QUANTA "--pin EACH=1", false);
    print(b, "options");
}

static void filter(Bench *b)
{
    for (int n = 64; n <= 1024; n *= 4) ask(b, tool_text(b->a, "%d", n), quanta(b, n), IN_QUANTA, false);
    print(b, "bits of a filter");
}

/* A row for each size of the Z-buffer units; each counts `times`. */
static void sizes_of(Bench *b, const char *param, int from, int to, int times, const char *unit)
{
    for (int n = from; n <= to; n *= 2)
        ask(b, tool_text(b->a, "%d %s", n * times, unit),
            simulator(b, tool_text(b->a, "%s%d", param, n), "gpudet",
                      tool_text(b->a, "WAVES=%d FILTER=1024 ZU.%s=%d", WAVES, param, n)), IN_QUANTA, false);
}
static void zcache(Bench *b)
{
    sizes_of(b, "SETS", 1, 32, 16 * words, "bytes");
    print(b, "bytes of a Z-cache, 4 ways");
}
static void requests(Bench *b)
{
    sizes_of(b, "REQUESTS", 4, 64, 1, "entries");
    print(b, "entries of a request buffer");
}

static const Table tables[] = {
    {"cost", cost}, {"locks", locks}, {"quantum", quantum}, {"barrier", barrier}, {"options", options_table},
    {"filter", filter}, {"zcache", zcache}, {"requests", requests}, {NULL, NULL}
};
static const Option options[] = {
    {"--cus", &cus, NULL, 1, NULL}, {"--warps", &warps, NULL, 1, NULL}, {"--parts", &parts, NULL, 1, NULL},
    {"--words", &words, NULL, 1, NULL}, {.option = NULL}
};

int bench_quanta(Bench *b, int argc, char **argv)
{
    if (argc == 1 && strcmp(argv[0], "--pins") == 0) {
        variant_write(b, "gpudet", b->scratch);
        fputs(tool_read(b->a, tool_text(b->a, "%s/parts/units.xml", b->scratch)), b->out);
        return 0;
    }
    bench_options(b, argc, argv, options, tables, usage);
    b->work = tool_text(b->a, "%s/%dx%dx%dx%d", b->work, cus, warps, parts, words);
    return bench_print(b, tables);
}
