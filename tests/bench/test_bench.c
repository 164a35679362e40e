/* test_bench.c - what benches compute: figures of a result, sums over seeds, means, spreads, ratios of peers. */
#include "rcc.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static Arena *arena;
static int set_up(void **state) { return (void)state, (arena = arena_create(64 << 20)) == NULL; }
static int tear_down(void **state) { return (void)state, arena_destroy(arena), 0; }

static void add(Results *all, const char *configuration, const char *workload, int seed, const char *text)
{
    result_add(arena, all, configuration, workload, seed, tool_text(arena, "%s", text));
}

static void figures(void **state)
{
    (void)state;
    Results all = {0};
    add(&all, "A", "w", 1,
        "scope,instance,figure,from,to,value\nrun,all,test,,,random\nrun,all,cycles,,,100\n"
        "run,all,load.average,,,2.5\nrun,all,load.completed,,,4\nrun,all,load.histogram,0,1,9\n"
        "run,all,load.stall_cycles,,,7\nrun,all,atomic.stall_cycles,,,3\n"
        "message,DATA,sent,,,5\nmessage,DATA,flits,,,10\nmessage,ACK,sent,,,2\nmessage,ACK,flits,,,2\n"
        "L1,0,cycles.serves,,,3\nL1,1,cycles.serves,,,4\nL1,0,reg.rnow.value,,,90\nL1,1,reg.rnow.value,,,70\n"
        "L1,0,reg.rnow.changes,,,6\nL1,1,reg.rnow.changes,,,5\nL2,0,reg.now.value,,,999\n"
        "memory,0,reads,,,8\nmemory,1,writes,,,1\nmemory,1,idle,,,50\nrun,all,broken,,,12x\nhalf,a\n");
    const Result *r = result_of(&all, "A", "w", 1);
    assert_non_null(r);
    static const struct { const char *name; double value; } expected[] = {
        {"cycles", 100}, {"load.average", 2.5}, {"load.latencies", 10}, {"sent.DATA", 5}, {"sent.ACK", 2},
        {"flits", 12}, {"serves.L1", 7}, {"serves.L2", 0}, {"now", 90}, {"changes", 11}, {"memory.lines", 9},
        {"held", 10}, {"test", 0}, {"broken", 0}, {"nothing", 0},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        if (result_figure(r, expected[i].name) != expected[i].value)
            fail_msg("%s is %g", expected[i].name, result_figure(r, expected[i].name));
    assert_null(result_of(&all, "A", "w", 2));
    assert_null(result_of(&all, "B", "w", 1));
    add(&all, "A", "w", 2, "run,all,cycles,,,11");
    add(&all, "A", "other", 2, "run,all,cycles,,,1000");
    assert_true(results_sum(&all, "A", "w", "cycles") == 111);
}

static void statistics(void **state)
{
    (void)state;
    const double two[2] = {2, 8}, one[1] = {3};
    assert_true(stat_gmean(two, 2) > 3.999999 && stat_gmean(two, 2) < 4.000001);
    assert_true(stat_mean(two, 2) == 5);
    assert_true(stat_spread(two, 2) > 4.2426 && stat_spread(two, 2) < 4.2427); /* sqrt 18 */
    assert_true(stat_spread(one, 1) == 0 && stat_mean(one, 0) == 0 && stat_gmean(one, 0) == 0);
    assert_true(stat_ratio(1, 4) == 0.25 && stat_ratio(1, 0) == 0);
}

static char *printed;
static size_t length;
static Bench open_bench(void)
{
    return (Bench){.a = arena, .name = "rcc", .out = open_memstream(&printed, &length)};
}
static void has(Bench *b, const char *line)
{
    fflush(b->out);
    if (!strstr(printed, line)) fail_msg("no '%s' in\n%s", line, printed);
}

/* Two seeds: MESI takes 2 and 4 times as long as RCC, the others as long; flits and waiting alike. */
static void peers(void **state)
{
    (void)state;
    Bench b = open_bench();
    static const char *const configuration[] = {"RCC", "MESI", "TCS"}, *const workload[] = {"one", "two"};
    for (int c = 0; c < 3; c++)
        for (int w = 0; w < 2; w++)
            for (int seed = 1; seed <= 2; seed++) {
                int n = c == 1 ? 200 * seed : 100;
                add(&b.results, configuration[c], workload[w], seed,
                    tool_text(arena, "run,all,cycles,,,%d\nmessage,DATA,flits,,,%d\nrun,all,load.stall_cycles,,,%d\n",
                              n, n, n));
            }
    rcc.only = "one two";
    rcc_workloads(&b, "");
    rcc_ratios(&b, "cycles", "cycles", "MESI/RCC TCS/RCC");
    has(&b, "cycles; mean, spread over seeds\nworkload        MESI/RCC      TCS/RCC\n");
    has(&b, "\none           3.00  1.41   1.00  0.00\n");
    has(&b, "\ngmean         3.00  1.41   1.00  0.00\n");
    rcc_ratios(&b, "held", "held", "RCC/MESI");
    has(&b, "\ngmean         0.38  0.18\n");
    fclose(b.out);
    free(printed);
}

/* Energy: half of the flits and rows, as many lines of memory. One: 15500 + 2000 + 5920 on the chip, 32000 for memory;
 * the other: twice the first. */
static void energy(void **state)
{
    (void)state;
    Bench b = open_bench();
    add(&b.results, "A", "w", 1, "message,DATA,flits,,,100\nL1,0,cycles.serves,,,100\nL2,0,cycles.serves,,,10\n"
        "memory,0,reads,,,1\n");
    add(&b.results, "B", "w", 1, "message,DATA,flits,,,200\nL1,0,cycles.serves,,,200\nL2,0,cycles.serves,,,20\n"
        "memory,0,writes,,,1\n");
    rcc.only = "w";
    rcc_workloads(&b, "");
    rcc_ratios(&b, "on chip", "on chip", "A/B");
    has(&b, "\ngmean         0.50  0.00\n");
    rcc_ratios(&b, "energy", "energy", "A/B");
    has(&b, "\ngmean         0.70  0.00\n");
    fclose(b.out);
    free(printed);
}

static void searches(void **state)
{
    (void)state;
    Bench b = open_bench();
    verify_row(&b, "MSI", "note\n1234 states, 5678 transitions, depth 9 (not complete: time)\n"
               "0.50 s, 1.25 s of processor time, 77 k states/s, 206 k transitions/s, 15.7 bytes per state "
               "(31.2 with the table)\nPASSED\n");
    has(&b, "MSI                                             1234+         5678     0.50     1.25       77       206"
        "        0    15.7    31.2\n");
    verify_row(&b, "RCC", "120000 states, 5 transitions, depth 9\n"
               "2.00 s, 2.00 s of processor time, 60 k states/s, 1 k transitions/s, 1 bytes per state "
               "(2 with the table)\n");
    has(&b, "RCC                                           120000             5     2.00     2.00       60         1"
        "       60       1       2\n");
    fclose(b.out);
    free(printed);
}

/* Of 1000 instructions over 10 cycles. */
static void shares(void **state)
{
    (void)state;
    Bench b = open_bench();
    assert_true(rtl_shares(&b, "Profile data\n1,000 (100.0%)  PROGRAM TOTALS\n"
                           "  500 (50.0%)  verilated/V.cpp:Vrcc_tile__nba\n"
                           "  200 (20.0%)  x.cpp:Vrcc_harness___nba_sequent\n"
                           "  100 (10.0%)  x.cpp:verilated_step\n 50 (5.0%) sim/memory/dram.c:step [sim]\n"
                           "1,0 (10.0%)  /source/sim/rows/trace.c:row\n140 (1.0%)  libc.c:memcpy\n"
                           "7th: no line\nnot: a line\n", 10));
    has(&b, "      100 per cycle\n");
    has(&b, "  controllers and their ends of the networks                        50.0 %\n");
    has(&b, "  networks between tiles, what the harness reports                  20.0 %\n");
    has(&b, "  passes of the simulator, the boundary to C                        10.0 %\n");
    has(&b, "  cores, memory, the program that runs                               5.0 %\n");
    has(&b, "  rows, counters, consistency                                        1.0 %\n");
    has(&b, "  C library, the rest                                               14.0 %\n");
    assert_false(rtl_shares(&b, "nothing\n", 10));
    fclose(b.out);
    free(printed);
}

/* The last table counts; what it does not hold is not printed. */
static void cells(void **state)
{
    (void)state;
    Bench b = open_bench();
    fpga_cells(&b, "=== part ===\n   Number of cells:   9\n     LUT4     7\n     DP16KD    2\n"
               "=== design hierarchy ===\n   Number of cells:   40\n     CCU2C    10\n     LUT4    25\n"
               "     part     1\n");
    has(&b, "  CCU2C            10\n  LUT4             25\n");
    assert_null(strstr(printed, "DP16KD"));
    assert_null(strstr(printed, "part"));
    fclose(b.out);
    free(printed);
}

/* Words reach a program as they are, whatever they hold. */
static void quoted(void **state)
{
    (void)state;
    Words w = {0};
    tool_add(arena, &w, "a b");
    tool_add(arena, &w, "it's \"$x\"");
    assert_string_equal(tool_quoted(arena, &w), "'a b' 'it'\\''s \"$x\"'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures), cmocka_unit_test(statistics), cmocka_unit_test(peers), cmocka_unit_test(energy),
        cmocka_unit_test(searches), cmocka_unit_test(shares), cmocka_unit_test(cells),
        cmocka_unit_test(quoted),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
