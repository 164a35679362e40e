/* The checkers of rows, fed by hand; and how they are chosen. */
#include "test.h"
#include "mock_run.h"
#include <string.h>

enum { I, S, M, V, LOAD = 0, STORE };

static const CgField fields[] = { { "key", 0, 16 },      { "state", 16, 2 },    { "event", 18, 2 },
                                  { "next", 20, 2 },     { "performs", 22, 2 }, { "line.ver", 32, 32 },
                                  { "line.exp", 64, 32 } };
static const CgName states[] = {{"I", I}, {"S", S}, {"M", M}, {"V", V}}, events[] = {{"load", LOAD}, {"store", STORE}};
static const struct CgRow rows[] = {{"I", "load", "t.xml", 5, CG_ROW_ON, 0}};
static const CgController controllers[] = { { .name = "A",
                                              .instances = 3,
                                              .fields = fields,
                                              .n_fields = 7,
                                              .states = states,
                                              .n_states = 4,
                                              .events = events,
                                              .n_events = 2,
                                              .rows = rows,
                                              .n_rows = 1 } };
static const CgDesign design = {.name = "t", .controllers = controllers, .n_controllers = 1};
/* As many as a checker can tell apart. */
static const CgController many_controllers[] = { { .name = "A",
                                                   .instances = 64,
                                                   .fields = fields,
                                                   .n_fields = 7,
                                                   .states = states,
                                                   .n_states = 4,
                                                   .events = events,
                                                   .n_events = 2,
                                                   .rows = rows,
                                                   .n_rows = 1 } };
static const CgDesign many = {.name = "t", .controllers = many_controllers, .n_controllers = 1};

static SimStatus status;
static SimCheckers checkers;

static void use_on(const CgDesign *d, const char *name)
{
    const char *names[] = {name};
    status = (SimStatus){0};
    assert_true(sim_checkers_init(&checkers, d, &status, names, 1));
}
static void use(const char *name) { use_on(&design, name); }

static void fires(int instance, uint32_t key, uint32_t state, uint32_t event, uint32_t next, uint32_t performs,
                  uint32_t ver, uint32_t exp)
{
    uint32_t f[3] = {key | state << 16 | event << 18 | next << 20 | performs << 22, ver, exp};
    sim_checkers_row(&checkers, 0, instance, 0, f);
}

static void done(uint32_t failures, const char *first)
{
    sim_checkers_end(&checkers);
    assert_int_equal(status.failures, failures);
    if (first && !strstr(status.first, first)) fail_msg("%s", status.first);
    sim_checkers_free(&checkers);
}

static void one_writer_is_enough(void **state)
{
    (void)state;
    use("single_writer");
    fires(0, 7, I, LOAD, S, 0, 0, 0);
    fires(1, 7, I, LOAD, S, 0, 0, 0);
    fires(1, 7, S, LOAD, I, 0, 0, 0);
    fires(0, 7, S, STORE, M, 0, 0, 0);
    fires(1, 8, I, STORE, M, 0, 0, 0); /* another line */
    fires(0, 7, M, LOAD, I, 0, 0, 0);
    fires(2, 7, I, STORE, M, 0, 0, 0);
    done(0, NULL);
    use("single_writer");
    fires(0, 7, I, STORE, M, 0, 0, 0);
    fires(2, 7, I, LOAD, S, 0, 0, 0);
    done(1,
         "single_writer: A key 0x7: held in M by 0x1 and in S by 0x4 (a bit per instance) after I x load at instance 2 "
         "(t.xml:5)");
    use("single_writer");
    for (uint32_t key = 0; key < 1000; key++) fires(0, key, I, STORE, M, 0, 0, 0);
    done(0, NULL);
    use("single_writer");
    for (uint32_t key = 0; key < 1000; key++) fires(0, key, I, STORE, M, 0, 0, 0);
    fires(1, 3, I, STORE, M, 0, 0, 0); /* found among many */
    done(1, "key 0x3: held in M by 0x3");
    use_on(&many, "single_writer");
    fires(0, 7, I, STORE, M, 0, 0, 0);
    fires(63, 7, I, LOAD, S, 0, 0, 0);
    done(1, "key 0x7: held in M by 0x1 and in S by 0x8000000000000000");
}

