/* The L1 of specs/rcc/rcc.xml against a reference, which says in C what the text of the file and docs/errata.md say of
 * leases, the two views, stores and atomics under way, loads that are answered once, and rollover: every event in every
 * state, drawn at random, always the same; in several settings, so that no parameter can take the place of another.
 * Usage: test_l1 rcc.xml. The table is interpreted; that its Verilog does the same is tests/backbone. */
#include "../stc/draw.h"
#include "../tx/table.h"
#include <stdio.h>

enum { SETS = 6, DRAWN = 60000 };
typedef struct { const char *sets[SETS]; uint64_t cores, warps, banks, words, ts, guard; } Setting;
static const Setting settings[] = {
    { { "CORES=3", "WARPS=5", "BANKS=4", "LINE_BYTES=16", "TS_BITS=12", "GUARD=7" }, 3, 5, 4, 4, 12, 7 },
    { { "CORES=2", "WARPS=3", "BANKS=2", "LINE_BYTES=8", "TS_BITS=13", "GUARD=0" }, 2, 3, 2, 2, 13, 0 }
};
enum { SETTINGS = sizeof settings / sizeof *settings };
static const Setting *set;

typedef enum { I, V, IV, II, VI, STATES } At;
static const char *const states[] = {"I", "V", "IV", "II", "VI"};
enum { ID, AT, OP, WORD, A, B, ONCE, ERR, EXP, VER, ARGS };
static const char *const arguments[] = {"msg_id_i", "msg_at_i",   "msg_op_i",  "msg_word_i", "msg_a_i",
                                        "msg_b_i",  "msg_once_i", "msg_err_i", "msg_exp_i",  "msg_ver_i"};
/* The cache, and the line at hand. */
typedef struct {
    uint64_t rnow, wnow, weak, stopped, drained, again;
    uint64_t exp, once, err, pend, gets;
    At at;
} Cache;
typedef struct {
    Table t;
    Draw draw;
    Cache now, next;
    uint64_t key, wo, replay, replayed, empty, arg[ARGS];
    bool hit, forgets;
} Bench;

static uint64_t end_of_time(void) { return (UINT64_C(1) << set->ts) - 1; }
static uint64_t max(uint64_t a, uint64_t b) { return a > b ? a : b; }
/* The time of a load: when it was first accepted. */
static uint64_t asked_at(const Bench *b) { return b->replay ? b->arg[AT] : b->now.rnow; }

/* ---- what a row does ---- */

static void reply(Bench *b, const char *name)
{
    table_expect(&b->t, "core_rep_valid_o", 1);
    table_expect(&b->t, "core_rep_kind_o", (uint64_t)table_reply(&b->t, name));
    table_expect(&b->t, "core_rep_id_o", b->arg[ID]);
}

