/* The litmus format: what it means, and what its errors say. */
#include "test.h"
#include "cores/strength.h"
#include "litmus/litmus.h"
#include <string.h>

static Litmus t;

static void outcomes(const char *text, size_t allowed)
{
    assert_true(litmus_parse(&t, "t.litmus", text, stderr));
    assert_int_equal(t.allowed[LITMUS_SC].n, allowed);
    litmus_free(&t);
}

static void outcomes_under_sc_are_enumerated(void **state)
{
    (void)state;
    outcomes("litmus SB P0|P1; x=1|y=1; r0=y|r0=x; exists (0:r0=0 /\\ 1:r0=0) SC Never", 3);
    outcomes("litmus one P0; x=1; r0=x; exists 0:r0=1 SC Sometimes", 1);
    outcomes("litmus 2+2W P0|P1; x=1|y=1; y=2|x=2; exists (x=1 /\\ y=1) SC Never WEAK Sometimes", 3);
    outcomes("litmus cas { x=3; } P0|P1; r0=cas(x,3,4)|r0=exchange(x,5); exists ~(0:r0=3 \\/ x=4) SC Sometimes", 2);
    outcomes("litmus old P0; r0=add(x,1); exists 0:r0=0 SC Sometimes", 1);
    outcomes("litmus fwd (* a register stored again *) P0|P1; r0=x|x=7; y=r0|; exists y=7 SC Sometimes", 2);
}

static void error(const char *text, const char *expected)
{
    char got[600] = {0};
    FILE *f = tmpfile();
    assert_false(litmus_parse(&t, "t.litmus", text, f));
    rewind(f);
    assert_true(fread(got, 1, sizeof got - 1, f) > 0);
    fclose(f);
    if (strncmp(got, expected, strlen(expected)) != 0) fail_msg("expected: %s\ngot: %s", expected, got);
}

static void errors_name_the_place(void **state)
{
    (void)state;
    error("litmus a\nP0;\n x = ;\nexists x=1 SC Never", "t.litmus:3:6: error: expected a number\n   x = ;\n       ^\n");
    error("litmus a\nP1;", "t.litmus:2:1: error: expected 'P0', found 'P1'");
    error("litmus a P0|P1;\nx=1;\nexists x=1 SC Sometimes", "t.litmus:2:4: error: expected '|', found ';'");
    error("litmus a P0; x=1; exists y=1 SC Never", "t.litmus:1:26: error: no statement uses a variable y");
    error("litmus a P0; x=1; exists 1:r0=1 SC Never", "t.litmus:1:26: error: there is no thread 1");
    error("litmus a P0; x=1; exists 0:r0=1 SC Never", "t.litmus:1:26: error: thread 0 never loads register r0");
    error("litmus a P0; x=r1; exists x=1 SC Never", "t.litmus:1:16: error: thread 0 never loads register r1");
    error("litmus a P0; x=15; exists x=1 SC Never", "t.litmus:1:16: error: numbers go from 0 to 14");
    error("litmus a P0; swap(x,1); exists x=1 SC Never", "t.litmus:1:14: error: expected a variable or one of add");
    error("litmus a P0; x=1; exists x=1 SC Never",
          "t.litmus:1:33: error: the verdict is wrong: one of the sequentially consistent runs");
    error("litmus a P0; x=1; exists x=2 SC Sometimes", "t.litmus:1:33: error: the verdict is wrong: none of");
    error("litmus a P0; x=14; add(x,1); exists x=2 SC Never", "t.litmus:1:44: error: some run yields a value above 14");
    error("litmus a P0; x=1; exists (x=1 SC Never", "t.litmus:1:31: error: expected ')', found 'SC'");
    error("litmus a P0; x=1; exists x=1 SC Sometimes more", "t.litmus:1:43: error: nothing may follow the verdict");
    error("litmus a (* P0;", "t.litmus:1:10: error: this comment has no end");
    error("litmus a P0|P1|P2|P3|P4;", "t.litmus:1:22: error: a test has at most 4 threads");
    error("litmus a P0|P1|P2|P3; x=1|x=1|x=1|x=1;x=1|x=1|x=1|x=1;x=1|x=1|x=1|x=1;x=1|x=1|x=1|x=1; exists x=1 SC "
          "Sometimes",
          "t.litmus:1:102: error: the test has too many interleavings");
    error("", "t.litmus:1:1: error: expected 'litmus', found the end of the file");
}

