/* The L2 bank of specs/rcc/rcc.xml against a reference, which says in C what the text of the file and docs/errata.md
 * say of leases, versions, the predicted lease, memory and rollover: every event in every state, drawn at random,
 * always the same; in several settings, so that no parameter can take the place of another. Usage: test_l2 rcc.xml.
 * The table is interpreted; that its Verilog does the same is tests/backbone. */
#include "../stc/draw.h"
#include "../tx/table.h"
#include <stdio.h>

enum { SETS = 8, DRAWN = 30000 };
typedef struct { const char *sets[SETS]; uint64_t cores, warps, banks, words, ts, least, most, renewal; } Setting;
static const Setting settings[] = {
    { { "CORES=3", "WARPS=5", "BANKS=4", "LINE_BYTES=16", "TS_BITS=4", "LEASE_MIN=2", "LEASE_MAX=5", "RENEWAL=1" },
      3, 5, 4, 4, 4, 2, 5, 1 },
    { { "CORES=2", "WARPS=3", "BANKS=2", "LINE_BYTES=8", "TS_BITS=5", "LEASE_MIN=1", "LEASE_MAX=3", "RENEWAL=0" },
      2, 3, 2, 2, 5, 1, 3, 0 },
    { { "CORES=5", "WARPS=2", "BANKS=1", "LINE_BYTES=32", "TS_BITS=6", "LEASE_MIN=3", "LEASE_MAX=13", "RENEWAL=1" },
      5, 2, 1, 8, 6, 3, 13, 1 }
};
enum { SETTINGS = sizeof settings / sizeof *settings };
static const Setting *set;

typedef enum { I, V, IV, STATES } At;
static const char *const states[] = {"I", "V", "IV"};
enum { FROM, ID, NOW, EXP, ERR, OP, WORD, A, B, ARGS };
static const char *const arguments[] = {"msg_from_i", "msg_id_i",   "msg_now_i", "msg_exp_i", "msg_err_i",
                                        "msg_op_i",   "msg_word_i", "msg_a_i",   "msg_b_i"};
/* The bank, and the line at hand. */
typedef struct {
    uint64_t mnow, full, asked, acks, pass, back;
    uint64_t exp, ver, lease, dirty, err, lastwr, haswrite;
    At at;
} Bank;
typedef struct {
    Table t;
    Draw draw;
    Bank now, next;
    uint64_t unit, arg[ARGS];
    bool zeroes;
} Bench;

static uint64_t end_of_time(void) { return (UINT64_C(1) << set->ts) - 1; }
static uint64_t max(uint64_t a, uint64_t b) { return a > b ? a : b; }
static uint64_t min(uint64_t a, uint64_t b) { return a < b ? a : b; }
static uint64_t later(uint64_t t, uint64_t by) { return min(t + by, end_of_time()); }
static uint64_t next_bank(const Bench *b) { return set->cores + (b->unit + 1) % set->banks; }

/* ---- what a row does ---- */

