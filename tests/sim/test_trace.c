/* Traces of operations: what is recorded is repeated bit for bit; the reader's errors; the export to Axe. */
#define _POSIX_C_SOURCE 200809L
#include "test.h"
#include "mock_run.h"
#include <string.h>
#include <unistd.h>

static Sim *run(MockFault fault, const char *line, int expected)
{
    int code;
    Sim *s = mock_run(fault, line, &code, NULL);
    assert_non_null(s);
    if (code != expected) fail_msg("%s: exit code %d, '%s'", line, code, s->status.first);
    return s;
}

static void write_text(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* ---- repeating ---- */

static void same_history(const SimHistory *a, const SimHistory *b)
{
    assert_int_equal(a->n_ops, b->n_ops);
    assert_int_equal(a->n_accesses, b->n_accesses);
    assert_memory_equal(a->accesses, b->accesses, a->n_accesses * sizeof *a->accesses);
    for (size_t i = 0; i < a->n_ops; i++) {
        const SimOp *x = &a->ops[i], *y = &b->ops[i];
        assert_true(x->thread == y->thread && x->index == y->index && x->kind == y->kind &&
                    x->complete == y->complete && x->failed == y->failed);
        assert_true(x->op == y->op && x->a == y->a && x->b == y->b && x->first == y->first && x->count == y->count &&
                    x->order == y->order);
        assert_true(x->issue == y->issue && x->perform == y->perform && x->complete_at == y->complete_at);
    }
}

/* Records a run, repeats it, and compares histories, traces, and the first failure. */
static void repeats(MockFault fault, const char *line, int expected)
{
    char text[600], first[512];
    int code;
    snprintf(text, sizeof text, "%s --record=trace_test.1", line);
    Sim *s = run(fault, text, expected);
    SimHistory h = s->cores.history;
    uint64_t operations = s->cores.completed;
    memset(&s->cores.history, 0, sizeof h); /* ours now */
    memcpy(first, s->status.first, sizeof first);
    sim_destroy(s);
    s = mock_run(fault, "--test=trace --record=trace_test.2 trace_test.1", &code, NULL);
    assert_non_null(s);
    same_history(&h, &s->cores.history);
    assert_true(operations > 10 && operations == s->cores.completed);
    assert_int_equal(code, expected);
    assert_string_equal(first, s->status.first);
    sim_history_free(&h);
    sim_destroy(s);
    char *a = mock_read_file("trace_test.1"), *b = mock_read_file("trace_test.2");
    assert_string_equal(a, b);
    free(a), free(b);
}

static void recorded_runs_are_repeated(void **state)
{
    char line[200];
    uint64_t seed = test_seed();
    static const char *const runs[] = { "--ops=200",
                                        "--ops=100 --backpressure=60 --bandwidth=30 --latency=3",
                                        "--ops=100 --set=wide=60 --set=words=4 --set=evict=30",
                                        "--test=generic --ops=100",
                                        "--test=bfs",
                                        "--test=litmus --ops=2 " LITMUS_DIR "/MP.litmus " LITMUS_DIR "/IRIW.litmus",
                                        "--test=errors --ops=100 --mem-error=0x30:0x50" };
    (void)state;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        snprintf(line, sizeof line, "--seed=%llu %s", (unsigned long long)seed + i, runs[i]);
        repeats(MOCK_SC, line, 0);
    }
    repeats(MOCK_STORE_BUFFER, "--ops=500", 1);
    repeats(MOCK_STALE, "--ops=500 --model=weak", 1);
    repeats(MOCK_LOST, "--ops=1000 --watchdog=3000", 1);
    repeats(MOCK_TWICE, "--ops=1000", 1);
}

static void options_of_the_command_line_win(void **state)
{
    (void)state;
    sim_destroy(run(MOCK_SC, "--ops=100 --seed=9 --latency=7 --record=trace_test.1", 0));
    Sim *s = run(MOCK_SC, "--test=trace --latency=70 trace_test.1", 0);
    assert_int_equal(s->options.seed, 9);
    assert_int_equal(s->options.latency, 70);
    sim_destroy(s);
}

/* ---- written by hand ---- */

