/* The L1 of specs/mesi/mesi.xml against a reference: every event in every state, drawn at random, always the same,
 * in two settings. Usage: test_l1 mesi.xml. The table is interpreted; that its Verilog does the same is
 * tests/backbone. */
#include "../stc/draw.h"
#include "../tx/table.h"
#include <stdio.h>

enum { SETS = 3, DRAWN = 30000 };
typedef struct { const char *sets[SETS]; int64_t cores, warps, words, bits; } Setting;
static const Setting settings[] = { { { "CORES=4", "WARPS=3", "LINE_BYTES=8" }, 4, 3, 2, 4 },
                                    { { "CORES=6", "WARPS=5", "LINE_BYTES=32" }, 6, 5, 8, 5 } };
enum { SETTINGS = sizeof settings / sizeof *settings };
static const Setting *set;

typedef enum { I, S, E, M, IS_D, IM_AD, IM_A, SM_AD, SM_A, MI_A, EI_A, SI_A, II_A, STATES } At;
static const char *const states[] = {"I",     "S",    "E",    "M",    "IS_D", "IM_AD", "IM_A",
                                     "SM_AD", "SM_A", "MI_A", "EI_A", "SI_A", "II_A"};
enum { OP, WORD, A, B, OPERANDS };
typedef struct {
    Table t;
    Draw draw;
    At at, next;
    int64_t left, left_next, acks;                          /* acknowledgements to come; ahead of Data below 0 */
    uint64_t who, warp, sole, operand[OPERANDS];
} Bench;

static bool one_of(const Bench *b, At a, At c) { return b->at == a || b->at == c; }
static bool leaves(const Bench *b) { return b->at >= MI_A; }
static bool owns(const Bench *b) { return one_of(b, E, M); }
static bool leaves_owned(const Bench *b) { return one_of(b, MI_A, EI_A); }

/* ---- what a row does ---- */

static void reply(Bench *b, const char *name)
{
    table_expect(&b->t, "core_rep_valid_o", 1);
    table_expect(&b->t, "core_rep_kind_o", (uint64_t)table_reply(&b->t, name));
    table_expect(&b->t, "core_rep_warp_o", b->warp);
}

