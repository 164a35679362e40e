/* The warps of specs/getm/getm.xml (controller TX) against a reference: X. Ren (2020), sections 4.4.1 and 4.5.3, with
 * what docs/errata.md decides (G2, G3, G9, G12, G13). Every event of one warp with all values of its registers, beside
 * another warp of its core in each of a few situations; a log of two granules. In three settings no parameter can take
 * the place of another. Usage: test_warp getm.xml. */
#include "table.h"

/* bits: step through the values of the truth values; end: the largest multiple of all warps up to times - early. key: a
 * granule, and home the node of its unit. */
typedef struct {
    const char *sets[9];
    unsigned bits;            /* every so many of the values of five flags */
    uint64_t cores, warps, parts, writes, times, end, key, home;
    bool own_clock, shared; /* shared: warps of several cores can have the same time */
} Setting;
static const Setting settings[] = {
    { { "CORES=2", "WARPS=2", "PARTS=8", "TS_BITS=5", "EARLY=5", "WRITES=5", "LOG=2", "OWN_CLOCK=0", "UNIQUE=1" },
      11, 2, 2, 8, 5, 32, 24, 13, 7, false, false },
    { { "CORES=3", "WARPS=1", "PARTS=2", "TS_BITS=4", "EARLY=5", "WRITES=4", "LOG=2", "OWN_CLOCK=0", "UNIQUE=1" },
      1, 3, 1, 2, 4, 16, 9, 5, 4, false, false },
    { { "CORES=2", "WARPS=2", "PARTS=2", "TS_BITS=5", "EARLY=7", "WRITES=4", "LOG=2", "OWN_CLOCK=1", "UNIQUE=1" },
      15, 2, 2, 2, 4, 32, 24, 4, 2, true, false },
    { { "CORES=3", "WARPS=2", "PARTS=2", "TS_BITS=5", "EARLY=7", "WRITES=4", "LOG=2", "OWN_CLOCK=0", "UNIQUE=0" },
      22, 3, 2, 2, 4, 32, 24, 4, 3, false, true },
    { { "CORES=3", "WARPS=1", "PARTS=2", "TS_BITS=4", "EARLY=5", "WRITES=4", "LOG=2", "OWN_CLOCK=1", "UNIQUE=0" },
      3, 3, 1, 2, 4, 16, 9, 5, 4, true, true }
};
enum { SETTINGS = sizeof settings / sizeof *settings, SETS = 9, LOG = 2, MOST_WARPS = 2 };
static const Setting *set;
enum { RUN, COMMIT, ABORT }; /* phases, in the order of the file */

typedef struct { uint64_t latest, round, phase, held, busy, open, doomed; } Warp;
/* me: whose request, answer or log entry it is. there: the log has the granule, of warp `owner`. */
typedef struct { uint64_t core, me, used, stop, marked, there, owner, n; Warp warp[MOST_WARPS]; } Core;
typedef struct {
    Table t;
    int in_state, in_event, in_hit, in_n, in_owner, in_seen, in_warp;
    Core c;
    uint64_t seen;
    const char *event;
} Bench;

/* What the other warp of the core may be doing: idle, waiting for an answer, between two accesses, sending its log. */
static const Warp others[] = {
    {0}, {.busy = 1, .open = 1, .held = 1}, {.open = 1, .held = 1}, {.phase = COMMIT, .held = 1}, {.open = 1}
};
enum { OTHERS = sizeof others / sizeof *others };

static Warp *me(Bench *b) { return &b->c.warp[b->c.me]; }
static uint64_t all(void) { return set->shared ? set->warps : set->cores * set->warps; }
static uint64_t number(const Core *c, uint64_t warp) { return set->shared ? warp + 1 : c->core * set->warps + warp; }
static uint64_t clock_of(const Core *c) { return set->own_clock ? c->me : 0; }
static uint64_t now(Bench *b) { return me(b)->round + number(&b->c, b->c.me); }

/* The first round in which the times of all warps that share the clock are behind t. There is none from END on. */
static uint64_t round_behind(const Core *c, uint64_t t)
{
    uint64_t round = 0;
    while (round < set->end && round + number(c, clock_of(c)) <= t) round += all();
    return round;
}

/* ---- what a row does ---- */

