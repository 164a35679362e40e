/* test_reports.c - what `area` reads of the reports of tools, and its model of memories. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "area.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Arena *arena;

static void library(void **state)
{
    (void)state;
    char file[] = "/tmp/area_test.XXXXXX";
    close(mkstemp(file));
    tool_write(file, "library (x) {\n  area : 9;\n  cell (INVX1) {\n    area : 16;\n  }\n"
               "  cell ( \"sky_nand2_1\" ) {\n    area : 24.5 ;\n  }\n  cell (NAND2X1) {\n    area : 30;\n  }\n}\n");
    assert_float_equal(area_of_nand2(arena, file), 24.5, 1e-9);
    tool_write(file, "library (x) {\n  cell (NAND3X1) {\n    area : 30;\n  }\n}\n");
    assert_float_equal(area_of_nand2(arena, file), 0, 0);
    unlink(file);
}

static void memories(void **state)
{
    (void)state;
    Memories m = area_memories(arena,
        "module \\x\n  cell $mem_v2 \\u_a.u_ram\n    parameter \\ABITS 3\n    parameter \\RD_PORTS 2\n"
        "    parameter \\SIZE 8\n    parameter \\WIDTH 33\n    parameter \\WR_PORTS 1\n"
        "    connect \\RD_CLK 2'x\n  end\n"
        "  cell $mem_v2 $flatten\\u_b\n    parameter \\RD_PORTS 1\n    parameter \\SIZE 4\n    parameter \\WIDTH 2\n"
        "    parameter \\WR_PORTS 0\n  end\nend\n");
    assert_int_equal(m.n, 2);
    assert_string_equal(m.at[0].name, "u_a.u_ram");
    assert_float_equal(m.at[0].words, 8, 0);
    assert_float_equal(m.at[0].width, 33, 0);
    assert_int_equal(m.at[0].reads, 2);
    assert_int_equal(m.at[0].writes, 1);
    assert_string_equal(m.at[1].name, "$flatten\\u_b");
    assert_int_equal(m.at[1].writes, 0);
}

static void cells(void **state)
{
    (void)state;
    double n = 0, area = 0;
    Parts parts = {0};
    area_cells(arena,
        "=== $paramod$0af\\cg_fifo ===\n\n   Number of cells:     10\n   Chip area for module '\\cg_fifo': 48.0\n"
        "=== $paramod\\cg_ram\\WIDTH=s32'1 ===\n   Number of cells:   4\n   Chip area for module '\\cg_ram': 24.0\n"
        "=== top_l1 ===\n   Number of cells:   30\n   Chip area for module '\\top_l1': 12.0\n"
        "=== design hierarchy ===\n   Number of cells:   44\n   Chip area for top module '\\top_l1': 96.0\n",
        24, &n, &area, &parts);
    assert_float_equal(n, 44, 0);
    assert_float_equal(area, 96, 0);
    assert_int_equal(parts.n, 3);
    assert_string_equal(parts.at[0].name, "cg_fifo");
    assert_float_equal(parts.at[0].nand2, 2, 1e-9);
    assert_string_equal(parts.at[1].name, "cg_ram");
    assert_string_equal(parts.at[2].name, "top_l1");
    assert_int_equal(area_lines("  DFFX1 a (DFF)\n INV b\n DFFSR c\n", "DFF"), 2);
}

static void delay(void **state)
{
    (void)state;
    assert_string_equal(area_delay(arena, "   3.250   data arrival time\n  -3.250   data arrival time\n"
                                          "   12.125   data arrival time\n  9.000 data arrival time\n"), "12.125");
    assert_string_equal(area_delay(arena, "no paths\n"), "?");
}

static void sram(void **state)
{
    (void)state;
    assert_float_equal(area_sram(2048, 1), 4096 * 0.171e-6 / 0.7, 1e-12);
    assert_float_equal(area_sram(0, 3), 2048 * 0.171e-6 * 1.7 * 1.7 / 0.7, 1e-12);
    assert_float_equal(area_sram(1000, 5), 4.8e-3, 1e-12);
}

int main(void)
{
    arena = arena_create(1 << 24);
    const struct CMUnitTest all[] = {cmocka_unit_test(library), cmocka_unit_test(memories), cmocka_unit_test(cells),
                                     cmocka_unit_test(delay), cmocka_unit_test(sram)};
    return cmocka_run_group_tests(all, NULL, NULL);
}
