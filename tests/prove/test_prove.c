/* test_prove.c - what the prover makes of the texts of others: lists, names, ABC's verdicts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "prove.h"

static Prove *begin(void)
{
    static Prove p;
    p = (Prove){.a = arena_create(1 << 20)};
    return &p;
}

static void verdicts(void **state)
{
    (void)state;
    ProveVerdict v = prove_verdict("Property proved.  Time = 1 sec\n", 0);
    assert_int_equal(v.result, PROVE_PROVED);
    v = prove_verdict("Networks are equivalent after structural hashing.\n", 20);
    assert_int_equal(v.result, PROVE_PROVED);
    v = prove_verdict("Output 0 of miter \"a\" was asserted in frame 17. Time = 0.1 sec\n", 0);
    assert_int_equal(v.result, PROVE_VIOLATED);
    assert_int_equal(v.depth, 17);
    v = prove_verdict("No output asserted in 20 frames. Resource limit reached (timeout 60 sec).\n", 20);
    assert_int_equal(v.result, PROVE_BOUNDED);
    assert_int_equal(v.depth, 20);
    /* fewer frames than were asked for, of more, or of another engine: nothing is known */
    v = prove_verdict("No output asserted in 19 frames.\n", 20);
    assert_int_equal(v.result, PROVE_UNKNOWN);
    v = prove_verdict("No output asserted in 200 frames.\n", 20);
    assert_int_equal(v.result, PROVE_UNKNOWN);
    v = prove_verdict("No output asserted in 20 frames.\n", 0);
    assert_int_equal(v.result, PROVE_UNKNOWN);
    v = prove_verdict("", 0);
    assert_int_equal(v.result, PROVE_UNKNOWN);
    assert_int_equal(prove_frame("Output 0 was asserted in frame x"), -1);
}

static void covers(void **state)
{
    (void)state;
    const char *log = "Properties:  All = 6. Proved = 0. Disproved = 6. Undecided = 0.   Time = 2 sec\n";
    assert_true(prove_all_asserted(log, 6));
    assert_false(prove_all_asserted(log, 5));
    assert_false(prove_all_asserted(log, 60));
    assert_false(prove_all_asserted("Properties:  All = 6. Proved = 1. Disproved = 5.\n", 6));
    assert_false(prove_all_asserted("All = 6. Proved = 6.\n Disproved = 6.\n", 6)); /* of two lines */
    assert_int_equal(prove_number("\n12 objects.\n"), 12);
    assert_int_equal(prove_number("objects: 12\n"), -1);
    assert_int_equal(prove_number(NULL), -1);
}

static void lists(void **state)
{
    (void)state;
    Prove *p = begin();
    char file[] = "/tmp/test_prove_XXXXXX";
    assert_true(mkstemp(file) >= 0);
    tool_write(file, "# a comment\nlet small A=1 B=2\nlet all @small C=3\n\none spec=x.xml @all by-name D=4=5\n"
                     "  # more\ntwo E=\n");
    ProveList l = prove_list(p, file);
    tool_remove(file);
    assert_int_equal(l.n, 2);
    assert_string_equal(l.at[0].name, "one");
    const char *const keys[] = {"spec", "A", "B", "C", "by-name", "D"};
    const char *const values[] = {"x.xml", "1", "2", "3", NULL, "4=5"};
    assert_int_equal(l.at[0].words.n, 6);
    for (int i = 0; i < 6; i++) {
        assert_string_equal(l.at[0].words.at[i].key, keys[i]);
        if (values[i]) assert_string_equal(l.at[0].words.at[i].value, values[i]);
        else assert_null(l.at[0].words.at[i].value);
    }
    assert_string_equal(l.at[1].words.at[0].value, "");
    arena_destroy(p->a);
}

static void expressions(void **state)
{
    (void)state;
    Prove *p = begin();
    const struct { const char *regex; int n; const char *last; } cases[] = {
        {"^(a|b)$", 2, "^b$"}, {"a|b|c", 3, "c"}, {"^x(a|(b|c))_$", 2, "^x(b|c)_$"}, {"abc", 1, "abc"},
        {"(a|b)|c", 2, "c"}, {"", 1, ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Words w = prove_alternatives(p->a, cases[i].regex);
        assert_int_equal(w.n, cases[i].n);
        assert_string_equal(w.at[w.n - 1], cases[i].last);
    }
    assert_true(prove_matches("u_mshr.length", "^u_.*(length|park)$"));
    assert_false(prove_matches("u_mshr.lengths", "^u_.*(length|park)$"));
    Words names = prove_cells(p->a, "attribute \\src \"x\"\n  cell $assert \\inv_a\n    parameter\n"
                                    "  cell $and $1\n  cell $assert \\u.b\n");
    assert_int_equal(names.n, 2);
    assert_string_equal(names.at[1], "u.b");
    arena_destroy(p->a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(verdicts), cmocka_unit_test(covers), cmocka_unit_test(lists),
                                       cmocka_unit_test(expressions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
