/* rcc_peers.c - `./run bench rcc peers|ceiling|intra|energy`: RCC beside its peers and an ideal, means and spreads over
 * the seeds. */
#include "rcc.h"
#include <string.h>

const char *rcc_peer(Bench *b, const char *name)
{
    static struct { const char *name, *spec, *program; } peers[] = {
        {"mesi_wt", NULL, NULL}, {"tcs", NULL, NULL}, {"tcw", NULL, NULL}, {"ideal", "mesi/ideal.xml", NULL},
        {"rcc_peer", "rcc/rcc.xml", NULL},
    };
    size_t i = 0;
    while (strcmp(peers[i].name, name) != 0) i++;
    if (!peers[i].program) {
        const char *spec = peers[i].spec ? tool_text(b->a, "%s/specs/%s", b->top, peers[i].spec)
                                         : variant_write(b, name, tool_text(b->a, "%s/peers", b->work));
        char *folder = peers[i].spec ? tool_text(b->a, "%s", name) : tool_text(b->a, "%s_peer", name);
        peers[i].program = rcc_design(b, folder, spec, tool_text(b->a, "%s SPARSE_FLITS=1", rcc_size(b)));
    }
    return peers[i].program;
}

/* pJ of a flit, a row of L1 (64 bits read), a row of L2 (a line), a line of memory: docs/results.md, Energy. */
enum { OF_FLIT = 155, OF_L1 = 20, OF_L2 = 592, OF_MEMORY = 32000 };

static double value(const Result *r, const char *what)
{
    bool all = strcmp(what, "energy") == 0;
    if (!all && strcmp(what, "on chip") != 0) return result_figure(r, what);
    return OF_FLIT * result_figure(r, "flits") + OF_L1 * result_figure(r, "serves.L1")
        + OF_L2 * result_figure(r, "serves.L2") + (all ? OF_MEMORY * result_figure(r, "memory.lines") : 0);
}

/* A's over B's of one seed; -1: that seed was not run. */
static double of_seed(const Bench *b, const char *one, const char *other, const char *what, const char *w, int seed)
{
    const Result *x = result_of(&b->results, one, w, seed), *y = result_of(&b->results, other, w, seed);
    return x && y ? stat_ratio(value(x, what), value(y, what)) : -1;
}

enum { SEEDS = 1000 };
/* Mean and spread over the seeds, of one workload or, w NULL, of the geometric mean of all. */
static void ratio(const Bench *b, const char *one, const char *other, const char *what, const char *w)
{
    double list[SEEDS];
    int n = 0;
    for (int seed = 1; seed <= SEEDS && of_seed(b, one, other, what, rcc_work.at[0], seed) >= 0; seed++) {
        double each[RCC_WORKLOADS];
        for (int i = 0; !w && i < rcc_work.n; i++) each[i] = of_seed(b, one, other, what, rcc_work.at[i], seed);
        list[n++] = w ? of_seed(b, one, other, what, w, seed) : stat_gmean(each, rcc_work.n);
    }
    fprintf(b->out, " %6.2f %5.2f", stat_mean(list, n), stat_spread(list, n));
}

void rcc_ratios(Bench *b, const char *what, const char *head, const char *pairs)
{
    Words list = tool_split(b->a, pairs, " ");
    fprintf(b->out, "%s; mean, spread over seeds\n%-11s", head, "workload");
    for (int p = 0; p < list.n; p++) fprintf(b->out, " %12s", list.at[p]);
    fputc('\n', b->out);
    for (int i = 0; i <= rcc_work.n; i++) {
        const char *w = i < rcc_work.n ? rcc_work.at[i] : NULL;
        fprintf(b->out, "%-11s", w ? w : "gmean");
        for (int p = 0; p < list.n; p++) {
            Words two = tool_split(b->a, list.at[p], "/");
            ratio(b, two.at[0], two.at[1], what, w);
        }
        fputc('\n', b->out);
    }
}

/* The usual peers, with options for all and `-T` or the like behind their names. Leases of TC: 800, the default of its
 * authors' simulator. */
static void usual(Bench *b, const char *suffix, const char *options)
{
    rcc_every(b, tool_text(b->a, "RCC%s", suffix), rcc_peer(b, "rcc_peer"), options);
    rcc_every(b, tool_text(b->a, "MESI%s", suffix), rcc_peer(b, "mesi_wt"), tool_text(b->a, "--pin FRIENDLY=0 %s",
                                                                                      options));
    rcc_every(b, tool_text(b->a, "TCS%s", suffix), rcc_peer(b, "tcs"),
              tool_text(b->a, "--pin LEASE=800 --pin HEAD=1 %s", options));
    rcc_every(b, tool_text(b->a, "TCW%s", suffix), rcc_peer(b, "tcw"),
              tool_text(b->a, "--pin LEASE=800 --model weak %s", options));
}

