/* The directory of specs/mesi/mesi.xml against a reference: every event in every state, drawn at random, always the
 * same, in two settings. Usage: test_dir mesi.xml. The table is interpreted; that its Verilog does the same is
 * tests/backbone. */
#include "../stc/draw.h"
#include "../tx/table.h"
#include <stdio.h>

enum { SETS = 2, DRAWN = 30000 };
typedef struct { const char *sets[SETS]; uint64_t cores; } Setting;
static const Setting settings[] = { { { "CORES=4", "LINE_BYTES=8" }, 4 }, { { "CORES=6", "LINE_BYTES=4" }, 6 } };
enum { SETTINGS = sizeof settings / sizeof *settings };
static const Setting *set;

typedef enum { I, U, S, M, F, SD, SR, MR, STATES } At;
static const char *const states[] = {"I", "U", "S", "M", "F", "SD", "SR", "MR"};
typedef struct { uint64_t owner, sharers, dirty, left; At at; } Line;
typedef struct { Table t; Draw draw; Line now, next; uint64_t from, err; } Bench;

static uint64_t only(uint64_t core) { return UINT64_C(1) << core; }
static uint64_t others(const Bench *b) { return b->now.sharers & ~only(b->from); }
/* Who shares it has left: as if nobody had it. */
static bool unshared(const Bench *b) { return b->now.at == U || (b->now.at == S && !b->now.sharers); }
static uint64_t count(uint64_t cores)
{
    uint64_t n = 0;
    for (; cores; cores &= cores - 1) n++;
    return n;
}

/* ---- what a row does ---- */

