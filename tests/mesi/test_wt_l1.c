/* The L1 of specs/mesi/mesi_wt.xml against a reference, which says in C what docs/mesi.md and docs/errata.md say of a
 * write-through MESI whose forwards are answered at once: every event in every state, drawn at random, always the
 * same; in settings with and without hits under a store. Usage: test_wt_l1 mesi_wt.xml. The table is interpreted; that
 * its Verilog does the same is tests/backbone. */
#include "../stc/draw.h"
#include "../tx/table.h"
#include <stdio.h>

enum { SETS = 5, DRAWN = 60000 };
typedef struct { const char *sets[SETS]; int64_t cores, warps, banks, words, bits, friendly; } Setting;
static const Setting settings[] = {
    { { "CORES=4", "WARPS=3", "BANKS=2", "LINE_BYTES=8", "FRIENDLY=1" }, 4, 3, 2, 2, 4, 1 },
    { { "CORES=6", "WARPS=5", "BANKS=4", "LINE_BYTES=32", "FRIENDLY=0" }, 6, 5, 4, 8, 5, 0 }
};
enum { SETTINGS = sizeof settings / sizeof *settings };
static const Setting *set;

typedef enum { I, S, E, M, IS, IS_I, IS_A, IS_D, IS_I_A, IS_I_D, II, MMI, SM, MM, SINK, STATES } At;
static const char *const states[] = {"I",      "S",  "E",   "M",  "IS", "IS_I", "IS_A", "IS_D", "IS_I_A",
                                     "IS_I_D", "II", "MMI", "SM", "MM", "SINK"};
enum { FROM, ID, OP, WORD, A, B, DUE, ERR, ARGS };
static const char *const arguments[] = {"msg_from_i", "msg_id_i", "msg_op_i",  "msg_word_i",
                                        "msg_a_i",    "msg_b_i",  "msg_due_i", "msg_err_i"};
/* The line and its entry; left: acknowledgements to come, below 0 while they are ahead of the answer. */
typedef struct {
    uint64_t err, id, rmw, old_err;
    int64_t left;
    At at;
} Line;
typedef struct {
    Table t;
    Draw draw;
    Line now, next;
    uint64_t key, who, arg[ARGS];
    int64_t acks;
    bool hit;
} Bench;

static bool stable(At a) { return a <= M; }
static bool reads(At a) { return a >= IS && a <= IS_I_D; }
static bool writes(At a) { return a >= II; }
static bool writes_copy(At a) { return a >= SM; }
static bool owns(At a) { return a == E || a == M || a == MM; }
/* The copy that comes, or is here, is over. */
static bool stale(At a) { return a == IS_I || a == IS_I_A || a == IS_I_D; }
static uint64_t tally(int64_t n) { return (uint64_t)n & ((UINT64_C(1) << set->bits) - 1); }

/* ---- what a row does ---- */

static int go(Bench *b, At to)
{
    b->next.at = to;
    return ACT_FIRE;
}

static uint64_t home(const Bench *b) { return (uint64_t)set->cores + b->key % (uint64_t)set->banks; }

static void send(Bench *b, const char *network, const char *message, uint64_t to)
{
    char output[32];
    snprintf(output, sizeof output, "%s0_valid_o", network);
    table_expect(&b->t, output, 1);
    snprintf(output, sizeof output, "%s0_kind_o", network);
    table_expect(&b->t, output, (uint64_t)table_message(&b->t, message));
    snprintf(output, sizeof output, "%s0_to_o", network);
    table_expect(&b->t, output, to);
}

static void reply(Bench *b, const char *name, uint64_t id)
{
    table_expect(&b->t, "core_rep_valid_o", 1);
    table_expect(&b->t, "core_rep_kind_o", (uint64_t)table_reply(&b->t, name));
    table_expect(&b->t, "core_rep_id_o", id);
}

static void loaded(Bench *b, uint64_t id, uint64_t err, const char *source)
{
    reply(b, "loaded", id);
    table_expect(&b->t, "core_rep_err_o", err);
    table_expect_source(&b->t, "core_rep_data_sel_o", source, 0);
}

