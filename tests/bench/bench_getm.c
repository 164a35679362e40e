/* bench_getm.c - rates of the emitted validation unit, by itself: what a request costs against the share of occupied
 * and of locked places, hits, accesses to other granules beside insertions, log entries. bench_getm TABLE [REQUESTS]
 * TABLE: occupied, locked, hits, others, commit; REQUESTS: of each line (default 10000) See vu.h; built by
 * tests/bench/CMakeLists.txt and bench/getm_unit.c, which prints the heads of the tables. */
#include "vu.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 15, LATENCY = 20, BINS = 11 };

static Vu u;
static SimRng rng = {1};
static uint64_t now = 1,
                requests = 10000; /* now: the time of the next access, later than all before: it is never refused */
static uint64_t locked[MOST];              /* granules with a reservation, as far as they are asked for */
static uint32_t n_locked;
static uint64_t releases;                  /* sent; what is sent and not done is still counted in u.reserved */

static uint64_t new_key(void)
{
    return sim_random(&rng) &
        ((UINT64_C(1) << sim_field(u.types[VU_LD]->fields, u.types[VU_LD]->n_fields, "key").width) - 1);
}
static double ratio(double a, double b) { return b ? a / b : 0; }
static double per(uint64_t a, uint64_t b) { return ratio((double)a, (double)b); }

/* A random granule of those that are locked gives its reservation back, if more than `target` are. The last ones of the
 * list may not be locked yet. */
static void release(uint32_t target)
{
    uint32_t there = u.reserved - (uint32_t)(releases - u.count.done[VU_CLEANUP]), i;
    if (u.logs || there <= target) return;
    i = sim_below(&rng, there);
    vu_log(&u, (VuMessage){VU_CLEANUP, locked[i], 0, 1});
    memmove(&locked[i], &locked[i + 1], (--n_locked - i) * sizeof *locked);
    releases++;
}

/* One cycle of a stream of requests that keeps `target` granules locked: each locks a new granule, or releases one that
   was locked before. The unit is never without a request. */
static void lock_and_release(uint32_t target)
{
    if (!u.asks && n_locked < target + 4) {
        locked[n_locked] = new_key();
        vu_ask(&u, (VuMessage){VU_ST, locked[n_locked++], now++, 0});
    }
    release(target);
    vu_cycle(&u);
}

static void empty(void)
{
    vu_reset(&u);
    n_locked = 0, releases = u.count.done[VU_CLEANUP];
}

/* Sums over cycles; entries: in the ways. */
typedef struct { VuCount sum; uint64_t entries, reserved, stash_most; } Bin;

static void add(Bin *b, const VuCount *before)
{
    const VuCount *c = &u.count;
    for (int k = 0; k < VU_KINDS; k++) b->sum.done[k] += c->done[k] - before->done[k];
    b->sum.cycles += c->cycles - before->cycles, b->sum.idle += c->idle - before->idle,
        b->sum.held += c->held - before->held, b->sum.stash += c->stash - before->stash;
    b->sum.moves += c->moves - before->moves, b->sum.moves_first += c->moves_first - before->moves_first,
        b->sum.spills += c->spills - before->spills;
    b->entries += u.entries - u.stash, b->reserved += u.reserved;
    if (u.stash > b->stash_most) b->stash_most = u.stash;
}

static void line(const Bin *b)
{
    static const VuCount zero;
    uint64_t done = vu_done(&zero, &b->sum), cells = b->sum.cycles * u.places;
    printf("%6.1f %% %6.1f %% %9llu %9.3f %9.3f %9.3f %9.3f %9.2f %6llu %10.4f\n",
           100 * per(b->entries, b->sum.cycles * u.ways), 100 * per(b->reserved, cells), (unsigned long long)done,
           per(b->sum.cycles, done), per(done + b->sum.held + b->sum.moves, done), per(b->sum.held, done),
           per(b->sum.moves, b->sum.done[VU_ST]), per(b->sum.stash, b->sum.cycles), (unsigned long long)b->stash_most,
           per(b->sum.spills, b->sum.done[VU_ST]));
}

/* The table fills from empty to full, several times; a tenth of it is locked. */
static void occupied(void)
{
    static const VuCount zero;
    Bin bins[BINS] = {0};
    uint64_t wanted = requests / 2;
    while (vu_done(&zero, &bins[BINS - 1].sum) < wanted) {
        empty();
        for (uint64_t start = u.count.cycles; u.count.cycles - start < 60 * (uint64_t)u.places;) {
            VuCount before = u.count;
            uint32_t tenth = u.places / 10, target = u.entries / 2 < tenth ? u.entries / 2 : tenth,
                     load = (u.entries - u.stash) * 100 / u.ways;
            lock_and_release(target > 2 ? target : 2);
            add(&bins[load >= 99 ? 10 : load / 10], &before);
        }
    }
    for (int i = 0; i < BINS; i++) line(&bins[i]);
}

