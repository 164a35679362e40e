/* bench_rtl.c - latencies and throughputs of an emitted system of write-through L1 caches and L2 banks (specs/rcc), in
 * cycles.
 *
 *   bench_rtl [--check] [LATENCY]     LATENCY of memory in cycles (default 100); --check: exit 1 when a target is
 * missed Targets of the L2 banks apply where the cores can send enough and every message is one flit; see wide().
 * Beside their rates stands what the networks carried: a bank takes and gives one flit per cycle. Built by
 * tests/bench/CMakeLists.txt. */
#include "flow.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_NETWORKS = 4 };
static uint32_t targets, missed;

/* A line of the table; target 0: none, a figure that cannot be missed, and says so. */
static void print(const char *name, double value, const char *unit, double target, bool at_least)
{
    bool good = target == 0 || (at_least ? value >= target : value <= target);
    targets += target != 0;
    missed += !good;
    printf("  %-62s %9.3f %-10s", name, value, unit);
    if (target != 0) printf(" %s %5.2f %s", at_least ? ">=" : "<=", target, good ? "ok" : "MISSED");
    else printf(" no target");
    putchar('\n');
}

static void at_most(const char *name, double cycles, double target) { print(name, cycles, "cycles", target, false); }
static void at_least(const char *name, double rate, double target) { print(name, rate, "per cycle", target, true); }

/* Whether the widest message, a line with its mask and a header, is one flit. */
static bool one_flit(const Bench *b) { return bench_param("FLIT_BITS") >= 9 * (uint64_t)b->port->line_bytes + 128; }

