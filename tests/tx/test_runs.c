/* Whole runs: every kernel passes in many settings; readings of the protocol that are wrong are found; a program's own
 * check finds a lost update. */
#include "simulator/sim.h"
#include "tx/system/system.h"
#include "test.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    int code;
    char first[512];
    uint64_t cycles;
    TxStats stats;
    TxPartitionStats unit;
    SimTxVerdict verdict;
    uint64_t accesses, edges; /* of the history of ordinary accesses */
    uint64_t earlier;      /* attempts of a core that began in an earlier round than one before them */
} Outcome;

static uint64_t earlier_rounds(const TxRun *r)
{
    uint64_t latest[64] = {0}, n = 0;
    for (size_t i = 0; i < r->history.n_attempts; i++) {
        const SimTxAttempt *a = &r->history.attempts[i];
        uint64_t round = a->warpts >> r->wid_bits;
        n += round < latest[a->core];
        if (round > latest[a->core]) latest[a->core] = round;
    }
    return n;
}

/* line: the command line, words separated by one space. make: its partitions, NULL: as always. */
static Outcome run_on(const char *line, TxMake make)
{
    static char text[1000];
    char *words[64] = {"test"};
    int n = 1;
    TxOptions o;
    Outcome x = {0};
    snprintf(text, sizeof text, "%s", line);
    for (char *w = strtok(text, " "); w; w = strtok(NULL, " ")) words[n++] = w;
    uint32_t in[1] = {0}, out[1] = {0};
    assert_int_equal(sim_options_parse(&o.all, &tx_more, n, words), 0);
    if (make) o.make = make;
    Sim *s = sim_create(&cg_design, &o.all, &x.code);
    assert_non_null(s);
    s->status.err = NULL;
    while (!sim_step(s, in, out)) {}
    x.code = sim_finish(s, NULL);
    const TxRun *r = s->of_ends;
    x.cycles = r->ended_at, x.stats = r->stats, x.unit = r->partitions[0]->stats(r->partitions[0]),
    x.verdict = s->serial, x.accesses = s->verdict.ops, x.edges = s->verdict.edges;
    x.earlier = earlier_rounds(r);
    memcpy(x.first, s->status.first, sizeof x.first);
    sim_destroy(s);
    return x;
}

static Outcome run(const char *line) { return run_on(line, NULL); }

static Outcome passes(const char *line)
{
    Outcome x = run(line);
    if (x.code != 0) fail_msg("%s: %s", line, x.first);
    return x;
}

#define SMALL " --cores 2 --warps 4 --lanes 4 --partitions 2 --llc 40 --max-cycles 3000000"

static void random_transactions_are_serialisable(void **state)
{
    static const char *const settings[] = { "",
                                            "--granule 16",
                                            "--granule 64",
                                            "--granule 128",
                                            "--entries 4 --filter-rows 3",
                                            "--entries 2 --registers=1",
                                            "--entries 3 --filter-rows 1 --filter-ways 1",
                                            "--stall-lines 1 --stall-entries 1",
                                            "--writes 1",
                                            "--limit 1",
                                            "--limit 2",
                                            "--backoff-most 100",
                                            "--commit 500",
                                            "--commit 0 --net 1 --decide 1 --llc 1",
                                            "--set stride=4",
                                            "--set words=6",
                                            "--set words=8 --set stores=90",
                                            "--set stores=5",
                                            "--partitions 1 --log 1",
                                            "--lanes 1",
                                            "--lanes 32 --warps 1",
                                            "--backoff 0",
                                            "--set accesses=40 --set words=500",
                                            "--backoff-step 500",
                                            "--think 30",
                                            "--own-clock",
                                            "--own-clock --entries 4 --filter-rows 3",
                                            "--own-clock --set words=6",
                                            "--late-loads",
                                            "--late-loads --wide-requests --granule 16",
                                            "--wide-requests --set words=60" };
    (void)state;
    uint64_t seed = test_seed(), beside = 0, aborts[TX_RESULTS] = {0}, queued = 0;
    char line[300];
    for (uint32_t i = 0; i < 3 * sizeof settings / sizeof *settings; i++) {
        snprintf(line, sizeof line, "random" SMALL " --seed %llu %s", (unsigned long long)(seed + i),
                 settings[i % (sizeof settings / sizeof *settings)]);
        Outcome x = passes(line);
        if (!strstr(line, "--lanes") && x.stats.commits != 128)
            fail_msg("%s: %llu commits", line, (unsigned long long)x.stats.commits);
        assert_true(x.verdict.edges > 0 && x.stats.answers == x.stats.messages);
        for (int k = 0; k < TX_RESULTS; k++) aborts[k] += x.stats.aborts[k];
        queued += x.unit.queued;
        if (!strstr(line, "--wide-requests") && x.stats.beside) fail_msg("%s: messages are joined", line);
        beside += x.stats.beside;
        if (x.unit.granules != 0 || x.stats.granules > x.stats.waited || (x.unit.queued && x.stats.granules == 0))
            fail_msg("%s: %llu granules, %llu requests", line, (unsigned long long)x.stats.granules,
                     (unsigned long long)x.stats.waited);
    }
    for (int k = TX_OK + 1; k < TX_ROLLOVER; k++) assert_true(aborts[k] > 0); /* every cause was met */
    assert_true(queued > 0 && beside > 0);
}