/* Of warp `which` a register. */
static void put_of(Bench *b, const char *name, uint64_t which, uint64_t value)
{
    char element[24];
    snprintf(element, sizeof element, "%s_%d", name, (int)which);
    table_put_named(&b->t, element, value);
}

static void expect_of(Bench *b, const char *name, uint64_t which, uint64_t value)
{
    char element[24];
    snprintf(element, sizeof element, "%s_%d", name, (int)which);
    table_expect_named(&b->t, element, value);
}

static void expect(Bench *b, const char *name, uint64_t value) { expect_of(b, name, b->c.me, value); }

static void later(Bench *b, uint64_t t)
{
    uint64_t was = b->c.warp[clock_of(&b->c)].latest, behind = round_behind(&b->c, t);
    expect_of(b, "latest", clock_of(&b->c), was > behind ? was : behind);
}

static void answer(Bench *b, const char *reply)
{
    table_expect(&b->t, "core_rep_valid_o", 1);
    table_expect(&b->t, "core_rep_kind_o", (uint64_t)table_reply(&b->t, reply));
    table_expect(&b->t, "core_rep_warp_o", b->c.me);
}

static void answer_data(Bench *b, const char *reply)
{
    answer(b, reply);
    table_expect_source(&b->t, "core_rep_data_sel_o", "msg_data", 0);
}

