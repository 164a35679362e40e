/* pll.c - settings of the PLL of a family, and its instance. */
#include "fpga.h"
#include <string.h>

static const char *const head =
    "// The clock of a board: %.6g MHz of %.6g MHz.\n"
    "module fpga_pll (\n  input  wire clk_i,\n  output wire clk_o,\n  output wire locked_o\n);\n";

/* Output = input * feedback / divider; the oscillator at output * post has 400 to 800 MHz. */
static bool ecp5(const FpgaBoard *b, double *mhz, Buf *v)
{
    int divider = 0, feedback = 0;
    double best = *mhz / 4;
    for (int i = 1; i <= 128 && b->clock_mhz / i >= 3.125; i++)
        for (int f = 1; f <= 128; f++) {
            double off = *mhz - b->clock_mhz * f / i;
            if (off > -1e-9 && off < best - 1e-9) best = off, divider = i, feedback = f;
        }
    if (!divider) return false;
    *mhz = b->clock_mhz * feedback / divider;
    int post = (int)(600 / *mhz + 0.5);
    if (post < 1 || post > 128 || *mhz * post < 400 || *mhz * post > 800) return false;
    buf_printf(v, head, *mhz, b->clock_mhz);
    buf_printf(v, "  (* FREQUENCY_PIN_CLKI=\"%.6g\" *) (* FREQUENCY_PIN_CLKOP=\"%.6g\" *)\n", b->clock_mhz, *mhz);
    buf_printf(v, "  (* ICP_CURRENT=\"12\" *) (* LPF_RESISTOR=\"8\" *) (* MFG_ENABLE_FILTEROPAMP=\"1\" *)\n"
                  "  (* MFG_GMCREF_SEL=\"2\" *)\n  EHXPLLL #(\n");
    static const char *const off[] = { "PLLRST_ENA", "INTFB_WAKE", "STDBY_ENABLE", "DPHASE_SOURCE" };
    for (int i = 0; i < 4; i++) buf_printf(v, "    .%s(\"DISABLED\"),\n", off[i]);
    for (int i = 0; i < 4; i++) buf_printf(v, "    .OUTDIVIDER_MUX%c(\"DIV%c\"),\n", 'A' + i, 'A' + i);
    buf_printf(v,
               "    .CLKI_DIV(%d), .CLKOP_ENABLE(\"ENABLED\"), .CLKOP_DIV(%d), .CLKOP_CPHASE(%d), .CLKOP_FPHASE(0),\n"
               "    .FEEDBK_PATH(\"CLKOP\"), .CLKFB_DIV(%d)\n  ) u_pll (\n"
               "    .RST(1'b0), .STDBY(1'b0), .CLKI(clk_i), .CLKOP(clk_o), .CLKFB(clk_o), .CLKINTFB(),\n"
               "    .PHASESEL0(1'b0), .PHASESEL1(1'b0), .PHASEDIR(1'b1), .PHASESTEP(1'b1), .PHASELOADREG(1'b1),\n"
               "    .PLLWAKESYNC(1'b0), .ENCLKOP(1'b0), .LOCK(locked_o)\n  );\nendmodule\n",
               divider, post, post / 2, feedback);
    return true;
}

/* Output = input / (r + 1) * (f + 1) / 2^q; the oscillator before the last division has 533 to 1066 MHz. */
static bool ice40(const FpgaBoard *b, double *mhz, Buf *v)
{
    int r = -1, f = 0, q = 0;
    double best = *mhz / 4;
    for (int i = 0; i < 16; i++) {
        double in = b->clock_mhz / (i + 1);
        if (in < 10 || in > 133) continue;
        for (int k = 0; k < 64; k++)
            for (int e = 1; e <= 6; e++) {
                double oscillator = in * (k + 1), off = *mhz - oscillator / (1 << e);
                if (oscillator < 533 || oscillator > 1066 || off < -1e-9 || off > best - 1e-9)
                    continue;
                best = off, r = i, f = k, q = e;
            }
    }
    if (r < 0) return false;
    double in = b->clock_mhz / (r + 1);
    *mhz = in * (f + 1) / (1 << q);
    int filter = in < 17 ? 1 : in < 26 ? 2 : in < 44 ? 3 : in < 66 ? 4 : in < 101 ? 5 : 6;
    buf_printf(v, head, *mhz, b->clock_mhz);
    buf_printf(v,
               "  SB_PLL40_CORE #(\n    .FEEDBACK_PATH(\"SIMPLE\"), .DIVR(4'd%d), .DIVF(7'd%d), .DIVQ(3'd%d), "
               ".FILTER_RANGE(3'd%d)\n  ) u_pll (\n    .LOCK(locked_o), .RESETB(1'b1), .BYPASS(1'b0), "
               ".REFERENCECLK(clk_i), .PLLOUTGLOBAL(clk_o)\n  );\nendmodule\n",
               r, f, q, filter);
    return true;
}

bool fpga_pll(const FpgaBoard *b, double *mhz, Buf *verilog)
{
    return strcmp(b->family, "ecp5") == 0 ? ecp5(b, mhz, verilog) : ice40(b, mhz, verilog);
}
