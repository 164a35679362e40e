/* test_report.c - what `fpga_report` reads of the reports of Yosys and nextpnr. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "report.h"

static Arena *arena;

static const char log_of_ecp5[] =
    "Info:             DP16KD:     2/  108     1%\nInfo:         TRELLIS_FF:   900/43848     2%\n"
    "Info:       TRELLIS_COMB:  1200/43848     2%\n"
    "Info: Max frequency for clock '$glbnet$clk': 55.00 MHz (FAIL at 80.00 MHz)\n"
    "Info: Critical path report for clock '$glbnet$clk' (posedge -> posedge):\n"
    "Info:       type curr  total name\nInfo:   clk-to-q  9.00  9.00 Source u_old.a_TRELLIS_FF_Q.Q\n"
    "Info:             DP16KD:     3/  108     1%\nInfo:         TRELLIS_FF:  1000/43848     2%\n"
    "Info:       TRELLIS_COMB:  1234/43848     2%\n"
    "Info: Critical path report for clock '$glbnet$clk' (posedge -> posedge):\n"
    "Info:       type curr  total name\n"
    "Info:   clk-to-q  0.50  0.50 Source u_unit.u_a.count_q_TRELLIS_FF_Q.Q\n"
    "Info:    routing  1.00  1.50 Net u_unit.u_a.count_q[0] (1,2) -> (3,4)\n"
    "Info:                          Sink u_unit.u_a.x_LUT4_Z.A\n"
    "Info:      logic  0.25  1.75 Source u_unit.u_a.x_LUT4_Z.F\n"
    "Info:    routing  0.75  2.50 Net u_unit.u_a.x (1,2) -> (3,4)\n"
    "Info:      logic  0.20  2.70 Source u_unit.u_b.y_PFUMX_Z.F\n"
    "Info:      setup  0.10  2.80 Source u_unit.u_b.y_PFUMX_Z.M\n"
    "Info: Critical path report for cross-domain path '<async>' -> 'posedge clk':\n"
    "Info:     source  7.00  7.00 Source u_pin.O\n"
    "Info: Max frequency for clock '$glbnet$clk': 41.25 MHz (FAIL at 80.00 MHz)\n";

static void placed(void **state)
{
    (void)state;
    FpgaCells c = fpga_placed(arena, "ecp5", log_of_ecp5, "");
    assert_float_equal(c.luts, 1234, 0);
    assert_float_equal(c.flipflops, 1000, 0);
    assert_float_equal(c.rams, 3, 0);
    assert_float_equal(fpga_fastest(arena, log_of_ecp5), 41.25, 1e-9);
    assert_float_equal(fpga_fastest(arena, "Info: no clocks\n"), 0, 0);
    c = fpga_placed(arena, "ice40", "Info:         ICESTORM_LC:  500/ 7680   6%\nInfo:   ICESTORM_RAM:  4/   32  12%\n",
                    "     SB_DFF          10\n     SB_DFFSR        20\n     SB_LUT4   300\n     SB_DFF          10\n");
    assert_float_equal(c.luts, 500, 0);
    assert_float_equal(c.flipflops, 30, 0);
    assert_float_equal(c.rams, 4, 0);
}

static void path(void **state)
{
    (void)state;
    FpgaPath p = fpga_path(arena, log_of_ecp5);
    assert_int_equal(p.n, 2);
    assert_string_equal(p.at[0].name, "u_unit.u_a");
    assert_float_equal(p.at[0].ns, 2.5, 1e-9);
    assert_string_equal(p.at[1].name, "u_unit.u_b");
    assert_float_equal(p.at[1].ns, 0.3, 1e-9);
}

static void xc7(void **state)
{
    (void)state;
    FpgaCells c = fpga_xc7(arena, "  LUT2   10\n  LUT6   20\n  RAM32M  2\n  RAM64X1D 3\n  SRL16E 1\n"
                           "  FDRE 40\n  FDSE_1 2\n  RAMB36E1 1\n  RAMB18E1 3\n  CARRY4 7\n  MUXF7 8\n");
    assert_float_equal(c.luts, 10 + 20 + 8 + 6 + 1, 0);
    assert_float_equal(c.flipflops, 42, 0);
    assert_float_equal(c.rams, 2.5, 0);
    c = fpga_xc7(arena, "  12 LUT4\n  5 FDCE\n");
    assert_float_equal(c.luts, 12, 0);
    assert_float_equal(c.flipflops, 5, 0);
}

int main(void)
{
    arena = arena_create(1 << 24);
    const struct CMUnitTest all[] = {cmocka_unit_test(placed), cmocka_unit_test(path), cmocka_unit_test(xc7)};
    return cmocka_run_group_tests(all, NULL, NULL);
}
