/* Figures of a run: every cycle and every operation is counted once, and the three formats say the same. */
#include "test.h"
#include "mock_run.h"
#include <ctype.h>
#include <string.h>

static Sim *run(const char *line)
{
    int code;
    Sim *s = mock_run(MOCK_SC, line, &code, NULL);
    assert_non_null(s);
    assert_int_equal(code, 0);
    return s;
}

static void every_cycle_of_a_core_has_one_reason(void **state)
{
    (void)state;
    Sim *s = run("--ops=300 --seed=3 --backpressure=30");
    uint64_t issued = 0, first = 0;
    for (uint32_t i = 0; i < s->cores.n_cores; i++) {
        uint64_t total = 0;
        for (int c = 0; c < SIM_CORE_CYCLES; c++) total += s->cores.cores[i].cycles[c];
        if (i == 0) first = total;
        assert_int_equal(total, first);
        issued += s->cores.cores[i].cycles[SIM_ISSUED];
        assert_true(s->cores.cores[i].cycles[SIM_SC_ORDER] > 0 && s->cores.cores[i].cycles[SIM_QUEUE_FULL] > 0 &&
                    s->cores.cores[i].cycles[SIM_HELD] > 0);
    }
    assert_int_equal(first, s->ended - SIM_RESET_CYCLES);
    assert_int_equal(issued, s->cores.completed);
    sim_destroy(s);
    s = run("--ops=100 --warps=1 --set=delay=200"); /* one warp that waits most of the time */
    for (uint32_t i = 0; i < s->cores.n_cores; i++) {
        assert_true(s->cores.cores[i].cycles[SIM_PROGRAM] > s->cores.cores[i].cycles[SIM_SC_ORDER]);
        assert_true(s->cores.cores[i].cycles[SIM_SC_ORDER] > 0);
    }
    sim_destroy(s);
}

static void cores_add_up_to_the_run(void **state)
{
    (void)state;
    Sim *s = run("--ops=300 --seed=4");
    SimStats sum = {0};
    for (uint32_t i = 0; i < s->cores.n_cores; i++) {
        const SimStats *k = s->cores.cores[i].stats;
        sum.hits += k->hits, sum.misses += k->misses;
        for (int n = 0; n < SIM_KINDS; n++)
            sum.latency[n].n += k->latency[n].n, sum.latency[n].sum += k->latency[n].sum, sum.stall[n] += k->stall[n];
    }
    assert_int_equal(sum.hits, s->cores.stats.hits);
    assert_int_equal(sum.misses, s->cores.stats.misses);
    for (int n = 0; n < SIM_KINDS; n++) {
        assert_int_equal(sum.latency[n].n, s->cores.stats.latency[n].n);
        assert_int_equal(sum.latency[n].sum, s->cores.stats.latency[n].sum);
        assert_int_equal(sum.stall[n], s->cores.stats.stall[n]);
    }
    uint64_t performed = 0;
    for (uint32_t i = 0; i < s->cores.n_instances; i++) performed += s->cores.performed[i].n;
    assert_int_equal(performed, s->cores.completed);
    sim_destroy(s);
}

/* The mock serves one request in a cycle at most once per warp; what it reports must be what the monitor counted. */
static void stages_and_networks_are_counted(void **state)
{
    (void)state;
    Sim *s = run("--ops=300 --seed=5");
    uint64_t stalled = 0;
    for (uint32_t i = 0; i < s->cores.n_instances; i++) {
        const uint64_t *g = s->monitor.stages[i];
        assert_int_equal(g[SIM_STAGE_IDLE] + g[SIM_STAGE_SERVES] + g[MOCK_NO_LINE] + g[MOCK_PENDING],
                         s->monitor.cycles);
        assert_true(g[SIM_STAGE_SERVES] > 0 && g[MOCK_NO_LINE] > 0);
        stalled += g[MOCK_PENDING];
    }
    assert_true(stalled > 0 && s->monitor.stalled_rows[0][ROW_STALL] == stalled);
    uint64_t waited = 0;
    for (uint32_t i = 0; i < s->cores.n_cores; i++) waited += s->cores.cores[i].cycles[SIM_QUEUE_FULL];
    assert_int_equal(s->monitor.networks[0].held,
                     waited); /* the mock holds a message exactly when it does not take a request */
    assert_int_equal(s->monitor.networks[0].flits, s->cores.completed);
    assert_in_range(s->monitor.networks[0].peak, 2, MOCK_CORES);
    for (uint32_t i = 0; i < MOCK_BANKS; i++) {
        const SimMemoryStats *m = sim_memory_port_stats(s->memory, i);
        assert_true(m->reads > 0 && m->reads == m->read_latency.n &&
                    m->read_beats == m->reads * (MOCK_LINE / MOCK_BEAT));
        assert_true(m->writes == m->write_latency.n && m->read_latency.sum >= m->reads * s->options.latency);
    }
    sim_destroy(s);
}

