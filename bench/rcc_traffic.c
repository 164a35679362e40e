/* rcc_traffic.c - `./run bench rcc traffic`: flits with and without the renewal of leases. */
#include "rcc.h"
#include <stdlib.h>
#include <string.h>

enum { P, P_R, F8, F8_R, F128, F128_R, CONFIGURATIONS };
static const char *const configuration[CONFIGURATIONS] = {"P", "P-R", "F8", "F8-R", "F128", "F128-R"};
enum { GETS, WRITE, ATOMIC, DATA, RENEW, ACK, OLD, KINDS };
static const char *const kind[KINDS] = {"GETS", "WRITE", "ATOMIC", "DATA", "RENEW", "ACK", "OLD"};

typedef struct {
    int flits[KINDS]; /* on links of 32 bits */
    int word_write;   /* as if WRITE carried a word, and not a line of 128 bytes with its mask */
} Narrow;

/* The messages of `cohgen stats`: KIND NETWORK BITS FLITS */
static Narrow narrow(Bench *b)
{
    Narrow n = {.word_write = 0};
    bool on = false;
    Words command = {0};
    tool_add(b->a, &command, tool_text(b->a, "%s/cohgen", b->build));
    tool_add(b->a, &command, "stats");
    tool_add(b->a, &command, tool_text(b->a, "%s/specs/rcc/rcc.xml", b->top));
    Words lines = tool_split(b->a, bench_output(b, &command), "\n");
    for (int i = 0; i < lines.n; i++) {
        if (strncmp(lines.at[i], "messages", 8) == 0) on = true;
        Words w = tool_split(b->a, lines.at[i], " ");
        for (int k = 0; on && w.n == 4 && k < KINDS; k++) {
            if (strcmp(w.at[0], kind[k]) != 0) continue;
            n.flits[k] = atoi(w.at[3]);
            if (k == WRITE) n.word_write = (atoi(w.at[2]) - 1024 - 128 + 32 + 5 + 31) / 32;
        }
    }
    for (int k = 0; k < KINDS; k++)
        if (!n.flits[k]) tool_fatal(1, "no message %s in the statistics", kind[k]);
    return n;
}

enum { RATIOS = 7 };
static void last_line(Bench *b, const char *name, double r[RATIOS][RCC_WORKLOADS], int n, const char *text)
{
    double g[RATIOS];
    for (int k = 0; k < RATIOS; k++) g[k] = stat_gmean(r[k], n);
    fprintf(b->out, "%-10s | %8s %8s %6.2f %8s %8s %7s | %10.2f %9.2f | %10.2f %9.2f | %10.2f %9.2f%s\n", name, "", "",
            g[0], "", "", "", g[1], g[2], g[3], g[4], g[5], g[6], text);
}

static void print(Bench *b)
{
    Narrow narrowed = narrow(b);
    double all[RATIOS][RCC_WORKLOADS], some[RATIOS][RCC_WORKLOADS];
    int renewing = 0;
    fprintf(b->out, "%-10s | %-50s | %-20s | %-20s | %-20s\n", "", "predicted lease, 32 bits", "as if words: +R/-R",
            "fixed: +R/-R", "128 bits: +R/-R");
    fprintf(b->out, "%-10s | %8s %8s %6s %8s %8s %7s | %10s %9s | %10s %9s | %10s %9s\n", "workload", "-R", "+R",
            "+R/-R",
            "DATA -R", "DATA +R", "RENEW", "predicted", "lease 8", "lease 8", "lease 128", "predicted", "lease 8");
    for (int i = 0; i < rcc_work.n; i++) {
        const char *w = rcc_work.at[i];
        double flits[CONFIGURATIONS], words[CONFIGURATIONS], data[CONFIGURATIONS], counted[CONFIGURATIONS];
        bool lines = strcmp(w, "cloth") == 0 || strcmp(w, "stencil") == 0; /* their stores are of whole lines */
        for (int c = 0; c < CONFIGURATIONS; c++) {
            double sent[KINDS];
            flits[c] = 0;
            for (int k = 0; k < KINDS; k++) {
                sent[k] = rcc_sum(b, configuration[c], w, tool_text(b->a, "sent.%s", kind[k]));
                flits[c] += sent[k] * narrowed.flits[k];
            }
            words[c] = flits[c] - (lines ? 0 : sent[WRITE]) * (narrowed.flits[WRITE] - narrowed.word_write);
            data[c] = sent[DATA] * narrowed.flits[DATA];
            counted[c] = rcc_sum(b, configuration[c], w, "flits");
        }
        double renew = rcc_sum(b, "P", w, "sent.RENEW");
        all[0][i] = stat_ratio(flits[P], flits[P_R]);
        all[1][i] = stat_ratio(words[P], words[P_R]);
        all[2][i] = stat_ratio(words[F8], words[F8_R]);
        all[3][i] = stat_ratio(flits[F8], flits[F8_R]);
        all[4][i] = stat_ratio(flits[F128], flits[F128_R]);
        all[5][i] = stat_ratio(counted[P], counted[P_R]);
        all[6][i] = stat_ratio(counted[F8], counted[F8_R]);
        fprintf(b->out, "%-10s | %8.1f %8.1f %6.2f %8.1f %8.1f %7.0f | %10.2f %9.2f | %10.2f %9.2f | %10.2f %9.2f\n", w,
                flits[P_R] / 1000, flits[P] / 1000, all[0][i], data[P_R] / 1000, data[P] / 1000, renew, all[1][i],
                all[2][i], all[3][i], all[4][i], all[5][i], all[6][i]);
        if (renew <= rcc_sum(b, "P", w, "load.completed") / 1000) continue;
        for (int k = 0; k < RATIOS; k++) some[k][renewing] = all[k][i];
        renewing++;
    }
    last_line(b, "gmean", all, rcc_work.n, "");
    last_line(b, "", some, renewing, "  (gmean of those that renew one load in 1000)");
}