static void ask(Bench *b, const char *message)
{
    table_expect(&b->t, "mshr_alloc_o", 1);
    table_expect(&b->t, "request0_valid_o", 1);
    table_expect(&b->t, "request0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "request0_to_o", (uint64_t)set->cores);
}

/* n: first or second answer of the row; source NULL: an acknowledgement. */
static void answer(Bench *b, int n, uint64_t to, const char *source)
{
    static const char *const outputs[][4] = {
        { "response0_valid_o", "response0_kind_o", "response0_to_o", "response0_data_sel_o" },
        { "response1_valid_o", "response1_kind_o", "response1_to_o", "response1_data_sel_o" }
    };
    table_expect(&b->t, outputs[n][0], 1);
    table_expect(&b->t, outputs[n][1], (uint64_t)table_message(&b->t, source ? "Owned" : "InvAck"));
    table_expect(&b->t, outputs[n][2], to);
    if (source) table_expect_source(&b->t, outputs[n][3], source, 0);
}

static int go(Bench *b, At to) { b->next = to; return ACT_FIRE; }

static int park(Bench *b, At to)
{
    table_expect(&b->t, "mshr_park_o", 1);
    return go(b, to);
}

static void fill(Bench *b)
{
    table_expect(&b->t, "line_data_wr0_valid_o", 1);
    table_expect_source(&b->t, "line_data_wr0_sel_o", "msg_data", 0);
}

/* The access that asked is served before all else. */
static int complete(Bench *b, At to)
{
    b->left_next = 0;
    table_expect(&b->t, "mshr_replay_o", 1);
    table_expect(&b->t, "mshr_must_o", 1);
    table_expect(&b->t, "mshr_done_o", 1);
    return go(b, to);
}

static int load(Bench *b)
{
    if (leaves(b)) return ACT_STALL;
    if (b->at == I) {
        table_expect(&b->t, "line_alloc_o", 1);
        ask(b, "GetS");
        return park(b, IS_D);
    }
    if (b->at == IS_D || one_of(b, IM_AD, IM_A)) return park(b, b->at);
    reply(b, "loaded");
    table_expect_source(&b->t, "core_rep_data_sel_o", "line_data", 0);
    table_expect(&b->t, "performs_o", PERFORMS_READ);
    return ACT_FIRE;
}

/* A store or an atomic that cannot be done here yet. */
static int want(Bench *b)
{
    if (leaves(b)) return ACT_STALL;
    if (b->at == I) table_expect(&b->t, "line_alloc_o", 1);
    if (one_of(b, I, S)) ask(b, "GetM");
    return park(b, b->at == I ? IM_AD : b->at == S ? SM_AD : b->at);
}

static int store(Bench *b)
{
    if (!owns(b)) return want(b);
    fill(b);
    table_expect_source(&b->t, "line_data_wr0_mask_o", "msg_mask", 0);
    reply(b, "stored");
    table_expect(&b->t, "performs_o", PERFORMS_WRITE);
    return go(b, M);
}

static int atomic(Bench *b)
{
    static const char *const operands[] = {"line_data_wr0_op_o", "line_data_wr0_word_o", "line_data_wr0_a_o",
                                           "line_data_wr0_b_o"};
    if (!owns(b)) return want(b);
    reply(b, "old");
    table_expect_source(&b->t, "core_rep_data_sel_o", "line_data", 0);
    table_expect(&b->t, "line_data_wr0_valid_o", 1);
    for (int i = 0; i < OPERANDS; i++) table_expect(&b->t, operands[i], b->operand[i]);
    table_expect(&b->t, "performs_o", PERFORMS_READ | PERFORMS_WRITE);
    return go(b, M);
}

static int evict(Bench *b)
{
    if (b->at != S && !owns(b)) return -1;
    ask(b, b->at == S ? "PutS" : b->at == E ? "PutE" : "PutM");
    table_expect(&b->t, "line_free_o", 1);
    if (b->at == M) table_expect_source(&b->t, "request0_data_sel_o", "line_data", 0);
    if (b->at == S) return go(b, SI_A);
    table_expect(&b->t, "mshr_data_wr0_valid_o", 1);
    table_expect_source(&b->t, "mshr_data_wr0_sel_o", "line_data", 0);
    return go(b, b->at == E ? EI_A : MI_A);
}

static int inv(Bench *b)
{
    if (b->at == IS_D) return ACT_STALL;
    if (b->at != SI_A && !one_of(b, S, SM_AD)) return ACT_NEVER;
    answer(b, 0, b->who, NULL);
    return go(b, b->at == S ? I : b->at == SM_AD ? IM_AD : II_A);
}

static int fwd(Bench *b, bool keeps)
{
    const char *source = owns(b) ? "line_data" : "mshr_data";
    if (b->at >= IS_D && b->at <= SM_A) return ACT_STALL;
    if (!owns(b) && !leaves_owned(b)) return ACT_NEVER;
    answer(b, 0, b->who, source);
    if (keeps) answer(b, 1, (uint64_t)set->cores, source);
    if (owns(b)) return go(b, keeps ? S : I);
    return go(b, keeps ? SI_A : II_A);
}

static int fwd_s(Bench *b) { return fwd(b, true); }
static int fwd_m(Bench *b) { return fwd(b, false); }

static int put_ack(Bench *b)
{
    if (!leaves(b)) return ACT_NEVER;
    table_expect(&b->t, "mshr_replay_o", 1);
    table_expect(&b->t, "mshr_done_o", 1);
    return go(b, I);
}

static int data(Bench *b)
{
    bool last = b->acks + b->left == 0;
    if (b->at == IS_D) {
        if (!b->sole && !last) return ACT_NEVER;
        fill(b);
        return complete(b, b->sole ? E : S);
    }
    if (!one_of(b, IM_AD, SM_AD) || b->sole) return ACT_NEVER;
    if (b->at == IM_AD) fill(b);
    if (last) return complete(b, M);
    b->left_next = b->left + b->acks;
    return go(b, b->at == IM_AD ? IM_A : SM_A);
}

static int owned(Bench *b)
{
    if (!one_of(b, IS_D, IM_AD)) return ACT_NEVER;
    fill(b);
    return complete(b, b->at == IS_D ? S : M);
}

static int inv_ack(Bench *b)
{
    bool early = one_of(b, IM_AD, SM_AD);
    if (!early && !one_of(b, IM_A, SM_A)) return ACT_NEVER;
    if (b->left == 1) return early ? ACT_NEVER : complete(b, M);
    if (b->left <= -set->cores) return -1;
    b->left_next = b->left - 1;
    return ACT_FIRE;
}

static const struct { const char *name; int (*run)(Bench *); } events[] = {
    { "load", load }, { "store", store }, { "atomic", atomic }, { "evict", evict }, { "Inv", inv },
    { "FwdS", fwd_s }, { "FwdM", fwd_m }, { "PutAck", put_ack }, { "Data", data },  { "Owned", owned },
    { "InvAck", inv_ack }
};
enum { EVENTS = sizeof events / sizeof *events };

/* ---- the table ---- */

static void put(Bench *b, const char *input, uint64_t value) { table_put(&b->t, table_input(&b->t, input), value); }
static uint64_t tally(int64_t n) { return (uint64_t)n & ((UINT64_C(1) << set->bits) - 1); }

static void draw_line(Bench *b)
{
    static const char *const names[] = {"msg_op_i", "msg_word_i", "msg_a_i", "msg_b_i"};
    const uint64_t most[OPERANDS] = {8, (uint64_t)set->words, UINT64_C(1) << 32, UINT64_C(1) << 32};
    Draw *d = &b->draw;
    uint64_t cores = (uint64_t)set->cores;
    b->at = b->next = (At)draw(d, STATES);
    b->left = b->at >= IM_AD && b->at <= SM_A ? (int64_t)draw(d, 2 * cores) - set->cores : 0;
    b->left_next = b->left, b->acks = draw(d, 2) ? (int64_t)draw(d, cores) : -b->left;
    if (b->acks < 0) b->acks = 0;
    b->who = draw(d, cores + 1), b->warp = draw(d, (uint64_t)set->warps), b->sole = draw(d, 2);
    for (int i = 0; i < OPERANDS; i++) put(b, names[i], b->operand[i] = draw(d, most[i]));
}

static void compare(Bench *b)
{
    int e = (int)draw(&b->draw, EVENTS);
    draw_line(b);
    put(b, "mshr_left_i", tally(b->left)), put(b, "msg_acks_i", tally(b->acks)), put(b, "msg_who_i", b->who);
    put(b, "msg_warp_i", b->warp), put(b, "msg_sole_i", b->sole);
    put(b, "line_hit_i", b->at != I && !leaves(b));
    put(b, "event_i", (uint64_t)table_event(&b->t, events[e].name));
    put(b, "state_i", (uint64_t)table_state(&b->t, states[b->at]));
    table_begin(&b->t);
    table_expect(&b->t, "mshr_alloc_o", 0);
    int act = events[e].run(b);
    if (act < 0) return;                                    /* nothing offers it there */
    if (b->next == I && b->at != I && !leaves(b)) table_expect(&b->t, "line_free_o", 1);
    table_expect(&b->t, "mshr_left_o", tally(b->left_next));
    table_expect(&b->t, "next_o", (uint64_t)table_state(&b->t, states[b->next]));
    table_compare(&b->t, act, events[e].name);
}

/* False: the table cannot be read. */
static bool compare_all(const char *file, uint64_t *compared, uint64_t *wrong)
{
    static Bench b;
    Str sets[SETS];
    b = (Bench){ .draw = { 13 } };
    for (int i = 0; i < SETS; i++) sets[i] = str_from(set->sets[i]);
    if (!table_load(&b.t, file, "L1", sets, SETS)) return false;
    for (int i = 0; i < EVENTS; i++)
        if (table_event(&b.t, events[i].name) < 0)
            return fprintf(stderr, "the table has no event %s\n", events[i].name), false;
    table_compare_reset(&b.t, "mshr_left", 0);
    for (int i = 0; i < DRAWN; i++) compare(&b);
    *compared += b.t.compared, *wrong += b.t.wrong;
    spec_free(&b.t.spec);
    return true;
}

int main(int argc, char **argv)
{
    uint64_t compared = 0, wrong = 0;
    if (argc != 2) return fputs("usage: test_l1 mesi.xml\n", stderr), 2;
    for (set = settings; set < settings + SETTINGS; set++)
        if (!compare_all(argv[1], &compared, &wrong)) return 1;
    printf("%llu decisions of the L1 compared, %llu differ\n", (unsigned long long)compared,
           (unsigned long long)wrong);
    return wrong != 0;
}