static void send(Bench *b, const char *message, uint64_t bank)
{
    table_expect(&b->t, "req0_valid_o", 1);
    table_expect(&b->t, "req0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "req0_to_o", set->cores + bank);
}

static void home(Bench *b, const char *message, uint64_t now)
{
    send(b, message, b->key % set->banks);
    table_expect(&b->t, "req0_id_o", b->arg[ID]);
    table_expect(&b->t, "req0_now_o", now);
}

static int park(Bench *b)
{
    table_expect(&b->t, "mshr_park_o", 1);
    return ACT_FIRE;
}

static void loaded(Bench *b)
{
    reply(b, "loaded");
    table_expect(&b->t, "core_rep_err_o", b->now.err);
    table_expect_source(&b->t, "core_rep_data_sel_o", "line_data", 0);
}

/* The line is asked for; the lease that has ended goes with it. */
static int ask(Bench *b, At to)
{
    table_expect(&b->t, "line_alloc_o", !b->hit);
    if (!b->hit) b->next.exp = b->next.once = b->next.err = 0;
    home(b, "GETS", asked_at(b));
    table_expect(&b->t, "req0_exp_o", b->now.exp);
    b->next.gets = 1, b->next.at = to;
    return park(b);
}

static int load(Bench *b)
{
    const Cache *c = &b->now;
    bool leased = c->once || c->exp >= asked_at(b);
    if (c->stopped && !b->replayed) return ACT_STALL;
    if (c->once && (c->at == IV || c->at == II)) return ACT_NEVER;
    if (c->at == IV) return park(b);
    if (c->at == I || (c->at == V && !leased)) {
        table_expect(&b->t, "mshr_alloc_o", 1);
        return ask(b, IV);
    }
    if (c->at == II || !leased) {
        b->next.at = c->gets ? c->at : II;
        return c->gets ? park(b) : ask(b, II);
    }
    loaded(b);
    if (!c->once) {
        table_expect(&b->t, "performs_o", PERFORMS_READ);
        return ACT_FIRE;
    }
    b->next.at = c->at == V ? I : II;
    if (c->at == VI) b->next.once = 0;
    return ACT_FIRE;
}

/* A store or an atomic: the copy can be read on while its lease lasts. */
static int change(Bench *b, const char *message, uint64_t now)
{
    static const At from[STATES] = { [I] = II, [V] = VI, [IV] = II, [II] = II, [VI] = VI };
    bool over = b->now.at == V && b->now.exp < b->now.rnow;
    if (b->now.stopped) return ACT_STALL;
    if (b->now.pend == set->warps) return -1;               /* each warp has one under way already */
    if (b->now.at == I || b->now.at == V) table_expect(&b->t, "mshr_alloc_o", 1);
    home(b, message, now);
    b->next.pend++, b->next.at = over ? II : from[b->now.at];
    return ACT_FIRE;
}

static int store(Bench *b)
{
    int act = change(b, "WRITE", b->now.wnow);
    if (act != ACT_FIRE) return act;
    table_expect_source(&b->t, "req0_data_sel_o", "msg_data", 0);
    table_expect_source(&b->t, "req0_mask_sel_o", "msg_mask", 0);
    return act;
}

static int atomic(Bench *b)
{
    static const char *const operands[] = {"req0_op_o", "req0_word_o", "req0_a_o", "req0_b_o"};
    int act = change(b, "ATOMIC", max(b->now.rnow, b->now.wnow));
    for (int i = 0; i < 4 && act == ACT_FIRE; i++) table_expect(&b->t, operands[i], b->arg[OP + i]);
    return act;
}

/* The loads that wait go on, the first of them before all else. */
static int came(Bench *b)
{
    table_expect(&b->t, "mshr_replay_o", 1);
    table_expect(&b->t, "mshr_must_o", 1);
    b->next.exp = b->arg[EXP];
    if (b->now.at == II) b->next.gets = 0, b->next.at = b->now.pend ? VI : V;
    else b->next.at = V;
    if (b->next.at == V) table_expect(&b->t, "mshr_done_o", 1);
    return ACT_FIRE;
}

static int data(Bench *b)
{
    Cache *n = &b->next;
    if (b->now.at != IV && b->now.at != II) return ACT_NEVER;
    n->rnow = max(b->now.rnow, b->arg[VER]);
    if (!b->now.weak) n->wnow = max(b->now.wnow, b->arg[VER]);
    n->once = b->arg[ONCE], n->err = b->arg[ERR];
    table_expect(&b->t, "line_data_wr0_valid_o", 1);
    table_expect_source(&b->t, "line_data_wr0_sel_o", "msg_data", 0);
    return came(b);
}

static int renew(Bench *b) { return b->now.at == IV || b->now.at == II ? came(b) : ACT_NEVER; }

static void end_entry(Bench *b)
{
    table_expect(&b->t, "mshr_done_o", 1);
    b->next.at = I;
}

/* The answer to a store raises the write view; the read view as well where the views are one, or where a load is under
 * way whose answer can be older than the store (E18). */
static int acknowledged(Bench *b)
{
    Cache *n = &b->next;
    if (b->now.at != II && b->now.at != VI) return ACT_NEVER;
    if (!b->now.pend) return -1;
    n->wnow = max(b->now.wnow, b->arg[VER]);
    if (!b->now.weak || b->now.gets) n->rnow = max(b->now.rnow, b->arg[VER]);
    reply(b, "stored");
    n->pend--, n->at = II;
    if (!n->pend && !n->gets) end_entry(b);
    return ACT_FIRE;
}

static int old(Bench *b)
{
    Cache *n = &b->next;
    if (b->now.at != II && b->now.at != VI) return ACT_NEVER;
    if (!b->now.pend) return -1;
    n->rnow = n->wnow = max(b->arg[VER], max(b->now.rnow, b->now.wnow));
    reply(b, "old");
    table_expect(&b->t, "core_rep_err_o", b->arg[ERR]);
    table_expect_source(&b->t, "core_rep_old_sel_o", "msg_old", 0);
    n->pend--, n->at = II;
    if (!n->pend && (b->now.at == VI || !n->gets)) end_entry(b);
    return ACT_FIRE;
}

static int evict(Bench *b)
{
    if (b->now.at != V) return -1;
    b->next.at = I;
    return ACT_FIRE;
}

static void level(Bench *b) { b->next.rnow = b->next.wnow = max(b->now.rnow, b->now.wnow); }

static int fence(Bench *b)
{
    level(b);
    reply(b, "fenced");
    return ACT_FIRE;
}

static int mode(Bench *b)
{
    level(b);
    b->next.weak = b->wo;
    return ACT_FIRE;
}

static int tick(Bench *b)
{
    if (b->next.rnow < end_of_time()) b->next.rnow++;
    if (b->next.wnow < end_of_time()) b->next.wnow++;
    return ACT_FIRE;
}

static int stop(Bench *b)
{
    if (b->now.stopped) b->next.again = 1;
    b->next.stopped = 1;
    return ACT_FIRE;
}

static int empty(Bench *b)
{
    send(b, "DRAINED", 0);
    b->next.drained = 1;
    return ACT_FIRE;
}

static int resume(Bench *b)
{
    Cache *n = &b->next;
    n->rnow = n->wnow = n->again = n->drained = 0, n->stopped = b->now.again;
    table_expect(&b->t, "performs_o", PERFORMS_RESTART);
    table_expect(&b->t, "walk0_o", 1);
    b->forgets = true;
    return ACT_FIRE;
}

static const struct { const char *name; int (*run)(Bench *); bool keyless; } events[] = {
    { "load", load, false }, { "store", store, false },  { "atomic", atomic, false },    { "DATA", data, false },
    { "RENEW", renew, false }, { "ACK", acknowledged, false }, { "OLD", old, false },    { "evict", evict, false },
    { "fence", fence, true }, { "mode", mode, true },    { "tick", tick, true },         { "STOP", stop, true },
    { "empty", empty, true }, { "RESUME", resume, true }
};
enum { EVENTS = sizeof events / sizeof *events };

/* ---- the table ---- */

static void each(Table *t, const Cache *c, TableEach *with)
{
    const struct { const char *name; uint64_t value; } fields[] = {
        { "rnow", c->rnow },       { "wnow", c->wnow },    { "weak", c->weak },       { "stopped", c->stopped },
        { "drained", c->drained }, { "again", c->again },  { "line_exp", c->exp },    { "line_once", c->once },
        { "line_err", c->err },    { "mshr_pend", c->pend }, { "mshr_gets", c->gets }
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) with(t, fields[i].name, fields[i].value);
}

/* Close together, so that they are often the same; at the ends of time as well. */
static uint64_t draw_time(Draw *d)
{
    switch (draw(d, 10)) {
    case 0: return end_of_time();
    case 1: return end_of_time() - 1;
    case 2: return 0;
    case 3: return draw(d, end_of_time());
    default: return 100 + draw(d, 5);
    }
}

static void draw_cache(Bench *b)
{
    const uint64_t most[ARGS] = {set->warps, 0, 8, set->words, UINT64_C(1) << 32, UINT64_C(1) << 32, 2, 2, 0, 0};
    Draw *d = &b->draw;
    Cache *c = &b->now;
    for (int i = 0; i < ARGS; i++) {
        b->arg[i] = most[i] ? draw(d, most[i]) : draw_time(d);
        table_put(&b->t, table_input(&b->t, arguments[i]), b->arg[i]);
    }
    b->key = draw_word(d) >> 50, b->wo = draw(d, 2), b->replay = draw(d, 2), b->replayed = draw(d, 2);
    b->empty = draw(d, 2);
    *c = (Cache){ .rnow = draw_time(d), .wnow = draw_time(d), .weak = draw(d, 2), .stopped = draw(d, 4) == 0,
                  .drained = draw(d, 2), .again = draw(d, 2), .pend = draw(d, set->warps + 1), .gets = draw(d, 2),
                  .at = (At)draw(d, STATES) };
    if (c->at == I || c->at == V) c->pend = c->gets = 0;
    b->hit = c->at == V || c->at == VI || c->at == IV || (c->at == II && draw(d, 2));
    if (b->hit) c->exp = draw_time(d), c->once = draw(d, 4) == 0, c->err = draw(d, 2);
}

static void put_all(Bench *b, const char *event)
{
    each(&b->t, &b->now, table_put_named);
    table_put_named(&b->t, "key", b->key),
        table_put_named(&b->t, "wo", b->wo),
        table_put_named(&b->t, "replay", b->replay);
    table_put_named(&b->t, "replayed", b->replayed), table_put_named(&b->t, "mshr_empty", b->empty);
    table_put_named(&b->t, "line_hit", b->hit);
    table_put_named(&b->t, "event", (uint64_t)table_event(&b->t, event));
    table_put_named(&b->t, "state", (uint64_t)table_state(&b->t, states[b->now.at]));
}

static int output(const Bench *b, const char *name)
{
    for (int i = 0; i < b->t.spec.n_out; i++)
        if (str_is(b->t.spec.step->signals.at[b->t.spec.n_in + i].name, name)) return i;
    return -1;
}

/* After RESUME each copy is forgotten. */
static void compare_walk(Bench *b)
{
    uint64_t at[TABLE_SIGNALS], out[TABLE_SIGNALS], parked[TABLE_SIGNALS];
    for (int i = 0; i < TABLE_SIGNALS; i++) at[i] = b->t.in[i];
    at[table_input(&b->t, "state_i")] = (uint64_t)table_state(&b->t, "V");
    at[table_input(&b->t, "line_hit_i")] = 1;
    b->t.compared++;
    if (b->t.spec.step->walks.n == 1 && eval_walk(b->t.eval, b->t.in, 0, at, out, parked) &&
        out[output(b, "line_free_o")])
        return;
    b->t.wrong++;
    puts("a copy is not forgotten after a rollover");
}

static void compare(Bench *b)
{
    int e = (int)draw(&b->draw, EVENTS);
    draw_cache(b);
    if (events[e].keyless) b->now.at = I, b->hit = false, b->now.exp = b->now.once = b->now.err = 0;
    put_all(b, events[e].name);
    table_begin(&b->t);
    table_expect(&b->t, "mshr_alloc_o", 0);
    b->next = b->now, b->forgets = false;
    int act = events[e].run(b);
    if (act < 0) return;                                    /* nothing offers it there */
    each(&b->t, &b->next, table_expect_named);
    if (b->hit && b->next.at == I) table_expect(&b->t, "line_free_o", 1);
    table_expect_named(&b->t, "next", (uint64_t)table_state(&b->t, states[b->next.at]));
    table_compare(&b->t, act, events[e].name);
    if (b->forgets) compare_walk(b);
    table_compare_when(&b->t, "empty", b->now.stopped && !b->now.drained && b->empty);
    table_compare_when(&b->t, "mode", b->wo != b->now.weak && b->empty);
}

/* False: the table cannot be read. */
static bool compare_all(const char *file, uint64_t *compared, uint64_t *wrong)
{
    static const char *const zero[] = {"rnow", "wnow", "weak", "stopped", "drained", "again", "line_exp", "line_once",
                                       "line_err", "mshr_pend", "mshr_gets"};
    static Bench b;
    Str sets[SETS];
    b = (Bench){ .draw = { 7 } };
    for (int i = 0; i < SETS; i++) sets[i] = str_from(set->sets[i]);
    if (!table_load(&b.t, file, "L1", sets, SETS)) return false;
    for (int i = 0; i < EVENTS; i++)
        if (table_event(&b.t, events[i].name) < 0)
            return fprintf(stderr, "the table has no event %s\n", events[i].name), false;
    for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) table_compare_reset(&b.t, zero[i], 0);
    table_compare_period(&b.t, "tick", set->guard);
    for (int i = 0; i < DRAWN; i++) compare(&b);
    *compared += b.t.compared, *wrong += b.t.wrong;
    spec_free(&b.t.spec);
    return true;
}

int main(int argc, char **argv)
{
    uint64_t compared = 0, wrong = 0;
    if (argc != 2) return fputs("usage: test_l1 rcc.xml\n", stderr), 2;
    for (set = settings; set < settings + SETTINGS; set++)
        if (!compare_all(argv[1], &compared, &wrong)) return 1;
    printf("%llu decisions of the L1 compared, %llu differ\n", (unsigned long long)compared,
           (unsigned long long)wrong);
    return wrong != 0;
}
