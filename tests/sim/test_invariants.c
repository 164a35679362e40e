/* Invariants over the system, fed with rows by hand: what becomes known and unknown, and which cases are looked at. */
#include "test.h"
#include "mock_run.h"
#include "invariants/invariants.h"
#include "invariants/truth.h"
#include "model/watch.h"
#include <string.h>

enum { I, V, LOAD = 0, ASK, ROW = 0, WALK };
/* Of a row: word 0. */
static const CgField fields[] = {
    {"key", 0, 4},   {"state", 4, 1},  {"event", 5, 1},    {"next", 6, 1},     {"from", 7, 1},       {"send0", 8, 1},
    {"send0.to", 9, 1}, {"send0:n", 10, 3}, {"line.x", 16, 4}, {"line:hit", 20, 1}, {"line:alloc", 21, 1},
    {"line:free", 22, 1}, {"reg.r", 23, 4}, {"now:t", 27, 4},
};
static const CgName states[] = {{"I", I}, {"V", V}}, events[] = {{"load", LOAD}, {"Ask", ASK}};
static const struct CgRow rows[] = {{"I", "load", "t.xml", 5, CG_ROW_ON, 0}, {"V", "load", "t.xml", 6, CG_ROW_ON, 0}};
static const CgOccurrence occurrences[] = {{CG_ORIGIN_CORE, false, LOAD, 0, 0}, {CG_ORIGIN_NETWORK, false, ASK, 0, 0}};
static const CgSend sends[] = {{0, false}};
static const CgController controllers[] = {{.name = "A", .instances = 2, .fields = fields, .n_fields = 14,
    .states = states, .n_states = 2, .events = events, .n_events = 2, .rows = rows, .n_rows = 2,
    .occurrences = occurrences, .sends = sends, .n_sends = 1}};

static const CgWatched values[] = {{CG_FIELD, true, false, "line", "x", 1}, {CG_REGISTER, false, false, 0, "r", 2},
                                   {CG_STATE, true, false, 0, "state", 0}, {CG_HIT, true, false, "line", "hit", 0},
                                   {CG_TIME, false, false, 0, "t", 0}};
static const uint16_t walks[] = {WALK};
static const CgWatchedController watched[] = {{0, values, 5, walks, 1}};
static const CgWatchedField watched_fields[] = {{0, "n"}};
static const CgWatchedMessage messages[] = {{0, 0, "Ask"}};
/* every a in key, c in A: c.line.x(a) + c.r le 9 */
static const CgBound sum_names[] = {{"a", CG_LINES, 0, -1}, {"c", CG_INSTANCES, 0, -1}};
static const CgTerm sum_terms[] = {{CG_T_VALUE, 1, 0, 0, 0, 0, 0, 0, 0, 0}, {CG_T_VALUE, 1, 0, 0, 0, 0, 1, 0, 0, 0},
    {CG_T_ADD_CHECK, 0, 0, 0, 1, 0, 0, 15, 0, 15}, {CG_T_NUM, 0, 0, 0, 0, 0, 9, 0, 0, 0},
    {CG_T_LE, 0, 0, 2, 3, 0, 0, 1, 0, 15}, {CG_T_EVERY, 1, 0, 4, 0, 0, 0, 0, 0, 0},
    {CG_T_EVERY, 0, 0, 5, 0, 0, 0, 0, 0, 0}};
