/* The L2 bank of specs/mesi/mesi_wt.xml against a reference, which says in C what docs/mesi.md says of a blocking,
 * inclusive directory whose data are always current: every event in every state, drawn at random, always the same, in
 * two settings. Usage: test_wt_l2 mesi_wt.xml. The table is interpreted; that its Verilog does the same is
 * tests/backbone. */
#include "../stc/draw.h"
#include "../tx/table.h"
#include <stdio.h>

enum { SETS = 4, DRAWN = 40000 };
typedef struct { const char *sets[SETS]; uint64_t cores, warps, banks, words; } Setting;
static const Setting settings[] = { { { "CORES=4", "WARPS=3", "BANKS=2", "LINE_BYTES=8" }, 4, 3, 2, 2 },
                                    { { "CORES=6", "WARPS=5", "BANKS=4", "LINE_BYTES=32" }, 6, 5, 4, 8 } };
enum { SETTINGS = sizeof settings / sizeof *settings };
static const Setting *set;

typedef enum { NP, SS, M, MT, ISS, IS, IM, SS_MB, MT_MB, M_MB, MT_SB, I_I, S_I, MT_I, MCT_I, STATES } At;
static const char *const states[] = {"NP",    "SS",   "M",     "MT",  "ISS", "IS",   "IM",   "SS_MB",
                                     "MT_MB", "M_MB", "MT_SB", "I_I", "S_I", "MT_I", "MCT_I"};
enum { FROM, ID, ERR, OP, WORD, A, B, ARGS };
static const char *const arguments[] = {"msg_from_i", "msg_id_i", "msg_err_i", "msg_op_i",
                                        "msg_word_i", "msg_a_i",  "msg_b_i"};
typedef struct { uint64_t sharers, dirty, err, left; At at; } Line;
typedef struct { Table t; Draw draw; Line now, next; uint64_t me, arg[ARGS]; } Bench;

static uint64_t only(uint64_t core) { return UINT64_C(1) << core; }
static uint64_t others(const Bench *b) { return b->now.sharers & ~only(b->arg[FROM]); }
static bool listed(const Bench *b) { return b->now.sharers & only(b->arg[FROM]); }
static bool fetched(At a) { return a >= ISS && a <= IM; }
static bool blocked(At a) { return a >= SS_MB && a <= MT_SB; }
static bool recalled(At a) { return a >= I_I; }
static uint64_t count(uint64_t cores)
{
    uint64_t n = 0;
    for (; cores; cores &= cores - 1) n++;
    return n;
}

/* ---- what a row does ---- */