/* Counted with all flits, and with those only that carry something. */
static void print_sparse(Bench *b)
{
    static const char *const pairs[][2] = {{"P", "P-R"}, {"F8", "F8-R"}};
    enum { PAIRS = 2 };
    double ratio[3 * PAIRS][RCC_WORKLOADS];
    bench_title(b, "the same with messages as long as what is in them (SPARSE_FLITS=1), flits of 128 bits, thousands");
    fprintf(b->out, "%-10s | %-40s | %-40s\n", "", "predicted lease", "fixed lease of 8");
    fprintf(b->out, "%-10s | %8s %8s %6s %8s %6s | %8s %8s %6s %8s %6s\n", "workload", "-R", "+R", "+R/-R", "of all",
            "cycles", "-R", "+R", "+R/-R", "of all", "cycles");
    for (int i = 0; i < rcc_work.n; i++) {
        const char *w = rcc_work.at[i];
        fprintf(b->out, "%-10s", w);
        for (int k = 0; k < PAIRS; k++) {
            const char *with = tool_text(b->a, "%s.sparse", pairs[k][0]);
            double off = rcc_sum(b, tool_text(b->a, "%s.sparse", pairs[k][1]), w, "flits"),
                   on = rcc_sum(b, with, w, "flits"), all = rcc_sum(b, pairs[k][0], w, "flits");
            ratio[3 * k][i] = stat_ratio(on, off);
            ratio[3 * k + 1][i] = stat_ratio(on, all);
            ratio[3 * k + 2][i] = stat_ratio(rcc_sum(b, with, w, "cycles"), rcc_sum(b, pairs[k][0], w, "cycles"));
            fprintf(b->out, " | %8.1f %8.1f %6.2f %8.2f %6.2f", off / 1000, on / 1000, ratio[3 * k][i],
                    ratio[3 * k + 1][i], ratio[3 * k + 2][i]);
        }
        fputc('\n', b->out);
    }
    fprintf(b->out, "%-10s", "gmean");
    for (int k = 0; k < PAIRS; k++)
        fprintf(b->out, " | %8s %8s %6.2f %8.2f %6.2f", "", "", stat_gmean(ratio[3 * k], rcc_work.n),
                stat_gmean(ratio[3 * k + 1], rcc_work.n), stat_gmean(ratio[3 * k + 2], rcc_work.n));
    fputc('\n', b->out);
}

static void ask_sparse(Bench *b)
{
    const char *sizes = tool_text(b->a, "%s SPARSE_FLITS=1", rcc_size(b));
    const char *program = rcc_design(b, "leases_sparse", variant_write(b, "rcc", b->work), sizes);
    rcc_every(b, "P.sparse", program, RCC_PREDICTED);
    rcc_every(b, "P-R.sparse", program, "--pin LEASE_MIN=8 --pin LEASE_MAX=2048 --pin RENEWAL=0");
    rcc_every(b, "F8.sparse", program, rcc_fixed(b, 8, true));
    rcc_every(b, "F8-R.sparse", program, rcc_fixed(b, 8, false));
}

void rcc_traffic(Bench *b)
{
    const char *program = rcc_leases(b);
    bench_title(b,
                "flits with (+R) and without (-R) renewal, in thousands; links of 32 bits, computed from the messages "
                "sent, and of 128 bits, counted");
    rcc_every(b, "P", program, RCC_PREDICTED);
    rcc_every(b, "P-R", program, "--pin LEASE_MIN=8 --pin LEASE_MAX=2048 --pin RENEWAL=0");
    for (int lease = 8; lease <= 128; lease *= 16) {
        rcc_every(b, tool_text(b->a, "F%d", lease), program, rcc_fixed(b, lease, true));
        rcc_every(b, tool_text(b->a, "F%d-R", lease), program, rcc_fixed(b, lease, false));
    }
    ask_sparse(b);
    runs_make(b);
    print(b);
    print_sparse(b);
}