/* The table is full; more and more of it is locked. */
static void locked_share(void)
{
    static const uint32_t shares[] = {10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        Bin b = {0};
        uint32_t target = shares[i] * u.places / 100;
        empty();
        for (uint64_t start = u.count.cycles; u.count.cycles - start < 40 * (uint64_t)u.places;)
            lock_and_release(target);
        VuCount begin = u.count;
        while (vu_done(&begin, &u.count) < requests) {
            VuCount before = u.count;
            lock_and_release(target);
            add(&b, &before);
        }
        line(&b);
    }
}

/* ---- hits ---- */

static void print_rate(const char *what, uint64_t n, uint64_t cycles, uint64_t aborts)
{
    printf("%-66s %9llu %9llu %9.3f %9llu\n", what, (unsigned long long)n, (unsigned long long)cycles, per(n, cycles),
           (unsigned long long)aborts);
}

static VuCount stream_start;
/* Requests one behind the other, made by `next`, which gets their number. Counted from the first to the last row. */
static void stream(const char *what, uint64_t n, VuMessage (*next)(uint64_t i))
{
    VuCount begin = u.count;
    uint64_t first = 0, last = 0, sent = 0;
    stream_start = begin;
    while (vu_done(&begin, &u.count) < n) {
        uint64_t done = vu_done(&begin, &u.count);
        if (sent < n) {
            VuMessage m = next(sent);
            sent += m.kind == VU_LD || m.kind == VU_ST ? vu_ask(&u, m) : vu_log(&u, m);
        }
        vu_cycle(&u);
        if (!first && vu_done(&begin, &u.count) > 0) first = u.count.cycles;
        if (vu_done(&begin, &u.count) > done) last = u.count.cycles;
    }
    if (what) print_rate(what, n, last - first + 1, u.count.aborts - begin.aborts);
}

static void settle(void) { for (int i = 0; i < 2000; i++) vu_cycle(&u); }   /* the cache has what was asked for */

static uint64_t keys[MOST];
static void draw_keys(uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        keys[i] = (UINT64_C(1) << 20) + (uint64_t)i * 7 % (uint64_t)n + 64 * (sim_random(&rng) & 0xfff) * (uint64_t)n;
}

static VuMessage load_8(uint64_t i) { return (VuMessage){VU_LD, keys[i % 8], now++, 0}; }
static VuMessage load_1(uint64_t i) { return (VuMessage){VU_LD, keys[i % 1], now++, 0}; }
static VuMessage late_8(uint64_t i) { return (VuMessage){VU_LD, keys[i % 8], 1, 0}; }
static uint64_t owners_time;
static VuMessage store_8(uint64_t i) { return (VuMessage){VU_ST, keys[i % 8], owners_time, 0}; }
static VuMessage release_8(uint64_t i)
{
    return (VuMessage){ VU_CLEANUP, keys[i % 8], 0, (uint32_t)vu_param("WRITES") / 2 };
}

static void hits(void)
{
    uint32_t each = (uint32_t)vu_param("WRITES") / 2;
    empty();
    draw_keys(8);
    stream(NULL, 8, load_8);
    settle();
    stream("loads of 8 granules, which are tracked and cached", requests, load_8);
    stream("loads of one granule", requests, load_1);
    owners_time = now++;
    stream("stores to 8 granules, by the owner of their reservations", 8 * each, store_8);
    stream(NULL, 8, release_8);
    now++;
    stream("loads that come too late: refused", requests, late_8);
}

/* ---- other granules ---- */

static uint32_t every; /* each n-th access locks a new granule, the others are loads of 8 granules */
static uint64_t loads_issued;

/* duty: an access is offered in so many of 8 cycles. Returns the mean time from the offer to the row, in cycles, and in
 * *worst the longest, of loads. */
static void beside(uint32_t target, uint32_t duty)
{
    VuCount begin = u.count;
    uint64_t offered[4096], head = 0, tail = 0, sum = 0, worst = 0, n = 0, i = 0, insertions = 0;
    while (n < requests) {
        uint64_t before = u.count.done[VU_LD] + u.count.done[VU_ST];
        if (!u.asks && (u.count.cycles & 7) < duty && head - tail < 4096) {
            bool inserts = every && ++i % every == 0 && n_locked < MOST - 1;
            if (inserts) {
                insertions++;
                locked[n_locked] = new_key();
                vu_ask(&u, (VuMessage){VU_ST, locked[n_locked++], now++, 0});
            } else vu_ask(&u, (VuMessage){VU_LD, keys[loads_issued++ % 8], now++, 0});
            offered[head++ % 4096] = u.count.cycles;
        }
        release(target);
        vu_cycle(&u);
        for (uint64_t d = u.count.done[VU_LD] + u.count.done[VU_ST] - before; d > 0; d--) {
            uint64_t took = u.count.cycles - offered[tail++ % 4096];
            sum += took, n++;
            if (took > worst) worst = took;
        }
    }
    VuCount *c = &u.count, end = *c;
    for (uint32_t k = 0; tail < head && k < 10000; k++) {   /* what is on its way */
        uint64_t before = c->done[VU_LD] + c->done[VU_ST];
        vu_cycle(&u);
        tail += c->done[VU_LD] + c->done[VU_ST] - before;
    }
    c = &end;
    uint64_t cycles = c->cycles - begin.cycles, done = vu_done(&begin, c);
    printf("%6u %% %8s %7u/8 %9llu %9.3f %11.4f %11.4f %9.2f %6llu\n", target * 100 / u.places,
           every ? every == 8 ? "1 in 8" : "1 in 2" : "none", duty, (unsigned long long)done, per(done, cycles),
           per(c->moves_first - begin.moves_first, insertions), per(c->held - begin.held, insertions), per(sum, n),
           (unsigned long long)worst);
}

