/* The L2 of specs/gpudet/parts/memory.xml against a reference: every event in every state, drawn at random, always the
 * same, in two settings. Usage: test_l2 zunit.xml, or gpudet.xml. The table is interpreted; that its Verilog does the
 * same is tests/backbone. */
#include "../stc/draw.h"
#include "../tx/table.h"
#include <stdio.h>

enum { SETS = 3, DRAWN = 40000, NODES = 3 };
typedef struct { const char *sets[SETS]; uint64_t tags, warps, words; } Setting;
static const Setting settings[] = { { { "TAGS=65", "WARPS=49", "WORDS=8" }, 65, 49, 8 },
                                    { { "TAGS=64", "WARPS=48", "WORDS=4" }, 64, 48, 4 } };
enum { SETTINGS = sizeof settings / sizeof *settings };
static const Setting *set;

typedef enum { I, V, F, B, STATES } At;
static const char *const states[] = {"I", "V", "F", "B"};
enum { FROM, WHO, OP, WORD, OPERAND, SECOND, CU, TAG, ARGS };
static const char *const arguments[] = {"msg_from_i", "msg_who_i", "msg_op_i", "msg_word_i",
                                        "msg_a_i",    "msg_b_i",   "msg_cu_i", "msg_tag_i"};
/* entry: parked requests of the line are still to be replayed; asked: somebody waits for what is read back. */
typedef struct { uint64_t asker, dirty, out, back, open, draining, checking, entry, asked; At at; } Bank;
typedef struct { Table t; Draw draw; Bank now, next; uint64_t err, arg[ARGS]; } Bench;