static uint64_t min(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Replies to core 0 per cycle while it has as many requests in flight as it can. Misses come in groups a memory latency
 * apart: many of them are counted. */
static uint64_t rate_window(const Bench *b) { return WINDOW + 20 * (uint64_t)b->latency; }

static double rate(Bench *b, Pattern p)
{
    uint64_t window = rate_window(b);
    bench_start(b, 0, p);
    bench_steps(b, WARM_UP);
    uint64_t before = b->flow[0].replied;
    bench_steps(b, window);
    double r = (double)(b->flow[0].replied - before) / (double)window;
    bench_drain(b);
    return r;
}

/* Hits per cycle in a window of rate(): one each, but for the cycles that a livelock guard takes, one of GUARD. */
static double full(const Bench *b)
{
    uint64_t guard = bench_param("GUARD"), window = rate_window(b);
    return guard == 0 ? 1 : 1 - (double)(window / guard + 1) / (double)window;
}

static void l1_hits(Bench *b)
{
    uint64_t sets = bench_param("L1.SETS"), ways = bench_param("L1.WAYS"), few = min(sets * ways, 8),
             a = bench_fresh(b, 64 * sets), many = bench_fresh(b, few);
    for (uint64_t i = 0; i < 2; i++)
        bench_run(b, 0, (Pattern){ .event = "load", .base = a + i * sets, .lines = 1, .limit = 1 });
    Flow f = bench_run(
        b, 0, (Pattern){ .event = "load", .base = ways > 1 ? a : a + sets, .lines = 1, .limit = 100, .in_flight = 1 });
    at_most("L1 hit latency, shortest", (double)f.shortest, 2);
    at_most("L1 hit latency, longest", (double)f.longest, 2);
    at_least("L1 hits: one line", rate(b, (Pattern){.event = "load", .base = a, .lines = 1}), full(b));
    if (ways > 1)
        at_least("L1 hits: two lines of one set in turn",
                 rate(b, (Pattern){ .event = "load", .base = a, .lines = 2, .stride = sets }), full(b));
    bench_run(b, 0, (Pattern){.event = "load", .base = many, .lines = few, .limit = few});
    at_least("L1 hits: up to 8 neighbouring lines in turn",
             rate(b, (Pattern){ .event = "load", .base = many, .lines = few }), full(b));
}

/* The hits must not notice the miss, which is sent first, alone; stride: 1 misses in another set than that of the hits,
 * L1.SETS in the same. */
static void hit_under_miss(Bench *b, const char *name, uint64_t stride)
{
    enum { HITS = 64 };
    uint64_t a = bench_fresh(b, 64 * bench_param("L1.SETS"));
    bench_run(b, 0, (Pattern){.event = "load", .base = a, .lines = 1, .limit = 1});
    bench_start(b, 0, (Pattern){.event = "load", .base = a + stride, .lines = 1, .limit = 1});
    while (b->flow[0].issued == 0) bench_steps(b, 1);
    b->flow[0].p = (Pattern){.event = "load", .base = a, .lines = 1, .limit = UINT64_MAX, .in_flight = b->port->ids};
    bench_steps(b, 10);
    uint64_t before = b->flow[0].replied;
    bench_steps(b, HITS);
    double r = (double)(b->flow[0].replied - before) / HITS;
    bool outstanding = b->flow[0].busy[0];   /* the miss took the first id */
    bench_drain(b);
    if (!outstanding) sim_fail(&b->status, "%s: the miss was over too soon", name);
    at_least(name, r, 1);
}

static double latency(Bench *b, uint32_t core, const char *event, uint64_t line)
{
    return (double)bench_run(b, core, (Pattern){.event = event, .base = line, .lines = 1, .limit = 1}).shortest;
}

/* n loads that miss, one from each of n warps in consecutive cycles; `one` is what one of them takes. */
static void overlap(Bench *b, const char *what, uint32_t core, uint64_t base, uint64_t n, double one)
{
    char text[80];
    Flow f = bench_run(b, core, (Pattern){.event = "load", .base = base, .lines = n, .limit = n});
    double span = (double)(f.last_reply - f.first_request);
    snprintf(text, sizeof text, "%u loads at once, %s", (unsigned)n, what);
    at_most(text, span, 0);
    if (n > 1) at_most("  of this for each beyond the first", (span - one) / (double)(n - 1), 0);
}

/* As many at once as there is room for everywhere: ways and entries of an L1, slots at memory. The last core's L1 is
 * empty before this. */
static void misses(Bench *b)
{
    uint32_t last = b->port->instances - 1;
    uint64_t n = min(min(bench_param("L1.SETS") * bench_param("L1.WAYS"), b->port->ids),
                     min(bench_param("L1.MSHRS"), bench_param("MEM_SLOTS")));
    uint64_t a = bench_fresh(b, 64), span = 1 << 12;
    double far = latency(b, 0, "load", a), near = last ? latency(b, 1, "load", a) : 0;
    at_most("load that misses in L1 and L2", far, 0);
    at_most("  without the latency of memory", far - b->latency, 0);
    if (last) at_most("load that misses in L1 only", near, 0);
    at_most("store, line in L2", latency(b, 0, "store", a), 0);
    at_most("atomic, line in L2", latency(b, 0, "atomic", a), 0);
    uint64_t many = bench_fresh(b, n);
    for (uint64_t i = 0; last && i < n; i++) latency(b, 0, "load", many + i);
    if (last > 1) overlap(b, "missing in L1 only, free ways", last, many, n, near);
    if (last > 1) overlap(b, "missing in L1 and L2, ways that hold lines", last, bench_fresh(b, n), n, far);
    double r =
        rate(b, (Pattern){ .event = "load", .base = bench_fresh(b, span), .lines = span, .in_flight = (uint32_t)n });
    at_least("loads missing in L1 and L2, sustained", r, 0);
    char text[80];
    snprintf(text, sizeof text, "  of %u in flight, in progress as if alone (rate x latency of one)", (unsigned)n);
    print(text, r * far, "loads", one_flit(b) ? 0.9 * (double)n : 0, true);
}

static void replays(Bench *b)
{
    uint64_t n = min(bench_param("L1.DEPTH"), b->port->ids);
    Flow f = bench_run(b, 0, (Pattern){.event = "load", .base = bench_fresh(b, 64), .lines = 1, .limit = n});
    char text[80];
    snprintf(text, sizeof text, "L1: answers to %u loads parked on one line", (unsigned)n);
    if (n > 1) at_least(text, (double)(n - 1) / (double)(f.last_reply - f.first_reply), 1);
}

/* ---- L2 banks, with every core sending ---- */

/* Whether the cores can send a request per cycle to each bank, and the network can carry it. A load that needs a way
 * which holds another line takes six cycles of its L1: the attempt, a slot lost behind it, the eviction, the load, the
 * answer, the replay. */
static bool wide(const Bench *b)
{
    return one_flit(b) && b->port->instances >= 8 * bench_param("BANKS") && b->port->ids >= 8;
}

static void fetch(Bench *b, uint64_t base, uint64_t lines, uint64_t stride)
{
    for (uint64_t i = 0; i < lines; i++) latency(b, 0, "atomic", base + i * stride);
}

static uint32_t flits(const Bench *b, uint32_t network)
{
    return (uint32_t)cg_get(b->out, cg_design.networks[network].flits_lsb, 32);
}

/* Hits per cycle and bank while every core repeats the pattern, each beginning elsewhere; `busy`: banks that the lines
 * lie in. */
static void sustained(Bench *b, const char *name, Pattern p, uint64_t busy)
{
    fetch(b, p.base, p.lines, p.stride);
    for (uint32_t c = 0; c < b->port->instances; c++) {
        bench_start(b, c, p);
        b->flow[c].issued = c * 5 % p.lines;
    }
    bench_steps(b, WARM_UP + 4 * (uint64_t)b->latency);   /* the last lines fetched may have driven out the first */
    b->home = (Home){0};
    uint32_t before[MAX_NETWORKS];
    for (uint32_t i = 0; i < cg_design.n_networks && i < MAX_NETWORKS; i++) before[i] = flits(b, i);
    bench_steps(b, WINDOW);
    double r = (double)b->home.hits / WINDOW / (double)busy;
    uint64_t others = b->home.others;
    at_least(name, r, wide(b) ? 1 : 0);
    if (!one_flit(b)) printf("    flits per cycle and bank:");
    for (uint32_t i = 0; !one_flit(b) && i < cg_design.n_networks && i < MAX_NETWORKS; i++)
        printf(" %s %.3f%s", cg_design.networks[i].name,
               (double)(uint32_t)(flits(b, i) - before[i]) / WINDOW / (double)busy,
               i + 1 < cg_design.n_networks ? "," : "\n");
    bench_drain(b);
    if (others) sim_fail(&b->status, "%s: %u rows were no hits", name, (unsigned)others);
}

/* Hits per cycle between the first and the last of a burst: even cores send n of `even`, the others n of `odd`, all to
 * one line. */
static void burst(Bench *b, const char *name, const char *even, const char *odd, uint64_t n)
{
    uint64_t line = bench_fresh(b, 64);
    fetch(b, line, 1, 1);
    b->home = (Home){0};
    for (uint32_t c = 0; c < b->port->instances; c++)
        bench_start(b, c, (Pattern){ .event = c % 2 ? odd : even, .base = line, .lines = 1, .limit = n });
    bench_drain(b);
    uint64_t span = b->home.last_hit - b->home.first_hit;
    at_least(name, span ? (double)(b->home.hits - 1) / (double)span : 0, wide(b) ? 1 : 0);
}

static void banks(Bench *b)
{
    uint64_t nb = bench_param("BANKS"), n = bench_param("L2.SETS") * nb, ways = bench_param("L2.WAYS"),
             ids = b->port->ids;
    uint64_t few = min(32, n), all = min(few, nb);
    sustained(b, "L2 stores: one line",
              (Pattern){ .event = "store", .base = bench_fresh(b, n), .lines = 1, .stride = 1 }, 1);
    sustained(b, "L2 stores: lines of one set in turn",
              (Pattern){ .event = "store", .base = bench_fresh(b, n * ways), .lines = ways, .stride = n }, 1);
    sustained(b, "L2 stores: neighbouring lines in turn",
              (Pattern){ .event = "store", .base = bench_fresh(b, n), .lines = few, .stride = 1 }, all);
    sustained(b, "L2 atomics: one line",
              (Pattern){ .event = "atomic", .base = bench_fresh(b, n), .lines = 1, .stride = 1 }, 1);
    sustained(b, "L2 atomics: neighbouring lines in turn",
              (Pattern){ .event = "atomic", .base = bench_fresh(b, n), .lines = few, .stride = 1 }, all);
    sustained(b, "L2 stores and atomics in turn: one line",
              (Pattern){ .event = "store", .other = "atomic", .base = bench_fresh(b, n), .lines = 1, .stride = 1 }, 1);
    sustained(b, "L2 stores and loads in turn: one line",
              (Pattern){ .event = "store", .other = "load", .base = bench_fresh(b, n), .lines = 1, .stride = 1 }, 1);
    if (few > bench_param("L1.SETS") * bench_param("L1.WAYS"))
        sustained(b, "L2 loads: neighbouring lines in turn, more than L1 holds",
                  (Pattern){ .event = "load", .base = bench_fresh(b, n), .lines = few, .stride = 1 }, all);
    if (b->port->instances < 4) return;
    burst(b, "L2 loads of one line, one from each core at once", "load", "load", 1);
    burst(b, "L2 stores and loads of one line, one from each warp at once", "store", "load", ids);
}

int main(int argc, char **argv)
{
    bool check = argc > 1 && strcmp(argv[1], "--check") == 0;
    char *end = "";
    unsigned long cycles = argc > 1 + check ? strtoul(argv[1 + check], &end, 10) : 100;
    if (cycles < 80 || cycles > 10000 || *end || argc > 2 + check || cg_design.n_cores != 1 ||
        !cg_design.cores[0].id_field || bench_param("L2.SETS") == 0) {
        fputs("usage: bench_rtl [--check] [LATENCY], on a system of L1 and L2 caches; LATENCY of memory: 80 to 10000 "
              "cycles\n",
              stderr);
        return SIM_EXIT_USAGE;
    }
    Bench b;
    if (cg_design.cores[0].instances > MAX_CORES || cg_design.cores[0].ids > MAX_IDS) return SIM_EXIT_USAGE;
    bench_create(&b, (uint32_t)cycles);
    printf("%u cores x %u warps, %u banks, lines of %u bytes, flits of %u bits, beats of %u bytes, memory latency %u "
           "cycles\n",
           b.port->instances, b.port->ids, (unsigned)bench_param("BANKS"), b.port->line_bytes,
           (unsigned)bench_param("FLIT_BITS"), (unsigned)bench_param("BEAT_BYTES"), b.latency);
    l1_hits(&b);
    if (bench_param("L1.SETS") > 1) hit_under_miss(&b, "L1 hits under a miss in another set", 1);
    if (bench_param("L1.WAYS") > 1) hit_under_miss(&b, "L1 hits under a miss in their set", bench_param("L1.SETS"));
    replays(&b);
    misses(&b);
    banks(&b);
    printf("  %u of %u targets met\n", targets - missed, targets);
    bool failed = b.status.failures || (check && missed);
    bench_destroy(&b);
    return failed ? SIM_EXIT_FAILED : SIM_EXIT_OK;
}