static void a_trace_by_hand_does_what_it_says(void **state)
{
    (void)state;
    write_text("trace_test.1",
               "# a comment\ncohgen-trace 1\nmemory 0x40 0x11223344 7\n\n"
               "0 1 store 0x41 2 0xabcd\n0 1 load 0x40 4\n0 1 load 0x40 8\n0 1 atomic 0x44 4 add 5\n0 1 store 0x48 8 "
               "0xffffffff00000001 mask 0x81\n0 1 load 0x40 16 after 100\n"
               "0 1 fence\n0 1 load 0x44 4 unchecked\n");
    Sim *s = run(MOCK_SC, "--test=trace trace_test.1", 0);
    const SimHistory *h = &s->cores.history;
    assert_int_equal(h->n_ops, 7); /* the last one is not checked */
    assert_int_equal(h->accesses[h->ops[0].first].write & 0xffff00, 0xabcd00);
    assert_int_equal(h->accesses[h->ops[0].first].mask, 0xffff00);
    assert_int_equal(h->accesses[h->ops[1].first].read, 0x11abcd44);
    assert_int_equal(h->ops[2].count, MOCK_LINE / 4); /* more than a word: the line */
    assert_int_equal(h->accesses[h->ops[3].first].read, 7);
    const SimAccess *line = &h->accesses[h->ops[5].first];
    assert_true(line[0].read == 0x11abcd44 && line[1].read == 12 && line[2].read == 1 && line[3].read == 0xff000000);
    assert_true(h->ops[5].issue >= h->ops[4].complete_at + 100);
    assert_int_equal(h->ops[6].kind, SIM_FENCE);
    sim_destroy(s);
}

/* What the reader says to a file with this text. */
static char *errors_of(const char *text)
{
    write_text("t.trace", text);
    fflush(stderr);
    int old = dup(2);
    assert_non_null(freopen("trace_test.err", "w", stderr));
    assert_null(sim_op_trace_read(&cg_design, "t.trace"));
    fflush(stderr);
    dup2(old, 2);
    close(old);
    return mock_read_file("trace_test.err");
}

static void error(const char *line, const char *expected)
{
    char text[600];
    snprintf(text, sizeof text, "cohgen-trace 1\n%s\n", line);
    char *got = errors_of(text);
    if (strncmp(got, expected, strlen(expected)) != 0) fail_msg("%s\nexpected: %s\ngot: %s", line, expected, got);
    free(got);
}

static void errors_name_the_place(void **state)
{
    (void)state;
    error("4 0 load 0x40 4", "t.trace:2:1: error: the design has 4 cores, 0 to 3\n  4 0 load 0x40 4\n  ^\n");
    error("0 4 load 0x40 4", "t.trace:2:3: error: a core has 4 warps, 0 to 3\n");
    error("0 0 laod 0x40 4",
          "t.trace:2:5: error: expected load, store, atomic, fence or request, found laod\n  0 0 laod 0x40 4\n      "
          "^\n");
    error("0 0 load x 4", "t.trace:2:10: error: expected a number, found 'x'");
    error("0 0 load 0x40", "t.trace:2:14: error: expected a number\n");
    error("0 0 load 0x40 17", "t.trace:2:15: error: an access has 1 to 16 bytes, a line");
    error("0 0 load 0x4e 4", "t.trace:2:10: error: the access crosses the end of a line of 16 bytes");
    error("0 0 load 0x10000000 4", "t.trace:2:10: error: the address has more than");
    error("0 0 load 0x40 4 5", "t.trace:2:17: error: expected as, after, unchecked or the end of the line; found '5'");
    error("0 0 load 0x40 4 after", "t.trace:2:22: error: expected a number");
    error("0 0 store 0x40 2 0x12345", "t.trace:2:18: error: the number has more than 16 bits");
    error("0 0 store 0x40 1 256", "t.trace:2:18: error: the number is too large, the greatest is 255");
    error("0 0 store 0x40 4 0x1g", "t.trace:2:18: error: expected a number, found '0x1g'");
    error("0 0 store 0x40 4 1 mask 0x10", "t.trace:2:25: error: the number has more than 4 bits");
    error("0 0 atomic 0x42 4 add 1", "t.trace:2:12: error: atomics are on aligned words");
    error("0 0 atomic 0x40 4 sub 1", "t.trace:2:19: error: expected add, exchange");
    error("0 0 atomic 0x40 4 cas 1", "t.trace:2:24: error: expected a number");
    error("0 0 request loda key 1", "t.trace:2:13: error: the core port has no event loda");
    error("0 0 request load 1", "t.trace:2:18: error: expected key");
    error("0 0 request load key 0x100000", "t.trace:2:22: error: the number is too large");
    error("0 0 request load key 1 dato 5", "t.trace:2:24: error: the requests of this port have no field dato");
    error("0 0 request load key 1 op 8", "t.trace:2:27: error: the number is too large, the greatest is 7");
    error("memory 0x41 1", "t.trace:2:8: error: the address is not that of a word");
    error("memory 0x40", "t.trace:2:12: error: expected a value");
    error("option size 3", "t.trace:2:8: error: expected one of seed,");
    error("option seed", "t.trace:2:12: error: expected one value");
    error("hello", "t.trace:2:1: error: expected a core, or one of design, option, memory; found 'hello'");
    char *got = errors_of("hello\n");
    assert_int_equal(strncmp(got, "t.trace:1:1: error: this is not a trace", 39), 0);
    free(got);
    got = errors_of("");
    assert_int_equal(strncmp(got, "t.trace:0:1: error: this is not a trace", 39), 0);
    free(got);
}

