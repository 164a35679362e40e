/* stc_tables.c - the tables of `./run bench stc`. */
#include "stc.h"
#include <string.h>

static const char *const several[] = {"reuse", "copies", "grid", "spills"};
enum { SEVERAL = sizeof several / sizeof *several };
#define LEADS "--set leads=1 " /* the baseline acquires in one wavefront of each unit between two kernels */

static char *bits(Bench *b) { return tool_text(b->a, "N=%d", stc.bits); }
static char *with_leads(Bench *b, const char *options) { return tool_text(b->a, LEADS "%s", options); }
static char *temporal(Bench *b, int lease, bool head)
{
    return tool_text(b->a, LEADS "--pin LEASE=%d --pin HEAD=%d", lease, head);
}

/* A line of the table programs as far as all have it. */
static void line(Bench *b, const char *program, const char *name, const Result *r, double base)
{
    double cycles = result_figure(r, "cycles");
    fprintf(b->out, "%-8s %-9s %8.0f ", program, name, cycles);
    if (base > 0) fprintf(b->out, "%+7.1f", stc_against(cycles, base));
    else fprintf(b->out, "%7s", "");
    fprintf(b->out, " %6.1f", stc_hits(r));
}

void stc_programs_table(Bench *b)
{
    static const char *const names[] = {"NV", "ES", "AB", "MB"};
    const char *of_stc = stc_design(b, "stc", stc.sets, bits(b)), *baseline = stc_baseline(b, "baseline", stc.sets);
    const char *strong = stc_strong(b);
    for (int i = 0; i < stc_programs.n; i++) {
        const char *p = stc_programs.at[i];
        stc_ask(b, "baseline", baseline, p, stc.lines, LEADS);
        stc_ask(b, "fences", baseline, p, stc.lines, "");
        stc_ask(b, "TCS", strong, p, stc.lines, temporal(b, stc.lease, true));
        for (int v = 0; v < 4; v++)
            stc_ask(b, names[v], of_stc, p, stc.lines, with_leads(b, stc_pins(b, names[v], stc.period)));
    }
    runs_make(b);
    fprintf(b->out, "%d units, %d ids of each, L1 of %d x %d lines, period %d, %d band bits\n", stc.cus, stc.warps,
            stc.sets, stc.ways, stc.period, stc.bits);
    fprintf(b->out, "%-8s %-9s %8s %7s %6s %8s %8s %8s %7s %6s %5s\n", "program", "variant", "cycles", "%", "hits %",
            "changes", "blocked", "demands", "epoch %", "bsq", "most");
    for (int i = 0; i < stc_programs.n; i++) {
        const char *p = stc_programs.at[i], *const before[] = {"baseline", "fences", "TCS"};
        double base = stc_cycles(b, "baseline", p);
        for (int k = 0; k < 3; k++) {
            line(b, p, before[k], stc_of(b, before[k], p), k ? base : 0);
            fputc('\n', b->out);
        }
        for (int v = 0; v < 4; v++) {
            const Result *r = stc_of(b, names[v], p);
            line(b, p, names[v], r, base);
            fprintf(b->out, " %8.0f %8.0f %8.0f %7.1f %6.1f %5.0f\n", stc_rows(r, "changes"), stc_blocked(r),
                    result_figure(r, "sent.EpochDemand"), stc_share(r), stc_rows(r, "bsq.mean"), stc_rows(r,
                                                                                                          "bsq.most"));
        }
    }
}

