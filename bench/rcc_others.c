/* rcc_others.c - `./run bench rcc`: MESI and TC, with figures added up over the seeds. */
#include "rcc.h"

static const char *const kind[3] = {"load", "store", "atomic"};

static const char *one_bank(Bench *b, const char *name, const char *spec, const char *banks, const char *l2,
                            const char *more)
{
    char *sets = tool_text(b->a, "CORES=%d WARPS=%d %s %s LINE_BYTES=128 L1.SETS=64 L1.WAYS=4 L1.MSHRS=64 L1.DEPTH=8 "
                           "%s.SETS=%d %s.WAYS=8 %s.MSHRS=64 %s.DEPTH=8", rcc.cores, rcc.warps, banks, more, l2,
                           128 * rcc.banks, l2, l2, l2);
    return rcc_design(b, name, tool_text(b->a, "%s/specs/%s", b->top, spec), sets);
}

static double latency(Bench *b, const char *configuration, const char *w, const char *of)
{
    return stat_ratio(rcc_sum(b, configuration, w, tool_text(b->a, "%s.latencies", of)),
                      rcc_sum(b, configuration, w, tool_text(b->a, "%s.completed", of)));
}

static double held(Bench *b, const char *configuration, const char *w)
{
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += rcc_sum(b, configuration, w, tool_text(b->a, "%s.stall_cycles", kind[k]));
    return sum;
}

/* One bank: this MESI has one directory. Caches and miss-status entries are the same. */
void rcc_mesi(Bench *b)
{
    rcc_every(b, "MESI", one_bank(b, "mesi", "mesi/mesi.xml", "", "DIR", ""), "");
    rcc_every(b, "RCC", one_bank(b, "rcc_one", "rcc/rcc.xml", "BANKS=1", "L2", ""), "");
    rcc_every(b, "SPARSE", one_bank(b, "rcc_sparse", "rcc/rcc.xml", "BANKS=1", "L2", "SPARSE_FLITS=1"), "");
    runs_make(b);
    bench_title(b,
                "CORES=%d WARPS=%d, one bank, one directory; flits of 128 bits in thousands; latencies in cycles; held "
                "back: cycles that operations waited for the warp's one before, of all kinds, in thousands", rcc.cores,
                rcc.warps);
    fprintf(b->out, "%-10s %10s %10s %10s | %8s %8s %9s | %10s %10s | %10s %10s | %10s %10s\n", "workload", "MESI",
            "RCC", "MESI/RCC", "flits", "RCC", "RCC/MESI", "store", "RCC", "load", "RCC", "held back", "RCC");
    double faster[RCC_WORKLOADS], less[RCC_WORKLOADS];
    for (int i = 0; i < rcc_work.n; i++) {
        const char *w = rcc_work.at[i];
        double of_mesi = rcc_sum(b, "MESI", w, "cycles"), of_rcc = rcc_sum(b, "RCC", w, "cycles");
        double flits_mesi = rcc_sum(b, "MESI", w, "flits"), flits_rcc = rcc_sum(b, "RCC", w, "flits");
        faster[i] = stat_ratio(of_mesi, of_rcc);
        less[i] = stat_ratio(flits_rcc, flits_mesi);
        fprintf(b->out, "%-10s %10.0f %10.0f %10.2f | %8.1f %8.1f %9.2f", w, of_mesi, of_rcc, faster[i],
                flits_mesi / 1000, flits_rcc / 1000, less[i]);
        for (int k = 1; k >= 0; k--)
            fprintf(b->out, " | %10.1f %10.1f", latency(b, "MESI", w, kind[k]), latency(b, "RCC", w, kind[k]));
        fprintf(b->out, " | %10.1f %10.1f\n", held(b, "MESI", w) / 1000, held(b, "RCC", w) / 1000);
    }
    fprintf(b->out, "%-10s %10s %10s %10.2f | %8s %8s %9.2f\n", "gmean", "", "", stat_gmean(faster, rcc_work.n), "", "",
            stat_gmean(less, rcc_work.n));
    bench_title(b,
                "the same with messages as long as what is in them (SPARSE_FLITS=1; MESI has no bytes to leave out)");
    fprintf(b->out, "%-10s %10s %10s | %8s %9s\n", "workload", "RCC", "MESI/RCC", "flits", "RCC/MESI");
    for (int i = 0; i < rcc_work.n; i++) {
        const char *w = rcc_work.at[i];
        double cycles = rcc_sum(b, "SPARSE", w, "cycles"), flits = rcc_sum(b, "SPARSE", w, "flits");
        faster[i] = stat_ratio(rcc_sum(b, "MESI", w, "cycles"), cycles);
        less[i] = stat_ratio(flits, rcc_sum(b, "MESI", w, "flits"));
        fprintf(b->out, "%-10s %10.0f %10.2f | %8.1f %9.2f\n", w, cycles, faster[i], flits / 1000, less[i]);
    }
    fprintf(b->out, "%-10s %10s %10.2f | %8s %9.2f\n", "gmean", "", stat_gmean(faster, rcc_work.n), "",
            stat_gmean(less, rcc_work.n));
}

