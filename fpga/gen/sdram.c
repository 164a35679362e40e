/* sdram.c - the SDRAM of a board: its description, and what the top, the pins and the simulation have of it. */
#include "read.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const groups[FPGA_SDRAM_PINS] = { "clk", "cke", "cs", "ras", "cas", "we", "ba", "a", "dqm", "dq" };

/* Pins of a group: one, or as many as it has bits. */
static int width(const FpgaSdram *s, int group)
{
    if (group == FPGA_A) return s->rows;
    return group == FPGA_BA || group == FPGA_DQM ? 2 : group == FPGA_DQ ? 16 : 1;
}
/* The pin at `*at`, which goes on to the next; NULL: no more. */
static const char *next_pin(Arena *a, const char **at)
{
    const char *from = *at + strspn(*at, " \n\t");
    size_t n = strcspn(from, " \n\t");
    *at = from + n;
    return n ? str_copy(a, from, (int)n).p : NULL;
}

/* The unit's parameter has 8 bits for a number of cycles, 16 for those between refreshes, 32 for the start. */
static double time_of(Reader *r, xmlNode *n, const char *name, double most)
{
    double ns = read_number(r, n, name, NULL);
    char range[40];
    snprintf(range, sizeof range, "expected at most %g (ns) in", most);
    if (ns > most) read_complain(r, n, range, name);
    return ns;
}

void fpga_read_sdram(Reader *r, xmlNode *n, FpgaSdram *out)
{
    *out = (FpgaSdram){ .there = true, .rows = (int)read_number(r, n, "rows", NULL),
                        .columns = (int)read_number(r, n, "columns", NULL), .cl = (int)read_number(r, n, "cl", "2"),
                        .refreshes = (int)read_number(r, n, "refreshes", "8"), .init = time_of(r, n, "init", 1e7),
                        .refresh = time_of(r, n, "refresh", 1e5), .rcd = time_of(r, n, "rcd", 500),
                        .rp = time_of(r, n, "rp", 500), .ras = time_of(r, n, "ras", 500),
                        .rc = time_of(r, n, "rc", 500), .rfc = time_of(r, n, "rfc", 500),
                        .wr = time_of(r, n, "wr", 500) };
    if (out->rows < 11 || out->rows > 13) read_complain(r, n, "expected 11 to 13 in", "rows");
    if (out->columns < 8 || out->columns > 10) read_complain(r, n, "expected 8 to 10 in", "columns");
    if (out->refreshes < 1 || out->refreshes > 255) read_complain(r, n, "expected 1 to 255 in", "refreshes");
    if (out->cl < 2 || out->cl > 3) read_complain(r, n, "expected 2 or 3 in", "cl");
    for (xmlNode *c = xmlFirstElementChild(n); c; c = xmlNextElementSibling(c)) {
        const char *name = read_text(r, c, "name", NULL), *at = read_text(r, c, "at", NULL);
        int group = 0, count = 0;
        while (group < FPGA_SDRAM_PINS && strcmp(name, groups[group]) != 0) group++;
        if (strcmp((const char *)c->name, "pins") != 0 || group == FPGA_SDRAM_PINS) {
            read_complain(r, c, "an SDRAM has pins clk, cke, cs, ras, cas, we, ba, a, dqm, dq; not", name);
            continue;
        }
        out->pins[group] = at;
        while (next_pin(r->a, &at)) count++;
        if (count != width(out, group)) read_complain(r, c, "another number of pins than it has bits:", name);
    }
    for (int g = 0; g < FPGA_SDRAM_PINS; g++)
        if (!r->bad && !out->pins[g]) read_complain(r, n, "it needs pins", groups[g]);
}

void fpga_sdram_ports(const FpgaSdram *s, Buf *v)
{
    for (int g = 0; g < FPGA_SDRAM_PINS; g++) {
        if (width(s, g) > 1)
            buf_printf(v, "  %s wire [%d:0] sdram_%s_pin_%s,\n", g == FPGA_DQ ? "inout " : "output", width(s, g) - 1,
                       groups[g], g == FPGA_DQ ? "io" : "o");
        else buf_printf(v, "  output wire sdram_%s_pin_o,\n", groups[g]);
    }
}

/* Cycles that are at least so many ns. */
static unsigned cycles(double ns, double mhz)
{
    double n = ceil(ns * mhz / 1000 - 1e-6);
    return n < 1 ? 1 : (unsigned)n;
}

