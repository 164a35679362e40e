/* rtl.c - `./run bench rtl`: the emitted RCC systems: latencies and throughputs in cycles with their targets,
 * simulation speed, what verilating costs. The designs are those of tests/bench/CMakeLists.txt. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

static void usage(FILE *to)
{
    fputs("Usage: ./run bench rtl [rtl_targets|rcc_small|rcc]...\n"
          "Takes minutes: every design is verilated, two of them twice. JOBS: compilers at a time\n", to);
}

static void row(Bench *b, const char *what, const char *value, const char *unit)
{
    fprintf(b->out, "  %-62s %9s %s\n", what, value, unit);
    fflush(b->out);
}
static char *number(Bench *b, int decimals, double value) { return tool_text(b->a, "%.*f", decimals, value); }

/* A run of the design: random traffic of every warp, checked for sequential consistency; of the default the demo. */
static Words run_of(Bench *b, bool whole, int seed)
{
    Words w = {0};
    tool_add(b->a, &w, tool_text(b->a, "%s/designs/%s/sim_%s", b->build, b->printing, b->printing));
    if (strcmp(b->printing, "rcc") == 0)
        tool_add_text(b->a, &w, "--test kernel bfs --set scale=%d --set edges=%d", whole ? 10 : 5, whole ? 8 : 4);
    else
        tool_add_text(b->a, &w, "--test random --ops %d", whole ? 3000 : 300);
    tool_add_text(b->a, &w, "--seed %d --no-invariants", seed);
    return w;
}

/* The best of three runs, in processor time. */
static void speed(Bench *b)
{
    double best = 0;
    for (int seed = 1; seed <= 3; seed++) {
        Words w = run_of(b, true, seed);
        Cost cost;
        double cycles = bench_cycles(b, bench_measured_right(b, &w, &cost)), rate = stat_ratio(cycles, cost.cpu);
        if (rate > best) best = rate;
    }
    row(b, strcmp(b->printing, "rcc") == 0 ? "simulation of the demo, checks included"
                                           : "simulation of the random traffic, checks included",
        number(b, 0, best), "cycles per second");
}

/* ---- shares: where the instructions go, of what callgrind_annotate prints ---- */

enum { TILES, TOP, GLUE, MODELS, CHECKS, REST, PARTS };
static const char *const part_names[PARTS] = {
    "controllers and their ends of the networks", "networks between tiles, what the harness reports",
    "passes of the simulator, the boundary to C", "cores, memory, the program that runs", "rows, counters, consistency",
    "C library, the rest",
};

static bool matches(const char *line, const char *regex)
{
    regex_t re;
    if (regcomp(&re, regex, REG_EXTENDED | REG_NOSUB) != 0) tool_fatal(3, "no regular expression: %s", regex);
    bool found = regexec(&re, line, 0, NULL, 0) == 0;
    regfree(&re);
    return found;
}

/* By function and file: what is inlined counts where it is inlined, and calls of the C library by themselves. Paths are
 * relative where it is called in the folder of the project. */
static int part_of(const char *line)
{
    if (strstr(line, "_tile__")) return TILES;
    if (matches(line, ":V[a-z0-9_]*_harness|[Vv]erilated|_protectlib_|[ /]sim/model/|cg_model\\.c|_dut\\.c"))
        return matches(line, "___nba_sequent|___nba_comb") ? TOP : GLUE;
    if (matches(line, "[ /]sim/(memory|cores|kernels|traces|simulator)/|:sim_(memory|cores|step)")) return MODELS;
    if (matches(line, "[ /]sim/(rows|counts|history|checkers|races|waves)/|:sim_(trace|monitor|check)")) return CHECKS;
    return REST;
}

bool rtl_shares(Bench *b, const char *annotated, double cycles)
{
    double sum[PARTS] = {0}, total = 0;
    Words lines = tool_split(b->a, annotated, "\n");
    for (int i = 0; i < lines.n; i++) {
        const char *line = lines.at[i], *at = line + strspn(line, " ");
        double count = 0;
        if (!isdigit((unsigned char)*at) || !strchr(line, ':') || strstr(line, "PROGRAM TOTALS")) continue;
        for (; isdigit((unsigned char)*at) || *at == ','; at++)
            if (*at != ',') count = 10 * count + (*at - '0');
        if (*at && *at != ' ') continue;
        sum[part_of(line)] += count;
        total += count;
    }
    if (total <= 0 || cycles <= 0) return false;
    fprintf(b->out, "  %-62s %9.0f per cycle\n", "instructions, the start of the program included", total / cycles);
    for (int p = 0; p < PARTS; p++)
        fprintf(b->out, "  %-62s %9.1f %%\n", tool_text(b->a, "  %s", part_names[p]), 100 * sum[p] / total);
    return true;
}

