/* Row coverage: what it counts, how files add up, what is missing. */
#include "test.h"
#include "mock_run.h"
#include <string.h>

static Sim *run(const char *line)
{
    int code;
    Sim *s = mock_run(MOCK_SC, line, &code, NULL);
    assert_non_null(s);
    assert_int_equal(code, 0);
    return s;
}

static char *as_text(const SimCoverage *c, void (*print)(const SimCoverage *c, FILE *out))
{
    FILE *f = fopen("coverage_test.out", "w");
    assert_non_null(f);
    print(c, f);
    fclose(f);
    return mock_read_file("coverage_test.out");
}

static void write_lines(const char *text)
{
    FILE *f = fopen("coverage_test.list", "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static int full(const Sim *s, const char *except, const char *expected)
{
    FILE *f = fopen("coverage_test.err", "w");
    assert_non_null(f);
    if (except) write_lines(except);
    int code = sim_coverage_full(&s->trace.coverage, except ? "coverage_test.list" : NULL, f);
    fclose(f);
    char *text = mock_read_file("coverage_test.err");
    assert_string_equal(text, expected);
    free(text);
    return code;
}

static void every_row_that_fires_is_counted(void **state)
{
    (void)state;
    Sim *s = run("--ops=200");
    uint32_t rows, taken;
    for (uint32_t r = 0; r < ROW_STALL; r++)
        assert_int_equal(sim_coverage_row(&s->trace.coverage, 0, r), s->trace.controllers[0].rows[r]);
    assert_int_equal(sim_coverage_row(&s->trace.coverage, 0, ROW_STALL),
                     s->monitor.stalled_rows[0][ROW_STALL]); /* cycles */
    sim_coverage_rows(&s->trace.coverage, 0, &rows, &taken);
    assert_int_equal(rows, MOCK_ROWS - 1); /* one is marked never */
    assert_int_equal(taken, MOCK_ROWS - 2); /* no fences in random traffic */
    sim_destroy(s);
}

static void rows_never_taken_are_found(void **state)
{
    (void)state;
    Sim *s = run("--ops=200");
    assert_int_equal(full(s, NULL, "error: row never taken: CACHE: V x fence (mock.xml:14)\n"), 1);
    assert_int_equal(full(s, "# list\nCACHE V fence the random test has no fences\n", ""), 0);
    assert_int_equal(full(s, "CACHE V fence why\nCACHE V load wrong\n",
                          "error: listed as a row that cannot be taken, but it was: CACHE: V x load (mock.xml:10)\n"),
                     1);
    assert_int_equal(full(s, "CACHE V fence\n", ""), 2);       /* no reason */
    assert_int_equal(full(s, "CACHE I fence why\n", ""), 2);   /* a row marked never */
    assert_int_equal(full(s, "CACHE X fence why\n", ""), 2);
    sim_destroy(s);
}

static void files_add_up(void **state)
{
    (void)state;
    Sim *s = run("--ops=200 --coverage=coverage_test.txt");
    char *once = as_text(&s->trace.coverage, sim_coverage_text), *file = mock_read_file("coverage_test.txt");
    assert_string_equal(once, file);
    SimCoverage c;
    sim_coverage_init(&c, &cg_design);
    assert_true(sim_coverage_add(&c, "coverage_test.txt"));
    char *again = as_text(&c, sim_coverage_text);
    assert_string_equal(again, file);
    assert_true(sim_coverage_add(&c, "coverage_test.txt"));
    for (uint32_t r = 0; r < MOCK_ROWS; r++)
        assert_int_equal(sim_coverage_row(&c, 0, r), 2 * sim_coverage_row(&s->trace.coverage, 0, r));
    assert_int_equal(c.n_runs, 2);
    sim_coverage_free(&c);
    sim_destroy(s);
    free(once), free(file), free(again);
}

static void bad_files_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = { "",
                                       "hello\n",
                                       "cohgen-coverage 2 mock\n",
                                       "cohgen-coverage 1 rcc\n",
                                       "cohgen-coverage 1 mock\nCACHE V load 0 x mock.xml:10\n",
                                       "cohgen-coverage 1 mock\nCACHE V load 5 1 mock.xml:10\n",
                                       "cohgen-coverage 1 mock\nL1 V load 0 1 mock.xml:10\n",
                                       "cohgen-coverage 1 mock\nCACHE V load 0\n" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        SimCoverage c;
        sim_coverage_init(&c, &cg_design);
        write_lines(bad[i]);
        assert_false(sim_coverage_add(&c, "coverage_test.list"));
        sim_coverage_free(&c);
    }
}

static uint32_t times(const char *text, const char *word)
{
    uint32_t n = 0;
    for (; (text = strstr(text, word)); text += strlen(word)) n++;
    return n;
}

static void the_page_shows_the_table(void **state)
{
    (void)state;
    Sim *s = run("--ops=200");
    char *page = as_text(&s->trace.coverage, sim_coverage_html);
    assert_int_equal(times(page, "<tr>"), 3);                 /* head, two states */
    assert_int_equal(times(page, "<td class=zero>"), 1);      /* V x fence */
    assert_int_equal(times(page, "<td class=never>"), 1);     /* I x fence */
    assert_int_equal(times(page, "<td class=none>"), 1);      /* V x RENEW */
    assert_int_equal(times(page, "<td class=stall>"), 2);     /* I x store, I x atomic */
    assert_int_equal(times(page, "<td"), times(page, "</td>"));
    assert_non_null(strstr(page, "<p class=bad>6 of 7 rows taken</p>"));
    assert_non_null(strstr(page, "<li>CACHE: V &times; fence <small>(row at mock.xml:14)</small></li>"));
    assert_null(strstr(page, "http"));                         /* it needs no other file */
    sim_destroy(s);
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_that_fires_is_counted),
        cmocka_unit_test(rows_never_taken_are_found),
        cmocka_unit_test(files_add_up),
        cmocka_unit_test(bad_files_are_refused),
        cmocka_unit_test(the_page_shows_the_table),
    };
    return cmocka_run_group_tests_name("sim coverage", tests, NULL, NULL);
}