static void forward(Bench *b, const char *message, uint64_t cores, uint64_t who)
{
    if (!cores) return;
    table_expect(&b->t, "forward0_valid_o", 1);
    table_expect(&b->t, "forward0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "forward0_to_o", cores);
    table_expect(&b->t, "forward0_who_o", who);
}

static void answer(Bench *b, const char *message)
{
    table_expect(&b->t, "response0_valid_o", 1);
    table_expect(&b->t, "response0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "response0_to_o", b->arg[FROM]);
    table_expect(&b->t, "response0_id_o", b->arg[ID]);
}

static void request(Bench *b, const char *name)
{
    table_expect(&b->t, "mem_req_valid_o", 1);
    table_expect(&b->t, "mem_req_kind_o", (uint64_t)table_request(&b->t, name));
}

static int go(Bench *b, At to)
{
    b->next.at = to;
    return ACT_FIRE;
}

/* The line is blocked, or recalled, from now on. */
static int entry(Bench *b, At to)
{
    table_expect(&b->t, "mshr_alloc_o", 1);
    return go(b, to);
}

/* What asks for a line that is not here, or under way, waits; fetches it. -1: it is here. */
static int waits(Bench *b, bool load)
{
    At at = b->now.at;
    if (recalled(at)) return ACT_STALL;                     /* so that no entry waits for a way */
    if (at != NP && !fetched(at) && !blocked(at)) return -1;
    table_expect(&b->t, "mshr_park_o", 1);
    if (at == NP) {
        table_expect(&b->t, "line_alloc_o", 1);
        request(b, "READ");
        return entry(b, load ? ISS : IM);
    }
    return go(b, at == ISS && load ? IS : at);
}

static void data(Bench *b, const char *message, bool due)
{
    answer(b, message);
    if (due || b->now.at == SS) table_expect(&b->t, "response0_due_o", due);
    table_expect(&b->t, "response0_err_o", b->now.err);
    table_expect_source(&b->t, "response0_data_sel_o", "line_data", 0);
    table_expect(&b->t, "performs_o", PERFORMS_READ);
}

/* The only copy, if nobody else has one: the owner has dropped its own silently, if it asks. */
static int get_s(Bench *b)
{
    int act = waits(b, true);
    if (act >= 0) return act;
    if (b->now.at == SS) {
        data(b, "Data", false);
        b->next.sharers |= only(b->arg[FROM]);
        return ACT_FIRE;
    }
    if (b->now.at == M || listed(b)) {
        data(b, "DataE", false);
        return entry(b, MT_MB);
    }
    data(b, "Data", true);
    forward(b, "FwdS", b->now.sharers, b->arg[FROM]);
    return entry(b, MT_SB);
}

/* Written at once; the core that writes waits for what the others answer. */
static int change(Bench *b, const char *message)
{
    bool own = listed(b), owned = b->now.at == MT;
    int act = waits(b, false);
    if (act >= 0) return act;
    answer(b, message);
    table_expect(&b->t, "response0_acks_o", count(others(b)));
    forward(b, owned ? "FwdX" : "Inv", others(b), b->arg[FROM]);
    table_expect(&b->t, "line_data_wr0_valid_o", 1);
    b->next.dirty = 1;
    return entry(b, b->now.at != M && own ? (owned ? MT_MB : SS_MB) : M_MB);
}

static int get_x(Bench *b)
{
    int act = change(b, "WAck");
    if (act != ACT_FIRE || b->next.dirty == 0 || waits(b, false) >= 0) return act;
    table_expect_source(&b->t, "line_data_wr0_sel_o", "msg_data", 0);
    table_expect_source(&b->t, "line_data_wr0_mask_o", "msg_mask", 0);
    return act;
}

/* The answer is from before the operation; that is the last selector of the write. */
static int atomic(Bench *b)
{
    static const char *const operands[] = {"line_data_wr0_op_o", "line_data_wr0_word_o", "line_data_wr0_a_o",
                                           "line_data_wr0_b_o"};
    int act = change(b, "Old");
    if (act != ACT_FIRE || waits(b, false) >= 0) return act;
    table_expect(&b->t, "response0_err_o", b->now.err);
    table_expect_source(&b->t, "response0_old_sel_o", "line_data", 0);
    table_expect(&b->t, "response0_old_part_o", b->arg[WORD]);
    table_expect_source(&b->t, "line_data_wr0_sel_o", "rmw32", 0);
    for (int i = 0; i < 4; i++) table_expect(&b->t, operands[i], b->arg[OP + i]);
    return act;
}

static int end_entry(Bench *b, At to)
{
    table_expect(&b->t, "mshr_replay_o", 1);
    table_expect(&b->t, "mshr_done_o", 1);
    return go(b, to);
}

static int unblock(Bench *b)
{
    if (!blocked(b->now.at)) return ACT_NEVER;
    bool second = b->now.at == MT_SB;
    b->next.sharers = only(b->arg[FROM]) | (second ? b->now.sharers : 0);
    return end_entry(b, second ? SS : MT);
}

static int fill(Bench *b)
{
    if (!fetched(b->now.at)) return ACT_NEVER;
    b->next.err = b->arg[ERR];
    table_expect(&b->t, "line_data_wr0_valid_o", 1);
    table_expect_source(&b->t, "line_data_wr0_sel_o", "msg_data", 0);
    return end_entry(b, b->now.at == IS ? SS : M);
}

/* All that may have a copy are asked to drop it. */
static int evict(Bench *b)
{
    bool dirty = b->now.dirty;
    if (b->now.at == M) return ACT_NEVER;
    if ((b->now.at != SS && b->now.at != MT) || !b->now.sharers) return -1;
    forward(b, "Inv", b->now.sharers, b->me);
    b->next.left = count(b->now.sharers);
    return entry(b, b->now.at == SS ? (dirty ? S_I : I_I) : dirty ? MT_I : MCT_I);
}

/* What memory could not read is not written back. */
static int recall_answered(Bench *b)
{
    At at = b->now.at;
    if (!recalled(at)) return ACT_NEVER;
    if (!b->now.left) return -1;
    if (--b->next.left) return ACT_FIRE;
    b->next.left = 1;                                       /* of an entry that is over */
    if ((at == S_I || at == MT_I) && !b->now.err) {
        request(b, "WB");
        table_expect_source(&b->t, "mem_req_data_sel_o", "line_data", 0);
    }
    table_expect(&b->t, "mshr_done_o", 1);
    table_expect(&b->t, "line_free_o", 1);
    return go(b, NP);
}

static const struct { const char *name; int (*run)(Bench *); } events[] = {
    { "GetS", get_s }, { "GetX", get_x }, { "Atomic", atomic }, { "Unblock", unblock }, { "FILL", fill },
    { "evict", evict }, { "Recalled", recall_answered }
};
enum { EVENTS = sizeof events / sizeof *events };

/* ---- the table ---- */

static void each(Table *t, const Line *c, TableEach *with)
{
    with(t, "line_sharers", c->sharers), with(t, "line_dirty", c->dirty), with(t, "line_err", c->err);
    with(t, "mshr_left", c->left);
}

static void draw_line(Bench *b)
{
    const uint64_t most[ARGS] = {set->cores, set->warps, 2, 8, set->words, UINT64_C(1) << 32, UINT64_C(1) << 32};
    Draw *d = &b->draw;
    Line *c = &b->now;
    for (int i = 0; i < ARGS; i++) {
        b->arg[i] = draw(d, most[i]);
        table_put(&b->t, table_input(&b->t, arguments[i]), b->arg[i]);
    }
    b->me = set->cores + draw(d, set->banks);
    *c = (Line){ .at = (At)draw(d, STATES) };
    if (recalled(c->at)) c->left = draw(d, set->cores + 1);
    if (c->at == NP) return;
    c->sharers = c->at == MT || c->at == MT_SB ? only(draw(d, set->cores)) : draw(d, only(set->cores));
    if (c->at == M || fetched(c->at)) c->sharers = 0;
    c->dirty = draw(d, 2), c->err = draw(d, 3) == 0;
}

static void compare(Bench *b)
{
    int e = (int)draw(&b->draw, EVENTS);
    draw_line(b);
    each(&b->t, &b->now, table_put_named);
    table_put_named(&b->t, "me", b->me);
    table_put_named(&b->t, "line_hit", b->now.at != NP);
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
}

/* False: the table cannot be read. */
static bool compare_all(const char *file, uint64_t *compared, uint64_t *wrong)
{
    static const char *const zero[] = {"line_sharers", "line_dirty", "line_err", "mshr_left"};
    static Bench b;
    Str sets[SETS];
    b = (Bench){ .draw = { 29 } };
    for (int i = 0; i < SETS; i++) sets[i] = str_from(set->sets[i]);
    if (!table_load(&b.t, file, "L2", sets, SETS)) return false;
    for (int i = 0; i < EVENTS; i++)
        if (table_event(&b.t, events[i].name) < 0)
            return fprintf(stderr, "the table has no event %s\n", events[i].name), false;
    for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) table_compare_reset(&b.t, zero[i], 0);
    for (int i = 0; i < DRAWN; i++) compare(&b);
    *compared += b.t.compared, *wrong += b.t.wrong;
    spec_free(&b.t.spec);
    return true;
}

int main(int argc, char **argv)
{
    uint64_t compared = 0, wrong = 0;
    if (argc != 2) return fputs("usage: test_wt_l2 mesi_wt.xml\n", stderr), 2;
    for (set = settings; set < settings + SETTINGS; set++)
        if (!compare_all(argv[1], &compared, &wrong)) return 1;
    printf("%llu decisions of the L2 compared, %llu differ\n", (unsigned long long)compared,
           (unsigned long long)wrong);
    return wrong != 0;
}
