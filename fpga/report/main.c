/* main.c - fpga_report DIR UNIT BOARD ecp5|ice40 CLOCK TARGET, or DIR UNIT xc7 xc7 - -: reads DIR/stat.txt
 * and DIR/pnr.log; leaves DIR/row.txt, a line of the table, and DIR/path.txt, the critical path by instances; prints
 * both in short. CLOCK: of the board, MHz; TARGET: of placement.
 *          fpga_report --fastest LOG...: prints the log of nextpnr with the fastest clock, the first of several.
 * Exit status: 0 fine, 1 the netlist does not reach the board's clock, 2 wrong command line, 3 no report. */
#include "report.h"
#include <stdlib.h>
#include <string.h>

typedef struct { Arena *a; const char *dir, *unit, *board, *family, *clock, *target; } Report;

static char *read_report(const Report *r, const char *name)
{
    char *file = tool_text(r->a, "%s/%s", r->dir, name), *text = tool_read(r->a, file);
    if (!text) tool_fatal(3, "cannot read %s", file);
    return text;
}

static void row(const Report *r, const FpgaCells *c, const char *fastest, const char *verdict)
{
    Arena *a = r->a;
    tool_write(tool_text(a, "%s/row.txt", r->dir),
               tool_text(a, "%-8s %-15s %7.0f %7.0f %6g %8s %8s %8s %s\n", r->unit, r->board, c->luts, c->flipflops,
                         c->rams, fastest, r->clock, r->target, verdict));
}

static void path(const Report *r, const char *pnr)
{
    FpgaPath p = fpga_path(r->a, pnr);
    char *text = "", *line = "critical path:";
    for (int i = 0; i < p.n; i++) {
        const char *name = p.at[i].name;
        text = tool_text(r->a, "%s%6.2f ns  %s\n", text, p.at[i].ns, name);
        if (strncmp(name, "u_unit.", 7) == 0) name += 7;
        line = tool_text(r->a, "%s%s %s %.1f", line, i ? "," : "", name, p.at[i].ns);
    }
    tool_write(tool_text(r->a, "%s/path.txt", r->dir), text);
    printf("%s ns\n", line);
}

static int fastest_of(char **logs, int n)
{
    Arena *a = arena_create((size_t)1 << 30);
    const char *best = NULL;
    double most = 0;
    for (int i = 0; i < n; i++) {
        char *text = tool_read(a, logs[i]);
        if (!text) tool_fatal(3, "cannot read %s", logs[i]);
        double mhz = fpga_fastest(a, text);
        if (mhz > most) { most = mhz; best = logs[i]; }
    }
    if (!best) tool_fatal(3, "no clock in any log");
    puts(best);
    return 0;
}

int main(int argc, char **argv)
{
    tool_name = "fpga_report";
    if (argc > 2 && strcmp(argv[1], "--fastest") == 0) return fastest_of(argv + 2, argc - 2);
    if (argc != 7) {
        fputs("usage: fpga_report DIR UNIT BOARD ecp5|ice40|xc7 CLOCK TARGET\n"
              "       fpga_report --fastest LOG...\n", stderr);
        return 2;
    }
    Report r = {arena_create((size_t)1 << 30), argv[1], argv[2], argv[3], argv[4], argv[5], argv[6]};
    char *stat = read_report(&r, "stat.txt");
    if (strcmp(r.family, "xc7") == 0) {
        FpgaCells c = fpga_xc7(r.a, stat);
        row(&r, &c, "-", "not placed");
        printf("%.0f LUTs, %.0f flip-flops, %g block RAMs of 36 Kbit\n", c.luts, c.flipflops, c.rams);
        return 0;
    }
    char *pnr = read_report(&r, "pnr.log");
    FpgaCells c = fpga_placed(r.a, r.family, pnr, stat);
    double mhz = fpga_fastest(r.a, pnr);
    char *fastest = tool_text(r.a, "%g", mhz);
    row(&r, &c, fastest, mhz >= atof(r.target) ? "met" : "not met");
    printf("%.0f LUTs, %.0f flip-flops, %.0f block RAMs, %s MHz\n", c.luts, c.flipflops, c.rams, fastest);
    path(&r, pnr);
    if (mhz >= atof(r.clock)) return 0;
    printf("the bit file would not run: the board's clock has %s MHz, the netlist reaches %s\n", r.clock, fastest);
    return 1;
}
