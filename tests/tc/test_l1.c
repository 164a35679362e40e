/* The L1 of specs/tc/tcs.xml, or of tcw.xml (TC_WEAK=1), against a reference, which says in C what the papers' tables
 * say of leases in physical time, and docs/errata.md (T1, T2, T9) of what is under way: every event in every state,
 * drawn at random, always the same; in several settings, so that no parameter can take the place of another.
 * Usage: test_tcs_l1 tcs.xml. The table is interpreted; that its Verilog does the same is tests/backbone. */
#include "../stc/draw.h"
#include "../tx/table.h"
#include <stdio.h>

enum { WEAK = TC_WEAK, SETS = 7, DRAWN = WEAK ? 20000 : 60000, MOST_WARPS = 5 };
typedef struct { const char *sets[SETS]; uint64_t cores, warps, banks, words, ticks, margin, cumulative; } Setting;
#if TC_WEAK
#define CUMULATIVE(n) "CUMULATIVE=" #n
#else
#define CUMULATIVE(n) "HEAD=" #n
#endif
static const Setting settings[] = {
    { { "CORES=3", "WARPS=5", "BANKS=4", "LINE_BYTES=16", "TIME_BITS=12", "MARGIN=7", CUMULATIVE(1) },
      3, 5, 4, 4, 12, 7, 1 },
    { { "CORES=2", "WARPS=4", "BANKS=2", "LINE_BYTES=8", "TIME_BITS=13", "MARGIN=0", CUMULATIVE(0) },
      2, 4, 2, 2, 13, 0, 0 }
};
enum { SETTINGS = sizeof settings / sizeof *settings };
static const Setting *set;

typedef enum { I, V, IV, II, VM, STATES } At;
static const char *const states[] = {"I", "V", "IV", "II", "VM"};
enum { ID, OP, WORD, A, B, ONCE, ERR, TS, SEEN, GWCT, ARGS };
static const char *const arguments[] = {"msg_id_i",   "msg_op_i",  "msg_word_i", "msg_a_i",    "msg_b_i",
                                        "msg_once_i", "msg_err_i", "msg_ts_i",   "msg_seen_i", "msg_gwct_i"};
/* The cache, and the line at hand. */
typedef struct {
    uint64_t until[MOST_WARPS], fencing;                    /* TC-weak: of the warps */
    uint64_t ts, seen, err, pend, gets;
    At at;
} Cache;
typedef struct {
    Table t;
    Draw draw;
    Cache now, next;
    uint64_t time, key, arg[ARGS];
    bool hit;
} Bench;

static uint64_t end_of_time(void) { return (UINT64_C(1) << set->ticks) - 1; }
static uint64_t max(uint64_t a, uint64_t b) { return a > b ? a : b; }
/* Given up early, since this clock can be behind the one of L2. */
static bool over(const Bench *b, uint64_t ts) { return b->time + set->margin > ts; }
/* A copy whose lease is over is none. */
static At at(const Bench *b) { return b->now.at == V && over(b, b->now.ts) ? I : b->now.at; }

/* ---- what a row does ---- */

static void reply(Bench *b, const char *name, uint64_t id)
{
    table_expect(&b->t, "core_rep_valid_o", 1);
    table_expect(&b->t, "core_rep_kind_o", (uint64_t)table_reply(&b->t, name));
    table_expect(&b->t, "core_rep_id_o", id);
}

