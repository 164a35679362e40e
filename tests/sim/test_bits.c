/* Bit fields of packed vectors against a bit-by-bit reference. */
#include "test.h"
#include "base/base.h"
#include <string.h>

enum { WORDS = 12, BITS = 32 * WORDS, ROUNDS = 20000 };

static int bit(const uint32_t *v, uint32_t i) { return v[i / 32] >> i % 32 & 1; }

static void scalar_fields_match_reference(void **state)
{
    (void)state;
    SimRng r = {test_seed()};
    uint32_t v[WORDS] = {0}, w[WORDS];
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t width = sim_below(&r, 65), lsb = sim_below(&r, BITS - width);
        uint64_t x = sim_random(&r);
        memcpy(w, v, sizeof v);
        cg_put(v, lsb, width, x);
        for (uint32_t i = 0; i < BITS; i++) {
            bool inside = i >= lsb && i < lsb + width;
            assert_int_equal(bit(v, i), inside ? (int)(x >> (i - lsb) & 1) : bit(w, i));
        }
        assert_true(cg_get(v, lsb, width) == (width == 64 ? x : x & ((UINT64_C(1) << width) - 1)));
    }
}

static void wide_fields_match_reference(void **state)
{
    (void)state;
    SimRng r = {test_seed()};
    uint32_t v[WORDS] = {0}, w[WORDS];
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t width = 1 + sim_below(&r, 256), lsb = sim_below(&r, BITS - width);
        uint8_t in[32], out[32] = {0};
        for (size_t i = 0; i < sizeof in; i++) in[i] = (uint8_t)sim_random(&r);
        memcpy(w, v, sizeof v);
        cg_put_bytes(v, lsb, width, in);
        for (uint32_t i = 0; i < BITS; i++) {
            bool inside = i >= lsb && i < lsb + width;
            assert_int_equal(bit(v, i), inside ? in[(i - lsb) / 8] >> (i - lsb) % 8 & 1 : bit(w, i));
        }
        cg_get_bytes(v, lsb, width, out);
        for (uint32_t i = 0; i < width; i++) assert_int_equal(out[i / 8] >> i % 8 & 1, in[i / 8] >> i % 8 & 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(scalar_fields_match_reference),
                                        cmocka_unit_test(wide_fields_match_reference) };
    return cmocka_run_group_tests_name("sim bits", tests, NULL, NULL);
}
