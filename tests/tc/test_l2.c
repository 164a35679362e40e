/* The L2 bank of specs/tc/tcs.xml, or of tcw.xml (TC_WEAK=1), against a reference, which says in C what the papers'
 * tables and docs/errata.md (T3 to T6, T9) say of leases, stores that wait or are done at once, and docs/tc.md of
 * adaptive leases: every event in every state, drawn at random, always the same; in several settings, so that no
 * parameter can take the place of another. Usage: test_tcs_l2 tcs.xml. The table is interpreted; that its Verilog does
 * the same is tests/backbone. */
#include "../stc/draw.h"
#include "../tx/table.h"
#include <stdio.h>

enum { WEAK = TC_WEAK, SETS = 11, DRAWN = 30000, LATE = 4 };
typedef struct {
    const char *sets[SETS];
    uint64_t cores, warps, words, ticks, lease, adapt, least, most, up, down, option;
} Setting;
/* Which of the two: where stores wait, or whether loads have a time. */
#if TC_WEAK
#define OPTION(n) "CUMULATIVE=" #n
#else
#define OPTION(n) "HEAD=" #n
#endif
static const Setting settings[] = {
    { { "CORES=3", "WARPS=5", "LINE_BYTES=16", "TIME_BITS=9", "LEASE=20", "ADAPT=1", "LEASE_MIN=10", "LEASE_MAX=40",
        "LEASE_UP=3", "LEASE_DOWN=7", OPTION(1) }, 3, 5, 4, 9, 20, 1, 10, 40, 3, 7, 1 },
    { { "CORES=2", "WARPS=3", "LINE_BYTES=8", "TIME_BITS=10", "LEASE=21", "ADAPT=1", "LEASE_MIN=6", "LEASE_MAX=30",
        "LEASE_UP=5", "LEASE_DOWN=4", OPTION(0) }, 2, 3, 2, 10, 21, 1, 6, 30, 5, 4, 0 },
    { { "CORES=4", "WARPS=2", "LINE_BYTES=32", "TIME_BITS=11", "LEASE=22", "ADAPT=0", "LEASE_MIN=9", "LEASE_MAX=33",
        "LEASE_UP=2", "LEASE_DOWN=6", OPTION(1) }, 4, 2, 8, 11, 22, 0, 9, 33, 2, 6, 1 },
    { { "CORES=5", "WARPS=4", "LINE_BYTES=16", "TIME_BITS=8", "LEASE=19", "ADAPT=0", "LEASE_MIN=8", "LEASE_MAX=35",
        "LEASE_UP=4", "LEASE_DOWN=5", OPTION(0) }, 5, 4, 4, 8, 19, 0, 8, 35, 4, 5, 0 }
};
enum { SETTINGS = sizeof settings / sizeof *settings };
static const Setting *set;

typedef enum { I, P, S, X, F, W, STATES } At;
static const char *const states[] = {"I", "P", "S", "X", "F", "W"};
enum { FROM, ID, ERR, OP, WORD, A, B, TS, ARGS };
static const char *const arguments[] = {"msg_from_i", "msg_id_i", "msg_err_i", "msg_op_i", "msg_word_i",
                                        "msg_a_i",    "msg_b_i",  "msg_ts_i"};
/* The bank, and the line at hand; due: when stores that wait are done. */
typedef struct {
    uint64_t lease;
    uint64_t ts, seen, dirty, err, due;
    At at;
} Bank;
typedef struct {
    Table t;
    Draw draw;
    Bank now, next;
    uint64_t time, arg[ARGS];
} Bench;

static uint64_t end_of_time(void) { return (UINT64_C(1) << set->ticks) - 1; }
static uint64_t max(uint64_t a, uint64_t b) { return a > b ? a : b; }
static uint64_t min(uint64_t a, uint64_t b) { return a < b ? a : b; }
static bool leased(const Bench *b) { return (b->now.at == P || b->now.at == S) && b->time <= b->now.ts; }
/* Nobody has a lease that is not over. */
static bool free_of_leases(const Bench *b) { return b->now.at >= P && b->now.at <= X && !leased(b); }
static bool head(void) { return !WEAK && set->option; }
static bool cumulative(void) { return WEAK && set->option; }