static void writes_come_after_leases(void **state)
{
    (void)state;
    use("leases");
    fires(0, 7, V, STORE, V, 2, 11, 10);
    fires(0, 7, V, LOAD, V, 1, 11, 30);  /* reads may extend the lease */
    fires(0, 7, I, STORE, V, 2, 0, 30);  /* not a line that is present */
    done(0, NULL);
    use("leases");
    fires(1, 7, V, STORE, V, 3, 30, 30);
    done(1, "leases: A[1] key 0x7: a write got version 30, a lease of the line lasts until 30 (t.xml:5)");
    use("leases"); /* the last time, where time saturates */
    fires(0, 7, V, STORE, V, 2, UINT32_MAX, UINT32_MAX - 1);
    fires(0, 7, V, STORE, V, 2, UINT32_MAX, UINT32_MAX);
    done(0, NULL);
    use("leases");
    fires(0, 7, V, LOAD, V, 0, 5, UINT32_MAX);
    done(1, "leases: A[0] key 0x7: a lease lasts until the last time, 4294967295 (t.xml:5)");
}

/* STC: controller 0 has the units, 1 the L2; lines of 16 bytes, four bands, SEB in reg.seb. */
enum { LOADS, STORES, CHANGES, PREPARES };

static const CgField stc_fields[] = { { "key", 0, 8 },       { "state", 8, 1 },     { "event", 9, 2 },
                                      { "next", 11, 1 },     { "performs", 12, 2 }, { "core", 14, 2 },
                                      { "id", 16, 2 },       { "reg.cer", 18, 4 },  { "reg.seb", 22, 4 },
                                      { "msg.warp", 26, 2 } };
static const CgName stc_events[] = {{"load", LOADS}, {"store.blocked", STORES}, {"ChangeEpoch", CHANGES},
                                    {"PrepareEpochChange", PREPARES}};
static const CgName stc_states[] = {{"I", 0}, {"I_V", 1}};
static const CgController stc_controllers[] = {
    {.name = "CU", .instances = 2, .fields = stc_fields, .n_fields = 10, .states = stc_states, .n_states = 2,
     .events = stc_events, .n_events = 4, .rows = rows, .n_rows = 1},
    {.name = "L2", .instances = 1, .fields = stc_fields, .n_fields = 7, .states = stc_states, .n_states = 2,
     .events = stc_events, .n_events = 4, .rows = rows, .n_rows = 1}};
static const CgCorePort stc_cores[] = {{.controller = "CU", .line_bytes = 16}};
static const CgDesign stc = {.name = "stc", .controllers = stc_controllers, .n_controllers = 2, .cores = stc_cores,
                             .n_cores = 1};

static void in_unit(int unit, uint32_t key, uint32_t event, uint32_t performs, uint32_t cer)
{
    uint32_t f[1] = {key | event << 9 | performs << 12 | cer << 18 | 4 << 22};
    sim_checkers_row(&checkers, 0, unit, 0, f);
}

static void in_l2(uint32_t key, uint32_t core)
{
    uint32_t f[1] = {key | 2 << 12 | core << 14};
    sim_checkers_row(&checkers, 1, 0, 0, f);
}

static void units(void)
{
    const char *names[] = {"epochs"};
    status = (SimStatus){0};
    assert_true(sim_checkers_init(&checkers, &stc, &status, names, 1));
    in_unit(0, 0, LOADS, 0, 1);
    in_unit(1, 0, LOADS, 0, 1);
}

static void epochs_are_kept(void **state)
{
    (void)state;
    units();
    in_unit(0, 1, LOADS, 1, 1);      /* a hit in band 1, in epoch 0 */
    in_unit(0, 2, STORES, 0, 1);
    in_unit(0, 0, CHANGES, 0, 4);
    in_l2(2, 0);                     /* unit 1 is one change behind, and neither stores nor hits in band 2 */
    in_unit(1, 0, LOADS, 1, 1 << 1); /* a register that says something else before its change would be found by ER3 */
    in_unit(1, 0, CHANGES, 0, 4);
    done(0, NULL);
    units();
    in_unit(1, 4, LOADS, 1, 1);
    done(1, "epochs: ER1: a load is answered from an L1 while its band may be written: key 0x4, unit 1 in epochs 0x1");
    units();
    in_unit(0, 0, CHANGES, 0, 2);
    in_unit(1, 1, LOADS, 1, 1);
    done(1, "ER1: a load is answered from an L1 while its band may be written: key 0x1, unit 0 in epochs 0x2 with SEB");
    units();
    in_l2(3, 1);
    done(1, "ER2: a store takes effect outside of its band's epoch: key 0x3, unit 1");
    units();
    in_unit(0, 0, CHANGES, 0, 2);
    in_unit(0, 0, CHANGES, 0, 1);
    in_l2(0, 0);
    done(1, "ER3: a store takes effect while units are in different epochs: key 0x0, unit 1");
    units();
    in_unit(1, 3, STORES, 0, 1);
    done(1, "epochs: a store of unit 1, thread 0 has never taken effect");
    units();
    in_unit(0, 3, STORES, 0, 1);
    for (int i = 0; i < 17; i++) in_unit(0, 0, CHANGES, 0, 1);
    in_unit(0, 3, STORES, 0, 1);
    done(3, "DAR3: a store has waited for more than four rounds: key 0x0, unit 0");
}

