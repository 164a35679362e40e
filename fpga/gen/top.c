/* top.c - the top of a board around a unit, its report and its pins. */
#include "fpga.h"
#include <string.h>

void fpga_report(const FpgaBoard *b, const FpgaUnit *u, double mhz, Buf *text)
{
    buf_printf(text,
               "cohgen %s on %s, %.2f MHz\r\naccesses %c in %c cycles\r\nsignature %c, expected %c\r\n%c\r\n",
               u->name, b->name, mhz, 16, 17, 18, 19, 20);
}

static void bytes(Buf *v, const Buf *text)
{
    buf_printf(v, "%zu'h", 8 * text->n);
    for (size_t i = 0; i < text->n; i++) buf_printf(v, "%s%02X", i > 0 && i % 32 == 0 ? "_" : "", text->at[i] & 0xff);
}

void fpga_top(const FpgaBoard *b, const FpgaUnit *u, double mhz, uint32_t signature, bool sdram, Buf *v)
{
    Buf text;
    buf_init(&text, v->arena);
    fpga_report(b, u, mhz, &text);
    buf_printf(v, "// %s on %s: the unit that drives itself, its verdict on a serial line (%d baud) and LEDs.\n"
                  "// Made by fpga_top of the descriptions of board and unit; do not edit.\n",
               u->name, b->name, b->baud);
    buf_printf(v, "module fpga_top #(\n  parameter integer DIVISOR = %d,      // cycles of a bit on the serial line\n"
                  "  parameter integer PAUSE = %d,   // cycles between two reports; 0: one only\n"
                  "  parameter integer RESET_W = 10        // 2^RESET_W cycles of reset\n) (\n"
                  "  input  wire clk_pin_i,\n",
               (int)(mhz * 1e6 / b->baud + 0.5), (int)(mhz * 2e6));
    if (b->has_button) buf_printf(v, "  input  wire button_pin_i,\n");
    for (int i = 0; i < b->n_leds; i++) buf_printf(v, "  output wire %s_pin_o,\n", b->leds[i].name);
    for (int i = 0; i < b->n_holds; i++) buf_printf(v, "  output wire hold%d_pin_o,\n", i);
    if (sdram) fpga_sdram_ports(&b->sdram, v);
    buf_printf(v, "  output wire uart_pin_o\n);\n  wire clk, locked, rst, pass, fail, busy, done, error;\n"
                  "  wire [31:0] sig, ops;\n  fpga_pll u_pll (.clk_i(clk_pin_i), .clk_o(clk), .locked_o(locked));\n");
    if (u->sdram) buf_printf(v, "  wire [37:0] sdram;\n  wire [15:0] sdram_dq%s;\n", sdram ? "" : " = 16'd0");
    buf_printf(v, "  fpga_reset #(.WAIT_W(RESET_W)) u_reset (.clk_i(clk), .good_i(locked%s), .rst_o(rst));\n",
               !b->has_button ? "" : b->button.active ? " && !button_pin_i" : " && button_pin_i");
    buf_printf(v, "  %s #(", u->module);
    for (int i = 0; i < u->n_params; i++)
        buf_printf(v, "%s\n    .%s(%d)", i ? "," : "", u->params[i].name, u->params[i].value);
    if (sdram) fpga_sdram_parameter(&b->sdram, mhz, v);
    buf_printf(v, "\n  ) u_unit (\n    ");
    if (u->sdram) buf_printf(v, ".sdram_o(sdram), .sdram_dq_i(sdram_dq),\n    ");
    buf_printf(v, ".clk_i(clk), .rst_i(rst), .done_o(done), .error_o(error), .sig_o(sig), "
                  ".ops_o(ops)\n  );\n");
    buf_printf(v, "  fpga_judge #(\n    .LENGTH(%zu), .EXPECTED(32'h%08X), .LIMIT(32'd%d), .DIVISOR(DIVISOR), "
                  ".PAUSE(PAUSE),\n    .TEXT(", text.n, (unsigned)signature, u->limit);
    bytes(v, &text);
    buf_printf(v, ")\n  ) u_judge (\n    .clk_i(clk), .rst_i(rst), .unit_done_i(done), .unit_error_i(error), "
                  ".unit_sig_i(sig), .unit_ops_i(ops),\n    .tx_o(uart_pin_o), .pass_o(pass), .fail_o(fail), "
                  ".busy_o(busy)\n  );\n");
    for (int i = 0; i < b->n_leds; i++)
        buf_printf(v, "  assign %s_pin_o = %s%s;\n", b->leds[i].name, b->leds[i].active ? "" : "!", b->leds[i].name);
    for (int i = 0; i < b->n_holds; i++) buf_printf(v, "  assign hold%d_pin_o = 1'b%d;\n", i, b->holds[i].active);
    if (sdram) fpga_sdram_wires(v);
    buf_printf(v, "  wire unused = &{1'b0, pass, fail, busy, %s1'b0};\nendmodule\n",
               u->sdram && !sdram ? "sdram, " : "");
}

void fpga_place(const FpgaBoard *b, const char *port, const char *pin, bool pull_up, Buf *c)
{
    if (strcmp(b->family, "ice40") == 0) {
        buf_printf(c, "set_io %s %s\n", port, pin);
        return;
    }
    buf_printf(c, "LOCATE COMP \"%s\" SITE \"%s\";\nIOBUF PORT \"%s\" IO_TYPE=LVCMOS33%s;\n", port, pin, port,
               pull_up ? " PULLMODE=UP" : "");
}

void fpga_pins(const FpgaBoard *b, bool sdram, Buf *c)
{
    Buf name;
    fpga_place(b, "clk_pin_i", b->clock_pin, false, c);
    if (strcmp(b->family, "ecp5") == 0) buf_printf(c, "FREQUENCY PORT \"clk_pin_i\" %.6g MHZ;\n", b->clock_mhz);
    fpga_place(b, "uart_pin_o", b->uart_pin, false, c);
    if (b->has_button) fpga_place(b, "button_pin_i", b->button.pin, !b->button.active, c);
    for (int i = 0; i < b->n_leds; i++) {
        buf_init(&name, c->arena);
        buf_printf(&name, "%s_pin_o%c", b->leds[i].name, 0);
        fpga_place(b, name.at, b->leds[i].pin, false, c);
    }
    for (int i = 0; i < b->n_holds; i++) {
        buf_init(&name, c->arena);
        buf_printf(&name, "hold%d_pin_o%c", i, 0);
        fpga_place(b, name.at, b->holds[i].pin, false, c);
    }
    if (sdram) fpga_sdram_pins(b, c);
}