static void ask(Bench *b, const char *message)
{
    table_expect(&b->t, "req0_valid_o", 1);
    table_expect(&b->t, "req0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "req0_to_o", set->cores + b->key % set->banks);
    table_expect(&b->t, "req0_id_o", b->arg[ID]);
    if (at(b) == I || at(b) == V) table_expect(&b->t, "mshr_alloc_o", 1);
}

static int park(Bench *b)
{
    table_expect(&b->t, "mshr_park_o", 1);
    return ACT_FIRE;
}

/* What waits for the line is looked up again. */
static void replay(Bench *b) { table_expect(&b->t, "mshr_replay_o", 1); }

static int end_entry(Bench *b, At to)
{
    table_expect(&b->t, "mshr_done_o", 1);
    b->next.at = to;
    return ACT_FIRE;
}

static void free_line(Bench *b) { table_expect(&b->t, "line_free_o", b->hit); }

/* Before a fence of this warp passes, the time must be over. */
static void late(Bench *b, uint64_t time)
{
    uint64_t *until = &b->next.until[b->arg[ID]];
    if (WEAK) *until = max(*until, time);
}

static int hit(Bench *b)
{
    if (set->cumulative) late(b, b->now.seen);
    reply(b, "loaded", b->arg[ID]);
    table_expect(&b->t, "core_rep_err_o", b->now.err);
    table_expect_source(&b->t, "core_rep_data_sel_o", "line_data", 0);
    table_expect(&b->t, "performs_o", PERFORMS_READ);
    return ACT_FIRE;
}

/* The answer goes to the load that asked; others wait, for it can be too old for them (T2). While the only store is
 * under way the old value may be read by TC-weak alone (T1). */
static int load(Bench *b)
{
    switch (at(b)) {
    case V: return hit(b);
    case VM: return WEAK && !over(b, b->now.ts) ? hit(b) : park(b);
    case IV: return park(b);
    case II:
        if (b->now.gets) return park(b);
        break;
    default:
        table_expect(&b->t, "line_alloc_o", !b->hit);
        b->next.at = IV;
    }
    ask(b, "GETV");
    b->next.gets = 1;
    return ACT_FIRE;
}

/* A store or an atomic is done at L2; the copy goes, and loads that waited for it are looked up again. */
static int change(Bench *b, const char *message)
{
    if (b->now.pend == set->warps) return -1;               /* each warp has one under way already */
    ask(b, message);
    if (at(b) != II) free_line(b);
    if (at(b) == VM) replay(b);
    b->next.pend++, b->next.at = II;
    return ACT_FIRE;
}

/* To a leased copy: L2 is told which lease it was, and the bytes are kept until the answer comes. */
static int store(Bench *b)
{
    if (at(b) == V) {
        ask(b, "WRITEV");
        table_expect(&b->t, "req0_ts_o", b->now.ts);
        table_expect(&b->t, "mshr_data_wr0_valid_o", 1);
        table_expect_source(&b->t, "mshr_data_wr0_sel_o", "msg_data", 0);
        table_expect_source(&b->t, "mshr_data_wr0_mask_o", "msg_mask", 0);
        b->next.pend = 1, b->next.at = VM;
    } else if (change(b, "WRITE") < 0) return -1;
    table_expect_source(&b->t, "req0_data_sel_o", "msg_data", 0);
    table_expect_source(&b->t, "req0_mask_sel_o", "msg_mask", 0);
    return ACT_FIRE;
}

static int atomic(Bench *b)
{
    static const char *const operands[] = {"req0_op_o", "req0_word_o", "req0_a_o", "req0_b_o"};
    int act = change(b, "ATOMIC");
    for (int i = 0; i < 4 && act == ACT_FIRE; i++) table_expect(&b->t, operands[i], b->arg[OP + i]);
    return act;
}

/* An answer without a lease, or whose lease is over when it comes, is for its load alone; so is one that meets stores
 * or atomics under way. */
static int data(Bench *b)
{
    Cache *n = &b->next;
    bool once = over(b, b->arg[TS]) || (!WEAK && b->arg[ONCE]);
    if (b->now.at != IV && b->now.at != II) return ACT_NEVER;
    if (set->cumulative) late(b, b->arg[SEEN]);
    reply(b, "loaded", b->arg[ID]);
    table_expect(&b->t, "core_rep_err_o", b->arg[ERR]);
    table_expect_source(&b->t, "core_rep_data_sel_o", "msg_data", 0);
    replay(b);
    if (b->now.at == II) {
        n->gets = 0;
        return b->now.pend ? ACT_FIRE : end_entry(b, I);
    }
    if (once) {
        free_line(b);
        return end_entry(b, I);
    }
    n->ts = b->arg[TS], n->err = b->arg[ERR];
    if (WEAK) n->seen = b->arg[SEEN];
    table_expect(&b->t, "line_data_wr0_valid_o", 1);
    table_expect_source(&b->t, "line_data_wr0_sel_o", "msg_data", 0);
    return end_entry(b, V);
}

/* Which answer: b->next has one less under way. */
static int answered(Bench *b, const char *name)
{
    bool last = b->now.pend == 1 && !b->now.gets;
    if (b->now.at != II && b->now.at != VM) return ACT_NEVER;
    if (!b->now.pend) return -1;
    if (b->now.at == VM && !last) return ACT_NEVER;
    late(b, b->arg[GWCT]);
    reply(b, name, b->arg[ID]);
    b->next.pend--;
    return last && b->now.at == II ? end_entry(b, I) : ACT_FIRE;
}

/* The bytes of the only store are written to the copy; now others can have read it. */
static int acknowledged(Bench *b)
{
    int act = answered(b, "stored");
    if (act != ACT_FIRE || b->now.at == II) return act;
    if (WEAK && set->cumulative) b->next.seen = max(b->now.seen, b->arg[GWCT]);
    table_expect(&b->t, "line_data_wr0_valid_o", 1);
    table_expect_source(&b->t, "line_data_wr0_sel_o", "mshr_data", 0);
    replay(b);
    return end_entry(b, V);
}

static int old(Bench *b)
{
    if (b->now.at == VM) return ACT_NEVER;
    int act = answered(b, "old");
    if (act != ACT_FIRE) return act;
    table_expect(&b->t, "core_rep_err_o", b->arg[ERR]);
    table_expect_source(&b->t, "core_rep_old_sel_o", "msg_old", 0);
    return act;
}

static int evict(Bench *b)
{
    if (b->now.at != V) return -1;
    free_line(b);
    b->next.at = I;
    return ACT_FIRE;
}

static int fence(Bench *b)
{
    if (WEAK) b->next.fencing |= UINT64_C(1) << b->arg[ID];
    else reply(b, "fenced", b->arg[ID]);
    return ACT_FIRE;
}

/* The first warp whose fence can pass; the number of warps: none can. */
static uint64_t passes(const Bench *b)
{
    uint64_t w = 0;
    while (w < set->warps && (!(b->now.fencing >> w & 1) || b->time <= b->now.until[w] + set->margin)) w++;
    return w;
}

static int pass(Bench *b)
{
    uint64_t w = passes(b);
    if (w == set->warps) return -1;
    b->next.fencing &= ~(UINT64_C(1) << w);
    reply(b, "fenced", w);
    return ACT_FIRE;
}

static const struct { const char *name; int (*run)(Bench *); bool keyless; } events[] = {
    { "load", load, false },  { "store", store, false },   { "atomic", atomic, false }, { "DATA", data, false },
    { "ACK", acknowledged, false }, { "OLD", old, false }, { "evict", evict, false },   { "fence", fence, true },
    { "pass", pass, true }                                  /* TC-weak */
};
enum { EVENTS = sizeof events / sizeof *events - !WEAK };

/* ---- the table ---- */

/* Registers of the warps are numbered. */
static const char *of_warp(const char *name, uint64_t warp)
{
    static char numbered[32];
    snprintf(numbered, sizeof numbered, "%s_%d", name, (int)warp);
    return numbered;
}

static void each(Table *t, const Cache *c, TableEach *with)
{
    const struct { const char *name; uint64_t value; } fields[] = {
        { "line_ts", c->ts },     { "line_seen", c->seen }, { "line_err", c->err },
        { "mshr_pend", c->pend }, { "mshr_gets", c->gets }
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) with(t, fields[i].name, fields[i].value);
    for (uint64_t w = 0; WEAK && w < set->warps; w++) {
        with(t, of_warp("until", w), c->until[w]);
        with(t, of_warp("fencing", w), c->fencing >> w & 1);
    }
}

/* Close together, so that they are often the same, or a margin apart; at the ends of time as well. */
static uint64_t draw_time(Draw *d)
{
    switch (draw(d, 10)) {
    case 0: return end_of_time();
    case 1: return 0;
    case 2: return draw(d, end_of_time());
    default: return 100 + draw(d, 12);
    }
}
/* Of one bit, and unused, where loads have no time. */
static uint64_t draw_seen(Draw *d) { return !WEAK ? 0 : set->cumulative ? draw_time(d) : draw(d, 2); }

static void draw_cache(Bench *b)
{
    const uint64_t most[ARGS] = {set->warps, 8, set->words, UINT64_C(1) << 32, UINT64_C(1) << 32, 2, 2, 0, 0, 0};
    Draw *d = &b->draw;
    Cache *c = &b->now;
    for (int i = 0; i < ARGS; i++) {
        b->arg[i] = most[i] ? draw(d, most[i]) : i == SEEN ? draw_seen(d) : draw_time(d);
        table_put(&b->t, table_input(&b->t, arguments[i]), b->arg[i]);
    }
    b->key = draw_word(d) >> 50, b->time = draw(d, end_of_time() - set->margin);
    if (draw(d, 8)) b->time = 100 + draw(d, 12);
    *c = (Cache){ .pend = draw(d, set->warps + 1), .gets = draw(d, 2), .at = (At)draw(d, STATES) };
    for (uint64_t w = 0; WEAK && w < set->warps; w++) {
        c->until[w] = draw(d, 4) ? draw_time(d) : b->time - draw(d, set->margin + 2);
        if (c->until[w] > end_of_time() - set->margin) c->until[w] = 0;
        c->fencing |= draw(d, 2) << w;
    }
    if (c->at == I || c->at == V) c->pend = c->gets = 0;
    b->hit = c->at == V || c->at == VM || c->at == IV;
    if (b->hit) c->ts = draw_time(d), c->seen = draw_seen(d), c->err = draw(d, 2);
}

static void compare(Bench *b)
{
    int e = (int)draw(&b->draw, EVENTS);
    draw_cache(b);
    if (events[e].keyless) b->now.at = I, b->hit = false, b->now.ts = b->now.seen = b->now.err = 0;
    each(&b->t, &b->now, table_put_named);
    table_put_named(&b->t, "key", b->key), table_put_named(&b->t, "time", b->time);
    table_put_named(&b->t, "line_hit", b->hit);
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
    if (WEAK) table_compare_when(&b->t, "pass", passes(b) < set->warps);
}

/* False: the table cannot be read. */
static bool compare_all(const char *file, uint64_t *compared, uint64_t *wrong)
{
    static const char *const zero[] = {"line_ts", "line_err", "mshr_pend", "mshr_gets"};
    static Bench b;
    Str sets[SETS];
    b = (Bench){ .draw = { 19 } };
    for (int i = 0; i < SETS; i++) sets[i] = str_from(set->sets[i]);
    if (!table_load(&b.t, file, "L1", sets, SETS)) return false;
    for (int i = 0; i < EVENTS; i++)
        if (table_event(&b.t, events[i].name) < 0)
            return fprintf(stderr, "the table has no event %s\n", events[i].name), false;
    for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) table_compare_reset(&b.t, zero[i], 0);
    if (WEAK) table_compare_reset(&b.t, "line_seen", 0);
    for (uint64_t w = 0; WEAK && w < set->warps; w++) {
        table_compare_reset(&b.t, of_warp("until", w), 0);
        table_compare_reset(&b.t, of_warp("fencing", w), 0);
    }
    for (int i = 0; i < DRAWN; i++) compare(&b);
    *compared += b.t.compared, *wrong += b.t.wrong;
    spec_free(&b.t.spec);
    return true;
}

int main(int argc, char **argv)
{
    uint64_t compared = 0, wrong = 0;
    if (argc != 2) return fputs("usage: test_l1 FILE\n", stderr), 2;
    for (set = settings; set < settings + SETTINGS; set++)
        if (!compare_all(argv[1], &compared, &wrong)) return 1;
    printf("%llu decisions of the L1 compared, %llu differ\n", (unsigned long long)compared,
           (unsigned long long)wrong);
    return wrong != 0;
}