static uint32_t times(const char *text, const char *word)
{
    uint32_t n = 0;
    for (; (text = strstr(text, word)); text += strlen(word)) n++;
    return n;
}

static void many_errors_are_told_at_once(void **state)
{
    (void)state;
    char *got = errors_of("cohgen-trace 1\n0 0 load 0x40\n0 0 load 0x40 4\n0 9 load 0x40 4\nxyz\n0 0 store 0x40 4\n");
    assert_int_equal(times(got, ": error: "), 4);
    assert_non_null(strstr(got, "t.trace:6:17: error: "));
    free(got);
    char text[2000] = "cohgen-trace 1\n";
    for (int i = 0; i < 30; i++) strcat(text, "0 0 load 0x40\n");
    got = errors_of(text);
    assert_int_equal(times(got, "error: "), 20);
    assert_non_null(strstr(got, "t.trace: 30 errors, the first 20 are shown\n"));
    free(got);
}

/* ---- Axe ---- */

/* One line of an Axe file: "1: M[2] == 3 @ 4:5", "1: { M[2] == 3; M[2] := 4 } @ 4:5", "1: sync". */
typedef struct { uint32_t thread, address, read, write; bool reads, writes, sync; uint64_t begin, end; } AxeLine;

static bool parse_axe(const char *line, AxeLine *x)
{
    int n = 0;
    unsigned long long begin = 0, end = 0;
    char verb[3];
    uint32_t again;
    *x = (AxeLine){0};
    if (sscanf(line, "%u: sync%n", &x->thread, &n) == 1 && n) { x->sync = true; return line[n] == '\n'; }
    if (sscanf(line, "%u: { M[%u] == %u; M[%u] := %u } @ %llu:%llu%n", &x->thread, &x->address, &x->read, &again,
               &x->write, &begin, &end, &n) == 7 &&
        n) {
        x->reads = x->writes = true;
        if (again != x->address) return false;
    } else if (sscanf(line, "%u: M[%u] %2s %u @ %llu:%n", &x->thread, &x->address, verb, &x->read, &begin, &n) == 5 &&
               n) {
        x->reads = strcmp(verb, "==") == 0;
        x->writes = strcmp(verb, ":=") == 0;
        if (x->writes) x->write = x->read;
        if (x->reads == x->writes || (x->reads && sscanf(line + n, "%llu", &end) != 1)) return false;
    } else return false;
    x->begin = begin, x->end = end;
    return true;
}

enum { MAX_ADDRESSES = 256, MAX_VALUES = 4096 };

/* Every operation of the history is there, in program order, with its own times; equal values of a word have equal
 * numbers; no value is written twice. */
