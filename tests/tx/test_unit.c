/* The rows of the validation unit of specs/getm/getm.xml that are not in figure 4.6, against a reference: accesses
 * outside of transactions (docs/getm.md), rollover (docs/errata.md, G12). Figure 4.6 itself: test_table.c. Usage:
 * test_unit getm.xml. */
#include "table.h"

/* In two settings no parameter can take the place of another. */
typedef struct { const char *sets[5]; uint64_t cores, parts, writes; } Setting;
static const Setting settings[] = { { { "CORES=3", "WARPS=2", "PARTS=2", "TS_BITS=5", "WRITES=5" }, 3, 2, 5 },
                                    { { "CORES=3", "WARPS=4", "PARTS=8", "TS_BITS=6", "WRITES=6" }, 3, 8, 6 } };
enum { SETTINGS = sizeof settings / sizeof *settings, SETS = 5, FROM = 1, WARP = 1, REGISTERS = 6 };
static const Setting *set;

static const char *const inputs[REGISTERS] = {"unit_i", "full_i", "asked_i", "left_i", "empty_i", "reset_i"};
typedef struct {
    Table t;
    int in_state, in_event, in_hit, in[REGISTERS];
    uint64_t unit, full, asked, left, empty, reset;
} Bench;

static void answer(Bench *b, const char *message, uint64_t to)
{
    table_expect(&b->t, "answer0_valid_o", 1);
    table_expect(&b->t, "answer0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "answer0_to_o", to);
}

/* To the warp that asked. */
static void reply(Bench *b, const char *message)
{
    answer(b, message, 1 << FROM);
    table_expect(&b->t, "answer0_warp_o", WARP);
}

static void pass_on(Bench *b, const char *message)
{
    table_expect(&b->t, "ring0_valid_o", 1);
    table_expect(&b->t, "ring0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "ring0_to_o", set->cores + (b->unit + 1) % set->parts);
}

static void forget(Bench *b)
{
    table_expect(&b->t, "full_o", 0);
    table_expect(&b->t, "asked_o", 0);
    table_expect(&b->t, "reset_o", 0);
}

/* ---- outside of transactions: the last-level cache only ---- */

static void load(Bench *b)
{
    reply(b, "Value");
    table_expect_source(&b->t, "answer0_data_sel_o", "llc_data", 0);
    table_expect(&b->t, "performs_o", PERFORMS_READ);
}

static void store(Bench *b)
{
    reply(b, "Done");
    table_expect(&b->t, "llc_data_wr0_valid_o", 1);
    table_expect_source(&b->t, "llc_data_wr0_sel_o", "msg_data", 0);
    table_expect_source(&b->t, "llc_data_wr0_mask_o", "msg_mask", 0);
    table_expect(&b->t, "performs_o", PERFORMS_WRITE);
}

/* The answer is from before the operation; that is the last selector of the write. */
static void atomic(Bench *b)
{
    static const struct {
        const char *in, *out;
        uint64_t value;
    } operands[] = { { "msg_op_i", "llc_data_wr0_op_o", 5 },
                     { "msg_word_i", "llc_data_wr0_word_o", 2 },
                     { "msg_a_i", "llc_data_wr0_a_o", 0x11 },
                     { "msg_b_i", "llc_data_wr0_b_o", 0x22 } };
    reply(b, "Old");
    table_expect_source(&b->t, "answer0_data_sel_o", "llc_data", 0);
    table_expect(&b->t, "llc_data_wr0_valid_o", 1);
    table_expect(&b->t, "llc_data_wr0_sel_o", 1);
    for (size_t i = 0; i < sizeof operands / sizeof *operands; i++) {
        table_put(&b->t, table_input(&b->t, operands[i].in), operands[i].value);
        table_expect(&b->t, operands[i].out, operands[i].value);
    }
    table_expect(&b->t, "performs_o", PERFORMS_READ | PERFORMS_WRITE);
}

/* ---- rollover ---- */

static void rollover(Bench *b)
{
    if (b->unit) pass_on(b, "Full");
    else answer(b, "Stop", (UINT64_C(1) << set->cores) - 1);
    table_expect(&b->t, "asked_o", 1);
}

static void full(Bench *b) { table_expect(&b->t, "full_o", 1); }
static void reset(Bench *b) { table_expect(&b->t, "reset_o", 1); }

static void drained(Bench *b)
{
    bool last = b->left == set->cores - 1;
    table_expect(&b->t, "left_o", last ? 0 : b->left + 1);
    if (!last) return;
    table_expect(&b->t, "empty_o", 1);
    table_expect(&b->t, "approx_free_o", 1);
    table_expect(&b->t, "walk0_o", 1);
}

static void onward(Bench *b)
{
    pass_on(b, "Reset");
    table_expect(&b->t, "empty_o", 0);
    if (b->unit) forget(b);
}

static void over(Bench *b)
{
    answer(b, "Resume", (UINT64_C(1) << set->cores) - 1);
    forget(b);
}

typedef struct { const char *name; void (*run)(Bench *); bool keyless; } Happens;
static const Happens events[] = { { "Read", load, false },      { "Write", store, false },
                                  { "Atomic", atomic, false },  { "rollover", rollover, true },
                                  { "Full", full, true },       { "Reset", reset, true },
                                  { "Drained", drained, true }, { "onward", onward, true },
                                  { "over", over, true } };
enum { EVENTS = sizeof events / sizeof *events };

/* Of each granule that is tracked the metadata go. */
static void compare_walk(Bench *b)
{
    uint64_t at[TABLE_SIGNALS] = {0}, out[TABLE_SIGNALS], parked[TABLE_SIGNALS];
    const Step *s = b->t.spec.step;
    int freed = -1;
    for (int i = 0; i < b->t.spec.n_out; i++)
        if (str_is(s->signals.at[b->t.spec.n_in + i].name, "meta_free_o")) freed = i;
    for (uint64_t state = 1; state < 3; state++) {
        at[b->in_state] = state, at[b->in_hit] = 1;
        b->t.compared++;
        if (s->walks.n == 1 && freed >= 0 && eval_walk(b->t.eval, b->t.in, 0, at, out, parked) && out[freed]) continue;
        b->t.wrong++;
        puts("Drained: a granule stays in the table");
    }
}

static void all_events(Bench *b)
{
    const uint64_t values[REGISTERS] = {b->unit, b->full, b->asked, b->left, b->empty, b->reset};
    for (int i = 0; i < REGISTERS; i++) table_put(&b->t, b->in[i], values[i]);
    for (int i = 0; i < EVENTS; i++)
        for (uint64_t state = 0; state < (events[i].keyless ? 1 : 3); state++) {
            table_put(&b->t, b->in_state, state);
            table_put(&b->t, b->in_hit, state != 0);
            table_put(&b->t, b->in_event, (uint64_t)table_event(&b->t, events[i].name));
            table_begin(&b->t);
            events[i].run(b);
            table_compare(&b->t, ACT_FIRE, events[i].name);
            if (events[i].run == drained && b->left == set->cores - 1) compare_walk(b);
        }
    table_compare_when(&b->t, "rollover", b->full && !b->asked);
    table_compare_when(&b->t, "onward", b->empty && (b->unit ? b->reset : !b->reset));
    table_compare_when(&b->t, "over", !b->unit && b->reset);
}

/* False: the table cannot be read. */
static bool compare_all(const char *file, uint64_t *compared, uint64_t *wrong)
{
    static const char *const zero[] = {"full", "asked", "left", "empty", "reset", "meta_writes"};
    static Bench b;
    Str sets[SETS];
    b = (Bench){0};
    for (int i = 0; i < SETS; i++) sets[i] = str_from(set->sets[i]);
    if (!table_load(&b.t, file, "VU", sets, SETS)) return false;
    for (int i = 0; i < EVENTS; i++)
        if (table_event(&b.t, events[i].name) < 0)
            return fprintf(stderr, "the table has no event %s\n", events[i].name), false;
    for (int i = 0; i < REGISTERS; i++) b.in[i] = table_input(&b.t, inputs[i]);
    b.in_state = table_input(&b.t, "state_i"), b.in_event = table_input(&b.t, "event_i"),
    b.in_hit = table_input(&b.t, "meta_hit_i");
    table_put(&b.t, table_input(&b.t, "msg_from_i"), FROM);
    table_put(&b.t, table_input(&b.t, "msg_warp_i"), WARP);
    for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) table_compare_reset(&b.t, zero[i], 0);
    for (b.unit = 0; b.unit < set->parts; b.unit++)
        for (b.left = 0; b.left < set->cores; b.left++)
            for (unsigned bits = 0; bits < 16; bits++) {
                b.full = bits & 1, b.asked = bits >> 1 & 1, b.empty = bits >> 2 & 1, b.reset = bits >> 3 & 1;
                all_events(&b);
            }
    *compared += b.t.compared, *wrong += b.t.wrong;
    spec_free(&b.t.spec);
    return true;
}

int main(int argc, char **argv)
{
    uint64_t compared = 0, wrong = 0;
    if (argc != 2) return fputs("usage: test_unit getm.xml\n", stderr), 2;
    for (set = settings; set < settings + SETTINGS; set++)
        if (!compare_all(argv[1], &compared, &wrong)) return 1;
    printf("%llu decisions of a unit compared, %llu differ\n", (unsigned long long)compared, (unsigned long long)wrong);
    return wrong != 0;
}
