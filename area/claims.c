/* claims.c - the storage that the papers' cost claims are about, as mm2 at 32 nm by one model (docs/area.md), beside
 * their figures; bits of this project by `cohgen stats`. */
#include "area.h"
#include <stdlib.h>
#include <string.h>

/* A structure: as published, or of a controller as emitted; `less`: bits that are left out. */
typedef struct {
    const char *what;
    int instances;
    double bits;
    const char *spec, *controller, *structure;
    double less;
    const char *published;
} Claim;
typedef struct { const char *title; Claim claim[7]; bool alone; } Group; /* alone: no sum, each stands for itself */

#define KB 8192.0
#define OF(spec, controller, structure) 0, spec, controller, structure
#define PAPER(bits) bits, NULL, NULL, NULL
static const Group groups[] = {
    {"WarpTM, sizes as published (table 4.5: 2.68 mm2)",
     {{"CU: LWHR tables, 3 KB x 6", 6, PAPER(3 * KB), 0, "0.108"},
      {"CU: LWHR filters, 2 KB x 6", 6, PAPER(2 * KB), 0, "0.03"},
      {"CU: entry arrays, 19 KB x 6", 6, PAPER(19 * KB), 0, "0.402"},
      {"CU: read-write buffers, 32 KB x 6", 6, PAPER(32 * KB), 0, "1.734"},
      {"TCD: first-read tables, 12 KB x 15", 15, PAPER(12 * KB), 0, "0.375"},
      {"TCD: last-write buffer, 16 KB", 1, PAPER(16 * KB), 0, "0.031"}}, false},
    {"GETM, sizes as published (table 4.5: 0.736 mm2)",
     {{"CU: write buffers, 16 KB x 6", 6, PAPER(16 * KB), 0, "0.522"},
      {"VU: precise tables, 64 KB in all", 6, PAPER(64 * 8192 / 6), 0, "0.181"},
      {"VU: approximate tables, 8 KB in all", 6, PAPER(8 * 8192 / 6), 0, "0.018"},
      {"warpts tables, 192 B x 15", 15, PAPER(1536), 0, "0.015"},
      {"stall buffer, 30 B x 4 x 6", 6, PAPER(960), 0, "0.0004"}}, false},
    {"GETM, validation units as emitted, 6 of them (the log of a core is 8 granules, not 16 KB)",
     {{"VU meta", 6, OF("getm/getm", "VU", "meta"), 0, "0.181"},
      {"VU approx", 6, OF("getm/getm", "VU", "approx"), 0, "0.018"},
      {"VU stall, parked", 6, OF("getm/getm", "VU", "stall, parked"), 0, "0.0004"}}, false},
    {"TCS, leases of 32 bits, as published for 8 CUs (66 KB)",
     {{"L1: 1024 lines x 8", 8, PAPER(1024 * 32), 0, "-"},
      {"L2: 8192 lines", 1, PAPER(8192 * 32), 0, "-"},
      {"MSHRs: 128 x 4 banks", 4, PAPER(128 * 32), 0, "-"}}, false},
    {"STC, as published for 8 CUs (8 KB)",
     {{"BSQs: 256 entries x 8", 8, PAPER(256 * 32), 0, "-"},
      {"EMU: 16 entries of 34 bits, counters", 1, PAPER(16 * 34 + 12), 0, "-"}}, false},
    {"STC as emitted, 8 CUs: queues hold the stores with their data; lines tell their epoch and generation",
     {{"EMU registers", 1, OF("stc/stc", "EMU", "registers"), 0, "-"},
      {"CU registers x 8", 8, OF("stc/stc", "CU", "registers"), 0, "-"},
      {"CU lines: band, generation x 8", 8, PAPER(1024 * 12), 0, "-"},
      {"CU bsq: keys x 8", 8, OF("stc/stc", "CU", "bsq"), 0, "-"},
      {"CU bsq: stores that wait x 8", 8, OF("stc/stc", "CU", "bsq, parked"), 0, "-"}}, false},
    {"Z-buffer unit as emitted (published: 16 KB, no area)",
     {{"ZU z", 1, OF("gpudet/zunit", "ZU", "z"), 0, "-"},
      {"ZU buffer, parked", 1, OF("gpudet/zunit", "ZU", "buffer, parked"), 0, "-"},
      {"ZU slot", 1, OF("gpudet/zunit", "ZU", "slot"), 0, "-"}}, false},
    {"RCC as emitted, an L1 and an L2 bank, with and without the times of a line (published: 3 %, 6 %)",
     {{"L1 line", 1, OF("rcc/rcc", "L1", "line"), 0, "-"},
      {"L1 line without exp", 1, OF("rcc/rcc", "L1", "line"), 256 * 32, "-"},
      {"L2 line", 1, OF("rcc/rcc", "L2", "line"), 0, "-"},
      {"L2 line without exp, ver", 1, OF("rcc/rcc", "L2", "line"), 1024 * 64, "-"}}, true},
};

