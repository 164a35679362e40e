/* What crosses the boundary to the harness, and when (sim/model/boundary.h). */
#include "model/boundary.h"
#include "test.h"
#include <string.h>

enum { IN_WORDS = 7, OUT_WORDS = 14, INSTANCES = 3 };

/* Three instances with records of two words in, one out; a stage each, three gauges each, a network, a message. */
static const char *const gauges[] = {"a", "b", "c", 0};
static const CgController controllers[] = {
    { .name = "A", .instances = INSTANCES, .stage_lsb = 32 * 7, .stage_stride = 32, .gauges = gauges, .n_gauges = 0 },
    { .name = "B",
      .instances = INSTANCES,
      .in_base = 32,
      .in_stride = 64,
      .out_base = 32,
      .out_stride = 32,
      .gauges = gauges,
      .n_gauges = 3,
      .gauge_lsb = 32 * 7 },
};
static const CgNetwork networks[] = {{"net", 32 * 4, 8, 32 * 5}};
static const CgMessage messages[] = {{"M", "net", 32 * 6, 32 * 11}};
static const CgLinks links[] = {{0, 32 * 12, 4, 32 * 13}};
const CgDesign cg_design = { .name = "boundary",
                             .in_bits = 32 * IN_WORDS,
                             .out_bits = 32 * OUT_WORDS,
                             .controllers = controllers,
                             .n_controllers = 2,
                             .networks = networks,
                             .n_networks = 1,
                             .messages = messages,
                             .n_messages = 1,
                             .links = links,
                             .n_links = 1 };

static uint32_t in[IN_WORDS + 1], out[OUT_WORDS + 1];

static void begin(void)
{
    memset(in, 0, sizeof in);
    memset(out, 0, sizeof out);
    assert_true(cg_boundary_start());
    cg_boundary_cycle(in, out);
}

static void only_what_has_moved_is_driven(void **state)
{
    (void)state;
    uint32_t record[3] = {0, 0, 77};
    begin();
    for (int n = 0; n < INSTANCES; n++) assert_false(cg_moved(1, n));
    in[4] = 0x1234;                 /* the second word of instance 1 */
    for (int n = 0; n < INSTANCES; n++) assert_int_equal(cg_moved(1, n), n == 1);
    cg_boundary_drive(1, 1, record);
    assert_int_equal(record[0], 0);
    assert_int_equal(record[1], 0x1234);
    assert_int_equal(record[2], 77);
    assert_false(cg_moved(1, 1));
    in[4] = 0;
    assert_true(cg_moved(1, 1));
    assert_false(cg_moved(1, 0));
    cg_boundary_end();
}

static void counters_show_earlier_cycles(void **state)
{
    (void)state;
    begin();
    cg_flits(0, 3, 2);
    cg_flits(0, 1, 0);
    cg_sent(0, 7);
    cg_linked(0, 6, 1);
    assert_int_equal(out[4] + out[5] + out[6] + out[12], 0);
    cg_boundary_cycle(in, out);
    assert_int_equal(out[4], 4);
    assert_int_equal(out[5], 2);
    assert_int_equal(out[6], 1);
    assert_int_equal(out[11], 7);
    assert_int_equal(out[12], 6);
    assert_int_equal(out[13], 1);
    cg_boundary_cycle(in, out);
    assert_int_equal(out[4], 4);
    assert_int_equal(out[12], 6);
    cg_sent(0, 2);
    cg_boundary_cycle(in, out);
    assert_int_equal(out[6], 2);
    assert_int_equal(out[11], 9);
    cg_boundary_end();
}

static void reports_have_their_places(void **state)
{
    (void)state;
    uint32_t record = 0xabcd, three[2] = {0x00020001, 3};
    begin();
    in[0] = 1;
    assert_int_equal(cg_reset(), 1);
    cg_error_bit(1);
    cg_boundary_sample(1, 2, &record);
    cg_stage(0, 0, 0x501);
    assert_int_equal(out[0], 1);
    assert_int_equal(out[3], 0xabcd);
    assert_int_equal(out[7], 0x501);
    cg_boundary_gauges(1, 1, three);                    /* begins in the middle of a word */
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(cg_get(out, 32 * 7 + (3 + i) * CG_GAUGE_BITS, CG_GAUGE_BITS), i + 1);
    assert_int_equal(cg_get(out, 32 * 7 + 2 * CG_GAUGE_BITS, CG_GAUGE_BITS), 0);
    cg_boundary_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(only_what_has_moved_is_driven),
                                        cmocka_unit_test(counters_show_earlier_cycles),
                                        cmocka_unit_test(reports_have_their_places) };
    return cmocka_run_group_tests_name("sim boundary", tests, NULL, NULL);
}