static void histograms_hold_every_latency(void **state)
{
    (void)state;
    static SimLatency l;
    uint64_t from, to, n, total = 0, next = 0;
    memset(&l, 0, sizeof l);
    for (uint64_t i = 0; i < 100000; i++) sim_latency_add(&l, i);
    for (uint32_t i = 0; sim_latency_octave(&l, i, &from, &to, &n); i++, next = to + 1, total += n) {
        assert_int_equal(from, next);
        assert_int_equal(n, to < 100000 ? to - from + 1 : 100000 - from);
    }
    assert_int_equal(total, 100000);
    assert_int_equal(next, 1 << 17);
}

/* The value of a figure in the CSV text, or NULL. */
static const char *csv(const char *text, const char *figure)
{
    const char *at = text;
    size_t n = strlen(figure);
    for (; at && strncmp(at, figure, n) != 0; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {}
    return at ? at + n : NULL;
}

/* Checks one JSON value and returns what follows it. */
static const char *json(const char *c)
{
    while (isspace((unsigned char)*c)) c++;
    if (*c == '"') {
        for (c++; *c && *c != '"'; c++)
            if (*c == '\\') c++;
        assert_int_equal(*c, '"');
        return c + 1;
    }
    if (*c != '{' && *c != '[') {
        size_t n = strspn(c, "-+.eE0123456789truefalsn");
        assert_true(n > 0);
        return c + n;
    }
    char close = *c == '{' ? '}' : ']';
    for (c++; *c != close;) {
        c = json(c);
        if (close == '}') {
            while (isspace((unsigned char)*c)) c++;
            assert_int_equal(*c++, ':');
            c = json(c);
        }
        while (isspace((unsigned char)*c)) c++;
        if (*c != ',') break;
        c++;
    }
    assert_int_equal(*c, close);
    return c + 1;
}

static void the_formats_agree(void **state)
{
    (void)state;
    char expected[100];
    sim_destroy(run("--ops=100 --seed=6 --stats=stats_test.csv"));
    sim_destroy(run("--ops=100 --seed=6 --stats=stats_test.json"));
    Sim *s = run("--ops=100 --seed=6 --stats=stats_test.txt");
    char *c = mock_read_file("stats_test.csv"), *j = mock_read_file("stats_test.json"),
         *t = mock_read_file("stats_test.txt");
    assert_true(c && j && t);
    assert_int_equal(strncmp(c, "scope,instance,figure,from,to,value\n", 36), 0);
    assert_int_equal(strtoull(csv(c, "run,all,load.completed,,,"), NULL, 10), s->cores.stats.latency[SIM_LOAD].n);
    assert_int_equal(strtoull(csv(c, "CACHE,2,stall.no_line,,,"), NULL, 10), s->monitor.stages[2][MOCK_NO_LINE]);
    assert_int_equal(strtoull(csv(c, "memory,CACHE.1,reads,,,"), NULL, 10), sim_memory_port_stats(s->memory, 1)->reads);
    assert_int_equal(strtoull(csv(c, "network,req,flits,,,"), NULL, 10), s->monitor.networks[0].flits);
    assert_non_null(csv(c, "row,CACHE/V/load/mock.xml:10#0,fired,,,"));
    assert_null(strstr(c, "mock.xml:16")); /* a row marked never */
    assert_string_equal(json(j), "\n");
    snprintf(expected, sizeof expected, "\"load.completed\": %llu,",
             (unsigned long long)s->cores.stats.latency[SIM_LOAD].n);
    assert_non_null(strstr(j, expected));
    snprintf(expected, sizeof expected, "\nreq        %12llu ", (unsigned long long)s->monitor.networks[0].flits);
    assert_non_null(strstr(t, expected));
    assert_non_null(strstr(t, "\nCACHE "));
    sim_destroy(s);
    free(c), free(j), free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cycle_of_a_core_has_one_reason),
        cmocka_unit_test(cores_add_up_to_the_run),
        cmocka_unit_test(stages_and_networks_are_counted),
        cmocka_unit_test(histograms_hold_every_latency),
        cmocka_unit_test(the_formats_agree),
    };
    return cmocka_run_group_tests_name("sim stats", tests, NULL, NULL);
}