static void workloads_give_the_sequential_result(void **state)
{
    static const char *const lines[] = { "ht --set buckets=16",
                                         "ht --set buckets=16 --set keys=4 --limit 2",
                                         "ht_locks --set buckets=16",
                                         "atm --set accounts=20 --set transfers=3",
                                         "atm --set accounts=400 --entries 8 --filter-rows 4",
                                         "atm_locks --set accounts=20",
                                         "atm_locks --set accounts=400",
                                         "long --set granules=100 --set array=150 --lanes 2",
                                         "long --set granules=300 --set array=300 --warps 1 --entries 16 --lanes 1" };
    (void)state;
    uint64_t seed = test_seed();
    char line[300];
    for (uint32_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char name[20];
        size_t length = strcspn(lines[i], " ");
        snprintf(name, sizeof name, "%.*s", (int)length, lines[i]);
        snprintf(line, sizeof line, "%s" SMALL " --seed %llu%s", name, (unsigned long long)(seed + i),
                 lines[i] + length);
        passes(line);
    }
}

/* Looks for a seed with which it fails like that. */
static void found(const char *what, const char *text)
{
    char line[300];
    for (uint64_t seed = 1; seed <= 40; seed++) {
        snprintf(line, sizeof line,
                 "random --cores 2 --warps 4 --lanes 2 --partitions 2 --set words=4 --set transactions=20 --no-checks "
                 "--max-cycles 2000000 --seed %llu %s",
                 (unsigned long long)seed, what);
        Outcome x = run(line);
        if (x.code == 1 && strstr(x.first, text)) return;
    }
    fail_msg("%s: no seed fails with '%s'", what, text);
}

/* With the history alone, so that it is no matter of how the checkers read the text. */
static void wrong_readings_are_found(void **state)
{
    (void)state;
    found("--published-time", "not serialisable; 2 transactions in a circle");
    found("--published-owner", "not serialisable; 2 transactions in a circle");
    found("--published-advance", "not serialisable; 2 transactions in a circle");
    found("--published-time --published-text", "no answer and no commit");
}

/* Equal times are right where a store looks at who has read last: the same programs, with and without the filter. */
static void the_last_reader_is_enough(void **state)
{
    char line[300];
    (void)state;
    for (uint64_t seed = 1; seed <= 80; seed++) {
        snprintf(line, sizeof line,
                 "random --cores 2 --warps 4 --lanes 2 --partitions 2 --set words=4 --set transactions=20 "
                 "--published-time --last-reader --seed %llu %s",
                 (unsigned long long)seed, seed % 2 ? "--own-clock" : "--own-clock --entries 2 --filter-rows 1");
        passes(line);
    }
}

static void the_same_seed_gives_the_same_run(void **state)
{
    (void)state;
    Outcome a = passes("random" SMALL " --seed 5"), b = passes("random" SMALL " --seed 5"),
            c = passes("random" SMALL " --seed 6");
    assert_int_equal(a.cycles, b.cycles);
    assert_memory_equal(&a.stats, &b.stats, sizeof a.stats);
    assert_true(a.cycles != c.cycles || a.stats.messages != c.stats.messages);
}

/* A partition that gives some values as they were at first. */
typedef struct { TxPartition as_seen, *true_one; uint32_t answers; } Forgetful;

static bool forgetful_offer(TxPartition *p, const TxMessage *m)
{
    return ((Forgetful *)p)->true_one->offer(((Forgetful *)p)->true_one, m);
}
static bool forgetful_answer(TxPartition *p, TxReply *r)
{
    Forgetful *f = (Forgetful *)p;
    if (!f->true_one->answer(f->true_one, r)) return false;
    if (++f->answers % 50 == 0) memset(r->data, 0, sizeof r->data);
    return true;
}
static void forgetful_cycle(TxPartition *p, uint64_t now)
{
    ((Forgetful *)p)->true_one->cycle(((Forgetful *)p)->true_one, now);
}
static bool forgetful_idle(const TxPartition *p)
{
    return ((const Forgetful *)p)->true_one->idle(((const Forgetful *)p)->true_one);
}
static TxPartitionStats forgetful_stats(const TxPartition *p)
{
    return ((const Forgetful *)p)->true_one->stats(((const Forgetful *)p)->true_one);
}
static bool forgetful_tracked(TxPartition *p)
{
    return ((Forgetful *)p)->true_one->tracked(((Forgetful *)p)->true_one);
}
static void forgetful_destroy(TxPartition *p)
{
    ((Forgetful *)p)->true_one->destroy(((Forgetful *)p)->true_one);
    free(p);
}