static void ask(Bench *b, const char *message)
{
    table_expect(&b->t, "ask0_valid_o", 1);
    table_expect(&b->t, "ask0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "ask0_to_o", set->home);
    table_expect(&b->t, "ask0_warp_o", b->c.me);
}

static void send_log(Bench *b, const char *message, uint64_t to, uint64_t n)
{
    table_expect(&b->t, "log0_valid_o", 1);
    table_expect(&b->t, "log0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "log0_to_o", to);
    table_expect(&b->t, "log0_n_o", n);
    table_expect(&b->t, "log0_warp_o", n ? b->c.me : 0);
}

/* The transaction is over; what is in the log is given back. */
static void aborts(Bench *b)
{
    expect(b, "open", 0);
    expect(b, "round", 0);
    if (me(b)->held) expect(b, "phase", ABORT);
}

static void refused(Bench *b)
{
    answer(b, "aborted");
    table_expect(&b->t, "performs_o", PERFORMS_ABORT);
}

static void done(Bench *b, const char *where) { table_compare(&b->t, ACT_FIRE, where); }

/* ---- events ---- */

/* A transaction's request: refused once after Stop has ended the transaction; waits while the log is being sent or
 * times begin anew. */
static bool admitted(Bench *b)
{
    if (me(b)->doomed) {
        expect(b, "doomed", 0);
        refused(b);
        done(b, b->event);
        return false;
    }
    if (me(b)->phase == RUN && !b->c.stop) return true;
    table_compare(&b->t, ACT_STALL, b->event);
    return false;
}

/* An attempt keeps the time with which it has begun. */
static void access_begins(Bench *b, const char *message)
{
    uint64_t round = me(b)->open ? me(b)->round : b->c.warp[clock_of(&b->c)].latest;
    expect(b, "round", round);
    expect(b, "busy", 1);
    expect(b, "open", 1);
    ask(b, message);
    table_expect(&b->t, "ask0_warpts_o", round + number(&b->c, b->c.me));
}

static void load(Bench *b)
{
    if (!admitted(b)) return;
    access_begins(b, "Ld");
    done(b, "load");
}

/* What another warp of the core has in the log is taken; a log that others have filled is full, one that the
 * transaction itself has filled is too short. */
static void store(Bench *b)
{
    const Core *c = &b->c;
    if (!admitted(b)) return;
    if (!c->there && me(b)->held == LOG) { table_compare(&b->t, ACT_NEVER, "store, the log is too short"); return; }
    if (c->there ? c->owner != c->me : c->used == LOG) {
        refused(b);
        aborts(b);
        done(b, c->there ? "store, taken" : "store, the log is full");
        return;
    }
    access_begins(b, "St");
    if (!c->there) {
        table_expect(&b->t, "log_alloc_o", 1);
        table_expect(&b->t, "log_n_o", 0);
        table_expect(&b->t, "log_warp_o", c->me);
        expect(b, "held", me(b)->held + 1);
        table_expect(&b->t, "used_o", c->used + 1);
        table_expect(&b->t, "next_o", (uint64_t)table_state(&b->t, "W"));
    }
    table_expect(&b->t, "log_data_wr0_valid_o", 1);
    table_expect_source(&b->t, "log_data_wr0_sel_o", "msg_data", 0);
    table_expect(&b->t, "log_data_wr0_mask_o", 0);
    done(b, "store");
}

static void commit(Bench *b)
{
    if (!admitted(b)) return;
    if (me(b)->held) {
        expect(b, "phase", COMMIT);
        later(b, now(b));
    }
    expect(b, "open", 0);
    expect(b, "round", 0);
    answer(b, "committed");
    table_expect(&b->t, "performs_o", PERFORMS_COMMIT);
    done(b, "commit");
}

static void read_outside(Bench *b) { ask(b, "Read"); done(b, "read"); }

static void write_outside(Bench *b)
{
    ask(b, "Write");
    table_expect_source(&b->t, "ask0_mask_sel_o", "msg_mask", 0);
    table_expect_source(&b->t, "ask0_data_sel_o", "msg_data", 0);
    done(b, "write");
}

static void atomic(Bench *b)
{
    static const struct {
        const char *in, *out;
        uint64_t value;
    } operands[] = { { "msg_op_i", "ask0_op_o", 5 },
                     { "msg_word_i", "ask0_word_o", 2 },
                     { "msg_a_i", "ask0_a_o", 0x11 },
                     { "msg_b_i", "ask0_b_o", 0x22 } };
    ask(b, "Atomic");
    for (size_t i = 0; i < sizeof operands / sizeof *operands; i++) {
        table_put(&b->t, table_input(&b->t, operands[i].in), operands[i].value);
        table_expect(&b->t, operands[i].out, operands[i].value);
    }
    done(b, "atomic");
}

static void value(Bench *b)
{
    expect(b, "busy", 0);
    answer_data(b, "loaded");
    done(b, "Value");
}

static void old(Bench *b) { answer_data(b, "old"); done(b, "Old"); }
static void written(Bench *b) { answer(b, "stored"); done(b, "Done"); }

static void ok(Bench *b)
{
    if (!b->c.there) { table_compare(&b->t, ACT_NEVER, "Ok, nothing stored"); return; }
    if (b->c.n == set->writes) return;                       /* the unit refuses the next one */
    expect(b, "busy", 0);
    table_expect(&b->t, "log_n_o", b->c.n + 1);
    answer(b, "stored");
    done(b, "Ok");
}

static void abort_comes(Bench *b)
{
    for (b->seen = 0; b->seen < set->times; b->seen++) {
        table_put(&b->t, b->in_seen, b->seen);
        table_begin(&b->t);
        later(b, b->seen > now(b) ? b->seen : now(b));
        expect(b, "busy", 0);
        aborts(b);
        refused(b);
        done(b, "Abort");
        if (b->c.there) break;                               /* which granule it is does not matter */
    }
}

/* A granule of the log goes out: reservations one by one until one is left, which goes with the data; after the last
 * granule the warp goes on. */
static void send(Bench *b)
{
    bool part = b->c.n > 1;
    Warp *w = me(b);
    if (w->phase == RUN || !b->c.there || b->c.owner != b->c.me || !w->held) return;
    if (part) send_log(b, "Cleanup", UINT64_C(1) << set->home, 1);
    else if (w->phase == COMMIT) {
        send_log(b, "Commit", UINT64_C(1) << set->home, b->c.n);
        table_expect(&b->t, "log0_warp_o", b->c.me);
        table_expect_source(&b->t, "log0_data_sel_o", "log_data", 0);
    } else if (b->c.n) send_log(b, "Cleanup", UINT64_C(1) << set->home, b->c.n);
    if (part) table_expect(&b->t, "log_n_o", b->c.n - 1);
    else {
        expect(b, "held", w->held - 1);
        table_expect(&b->t, "used_o", b->c.used - 1);
        if (w->held == 1) expect(b, "phase", RUN);
        table_expect(&b->t, "next_o", (uint64_t)table_state(&b->t, "N"));
        table_expect(&b->t, "log_free_o", 1);
    }
    done(b, part ? "send, several reservations" : "send");
}

static void stop(Bench *b) { table_expect(&b->t, "stop_o", 1); done(b, "Stop"); }

/* One warp after the other, from the first. */
static bool can_quit(const Warp *w) { return w->open && !w->busy; }

static void quit(Bench *b)
{
    uint64_t was = b->c.me;
    for (b->c.me = 0; b->c.me < set->warps && !can_quit(me(b)); b->c.me++) {}
    if (b->c.me < set->warps) {
        expect(b, "doomed", 1);
        aborts(b);
        done(b, "quit");
    }
    b->c.me = was;
}

static void drain(Bench *b)
{
    send_log(b, "Drained", 0, 0);
    table_expect(&b->t, "log0_to_o", ((UINT64_C(1) << set->parts) - 1) << set->cores);
    table_expect(&b->t, "marked_o", 1);
    done(b, "drain");
}

static void resume(Bench *b)
{
    for (uint64_t i = 0; i < set->warps; i++) expect_of(b, "latest", i, 0);
    table_expect(&b->t, "stop_o", 0);
    table_expect(&b->t, "marked_o", 0);
    table_expect(&b->t, "performs_o", PERFORMS_RESTART);
    done(b, "Resume");
}

typedef struct { const char *name; void (*run)(Bench *); bool keyless; int code; } Happens;
static Happens events[] = { { "load", load, false, 0 },
                            { "store", store, false, 0 },
                            { "read", read_outside, false, 0 },
                            { "write", write_outside, false, 0 },
                            { "atomic", atomic, false, 0 },
                            { "Value", value, false, 0 },
                            { "Ok", ok, false, 0 },
                            { "Abort", abort_comes, false, 0 },
                            { "Done", written, false, 0 },
                            { "Old", old, false, 0 },
                            { "send", send, false, 0 },
                            { "commit", commit, true, 0 },
                            { "Stop", stop, true, 0 },
                            { "quit", quit, true, 0 },
                            { "drain", drain, true, 0 },
                            { "Resume", resume, true, 0 } };
enum { EVENTS = sizeof events / sizeof *events };

static void put_warp(Bench *b, uint64_t i)
{
    const Warp *w = &b->c.warp[i];
    put_of(b, "latest", i, w->latest);
    put_of(b, "round", i, w->round);
    put_of(b, "phase", i, w->phase);
    put_of(b, "held", i, w->held);
    put_of(b, "busy", i, w->busy);
    put_of(b, "open", i, w->open);
    put_of(b, "doomed", i, w->doomed);
}

static void compare_conditions(Bench *b)
{
    bool quits = false, rests = true;
    for (uint64_t i = 0; i < set->warps; i++) {
        const Warp *w = &b->c.warp[i];
        quits |= can_quit(w);
        rests &= !w->open && !w->busy && w->phase == RUN;
    }
    table_put(&b->t, b->in_owner, b->c.me);
    table_compare_when(&b->t, "send", me(b)->phase != RUN);
    table_compare_when(&b->t, "quit", b->c.stop && quits);
    table_compare_when(&b->t, "drain", b->c.stop && rests && !b->c.marked);
}

static void all_events(Bench *b)
{
    const Core *c = &b->c;
    table_put_named(&b->t, "core", c->core);
    table_put_named(&b->t, "used", c->used);
    table_put_named(&b->t, "stop", c->stop);
    table_put_named(&b->t, "marked", c->marked);
    for (uint64_t i = 0; i < set->warps; i++) put_warp(b, i);
    table_put(&b->t, b->in_warp, c->me);
    for (int i = 0; i < EVENTS; i++) {
        bool line = c->there && !events[i].keyless;
        if (events[i].keyless && (c->there || c->n)) continue;
        table_put(&b->t, b->in_state, (uint64_t)table_state(&b->t, line ? "W" : "N"));
        table_put(&b->t, b->in_hit, line);
        table_put(&b->t, b->in_n, c->n);
        table_put(&b->t, b->in_owner, c->owner);
        table_put(&b->t, b->in_event, (uint64_t)events[i].code);
        b->event = events[i].name;
        table_begin(&b->t);
        events[i].run(b);
    }
    if (!c->there) compare_conditions(b);
}

/* The other warp: in one situation after the other. */
static void set_other(Bench *b, uint64_t turn)
{
    if (set->warps == 1) return;
    Warp *other = &b->c.warp[1 - b->c.me];
    uint64_t latest = other->latest;
    *other = others[turn % OTHERS];
    other->latest = latest;
    other->round = other->open ? all() : 0;
}

static void all_registers(Bench *b)
{
    static uint64_t turn;
    static unsigned from;      /* a few of the 32 each time, others the next time: all of them in the end */
    Core *c = &b->c;
    Warp *w = me(b);
    from++;
    for (unsigned bits = from % set->bits; bits < 32; bits += set->bits)
        for (unsigned entry = 0; entry < set->writes + 2; entry++) {
            w->busy = bits & 1, w->open = bits >> 1 & 1, c->stop = bits >> 2 & 1, w->doomed = bits >> 3 & 1,
            c->marked = bits >> 4 & 1;
            set_other(b, turn++);
            c->there = entry > 0, c->n = entry ? entry - 1 : 0;
            c->owner = !c->there ? 0 : set->warps > 1 && turn % 3 == 0 ? 1 - c->me : c->me;
            c->used = w->held + (set->warps > 1 ? c->warp[1 - c->me].held : 0);
            if (c->used <= LOG) all_events(b);
        }
}

static bool names_agree(Bench *b)
{
    b->in_state = table_input(&b->t, "state_i"), b->in_event = table_input(&b->t, "event_i"),
    b->in_hit = table_input(&b->t, "log_hit_i"), b->in_n = table_input(&b->t, "log_n_i"),
    b->in_owner = table_input(&b->t, "log_warp_i"), b->in_seen = table_input(&b->t, "msg_seen_i"),
    b->in_warp = table_input(&b->t, "msg_warp_i");
    for (int i = 0; i < EVENTS; i++)
        if ((events[i].code = table_event(&b->t, events[i].name)) < 0)
            return fprintf(stderr, "the table has no event %s\n", events[i].name), false;
    table_put(&b->t, table_input(&b->t, "key_i"), set->key);
    return table_state(&b->t, "N") == 0 && table_state(&b->t, "W") == 1;
}

/* Latest times: that of the attempt, and with several warps the two ends. */
static void all_times(Bench *b)
{
    for (me(b)->round = 0; me(b)->round <= set->end; me(b)->round += all())
        for (int k = 0; k < (set->warps > 1 ? 3 : 1); k++) {
            const uint64_t latest[] = {me(b)->round, 0, set->end};
            for (uint64_t i = 0; i < set->warps; i++) b->c.warp[i].latest = all();
            b->c.warp[clock_of(&b->c)].latest = latest[k];
            for (me(b)->phase = RUN; me(b)->phase <= ABORT; me(b)->phase++)
                for (me(b)->held = 0; me(b)->held <= LOG; me(b)->held++) all_registers(b);
        }
}

/* False: the table cannot be read. */
static bool compare_all(const char *file, uint64_t *compared, uint64_t *wrong)
{
    static const char *const zero[] = {"latest_0", "latest_1", "round_0", "round_1", "phase_0",  "phase_1", "held_0",
                                       "held_1",   "busy_0",   "busy_1",  "open_0",  "open_1",   "stop",    "doomed_0",
                                       "doomed_1", "marked",   "used",    "log_n",   "log_warp"};
    static Bench b;
    Str sets[SETS];
    b = (Bench){0};
    for (int i = 0; i < SETS; i++) sets[i] = str_from(set->sets[i]);
    if (!table_load(&b.t, file, "TX", sets, SETS) || !names_agree(&b)) return false;
    for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) table_compare_reset(&b.t, zero[i], 0);
    for (b.c.core = 0; b.c.core < set->cores; b.c.core++)
        for (b.c.me = 0; b.c.me < set->warps; b.c.me++) all_times(&b);
    *compared += b.t.compared, *wrong += b.t.wrong;
    spec_free(&b.t.spec);
    return true;
}

int main(int argc, char **argv)
{
    uint64_t compared = 0, wrong = 0;
    if (argc != 2) return fputs("usage: test_warp getm.xml\n", stderr), 2;
    for (set = settings; set < settings + SETTINGS; set++)
        if (!compare_all(argv[1], &compared, &wrong)) return 1;
    printf("%llu decisions of a warp compared, %llu differ\n", (unsigned long long)compared, (unsigned long long)wrong);
    return wrong != 0;
}