static int ask(Bench *b, const char *message, At to)
{
    table_expect(&b->t, "mshr_alloc_o", 1);
    send(b, "request", message, home(b));
    table_expect(&b->t, "request0_id_o", b->arg[ID]);
    b->next.id = b->arg[ID];
    return go(b, to);
}

/* An access to a line with one under way. */
static int later(Bench *b)
{
    if (!set->friendly) return ACT_STALL;
    table_expect(&b->t, "mshr_park_o", 1);
    return ACT_FIRE;
}

/* What waits goes on; L2 is told where it has blocked the line for this core. */
static int end_entry(Bench *b, bool blocked, At to)
{
    if (blocked) send(b, "unblock", "Unblock", home(b));
    table_expect(&b->t, "mshr_replay_o", 1);
    table_expect(&b->t, "mshr_done_o", 1);
    return go(b, to);
}

static int load(Bench *b)
{
    At at = b->now.at;
    if (at == I) {
        table_expect(&b->t, "line_alloc_o", 1);
        return ask(b, "GetS", IS);
    }
    if (!stable(at) && !(writes_copy(at) && set->friendly)) return later(b);
    loaded(b, b->arg[ID], b->now.err, "line_data");
    table_expect(&b->t, "performs_o", PERFORMS_READ);
    return ACT_FIRE;
}

/* The bytes go to L2; the copy gets them when all have acknowledged. */
static int store(Bench *b)
{
    At at = b->now.at;
    if (!stable(at)) return later(b);
    ask(b, "GetX", at == I ? II : at == S ? SM : MM);
    table_expect_source(&b->t, "request0_data_sel_o", "msg_data", 0);
    table_expect_source(&b->t, "request0_mask_sel_o", "msg_mask", 0);
    if (at == I) return ACT_FIRE;
    table_expect(&b->t, "mshr_data_wr0_valid_o", 1);
    table_expect_source(&b->t, "mshr_data_wr0_sel_o", "msg_data", 0);
    table_expect_source(&b->t, "mshr_data_wr0_mask_o", "msg_mask", 0);
    return ACT_FIRE;
}

static int atomic(Bench *b)
{
    static const char *const operands[] = {"request0_op_o", "request0_word_o", "request0_a_o", "request0_b_o"};
    if (!stable(b->now.at)) return later(b);
    for (int i = 0; i < 4; i++) table_expect(&b->t, operands[i], b->arg[OP + i]);
    b->next.rmw = 1;
    return ask(b, "Atomic", II);
}

static int evict(Bench *b)
{
    return b->now.at == I || !stable(b->now.at) ? -1 : go(b, I);
}

static int fence(Bench *b)
{
    reply(b, "fenced", b->arg[ID]);
    return ACT_FIRE;
}

/* To the core that writes; a bank that recalls the line names itself. */
static void invalidated(Bench *b)
{
    if (b->who == b->arg[FROM]) send(b, "ack", "Recalled", b->who);
    else send(b, "response", "InvAck", b->who);
}

/* A bank forwards nothing while it blocks the line for this core, and to the owner it knows only; a copy that has left
 * silently is answered for. */
static bool never_forwarded(const Bench *b, bool to_owner)
{
    At at = b->now.at;
    if (at == IS_A || at == IS_D || at == IS_I_A || at == IS_I_D || at == MMI) return true;
    return to_owner && (at == S || at == SM || at == SINK || at == IS_I);
}

static int inv(Bench *b)
{
    At at = b->now.at;
    if (never_forwarded(b, false)) return ACT_NEVER;
    invalidated(b);
    if (stable(at)) return go(b, I);
    if (at == IS) return go(b, IS_I);
    if (at == MM) return go(b, MMI);
    return writes_copy(at) ? go(b, II) : ACT_FIRE;
}

/* One for an older copy of a load that waits says nothing of the copy that comes. */
static int fwd_x(Bench *b)
{
    At at = b->now.at;
    if (never_forwarded(b, true)) return ACT_NEVER;
    invalidated(b);
    return at == MM ? go(b, MMI) : owns(at) ? go(b, I) : ACT_FIRE;
}