static TxPartition *make_forgetful(const TxOptions *o, TxMemory *memory, const TxObserver *observer, SimStatus *status,
                                   uint32_t partition, TxPartition *before)
{
    Forgetful *f = sim_alloc(1, sizeof *f);
    (void)status, (void)before;
    *f = (Forgetful){{forgetful_offer, forgetful_answer, forgetful_cycle, forgetful_idle, forgetful_stats,
                      forgetful_tracked, forgetful_destroy, NULL, NULL, false},
                     tx_unit_create(&o->unit, memory, observer, partition), 0};
    return &f->as_seen;
}

/* Outside of transactions: the order of writes is what the partitions report, values are what programs have seen. */
static void ordinary_accesses_are_judged_by_their_history(void **state)
{
    static const char line[] = "--test random" SMALL " --ops 400 --seed 1";
    (void)state;
    Outcome good = passes(line), bad = run_on(line, make_forgetful);
    assert_true(good.accesses > 400 && good.edges > 400);
    assert_int_equal(bad.code, 1);
    if (!strstr(bad.first, "not sequentially consistent")) fail_msg("%s", bad.first);
}

/* Loads of lanes that their programs do not wait for overlap; transactions wait for each access. */
static void accesses_are_under_way(void **state)
{
    (void)state;
    Outcome one = passes("--test matmul" SMALL), many = passes("--test matmul" SMALL " --model weak --ahead 4"),
            posted = passes("--test triad" SMALL " --model weak --ahead 2 --posted 2"),
            slow = passes("--test triad" SMALL), in_order = passes("ht" SMALL " --set buckets=100"),
            as_well = passes("ht" SMALL " --set buckets=100 --model weak --ahead 4 --posted 2");
    assert_true(one.accesses == many.accesses && posted.accesses == slow.accesses);
    assert_true(many.cycles < one.cycles * 3 / 4 && posted.cycles < slow.cycles);
    assert_int_equal(in_order.cycles, as_well.cycles);
    passes("random" SMALL " --model weak --posted 4");
}

static void the_limit_limits(void **state)
{
    (void)state;
    Outcome one = passes("atm" SMALL " --set accounts=100000 --set transfers=4 --lanes 1 --limit 1"),
            all = passes("atm" SMALL " --set accounts=100000 --set transfers=4 --lanes 1");
    assert_true(one.stats.limit_cycles > 0 && all.stats.limit_cycles == 0);
    assert_true(one.cycles > 2 * all.cycles);
}

/* Each attempt begins at the latest time of its core; with --own-clock at one that may be far behind it. */
static void attempts_begin_at_the_time_of_the_core(void **state)
{
    (void)state;
    Outcome core = passes("random" SMALL " --set words=20"), own = passes("random" SMALL " --set words=20 --own-clock");
    assert_int_equal(core.earlier, 0);
    assert_true(own.earlier > 20);
}

/* Pauses in steps are multiples of the step, up to nine of them, and none after some aborts. */
static void pauses_in_steps(void **state)
{
    (void)state;
    Outcome x = passes("random" SMALL " --set words=20 --backoff-step 500");
    assert_true(x.stats.backoff_cycles > 0 && x.stats.backoff_cycles % 500 == 0);
    assert_true(x.stats.backoff_cycles <= 4500 * x.stats.attempts);
    assert_int_equal(passes("random" SMALL " --set words=20 --backoff 0").stats.backoff_cycles, 0);
}

/* Timestamps have an end; there is no rollover here. */
static void time_runs_out(void **state)
{
    (void)state;
    Outcome x = run("random" SMALL " --ts-bits 6 --set words=4");
    assert_int_equal(x.code, 1);
    assert_non_null(strstr(x.first, "warpts needs more than 6 bits"));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(random_transactions_are_serialisable),
                                        cmocka_unit_test(workloads_give_the_sequential_result),
                                        cmocka_unit_test(wrong_readings_are_found),
                                        cmocka_unit_test(the_last_reader_is_enough),
                                        cmocka_unit_test(the_same_seed_gives_the_same_run),
                                        cmocka_unit_test(ordinary_accesses_are_judged_by_their_history),
                                        cmocka_unit_test(accesses_are_under_way),
                                        cmocka_unit_test(the_limit_limits),
                                        cmocka_unit_test(attempts_begin_at_the_time_of_the_core),
                                        cmocka_unit_test(pauses_in_steps),
                                        cmocka_unit_test(time_runs_out) };
    return cmocka_run_group_tests_name("tx runs", tests, NULL, NULL);
}