static void epochs_end(void **state)
{
    (void)state;
    uint32_t send[1] = {1 | LOADS << 9 | 1 << 11 | 1 << 18 | 4 << 22};   /* for a line of band 1, in epoch 0 */
    units();
    sim_checkers_row(&checkers, 0, 0, 0, send);
    in_unit(0, 0, CHANGES, 0, 4);
    in_unit(0, 1, LOADS, 1, 4);      /* a hit; since then there was epoch 2 */
    in_unit(0, 0, CHANGES, 0, 2);
    in_unit(0, 0, CHANGES, 0, 1);
    sim_checkers_row(&checkers, 0, 0, 0, send);
    in_unit(0, 1, LOADS, 1, 1);      /* of after epoch 1 */
    done(0, NULL);
    units();
    sim_checkers_row(&checkers, 0, 0, 0, send);
    in_unit(0, 0, CHANGES, 0, 2);
    in_unit(0, 0, CHANGES, 0, 1);
    in_unit(0, 1, LOADS, 1, 1);
    done(1, "ER1: a load is answered from an L1 by a line that is older than an epoch of its band: key 0x1, unit 0");
    units();
    in_unit(1, 0, PREPARES, 0, 1);
    status.cycle = 100000;
    in_unit(1, 0, LOADS, 0, 1);
    in_unit(1, 0, CHANGES, 0, 2);
    status.cycle = 300000;
    in_unit(1, 0, LOADS, 0, 2);
    done(0, NULL);
    units();
    in_unit(1, 0, PREPARES, 0, 1);
    status.cycle = 100001;
    in_unit(1, 0, LOADS, 0, 1);
    done(1, "DAR2: a change that was prepared does not come: key 0x0, unit 1");
    units();
    in_unit(1, 3, STORES, 0, 1);
    status.cycle = 500001;
    in_unit(1, 0, LOADS, 0, 1);
    done(2, "DAR1: a store does not take effect: key 0x0, unit 1");
}

/* Of two states the other one is that in which a store is blocked. */
static void loads_are_not_blocked(void **state)
{
    (void)state;
    static const CgName states[] = {{"I", 0}, {"B", 1}};
    CgController of[] = {stc_controllers[0], stc_controllers[1]};
    CgDesign design_b = stc;
    const char *names[] = {"epochs"};
    enum { B = 1 << 8, TO_B = 1 << 11, AT = 1 << 18 | 4 << 22 };
    uint32_t store[1] = {3 | STORES << 9 | TO_B | AT}, behind[1] = {3 | B | LOADS << 9 | TO_B | AT},
             blocked[1] = {2 | LOADS << 9 | TO_B | AT}, sent[1] = {2 | LOADS << 9 | AT};
    of[0].states = states;
    design_b.controllers = of;
    for (int mistake = 0; mistake < 3; mistake++) {
        status = (SimStatus){0};
        assert_true(sim_checkers_init(&checkers, &design_b, &status, names, 1));
        sim_checkers_row(&checkers, 0, 0, 0, store);
        sim_checkers_row(&checkers, 0, 0, 0, behind);
        in_unit(0, 0, CHANGES, 0, 8);
        in_l2(3, 0);
        sim_checkers_row(&checkers, 0, 1, 0, mistake == 1 ? blocked : sent);
        status.cycle = mistake == 2 ? 100001 : 99999;
        uint32_t read[1] = {2 | 1 << 12 | 1 << 14};
        sim_checkers_row(&checkers, 1, 0, 0, read);
        done(mistake != 0, mistake == 1 ? "ER4: a load is blocked, and there is no older store of its line: key 0x2" :
                           mistake == 2 ? "ER4: a load has waited for too long: key 0x2" : NULL);
    }
}

static void checkers_are_chosen_by_name(void **state)
{
    (void)state;
    int code;
    assert_null(mock_run(MOCK_SC, "--check=single_writer", &code, NULL)); /* the mock has no state M */
    assert_int_equal(code, 2);
    assert_null(mock_run(MOCK_SC, "--check=nonsense", &code, NULL));
    assert_int_equal(code, 2);
    for (uint32_t i = 0; sim_checker_at(i); i++)
        assert_ptr_equal(sim_checker(sim_checker_at(i)->name), sim_checker_at(i));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(one_writer_is_enough),
                                        cmocka_unit_test(writes_come_after_leases), cmocka_unit_test(epochs_are_kept),
                                        cmocka_unit_test(epochs_end), cmocka_unit_test(loads_are_not_blocked),
                                        cmocka_unit_test(checkers_are_chosen_by_name) };
    return cmocka_run_group_tests_name("sim checker", tests, NULL, NULL);
}