enum { KINDS = 3, LEASES = 5 };
/* Fixed ones, and those that a bank makes longer and shorter, with the defaults of tc/common.xml. */
#define ADAPTIVE "--pin ADAPT=1 --pin LEASE_MIN=100 --pin LEASE_MAX=1600 --pin LEASE_UP=8 --pin LEASE_DOWN=64"
static const struct { const char *name, *pins; } lease[LEASES] = {
    {"100", "--pin LEASE=100"}, {"400", "--pin LEASE=400"}, {"800", "--pin LEASE=800"}, {"1600", "--pin LEASE=1600"},
    {"adapt", ADAPTIVE},
};
static const char *const way[KINDS] = {"HEAD", "PARK", "WEAK"};
static const char *const text[KINDS] = {"strong, head", "strong, entry", "weak"};

static void gmeans(Bench *b, const char *what, double r[KINDS][LEASES][RCC_WORKLOADS])
{
    fprintf(b->out, "%-10s %10s", "gmean", what);
    for (int k = 0; k < KINDS; k++) {
        fputs(" |", b->out);
        for (int j = 0; j < LEASES; j++) fprintf(b->out, " %5.2f", stat_gmean(r[k][j], rcc_work.n));
        fputc(' ', b->out);
    }
    fputc('\n', b->out);
}

static void tc_print(Bench *b)
{
    double r[KINDS][LEASES][RCC_WORKLOADS], f[KINDS][LEASES][RCC_WORKLOADS];
    fprintf(b->out, "%-10s %10s", "", "");
    for (int k = 0; k < KINDS; k++) fprintf(b->out, " | %-*s", 6 * LEASES, text[k]);
    fprintf(b->out, "\n%-10s %10s", "workload", "RCC");
    for (int k = 0; k < KINDS; k++) {
        fputs(" |", b->out);
        for (int j = 0; j < LEASES; j++) fprintf(b->out, " %5s", lease[j].name);
        fputc(' ', b->out);
    }
    fputc('\n', b->out);
    for (int i = 0; i < rcc_work.n; i++) {
        const char *w = rcc_work.at[i];
        double cycles = rcc_sum(b, "RCC", w, "cycles"), flits = rcc_sum(b, "RCC", w, "flits");
        fprintf(b->out, "%-10s %10.0f", w, cycles);
        for (int k = 0; k < KINDS; k++) {
            fputs(" |", b->out);
            for (int j = 0; j < LEASES; j++) {
                char *c = tool_text(b->a, "%s%s", way[k], lease[j].name);
                r[k][j][i] = stat_ratio(rcc_sum(b, c, w, "cycles"), cycles);
                f[k][j][i] = stat_ratio(rcc_sum(b, c, w, "flits"), flits);
                fprintf(b->out, " %5.2f", r[k][j][i]);
            }
            fputc(' ', b->out);
        }
        fputc('\n', b->out);
    }
    gmeans(b, "", r);
    gmeans(b, "flits", f);
}

/* Caches, miss-status entries and networks are the same. TC-weak is judged by the weak model: kernels have fences where
 * they need them. */
void rcc_tc(Bench *b)
{
    const char *shipped = rcc_shipped(b);
    const char *strong = rcc_design(b, "tcs", variant_write(b, "tcs", b->work), rcc_size(b));
    const char *weak = rcc_design(b, "tcw", variant_write(b, "tcw", b->work), rcc_size(b));
    rcc_every(b, "RCC", shipped, "");
    for (int j = 0; j < LEASES; j++) {
        const char *name = lease[j].name, *pins = lease[j].pins;
        rcc_every(b, tool_text(b->a, "HEAD%s", name), strong, tool_text(b->a, "%s --pin HEAD=1", pins));
        rcc_every(b, tool_text(b->a, "PARK%s", name), strong, tool_text(b->a, "%s --pin HEAD=0", pins));
        rcc_every(b, tool_text(b->a, "WEAK%s", name), weak, tool_text(b->a, "%s --model weak", pins));
    }
    runs_make(b);
    bench_title(b, "%s; cycles of TC over those of RCC; strong: stores wait at the head of the bank's requests, as "
                "published, or in their entry; fixed leases in cycles, and adaptive ones", rcc_size(b));
    tc_print(b);
}