static int seeds_before;
static void several_seeds(void)
{
    seeds_before = rcc.seeds;
    if (!rcc.seeds) rcc.seeds = 5;
}
static char *seeds_text(Bench *b) { return tool_text(b->a, "%s, %d seeds", rcc_size(b), rcc.seeds); }

void rcc_peers(Bench *b)
{
    several_seeds();
    char *few = tool_text(b->a, "--warps %d", (rcc.warps + 1) / 2); /* the other ids are for posted stores */
    usual(b, "", "");
    rcc_every(b, "FRIENDLY", rcc_peer(b, "mesi_wt"), "--pin FRIENDLY=1");
    rcc_every(b, "HALF", rcc_peer(b, "rcc_peer"), few);
    rcc_every(b, "WO", rcc_peer(b, "rcc_peer"), tool_text(b->a, "%s --pin wo=1 --model weak --posted 1", few));
    runs_make(b);
    bench_title(b, "%s, links of 128 bits, messages as long as what is in them (SPARSE_FLITS=1)", seeds_text(b));
    static const char others[] = "RCC/MESI RCC/FRIENDLY RCC/TCS RCC/TCW";
    rcc_ratios(b, "cycles", "cycles, more than 1: RCC is faster (HALF/WO: the weakly ordered one)",
               "MESI/RCC FRIENDLY/RCC TCS/RCC TCW/RCC HALF/WO");
    rcc_ratios(b, "flits", "flits", others);
    rcc_ratios(b, "held", "cycles that operations waited for the one before of their warp", others);
    rcc.seeds = seeds_before;
}

/* What MESI would be if permissions cost nothing, with loops that poll by atomics, as everywhere else here, and by
 * loads, which hit until somebody writes. */
void rcc_ceiling(Bench *b)
{
    several_seeds();
    rcc_every(b, "RCC", rcc_peer(b, "rcc_peer"), "");
    rcc_every(b, "MESI", rcc_peer(b, "mesi_wt"), "--pin FRIENDLY=0");
    rcc_every(b, "IDEAL", rcc_peer(b, "ideal"), "");
    rcc_every(b, "MESI-L", rcc_peer(b, "mesi_wt"), "--pin FRIENDLY=0 --poll-loads");
    rcc_every(b, "FRIENDLY-L", rcc_peer(b, "mesi_wt"), "--pin FRIENDLY=1 --poll-loads");
    rcc_every(b, "IDEAL-L", rcc_peer(b, "ideal"), "--poll-loads");
    runs_make(b);
    bench_title(b, "%s; IDEAL: specs/mesi/ideal.xml; -L: loops poll by loads", seeds_text(b));
    rcc_ratios(b, "cycles", "ratios of cycles",
               "MESI/RCC MESI-L/RCC FRIENDLY-L/RCC IDEAL/RCC IDEAL-L/RCC MESI/IDEAL MESI-L/IDEAL-L");
    rcc.seeds = seeds_before;
}

/* What workgroups share they have in local memory, so permissions decide little. -T: cores compute, 100 cycles on
 * average before each access. SLOW, WO: a quarter of the warps, whose ids are for stores and loads under way. */
void rcc_intra(Bench *b)
{
    Words others = rcc_work;
    several_seeds();
    rcc_workloads(b, "matmul reduce tiles");
    for (int think = 0; think < 2; think++) {
        usual(b, think ? "-T" : "", think ? "--think 100" : "");
        rcc_every(b, think ? "IDEAL-T" : "IDEAL", rcc_peer(b, "ideal"), think ? "--think 100" : "");
    }
    int quarter = (rcc.warps + 3) / 4;
    char *few = tool_text(b->a, "--warps %d --set waves=%d", quarter, quarter);
    rcc_every(b, "SLOW", rcc_peer(b, "rcc_peer"), few);
    rcc_every(b, "WO", rcc_peer(b, "rcc_peer"), tool_text(b->a, "%s --pin wo=1 --model weak --posted 1 --ahead 2",
                                                          few));
    runs_make(b);
    bench_title(b, "%s; -T: cores compute 100 cycles before each access", seeds_text(b));
    rcc_ratios(b, "cycles", "ratios of cycles",
               "MESI/RCC TCS/RCC TCW/RCC IDEAL/RCC MESI-T/RCC-T TCS-T/RCC-T TCW-T/RCC-T "
               "IDEAL-T/RCC-T SLOW/WO");
    rcc_work = others;
    rcc.seeds = seeds_before;
}

/* What moves, by what it costs. */
void rcc_energy(Bench *b)
{
    several_seeds();
    usual(b, "", "");
    runs_make(b);
    bench_title(b, "%s, links of 128 bits; %d pJ a flit, %d a row of L1, %d a row of L2, %d a line of memory",
                seeds_text(b), OF_FLIT, OF_L1, OF_L2, OF_MEMORY);
    static const char pairs[] = "RCC/MESI RCC/TCS RCC/TCW", *const what[] = {"flits", "on chip", "energy"};
    for (int k = 0; k < 3; k++) rcc_ratios(b, what[k], what[k], pairs);
    rcc.seeds = seeds_before;
}