/* Answers can go to several: bits of nodes. */
static void answers(Bench *b, const char *message, uint64_t nodes)
{
    table_expect(&b->t, "resp0_valid_o", 1);
    table_expect(&b->t, "resp0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "resp0_to_o", nodes);
}

static void answer(Bench *b, const char *message)
{
    answers(b, message, UINT64_C(1) << b->arg[FROM]);
    table_expect(&b->t, "resp0_id_o", b->arg[ID]);
}

static void along(Bench *b, const char *message)
{
    table_expect(&b->t, "ring0_valid_o", 1);
    table_expect(&b->t, "ring0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "ring0_to_o", next_bank(b));
}

static void write(Bench *b, const char *where, const char *source, bool masked)
{
    char output[48];
    snprintf(output, sizeof output, "%s_valid_o", where);
    table_expect(&b->t, output, 1);
    snprintf(output, sizeof output, "%s_sel_o", where);
    table_expect_source(&b->t, output, source, 0);
    snprintf(output, sizeof output, "%s_mask_o", where);
    if (masked) table_expect_source(&b->t, output, "msg_mask", 0);
}

static void request(Bench *b, const char *name)
{
    table_expect(&b->t, "mem_req_valid_o", 1);
    table_expect(&b->t, "mem_req_kind_o", (uint64_t)table_request(&b->t, name));
}

static void fetch(Bench *b)
{
    table_expect(&b->t, "line_alloc_o", 1);
    table_expect(&b->t, "mshr_alloc_o", 1);
    request(b, "READ");
    b->next.at = IV;
}

/* Whoever cannot be served before the line is here; fetches it. */
static bool waits(Bench *b)
{
    if (b->now.at == V) return false;
    if (b->now.at == I) fetch(b);
    table_expect(&b->t, "mshr_park_o", 1);
    return true;
}

static void note(Bench *b, uint64_t t) { if (t == end_of_time()) b->next.full = 1; }

static void data(Bench *b, bool once, uint64_t exp)
{
    answer(b, "DATA");
    table_expect(&b->t, "resp0_once_o", once);
    table_expect(&b->t, "resp0_err_o", b->now.err);
    table_expect(&b->t, "resp0_exp_o", exp);
    table_expect(&b->t, "resp0_ver_o", b->now.ver);
    table_expect_source(&b->t, "resp0_data_sel_o", "line_data", 0);
}

static int gets(Bench *b)
{
    const Bank *c = &b->now;
    Bank *n = &b->next;
    uint64_t now = b->arg[NOW];
    if (waits(b)) return ACT_FIRE;
    if (now == end_of_time() || c->ver == end_of_time()) {  /* read at END, by this load alone */
        n->full = 1, n->exp = end_of_time() - 1;
        data(b, true, 0);
        table_expect(&b->t, "performs_o", PERFORMS_READ);
        return ACT_FIRE;
    }
    n->exp = min(max(c->exp, max(later(c->ver, c->lease), later(now, c->lease))), end_of_time() - 1);
    if (!set->renewal || c->err || b->arg[EXP] <= c->ver) {
        data(b, false, n->exp);
        return ACT_FIRE;
    }
    answers(b, "RENEW", UINT64_C(1) << b->arg[FROM]);       /* the copy is current: the lease alone, twice as long */
    table_expect(&b->t, "resp0_exp_o", n->exp);
    n->lease = min(2 * c->lease, set->most);
    return ACT_FIRE;
}

/* The time of a write: behind every lease, and what the writer has seen. */
static void order(Bench *b)
{
    b->next.ver = max(b->arg[NOW], max(b->now.ver, later(b->now.exp, 1)));
    b->next.dirty = 1, b->next.lease = set->least;
    note(b, b->next.ver);
}

static int writes(Bench *b)
{
    answer(b, "ACK");
    table_expect(&b->t, "performs_o", PERFORMS_WRITE);
    if (b->now.at == V) {
        order(b);
        table_expect(&b->t, "resp0_ver_o", b->next.ver);
        write(b, "line_data_wr0", "msg_data", true);
        return ACT_FIRE;
    }
    if (b->now.at == I) fetch(b);
    b->next.lastwr = max(b->now.lastwr, max(b->arg[NOW], later(b->now.mnow, 1)));
    b->next.haswrite = 1;
    note(b, b->next.lastwr);
    table_expect(&b->t, "resp0_ver_o", b->next.lastwr);
    write(b, "mshr_data_wr0", "msg_data", true);
    return ACT_FIRE;
}

/* The answer is from before the operation; that is the last selector of the write. */
static int atomic(Bench *b)
{
    static const char *const operands[] = {"line_data_wr0_op_o", "line_data_wr0_word_o", "line_data_wr0_a_o",
                                           "line_data_wr0_b_o"};
    if (waits(b)) return ACT_FIRE;
    order(b);
    answer(b, "OLD");
    table_expect(&b->t, "resp0_err_o", b->now.err);
    table_expect(&b->t, "resp0_ver_o", b->next.ver);
    table_expect_source(&b->t, "resp0_old_sel_o", "line_data", 0);
    table_expect(&b->t, "resp0_old_part_o", b->arg[WORD]);
    table_expect(&b->t, "line_data_wr0_valid_o", 1);
    for (int i = 0; i < 4; i++) table_expect(&b->t, operands[i], b->arg[OP + i]);
    table_expect(&b->t, "performs_o", PERFORMS_READ | PERFORMS_WRITE);
    return ACT_FIRE;
}

static int fill(Bench *b)
{
    Bank *n = &b->next;
    if (b->now.at != IV) return ACT_NEVER;
    n->exp = b->now.mnow, n->ver = max(b->now.lastwr, b->now.mnow);
    n->dirty = b->now.haswrite, n->lease = b->now.haswrite ? set->least : set->most;
    n->err = b->arg[ERR], n->at = V;
    write(b, "line_data_wr0", "msg_data", false);
    write(b, "line_data_wr1", "mshr_data", false);
    table_expect(&b->t, "mshr_replay_o", 1);
    table_expect(&b->t, "mshr_done_o", 1);
    return ACT_FIRE;
}

static int evict(Bench *b)
{
    if (b->now.at != V) return -1;
    b->next.mnow = max(b->now.mnow, max(b->now.exp, b->now.ver));
    if (b->now.dirty && !b->now.err) {
        request(b, "WB");
        table_expect_source(&b->t, "mem_req_data_sel_o", "line_data", 0);
    }
    table_expect(&b->t, "line_free_o", 1);
    b->next.at = I;
    return ACT_FIRE;
}

static void zero(Bench *b)
{
    b->next.mnow = 0, b->next.full = 0, b->next.pass = 1;
    table_expect(&b->t, "performs_o", PERFORMS_RESTART);
    b->zeroes = true;
}

static int rollover(Bench *b)
{
    b->next.asked = 1;
    if (b->unit) along(b, "FULL");
    else answers(b, "STOP", (UINT64_C(1) << set->cores) - 1), b->next.acks = set->cores;
    return ACT_FIRE;
}

static int full(Bench *b) { b->next.full = 1; return ACT_FIRE; }

static int drained(Bench *b)
{
    if (!b->now.acks) return -1;
    if (!--b->next.acks) zero(b);
    return ACT_FIRE;
}

static int onward(Bench *b)
{
    along(b, "RESET");
    b->next.pass = 0;
    return ACT_FIRE;
}

static int reset(Bench *b)
{
    b->next.asked = 0;
    if (b->unit) zero(b);
    else b->next.full = 0, b->next.back = 1;
    return ACT_FIRE;
}

static int over(Bench *b)
{
    answers(b, "RESUME", (UINT64_C(1) << set->cores) - 1);
    b->next.back = 0;
    return ACT_FIRE;
}

static const struct { const char *name; int (*run)(Bench *); bool keyless; } events[] = {
    { "GETS", gets, false },        { "WRITE", writes, false },    { "ATOMIC", atomic, false }, { "FILL", fill, false },
    { "evict", evict, false },      { "rollover", rollover, true }, { "FULL", full, true },
    { "DRAINED", drained, true },
    { "onward", onward, true },     { "RESET", reset, true },      { "over", over, true }
};
enum { EVENTS = sizeof events / sizeof *events };

/* ---- the table ---- */

static void each(Table *t, const Bank *c, TableEach *with)
{
    const struct { const char *name; uint64_t value; } fields[] = {
        { "mnow", c->mnow },      { "full", c->full },         { "asked", c->asked },       { "acks", c->acks },
        { "pass", c->pass },      { "back", c->back },         { "line_exp", c->exp },      { "line_ver", c->ver },
        { "line_lease", c->lease }, { "line_dirty", c->dirty }, { "line_err", c->err },
        { "mshr_lastwr", c->lastwr },
        { "mshr_haswrite", c->haswrite }
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) with(t, fields[i].name, fields[i].value);
}

/* At the ends of time more often than elsewhere. */
static uint64_t draw_time(Draw *d)
{
    switch (draw(d, 8)) {
    case 0: return end_of_time();
    case 1: return end_of_time() - 1;
    case 2: return 0;
    default: return draw(d, end_of_time() + 1);
    }
}

static void draw_bank(Bench *b)
{
    const uint64_t most[ARGS] = {set->cores,      set->warps,           end_of_time() + 1,    end_of_time() + 1, 2, 8,
                                 set->words,      UINT64_C(1) << 32,    UINT64_C(1) << 32};
    Draw *d = &b->draw;
    Bank *c = &b->now;
    b->unit = draw(d, set->banks);
    for (int i = 0; i < ARGS; i++) {
        b->arg[i] = i == NOW || i == EXP ? draw_time(d) : draw(d, most[i]);
        table_put(&b->t, table_input(&b->t, arguments[i]), b->arg[i]);
    }
    *c = (Bank){ .mnow = draw_time(d), .full = draw(d, 2), .asked = draw(d, 2), .acks = draw(d, set->cores + 1),
                 .pass = draw(d, 2), .back = draw(d, 2), .lastwr = draw_time(d), .haswrite = draw(d, 2),
                 .at = (At)draw(d, STATES) };
    if (c->at != IV) c->lastwr = c->haswrite = 0;
    if (c->at == I) return;
    c->exp = draw_time(d), c->ver = draw_time(d), c->dirty = draw(d, 2), c->err = draw(d, 3) == 0;
    c->lease = set->least + draw(d, set->most - set->least + 1);
}

static int output(const Bench *b, const char *name)
{
    char signal[32];
    snprintf(signal, sizeof signal, "%s_o", name);
    for (int i = 0; i < b->t.spec.n_out; i++)
        if (str_is(b->t.spec.step->signals.at[b->t.spec.n_in + i].name, signal)) return i;
    return 0;
}

static void put_at(const Bench *b, uint64_t *at, const char *name, uint64_t value)
{
    char signal[32];
    snprintf(signal, sizeof signal, "%s_i", name);
    int input = table_input(&b->t, signal);
    if (input >= 0) at[input] = value;
}

/* All times of lines and entries are 0; all else of them stays. */
static void compare_walks(Bench *b)
{
    static const char *const fields[] = {"line_exp", "line_ver", "line_lease", "line_dirty", "line_err", "mshr_lastwr",
                                         "mshr_haswrite"};
    enum { FIELDS = sizeof fields / sizeof *fields, LAST = 5 };
    uint64_t at[TABLE_SIGNALS], out[TABLE_SIGNALS], parked[TABLE_SIGNALS];
    int lines = 0, entries = 0, others = 0;
    for (int k = 0; k < b->t.spec.step->walks.n; k++) {
        bool zero[FIELDS], stays = true;
        for (int i = 0; i < TABLE_SIGNALS; i++) at[i] = b->t.in[i];
        put_at(b, at, "state", (uint64_t)table_state(&b->t, "V"));
        put_at(b, at, "line_hit", 1);
        for (int i = 0; i < FIELDS; i++) put_at(b, at, fields[i], 1);
        if (!eval_walk(b->t.eval, b->t.in, k, at, out, parked)) continue;
        for (int i = 0; i < FIELDS; i++) {
            zero[i] = !out[output(b, fields[i])];
            if (i > 1 && i != LAST) stays &= !zero[i];
        }
        if (stays && zero[0] && zero[1] && !zero[LAST]) lines++;
        else if (stays && !zero[0] && !zero[1] && zero[LAST]) entries++;
        else others++;
    }
    b->t.compared++;
    if (lines == 1 && entries == 1 && !others) return;
    b->t.wrong++;
    puts("times of lines and entries are not 0 after a rollover");
}

static void compare(Bench *b)
{
    int e = (int)draw(&b->draw, EVENTS);
    draw_bank(b);
    if (events[e].keyless)
        b->now.at = I, b->now.exp = b->now.ver = b->now.lease = b->now.dirty = b->now.err = 0;
    each(&b->t, &b->now, table_put_named);
    table_put_named(&b->t, "unit", b->unit);
    table_put_named(&b->t, "line_hit", b->now.at != I);
    table_put_named(&b->t, "event", (uint64_t)table_event(&b->t, events[e].name));
    table_put_named(&b->t, "state", (uint64_t)table_state(&b->t, states[b->now.at]));
    table_begin(&b->t);
    table_expect(&b->t, "mshr_alloc_o", 0);
    b->next = b->now, b->zeroes = false;
    int act = events[e].run(b);
    if (act < 0) return;                                    /* nothing offers it there */
    each(&b->t, &b->next, table_expect_named);
    for (int i = 0; i < b->t.spec.step->walks.n && b->zeroes; i++) b->t.expect[output(b, "walk0") + i].asked = false;
    table_expect_named(&b->t, "next", (uint64_t)table_state(&b->t, states[b->next.at]));
    table_compare(&b->t, act, events[e].name);
    if (b->zeroes) compare_walks(b);
    table_compare_when(&b->t, "rollover", b->now.full && !b->now.asked);
    table_compare_when(&b->t, "onward", b->now.pass);
    table_compare_when(&b->t, "over", b->now.back);
}

/* False: the table cannot be read. */
static bool compare_all(const char *file, uint64_t *compared, uint64_t *wrong)
{
    static const char *const zero_first[] = {"mnow", "full", "asked", "acks", "pass", "back", "mshr_lastwr",
                                             "mshr_haswrite"};
    static Bench b;
    Str sets[SETS];
    b = (Bench){ .draw = { 5 } };
    for (int i = 0; i < SETS; i++) sets[i] = str_from(set->sets[i]);
    if (!table_load(&b.t, file, "L2", sets, SETS)) return false;
    for (int i = 0; i < EVENTS; i++)
        if (table_event(&b.t, events[i].name) < 0)
            return fprintf(stderr, "the table has no event %s\n", events[i].name), false;
    for (size_t i = 0; i < sizeof zero_first / sizeof *zero_first; i++) table_compare_reset(&b.t, zero_first[i], 0);
    for (int i = 0; i < DRAWN; i++) compare(&b);
    *compared += b.t.compared, *wrong += b.t.wrong;
    spec_free(&b.t.spec);
    return true;
}

int main(int argc, char **argv)
{
    uint64_t compared = 0, wrong = 0;
    if (argc != 2) return fputs("usage: test_l2 rcc.xml\n", stderr), 2;
    for (set = settings; set < settings + SETTINGS; set++)
        if (!compare_all(argv[1], &compared, &wrong)) return 1;
    printf("%llu decisions of the L2 compared, %llu differ\n", (unsigned long long)compared,
           (unsigned long long)wrong);
    return wrong != 0;
}
