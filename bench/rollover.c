/* rollover.c - `./run bench rcc rollover`, `bench rollover`: cycles of a rollover of logical time, from the rows that
 * fired in the emitted Verilog of RCC. */
#define _POSIX_C_SOURCE 200809L
#include "rcc.h"
#include <stdlib.h>
#include <string.h>

static const char *spec;
static int most = 16;

static void usage(FILE *to)
{
    fputs("Usage: bench rollover [--spec FILE] [--most N] [TABLE...]\n"
          "Cycles of a rollover of logical time, measured on the emitted Verilog of RCC. Tables (default: all):\n"
          "  size   against cores and banks, small caches: from the row in which a bank first meets the last time to\n"
          "         the row in which the last L1 takes RESUME, and how long an L1 took no request of its core: from\n"
          "         STOP to its first one after RESUME (warps without a pause, so that one waits there); means over\n"
          "         all rollovers of a run\n"
          "  walk   against the sets of the caches, which are walked\n"
          "  share  of all cycles, with times of 4, 8 and 12 bits\n"
          "Options:\n"
          "  --spec FILE   other tables with the same messages (default: specs/rcc/rcc.xml)\n"
          "  --most N      only so many cores and banks (default: 16)\n"
          "What is read are the rows that fired (--rows of the simulator); nothing is timed.\n", to);
}

enum { L1S = 64 };
typedef struct { long stop, from; } L1; /* -1: none */
typedef struct {
    int cores;
    long begun; /* -1: no bank has met the last time */
    int resumed;
    L1 l1[L1S];
    double sum, idle;
    long longest;
    int n, idles;
} Rollovers;

/* The value of a register in the words of a row behind its eighth; 0 if it is not told. */
static long reg(char **word, int n, const char *name)
{
    size_t length = strlen(name);
    for (int i = 8; i < n; i++)
        if (strncmp(word[i], name, length) == 0 && word[i][length] == '=') return atol(word[i] + length + 1);
    return 0;
}

/* A row: CYCLE CONTROLLER INSTANCE LINE STATE EVENT NEXT ... REGISTER=VALUE ... */
static void row(Rollovers *r, char *text)
{
    enum { WORDS = 200 };
    char *save, *word[WORDS];
    int n = 0;
    for (char *w = strtok_r(text, " \n", &save); w && n < WORDS; w = strtok_r(NULL, " \n", &save)) word[n++] = w;
    if (n < 6) return;
    long at = atol(word[0]);
    if (strcmp(word[1], "L2") == 0 && r->begun < 0 && reg(word, n, "full")) r->begun = at;
    int i = atoi(word[2]);
    if (strcmp(word[1], "L1") != 0 || i < 0 || i >= L1S) return;
    L1 *l = &r->l1[i];
    if (strcmp(word[5], "STOP") == 0 && l->stop < 0) l->stop = at;
    if (strcmp(word[5], "RESUME") == 0) {
        if (l->stop >= 0) l->from = l->stop, l->stop = -1;
        if (reg(word, n, "stopped")) l->stop = at; /* the next STOP had overtaken it */
        if (++r->resumed == r->cores) {
            long took = at - (r->begun < 0 ? 0 : r->begun);
            r->sum += (double)took;
            if (took > r->longest) r->longest = took;
            r->n++;
            r->begun = -1;
            r->resumed = 0;
        }
    }
    if (l->from >= 0 && (strncmp(word[5], "load", 4) == 0 || strncmp(word[5], "store", 5) == 0
                         || strncmp(word[5], "atomic", 6) == 0)) {
        r->idle += (double)(at - l->from);
        r->idles++;
        l->from = -1;
    }
}

typedef struct { double cycles, n, mean, longest, idle, share; } Measured;

static Rollovers read_rows(const char *file, int cores)
{
    Rollovers r = {.cores = cores, .begun = -1};
    for (int i = 0; i < L1S; i++) r.l1[i] = (L1){-1, -1};
    FILE *f = fopen(file, "r");
    if (!f) tool_fatal(3, "cannot read %s", file);
    char *text = NULL;
    size_t room = 0;
    while (getline(&text, &room, f) > 0) row(&r, text);
    free(text);
    fclose(f);
    return r;
}

/* A run of so many operations for each warp. */
static Measured measure(Bench *b, int operations, int cores, const char *sets)
{
    /* small designs that run for a second */
    Design d = {.spec = spec, .optimise = "-O0"};
    tool_add_text(b->a, &d.sets, "CORES=%d %s WARPS=4 LINE_BYTES=4 GUARD=0 L1.MSHRS=4 L1.DEPTH=4 L2.MSHRS=4 L2.DEPTH=4",
                  cores, sets);
    d.name = tool_text(b->a, "rollover_%016llx", bench_hash(tool_text(b->a, "%s %s", spec, tool_quoted(b->a,
                                                                                                       &d.sets))));
    Words command = {0};
    char *rows = tool_text(b->a, "%s/rows", b->scratch);
    tool_add(b->a, &command, design_build(b, &d));
    tool_add_text(b->a, &command, "--test random --ops %d --set delay=0 --set lines=16 --backpressure 0 --jitter 0 "
                  "--seed 1 --rows", operations);
    tool_add(b->a, &command, rows);
    double cycles = bench_cycles(b, bench_output(b, &command));
    Rollovers r = read_rows(rows, cores);
    if (!r.n) tool_fatal(1, "no rollover in CORES=%d %s", cores, sets);
    return (Measured){cycles, r.n, r.sum / r.n, (double)r.longest, r.idles ? r.idle / r.idles : 0,
                      100 * r.sum / cycles};
}

