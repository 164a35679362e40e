/* fpga.c - `./run bench fpga`: cells of GETM on a Lattice ECP5 as Yosys counts them. */
#include "bench.h"
#include <stdlib.h>
#include <string.h>

static void usage(FILE *to)
{
    fputs("Usage: ./run bench fpga [core|system]\n"
          "core: a core's end (default); system: the whole system with small tables, minutes\n", to);
}

static const char sizes[] =
    "CORES=2 WARPS=4 LOG=4 GRANULE=32 TS_BITS=32 VU.ROWS=16 VU.APPROX_ROWS=8 VU.LLC_SETS=64 VU.LLC_WAYS=2";

/* The names in the order in which they are printed. */
static const char *const kinds[] = {
    "CCU2C", "DP16KD", "L6MUX21", "LUT4", "MULT18X18D", "PFUMX", "TRELLIS_DPR16X4", "TRELLIS_FF"};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* The last table of a report is that of the whole hierarchy, or of the one module. */
void fpga_cells(Bench *b, const char *report)
{
    char *counts[KINDS] = {NULL};
    Words lines = tool_split(b->a, report, "\n");
    for (int i = 0; i < lines.n; i++) {
        Words w = tool_split(b->a, lines.at[i], " ");
        if (strstr(lines.at[i], "Number of cells:")) memset(counts, 0, sizeof counts);
        for (int k = 0; k < KINDS && w.n == 2; k++)
            if (strcmp(w.at[0], kinds[k]) == 0) counts[k] = w.at[1];
    }
    for (int k = 0; k < KINDS; k++)
        if (counts[k]) fprintf(b->out, "  %-16s %s\n", kinds[k], counts[k]);
}

int bench_fpga(Bench *b, int argc, char **argv)
{
    bool system = false;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) { usage(stdout); return 0; }
        system = strcmp(argv[i], "system") == 0;
        if (i || (!system && strcmp(argv[i], "core") != 0)) bench_wrong(b, usage, "what is '%s'?", argv[i]);
    }
    if (!tool_in_path(b->a, "yosys")) tool_fatal(3, "yosys is not installed");
    const char *module = system ? "getm" : "getm_tx";
    char *script = tool_text(b->a, "%s/script", b->scratch), *report = tool_text(b->a, "%s/stat", b->scratch);
    Words emit = {0}, yosys = {0}, values = tool_split(b->a, sizes, " ");
    tool_add(b->a, &emit, tool_text(b->a, "%s/cohgen", b->build));
    tool_add(b->a, &emit, "emit");
    tool_add(b->a, &emit, tool_text(b->a, "%s/specs/getm/getm.xml", b->top));
    tool_add(b->a, &emit, "-o");
    tool_add(b->a, &emit, tool_text(b->a, "%s/getm", b->scratch));
    for (int i = 0; i < values.n; i++) tool_add(b->a, &emit, tool_text(b->a, "--set=%s", values.at[i]));
    bench_do(b, &emit);
    /* The system without flattening: quicker, and somewhat larger. To `tee` a quote is a part of the name. */
    char *rtl = tool_text(b->a, "%s/getm/rtl", b->scratch), *read = "";
    Words files = tool_entries(b->a, rtl);
    for (int i = 0; i < files.n; i++) read = tool_text(b->a, "%sread_verilog \"%s/%s\"\n", read, rtl, files.at[i]);
    tool_write(script, tool_text(b->a, "%shierarchy -check -top %s\nsynth_ecp5 %s -top %s\n"
        "tee -o %s stat -top %s\n", read, module, system ? "-noflatten" : "", module, report, module));
    tool_add_text(b->a, &yosys, "yosys -q -s");
    tool_add(b->a, &yosys, script);
    bench_output(b, &yosys);
    fprintf(b->out, "%s %s\n", module, sizes);
    char *text = tool_read(b->a, report);
    if (!text) tool_fatal(1, "yosys has left no report");
    fpga_cells(b, text);
    return 0;
}
