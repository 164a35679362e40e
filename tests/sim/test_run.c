/* Whole runs against the mock design: the faultless one passes every test, each fault is found by the check that is
 * there for it. */
#include "model/boundary.h"
#include "test.h"
#include "mock_run.h"
#include <dirent.h>
#include <string.h>

int tb_init(const char *args);
void tb_step(unsigned char *done);
int tb_finish(void);

typedef struct {
    int code;
    char first[512];
    uint64_t cycles;
    SimStats stats;
    SimVerdict verdict;
    char *report;
} Outcome;

static Outcome run(MockFault fault, const char *line)
{
    Outcome r = {0};
    Sim *s = mock_run(fault, line, &r.code, &r.report);
    assert_non_null(s);
    memcpy(r.first, s->status.first, sizeof r.first);
    r.cycles = s->status.cycle;
    r.stats = s->cores.stats;
    r.verdict = s->verdict;
    sim_destroy(s);
    return r;
}

static void expect(MockFault fault, const char *line, const char *message)
{
    Outcome r = run(fault, line);
    if (r.code != (message ? 1 : 0) || (message && !strstr(r.first, message)))
        fail_msg("%s on %s: exit code %d, '%s'; expected '%s'", line, mock_fault_names[fault], r.code, r.first,
                 message ? message : "to pass");
    free(r.report);
}

static void the_faultless_design_passes(void **state)
{
    (void)state;
    char line[200];
    uint64_t seed = test_seed();
    static const char *const settings[] = { "--ops=500",
                                            "--ops=500 --backpressure=60 --bandwidth=20",
                                            "--ops=500 --backpressure=0 --latency=0 --jitter=0 --set=delay=0",
                                            "--ops=300 --set=stride=16 --set=evict=30",
                                            "--ops=500 --set=lines=1 --set=words=4 --set=wide=50",
                                            "--ops=500 --cores=1 --warps=2",
                                            "--ops=500 --set=loads=10 --set=stores=10 --set=atomics=80",
                                            "--test=bfs",
                                            "--test=bfs --set=scale=3 --cores=2 --warps=1",
                                            "--test=generic --ops=500" };
    for (uint64_t i = 0; i < 30; i++) {
        snprintf(line, sizeof line, "%s --seed=%llu", settings[i % 10], (unsigned long long)(seed + i));
        expect(MOCK_SC, line, NULL);
    }
}

/* Every file of a folder, with this line before it. */
static void litmus_folder(const char *folder, const char *options, MockFault fault, int files)
{
    char line[600];
    DIR *d = opendir(folder);
    int n = 0;
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        size_t length = strlen(e->d_name);
        if (length < 8 || strcmp(e->d_name + length - 7, ".litmus") != 0) continue;
        n++;
        snprintf(line, sizeof line, "--test=litmus %s --seed=%llu %s/%s", options, (unsigned long long)test_seed(),
                 folder, e->d_name);
        Outcome r = run(fault, line);
        if (r.code != 0 || !strstr(r.report, "; satisfied in 0 of")) fail_msg("%s: %s", line, r.first);
        free(r.report);
    }
    closedir(d);
    assert_int_equal(n, files);
}

static void every_litmus_test_passes(void **state)
{
    (void)state;
    litmus_folder(LITMUS_DIR, "--ops=5", MOCK_SC, 17);
    litmus_folder(LITMUS_DIR "/fenced", "--ops=5", MOCK_SC, 11);
    litmus_folder(LITMUS_DIR "/fenced", "--ops=5 --model=weak", MOCK_STORE_BUFFER,
                  11); /* the fences empty the store buffers */
}

static void litmus_tests_find_relaxed_behaviour(void **state)
{
    (void)state;
    expect(MOCK_STORE_BUFFER, "--test=litmus " LITMUS_DIR "/SB.litmus",
           "SB: an outcome that the model forbids, it satisfies the condition");
    expect(MOCK_STORE_BUFFER, "--test=litmus --ops=100 " LITMUS_DIR "/2+2W.litmus", "2+2W: an outcome");
    expect(MOCK_STALE, "--test=litmus --ops=100 " LITMUS_DIR "/CoRR1.litmus", "CoRR1: an outcome");
    expect(MOCK_STORE_BUFFER, "--test=litmus --ops=10 --model=weak " LITMUS_DIR "/SB.litmus", NULL);
    expect(MOCK_STORE_BUFFER, "--test=litmus --ops=10 --model=weak " LITMUS_DIR "/CoRR1.litmus", NULL);
}

