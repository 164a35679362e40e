/* rcc_speed.c - `./run bench rcc speed`: what verilating and simulating cost. */
#include "rcc.h"

/* One row: verilated without a compiler cache. */
static void row(Bench *b, int cores)
{
    Design d = {.name = tool_text(b->a, "speed_%d", cores), .spec = tool_text(b->a, "%s/specs/rcc/rcc.xml", b->top)};
    tool_add_text(b->a, &d.sets, "CORES=%d WARPS=%d BANKS=%d", cores, rcc.warps, rcc.banks);
    design_emit(b, &d);
    Verilation v = design_verilation(b, tool_text(b->a, "%s/%s", b->work, d.name));
    Words command = {0};
    tool_add(b->a, &command, design_link(b, &d));
    tool_add_text(b->a, &command, "--test random --ops 100 --seed 1");
    Cost cost;
    double cycles = bench_cycles(b, bench_measured_right(b, &command, &cost));
    fprintf(b->out, "%6d %12.1f %12.0f %10.1f %12.1f %12.0f %12.0f\n", cores, v.verilator.cpu, v.verilator.memory,
            v.size, v.compiler.cpu, v.compiler.memory, stat_ratio(cycles, cost.cpu));
    fflush(b->out);
}

void rcc_speed(Bench *b)
{
    bench_title(b, "WARPS=%d BANKS=%d, lines of 128 bytes; processor seconds, MB; random traffic, every check on",
                rcc.warps, rcc.banks);
    fprintf(b->out, "%6s %12s %12s %10s %12s %12s %12s\n", "cores", "Verilator s", "Verilator MB", "C++ MB",
            "compiler s", "compiler MB", "cycles/s");
    for (int n = 1; n <= rcc.most; n *= 2) row(b, n);
}