static void others(void)
{
    static const uint32_t shares[] = {10, 50, 70, 80, 90};
    draw_keys(8);
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        uint32_t target = shares[i] * u.places / 100;
        empty();
        for (uint64_t start = u.count.cycles; u.count.cycles - start < 40 * (uint64_t)u.places;)
            lock_and_release(target);
        stream(NULL, 8, load_8);
        settle();
        for (uint32_t duty = 8; duty >= 4; duty -= 4)
            for (every = 0; every <= 8; every = every ? every * 4 : 2) beside(target, duty);
    }
}

/* ---- log entries ---- */

static uint32_t granules, entries_each;
static VuMessage lock_all(uint64_t i) { return (VuMessage){VU_ST, keys[i % granules], owners_time, 0}; }
static VuMessage commit_all(uint64_t i) { return (VuMessage){VU_COMMIT, keys[i / entries_each % granules], 0, 1}; }
static VuMessage release_all(uint64_t i) { return (VuMessage){VU_CLEANUP, keys[i / entries_each % granules], 0, 1}; }
static VuMessage load_all(uint64_t i) { return (VuMessage){VU_LD, keys[i % granules], now++, 0}; }

/* Reservations that log entries give back, and bytes that they bring, per cycle from the first that is applied until
   the last is sent: what waits then to be joined is not counted. joined: entries for each row. */
static void log_rate(const char *what, bool cached, uint32_t each, VuMessage (*entry)(uint64_t i))
{
    uint32_t bytes = (uint32_t)vu_param("GRANULE"), n = 0;
    uint64_t cycles = 0, rows = 0, sent_in_all = 0;
    entries_each = each;
    while (n < requests) {
        draw_keys(granules = u.places / 4 < 256 ? u.places / 4 : 256);
        if (cached) stream(NULL, granules, load_all), settle(), settle(), settle(), settle();
        owners_time = now++;
        stream(NULL, granules * (uint64_t)each, lock_all);
        VuCount begin = u.count;
        uint64_t first = 0, last = 0, sent = 0, all = granules * (uint64_t)each;
        while (u.reserved > 0 || sent < all) {
            uint32_t before = u.reserved;
            bool sending = sent < all;
            if (sending && vu_log(&u, entry(sent))) sent++;
            vu_cycle(&u);
            if (u.reserved != before && !first) first = u.count.cycles;
            if (sending && first) last = u.count.cycles, n += before - u.reserved;
            if (u.count.cycles - begin.cycles > 100 * all + 10000) {
                fprintf(stderr,
                        "error: log entries are not applied: %u of %llu reservations are left, %llu entries sent\n",
                        u.reserved, (unsigned long long)all, (unsigned long long)sent);
                exit(SIM_EXIT_FAILED);
            }
        }
        cycles += last - first + 1;
        rows += vu_done(&begin, &u.count), sent_in_all += all;
    }
    bool data = entry == commit_all;
    printf("%-66s %9u %9llu %9.3f %9.2f %9.2f\n", what, n, (unsigned long long)cycles, per(n, cycles),
           per(sent_in_all, rows), data ? per((uint64_t)n * bytes, cycles) : 0);
}

static void commit(void)
{
    empty();
    log_rate("commits, an entry per granule, whole lines, not cached", false, 1, commit_all);
    log_rate("commits, an entry per granule, cached", true, 1, commit_all);
    log_rate("commits, two entries per granule, cached", true, 2, commit_all);
    log_rate("commits, eight entries per granule, cached", true, 8, commit_all);
    log_rate("cleanups, an entry per granule", true, 1, release_all);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } tables[] = { { "occupied", occupied },
                   { "locked", locked_share },
                   { "hits", hits },
                   { "others", others },
                   { "commit", commit } };
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc > 2) requests = strtoull(argv[2], NULL, 0);
    for (size_t i = 0; argc > 1 && argc < 4 && requests > 0 && i < sizeof tables / sizeof *tables; i++) {
        if (strcmp(argv[1], tables[i].name) != 0) continue;
        vu_create(&u, LATENCY);
        tables[i].run();
        vu_destroy(&u);
        return SIM_EXIT_OK;
    }
    fputs("usage: bench_getm occupied|locked|hits|others|commit [REQUESTS]\n", stderr);
    return SIM_EXIT_USAGE;
}