void stc_leases(Bench *b)
{
    static const int lengths[] = {50, 100, 200, 400, 800};
    const char *strong = stc_strong(b), *baseline = stc_baseline(b, "baseline", stc.sets);
    for (int i = 0; i < stc_programs.n; i++) {
        stc_ask(b, "baseline", baseline, stc_programs.at[i], stc.lines, LEADS);
        for (int k = 0; k < 10; k++)
            stc_ask(b, tool_text(b->a, "%d_%s", lengths[k / 2], k % 2 ? "head" : "entry"), strong, stc_programs.at[i],
                    stc.lines, temporal(b, lengths[k / 2], k % 2));
    }
    runs_make(b);
    fprintf(b->out,
            "%d units: TC-strong, time against the baseline in %%, stores that wait at the head of the bank or in "
            "their entry\n", stc.cus);
    fprintf(b->out, "%-8s %-6s %8s %8s %8s %8s %8s\n", "program", "waits", "50", "100", "200", "400", "800");
    for (int i = 0; i < stc_programs.n; i++)
        for (int head = 1; head >= 0; head--) {
            const char *p = stc_programs.at[i], *waits = head ? "head" : "entry";
            fprintf(b->out, "%-8s %-6s", p, waits);
            for (int k = 0; k < 5; k++)
                fprintf(b->out, " %+8.1f", stc_against(stc_cycles(b, tool_text(b->a, "%d_%s", lengths[k], waits), p),
                                                       stc_cycles(b, "baseline", p)));
            fputc('\n', b->out);
        }
}

/* One wavefront of one unit waits for memory: all others do nothing. NV changes epochs all the same. */
void stc_idle(Bench *b)
{
    fprintf(b->out,
            "cycles from PrepareEpochChange to the last DoneAck, when no unit has a store under way: the most\n");
    fprintf(b->out, "%-6s %8s\n", "units", "cycles");
    for (int n = 8; n <= 32; n *= 2) {
        Design d = {.name = tool_text(b->a, "idle%d", n), .optimise = "-O0"};
        d.spec = tool_text(b->a, "%s/specs/stc/stc.xml", b->top);
        tool_add_text(b->a, &d.sets, "VARIANT=0 CUS=%d WARPS=3 WORDS=1 CU.SETS=1 CU.WAYS=1 BSQ=1 CU.DEPTH=1 MISSES=1 "
                      "L2.SETS=2 L2.WAYS=2 L2.MSHRS=2 L2.DEPTH=1 FLIT_BITS=256", n);
        stc_ask(b, d.name, design_build(b, &d), "copies", stc.lines,
                "--cores 1 --warps 1 --set lines=1 --set work=1000");
    }
    runs_make(b);
    for (int n = 8; n <= 32; n *= 2) {
        const Result *r = stc_of(b, tool_text(b->a, "idle%d", n), "copies");
        fprintf(b->out, "%-6d %8.0f  (%.0f changes)\n", n, stc_rows(r, "change.idle.most"), stc_rows(r, "change.idle"));
    }
}

/* Periods of the EMU: cycles of each program, against the baseline. */
void stc_periods(Bench *b)
{
    static const int periods[] = {50, 100, 200, 300, 450};
    static const char *const names[] = {"ES", "MB"};
    const char *of_stc = stc_design(b, "stc", stc.sets, bits(b)), *baseline = stc_baseline(b, "baseline", stc.sets);
    for (int i = 0; i < SEVERAL; i++) {
        stc_ask(b, "baseline", baseline, several[i], stc.lines, LEADS);
        for (int k = 0; k < 10; k++)
            stc_ask(b, tool_text(b->a, "%s%d", names[k % 2], periods[k / 2]), of_stc, several[i], stc.lines,
                    with_leads(b, stc_pins(b, names[k % 2], periods[k / 2])));
    }
    runs_make(b);
    fprintf(b->out, "%d units: time against the baseline in %% for periods of the EMU\n", stc.cus);
    fprintf(b->out, "%-8s %-8s %7s %7s %7s %7s %7s\n", "program", "variant", "50", "100", "200", "300", "450");
    for (int i = 0; i < SEVERAL; i++)
        for (int v = 0; v < 2; v++) {
            fprintf(b->out, "%-8s %-8s", several[i], names[v]);
            for (int k = 0; k < 5; k++)
                fprintf(b->out, " %+7.1f", stc_against(stc_cycles(b, tool_text(b->a, "%s%d", names[v], periods[k]),
                                                                  several[i]),
                                                       stc_cycles(b, "baseline", several[i])));
            fputc('\n', b->out);
        }
}

