/* rcc_time.c - `./run bench rcc`: storage, latencies, leases, logical time, order. */
#include "rcc.h"
#include <stdlib.h>
#include <string.h>

static double percent(double a, double b) { return 100 * stat_ratio(a, b); }

/* The lines of `cohgen stats specs/rcc/rcc.xml`. */
static Words stats(Bench *b)
{
    Words command = {0};
    tool_add(b->a, &command, tool_text(b->a, "%s/cohgen", b->build));
    tool_add(b->a, &command, "stats");
    tool_add(b->a, &command, tool_text(b->a, "%s/specs/rcc/rcc.xml", b->top));
    return tool_split(b->a, bench_output(b, &command), "\n");
}

void rcc_storage(Bench *b)
{
    enum { EXP, VER, LEASE, ENTRY, FIELDS };
    static const char *const field[FIELDS] = {"exp", "ver", "lease", "entry"}, *const controller[2] = {"L1", "L2"};
    int bits[2][FIELDS] = {{0}}, at = -1;
    bool on = false;
    Words lines = stats(b);
    bench_title(b, "bits per line, of the default system (cohgen stats specs/rcc/rcc.xml)");
    for (int i = 0; i < lines.n; i++) {
        if (strncmp(lines.at[i], "  store ", 8) == 0) on = true;
        if (strncmp(lines.at[i], "  waiters ", 10) == 0) on = false;
        Words w = tool_split(b->a, lines.at[i], " ");
        for (int c = 0; c < 2 && strcmp(w.at[0], "controller") == 0; c++)
            if (strncmp(w.at[1], controller[c], 2) == 0) at = c;
        for (int f = 0; on && at >= 0 && w.n > 1 && f < FIELDS; f++)
            if (strcmp(w.at[0], field[f]) == 0) bits[at][f] = atoi(w.at[1]);
    }
    fprintf(b->out, "%-4s %8s %8s %8s %8s %22s %22s\n", "", "entry", "exp", "ver", "lease", "exp + ver of the rest",
            "all three of the rest");
    for (int c = 0; c < 2; c++) {
        const int *n = bits[c];
        int all = n[EXP] + n[VER] + n[LEASE], rest = n[ENTRY] - all;
        if (rest <= 0) tool_fatal(1, "no store in the statistics of %s", controller[c]);
        fprintf(b->out, "%-4s %8d %8d %8d %8d %20.1f %% %20.1f %%\n", controller[c], n[ENTRY], n[EXP], n[VER], n[LEASE],
                percent(n[EXP] + n[VER], rest), percent(all, rest));
    }
}

void rcc_latency(Bench *b)
{
    bench_title(b, "%s, %s, memory 100 cycles behind its port", rcc_size(b), RCC_TABLE_3_3);
    rcc_shipped(b);
    Design d = {.name = "shipped", .program = "bench"};
    tool_add_text(b->a, &d.sources, "bench_rtl.c flow.c");
    Words command = {0};
    tool_add(b->a, &command, design_link(b, &d));
    tool_add(b->a, &command, "100");
    fputs(bench_output(b, &command), b->out);
}

void rcc_load(Bench *b)
{
    bench_title(b, "loads of random lines that fit in L2 and not in L1 (lines of 128 bytes), every warp loads again at "
                "once");
    const char *program = rcc_shipped(b);
    for (int n = 1; n <= rcc.warps; n *= 2) {
        Words w = {0};
        tool_add(b->a, &w, program);
        tool_add_text(b->a, &w, "--test random --ops 300 --warps %d %s --set loads=100 --set stores=0 --set atomics=0 "
                      "--set wide=0 --set evict=0 --set delay=0 --set lines=2048 --quiet", n, RCC_TIMING);
        run_add(b, "load", tool_text(b->a, "%d", n), 1, &w);
    }
    runs_make(b);
    fprintf(b->out, "%6s %14s %12s %10s %10s %10s %22s\n", "warps", "loads/cycle", "L1 hits", "average", "p50", "p99",
            "bytes/cycle and bank");
    for (int n = 1; n <= rcc.warps; n *= 2) {
        const Result *r = result_of(&b->results, "load", tool_text(b->a, "%d", n), 1);
        double cycles = result_figure(r, "cycles"), loads = result_figure(r, "load.completed");
        fprintf(b->out, "%6d %14.3f %10.1f %% %10.1f %10.0f %10.0f %22.2f\n", n, loads / cycles,
                percent(result_figure(r, "load_hits"), loads), result_figure(r, "load.average"),
                result_figure(r, "load.p50"), result_figure(r, "load.p99"),
                result_figure(r, "sent.DATA") * 128 / cycles / rcc.banks);
    }
}