static void every_fault_is_found(void **state)
{
    (void)state;
    expect(MOCK_STORE_BUFFER, "--ops=500", "the history is not sequentially consistent");
    expect(MOCK_STORE_BUFFER, "--ops=500 --model=weak", NULL);
    expect(MOCK_STALE, "--ops=500", "the history is not sequentially consistent");
    expect(MOCK_STALE, "--ops=500 --model=weak", "not allowed by the weak model");
    expect(MOCK_TORN_ATOMIC, "--ops=500", "the history is not sequentially consistent");
    expect(MOCK_LOST, "--ops=1000 --watchdog=3000", "an operation has been waiting for");
    expect(MOCK_LOST, "--ops=500 --test=generic --watchdog=3000", "for ");
    expect(MOCK_WRONG_REPLY, "--ops=1000", "a reply done for id");
    expect(MOCK_TWICE, "--ops=1000", "which has no request outstanding");
    expect(MOCK_ERROR, "--ops=1000", "the design reports an error");
    expect(MOCK_BAD_BURST, "--ops=1000", "AR changed while waiting");
    expect(MOCK_WRONG_KEY, "--ops=1000", "a row performs for it, but it has no such operation in progress");
    expect(MOCK_TORN_ATOMIC, "--test=bfs --watchdog=2000", "test bfs");
    expect(MOCK_SC, "--max-cycles=500", "did not end within --max-cycles");
}

/* A violation of the model is found at the end, but it took place where its operations did. */
static void failures_have_a_place(void **state)
{
    (void)state;
    int code;
    uint64_t from, to;
    Sim *s = mock_run(MOCK_STORE_BUFFER, "--ops=500", &code, NULL);
    assert_non_null(s);
    assert_true(sim_failure(s, &from, &to));
    assert_true(from > SIM_RESET_CYCLES && from < to && to < s->status.first_cycle && to - from < 1000);
    sim_destroy(s);
    s = mock_run(MOCK_TORN_ATOMIC, "--ops=500", &code, NULL);
    assert_non_null(s);
    assert_true(sim_failure(s, &from, &to) && s->verdict.bad_values != 0 && from < to && to < s->status.first_cycle);
    sim_destroy(s);
    s = mock_run(MOCK_ERROR, "--ops=1000", &code, NULL);
    assert_non_null(s);
    assert_true(sim_failure(s, &from, &to) && from == to && from == s->status.cycle);
    sim_destroy(s);
    s = mock_run(MOCK_SC, "--ops=100", &code, NULL);
    assert_non_null(s);
    assert_false(sim_failure(s, &from, &to));
    sim_destroy(s);
}

static void without_observed_writes_the_check_says_so(void **state)
{
    (void)state;
    Outcome r = run(MOCK_SILENT, "--ops=200");
    assert_int_equal(r.code, 0);
    assert_false(r.verdict.ordered);
    assert_non_null(strstr(r.report, "the order of writes was not checked"));
    free(r.report);
}

static void the_same_seed_gives_the_same_run(void **state)
{
    (void)state;
    Outcome a = run(MOCK_SC, "--ops=200 --seed=5"), b = run(MOCK_SC, "--ops=200 --seed=5"),
            c = run(MOCK_SC, "--ops=200 --seed=6");
    assert_string_equal(a.report, b.report);
    assert_string_not_equal(a.report, c.report);
    free(a.report), free(b.report), free(c.report);
}

