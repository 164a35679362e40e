/* The shared L2 of specs/stc/l2.xml against a reference: every event in every state, in two settings. Usage: test_l2
 * stc.xml. The table is interpreted; that its Verilog does the same is tests/backbone. */
#include "../tx/table.h"
#include "draw.h"

typedef struct { const char *sets[4]; uint64_t cus, warps, words; } Setting;
static const Setting settings[] = { { { "CUS=3", "WARPS=5", "WORDS=8", "PARTS=2" }, 3, 5, 8 },
                                    { { "CUS=6", "WARPS=2", "WORDS=4", "PARTS=4" }, 6, 2, 4 } };
enum { SETTINGS = sizeof settings / sizeof *settings, SETS = 4, DRAWN = 4000 };
static const Setting *set;

typedef enum { I, V, F, STATES } At;
static const char *const states[] = {"I", "V", "F"};
enum { FROM, WHO, OP, WORD, A, B, ARGS };
static const char *const arguments[] = {"msg_from_i", "msg_who_i", "msg_op_i", "msg_word_i", "msg_a_i", "msg_b_i"};
typedef struct { Table t; Draw draw; At at, next; uint64_t dirty, err, arg[ARGS]; } Bench;

static void answer(Bench *b, const char *message)
{
    table_expect(&b->t, "answer0_valid_o", 1);
    table_expect(&b->t, "answer0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "answer0_to_o", b->arg[FROM]);
    table_expect(&b->t, "answer0_who_o", b->arg[WHO]);
}

static void request(Bench *b, const char *name)
{
    table_expect(&b->t, "mem_req_valid_o", 1);
    table_expect(&b->t, "mem_req_kind_o", (uint64_t)table_request(&b->t, name));
}

/* Lines that are not here are fetched; what asks for one waits. */
static bool is_here(Bench *b)
{
    if (b->at == V) return true;
    table_expect(&b->t, "mshr_park_o", 1);
    if (b->at == F) return false;
    table_expect(&b->t, "line_alloc_o", 1);
    table_expect(&b->t, "mshr_alloc_o", 1);
    request(b, "READ");
    b->next = F;
    return false;
}

static int reads(Bench *b)
{
    if (!is_here(b)) return ACT_FIRE;
    answer(b, "Data");
    table_expect_source(&b->t, "answer0_data_sel_o", "line_data", 0);
    table_expect(&b->t, "performs_o", PERFORMS_READ);
    return ACT_FIRE;
}

static int writes(Bench *b)
{
    if (!is_here(b)) return ACT_FIRE;
    answer(b, "WA");
    table_expect(&b->t, "line_data_wr0_valid_o", 1);
    table_expect_source(&b->t, "line_data_wr0_sel_o", "msg_data", 0);
    table_expect_source(&b->t, "line_data_wr0_mask_o", "msg_mask", 0);
    table_expect(&b->t, "line_dirty_o", 1);
    table_expect(&b->t, "performs_o", PERFORMS_WRITE);
    return ACT_FIRE;
}

/* The answer is from before the operation; that is the last selector of the write. */
static int atomic(Bench *b)
{
    static const char *const operands[] = {"line_data_wr0_op_o", "line_data_wr0_word_o", "line_data_wr0_a_o",
                                           "line_data_wr0_b_o"};
    if (!is_here(b)) return ACT_FIRE;
    answer(b, "Old");
    table_expect_source(&b->t, "answer0_old_sel_o", "line_data", 0);
    table_expect(&b->t, "answer0_old_part_o", b->arg[WORD]);
    table_expect(&b->t, "line_data_wr0_valid_o", 1);
    table_expect(&b->t, "line_data_wr0_sel_o", 1);
    for (int i = 0; i < 4; i++) table_expect(&b->t, operands[i], b->arg[OP + i]);
    table_expect(&b->t, "line_dirty_o", 1);
    table_expect(&b->t, "performs_o", PERFORMS_READ | PERFORMS_WRITE);
    return ACT_FIRE;
}

static int fill(Bench *b)
{
    if (b->at != F || b->err) return ACT_NEVER;
    table_expect(&b->t, "line_data_wr0_valid_o", 1);
    table_expect_source(&b->t, "line_data_wr0_sel_o", "msg_data", 0);
    table_expect(&b->t, "mshr_replay_o", 1);
    table_expect(&b->t, "mshr_done_o", 1);
    b->next = V;
    return ACT_FIRE;
}

static int evict(Bench *b)
{
    if (b->at != V) return -1;
    if (b->dirty) {
        request(b, "WB");
        table_expect_source(&b->t, "mem_req_data_sel_o", "line_data", 0);
    }
    table_expect(&b->t, "line_free_o", 1);
    b->next = I;
    return ACT_FIRE;
}

static const struct { const char *name; int (*run)(Bench *); } events[] = {
    { "Read", reads }, { "Write", writes }, { "Atomic", atomic }, { "FILL", fill }, { "evict", evict }
};
enum { EVENTS = sizeof events / sizeof *events };

static void compare(Bench *b)
{
    const uint64_t most[ARGS] = {set->cus, set->warps, 8, set->words, UINT64_C(1) << 32, UINT64_C(1) << 32};
    int event = (int)draw(&b->draw, EVENTS);
    b->at = b->next = (At)draw(&b->draw, STATES);
    b->dirty = b->at != I && draw(&b->draw, 2), b->err = draw(&b->draw, 3) == 0;
    for (int i = 0; i < ARGS; i++) {
        b->arg[i] = draw(&b->draw, most[i]);
        table_put(&b->t, table_input(&b->t, arguments[i]), b->arg[i]);
    }
    table_put(&b->t, table_input(&b->t, "line_dirty_i"), b->dirty);
    table_put(&b->t, table_input(&b->t, "msg_err_i"), b->err);
    table_put(&b->t, table_input(&b->t, "line_hit_i"), b->at != I);
    table_put(&b->t, table_input(&b->t, "event_i"), (uint64_t)table_event(&b->t, events[event].name));
    table_put(&b->t, table_input(&b->t, "state_i"), (uint64_t)table_state(&b->t, states[b->at]));
    table_begin(&b->t);
    table_expect(&b->t, "mshr_alloc_o", 0);
    int act = events[event].run(b);
    if (act < 0) return;                                    /* only lines in V leave */
    table_expect(&b->t, "next_o", (uint64_t)table_state(&b->t, states[b->next]));
    table_compare(&b->t, act, events[event].name);
}

/* False: the table cannot be read. */
static bool compare_all(const char *file, uint64_t *compared, uint64_t *wrong)
{
    static Bench b;
    Str sets[SETS];
    b = (Bench){ .draw = { 3 } };
    for (int i = 0; i < SETS; i++) sets[i] = str_from(set->sets[i]);
    if (!table_load(&b.t, file, "L2", sets, SETS)) return false;
    for (int i = 0; i < EVENTS; i++)
        if (table_event(&b.t, events[i].name) < 0)
            return fprintf(stderr, "the table has no event %s\n", events[i].name), false;
    table_compare_reset(&b.t, "line_dirty", 0);
    for (int i = 0; i < DRAWN; i++) compare(&b);
    *compared += b.t.compared, *wrong += b.t.wrong;
    spec_free(&b.t.spec);
    return true;
}

int main(int argc, char **argv)
{
    uint64_t compared = 0, wrong = 0;
    if (argc != 2) return fputs("usage: test_l2 stc.xml\n", stderr), 2;
    for (set = settings; set < settings + SETTINGS; set++)
        if (!compare_all(argv[1], &compared, &wrong)) return 1;
    printf("%llu decisions of the L2 compared, %llu differ\n", (unsigned long long)compared,
           (unsigned long long)wrong);
    return wrong != 0;
}