void rcc_expired(Bench *b)
{
    rcc_every(b, "P", rcc_leases(b), RCC_PREDICTED);
    runs_make(b);
    bench_title(b, "loads whose lease was over when they were looked up, predicted lease");
    fprintf(b->out, "%-10s %10s %8s %12s %12s %16s %22s\n", "workload", "loads", "hits", "expired", "of loads",
            "renewals", "of answers to loads");
    for (int i = 0; i < rcc_work.n; i++) {
        const char *w = rcc_work.at[i];
        double loads = rcc_sum(b, "P", w, "load.completed"), expired = rcc_sum(b, "P", w, "load_by_view");
        double renewed = rcc_sum(b, "P", w, "sent.RENEW");
        fprintf(b->out, "%-10s %10.0f %6.1f %% %12.0f %10.1f %% %16.0f %20.1f %%\n", w, loads,
                percent(rcc_sum(b, "P", w, "load_hits"), loads), expired, percent(expired, loads), renewed,
                percent(renewed, renewed + rcc_sum(b, "P", w, "sent.DATA")));
    }
}

static const int fixed[] = {8, 16, 32, 64, 128, 256, 512, 1024, 2048};
enum { FIXED = sizeof fixed / sizeof *fixed };

static double expired_share(Bench *b, const char *configuration, const char *w)
{
    return stat_ratio(rcc_sum(b, configuration, w, "load_by_view"), rcc_sum(b, configuration, w, "load.completed"));
}

/* One of two parts: expired loads, cycles. */
static void lease_part(Bench *b, bool cycles)
{
    fputs(cycles ? "cycles with a fixed lease, in percent of those with predicted ones\n"
                 : "expired loads, in percent of the loads\n", b->out);
    fprintf(b->out, "%-10s", "workload");
    for (int j = 0; j < FIXED; j++) fprintf(b->out, " %7d", fixed[j]);
    fputs(cycles ? "\n" : "  predicted\n", b->out);
    double list[FIXED][RCC_WORKLOADS];
    int n[FIXED] = {0};
    for (int i = 0; i < rcc_work.n; i++) {
        const char *w = rcc_work.at[i];
        double all = rcc_sum(b, "P", w, "cycles"), share = expired_share(b, "P", w);
        fprintf(b->out, "%-10s", w);
        for (int j = 0; j < FIXED; j++) {
            char *c = tool_text(b->a, "F%d", fixed[j]);
            double x = cycles ? stat_ratio(rcc_sum(b, c, w, "cycles"), all) : expired_share(b, c, w);
            fprintf(b->out, " %7.1f", 100 * x);
            if (cycles) list[j][n[j]++] = x;
            else if (x > 0 && share > 0) list[j][n[j]++] = share / x;
        }
        if (cycles) fputc('\n', b->out);
        else fprintf(b->out, " %10.1f\n", 100 * share);
    }
    fprintf(b->out, "%-10s", cycles ? "gmean" : "P/fixed");
    for (int j = 0; j < FIXED; j++)
        fprintf(b->out, cycles ? " %7.1f" : " %7.2f", (cycles ? 100 : 1) * stat_gmean(list[j], n[j]));
    fputs(cycles ? "\n" : "  (gmean of the workloads that have any)\n\n", b->out);
}

void rcc_lease_table(Bench *b)
{
    const char *program = rcc_leases(b);
    rcc_every(b, "P", program, RCC_PREDICTED);
    for (int j = 0; j < FIXED; j++) rcc_every(b, tool_text(b->a, "F%d", fixed[j]), program, rcc_fixed(b, fixed[j],
                                                                                                      true));
    runs_make(b);
    bench_title(b, "fixed leases against predicted ones (8 to 2048)");
    lease_part(b, false);
    lease_part(b, true);
}

void rcc_time(Bench *b)
{
    static const char *const configuration[2] = {"P", "F8"};
    const char *program = rcc_leases(b);
    rcc_every(b, "P", program, RCC_PREDICTED);
    rcc_every(b, "F8", program, rcc_fixed(b, 8, true));
    runs_make(b);
    bench_title(b, "logical time: now of the core that is ahead at the end, and how often a core advanced its own");
    fprintf(b->out, "%-10s | %-51s | %s\n%-10s", "", "predicted lease", "fixed lease of 8", "workload");
    for (int c = 0; c < 2; c++)
        fprintf(b->out, " | %9s %9s %14s %16s", "cycles", "now", "cycles/unit", "cycles/advance");
    fputc('\n', b->out);
    double units[2][RCC_WORKLOADS], advances[2][RCC_WORKLOADS];
    int n[2] = {0};
    for (int i = 0; i < rcc_work.n; i++) {
        fprintf(b->out, "%-10s", rcc_work.at[i]);
        for (int c = 0; c < 2; c++) {
            double cycles = rcc_sum(b, configuration[c], rcc_work.at[i], "cycles");
            double now = rcc_sum(b, configuration[c], rcc_work.at[i], "now"), unit = stat_ratio(cycles, now);
            double changes = rcc_sum(b, configuration[c], rcc_work.at[i], "changes");
            double advance = stat_ratio(rcc.cores * cycles, changes);
            fprintf(b->out, " | %9.0f %9.0f %14.1f %16.1f", cycles, now, unit, advance);
            if (now > 100) units[c][n[c]] = unit, advances[c][n[c]++] = advance;
        }
        fputc('\n', b->out);
    }
    fprintf(b->out, "%-10s", "gmean");
    for (int c = 0; c < 2; c++)
        fprintf(b->out, " | %9s %9s %14.1f %16.1f", "", "", stat_gmean(units[c], n[c]), stat_gmean(advances[c], n[c]));
    fputs("  (workloads that get beyond 100)\n", b->out);
}

