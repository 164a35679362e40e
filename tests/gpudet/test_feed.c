/* The feeder of specs/gpudet/zunit.xml against a reference: every event, drawn at random, always the same, in two
 * settings. Usage: test_feed zunit.xml. The table is interpreted; that its Verilog does the same is tests/backbone. */
#include "../stc/draw.h"
#include "../tx/table.h"
#include <stdio.h>

enum { SETS = 6, DRAWN = 20000 };
/* zus, l2s: nodes that come before the first of them; with one partition it is the home of every block. */
typedef struct { const char *sets[SETS]; uint64_t ids, words, depth_bits, zus, l2s; } Setting;
static const Setting feeders[] = {
    { { "IDS=13", "TAGS=65", "WARPS=49", "WORDS=8", "GRAIN=4", "FEEDS=3" }, 13, 8, 32, 3, 4 },
    { { "IDS=40", "TAGS=40", "WARPS=64", "WORDS=32", "GRAIN=2", "FEEDS=4" }, 40, 32, 16, 4, 5 }
};
enum { SETTINGS = sizeof feeders / sizeof *feeders };
static const Setting *set;

enum { ID, DEPTH, OP, WORD, A, B, WHO, TAG, ARGS };
static const char *const arguments[] = {"msg_id", "msg_depth", "msg_op", "msg_word", "msg_a", "msg_b", "msg_who",
                                        "msg_tag"};
typedef struct { Table t; Draw draw; uint64_t arg[ARGS], drains, drainer; } Bench;

static void ask(Bench *b, const char *message)
{
    table_expect(&b->t, "ask0_valid_o", 1);
    table_expect(&b->t, "ask0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "ask0_to_o", set->l2s);
}

static void commit(Bench *b, const char *message)
{
    table_expect(&b->t, "update0_valid_o", 1);
    table_expect(&b->t, "update0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "update0_to_o", set->zus);
    table_expect(&b->t, "update0_tag_o", b->arg[ID]);
}

static void answer(Bench *b, const char *reply, uint64_t id)
{
    table_expect(&b->t, "cu_rep_valid_o", 1);
    table_expect(&b->t, "cu_rep_kind_o", (uint64_t)table_reply(&b->t, reply));
    table_expect(&b->t, "cu_rep_id_o", id);
}

static int update(Bench *b)
{
    commit(b, "Update");
    table_expect(&b->t, "update0_depth_o", b->arg[DEPTH]);
    table_expect_source(&b->t, "update0_mask_sel_o", "msg_mask", 0);
    table_expect_source(&b->t, "update0_data_sel_o", "msg_data", 0);
    return ACT_FIRE;
}

static int clear(Bench *b) { commit(b, "Clear"); return ACT_FIRE; }

static int reads(Bench *b)
{
    ask(b, "Read");
    table_expect(&b->t, "ask0_who_o", b->arg[ID]);
    return ACT_FIRE;
}

static int back(Bench *b)
{
    ask(b, "WriteBack");
    table_expect_source(&b->t, "ask0_data_sel_o", "msg_data", 0);
    answer(b, "taken", b->arg[ID]);
    return ACT_FIRE;
}

static int rmw(Bench *b)
{
    ask(b, "Atomic");
    table_expect(&b->t, "ask0_who_o", b->arg[ID]);
    table_expect(&b->t, "ask0_op_o", b->arg[OP]), table_expect(&b->t, "ask0_word_o", b->arg[WORD]);
    table_expect(&b->t, "ask0_a_o", b->arg[A]), table_expect(&b->t, "ask0_b_o", b->arg[B]);
    return ACT_FIRE;
}

/* One at a time: who asked is kept. */
static int drain(Bench *b)
{
    if (b->drains) return ACT_STALL;
    ask(b, "Drain");
    table_expect_named(&b->t, "drains", 1), table_expect_named(&b->t, "drainer", b->arg[ID]);
    return ACT_FIRE;
}

static int drained(Bench *b)
{
    answer(b, "drained", b->drainer);
    table_expect_named(&b->t, "drains", 0);
    return ACT_FIRE;
}

static int data(Bench *b)
{
    answer(b, "got", b->arg[WHO]);
    table_expect_source(&b->t, "cu_rep_data_sel_o", "msg_data", 0);
    return ACT_FIRE;
}

static int atomic_done(Bench *b)
{
    answer(b, "was", b->arg[WHO]);
    table_expect_source(&b->t, "cu_rep_old_sel_o", "msg_old", 0);
    return ACT_FIRE;
}

static int written(Bench *b) { answer(b, "done", b->arg[TAG]); return ACT_FIRE; }
static int cleared(Bench *b) { answer(b, "cleared", b->arg[TAG]); return ACT_FIRE; }

static const struct { const char *name; int (*run)(Bench *); } events[] = {
    { "update", update }, { "clear", clear }, { "read", reads }, { "back", back }, { "rmw", rmw }, { "drain", drain },
    { "Data", data }, { "Written", written }, { "Cleared", cleared }, { "Drained", drained },
    { "AtomicDone", atomic_done }
};
enum { EVENTS = sizeof events / sizeof *events };

/* What is answered is about a request of its own, so its number is one of theirs. */
static void compare(Bench *b)
{
    const uint64_t most[ARGS] = {set->ids, UINT64_C(1) << set->depth_bits, 8, set->words, UINT64_C(1) << 32,
                                 UINT64_C(1) << 32, set->ids, set->ids};
    Draw *d = &b->draw;
    int e = (int)draw(d, EVENTS);
    for (int i = 0; i < ARGS; i++) {
        b->arg[i] = draw_word(d) % most[i];
        table_put_named(&b->t, arguments[i], b->arg[i]);
    }
    b->drains = draw(d, 2), b->drainer = draw(d, set->ids);
    table_put_named(&b->t, "drains", b->drains), table_put_named(&b->t, "drainer", b->drainer);
    table_put_named(&b->t, "event", (uint64_t)table_event(&b->t, events[e].name));
    table_put_named(&b->t, "state", (uint64_t)table_state(&b->t, "N"));
    table_begin(&b->t);
    int act = events[e].run(b);
    table_compare(&b->t, act, events[e].name);
}

/* False: the table cannot be read. */
static bool compare_all(const char *file, uint64_t *compared, uint64_t *wrong)
{
    static Bench b;
    Str sets[SETS];
    b = (Bench){ .draw = { 7 } };
    for (int i = 0; i < SETS; i++) sets[i] = str_from(set->sets[i]);
    if (!table_load(&b.t, file, "FEED", sets, SETS)) return false;
    for (int i = 0; i < EVENTS; i++)
        if (table_event(&b.t, events[i].name) < 0)
            return fprintf(stderr, "the table has no event %s\n", events[i].name), false;
    table_compare_reset(&b.t, "drains", 0);
    for (int i = 0; i < DRAWN; i++) compare(&b);
    *compared += b.t.compared, *wrong += b.t.wrong;
    spec_free(&b.t.spec);
    return true;
}

int main(int argc, char **argv)
{
    uint64_t compared = 0, wrong = 0;
    if (argc != 2) return fputs("usage: test_feed zunit.xml\n", stderr), 2;
    for (set = feeders; set < feeders + SETTINGS; set++)
        if (!compare_all(argv[1], &compared, &wrong)) return 1;
    printf("%llu decisions of the feeder compared, %llu differ\n", (unsigned long long)compared,
           (unsigned long long)wrong);
    return wrong != 0;
}
