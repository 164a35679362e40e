/* getm_unit.c - `./run bench getm`: the emitted validation unit by itself (tests/bench/bench_getm.c). */
#include "getm.h"
#include <string.h>

/* The bench for a sixth of so many entries. */
static const char *unit(Bench *b, const char *size)
{
    if (getm.program) return getm.program;
    int rows = size[0] == '2' ? 85 : size[0] == '4' ? 170 : 341;
    Design d = {.name = size, .spec = tool_text(b->a, "%s/specs/getm/getm.xml", b->top), .program = "bench_getm"};
    tool_add_text(b->a, &d.sets, "CORES=2 WARPS=1 LOG=1 BEAT_BYTES=32 VU.ROWS=%d", rows);
    tool_add_text(b->a, &d.emit, "--harness=replay");
    tool_add_text(b->a, &d.verilate, "-Wno-MULTIDRIVEN");
    tool_add_text(b->a, &d.sources, "bench_getm.c vu.c");
    return design_build(b, &d);
}

/* Prints what the bench says of a table. */
static void print(Bench *b, const char *program)
{
    Words command = {0};
    tool_add(b->a, &command, program);
    tool_add_text(b->a, &command, "%s %d", b->printing, getm.requests);
    fputs(bench_output(b, &command), b->out);
}

static void loaded(Bench *b, const char *text)
{
    Words sizes = tool_split(b->a, getm.entries, " ");
    for (int i = 0; i < sizes.n; i++) {
        const char *program = unit(b, sizes.at[i]);
        getm_title(b, "emitted Verilog, %s entries GPU-wide (a sixth here, and a stash of 4): %s", sizes.at[i], text);
        fprintf(b->out, "%8s %8s %9s %9s %9s %9s %9s %9s %6s %10s\n", "occu-", "lock-", "", "cycles/", "slots/",
                "tried",
                "moves/", "stash", "stash", "spilled/");
        fprintf(b->out, "%8s %8s %9s %9s %9s %9s %9s %9s %6s %10s\n", "pied", "ed", "requests", "request", "request",
                "again", "insertion", "mean", "most", "insertion");
        print(b, program);
    }
}
void getm_occupied(Bench *b)
{
    loaded(b, "an insertion or a release in every cycle, a tenth of the places locked, the table fills");
}
void getm_locked(Bench *b) { loaded(b, "an insertion or a release in every cycle, the table is full"); }

void getm_hits(Bench *b)
{
    const char *program = unit(b, "4K"); /* that of the paper */
    getm_title(b, "emitted Verilog, requests one behind the other that find their granule");
    fprintf(b->out, "%-66s %9s %9s %9s %9s\n", "", "requests", "cycles", "/cycle", "aborts");
    print(b, program);
}

void getm_others(Bench *b)
{
    Words sizes = tool_split(b->a, getm.entries, " ");
    for (int i = 0; i < sizes.n; i++) {
        const char *program = unit(b, sizes.at[i]);
        getm_title(b,
                   "emitted Verilog, %s entries: loads of 8 tracked granules, and insertions of new ones among them; "
                   "cycles from the offer to the row", sizes.at[i]);
        fprintf(b->out, "%8s %8s %9s %9s %9s %11s %11s %9s %6s\n", "locked", "inserts", "offered", "requests", "/cycle",
                "moves first", "tried again", "mean", "longest");
        fprintf(b->out, "%8s %8s %9s %9s %9s %11s %11s %9s %6s\n", "", "", "", "", "", "/insertion", "/insertion",
                "cycles", "cycles");
        print(b, program);
    }
}

void getm_commit(Bench *b)
{
    const char *program = unit(b, "4K");
    getm_title(b,
               "emitted Verilog, log entries one behind the other to granules that are reserved, 32 bytes each; memory "
               "of 32 bytes per cycle, 20 cycles away");
    fprintf(b->out, "%-66s %9s %9s %9s %9s %9s\n", "", "entries", "cycles", "/cycle", "joined", "bytes/cyc");
    print(b, program);
}
