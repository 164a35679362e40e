/* rcc.c - what the published evaluation of RCC claims (Ren 2020, sections 3.2 and 3.4 to 3.6), measured on the emitted
 * Verilog: one table per claim, each ratio from runs of this very program. docs/results.md compares. */
#include "rcc.h"
#include <stdlib.h>
#include <string.h>

RccOptions rcc = {.cores = 8, .warps = 16, .banks = 4, .seeds = 0, .size = 1, .most = 16};
Words rcc_work;

static void usage(FILE *to)
{
    fputs(
        "Usage: ./run bench rcc [OPTION...] [TABLE...]\n"
        "Tables (default: all):\n"
        "  storage    bits of RCC beside those of the caches (cohgen stats)\n"
        "  latency    hits, misses, bandwidth of the system of table 3.3\n"
        "  load       latency of loads that miss in L1 against the number of warps\n"
        "  traffic    flits with and without lease renewal, by kind of message\n"
        "  expired    loads that find a line whose lease is over, and how many of them were renewed\n"
        "  leases     fixed leases of 8 to 2048 against predicted ones: expired loads, cycles\n"
        "  time       how fast logical time runs\n"
        "  order      what sequential consistency holds back, and behind which operations\n"
        "  weak       RCC-SC against RCC-WO, with cores that wait for their stores and that do not\n"
        "  mesi       RCC against MESI (specs/mesi), with one bank and one directory\n"
        "  tc         RCC against TC-strong and TC-weak (specs/tc), leases of 100 to 1600 cycles\n"
        "  peers      RCC, MESI (specs/mesi/mesi_wt.xml) without and with hits while a store is under way, TC-strong,\n"
        "             TC-weak, RCC-WO side by side\n"
        "  ceiling    RCC and that MESI beside an ideal whose permissions cost nothing (specs/mesi/ideal.xml), loops\n"
        "             that poll by atomics and by loads\n"
        "  intra      programs that share within a workgroup only (matmul, reduce with 32 lanes, tiles), RCC and its\n"
        "             peers; with cores that compute between accesses; RCC-WO with loads and stores that are not\n"
        "             waited for\n"
        "  blocked    that MESI: for how much of a run the line that is blocked most is blocked at L2\n"
        "  energy     RCC, MESI, TC-strong, TC-weak: flits, rows of L1 and L2, lines of memory, each by its energy\n"
        "  speed      verilation and simulation against the number of cores\n"
        "  rollover   cycles of a rollover of logical time\n"
        "Options:\n"
        "  --cores N --warps N --banks N   size of the system (default 8, 16, 4)\n"
        "  --size N                        makes the workloads N times as long (default 1)\n"
        "  --seeds N                       runs of each workload, added up (default 1; of peers, ceiling, intra,\n"
        "                                  energy 5, with means and spreads)\n"
        "  --only 'WORKLOAD...'            these workloads only\n"
        "  --most N                        most cores in table speed (default 16)\n"
        "  --spec                          only prints the specification that is measured: rcc.xml, its leases and\n"
        "                                  renewal as input pins\n"
        "What was measured of the same design by the same run is kept, and not measured again.\n"
        "JOBS: compilers and simulations at a time (default 2)\n", to);
}

/* ---- designs ---- */

char *rcc_size(Bench *b)
{
    return tool_text(b->a, "CORES=%d WARPS=%d BANKS=%d", rcc.cores, rcc.warps, rcc.banks);
}

const char *rcc_design(Bench *b, const char *name, const char *spec, const char *sets)
{
    Design d = {.name = name, .spec = spec};
    tool_add_text(b->a, &d.sets, "%s %s", sets, RCC_TABLE_3_3);
    return design_build(b, &d);
}

const char *rcc_shipped(Bench *b)
{
    static const char *program;
    if (!program) program = rcc_design(b, "shipped", tool_text(b->a, "%s/specs/rcc/rcc.xml", b->top), rcc_size(b));
    return program;
}

char *rcc_fixed(Bench *b, int lease, bool renewal)
{
    return tool_text(b->a, "--pin LEASE_MIN=%d --pin LEASE_MAX=%d --pin RENEWAL=%d", lease, lease, renewal);
}

/* Must behave as the shipped design, cycle by cycle. */
const char *rcc_leases(Bench *b)
{
    static const char *program;
    if (program) return program;
    const char *shipped = rcc_shipped(b);
    program = rcc_design(b, "leases", variant_write(b, "rcc", b->work), rcc_size(b));
    Words one = rcc_command(b, shipped, "bfs"), other = rcc_command(b, program, "bfs");
    tool_add_text(b->a, &one, "--seed 1");
    tool_add_text(b->a, &other, "--seed 1 %s", RCC_PREDICTED);
    run_add(b, "shipped", "bfs", 1, &one);
    run_add(b, "pins", "bfs", 1, &other);
    runs_make(b);
    double cycles = rcc_sum(b, "shipped", "bfs", "cycles");
    if (cycles <= 0 || cycles != rcc_sum(b, "pins", "bfs", "cycles"))
        tool_fatal(1, "the design with pins is not the shipped one");
    return program;
}

