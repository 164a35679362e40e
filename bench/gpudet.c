/* gpudet.c - rates of GPUDet's Z-buffer unit, emitted and simulated: specs/gpudet/published.xml by itself, and
 * specs/gpudet/zunit.xml with its feeders, networks and L2 (docs/gpudet.md). */
#include "bench.h"
#include <stdlib.h>
#include <string.h>

enum { PUBLISHED, ZUNIT, UNITS };
static const struct { const char *name, *program, *sizes; } units[UNITS] = {
    {"published", "bench_zunit", ""},
    /* its L2 holds all blocks, and its networks take a message per cycle */
    {"zunit", "bench_commit", "FLIT_BITS=4096 L2.SETS=1024 L2.WAYS=8"},
};
static int updates = 10000;
static const char *only, *spec, *work;
static Words sets;

static const char streams_of_all[] = "hit_pass hit_fail miss conflict single burst anywhere hot";

static void usage(FILE *to)
{
    fprintf(to, "Usage: ./run bench gpudet [OPTION...] [TABLE...]\n"
            "Tables (default: all), updates per cycle; memory 100 cycles away, 32 bytes per cycle and 16 reads at a\n"
            "time:\n"
            "  streams    at the default sizes: %s\n"
            "  zcache     Z-caches of 8 to 128 KB\n"
            "  requests   request buffers of 4 to 64 updates\n"
            "  slots      comparator buffers of 1 to 16 updates\n"
            "Options:\n"
            "  --updates N   of each line (default 10000)\n"
            "  --unit NAME   published or zunit, by itself (default: both side by side)\n"
            "  --spec FILE   another table of that unit\n"
            "  --work DIR    where programs are built (default: build/bench_gpudet)\n"
            "  --set P=V     another size than the default; may be repeated\n", streams_of_all);
}

static bool measured(int u) { return !only || strcmp(only, units[u].name) == 0; }

static const char *program[UNITS];

/* Builds the units that are measured, with a size of the table. */
static void build(Bench *b, const char *size)
{
    for (int u = 0; u < UNITS; u++) {
        if (!measured(u)) continue;
        Design d = {.optimise = "-O1", .program = units[u].program};
        d.spec = spec ? spec : tool_text(b->a, "%s/specs/gpudet/%s.xml", b->top, units[u].name);
        char *name = tool_text(b->a, "%s_%s", units[u].name, size ? size : "default");
        for (char *p = name; *p; p++)
            if (*p == '.' || *p == '=') *p = '_';
        if (sets.n) name = tool_text(b->a, "%s_%016llx", name, bench_hash(tool_quoted(b->a, &sets)));
        d.name = name;
        tool_add_text(b->a, &d.sets, "BEAT_BYTES=32 MEM_SLOTS=16 %s", units[u].sizes);
        tool_add_all(b->a, &d.sets, &sets);
        if (size) tool_add(b->a, &d.sets, size);
        tool_add_text(b->a, &d.sources, "zunit/%s.c zunit/streams.c dut.c", units[u].program);
        program[u] = design_build(b, &d);
    }
}

/* The line of a table with two units has rates only. */
static void head(Bench *b, const char *text)
{
    fprintf(b->out, "\n%s: %s\n", b->printing, text);
    if (measured(PUBLISHED) && measured(ZUNIT))
        fprintf(b->out, "%-10s %10s %10s %10s %10s\n", "stream", "published", "zunit", "misses", "blocked");
    else if (measured(PUBLISHED))
        fprintf(b->out, "%-10s %9s %10s %9s %10s %10s %10s\n", "stream", "updates", "cycles", "/cycle", "misses",
                "not drawn", "drawn");
    else
        fprintf(b->out, "%-10s %9s %10s %9s %10s %10s\n", "stream", "updates", "cycles", "/cycle", "misses", "blocked");
}

static void run(Bench *b, const char *streams)
{
    Words each = tool_split(b->a, streams, " ");
    for (int i = 0; i < each.n; i++) {
        char *said[UNITS] = {NULL};
        for (int u = 0; u < UNITS; u++) {
            if (!measured(u)) continue;
            Words command = {0};
            tool_add(b->a, &command, program[u]);
            tool_add_text(b->a, &command, "%s %d", each.at[i], updates);
            said[u] = bench_output(b, &command);
        }
        if (!said[PUBLISHED] || !said[ZUNIT]) {
            fputs(said[PUBLISHED] ? said[PUBLISHED] : said[ZUNIT], b->out);
            continue;
        }
        /* STREAM UPDATES CYCLES RATE MISSES % BLOCKED % */
        Words one = tool_split(b->a, said[PUBLISHED], " \n"), other = tool_split(b->a, said[ZUNIT], " \n");
        if (one.n < 4 || other.n < 7) tool_fatal(1, "what is '%s'?", said[ZUNIT]);
        fprintf(b->out, "%-10s %10s %10s %8s %% %8s %%\n", one.at[0], one.at[3], other.at[3], other.at[4], other.at[6]);
        fflush(b->out);
    }
}

static void streams(Bench *b)
{
    build(b, NULL);
    head(b, "one kind of update after the other");
    run(b, streams_of_all);
}
static void zcache(Bench *b)
{
    for (int n = 16; n <= 256; n *= 2) {
        build(b, tool_text(b->a, "ZU.SETS=%d", n));
        head(b, tool_text(b->a, "%d KB, 4 ways", n / 2));
        run(b, "anywhere hot");
    }
}
static void requests(Bench *b)
{
    for (int n = 4; n <= 64; n *= 2) {
        build(b, tool_text(b->a, "ZU.REQUESTS=%d", n));
        head(b, tool_text(b->a, "%d updates can be blocked", n));
        run(b, "burst anywhere hot");
    }
}
static void slots(Bench *b)
{
    for (int n = 1; n <= 16; n *= 2) {
        build(b, tool_text(b->a, "ZU.SLOTS=%d", n));
        head(b, tool_text(b->a, "%d entries", n));
        run(b, "hit_pass miss anywhere hot");
    }
}

static const Table tables[] = {
    {"streams", streams}, {"zcache", zcache}, {"requests", requests}, {"slots", slots}, {NULL, NULL}
};
static const Option options[] = {
    {"--updates", &updates, NULL, 1, NULL}, {"--unit", NULL, &only, 0, NULL}, {"--spec", NULL, &spec, 0, NULL},
    {"--work", NULL, &work, 0, NULL}, {"--set", NULL, NULL, 0, &sets}, {.option = NULL}
};

int bench_gpudet(Bench *b, int argc, char **argv)
{
    bench_options(b, argc, argv, options, tables, usage);
    if (!measured(PUBLISHED) && !measured(ZUNIT)) bench_wrong(b, usage, "--unit: published or zunit, not '%s'", only);
    if (spec && !only) bench_wrong(b, usage, "%s: of which --unit?", "--spec");
    if (work) b->work = work;
    return bench_print(b, tables);
}