void stc_change(Bench *b)
{
    static const char *const programs[] = {"reuse", "copies", "grid"};
    const char *of_stc = stc_design(b, "stc", stc.sets, bits(b)), *whole = stc_whole(b);
    for (int i = 0; i < 3; i++) {
        stc_ask(b, "AB", of_stc, programs[i], stc.lines, stc_pins(b, "AB", stc.period));
        stc_ask(b, "whole", whole, programs[i], stc.lines, stc_pins(b, "AB", stc.period));
    }
    runs_make(b);
    fprintf(b->out,
            "%d units: cycles from PrepareEpochChange to the last DoneAck, mean; whole: without a fetch of what is "
            "written\n", stc.cus);
    fprintf(b->out, "%-8s %8s %8s\n", "program", "cycles", "whole");
    for (int i = 0; i < 3; i++) {
        const Result *one = stc_of(b, "AB", programs[i]), *other = stc_of(b, "whole", programs[i]);
        fprintf(b->out, "%-8s %8.1f %8.1f  (%.0f and %.0f changes)\n", programs[i], stc_rows(one, "change.mean"),
                stc_rows(other, "change.mean"), stc_rows(one, "changes"), stc_rows(other, "changes"));
    }
}

/* Where SEB moves. */
void stc_bands(Bench *b)
{
    static const struct { int seb; const char *program; int lines; } cases[] = {
        {16, "grid", 8}, {16, "grid", 16}, {16, "reuse", 16}, {16, "copies", 16},
        {12, "reuse", 16}, {12, "copies", 16}, {12, "grid", 16}, {12, "grid", 32},
    };
    static const char *const names[] = {"ES", "AB", "MB"};
    enum { CASES = sizeof cases / sizeof *cases };
    const char *of_stc = stc_design(b, "stc", stc.sets, bits(b)), *baseline = stc_baseline(b, "baseline", stc.sets);
    const char *later = stc_design(b, "stc16", stc.sets, tool_text(b->a, "%s SEB=16", bits(b)));
    for (int i = 0; i < CASES; i++) {
        stc_ask(b, tool_text(b->a, "baseline%d", i), baseline, cases[i].program, cases[i].lines, LEADS);
        for (int v = 0; v < 3; v++)
            stc_ask(b, tool_text(b->a, "%s%d", names[v], i), cases[i].seb == 16 ? later : of_stc, cases[i].program,
                    cases[i].lines, with_leads(b, stc_pins(b, names[v], stc.period)));
    }
    runs_make(b);
    fprintf(b->out, "%d units, period %d: SEB at first and in the end, how often it moved\n", stc.cus, stc.period);
    fprintf(b->out, "%-8s %5s %-8s %8s %7s %6s %8s %9s %5s %5s %5s\n", "program", "lines", "variant", "cycles", "%",
            "hits %", "changes", "conflicts", "first", "end", "moves");
    for (int i = 0; i < CASES; i++) {
        const char *p = cases[i].program;
        const Result *of_base = stc_of(b, tool_text(b->a, "baseline%d", i), p);
        double base = result_figure(of_base, "cycles");
        fprintf(b->out, "%-8s %5d %-8s %8.0f %7s %6.1f\n", p, cases[i].lines, "baseline", base, "", stc_hits(of_base));
        for (int v = 0; v < 3; v++) {
            const Result *r = stc_of(b, tool_text(b->a, "%s%d", names[v], i), p);
            fprintf(b->out, "%-8s %5d %-8s %8.0f %+7.1f %6.1f %8.0f %9.0f %5d %5.0f %5.0f\n", p, cases[i].lines,
                    names[v],
                    result_figure(r, "cycles"), stc_against(result_figure(r, "cycles"), base), stc_hits(r),
                    stc_rows(r, "changes"), result_figure(r, "sent.EpochConflict"), cases[i].seb,
                    result_sum(r, "EMU", NULL, "reg.seb.value"), result_sum(r, "EMU", NULL, "reg.seb.changes") - 1);
        }
    }
}