/* ---- workloads: analogues of those of table 3.4 that share data between cores, see docs/results.md; the last three
 * share within a workgroup ---- */

static const struct { const char *name, *sizes, *grows; int times; } workloads[] = {
    {"tree", "bodies=2", "steps", 2}, {"bfs", "scale=8", "edges", 4}, {"cloth", "lines=2", "steps", 3},
    {"stealing", "depth=6 size=64", NULL, 0}, {"stencil", "n=64 wide=1", "steps", 16},
    {"place", "side=32", "tries", 4}, {"hashtable", "buckets=512 range=512", "keys", 6},
    {"histogram", "bins=256", "n", 2000},
    {"matmul", "tiles=4 side=16 waves=4 read=0", NULL, 0}, {"reduce", "waves=4 groups=16 read=0", "turns", 8},
    {"tiles", "side=16 waves=4 groups=16 read=0", "steps", 4},
};
enum { ALL = sizeof workloads / sizeof *workloads };

Words rcc_command(Bench *b, const char *program, const char *workload)
{
    Words w = {0};
    tool_add(b->a, &w, program);
    tool_add_text(b->a, &w, "--test %s %s --quiet", workload, RCC_TIMING);
    for (int i = 0; i < ALL; i++) {
        if (strcmp(workloads[i].name, workload) != 0) continue;
        Words sizes = tool_split(b->a, workloads[i].sizes, " ");
        for (int k = 0; k < sizes.n; k++) tool_add_text(b->a, &w, "--set %s", sizes.at[k]);
        if (workloads[i].grows)
            tool_add_text(b->a, &w, "--set %s=%d", workloads[i].grows, workloads[i].times * rcc.size);
        if (strcmp(workload, "stealing") == 0) tool_add_text(b->a, &w, "--set children=%d", 3 + rcc.size);
    }
    return w;
}

void rcc_workloads(Bench *b, const char *names) { rcc_work = tool_split(b->a, rcc.only ? rcc.only : names, " "); }

void rcc_every(Bench *b, const char *configuration, const char *program, const char *options)
{
    for (int i = 0; i < rcc_work.n; i++)
        for (int seed = 1; seed <= (rcc.seeds ? rcc.seeds : 1); seed++) {
            Words w = rcc_command(b, program, rcc_work.at[i]);
            tool_add_text(b->a, &w, "--seed %d %s", seed, options);
            run_add(b, configuration, rcc_work.at[i], seed, &w);
        }
}

double rcc_sum(const Bench *b, const char *configuration, const char *workload, const char *figure)
{
    return results_sum(&b->results, configuration, workload, figure);
}

/* ---- tables ---- */

static const Table tables[] = {
    {"storage", rcc_storage}, {"latency", rcc_latency}, {"load", rcc_load}, {"traffic", rcc_traffic},
    {"expired", rcc_expired}, {"leases", rcc_lease_table}, {"time", rcc_time}, {"order", rcc_order},
    {"weak", rcc_weak}, {"mesi", rcc_mesi}, {"tc", rcc_tc}, {"peers", rcc_peers}, {"ceiling", rcc_ceiling},
    {"intra", rcc_intra}, {"blocked", rcc_blocked}, {"energy", rcc_energy}, {"speed", rcc_speed},
    {"rollover", rcc_rollover}, {NULL, NULL}
};
static const Option options[] = {
    {"--cores", &rcc.cores, NULL, 1, NULL}, {"--warps", &rcc.warps, NULL, 1, NULL}, {"--banks", &rcc.banks, NULL, 1,
                                                                                     NULL},
    {"--seeds", &rcc.seeds, NULL, 1, NULL}, {"--size", &rcc.size, NULL, 1, NULL}, {"--most", &rcc.most, NULL, 1, NULL},
    {"--only", NULL, &rcc.only, 0, NULL}, {.option = NULL}
};

static void check_workloads(Bench *b)
{
    rcc_workloads(b, "tree bfs cloth stealing stencil place hashtable histogram");
    for (int i = 0, k; i < rcc_work.n; i++) {
        for (k = 0; k < ALL && strcmp(workloads[k].name, rcc_work.at[i]) != 0;) k++;
        if (k == ALL) bench_wrong(b, usage, "no workload '%s'", rcc_work.at[i]);
    }
    if (rcc_work.n > RCC_WORKLOADS) bench_wrong(b, usage, "%s: too many workloads", "--only");
    if (!rcc_work.n) bench_wrong(b, usage, "%s: a workload is missing", "--only");
}

int bench_rcc(Bench *b, int argc, char **argv)
{
    if (argc == 1 && strcmp(argv[0], "--spec") == 0) {
        fputs(tool_read(b->a, variant_write(b, "rcc", b->scratch)), b->out);
        return 0;
    }
    bench_options(b, argc, argv, options, tables, usage);
    check_workloads(b);
    return bench_print(b, tables);
}
