/* test_trial.c - values that are drawn for parameters lie in their ranges and lists, and are the same for a seed; what
 * programs have said is read. */
#include "trial.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static Trial trial;
static int set_up(void **state)
{
    (void)state;
    trial.a = arena_create((size_t)1 << 30);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_destroy(trial.a);
    return 0;
}

static const char params[] =
    "CORES 4 1 64 -\nBANKS 2 1 16 1,2,4,8,16\nLINE_BYTES 64 4 128 128,64,32,16,8,4\nGUARD 0 0 9 -\n";
static const char limits[] = "limit CORES 2 5 fewer\nrun --test bfs\nlimit CORES 1 3 the last one counts\n";

static void ranges(void **state)
{
    (void)state;
    DrawParams all = draw_params(&trial, limits, params);
    assert_int_equal(all.n, 4);
    assert_int_equal(all.at[0].least, 1);
    assert_int_equal(all.at[0].most, 3);
    long seen[4][129] = {{0}};
    for (long seed = 0; seed < 3000; seed++) {
        Words w = draw_values(&trial, &all, seed * 7919);
        assert_int_equal(w.n, 4);
        for (int i = 0; i < 4; i++) {
            const char *value = strchr(said_after(w.at[i], "--set="), '=') + 1;
            long v = atol(value);
            assert_true(v >= all.at[i].least && v <= all.at[i].most);
            if (i == 1 || i == 2) assert_int_equal(v & (v - 1), 0); /* their lists hold powers of two */
            seen[i][v]++;
        }
    }
    for (long v = 1; v <= 3; v++) assert_true(seen[0][v] > 100);
    for (long v = 1; v <= 16; v *= 2) assert_true(seen[1][v] > 10);
    for (long v = 4; v <= 128; v *= 2) assert_true(seen[2][v] > 10);
    for (long v = 0; v <= 9; v++) assert_true(seen[3][v] > 10);
}

/* A seed that was reported is drawn again by any later version. */
static void pinned(void **state)
{
    (void)state;
    DrawParams all = draw_params(&trial, "", params);
    Words w = draw_values(&trial, &all, 1000000);
    const char *const expected[] = {"--set=CORES=4", "--set=BANKS=4", "--set=LINE_BYTES=32", "--set=GUARD=3"};
    for (int i = 0; i < 4; i++) assert_string_equal(w.at[i], expected[i]);
}

static void read(void **state)
{
    (void)state;
    long n = 0;
    assert_string_equal(said_line(&trial, "one 1\ntwo 2\ntwo 3\n", "two "), "2");
    assert_null(said_line(&trial, "one 1\n", "two "));
    assert_true(tool_number("0123", 0, 200, &n));
    assert_int_equal(n, 123);
    assert_false(tool_number("", 0, 9, &n) || tool_number("-1", -9, 9, &n) || tool_number("1s", 0, 9, &n));
    assert_false(tool_number("10", 0, 9, &n) || tool_number("0", 1, 9, &n) || tool_number(" 1", 0, 9, &n));
    assert_false(tool_number("99999999999999999999", 0, LONG_MAX, &n));
    assert_int_equal(n, 123);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ranges), cmocka_unit_test(pinned), cmocka_unit_test(read)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
