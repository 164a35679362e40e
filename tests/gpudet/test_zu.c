/* The Z-buffer unit of specs/gpudet/commit.xml against a reference: every event in every state, drawn at random, always
 * the same, in two settings. Usage: test_zu zunit.xml|gpudet.xml. The table is interpreted; that its Verilog does
 * the same is tests/backbone, what depth_test does prove/cg_depth_test. */
#include "../stc/draw.h"
#include "../tx/table.h"
#include <stdio.h>

enum { SETS = 4, DRAWN = 20000 };
/* before: nodes that come before the first L2; from: nodes that send, the feeders of zunit.xml. */
typedef struct { const char *sets[SETS]; uint64_t tags, before, from, parts, depth_bits; } Setting;
static const Setting zunits[] = { { { "TAGS=65", "WARPS=49", "PARTS=3", "GRAIN=4" }, 65, 4 + 3, 4, 3, 32 },
                                  { { "TAGS=64", "WARPS=48", "PARTS=2", "GRAIN=2" }, 64, 4 + 2, 4, 2, 16 } };
/* In gpudet.xml compute units and the sequencer send: as many of them, and quanta that fit the depths. */
static const char *const units[] = { "CUS=3", "QUANTA=64" };
enum { SETTINGS = sizeof zunits / sizeof *zunits };
static const Setting *set;

typedef enum { N, V, F, STATES } At;
static const char *const states[] = {"N", "V", "F"};
/* The block at hand: of its entry of the comparator buffer whose update it is. */
typedef struct { uint64_t cu, tag, depth; At at; } Held;
typedef struct { Table t; Draw draw; Held now, next; uint64_t from, tag, depth, err, unit, behind; } Bench;

static void memory(Bench *b, const char *name)
{
    table_expect(&b->t, "mem_req_valid_o", 1);
    table_expect(&b->t, "mem_req_kind_o", (uint64_t)table_request(&b->t, name));
}

/* What is written `at` is tested with this depth; what has won goes to the L2 of the partition. */
static void test(Bench *b, uint64_t depth, const char *mask, const char *data)
{
    table_expect(&b->t, "z_depth_wr1_valid_o", 1);
    table_expect_source(&b->t, "z_depth_wr1_sel_o", "depth_test", 0);
    table_expect(&b->t, "z_depth_wr1_depth_o", depth);
    table_expect_source(&b->t, "z_depth_wr1_mask_sel_o", mask, 0);
    table_expect(&b->t, "colour0_valid_o", 1);
    table_expect(&b->t, "colour0_kind_o", (uint64_t)table_message(&b->t, "Colour"));
    table_expect(&b->t, "colour0_to_o", set->before + b->unit);
    table_expect_source(&b->t, "colour0_mask_sel_o", "z_depth_won", 2);
    table_expect_source(&b->t, "colour0_data_sel_o", data, 0);
}

static void for_whom(Bench *b, uint64_t cu, uint64_t tag)
{
    table_expect(&b->t, "colour0_cu_o", cu);
    table_expect(&b->t, "colour0_tag_o", tag);
}

static int blocked(Bench *b)
{
    table_expect(&b->t, "buffer_park_o", 1);
    return ACT_FIRE;
}

static int update(Bench *b)
{
    if (b->now.at == F) return blocked(b);
    if (b->now.at == V) {
        test(b, b->depth, "msg_mask", "msg_data");
        for_whom(b, b->from, b->tag);
        return ACT_FIRE;
    }
    b->next = (Held){ .cu = b->from, .tag = b->tag, .depth = b->depth, .at = F };
    table_expect(&b->t, "z_alloc_o", 1), table_expect(&b->t, "slot_alloc_o", 1);
    table_expect(&b->t, "slot_mask_wr0_valid_o", 1), table_expect(&b->t, "slot_colour_wr0_valid_o", 1);
    table_expect_source(&b->t, "slot_mask_wr0_sel_o", "msg_mask", 0);
    table_expect_source(&b->t, "slot_colour_wr0_sel_o", "msg_data", 0);
    memory(b, "READ");
    return ACT_FIRE;
}

/* Complements are kept: nobody has written it. */
static int clear(Bench *b)
{
    if (b->now.at == F) return blocked(b);
    table_expect(&b->t, "z_alloc_o", b->now.at == N);
    table_expect(&b->t, "z_depth_wr0_valid_o", 1);
    table_expect_source(&b->t, "z_depth_wr0_sel_o", "fill32", 0);
    table_expect(&b->t, "z_depth_wr0_a_o", 0);
    table_expect(&b->t, "answer0_valid_o", 1);
    table_expect(&b->t, "answer0_kind_o", (uint64_t)table_message(&b->t, "Cleared"));
    table_expect(&b->t, "answer0_to_o", b->from), table_expect(&b->t, "answer0_tag_o", b->tag);
    b->next.at = V;
    return ACT_FIRE;
}