static void forward(Bench *b, const char *message, uint64_t cores, uint64_t who)
{
    table_expect(&b->t, "forward0_valid_o", 1);
    table_expect(&b->t, "forward0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "forward0_to_o", cores);
    table_expect(&b->t, "forward0_who_o", who);
}

static int put_ack(Bench *b)
{
    table_expect(&b->t, "forward0_valid_o", 1);
    table_expect(&b->t, "forward0_kind_o", (uint64_t)table_message(&b->t, "PutAck"));
    table_expect(&b->t, "forward0_to_o", only(b->from));
    return ACT_FIRE;
}

static void data(Bench *b, uint64_t acks, bool sole)
{
    table_expect(&b->t, "response0_valid_o", 1);
    table_expect(&b->t, "response0_kind_o", (uint64_t)table_message(&b->t, "Data"));
    table_expect(&b->t, "response0_to_o", b->from);
    table_expect_source(&b->t, "response0_data_sel_o", "line_data", 0);
    table_expect(&b->t, "response0_acks_o", acks);
    table_expect(&b->t, "response0_sole_o", sole);
}

static void request(Bench *b, const char *name)
{
    table_expect(&b->t, "mem_req_valid_o", 1);
    table_expect(&b->t, "mem_req_kind_o", (uint64_t)table_request(&b->t, name));
}

static void write(Bench *b)
{
    table_expect(&b->t, "line_data_wr0_valid_o", 1);
    table_expect_source(&b->t, "line_data_wr0_sel_o", "msg_data", 0);
}

static int end_entry(Bench *b, At to)
{
    table_expect(&b->t, "mshr_replay_o", 1);
    table_expect(&b->t, "mshr_done_o", 1);
    b->next.at = to;
    return ACT_FIRE;
}

static void entry(Bench *b, At to)
{
    table_expect(&b->t, "mshr_alloc_o", 1);
    b->next.at = to;
}

/* A line that is not here is fetched; who asks for one that is on its way, or leaves, waits. */
static bool waits(Bench *b)
{
    if (b->now.at == U || b->now.at == S || b->now.at == M) return false;
    table_expect(&b->t, "mshr_park_o", 1);
    if (b->now.at != I) return true;
    table_expect(&b->t, "line_alloc_o", 1);
    request(b, "READ");
    entry(b, F);
    return true;
}

static int get_s(Bench *b)
{
    if (waits(b)) return ACT_FIRE;
    if (b->now.at == M) {
        forward(b, "FwdS", only(b->now.owner), b->from);
        b->next.sharers = only(b->from) | only(b->now.owner);
        entry(b, SD);
    } else if (unshared(b)) {
        data(b, 0, true);
        b->next.owner = b->from, b->next.at = M;
    } else {
        data(b, 0, false);
        b->next.sharers |= only(b->from);
    }
    return ACT_FIRE;
}

static int get_m(Bench *b)
{
    if (waits(b)) return ACT_FIRE;
    if (b->now.at == M) forward(b, "FwdM", only(b->now.owner), b->from);
    else {
        data(b, count(others(b)), false);
        if (others(b)) forward(b, "Inv", others(b), b->from);
        b->next.sharers = 0, b->next.at = M;
    }
    b->next.owner = b->from;
    return ACT_FIRE;
}

/* Of a sharer, or an owner that has become one. */
static int put_s(Bench *b)
{
    if ((b->now.at == S && !unshared(b)) || b->now.at == SD) b->next.sharers = others(b);
    return put_ack(b);
}

static int put_e(Bench *b)
{
    if (b->now.at != M) return put_s(b);
    if (b->from == b->now.owner) b->next.at = U;
    return put_ack(b);
}

static int put_m(Bench *b)
{
    if (b->now.at == M && b->from == b->now.owner) {
        write(b);
        b->next.dirty = 1;
    }
    return put_e(b);
}

static int owned(Bench *b)
{
    if (b->now.at != SD && b->now.at != MR) return ACT_NEVER;
    write(b);
    b->next.dirty = 1;
    return end_entry(b, b->now.at == SD ? S : U);
}

static int inv_ack(Bench *b)
{
    if (b->now.at != SR) return ACT_NEVER;
    if (!b->now.left) return -1;
    return --b->next.left ? ACT_FIRE : end_entry(b, U);
}

static int fill(Bench *b)
{
    if (b->now.at != F || b->err) return ACT_NEVER;
    write(b);
    return end_entry(b, U);
}

/* A line that an L1 has is recalled first. */
static int evict(Bench *b)
{
    if (unshared(b)) {
        if (b->now.dirty) {
            request(b, "WB");
            table_expect_source(&b->t, "mem_req_data_sel_o", "line_data", 0);
        }
        table_expect(&b->t, "line_free_o", 1);
        b->next.at = I;
    } else if (b->now.at == S) {
        forward(b, "Inv", b->now.sharers, set->cores);
        b->next.left = count(b->now.sharers), b->next.sharers = 0;
        entry(b, SR);
    } else if (b->now.at == M) {
        forward(b, "FwdM", only(b->now.owner), set->cores);
        entry(b, MR);
    } else return -1;
    return ACT_FIRE;
}

static const struct { const char *name; int (*run)(Bench *); } events[] = {
    { "GetS", get_s }, { "GetM", get_m },   { "PutS", put_s }, { "PutE", put_e },  { "PutM", put_m },
    { "Owned", owned }, { "InvAck", inv_ack }, { "FILL", fill }, { "evict", evict }
};
enum { EVENTS = sizeof events / sizeof *events };

/* ---- the table ---- */

static void put(Bench *b, const char *input, uint64_t value) { table_put(&b->t, table_input(&b->t, input), value); }

static void compare(Bench *b)
{
    int e = (int)draw(&b->draw, EVENTS);
    Line *c = &b->now;
    *c = (Line){ .at = (At)draw(&b->draw, STATES) };
    b->from = draw(&b->draw, set->cores), b->err = draw(&b->draw, 3) == 0;
    if (c->at == SR) c->left = draw(&b->draw, set->cores);
    if (c->at != I) c->owner = draw(&b->draw, set->cores), c->dirty = draw(&b->draw, 2);
    if (c->at == S || c->at == SD) c->sharers = draw(&b->draw, 5) ? draw(&b->draw, only(set->cores)) : 0;
    put(b, "line_owner_i", c->owner), put(b, "line_sharers_i", c->sharers), put(b, "line_dirty_i", c->dirty);
    put(b, "mshr_left_i", c->left), put(b, "msg_from_i", b->from), put(b, "msg_err_i", b->err);
    put(b, "line_hit_i", c->at != I);
    put(b, "event_i", (uint64_t)table_event(&b->t, events[e].name));
    put(b, "state_i", (uint64_t)table_state(&b->t, states[c->at]));
    table_begin(&b->t);
    table_expect(&b->t, "mshr_alloc_o", 0);
    b->next = b->now;
    int act = events[e].run(b);
    if (act < 0) return;                                    /* nothing offers it there */
    table_expect(&b->t, "line_owner_o", b->next.owner);
    table_expect(&b->t, "line_sharers_o", b->next.sharers);
    table_expect(&b->t, "line_dirty_o", b->next.dirty);
    table_expect(&b->t, "mshr_left_o", b->next.left);
    table_expect(&b->t, "next_o", (uint64_t)table_state(&b->t, states[b->next.at]));
    table_compare(&b->t, act, events[e].name);
}

/* False: the table cannot be read. */
static bool compare_all(const char *file, uint64_t *compared, uint64_t *wrong)
{
    static const char *const zero[] = {"line_sharers", "line_dirty", "mshr_left"};
    static Bench b;
    Str sets[SETS];
    b = (Bench){ .draw = { 11 } };
    for (int i = 0; i < SETS; i++) sets[i] = str_from(set->sets[i]);
    if (!table_load(&b.t, file, "DIR", sets, SETS)) return false;
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
    if (argc != 2) return fputs("usage: test_dir mesi.xml\n", stderr), 2;
    for (set = settings; set < settings + SETTINGS; set++)
        if (!compare_all(argv[1], &compared, &wrong)) return 1;
    printf("%llu decisions of the directory compared, %llu differ\n", (unsigned long long)compared,
           (unsigned long long)wrong);
    return wrong != 0;
}
