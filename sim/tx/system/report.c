/* report.c - the figures of a run. */
#include "tx/system/system.h"

static double per(uint64_t a, uint64_t b, double scale) { return b ? scale * (double)a / (double)b : 0; }

static TxPartitionStats partitions(const TxRun *r)
{
    TxPartitionStats sum = {0};
    for (uint32_t i = 0; i < r->options.partitions; i++) {
        TxPartitionStats p = r->partitions[i]->stats(r->partitions[i]);
        sum.queued += p.queued, sum.beside += p.beside, sum.woken += p.woken, sum.evictions += p.evictions,
            sum.overflows += p.overflows;
        if (p.most_waiting > sum.most_waiting) sum.most_waiting = p.most_waiting;
    }
    return sum;
}

static void report_aborts(const TxRun *r, FILE *out)
{
    static const char *const names[TX_RESULTS] = {[TX_LATE_LOAD] = "late load",
                                                  [TX_LATE_STORE] = "late store",
                                                  [TX_NO_ROOM] = "stall buffer full",
                                                  [TX_TOO_MANY] = "#writes at its largest",
                                                  [TX_INTRA_WARP] = "other thread of the warp",
                                                  [TX_ROLLOVER] = "rollover"};
    uint64_t sum = 0;
    for (int i = TX_OK + 1; i < TX_RESULTS; i++) sum += r->stats.aborts[i];
    fprintf(out, "aborts     %.1f per 1000 commits\n", per(sum, r->stats.commits, 1000));
    for (int i = TX_OK + 1; i < TX_RESULTS; i++)
        if (r->stats.aborts[i])
            fprintf(out, "  %-24s %10.1f per 1000 commits\n", names[i],
                    per(r->stats.aborts[i], r->stats.commits, 1000));
}

void tx_run_size(const void *run, FILE *out)
{
    const TxOptions *o = &((const TxRun *)run)->options;
    fprintf(out, "%u cores x %u warps x %u threads, %u partitions, granules of %u bytes\n", o->all.cores, o->all.warps,
            o->lanes, o->partitions, o->granule);
}

void tx_run_report(const void *run, FILE *out)
{
    const TxRun *r = run;
    const TxOptions *o = &r->options;
    const TxStats *s = &r->stats;
    TxPartitionStats u = partitions(r);
    if (s->commits) {
        fprintf(out, "commits    %llu, in %llu attempts of warps\n", (unsigned long long)s->commits,
                (unsigned long long)s->attempts);
        report_aborts(r, out);
        fprintf(out, "warps      %llu cycles in attempts, %llu of pauses, %llu waiting for a place\n",
                (unsigned long long)s->run_cycles, (unsigned long long)s->backoff_cycles,
                (unsigned long long)s->limit_cycles);
        fprintf(out,
                "waiting    %llu requests queued, with %.2f of their granule on average, at most %u at a time in a "
                "partition, %llu in all, %.3f in all on average; %llu tries after a release\n",
                (unsigned long long)u.queued, per(u.beside + u.queued, u.queued, 1), u.most_waiting,
                (unsigned long long)s->waited, per(s->waiting_cycles, r->ended_at, 1), (unsigned long long)u.woken);
        if (s->granules)
            fprintf(out, "granules   %llu that requests wait for at a time in all, %.3f on average\n",
                    (unsigned long long)s->granules, per(s->granule_cycles, r->ended_at, 1));
        if (s->resumes)
            fprintf(out, "rollovers  %llu, attempts of warps ended by them %llu\n",
                    (unsigned long long)(s->resumes / (o->all.cores * o->all.warps)), (unsigned long long)s->quits);
        uint64_t latest = 0;
        for (uint32_t i = 0; i < o->all.cores; i++)
            if (r->cores[i].latest > latest) latest = r->cores[i].latest;
        if (latest && !o->own_clock && !s->resumes)
            fprintf(out, "times      %llu advances of a core at most, one in %.1f cycles\n", (unsigned long long)latest,
                    per(r->ended_at, latest, 1));
        TxRefused f = tx_checks_refused(r->checks);
        if (o->checks)
            fprintf(out, "late       %llu requests refused for their time, %llu of them by approximate times only\n",
                    (unsigned long long)f.late, (unsigned long long)f.falsely);
    }
    fprintf(out, "messages   %llu requests, %llu log entries\n", (unsigned long long)(s->messages - s->beside),
            (unsigned long long)s->entries);
    if (o->unit.reference.table.entries)
        fprintf(out, "table      %llu entries left it, %llu times it had to grow\n", (unsigned long long)u.evictions,
                (unsigned long long)u.overflows);
}