static bool leases_have_two_bounds;
static char *leases(Bench *b, int n)
{
    return leases_have_two_bounds ? tool_text(b->a, "LEASE_MIN=%d LEASE_MAX=%d", n, n) : tool_text(b->a, "LEASE=%d", n);
}
#define CACHES "L1.SETS=4 L1.WAYS=2 L2.SETS=4 L2.WAYS=2"

static void size(Bench *b)
{
    const char *slash = strrchr(spec, '/');
    bench_title(b,
                "%s, WARPS=4 TS_BITS=4, a word for a line, caches %s: cycles of a rollover / in which a core was not "
                "served", slash ? slash + 1 : spec, CACHES);
    fprintf(b->out, "%8s", "cores");
    for (int banks = 1; banks <= 8 && banks <= most; banks *= 2)
        fprintf(b->out, " %10s %5s", tool_text(b->a, "%d bank%s", banks, banks == 1 ? "" : "s"), "");
    fputc('\n', b->out);
    for (int cores = 1; cores <= 16 && cores <= most; cores *= 2) {
        fprintf(b->out, "%8d", cores);
        for (int banks = 1; banks <= 8 && banks <= most; banks *= 2) {
            Measured m = measure(b, 1600 / cores, cores, tool_text(b->a, "BANKS=%d TS_BITS=4 %s %s", banks, leases(b,
                                                                                                                   1),
                                                                   CACHES));
            fprintf(b->out, " %10.1f/%5.1f", m.mean, m.idle);
        }
        fputc('\n', b->out);
    }
}

static void walk(Bench *b)
{
    static const int sets[][2] = {{1, 1}, {4, 4}, {16, 16}, {64, 16}, {16, 64}, {64, 64}};
    bench_title(b, "CORES=4 BANKS=4 WARPS=4 TS_BITS=4, caches of 2 ways");
    fprintf(b->out, "%10s %10s %12s %12s %12s\n", "L1 sets", "L2 sets", "rollovers", "cycles", "not served");
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        Measured m = measure(b, 400, 4, tool_text(b->a,
                                                  "BANKS=4 TS_BITS=4 %s L1.SETS=%d L1.WAYS=2 L2.SETS=%d L2.WAYS=2",
                                                  leases(b, 1), sets[i][0], sets[i][1]));
        fprintf(b->out, "%10d %10d %12.0f %12.1f %12.1f\n", sets[i][0], sets[i][1], m.n, m.mean, m.idle);
    }
}

static void share(Bench *b)
{
    bench_title(b, "CORES=4 BANKS=2 WARPS=4, leases of 1 and of 8, caches %s: rollovers of a run of random traffic "
                "without pauses", CACHES);
    fprintf(b->out, "%8s %6s %10s %10s %12s %18s %10s\n", "bits", "lease", "cycles", "rollovers", "each",
            "cycles between", "share");
    for (int bits = 4; bits <= 12; bits += 4)
        for (int lease = 1; lease <= 8; lease += 7) {
            Measured m = measure(b, bits < 12 ? 2000 : 20000, 4, tool_text(b->a, "BANKS=2 TS_BITS=%d %s %s", bits,
                                                                           leases(b, lease), CACHES));
            fprintf(b->out, "%8d %6d %10.0f %10.0f %12.1f %18.1f %8.2f %%\n", bits, lease, m.cycles, m.n, m.mean,
                    m.cycles / m.n, m.share);
        }
}

static const Table tables[] = {{"size", size}, {"walk", walk}, {"share", share}, {NULL, NULL}};
static const Option options[] = {{"--spec", NULL, &spec, 0, NULL}, {"--most", &most, NULL, 1, NULL}, {.option = NULL}};

static void open_spec(Bench *b)
{
    if (!spec) spec = tool_text(b->a, "%s/specs/rcc/rcc.xml", b->top);
    char *text = tool_read(b->a, spec);
    if (!text) tool_fatal(3, "cannot read %s", spec);
    leases_have_two_bounds = strstr(text, "param name=\"LEASE_MIN\"") != NULL;
}

int bench_rollover(Bench *b, int argc, char **argv)
{
    bench_options(b, argc, argv, options, tables, usage);
    open_spec(b);
    return bench_print(b, tables);
}

void rcc_rollover(Bench *b)
{
    bench_title(b, "cycles of a rollover of logical time");
    open_spec(b);
    for (const Table *t = tables; t->name; t++) {
        b->printing = t->name;
        t->print(b);
    }
}