/* Every kernel passes, and the check of its own result finds a broken memory. */
static void kernels_check_their_results(void **state)
{
    (void)state;
    static const char *const kernels[] = { "histogram --set=n=300",
                                           "histogram --set=bins=1000 --set=skew=0",
                                           "stencil",
                                           "stencil --set=n=5 --set=steps=7 --set=pad=3",
                                           "hashtable",
                                           "hashtable --set=buckets=1 --set=range=5",
                                           "stealing",
                                           "stealing --set=depth=3 --set=children=9 --set=size=16",
                                           "bfs --set=grid=1",
                                           "bfs --set=grid=1 --set=scale=5" };
    char line[200];
    uint64_t seed = test_seed();
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        for (uint64_t k = 0; k < 3; k++) {
            snprintf(line, sizeof line, "--seed=%llu --test=%s", (unsigned long long)(seed + k), kernels[i]);
            expect(MOCK_SC, line, NULL);
        }
    expect(MOCK_STALE, "--test=histogram", "test histogram: bin ");
    expect(MOCK_STALE, "--test=stencil", "test stencil: after ");
    expect(MOCK_STALE, "--test=hashtable", "test hashtable: ");
    expect(MOCK_STALE, "--test=bfs --set=grid=1 --watchdog=2000", "test bfs: ");
    expect(MOCK_STALE, "--test=stealing --set=depth=10 --set=children=3 --watchdog=2000", "test stealing: ");
}

static void memory_errors_reach_the_program(void **state)
{
    (void)state;
    Outcome r = run(MOCK_SC, "--ops=200 --mem-error=0x10:0x20");
    assert_int_equal(r.code, 0);
    assert_true(r.stats.errors > 0);
    assert_non_null(strstr(r.report, "answered with an error"));
    free(r.report);
    expect(MOCK_SC, "--test=errors --mem-error=0x30:0x50", NULL);
    expect(MOCK_WRONG_FLAG, "--test=errors --mem-error=0x30:0x50 --set=atomics=0 --set=stores=0", "was answered with");
}

static void the_report_counts_what_happened(void **state)
{
    (void)state;
    Outcome r = run(MOCK_SC, "--ops=250 --cores=2 --warps=2");
    const SimStats *s = &r.stats;
    assert_int_equal(s->latency[SIM_LOAD].n + s->latency[SIM_STORE].n + s->latency[SIM_ATOMIC].n, 4 * 250);
    assert_int_equal(s->hits + s->misses, s->latency[SIM_LOAD].n);
    assert_true(s->hits > 0 && s->misses > 0);
    assert_non_null(strstr(r.report, "req                1000 flits of 32 bits (1.00 per operation)"));
    assert_non_null(strstr(r.report, "sequentially consistent\nPASSED\n"));
    assert_non_null(strstr(r.report, "renewed without data"));
    free(r.report);
}

static void percentiles_are_within_a_bucket(void **state)
{
    (void)state;
    static SimLatency l;
    memset(&l, 0, sizeof l);
    for (uint64_t i = 1; i <= 100000; i++) sim_latency_add(&l, i);
    assert_int_equal(sim_latency_percentile(&l, 1), 1000);
    assert_in_range(sim_latency_percentile(&l, 50), 50000, 51000);
    assert_in_range(sim_latency_percentile(&l, 99), 99000, 100000);
    assert_int_equal(sim_latency_percentile(&l, 100), 100000);
}

static void the_dpi_functions_run_the_same_test(void **state)
{
    (void)state;
    unsigned char done = 0;
    mock_set_fault(MOCK_SC);
    CgModel *m = cg_model_create(0, NULL, NULL, 0);
    assert_int_equal(tb_init("--ops 50 --quiet"), 0);
    for (tb_step(&done); !done; tb_step(&done)) cg_model_cycle(m, cg_boundary_in(), cg_boundary_out());
    assert_int_equal(tb_finish(), 0);
    cg_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_faultless_design_passes),
        cmocka_unit_test(every_litmus_test_passes),
        cmocka_unit_test(litmus_tests_find_relaxed_behaviour),
        cmocka_unit_test(every_fault_is_found),
        cmocka_unit_test(failures_have_a_place),
        cmocka_unit_test(without_observed_writes_the_check_says_so),
        cmocka_unit_test(the_same_seed_gives_the_same_run),
        cmocka_unit_test(kernels_check_their_results),
        cmocka_unit_test(memory_errors_reach_the_program),
        cmocka_unit_test(the_report_counts_what_happened),
        cmocka_unit_test(percentiles_are_within_a_bucket),
        cmocka_unit_test(the_dpi_functions_run_the_same_test),
    };
    return cmocka_run_group_tests_name("sim run", tests, NULL, NULL);
}