void rcc_order(Bench *b)
{
    static const char *const kind[3] = {"load", "store", "atomic"};
    rcc_every(b, "P", rcc_leases(b), RCC_PREDICTED);
    runs_make(b);
    bench_title(b, "operations after which the warp had its next one ready, which sequential consistency held back; in "
                "cycles");
    fprintf(b->out, "%-10s %12s %12s %14s %10s %10s %10s %12s\n", "workload", "operations", "held back",
            "behind writes", "load", "store", "atomic", "store/load");
    for (int i = 0; i < rcc_work.n; i++) {
        const char *w = rcc_work.at[i];
        double operations = 0, stalls = 0, cycles = 0, writes = 0, average[3];
        for (int k = 0; k < 3; k++) {
            double completed = rcc_sum(b, "P", w, tool_text(b->a, "%s.completed", kind[k]));
            double held = rcc_sum(b, "P", w, tool_text(b->a, "%s.stall_cycles", kind[k]));
            operations += completed;
            stalls += rcc_sum(b, "P", w, tool_text(b->a, "%s.stalls", kind[k]));
            cycles += held;
            if (k) writes += held;
            average[k] = stat_ratio(rcc_sum(b, "P", w, tool_text(b->a, "%s.latencies", kind[k])), completed);
        }
        fprintf(b->out, "%-10s %12.0f %10.1f %% %12.1f %% %10.1f %10.1f %10.1f %12.2f\n", w, operations,
                percent(stalls, operations), percent(writes, cycles), average[0], average[1], average[2],
                stat_ratio(average[1], average[0]));
    }
}

void rcc_weak(Bench *b)
{
    static const char *const configuration[3] = {"SC", "WO", "WOP"};
    const char *program = rcc_leases(b);
    char *few = tool_text(b->a, "--warps %d", (rcc.warps + 1) / 2); /* the other ids are for posted stores */
    rcc_every(b, "SC", program, tool_text(b->a, "%s %s --pin wo=0", RCC_PREDICTED, few));
    rcc_every(b, "WO", program, tool_text(b->a, "%s %s --pin wo=1 --model weak", RCC_PREDICTED, few));
    rcc_every(b, "WOP", program, tool_text(b->a, "%s %s --pin wo=1 --model weak --posted 1", RCC_PREDICTED, few));
    runs_make(b);
    bench_title(b,
                "cycles of RCC-SC, of RCC-WO with cores that wait for each store, and with cores that do not wait for "
                "one store per warp; the pin wo of one design; %s", few);
    fprintf(b->out, "%-10s %10s %10s %10s %10s %12s %12s %12s %12s\n", "workload", "SC", "WO", "posted", "SC/WO",
            "SC/posted", "expired SC", "WO", "posted");
    double one[RCC_WORKLOADS], two[RCC_WORKLOADS];
    for (int i = 0; i < rcc_work.n; i++) {
        const char *w = rcc_work.at[i];
        double cycles[3];
        for (int c = 0; c < 3; c++) cycles[c] = rcc_sum(b, configuration[c], w, "cycles");
        one[i] = stat_ratio(cycles[0], cycles[1]);
        two[i] = stat_ratio(cycles[0], cycles[2]);
        fprintf(b->out, "%-10s %10.0f %10.0f %10.0f %10.3f %12.3f", w, cycles[0], cycles[1], cycles[2], one[i], two[i]);
        for (int c = 0; c < 3; c++) fprintf(b->out, " %10.1f %%", 100 * expired_share(b, configuration[c], w));
        fputc('\n', b->out);
    }
    fprintf(b->out, "%-10s %10s %10s %10s %10.3f %12.3f\n", "gmean", "", "", "", stat_gmean(one, rcc_work.n),
            stat_gmean(two, rcc_work.n));
}