static int fill(Bench *b)
{
    if (b->now.at != F || b->err) return ACT_NEVER;
    table_expect(&b->t, "z_depth_wr0_valid_o", 1);
    table_expect_source(&b->t, "z_depth_wr0_sel_o", "msg_data", 0);
    test(b, b->now.depth, "slot_mask", "slot_colour");
    for_whom(b, b->now.cu, b->now.tag);
    table_expect(&b->t, "slot_done_o", 1);
    table_expect(&b->t, "buffer_wake_o", b->behind);
    b->next.at = V;
    return ACT_FIRE;
}

static int evict(Bench *b)
{
    if (b->now.at != V) return -1;
    memory(b, "WB");
    table_expect_source(&b->t, "mem_req_data_sel_o", "z_depth", 0);
    b->next.at = N;
    return ACT_FIRE;
}

static const struct { const char *name; int (*run)(Bench *); } events[] = {
    { "Update", update }, { "Clear", clear }, { "FILL", fill }, { "evict", evict }
};
enum { EVENTS = sizeof events / sizeof *events };

static void each(Table *t, const Held *c, TableEach *with)
{
    with(t, "z_locked", c->at == F);
    with(t, "slot_cu", c->cu), with(t, "slot_tag", c->tag), with(t, "slot_depth", c->depth);
}

static void compare(Bench *b)
{
    Draw *d = &b->draw;
    int e = (int)draw(d, EVENTS);
    b->now = (Held){ .at = (At)draw(d, STATES), .cu = draw(d, set->from), .tag = draw(d, set->tags),
                      .depth = draw_bits(d, (int)set->depth_bits) };
    if (b->now.at != F) b->now.cu = b->now.tag = b->now.depth = 0;
    b->from = draw(d, set->from), b->tag = draw(d, set->tags), b->depth = draw_bits(d, (int)set->depth_bits);
    b->err = draw(d, 3) == 0, b->unit = draw(d, set->parts), b->behind = draw(d, 2);
    each(&b->t, &b->now, table_put_named);
    table_put_named(&b->t, "msg_from", b->from), table_put_named(&b->t, "msg_tag", b->tag);
    table_put_named(&b->t, "msg_depth", b->depth), table_put_named(&b->t, "msg_err", b->err);
    table_put_named(&b->t, "unit", b->unit), table_put_named(&b->t, "buffer_hit", b->behind);
    table_put_named(&b->t, "z_hit", b->now.at != N), table_put_named(&b->t, "slot_hit", b->now.at == F);
    table_put_named(&b->t, "event", (uint64_t)table_event(&b->t, events[e].name));
    table_put_named(&b->t, "state", (uint64_t)table_state(&b->t, states[b->now.at]));
    table_begin(&b->t);
    table_expect(&b->t, "buffer_wake_o", 0);
    table_expect(&b->t, "slot_alloc_o", 0);
    b->next = b->now;
    int act = events[e].run(b);
    if (act < 0) return;                                    /* nothing offers it there */
    each(&b->t, &b->next, table_expect_named);
    if (b->now.at != N && b->next.at == N) table_expect(&b->t, "z_free_o", 1);
    table_expect_named(&b->t, "next", (uint64_t)table_state(&b->t, states[b->next.at]));
    table_compare(&b->t, act, events[e].name);
}

static bool has_units(const Protocol *p)
{
    for (int i = 0; i < p->ctls.n; i++) if (str_is(p->ctls.at[i]->name, "CU")) return true;
    return false;
}

/* False: the table cannot be read. */
static bool compare_all(const char *file, uint64_t *compared, uint64_t *wrong)
{
    static Bench b;
    Str sets[SETS + 2];
    b = (Bench){ .draw = { 5 } };
    for (int i = 0; i < SETS; i++) sets[i] = str_from(set->sets[i]);
    for (int i = 0; i < 2; i++) sets[SETS + i] = str_from(units[i]);
    if (!table_load(&b.t, file, "ZU", NULL, 0)) return false;
    int n = has_units(b.t.spec.protocol) ? SETS + 2 : SETS;
    spec_free(&b.t.spec);
    b.t = (Table){ 0 };
    if (!table_load(&b.t, file, "ZU", sets, n)) return false;
    for (int i = 0; i < EVENTS; i++)
        if (table_event(&b.t, events[i].name) < 0)
            return fprintf(stderr, "the table has no event %s\n", events[i].name), false;
    for (int i = 0; i < DRAWN; i++) compare(&b);
    *compared += b.t.compared, *wrong += b.t.wrong;
    spec_free(&b.t.spec);
    return true;
}

int main(int argc, char **argv)
{
    uint64_t compared = 0, wrong = 0;
    if (argc != 2) return fputs("usage: test_zu FILE\n", stderr), 2;
    for (set = zunits; set < zunits + SETTINGS; set++)
        if (!compare_all(argv[1], &compared, &wrong)) return 1;
    printf("%llu decisions of the Z-buffer unit compared, %llu differ\n", (unsigned long long)compared,
           (unsigned long long)wrong);
    return wrong != 0;
}