static int fwd_s(Bench *b)
{
    At at = b->now.at;
    if (never_forwarded(b, true)) return ACT_NEVER;
    send(b, "response", "DownAck", b->who);
    return at == MM ? go(b, SINK) : owns(at) ? go(b, S) : ACT_FIRE;
}

static void fill(Bench *b)
{
    b->next.err = b->arg[ERR];
    table_expect(&b->t, "line_data_wr0_valid_o", 1);
    table_expect_source(&b->t, "line_data_wr0_sel_o", "msg_data", 0);
}

/* due: the former owner says as well that it has heard of it. */
static int data(Bench *b)
{
    At at = b->now.at;
    bool due = b->arg[DUE], acked = at == IS_D || at == IS_I_D;
    if (!(at == IS || at == IS_I || (acked && due))) return ACT_NEVER;
    if (due && !acked) {
        fill(b);
        return go(b, at == IS ? IS_A : IS_I_A);
    }
    loaded(b, b->arg[ID], b->arg[ERR], "msg_data");
    if (!stale(at)) fill(b);
    return end_entry(b, due, stale(at) ? I : S);
}

static int data_e(Bench *b)
{
    if (b->now.at != IS && b->now.at != IS_I) return ACT_NEVER;
    loaded(b, b->arg[ID], b->arg[ERR], "msg_data");
    fill(b);
    return end_entry(b, true, E);
}

static int down_ack(Bench *b)
{
    At at = b->now.at;
    if (at == IS || at == IS_I) return go(b, at == IS ? IS_D : IS_I_D);
    if (at != IS_A && at != IS_I_A) return ACT_NEVER;
    loaded(b, b->now.id, b->now.err, "line_data");
    return end_entry(b, true, stale(at) ? I : S);
}

/* All have acknowledged: the store, or atomic, takes effect. */
static int complete(Bench *b, bool rmw)
{
    At at = b->now.at;
    b->next.left = 0;
    reply(b, rmw ? "old" : "stored", b->now.id);
    if (rmw) table_expect(&b->t, "core_rep_err_o", b->next.old_err);
    table_expect(&b->t, "performs_o", (rmw ? PERFORMS_READ : 0) | PERFORMS_WRITE | PERFORMS_ID);
    table_expect(&b->t, "performs_id_o", b->now.id);
    if (writes_copy(at)) {
        table_expect(&b->t, "line_data_wr0_valid_o", 1);
        table_expect_source(&b->t, "line_data_wr0_sel_o", "mshr_data", 0);
    }
    return end_entry(b, true, writes_copy(at) ? M : I);
}

static int w_ack(Bench *b)
{
    if (!writes(b->now.at)) return ACT_NEVER;
    if (b->now.left + b->acks == 0) return complete(b, false);
    b->next.left += b->acks;
    return ACT_FIRE;
}

static int old(Bench *b)
{
    if (b->now.at != II && b->now.at != MMI) return ACT_NEVER;
    b->next.old_err = b->arg[ERR];
    table_expect(&b->t, "mshr_old_wr0_valid_o", 1);
    table_expect_source(&b->t, "mshr_old_wr0_sel_o", "msg_old", 0);
    if (b->now.left + b->acks) {
        b->next.left += b->acks;
        return ACT_FIRE;
    }
    complete(b, true);
    table_expect_source(&b->t, "core_rep_old_sel_o", "mshr_old", 1);
    return ACT_FIRE;
}

static int inv_ack(Bench *b)
{
    bool rmw = b->now.rmw && !writes_copy(b->now.at);
    if (!writes(b->now.at)) return ACT_NEVER;
    if (b->now.left <= -set->cores) return -1;
    b->next.left--;
    if (b->now.left != 1) return ACT_FIRE;
    complete(b, rmw);
    if (rmw) table_expect_source(&b->t, "core_rep_old_sel_o", "mshr_old", 0);
    return ACT_FIRE;
}

