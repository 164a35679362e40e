/* The warp of specs/getm/getm.xml (controller TX) against a reference: X. Ren (2020), sections 4.4.1 and 4.5.3, with
 * what docs/errata.md decides (G2, G3, G9, G12). Every event with all values of the registers, for times of four bits
 * and a log of two granules. In two settings no parameter can take the place of another. Usage: test_warp getm.xml. */
#include "table.h"

/* bits: step through the values of the truth values; end: the largest multiple of warps up to times - early. key: a
 * granule, and home the node of its unit. */
typedef struct { const char *sets[6]; unsigned bits; uint64_t warps, parts, writes, times, end, key, home; } Setting;
static const Setting settings[] = {
    { { "WARPS=2", "PARTS=8", "TS_BITS=4", "EARLY=3", "WRITES=5", "LOG=2" }, 1, 2, 8, 5, 16, 12, 13, 7 },
    { { "WARPS=3", "PARTS=2", "TS_BITS=4", "EARLY=5", "WRITES=4", "LOG=2" }, 31, 3, 2, 4, 16, 9, 5, 4 }
};
enum { SETTINGS = sizeof settings / sizeof *settings, SETS = 6, LOG = 2 };
static const Setting *set;
enum { RUN, COMMIT, ABORT }; /* phases, in the order of the file */

/* A warp, its log entry for the granule at hand (there: there is one), and a message. */
typedef struct { uint64_t wid, round, phase, held, busy, open, stop, doomed, marked, there, n; } Warp;
typedef struct {
    Table t;
    int in_state, in_event, in[11], in_hit, in_n, in_seen;
    Warp w;
    uint64_t seen;
    const char *event;
} Bench;

static const char *const registers[] = { "wid_i",  "round_i", "phase_i",  "held_i",  "busy_i",
                                         "open_i", "stop_i",  "doomed_i", "marked_i" };
enum { REGISTERS = sizeof registers / sizeof *registers };

static uint64_t now(const Warp *w) { return w->round + w->wid; }

/* The round of this warp's first time behind t. There is none from END on: the warp stays there. */
static uint64_t round_behind(const Warp *w, uint64_t t)
{
    uint64_t round = 0;
    while (round < set->end && round + w->wid <= t) round += set->warps;
    return round;
}

/* ---- what a row does ---- */

static void answer(Bench *b, const char *reply)
{
    table_expect(&b->t, "core_rep_valid_o", 1);
    table_expect(&b->t, "core_rep_kind_o", (uint64_t)table_reply(&b->t, reply));
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
}