/* every m in Ask, c in A: c eq m.to implies m.n ne 3 or c.state(m.key) eq V */
static const CgBound ask_names[] = {{"m", CG_MESSAGES, 0, 0}, {"c", CG_INSTANCES, 0, -1}};
static const CgTerm ask_terms[] = {
    {CG_T_NODE, 1, 0, 0, 0, 0, 0, 0, 0, 0}, {CG_T_TO, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {CG_T_EQ, 0, 0, 0, 1, 0, 0, 1, 0, 1}, {CG_T_FIELD, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {CG_T_NUM, 0, 0, 0, 0, 0, 3, 0, 0, 0}, {CG_T_NE, 0, 0, 3, 4, 0, 0, 1, 0, 7},
    {CG_T_VALUE, 1, 0, 0, 0, 0, 2, 0, 0, 0}, {CG_T_NUM, 0, 0, 0, 0, 0, V, 0, 0, 0},
    {CG_T_EQ, 0, 0, 6, 7, 0, 0, 1, 0, 1}, {CG_T_OR, 0, 0, 5, 8, 0, 0, 1, 0, 1},
    {CG_T_IMPLIES, 0, 0, 2, 9, 0, 0, 1, 0, 1}, {CG_T_EVERY, 1, 0, 10, 0, 0, 0, 0, 0, 0},
    {CG_T_EVERY, 0, 0, 11, 0, 0, 0, 0, 0, 0}};
/* some a in key, c in A: not c.line.hit(a) */
static const CgTerm some_terms[] = {{CG_T_VALUE, 1, 0, 0, 0, 0, 3, 0, 0, 0}, {CG_T_NOT, 0, 0, 0, 0, 0, 0, 1, 0, 1},
    {CG_T_SOME, 1, 0, 1, 0, 0, 0, 0, 0, 0}, {CG_T_SOME, 0, 0, 2, 0, 0, 0, 0, 0, 0}};
/* (count m in Ask: m.n eq 5) le 1 */
static const CgTerm few_terms[] = {{CG_T_FIELD, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {CG_T_NUM, 0, 0, 0, 0, 0, 5, 0, 0, 0},
    {CG_T_EQ, 0, 0, 0, 1, 0, 0, 1, 0, 7}, {CG_T_COUNT, 0, 0, 2, 0, 0, 0, 15, 0, 0},
    {CG_T_NUM, 0, 0, 0, 0, 0, 1, 0, 0, 0},
    {CG_T_LE, 0, 0, 3, 4, 0, 0, 1, 0, 15}};
/* every a in key, c in A: home(a) eq c implies c.line.x(a) ne 8; the same, 1 eq 0 implies */
static const CgTerm home_terms[] = {{CG_T_HOME, 0, 0, 0, 0, 0, 0, 0, 0, 2}, {CG_T_NODE, 1, 0, 0, 0, 0, 0, 0, 0, 0},
    {CG_T_EQ, 0, 0, 0, 1, 0, 0, 1, 0, 1}, {CG_T_VALUE, 1, 0, 0, 0, 0, 0, 0, 0, 0},
    {CG_T_NUM, 0, 0, 0, 0, 0, 8, 0, 0, 0},
    {CG_T_NE, 0, 0, 3, 4, 0, 0, 1, 0, 15}, {CG_T_IMPLIES, 0, 0, 2, 5, 0, 0, 1, 0, 1},
    {CG_T_EVERY, 1, 0, 6, 0, 0, 0, 0, 0, 0},
    {CG_T_EVERY, 0, 0, 7, 0, 0, 0, 0, 0, 0}};
static const CgTerm no_terms[] = {{CG_T_NUM, 0, 0, 0, 0, 0, 1, 0, 0, 0}, {CG_T_NUM, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {CG_T_EQ, 0, 0, 0, 1, 0, 0, 1, 0, 1}, {CG_T_VALUE, 1, 0, 0, 0, 0, 0, 0, 0, 0},
    {CG_T_NUM, 0, 0, 0, 0, 0, 8, 0, 0, 0},
    {CG_T_NE, 0, 0, 3, 4, 0, 0, 1, 0, 15}, {CG_T_IMPLIES, 0, 0, 2, 5, 0, 0, 1, 0, 1},
    {CG_T_EVERY, 1, 0, 6, 0, 0, 0, 0, 0, 0},
    {CG_T_EVERY, 0, 0, 7, 0, 0, 0, 0, 0, 0}};
/* every a in key, c in A: not (c.t after c.line.x(a)), of times that go round in 16 */
static const CgTerm late_terms[] = {{CG_T_VALUE, 1, 0, 0, 0, 0, 0, 0, 0, 0}, {CG_T_VALUE, 1, 0, 0, 0, 0, 4, 0, 0, 0},
    {CG_T_BEFORE, 0, 0, 0, 1, 0, 0, 1, 0, 15}, {CG_T_NOT, 0, 0, 2, 0, 0, 0, 1, 0, 1},
    {CG_T_EVERY, 1, 0, 3, 0, 0, 0, 0, 0, 0}, {CG_T_EVERY, 0, 0, 4, 0, 0, 0, 0, 0, 0}};
static const CgInvariant late[] = {{"late", "A", "in time", "t.xml", 8, 0, sum_names, 2, late_terms, 6}};
static const char *const clocks[] = {"t"};
static const CgWatch in_time = {watched, watched_fields, 1, messages, 1, late, 1, clocks, 1};
static const CgInvariant invariants[] = {
    {"other", "A", "unheard of", "t.xml", 4, "such an operator", sum_names, 0, some_terms, 0},
    {"ask", "A", "the message", "t.xml", 2, 0, ask_names, 2, ask_terms, 13},
    {"some", "A", "the room", "t.xml", 3, 0, sum_names, 2, some_terms, 4},
    {"few", "A", "so many", "t.xml", 5, 0, ask_names, 1, few_terms, 6},
    {"home", "A", "the home", "t.xml", 6, 0, sum_names, 2, home_terms, 9},
    {"no", "A", "never", "t.xml", 7, 0, sum_names, 2, no_terms, 9},
    {"sum", "A", "the sum", "t.xml", 1, 0, sum_names, 2, sum_terms, 7}};        /* the last one: it counts at the end */
static const CgWatch watch = {watched, watched_fields, 1, messages, 1, invariants, 7, NULL, 0};
static const CgDesign design = {.name = "t", .controllers = controllers, .n_controllers = 1, .watch = &watch};

static const CgDesign timed = {.name = "t", .controllers = controllers, .n_controllers = 1, .watch = &in_time};

static SimStatus status;
static SimInvariants *all;

static void start_with(const CgDesign *d)
{
    status = (SimStatus){0};
    all = sim_invariants_create(d, &status);
}
static void start(void) { start_with(&design); }

/* A row of instance c on the line: it has x then; a register of 0 if none is given. */
enum { HIT = 1 << 20, ALLOC = 1 << 21, FREE = 1 << 22, TAKES = 1 << 5, TO_V = 1 << 6 };
static void row(int c, uint32_t key, uint32_t x, uint32_t r, uint32_t more)
{
    uint32_t f[2] = {key | x << 16 | r << 23 | more, 0};
    sim_invariants_row(all, 0, c, ROW, f);
}
static uint32_t sends_to(uint32_t to, uint32_t n) { return 1 << 8 | to << 9 | n << 10; }

static void done(uint32_t failures, const char *first, const char *report)
{
    char text[400] = "";
    FILE *f = fmemopen(text, sizeof text, "w");
    sim_invariants_end(all);
    sim_invariants_report(all, f);
    fclose(f);
    assert_int_equal(status.failures, failures);
    if (first && !strstr(status.first, first)) fail_msg("%s", status.first);
    if (report && !strstr(text, report)) fail_msg("%s", text);
    sim_invariants_destroy(all);
}

static void lines_and_registers(void **state)
{
    (void)state;
    start();
    row(0, 5, 7, 2, ALLOC);
    row(1, 6, 4, 5, ALLOC);
    row(1, 6, 9, 5, HIT | FREE); /* the line is gone: 1 again */
    row(1, 6, 9, 5, 0);
    row(0, 5, 15, 15, HIT);      /* leaves its type: nothing is said */
    done(0, NULL, "not looked at: 'other' (t.xml:4): such an operator");
    start();
    row(0, 5, 7, 2, ALLOC);
    row(1, 6, 4, 5, ALLOC);
    row(1, 6, 4, 6, HIT);
    done(1, "invariant 'sum' of A does not hold (t.xml:1): a = line 0x6, c = A[1], c.line.x(a) = 4, c.r = 6: the sum",
         NULL);
    start();
    row(0, 5, 7, 2, ALLOC);
    row(0, 6, 1, 3, 0);          /* the register of the other line: seen at the end, if not before */
    done(1, "a = line 0x5, c = A[0], c.line.x(a) = 7, c.r = 3", NULL);
}

/* What does not hold for one row is seen in that row, also while it is not the turn of a look at everything. */
static void each_row_is_looked_at(void **state)
{
    (void)state;
    for (int before = 0; before < 16; before++)
        for (int c = 0; c < 2; c++) {
            start();
            for (uint32_t key = 0; key < 12; key++) row(!c, key, 1, 1, ALLOC);
            for (int i = 0; i < before; i++) row(!c, 3, 1, 1, HIT);
            row(c, 6, 4, 6, ALLOC);
            row(c, 6, 4, 5, HIT);
            done(1, c ? "a = line 0x6, c = A[1], c.line.x(a) = 4, c.r = 6" : "a = line 0x6, c = A[0]", NULL);
        }
}

static void walks_are_not_seen(void **state)
{
    (void)state;
    start();
    row(0, 5, 7, 2, ALLOC);
    uint32_t f[2] = {6 | 3 << 23, 0};
    sim_invariants_row(all, 0, 0, WALK, f);
    done(0, NULL, "could not be judged");
}

static void messages_are_counted(void **state)
{
    (void)state;
    start();
    row(0, 5, 1, 0, sends_to(1, 5));
    row(1, 5, 1, 0, TAKES);
    row(0, 5, 1, 0, sends_to(1, 5));
    row(0, 6, 1, 0, sends_to(1, 4));
    done(0, NULL, NULL);
    start();
    row(0, 5, 1, 0, sends_to(1, 5));
    row(0, 6, 1, 0, sends_to(1, 5));
    done(1, "invariant 'few' of A does not hold (t.xml:5): : so many", NULL);
}

static void messages_under_way(void **state)
{
    (void)state;
    start();
    row(0, 5, 1, 0, sends_to(1, 2));
    row(1, 5, 1, 0, TAKES);
    row(1, 5, 1, 0, TO_V);
    row(0, 5, 1, 0, sends_to(1, 3)); /* V: fine */
    done(0, NULL, NULL);
    start();
    row(0, 5, 1, 0, sends_to(1, 3));
    done(1, "invariant 'ask' of A does not hold (t.xml:2): m = Ask from A[0] to A[1] of line 0x5, c = A[1], m.n = 3, "
            "c.state(m.key) = I: the message", NULL);
    start();
    row(1, 5, 1, 0, TO_V);
    row(0, 5, 1, 0, sends_to(1, 3));
    row(1, 5, 1, 0, 0);          /* no longer V while it is under way */
    done(1, "m = Ask from A[0] to A[1]", NULL);
    start();
    row(1, 5, 1, 0, TO_V);
    row(0, 5, 1, 0, sends_to(1, 3));
    row(0, 5, 1, 0, sends_to(1, 2));
    row(1, 5, 1, 0, TAKES);      /* which of them is not to be seen: of the other nothing is known */
    done(0, NULL, "could not be judged");
    start();
    row(1, 5, 1, 0, TAKES);
    done(0, NULL, "messages were lost track of");
}

static void some_line_that_nobody_asked_for(void **state)
{
    (void)state;
    start();
    row(0, 5, 1, 0, ALLOC);
    row(1, 5, 1, 0, ALLOC);
    done(0, NULL, NULL);
    start();
    for (uint32_t key = 0; key < 16; key++) {
        row(0, key, 1, 0, ALLOC);
        row(1, key, 1, 0, ALLOC);
    }
    done(1, "invariant 'some' of A does not hold (t.xml:3)", NULL);
}

/* Of the two instances only the home is looked at; 'no' holds by its numbers, and has no cases. */
static void the_home_of_a_line(void **state)
{
    (void)state;
    start();
    row(0, 5, 8, 0, ALLOC);      /* whose home is A[1] */
    done(0, NULL, "invariants 6 over the system, 11 cases");
    start();
    row(1, 5, 8, 0, ALLOC);
    done(1, "invariant 'home' of A does not hold (t.xml:6): a = line 0x5, c = A[1], c.line.x(a) = 8: the home", NULL);
    start();
    row(0, 4, 8, 0, ALLOC);
    done(1, "a = line 0x4, c = A[0], c.line.x(a) = 8: the home", NULL);
}

/* A time is the one of the last row, whose ever it is: it grows for both instances, and for lines of earlier rows. */
static uint32_t at_time(uint32_t t) { return t << 27 | ALLOC; }
static void times(void **state)
{
    (void)state;
    start_with(&timed);
    row(0, 5, 14, 0, at_time(12));
    row(1, 5, 2, 0, at_time(13));     /* 2 comes after 13 */
    row(1, 6, 3, 0, at_time(14));
    done(0, NULL, "invariants 1 over the system");
    start_with(&timed);
    row(0, 5, 14, 0, at_time(12));
    row(1, 6, 3, 0, at_time(15));     /* too late for the line of the other one */
    done(1, "invariant 'late' of A does not hold (t.xml:8): a = line 0x5, c = A[0], c.line.x(a) = 14, c.t = 15", NULL);
}

/* Operators on two constants, which are one constant then, and on the kind and the receiver of a message; sides that
 * settle a result, or leave the other. */
static void operators(void **state)
{
    (void)state;
    static const struct { CgTermOp op; uint64_t a, b, mask, sign, result; } cases[] = {
        {CG_T_MAX, 3, 5, 15, 0, 5}, {CG_T_MAX, 5, 3, 15, 0, 5}, {CG_T_MAX, 3, 12, 15, 8, 3}, {CG_T_MIN, 3, 5, 15, 0, 3},
        {CG_T_LE, 3, 3, 1, 0, 1}, {CG_T_LE, 4, 3, 1, 0, 0}, {CG_T_LE, 12, 3, 1, 8, 1}, {CG_T_LT, 3, 3, 1, 0, 0},
        {CG_T_EQ, 3, 3, 1, 0, 1}, {CG_T_EQ, 3, 4, 1, 0, 0}, {CG_T_NE, 3, 4, 1, 0, 1}, {CG_T_ADD, 9, 9, 15, 0, 2},
        {CG_T_BEFORE, 3, 4, 1, 0, 1}, {CG_T_BEFORE, 4, 4, 1, 0, 0}, {CG_T_BEFORE, 14, 2, 1, 0, 1},
        {CG_T_BEFORE, 2, 14, 1, 0, 0},
        {CG_T_AND, 1, 1, 1, 0, 1}, {CG_T_AND, 1, 0, 1, 0, 0}, {CG_T_AND, 0, 1, 1, 0, 0},
        {CG_T_OR, 0, 0, 1, 0, 0}, {CG_T_OR, 0, 1, 1, 0, 1}, {CG_T_OR, 1, 0, 1, 0, 1},
        {CG_T_IMPLIES, 0, 0, 1, 0, 1}, {CG_T_IMPLIES, 1, 0, 1, 0, 0}, {CG_T_IMPLIES, 1, 1, 1, 0, 1},
    };
    static const CgBound name = {"m", CG_MESSAGES, 0, -1};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int form = 0; form < 4; form++) { /* a bit for each side: 1: a constant */
            const CgTerm terms[] = {{.op = form & 1 ? CG_T_NUM : CG_T_TYPE, .num = cases[i].a, .mask = 15},
                                    {.op = form & 2 ? CG_T_NUM : CG_T_TO, .num = cases[i].b, .mask = 15},
                                    {.op = (uint8_t)cases[i].op, .a = 0, .b = 1, .mask = cases[i].mask,
                                     .sign = cases[i].sign, .other = 15}};
            const CgInvariant v = {.names = &name, .n_names = 1, .terms = terms, .n_terms = 3};
            const SimMessage m = {.kind = (uint16_t)cases[i].a, .to = (uint32_t)cases[i].b};
            const bool holds[3] = {false};
            SimTerm *t = sim_truth_create(NULL, &v, holds);
            SimCase c = {.is = &v, .terms = t, .at = {{.message = &m}}};
            SimKnown found = sim_truth(&c, 2);
            assert_true(found.known);
            assert_int_equal(found.v, cases[i].result);
            if (form == 3) assert_int_equal(sim_truth_settled(t, 2), cases[i].result != 0);
            if (form == 0) assert_false(sim_truth_settled(t, 2));
            free(t);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators), cmocka_unit_test(lines_and_registers),
        cmocka_unit_test(each_row_is_looked_at),
        cmocka_unit_test(walks_are_not_seen),
        cmocka_unit_test(messages_are_counted), cmocka_unit_test(messages_under_way),
        cmocka_unit_test(the_home_of_a_line), cmocka_unit_test(times),
        cmocka_unit_test(some_line_that_nobody_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