static const struct { const char *name; int (*run)(Bench *); } events[] = {
    { "load", load }, { "store", store }, { "atomic", atomic }, { "evict", evict }, { "fence", fence }, { "Inv", inv },
    { "FwdX", fwd_x }, { "FwdS", fwd_s }, { "Data", data }, { "DataE", data_e }, { "DownAck", down_ack },
    { "WAck", w_ack }, { "Old", old }, { "InvAck", inv_ack }
};
enum { EVENTS = sizeof events / sizeof *events };

/* ---- the table ---- */

static void each(Table *t, const Line *c, TableEach *with)
{
    with(t, "line_err", c->err), with(t, "mshr_id", c->id), with(t, "mshr_rmw", c->rmw);
    with(t, "mshr_err", c->old_err), with(t, "mshr_left", tally(c->left));
}

static void draw_line(Bench *b)
{
    const uint64_t most[ARGS] = {(uint64_t)(set->cores + set->banks), (uint64_t)set->warps, 8, (uint64_t)set->words,
                                 UINT64_C(1) << 32, UINT64_C(1) << 32, 2, 2};
    Draw *d = &b->draw;
    Line *c = &b->now;
    uint64_t cores = (uint64_t)set->cores;
    for (int i = 0; i < ARGS; i++) {
        b->arg[i] = draw(d, most[i]);
        table_put(&b->t, table_input(&b->t, arguments[i]), b->arg[i]);
    }
    *c = (Line){ .at = (At)draw(d, STATES) };
    b->key = draw_word(d) >> 50, b->who = draw(d, 3) ? draw(d, cores) : b->arg[FROM];
    b->hit = c->at == S || c->at == E || c->at == M || reads(c->at) || writes_copy(c->at);
    if (b->hit) c->err = draw(d, 2);
    if (!stable(c->at)) c->id = draw(d, (uint64_t)set->warps), c->rmw = draw(d, 2), c->old_err = draw(d, 2);
    if (writes(c->at)) c->left = (int64_t)draw(d, 2 * cores) - set->cores;
    b->acks = draw(d, 2) ? (int64_t)draw(d, cores) : c->left > 0 ? 0 : -c->left;
}

static void compare(Bench *b)
{
    int e = (int)draw(&b->draw, EVENTS);
    draw_line(b);
    if (events[e].run == fence) b->now = (Line){ .at = I }, b->hit = false;
    each(&b->t, &b->now, table_put_named);
    table_put_named(&b->t, "key", b->key), table_put_named(&b->t, "msg_who", b->who);
    table_put_named(&b->t, "msg_acks", tally(b->acks));
    table_put_named(&b->t, "line_hit", b->hit);
    table_put_named(&b->t, "event", (uint64_t)table_event(&b->t, events[e].name));
    table_put_named(&b->t, "state", (uint64_t)table_state(&b->t, states[b->now.at]));
    table_begin(&b->t);
    table_expect(&b->t, "mshr_alloc_o", 0);
    b->next = b->now;
    int act = events[e].run(b);
    if (act < 0) return;                                    /* nothing offers it there */
    At to = b->next.at;
    if (b->hit && (to == I || to == II || to == MMI)) table_expect(&b->t, "line_free_o", 1);
    each(&b->t, &b->next, table_expect_named);
    table_expect_named(&b->t, "next", (uint64_t)table_state(&b->t, states[to]));
    table_compare(&b->t, act, events[e].name);
}

/* False: the table cannot be read. */
static bool compare_all(const char *file, uint64_t *compared, uint64_t *wrong)
{
    static const char *const zero[] = {"line_err", "mshr_id", "mshr_left", "mshr_rmw", "mshr_err"};
    static Bench b;
    Str sets[SETS];
    b = (Bench){ .draw = { 17 } };
    for (int i = 0; i < SETS; i++) sets[i] = str_from(set->sets[i]);
    if (!table_load(&b.t, file, "L1", sets, SETS)) return false;
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
    if (argc != 2) return fputs("usage: test_wt_l1 mesi_wt.xml\n", stderr), 2;
    for (set = settings; set < settings + SETTINGS; set++)
        if (!compare_all(argv[1], &compared, &wrong)) return 1;
    printf("%llu decisions of the L1 compared, %llu differ\n", (unsigned long long)compared,
           (unsigned long long)wrong);
    return wrong != 0;
}