static void send_log(Bench *b, const char *message, uint64_t to, uint64_t n)
{
    table_expect(&b->t, "log0_valid_o", 1);
    table_expect(&b->t, "log0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "log0_to_o", to);
    table_expect(&b->t, "log0_n_o", n);
}

/* The transaction is over; what is in the log is given back. */
static void aborts(Bench *b)
{
    table_expect(&b->t, "open_o", 0);
    if (b->w.held) table_expect(&b->t, "phase_o", ABORT);
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
    if (b->w.doomed) {
        table_expect(&b->t, "doomed_o", 0);
        refused(b);
        done(b, b->event);
        return false;
    }
    if (b->w.phase == RUN && !b->w.stop) return true;
    table_compare(&b->t, ACT_STALL, b->event);
    return false;
}

static void access_begins(Bench *b, const char *message)
{
    table_expect(&b->t, "busy_o", 1);
    table_expect(&b->t, "open_o", 1);
    ask(b, message);
    table_expect(&b->t, "ask0_warpts_o", now(&b->w));
}

static void load(Bench *b)
{
    if (!admitted(b)) return;
    access_begins(b, "Ld");
    done(b, "load");
}

static void store(Bench *b)
{
    if (!b->w.there && b->w.held == LOG) return;        /* no place in the log: the row does not run */
    if (!admitted(b)) return;
    access_begins(b, "St");
    if (!b->w.there) {
        table_expect(&b->t, "log_alloc_o", 1);
        table_expect(&b->t, "log_n_o", 0);
        table_expect(&b->t, "held_o", b->w.held + 1);
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
    if (b->w.held) {
        table_expect(&b->t, "phase_o", COMMIT);
        table_expect(&b->t, "round_o", round_behind(&b->w, now(&b->w)));
    }
    table_expect(&b->t, "open_o", 0);
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
    table_expect(&b->t, "busy_o", 0);
    answer_data(b, "loaded");
    done(b, "Value");
}

static void old(Bench *b) { answer_data(b, "old"); done(b, "Old"); }
static void written(Bench *b) { answer(b, "stored"); done(b, "Done"); }

static void ok(Bench *b)
{
    if (!b->w.there) { table_compare(&b->t, ACT_NEVER, "Ok, nothing stored"); return; }
    if (b->w.n == set->writes) return;                       /* the unit refuses the next one */
    table_expect(&b->t, "busy_o", 0);
    table_expect(&b->t, "log_n_o", b->w.n + 1);
    answer(b, "stored");
    done(b, "Ok");
}

static void abort_comes(Bench *b)
{
    for (b->seen = 0; b->seen < set->times; b->seen++) {
        table_put(&b->t, b->in_seen, b->seen);
        table_begin(&b->t);
        table_expect(&b->t, "round_o", round_behind(&b->w, b->seen > now(&b->w) ? b->seen : now(&b->w)));
        table_expect(&b->t, "busy_o", 0);
        aborts(b);
        refused(b);
        done(b, "Abort");
    }
}

/* A granule of the log goes out: reservations one by one until one is left, which goes with the data; after the last
 * granule the warp goes on. */
static void send(Bench *b)
{
    bool part = b->w.n > 1;
    if (b->w.phase == RUN || !b->w.there || !b->w.held) return;
    if (part) send_log(b, "Cleanup", UINT64_C(1) << set->home, 1);
    else if (b->w.phase == COMMIT)
        send_log(b, "Commit", UINT64_C(1) << set->home, b->w.n),
            table_expect_source(&b->t, "log0_data_sel_o", "log_data", 0);
    else if (b->w.n) send_log(b, "Cleanup", UINT64_C(1) << set->home, b->w.n);
    if (part) table_expect(&b->t, "log_n_o", b->w.n - 1);
    else {
        table_expect(&b->t, "held_o", b->w.held - 1);
        if (b->w.held == 1) table_expect(&b->t, "phase_o", RUN);
        table_expect(&b->t, "next_o", (uint64_t)table_state(&b->t, "N"));
        table_expect(&b->t, "log_free_o", 1);
    }
    done(b, part ? "send, several reservations" : "send");
}

static void stop(Bench *b) { table_expect(&b->t, "stop_o", 1); done(b, "Stop"); }

static void quit(Bench *b)
{
    table_expect(&b->t, "doomed_o", 1);
    aborts(b);
    done(b, "quit");
}

static void drain(Bench *b)
{
    send_log(b, "Drained", 0, 0);
    table_expect(&b->t, "log0_to_o", ((UINT64_C(1) << set->parts) - 1) << set->warps);
    table_expect(&b->t, "marked_o", 1);
    done(b, "drain");
}

static void resume(Bench *b)
{
    table_expect(&b->t, "round_o", 0);
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

static void all_events(Bench *b)
{
    const Warp *w = &b->w;
    const uint64_t values[] = {w->wid, w->round, w->phase, w->held, w->busy, w->open, w->stop, w->doomed, w->marked};
    for (int i = 0; i < REGISTERS; i++) table_put(&b->t, b->in[i], values[i]);
    for (int i = 0; i < EVENTS; i++) {
        bool line = w->there && !events[i].keyless;
        if (events[i].keyless && (w->there || w->n)) continue;
        table_put(&b->t, b->in_state, (uint64_t)table_state(&b->t, line ? "W" : "N"));
        table_put(&b->t, b->in_hit, line);
        table_put(&b->t, b->in_n, w->n);
        table_put(&b->t, b->in_event, (uint64_t)events[i].code);
        b->event = events[i].name;
        table_begin(&b->t);
        events[i].run(b);
    }
    if (w->there) return;
    table_compare_when(&b->t, "send", w->phase != RUN);
    table_compare_when(&b->t, "quit", w->stop && w->open && !w->busy && w->phase == RUN);
    table_compare_when(&b->t, "drain", w->stop && !w->open && !w->busy && w->phase == RUN && !w->marked);
}

static void all_registers(Bench *b)
{
    Warp *w = &b->w;
    for (unsigned bits = 0; bits < 32; bits += set->bits)
        for (unsigned entry = 0; entry < set->writes + 2; entry++) {
            w->busy = bits & 1, w->open = bits >> 1 & 1, w->stop = bits >> 2 & 1, w->doomed = bits >> 3 & 1,
            w->marked = bits >> 4 & 1;
            w->there = entry > 0, w->n = entry ? entry - 1 : 0;
            all_events(b);
        }
}

static bool names_agree(Bench *b)
{
    b->in_state = table_input(&b->t, "state_i"), b->in_event = table_input(&b->t, "event_i"),
    b->in_hit = table_input(&b->t, "log_hit_i"), b->in_n = table_input(&b->t, "log_n_i"),
    b->in_seen = table_input(&b->t, "msg_seen_i");
    for (int i = 0; i < REGISTERS; i++) b->in[i] = table_input(&b->t, registers[i]);
    for (int i = 0; i < EVENTS; i++)
        if ((events[i].code = table_event(&b->t, events[i].name)) < 0)
            return fprintf(stderr, "the table has no event %s\n", events[i].name), false;
    table_put(&b->t, table_input(&b->t, "key_i"), set->key);
    return table_state(&b->t, "N") == 0 && table_state(&b->t, "W") == 1;
}

/* False: the table cannot be read. */
static bool compare_all(const char *file, uint64_t *compared, uint64_t *wrong)
{
    static const char *const zero[] = {"round", "phase", "held", "busy", "open", "stop", "doomed", "marked", "log_n"};
    static Bench b;
    Str sets[SETS];
    b = (Bench){0};
    for (int i = 0; i < SETS; i++) sets[i] = str_from(set->sets[i]);
    if (!table_load(&b.t, file, "TX", sets, SETS) || !names_agree(&b)) return false;
    for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) table_compare_reset(&b.t, zero[i], 0);
    for (b.w.wid = 0; b.w.wid < set->warps; b.w.wid++)
        for (b.w.round = 0; b.w.round <= set->end; b.w.round += set->warps)
            for (b.w.phase = RUN; b.w.phase <= ABORT; b.w.phase++)
                for (b.w.held = 0; b.w.held <= LOG; b.w.held++) all_registers(&b);
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