/* Programs on a design beside a baseline, both under names that begin with `name`. */
static void ask_rows(Bench *b, const char *name, const char *of_stc, const char *baseline, int lines)
{
    for (int i = 0; i < SEVERAL; i++) {
        stc_ask(b, tool_text(b->a, "%s_base", name), baseline, several[i], lines, LEADS);
        stc_ask(b, tool_text(b->a, "%s_ES", name), of_stc, several[i], lines, with_leads(b, stc_pins(b, "ES",
                                                                                                     stc.period)));
        stc_ask(b, tool_text(b->a, "%s_MB", name), of_stc, several[i], lines, with_leads(b, stc_pins(b, "MB",
                                                                                                     stc.period)));
    }
}
static void print_rows(Bench *b, const char *name)
{
    static const char *const names[] = {"ES", "MB"};
    for (int i = 0; i < SEVERAL; i++)
        for (int v = 0; v < 2; v++) {
            double base = stc_cycles(b, tool_text(b->a, "%s_base", name), several[i]);
            const Result *r = stc_of(b, tool_text(b->a, "%s_%s", name, names[v]), several[i]);
            double cycles = result_figure(r, "cycles");
            fprintf(b->out, "%-8s %-8s %-8s %8.0f %8.0f %+7.1f %6.1f\n", name, several[i], names[v], base, cycles,
                    stc_against(cycles, base), stc_hits(r));
        }
}
static void head_of_rows(Bench *b, const char *first)
{
    fprintf(b->out, "%-8s %-8s %-8s %8s %8s %7s %6s\n", first, "program", "variant", "baseline", "cycles", "%",
            "hits %");
}

void stc_bits(Bench *b)
{
    const char *baseline = stc_baseline(b, "baseline", stc.sets);
    for (int n = 3; n <= 5; n++)
        ask_rows(b, tool_text(b->a, "%d", 1 << n),
                 stc_design(b, tool_text(b->a, "stc_n%d", n), stc.sets, tool_text(b->a, "N=%d SEB_MAX=27", n)),
                     baseline,
                 stc.lines);
    runs_make(b);
    head_of_rows(b, "epochs");
    for (int n = 3; n <= 5; n++) print_rows(b, tool_text(b->a, "%d", 1 << n));
}

void stc_cache(Bench *b)
{
    for (int part = 4; part >= 1; part -= 3) {
        int sets = stc.sets / part;
        const char *of_stc = stc_design(b, part == 4 ? "stc_small" : "stc", sets, bits(b));
        ask_rows(b, tool_text(b->a, "%d", sets), of_stc, stc_baseline(b, part == 4 ? "baseline_small" : "baseline",
                                                                      sets),
                 32);
    }
    runs_make(b);
    head_of_rows(b, "sets");
    print_rows(b, tool_text(b->a, "%d", stc.sets / 4));
    print_rows(b, tool_text(b->a, "%d", stc.sets));
}

void stc_generations(Bench *b)
{
    static const char *const programs[] = {"share", "spills"}, *const names[] = {"NV", "ES", "MB"};
    for (int n = 16; n >= 4; n /= 2) {
        const char *simulator = stc_design(b, tool_text(b->a, "stc_gen%d", n), stc.sets,
                                           tool_text(b->a, "%s GEN=%d", bits(b), n));
        for (int k = 0; k < 6; k++)
            stc_ask(b, tool_text(b->a, "%s%d", names[k / 2], n), simulator, programs[k % 2], stc.lines,
                    with_leads(b, stc_pins(b, names[k / 2], stc.period)));
    }
    runs_make(b);
    fprintf(b->out, "%-8s %-8s %4s %8s %8s %7s\n", "program", "variant", "bits", "changes", "cycles", "%");
    for (int p = 0; p < 2; p++)
        for (int v = 0; v < 3; v++)
            for (int n = 16; n >= 4; n /= 2) {
                const Result *r = stc_of(b, tool_text(b->a, "%s%d", names[v], n), programs[p]);
                double cycles = result_figure(r, "cycles");
                double base = stc_cycles(b, tool_text(b->a, "%s16", names[v]), programs[p]);
                fprintf(b->out, "%-8s %-8s %4d %8.0f %8.0f %+7.1f\n", programs[p], names[v], n, stc_rows(r, "changes"),
                        cycles, stc_against(cycles, base));
            }
}
