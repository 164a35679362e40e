/* getm.c - what the published evaluation of GETM claims (Ren 2020, chapter 4), measured: one table per claim.
 * docs/results.md compares. Each table says whether the emitted Verilog or the reference in C was measured. */
#include "getm.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

GetmOptions getm = {.requests = 10000, .cores = 15, .warps = 48, .each = 1, .entries = "2K 4K 8K"};

static void usage(FILE *to)
{
    fputs("Usage: ./run bench getm [OPTION...] [TABLE...]\n"
          "Tables (default: all), of the emitted validation unit:\n"
          "  storage    bytes of the structures of table 4.5 (cohgen stats)\n"
          "  occupied   cycles per request while the precise table fills, a tenth of it locked (figure 4.13)\n"
          "  locked     the same with a full table, against the share that is locked\n"
          "  hits       requests per cycle that find their granule\n"
          "  others     accesses to other granules beside insertions that move entries\n"
          "  commit     bytes that log entries write per cycle\n"
          "of the cores in C with the reference of the partition:\n"
          "  aborts     aborts per 1000 commits and cycles against the number of warps in transactions (table 4.4)\n"
          "  locks      transactions against locks, each with its best number of warps\n"
          "  mixes      what the text leaves open: start at the time of the core or the warp, pauses, bytes of a\n"
          "             bucket's head\n"
          "  sizes      precise tables of 2K, 4K, 8K entries; granules of 16 to 128 bytes (figure 4.14)\n"
          "  false      refusals by approximate times: recency filter, two registers, exact times\n"
          "  stall      requests in the stall buffers (figures 4.15, 4.16)\n"
          "Options:\n"
          "  --entries LIST   sizes of the precise table in all partitions, for occupied, locked, others (default\n"
          "                   '2K 4K 8K')\n"
          "  --requests N     of each line of these tables (default 10000)\n"
          "  --cores N --warps N   of the tables in C (default 15, 48)\n"
          "  --each N         transactions of each thread in these tables (default 1)\n"
          "  --program FILE   a bench_getm that is there already, in place of those for each size\n", to);
}

void getm_title(Bench *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(b->out, "\n%s: ", b->printing);
    vfprintf(b->out, format, args);
    fputc('\n', b->out);
    va_end(args);
}

/* ---- storage ---- */

typedef struct { int entries, bits; } Structure;

static int bits_for(int n)
{
    int bits = 0;
    while (1 << bits < n) bits++;
    return bits;
}

static void row(Bench *b, const char *name, const char *paper, int n, int bits, double all)
{
    fprintf(b->out, "%-34s %12s %10d %10d %12d %14.1f\n", name, paper, n, bits, (n * bits + 7) / 8, all / 1024);
}

/* For 15 cores of 48 warps: what the table cannot have, the bits of a warp in its core, is added. */
static void storage(Bench *b)
{
    enum { CORES = 15, WARPS = 48, MOST_WARPS = 16, UNITS = 6 };
    Structure meta = {0}, approximate = {0}, stall = {0}, parked = {0};
    int ts = 0;
    bool on = false, types = false;
    Words command = {0};
    tool_add(b->a, &command, tool_text(b->a, "%s/cohgen", b->build));
    tool_add(b->a, &command, "stats");
    tool_add(b->a, &command, tool_text(b->a, "%s/specs/getm/getm.xml", b->top));
    tool_add_text(b->a, &command, "--set CORES=%d --set WARPS=%d --set PARTS=%d", CORES, MOST_WARPS, UNITS);
    Words lines = tool_split(b->a, bench_output(b, &command), "\n");
    for (int i = 0; i < lines.n; i++) {
        Words w = tool_split(b->a, lines.at[i], " ");
        if (strncmp(lines.at[i], "storage ", 8) == 0) on = true;
        else if (on && w.n > 4 && strcmp(w.at[0], "VU") == 0) {
            Structure s = {atoi(w.at[w.n - 4]), atoi(w.at[w.n - 3])};
            if (strcmp(w.at[1], "meta") == 0) meta = s;
            if (strcmp(w.at[1], "approx") == 0) approximate = s;
            if (strcmp(w.at[1], "stall") == 0) stall = s;
            if (strcmp(w.at[1], "stall,") == 0) parked = s;
        }
        if (strncmp(lines.at[i], "types", 5) == 0) types = true;
        if (types && w.n > 1 && strcmp(w.at[0], "ts") == 0) ts = atoi(w.at[1]);
    }
    if (!meta.bits || !approximate.bits || !stall.bits || !parked.bits || !ts)
        tool_fatal(1, "not all structures are in the statistics");
    int m = meta.bits, s = parked.bits + bits_for(WARPS) - bits_for(MOST_WARPS), times = ts - bits_for(CORES * WARPS);
    getm_title(b, "cohgen stats specs/getm/getm.xml, 15 cores of 48 warps as far as their numbers go, six partitions, "
               "against table 4.5");
    fprintf(b->out, "%-34s %12s %10s %10s %12s %14s\n", "", "published", "entries", "bits", "bytes", "KB, six of them");
    row(b, "precise table and stash", "64 KB in all", meta.entries, m, UNITS * meta.entries * m / 8.0);
    row(b, "approximate table", "8 KB in all", approximate.entries, approximate.bits,
        UNITS * approximate.entries * approximate.bits / 8.0);
    row(b, "stall buffer: granules of lines", "", stall.entries, stall.bits, UNITS * stall.entries * stall.bits / 8.0);
    row(b, "stall buffer: requests", "", parked.entries, s, UNITS * parked.entries * s / 8.0);
    double line = stall.bits + (double)parked.entries / stall.entries * s;
    fprintf(b->out, "%-34s %12s %10d %10d %12.1f\n", "stall buffer: a line of it", "30 B", 1, (int)line, line / 8);
    fprintf(b->out, "%-34s %12s %10d %10d %12d\n", "times of a core", "192 B", 49, times, (49 * times + 7) / 8);
}

/* ---- tables ---- */

static const Table tables[] = {
    {"storage", storage}, {"occupied", getm_occupied}, {"locked", getm_locked}, {"hits", getm_hits},
    {"others", getm_others}, {"commit", getm_commit}, {"aborts", getm_aborts}, {"locks", getm_locks},
    {"mixes", getm_mixes}, {"sizes", getm_sizes}, {"false", getm_false}, {"stall", getm_stall}, {NULL, NULL}
};
static const Option options[] = {
    {"--requests", &getm.requests, NULL, 1, NULL}, {"--cores", &getm.cores, NULL, 1, NULL}, {"--warps", &getm.warps,
                                                                                             NULL, 1, NULL},
    {"--each", &getm.each, NULL, 1, NULL}, {"--entries", NULL, &getm.entries, 0, NULL}, {"--program", NULL,
                                                                                         &getm.program, 0, NULL},
    {.option = NULL}
};

int bench_getm(Bench *b, int argc, char **argv)
{
    bench_options(b, argc, argv, options, tables, usage);
    Words sizes = tool_split(b->a, getm.entries, " ");
    for (int i = 0; i < sizes.n; i++)
        if (strcmp(sizes.at[i], "2K") != 0 && strcmp(sizes.at[i], "4K") != 0 && strcmp(sizes.at[i], "8K") != 0)
            bench_wrong(b, usage, "--entries: 2K, 4K or 8K, not '%s'", sizes.at[i]);
    if (!sizes.n) bench_wrong(b, usage, "%s: a value is missing", "--entries");
    return bench_print(b, tables);
}