/* The shipped tests: the classic shapes, and those with two variables again with fences, which forbid them under the
 * weak model too. */
static void the_shipped_tests_are_read(void **state)
{
    (void)state;
    static const struct { const char *name; uint32_t threads, variables; bool weak, fenced;
    } files[] = { { "2+2W", 2, 2, true, true },    { "CoRR1", 2, 1, false, false }, { "CoRR2", 4, 1, false, false },
                  { "CoRR3", 2, 1, false, false }, { "IRIW", 4, 2, true, true },    { "LB", 2, 2, true, true },
                  { "MP", 2, 2, true, true },      { "R", 2, 2, true, true },       { "RWC", 3, 2, true, true },
                  { "S", 2, 2, true, true },       { "SB", 2, 2, true, true },      { "WRC", 3, 2, true, true },
                  { "WRW+2W", 3, 2, true, true },  { "WWC", 3, 2, true, true },     { "CoRW1", 1, 1, false, false },
                  { "CoRW2", 2, 1, false, false }, { "CoWW", 1, 1, false, false } };
    char path[400];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        for (int fenced = 0; fenced <= files[i].fenced; fenced++) {
            uint32_t fences = 0;
            snprintf(path, sizeof path, LITMUS_DIR "%s/%s%s.litmus", fenced ? "/fenced" : "", files[i].name,
                     fenced ? "+fences" : "");
            assert_true(litmus_read(&t, path, stderr)); /* the verdict for SC is checked on the way */
            assert_int_equal(strncmp(t.name, files[i].name, strlen(files[i].name)), 0);
            assert_int_equal(t.n_threads, files[i].threads);
            assert_int_equal(t.n_variables, files[i].variables);
            assert_true(!t.sometimes[LITMUS_SC] && t.known[LITMUS_WEAK]);
            assert_true(t.sometimes[LITMUS_WEAK] == (files[i].weak && !fenced));
            for (uint32_t k = 0; k < t.n_threads; k++)
                for (uint32_t n = 0; n < t.n_statements[k]; n++) fences += t.statements[k][n].kind == LITMUS_FENCE;
            assert_true(fenced ? fences >= 1 : fences == 0);
            litmus_free(&t);
        }
}

/* Without .sys a plain fence is the strongest of .gpu, a plain atomic relaxed.gpu; a wider one has none. */
static void plain_operations_are_of_the_widest_scope(void **state)
{
    (void)state;
    const CgName events[] = {{.name = "load", .code = 0}, {.name = "rmw", .code = 1}, {.name = "light", .code = 2},
                              {.name = "full", .code = 3}};
    const CgStrength strengths[] = {{1, LITMUS_ORDER_RELAXED, LITMUS_CTA}, {3, LITMUS_ORDER_RELAXED, LITMUS_GPU},
                                    {4, LITMUS_ORDER_ACQ_REL, LITMUS_CTA}, {4, LITMUS_ORDER_ACQ_REL, LITMUS_GPU}};
    CgCorePort p = {.n_events = 4, .events = events, .strengths = strengths};
    assert_int_equal(sim_strength_event(&p, SIM_FENCE, LITMUS_ORDER_WEAK, LITMUS_NO_SCOPE), 3);
    assert_int_equal(sim_strength_event(&p, SIM_ATOMIC, LITMUS_ORDER_WEAK, LITMUS_NO_SCOPE), 1);
    assert_int_equal(sim_strength_event(&p, SIM_FENCE, LITMUS_ORDER_ACQ_REL, LITMUS_CTA), 2);
    assert_int_equal(sim_strength_event(&p, SIM_FENCE, LITMUS_ORDER_SC, LITMUS_SYS), SIM_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(outcomes_under_sc_are_enumerated),
                                        cmocka_unit_test(errors_name_the_place),
                                        cmocka_unit_test(the_shipped_tests_are_read),
                                        cmocka_unit_test(plain_operations_are_of_the_widest_scope) };
    return cmocka_run_group_tests_name("sim litmus", tests, NULL, NULL);
}