static void axe_tells_the_history(void **state)
{
    (void)state;
    static uint8_t written[MAX_ADDRESSES][MAX_VALUES];
    static uint32_t meaning[MAX_ADDRESSES][MAX_VALUES];
    static bool known[MAX_ADDRESSES][MAX_VALUES];
    Sim *s = run(MOCK_SC, "--ops=300 --set=atomics=0 --set=loads=70 --seed=8 --axe=trace_test.axe", 0);
    const SimHistory *h = &s->cores.history;
    char *text = mock_read_file("trace_test.axe"), *at = text, *units = strstr(text, "units of time in a cycle: ");
    uint64_t cycle = units ? strtoull(strchr(units, ':') + 1, NULL, 10) : 0;
    AxeLine x;
    assert_int_equal(cycle, 4); /* the words of a line */
    for (size_t i = 0; i < h->n_ops; i++)
        for (uint32_t k = 0; k < h->ops[i].count; k++) {
            const SimOp *o = &h->ops[i];
            const SimAccess *a = &h->accesses[o->first + k];
            while (*at == '#') at = strchr(at, '\n') + 1;
            assert_true(parse_axe(at, &x));
            at = strchr(at, '\n') + 1;
            assert_true(x.thread == o->thread && x.begin == cycle * o->issue + k && x.reads == (o->kind != SIM_STORE) &&
                        x.writes == (o->kind != SIM_LOAD));
            if (x.reads) assert_int_equal(x.end, cycle * (o->complete_at + 1) - 1);
            assert_true(x.address < MAX_ADDRESSES && x.read < MAX_VALUES && x.write < MAX_VALUES);
            uint32_t number = x.reads ? x.read : x.write, value = x.reads ? a->read : a->write;
            if (known[x.address][number]) assert_int_equal(meaning[x.address][number], value);
            known[x.address][number] = true, meaning[x.address][number] = value;
            if (x.writes) assert_int_equal(++written[x.address][x.write], 1);
            if (x.writes) assert_int_not_equal(x.write, 0);
        }
    while (*at == '#') at = strchr(at, '\n') + 1;
    assert_int_equal(*at, '\0');
    for (uint32_t i = 0; i < MAX_ADDRESSES; i++)
        for (uint32_t v = 1; v < MAX_VALUES; v++)
            if (known[i][v]) assert_int_equal(written[i][v], 1); /* what was read was written */
    free(text);
    sim_destroy(s);
}

static void axe_has_atomics_and_fences(void **state)
{
    (void)state;
    write_text("trace_test.1",
               "cohgen-trace 1\nmemory 0x44 9\n0 1 atomic 0x44 4 add 5\n0 1 fence\n0 1 atomic 0x44 4 cas 1 2\n0 1 "
               "store 0x44 4 14 \n");
    sim_destroy(run(MOCK_SC, "--test=trace --axe=trace_test.axe trace_test.1", 0));
    char *text = mock_read_file("trace_test.axe");
    assert_non_null(strstr(text, "1: { M[0] == 0; M[0] := 1 } @ "));
    assert_non_null(strstr(text, "# 0x44 == 0x9 := 0xe\n1: sync\n1: M[0] == 1 @ ")); /* a cas that fails is a load */
    assert_non_null(strstr(text, "# 1 writes repeat a value of their word: Axe will refuse them\n"));
    free(text);
    write_text("trace_test.1", "cohgen-trace 1\n0 1 store 0x44 2 5\n");
    sim_destroy(run(MOCK_SC, "--test=trace --axe=trace_test.none trace_test.1", 3));
    assert_null(mock_read_file("trace_test.none"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_runs_are_repeated),        cmocka_unit_test(options_of_the_command_line_win),
        cmocka_unit_test(a_trace_by_hand_does_what_it_says), cmocka_unit_test(errors_name_the_place),
        cmocka_unit_test(many_errors_are_told_at_once),      cmocka_unit_test(axe_tells_the_history),
        cmocka_unit_test(axe_has_atomics_and_fences),
    };
    return cmocka_run_group_tests_name("sim trace", tests, NULL, NULL);
}