void fpga_sdram_parameter(const FpgaSdram *s, double mhz, Buf *v)
{
    unsigned rp = cycles(s->rp, mhz), ras = cycles(s->ras, mhz), rc = cycles(s->rc, mhz);
    if (ras + rp < rc) ras = rc - rp;
    buf_printf(v,
               ",\n    .SDRAM({32'd%u, 16'd%u, 8'd%d, 8'd2, 8'd%u, 8'd%u, 8'd%u, 8'd%u, 8'd%u, 8'd%d, 8'd%d, 8'd%d})",
               cycles(s->init, mhz), (unsigned)(s->refresh * mhz / 1000), s->refreshes, cycles(s->wr, mhz),
               cycles(s->rfc, mhz), ras, rp, cycles(s->rcd, mhz), s->cl, s->columns, s->rows);
}

void fpga_sdram_wires(Buf *v)
{
    buf_printf(v,
               "  fpga_clock_out u_sdram_clock (.clk_i(clk), .clk_o(sdram_clk_pin_o));\n"
               "  assign sdram_cke_pin_o = 1'b1;\n"
               "  wire sdram_oe;\n  wire [15:0] sdram_out;\n  wire [12:0] sdram_a;\n"
               "  assign {sdram_oe, sdram_out, sdram_dqm_pin_o, sdram_a, sdram_ba_pin_o, sdram_we_pin_o,\n"
               "          sdram_cas_pin_o, sdram_ras_pin_o, sdram_cs_pin_o} = sdram;\n"
               "  assign sdram_a_pin_o = sdram_a;\n"
               "  assign sdram_dq_pin_io = sdram_oe ? sdram_out : 16'bz;\n  assign sdram_dq = sdram_dq_pin_io;\n");
}

void fpga_sdram_pins(const FpgaBoard *b, Buf *c)
{
    const FpgaSdram *s = &b->sdram;
    for (int g = 0; g < FPGA_SDRAM_PINS; g++) {
        const char *at = s->pins[g], *pin;
        for (int i = 0; (pin = next_pin(c->arena, &at)); i++) {
            Buf name;
            buf_init(&name, c->arena);
            buf_printf(&name, "sdram_%s_pin_%s", groups[g], g == FPGA_DQ ? "io" : "o");
            if (width(s, g) > 1) buf_printf(&name, "[%d]", i);
            buf_printf(&name, "%c", 0);
            fpga_place(b, name.at, pin, false, c);
        }
    }
}

/* Inverted, by a register at the pin where the family has one: a path to it through LUTs would have any delay. */
void fpga_sdram_clock(const FpgaBoard *b, Buf *v)
{
    buf_printf(v, "module fpga_clock_out (\n  input  wire clk_i,\n  output wire clk_o\n);\n");
    if (strcmp(b->family, "ecp5") == 0)
        buf_printf(v, "  ODDRX1F u_pin (.D0(1'b0), .D1(1'b1), .SCLK(clk_i), .RST(1'b0), .Q(clk_o));\n");
    else buf_printf(v, "  assign clk_o = !clk_i;\n");
    buf_printf(v, "endmodule\n");
}

static long ps(double ns) { return lround(ns * 1000); }

void fpga_sdram_chip(const FpgaSdram *s, double mhz, Buf *v)
{
    buf_printf(v,
               "// The SDRAM of a board in a simulation, with the times of its description, in ps.\n"
               "module fpga_chip (\n  input wire clk_i, cke_i, cs_ni, ras_ni, cas_ni, we_ni,\n"
               "  input wire [1:0] ba_i,\n"
               "  input wire [%d:0] a_i,\n  input wire [1:0] dqm_i,\n  inout wire [15:0] dq_io\n);\n"
               "  wire [31:0] unused;\n  sdram_chip #(\n", s->rows - 1);
    buf_printf(v,
               "    .ROW_W(%d), .COL_W(%d), .A_W(%d), .REFRESHES(%d), .PERIOD(%ld), .INIT(%ld), .REFRESH(%ld),\n"
               "    .RCD(%ld), .RP(%ld), .RAS(%ld), .RC(%ld), .RFC(%ld), .WR(%ld)\n  ) u_chip (\n",
               s->rows, s->columns, s->rows, s->refreshes, ps(1000 / mhz), ps(s->init), ps(s->refresh), ps(s->rcd),
               ps(s->rp), ps(s->ras), ps(s->rc), ps(s->rfc), ps(s->wr));
    buf_printf(v, "    .clk_i(clk_i), .cke_i(cke_i), .cs_ni(cs_ni), .ras_ni(ras_ni), .cas_ni(cas_ni), .we_ni(we_ni),\n"
                  "    .ba_i(ba_i), .a_i(a_i), .dqm_i(dqm_i), .sd_dq_io(dq_io), .errors_o(unused)\n  );\nendmodule\n");
}