/* Counted by Valgrind over a short run, so that a busy machine does not matter. */
static void shares(Bench *b)
{
    if (!tool_in_path(b->a, "callgrind_annotate")) {
        row(b, "shares of the simulation", "-", "(needs valgrind)");
        return;
    }
    char *calls = tool_text(b->a, "%s/calls", b->scratch);
    Words run = run_of(b, false, 1), count = {0}, annotate = {0};
    tool_add_text(b->a, &count, "valgrind --tool=callgrind");
    tool_add(b->a, &count, tool_text(b->a, "--callgrind-out-file=%s", calls));
    tool_add_all(b->a, &count, &run);
    Cost cost;
    double cycles = bench_cycles(b, bench_measured_right(b, &count, &cost));
    tool_add_text(b->a, &annotate, "env -C");
    tool_add(b->a, &annotate, b->top);
    tool_add_text(b->a, &annotate, "callgrind_annotate --auto=no --threshold=100");
    tool_add(b->a, &annotate, calls);
    if (!rtl_shares(b, bench_output(b, &annotate), cycles)) tool_fatal(1, "callgrind_annotate tells nothing");
}

/* ---- a design ---- */

static void verilation(Bench *b)
{
    char *from = tool_text(b->a, "%s/designs/%s", b->build, b->printing);
    char *copy = tool_text(b->a, "%s/%s", b->scratch, b->printing);
    Words command = {0};
    tool_folder(copy);
    tool_add_text(b->a, &command, "cp -r");
    Words files = tool_entries(b->a, from);
    for (int i = 0; i < files.n; i++) {
        const char *end = strrchr(files.at[i], '.');
        if (strcmp(files.at[i], "rtl") == 0 || strcmp(files.at[i], "harness") == 0 || strcmp(files.at[i], "checks") == 0
            || (end && strcmp(end, ".f") == 0)) tool_add(b->a, &command, tool_text(b->a, "%s/%s", from, files.at[i]));
    }
    tool_add(b->a, &command, copy);
    bench_do(b, &command);
    Verilation v = design_verilation(b, copy);
    int lines = 0;
    Words verilog = tool_entries(b->a, tool_text(b->a, "%s/rtl", copy));
    for (int i = 0; i < verilog.n; i++) {
        char *text = tool_read(b->a, tool_text(b->a, "%s/rtl/%s", copy, verilog.at[i]));
        for (const char *at = text; at && (at = strchr(at, '\n')); at++) lines++;
    }
    row(b, "Verilator", number(b, 1, v.verilator.cpu), "seconds");
    row(b, "  peak memory", number(b, 1, v.verilator.memory), "MB");
    row(b, "C++ compiler", number(b, 1, v.compiler.cpu), "seconds");
    row(b, "  peak memory of both", number(b, 1, v.compiler.memory), "MB");
    row(b, "size of the C++", number(b, 2, v.size), "MB");
    row(b, "Verilog", number(b, 0, lines), "lines");
    tool_remove(copy);
}

static bool missed; /* a target */

static void design(Bench *b)
{
    Words build = {0}, check = {0};
    fprintf(b->out, "%s: building ...\n", b->printing);
    fflush(b->out);
    tool_add_text(b->a, &build, "cmake --build");
    tool_add(b->a, &build, b->build);
    tool_add_text(b->a, &build, "-j %d --target bench_%s sim_%s", b->jobs, b->printing, b->printing);
    bench_do(b, &build);
    tool_add(b->a, &check, tool_text(b->a, "%s/designs/%s/bench_%s", b->build, b->printing, b->printing));
    tool_add(b->a, &check, "--check");
    Cost cost;
    fputs(bench_measured(b, &check, &cost), b->out);
    if (cost.status != 0) missed = true;
    if (strcmp(b->printing, "rtl_targets") != 0) {
        fprintf(b->out, "  (processor seconds from here)\n");
        speed(b);
        shares(b);
        verilation(b);
    }
    fputc('\n', b->out);
}

static const Table tables[] = {{"rtl_targets", design}, {"rcc_small", design}, {"rcc", design}, {NULL, NULL}};
static const Option options[] = {{.option = NULL}};

int bench_rtl(Bench *b, int argc, char **argv)
{
    bench_options(b, argc, argv, options, tables, usage);
    bench_print(b, tables);
    return missed;
}