/* ---- what a row does ---- */

static void answer(Bench *b, const char *message)
{
    table_expect(&b->t, "resp0_valid_o", 1);
    table_expect(&b->t, "resp0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "resp0_to_o", b->arg[FROM]);
    table_expect(&b->t, "resp0_id_o", b->arg[ID]);
}

static void request(Bench *b, const char *name)
{
    table_expect(&b->t, "mem_req_valid_o", 1);
    table_expect(&b->t, "mem_req_kind_o", (uint64_t)table_request(&b->t, name));
}

static int park(Bench *b)
{
    table_expect(&b->t, "mshr_park_o", 1);
    return ACT_FIRE;
}

/* A line that is not here is fetched; what asks for one that is on its way waits. */
static bool waits(Bench *b)
{
    if (b->now.at != I && b->now.at != F) return false;
    park(b);
    if (b->now.at == F) return true;
    table_expect(&b->t, "line_alloc_o", 1);
    table_expect(&b->t, "mshr_alloc_o", 1);
    request(b, "READ");
    b->next.at = F;
    return true;
}

static void longer(Bench *b)
{
    if (set->adapt && b->now.ts) b->next.lease = min(b->now.lease + set->up, set->most);
}

static void shorter(Bench *b)
{
    if (!set->adapt) return;
    b->next.lease = b->now.lease > set->least + set->down ? b->now.lease - set->down : set->least;
}

static void data(Bench *b, bool once)
{
    answer(b, "DATA");
    table_expect(&b->t, "resp0_once_o", once);
    table_expect(&b->t, "resp0_err_o", b->now.err);
    table_expect(&b->t, "resp0_ts_o", b->next.ts);
    table_expect(&b->t, "resp0_seen_o", b->next.seen);
    table_expect_source(&b->t, "resp0_data_sel_o", "line_data", 0);
    table_expect(&b->t, "performs_o", PERFORMS_READ);
}

/* The first lease after others are over makes its reader the only one. Where stores wait there is none (T4). */
static int get(Bench *b)
{
    if (waits(b)) return ACT_FIRE;
    if (b->now.at == W) {
        data(b, true);
        return ACT_FIRE;
    }
    if (free_of_leases(b)) {
        longer(b);
        if (cumulative()) b->next.seen = 0;
    }
    b->next.ts = max(b->now.ts, b->time + b->next.lease);
    b->next.at = free_of_leases(b) ? P : S;
    data(b, false);
    return ACT_FIRE;
}

/* Is it done now? own: the only reader writes. When: where it is not, the act. In TC-weak it is, and copies of the old
 * value last until `end` (T6); others than the writer must know of its own copy too (T9). */
static bool done_now(Bench *b, bool own, int *act, uint64_t *end)
{
    *act = ACT_FIRE, *end = 0;
    if (waits(b)) return false;
    if (b->now.at == W) {
        park(b);
        return false;
    }
    b->next.at = free_of_leases(b) ? X : b->now.at;
    bool alone = own && b->now.at == P;
    if (WEAK) {
        if (cumulative()) b->next.seen = leased(b) ? b->now.ts : 0;
        if (!leased(b) || alone) return true;
        *end = b->now.ts;
        shorter(b);
        return true;
    }
    if (free_of_leases(b)) {                                /* at the head of the bank, it may have waited */
        if (head() && b->now.ts && b->time - b->now.ts <= LATE) shorter(b);
        return true;
    }
    if (alone) return true;
    if (head()) {
        *act = ACT_STALL;
        return false;
    }
    table_expect(&b->t, "mshr_alloc_o", 1);
    shorter(b);
    b->next.due = b->now.ts, b->next.at = W;
    park(b);
    return false;
}

static int change(Bench *b, bool own)
{
    int act;
    uint64_t end;
    if (!done_now(b, own, &act, &end)) return act;
    answer(b, "ACK");
    table_expect(&b->t, "resp0_gwct_o", end);
    table_expect(&b->t, "line_data_wr0_valid_o", 1);
    table_expect_source(&b->t, "line_data_wr0_sel_o", "msg_data", 0);
    table_expect_source(&b->t, "line_data_wr0_mask_o", "msg_mask", 0);
    table_expect(&b->t, "performs_o", PERFORMS_WRITE);
    b->next.dirty = 1;
    return ACT_FIRE;
}

static int writes(Bench *b) { return change(b, false); }
/* In P who has the lease of the line is its only reader (T3). */
static int writes_copy(Bench *b) { return change(b, b->arg[TS] == b->now.ts); }

/* The answer is from before the operation; that is the last selector of the write. */
static int atomic(Bench *b)
{
    static const char *const operands[] = {"line_data_wr0_op_o", "line_data_wr0_word_o", "line_data_wr0_a_o",
                                           "line_data_wr0_b_o"};
    int act;
    uint64_t end;
    if (!done_now(b, false, &act, &end)) return act;
    answer(b, "OLD");
    table_expect(&b->t, "resp0_err_o", b->now.err);
    table_expect(&b->t, "resp0_gwct_o", end);
    table_expect_source(&b->t, "resp0_old_sel_o", "line_data", 0);
    table_expect(&b->t, "resp0_old_part_o", b->arg[WORD]);
    table_expect(&b->t, "line_data_wr0_valid_o", 1);
    table_expect_source(&b->t, "line_data_wr0_sel_o", "rmw32", 0);
    for (int i = 0; i < 4; i++) table_expect(&b->t, operands[i], b->arg[OP + i]);
    table_expect(&b->t, "performs_o", PERFORMS_READ | PERFORMS_WRITE);
    b->next.dirty = 1;
    return ACT_FIRE;
}

static int end_entry(Bench *b)
{
    table_expect(&b->t, "mshr_replay_o", 1);
    table_expect(&b->t, "mshr_done_o", 1);
    b->next.at = X;
    return ACT_FIRE;
}

static int fill(Bench *b)
{
    if (b->now.at != F) return ACT_NEVER;
    b->next.dirty = 0, b->next.err = b->arg[ERR];
    table_expect(&b->t, "line_data_wr0_valid_o", 1);
    table_expect_source(&b->t, "line_data_wr0_sel_o", "msg_data", 0);
    return end_entry(b);
}

static int due(Bench *b) { return b->now.at == W ? end_entry(b) : -1; }

/* What memory could not read is not written back. */
static int evict(Bench *b)
{
    if (leased(b)) return ACT_STALL;
    if (!free_of_leases(b)) return -1;
    if (b->now.dirty && !b->now.err) {
        request(b, "WB");
        table_expect_source(&b->t, "mem_req_data_sel_o", "line_data", 0);
    }
    table_expect(&b->t, "line_free_o", 1);
    b->next.at = I;
    return ACT_FIRE;
}

static const struct { const char *name; int (*run)(Bench *); } events[] = {
    { "GETV", get },  { "WRITE", writes }, { "WRITEV", writes_copy }, { "ATOMIC", atomic }, { "FILL", fill },
    { "evict", evict }, { "due", due }                      /* TC-strong */
};
enum { EVENTS = sizeof events / sizeof *events - WEAK };

/* ---- the table ---- */

static void each(Table *t, const Bank *c, TableEach *with)
{
    const struct { const char *name; uint64_t value; } fields[] = {
        { "lease", c->lease },   { "line_ts", c->ts },   { "line_seen", c->seen },
        { "line_dirty", c->dirty }, { "line_err", c->err }, { "mshr_ts", c->due }
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) with(t, fields[i].name, fields[i].value);
}

/* Close to now, so that leases often end now or have just ended. */
static uint64_t draw_near(Bench *b)
{
    uint64_t t = b->time + draw(&b->draw, 16);
    return draw(&b->draw, 5) == 0 ? draw(&b->draw, end_of_time()) : t < 8 ? 0 : t - 8;
}

static void draw_bank(Bench *b)
{
    const uint64_t most[ARGS] = {set->cores, set->warps, 2, 8, set->words, UINT64_C(1) << 32, UINT64_C(1) << 32, 0};
    Draw *d = &b->draw;
    Bank *c = &b->now;
    b->time = draw(d, end_of_time() - set->most - set->up);
    *c = (Bank){ .lease = set->adapt ? set->least + draw(d, set->most - set->least + 1) : set->lease,
                 .at = (At)draw(d, STATES - WEAK) };
    if (c->at == W) c->due = draw_near(b);
    if (c->at != I) {
        c->ts = draw(d, 5) ? draw_near(b) : 0, c->dirty = draw(d, 2), c->err = draw(d, 3) == 0;
        if (WEAK) c->seen = cumulative() ? draw_near(b) : draw(d, 2);
    }
    if (c->at == X && c->ts >= b->time) c->ts = 0;
    for (int i = 0; i < ARGS; i++) {
        b->arg[i] = i != TS ? draw(d, most[i]) : draw(d, 2) ? c->ts : draw_near(b);
        table_put(&b->t, table_input(&b->t, arguments[i]), b->arg[i]);
    }
}

static void compare(Bench *b)
{
    int e = (int)draw(&b->draw, EVENTS);
    draw_bank(b);
    each(&b->t, &b->now, table_put_named);
    table_put_named(&b->t, "time", b->time);
    table_put_named(&b->t, "line_hit", b->now.at != I);
    table_put_named(&b->t, "event", (uint64_t)table_event(&b->t, events[e].name));
    table_put_named(&b->t, "state", (uint64_t)table_state(&b->t, states[b->now.at]));
    table_begin(&b->t);
    table_expect(&b->t, "mshr_alloc_o", 0);
    b->next = b->now;
    int act = events[e].run(b);
    if (act < 0) return;                                    /* nothing offers it there */
    each(&b->t, &b->next, table_expect_named);
    table_expect_named(&b->t, "next", (uint64_t)table_state(&b->t, states[b->next.at]));
    table_compare(&b->t, act, events[e].name);
    if (!WEAK) table_compare_when(&b->t, "due", b->time > b->now.due);
}

/* False: the table cannot be read. */
static bool compare_all(const char *file, uint64_t *compared, uint64_t *wrong)
{
    static Bench b;
    Str sets[SETS];
    b = (Bench){ .draw = { 23 } };
    for (int i = 0; i < SETS; i++) sets[i] = str_from(set->sets[i]);
    if (!table_load(&b.t, file, "L2", sets, SETS)) return false;
    for (int i = 0; i < EVENTS; i++)
        if (table_event(&b.t, events[i].name) < 0)
            return fprintf(stderr, "the table has no event %s\n", events[i].name), false;
    table_compare_reset(&b.t, "lease", set->lease);
    table_compare_reset(&b.t, "line_ts", 0);
    table_compare_reset(&b.t, WEAK ? "line_seen" : "mshr_ts", 0);
    for (int i = 0; i < DRAWN; i++) compare(&b);
    *compared += b.t.compared, *wrong += b.t.wrong;
    spec_free(&b.t.spec);
    return true;
}

int main(int argc, char **argv)
{
    uint64_t compared = 0, wrong = 0;
    if (argc != 2) return fputs("usage: test_l2 FILE\n", stderr), 2;
    for (set = settings; set < settings + SETTINGS; set++)
        if (!compare_all(argv[1], &compared, &wrong)) return 1;
    printf("%llu decisions of the L2 compared, %llu differ\n", (unsigned long long)compared,
           (unsigned long long)wrong);
    return wrong != 0;
}