/* What `cohgen stats` says of a specification. */
static char *stats(Area *r, const char *spec)
{
    char log[] = "/tmp/area.XXXXXX";
    int file = mkstemp(log);
    if (file < 0) tool_fatal(3, "cannot write %s", log);
    Words command = {0};
    tool_add(r->a, &command, r->cohgen);
    tool_add(r->a, &command, "stats");
    tool_add(r->a, &command, tool_text(r->a, "%s/specs/%s.xml", r->top, spec));
    int status = tool_run(r->a, log, 0, &command);
    char *text = tool_read(r->a, log);
    tool_remove(log);
    if (status || !text) tool_fatal(1, "%s: cohgen stats ends with %d", spec, status);
    return text;
}

/* Bits of a structure of one instance: a line "CONTROLLER STRUCTURE ... WORDS BITS . . ." behind "storage ". */
static double bits_of(Area *r, const Claim *c)
{
    Words lines = tool_split(r->a, stats(r, c->spec), "\n");
    bool on = false;
    for (int i = 0; i < lines.n; i++) {
        Words w = tool_split(r->a, lines.at[i], " \t");
        if (strncmp(lines.at[i], "storage ", 8) == 0) { on = true; continue; }
        if (!on || w.n < 7 || strcmp(w.at[0], c->controller) != 0) continue;
        char *name = w.at[1];
        for (int k = 2; k < w.n - 5; k++) name = tool_text(r->a, "%s %s", name, w.at[k]);
        if (strcmp(name, c->structure) == 0) return atof(w.at[w.n - 4]) * atof(w.at[w.n - 3]);
    }
    tool_fatal(1, "%s has no '%s' in %s", c->controller, c->structure, c->spec);
}

/* As it is printed, so that a total is the sum of what stands above it. */
static double shown(Arena *a, const char *format, double x)
{
    return atof(strcmp(format, "%.1f") == 0 ? tool_text(a, "%.1f", x) : tool_text(a, "%.4f", x));
}

void area_claims(Area *r)
{
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        double all_kb = 0, all_mm2 = 0;
        puts(groups[g].title);
        for (const Claim *c = groups[g].claim; c->what; c++) {
            double bits = (c->spec ? bits_of(r, c) : c->bits) - c->less;
            double kb = shown(r->a, "%.1f", c->instances * bits / KB);
            double mm2 = shown(r->a, "%.4f", c->instances * area_sram(bits, 2)); /* a read and a write port */
            printf("  %-42s %3d x %7.0f bits %7.1f KB %8.4f mm2 %8s\n", c->what, c->instances, bits, kb, mm2,
                   c->published);
            all_kb += kb;
            all_mm2 += mm2;
        }
        if (!groups[g].alone) printf("  %-61s %7.1f KB %8.4f mm2\n", "total", all_kb, all_mm2);
    }
}