static void answer(Bench *b, const char *message, uint64_t to)
{
    table_expect(&b->t, "answer0_valid_o", 1);
    table_expect(&b->t, "answer0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "answer0_to_o", to);
}

static void request(Bench *b, const char *name)
{
    table_expect(&b->t, "mem_req_valid_o", 1);
    table_expect(&b->t, "mem_req_kind_o", (uint64_t)table_request(&b->t, name));
}

static void write_back(Bench *b)
{
    request(b, "WB");
    table_expect_source(&b->t, "mem_req_data_sel_o", "line_data", 0);
}

static void write(Bench *b)
{
    table_expect(&b->t, "line_data_wr0_valid_o", 1);
    table_expect_source(&b->t, "line_data_wr0_sel_o", "msg_data", 0);
}

/* Lines that are not here are fetched; what asks for one on its way waits. */
static bool waits(Bench *b)
{
    if (b->now.at == V) return false;
    table_expect(&b->t, "mshr_park_o", 1);
    b->next.asked = b->now.at != I;
    if (b->now.at != I) return true;
    table_expect(&b->t, "line_alloc_o", 1);
    table_expect(&b->t, "mshr_alloc_o", 1);
    request(b, "READ");
    b->next.at = F;
    return true;
}

static int reads(Bench *b)
{
    if (waits(b)) return ACT_FIRE;
    answer(b, "Data", b->arg[FROM]);
    table_expect(&b->t, "answer0_who_o", b->arg[WHO]);
    table_expect_source(&b->t, "answer0_data_sel_o", "line_data", 0);
    return ACT_FIRE;
}

/* It is whole: nothing is fetched for it. */
static int comes_back(Bench *b)
{
    if (b->now.at != I && waits(b)) return ACT_FIRE;
    if (b->now.at == I) table_expect(&b->t, "line_alloc_o", 1);
    write(b);
    b->next.dirty = 1, b->next.at = V;
    return ACT_FIRE;
}

static int atomic(Bench *b)
{
    static const char *const operands[] = {"line_data_wr0_op_o", "line_data_wr0_word_o", "line_data_wr0_a_o",
                                           "line_data_wr0_b_o"};
    if (waits(b)) return ACT_FIRE;
    answer(b, "AtomicDone", b->arg[FROM]);
    table_expect(&b->t, "answer0_who_o", b->arg[WHO]);
    table_expect_source(&b->t, "answer0_old_sel_o", "line_data", 0);
    table_expect(&b->t, "answer0_old_part_o", b->arg[WORD]);
    table_expect(&b->t, "line_data_wr0_valid_o", 1);
    for (int i = 0; i < 4; i++) table_expect(&b->t, operands[i], b->arg[OP + i]);
    b->next.dirty = 1;
    return ACT_FIRE;
}

static int colour(Bench *b)
{
    if (waits(b)) return ACT_FIRE;
    write(b);
    table_expect_source(&b->t, "line_data_wr0_mask_o", "msg_mask", 0);
    answer(b, "Written", b->arg[CU]);
    table_expect(&b->t, "answer0_tag_o", b->arg[TAG]);
    b->next.dirty = 1;
    return ACT_FIRE;
}

/* What was read back stays if it was written since, or somebody waits for it. */
static int fill(Bench *b)
{
    if ((b->now.at != F && b->now.at != B) || b->err) return ACT_NEVER;
    table_expect(&b->t, "mshr_replay_o", 1);
    table_expect(&b->t, "mshr_done_o", 1);
    b->next.at = V;
    if (b->now.at == F) {
        write(b);
        return ACT_FIRE;
    }
    b->next.back--;
    if (b->now.dirty || b->now.asked) b->next.out = 0;
    else b->next.at = I;
    return ACT_FIRE;
}

static int evict(Bench *b)
{
    if (b->now.at != V) return -1;
    if (b->now.dirty) write_back(b);
    b->next.at = I;
    return ACT_FIRE;
}

static int drain(Bench *b)
{
    if (b->now.at != V) return -1;
    if (b->now.entry) return ACT_STALL;
    if (b->now.dirty) {
        write_back(b);
        b->next.dirty = 0, b->next.out = 1;
    } else b->next.at = I;
    return ACT_FIRE;
}

static int check(Bench *b)
{
    if (b->now.at != V) return -1;
    if (b->now.entry) return ACT_STALL;
    table_expect(&b->t, "mshr_alloc_o", 1);
    request(b, "READ");
    b->next.back++, b->next.open = 1, b->next.asked = 0, b->next.at = B;
    return ACT_FIRE;
}

static int begins(Bench *b)
{
    if (b->now.draining || b->now.checking || b->now.open) return ACT_STALL;
    b->next.asker = b->arg[FROM], b->next.draining = 1;
    table_expect(&b->t, "drain_start_o", 1);
    return ACT_FIRE;
}

static int drained(Bench *b)
{
    table_expect(&b->t, "check_start_o", 1);
    b->next.draining = 0, b->next.checking = 1, b->next.open = 1;
    return ACT_FIRE;
}

static int checked(Bench *b) { b->next.checking = 0; return ACT_FIRE; }

static int all_back(Bench *b)
{
    answer(b, "Drained", b->now.asker);
    b->next.open = 0;
    return ACT_FIRE;
}

static const struct { const char *name; int (*run)(Bench *); bool keyless; } events[] = {
    { "Read", reads, false },      { "WriteBack", comes_back, false }, { "Atomic", atomic, false },
    { "Colour", colour, false },   { "FILL", fill, false },            { "evict", evict, false },
    { "drain", drain, false },     { "check", check, false },          { "Drain", begins, true },
    { "drain.end", drained, true }, { "check.end", checked, true },    { "back.all", all_back, true }
};
enum { EVENTS = sizeof events / sizeof *events };

static void put(Bench *b, const char *input, uint64_t value) { table_put(&b->t, table_input(&b->t, input), value); }

static void compare(Bench *b)
{
    const uint64_t most[ARGS] = {NODES, set->warps, 8, set->words, UINT64_C(1) << 32, UINT64_C(1) << 32, NODES,
                                 set->tags};
    int e = (int)draw(&b->draw, EVENTS);
    Bank *c = &b->now;
    *c = (Bank){ .at = events[e].keyless ? I : (At)draw(&b->draw, STATES), .asker = draw(&b->draw, NODES),
                 .back = 1 + draw(&b->draw, 200), .open = draw(&b->draw, 3) == 0 };
    if (c->at != I) c->dirty = draw(&b->draw, 2), c->out = draw(&b->draw, 2);
    c->entry = c->at == F || c->at == B || (c->at == V && draw(&b->draw, 3) == 0);
    c->asked = c->entry && draw(&b->draw, 2);
    b->err = draw(&b->draw, 3) == 0, c->draining = draw(&b->draw, 3) == 0, c->checking = draw(&b->draw, 3) == 0;
    for (int i = 0; i < ARGS; i++) put(b, arguments[i], b->arg[i] = draw(&b->draw, most[i]));
    put(b, "asker_i", c->asker), put(b, "line_dirty_i", c->dirty), put(b, "line_out_i", c->out);
    put(b, "back_i", c->back), put(b, "back_open_i", c->open), put(b, "msg_err_i", b->err);
    put(b, "drain_busy_i", c->draining), put(b, "check_busy_i", c->checking), put(b, "line_hit_i", c->at != I);
    put(b, "mshr_hit_i", c->entry), put(b, "mshr_asked_i", c->asked);
    put(b, "event_i", (uint64_t)table_event(&b->t, events[e].name));
    put(b, "state_i", (uint64_t)table_state(&b->t, states[c->at]));
    table_begin(&b->t);
    table_expect(&b->t, "mshr_alloc_o", 0);
    table_expect(&b->t, "drain_start_o", 0), table_expect(&b->t, "check_start_o", 0);
    b->next = b->now;
    int act = events[e].run(b);
    if (act < 0) return;                                    /* nothing offers it there */
    if (c->at != I && b->next.at == I) table_expect(&b->t, "line_free_o", 1);
    table_expect(&b->t, "asker_o", b->next.asker);
    table_expect(&b->t, "line_dirty_o", b->next.dirty), table_expect(&b->t, "line_out_o", b->next.out);
    table_expect(&b->t, "mshr_asked_o", b->next.asked);
    table_expect(&b->t, "drain_busy_o", b->next.draining), table_expect(&b->t, "check_busy_o", b->next.checking);
    table_expect(&b->t, "back_o", b->next.back), table_expect(&b->t, "back_open_o", b->next.open);
    table_expect(&b->t, "next_o", (uint64_t)table_state(&b->t, states[b->next.at]));
    table_compare(&b->t, act, events[e].name);
}

/* False: the table cannot be read. */
static bool compare_all(const char *file, uint64_t *compared, uint64_t *wrong)
{
    static Bench b;
    Str sets[SETS];
    b = (Bench){ .draw = { 17 } };
    for (int i = 0; i < SETS; i++) sets[i] = str_from(set->sets[i]);
    if (!table_load(&b.t, file, "L2", sets, SETS)) return false;
    for (int i = 0; i < EVENTS; i++)
        if (table_event(&b.t, events[i].name) < 0)
            return fprintf(stderr, "the table has no event %s\n", events[i].name), false;
    table_compare_reset(&b.t, "line_dirty", 0);
    table_compare_reset(&b.t, "line_out", 0);
    for (int i = 0; i < DRAWN; i++) compare(&b);
    *compared += b.t.compared, *wrong += b.t.wrong;
    spec_free(&b.t.spec);
    return true;
}

int main(int argc, char **argv)
{
    uint64_t compared = 0, wrong = 0;
    if (argc != 2) return fputs("usage: test_l2 zunit.xml\n", stderr), 2;
    for (set = settings; set < settings + SETTINGS; set++)
        if (!compare_all(argv[1], &compared, &wrong)) return 1;
    printf("%llu decisions of the L2 compared, %llu differ\n", (unsigned long long)compared,
           (unsigned long long)wrong);
    return wrong != 0;
}
