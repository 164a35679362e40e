/* The reference of the partition, decision by decision as in X. Ren (2020), figure 4.6, and its tables. */
#include "tx/partition/reference.h"
#include "litmus/atomic.h"
#include "test.h"
#include <string.h>

enum { GRANULE = 32, REPLIES = 64 };

typedef struct {
    TxReference r; SimPages pages; TxMemory memory; TxReply replies[REPLIES]; uint32_t n; TxEvent last;
} Unit;

static void keep_reply(void *context, const TxReply *reply)
{
    Unit *u = context;
    assert_true(u->n < REPLIES);
    u->replies[u->n++] = *reply;
}

static void keep_event(void *context, const TxEvent *e) { ((Unit *)context)->last = *e; }

static TxObserver observer;

static Unit *make(TxReferenceOptions o)
{
    Unit *u = sim_alloc(1, sizeof *u);
    u->memory = (TxMemory){.pages = &u->pages, .granule_bytes = GRANULE};
    observer = (TxObserver){keep_event, u};
    tx_reference_init(&u->r, &o, &u->memory, &observer, 0);
    u->r.reply = keep_reply, u->r.context = u;
    return u;
}

static const TxReferenceOptions usual = {.max_writes = 3, .stall_lines = 2, .stall_entries = 2};

static void destroy(Unit *u)
{
    tx_reference_free(&u->r);
    sim_pages_free(&u->pages);
    free(u);
}

static TxMessage access_of(TxKind kind, uint32_t wid, uint64_t granule, uint64_t warpts)
{
    return (TxMessage){ .kind = kind, .wid = wid, .granule = granule, .warpts = warpts };
}

/* Returns the answer, or NULL if it waits. */
static const TxReply *ask(Unit *u, TxKind kind, uint32_t wid, uint64_t granule, uint64_t warpts)
{
    uint32_t before = u->n;
    TxMessage m = access_of(kind, wid, granule, warpts);
    tx_reference_step(&u->r, &m);
    return u->n > before ? &u->replies[u->n - 1] : NULL;
}

static void give_back(Unit *u, TxKind kind, uint32_t wid, uint64_t granule, uint32_t n, uint32_t word, uint32_t value)
{
    TxMessage m = {
        .kind = kind, .wid = wid, .granule = granule, .n = n, .words = kind == TX_COMMIT ? UINT32_C(1) << word : 0
    };
    m.data[word] = value;
    tx_reference_step(&u->r, &m);
}

static void set(Unit *u, uint64_t granule, TxMeta m) { *tx_table_entry(&u->r.table, granule) = m; }

/* One row of the decision table: metadata and request, result, what is reported, metadata after. */
typedef struct {
    TxMeta before;
    TxKind kind;
    uint32_t wid;
    uint64_t warpts;
    TxDecision decision;
    TxResult result;
    uint64_t seen;
    TxMeta after;
} Row;

static void figure_4_6(void **state)
{
    static const Row rows[] = {
        { { 21, 20, 1, 1 }, TX_LD, 1, 20, TX_PASS, TX_OK, 0, { 21, 20, 1, 1 } }, /* owner: below wts, since it is its
                                                                                    own */
        { { 26, 20, 1, 1 }, TX_LD, 1, 25, TX_PASS, TX_OK, 0, { 26, 25, 1, 1 } },
        { { 21, 20, 1, 1 }, TX_LD, 1, 25, TX_QUEUE, TX_OK, 0, { 21, 20, 1, 1 } }, /* an earlier transaction of the same
                                                                                     warp */
        { { 21, 20, 1, 1 }, TX_ST, 1, 25, TX_QUEUE, TX_OK, 0, { 21, 20, 1, 1 } },
        { { 21, 30, 1, 1 }, TX_LD, 1, 20, TX_PASS, TX_OK, 0, { 21, 30, 1, 1 } },
        { { 21, 20, 1, 1 }, TX_LD, 2, 20, TX_REFUSE, TX_LATE_LOAD, 21, { 21, 20, 1, 1 } },
        { { 21, 30, 0, 0 }, TX_LD, 2, 20, TX_REFUSE, TX_LATE_LOAD, 21, { 21, 30, 0, 0 } }, /* rts does not matter to a
                                                                                              load */
        { { 21, 20, 1, 1 }, TX_LD, 2, 21, TX_QUEUE, TX_OK, 0, { 21, 20, 1, 1 } },
        { { 21, 20, 0, 1 }, TX_LD, 2, 21, TX_PASS, TX_OK, 0, { 21, 21, 0, 1 } },
        { { 21, 40, 0, 1 }, TX_LD, 2, 21, TX_PASS, TX_OK, 0, { 21, 40, 0, 1 } },
        { { 21, 20, 0, 1 },
          TX_LD,
          1,
          20,
          TX_REFUSE,
          TX_LATE_LOAD,
          21,
          { 21, 20, 0, 1 } }, /* the owner counts only while there are reservations */
        { { 21, 20, 1, 1 }, TX_ST, 1, 20, TX_PASS, TX_OK, 0, { 21, 20, 2, 1 } }, /* no test of times, wts stays */
        { { 21, 20, 3, 1 }, TX_ST, 1, 20, TX_REFUSE, TX_TOO_MANY, 21, { 21, 20, 3, 1 } },
        { { 21, 20, 1, 1 }, TX_ST, 2, 20, TX_REFUSE, TX_LATE_STORE, 21, { 21, 20, 1, 1 } },
        { { 11, 20, 1, 1 }, TX_ST, 2, 15, TX_REFUSE, TX_LATE_STORE, 20, { 11, 20, 1, 1 } }, /* the later of the two is
                                                                                               reported */
        { { 21, 20, 1, 1 }, TX_ST, 2, 21, TX_QUEUE, TX_OK, 0, { 21, 20, 1, 1 } },
        { { 21, 20, 0, 1 }, TX_ST, 2, 21, TX_PASS, TX_OK, 0, { 22, 20, 1, 2 } },
        { { 11, 20, 0, 1 }, TX_ST, 2, 20, TX_PASS, TX_OK, 0, { 21, 20, 1, 2 } }, /* equal to rts passes: a load by
                                                                                    itself before */
        { { 11, 20, 0, 1 }, TX_ST, 1, 19, TX_REFUSE, TX_LATE_STORE, 20, { 11, 20, 0, 1 } },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const Row *w = &rows[i];
        Unit *u = make(usual);
        set(u, 5, w->before);
        const TxReply *reply = ask(u, w->kind, w->wid, 5, w->warpts);
        TxMeta m = tx_table_look(&u->r.table, 5);
        bool same = u->last.decision == w->decision && (reply != NULL) == (w->decision != TX_QUEUE) &&
            m.wts == w->after.wts && m.rts == w->after.rts && m.writes == w->after.writes && m.owner == w->after.owner;
        if (same && reply) same = reply->result == w->result && (w->result == TX_OK || reply->seen == w->seen);
        if (!same)
            fail_msg("row %zu: decision %d, wts %d rts %d writes %u owner %u", i, u->last.decision, (int)m.wts,
                     (int)m.rts, m.writes, m.owner);
        destroy(u);
    }
}

static void the_oldest_waits_least(void **state)
{
    (void)state;
    Unit *u = make(usual);
    assert_int_equal(ask(u, TX_ST, 1, 7, 10)->result, TX_OK);
    assert_null(ask(u, TX_ST, 3, 7, 30));
    assert_null(ask(u, TX_LD, 2, 7, 20));
    assert_int_equal(ask(u, TX_LD, 4, 7, 40)->result, TX_NO_ROOM);  /* two entries a line */
    assert_int_equal(u->replies[u->n - 1].seen, 11);
    assert_int_equal(ask(u, TX_ST, 5, 8, 10)->result, TX_OK);
    assert_null(ask(u, TX_LD, 6, 8, 20));
    assert_int_equal(ask(u, TX_ST, 5, 9, 10)->result, TX_OK);
    assert_int_equal(ask(u, TX_LD, 6, 9, 20)->result, TX_NO_ROOM);  /* two lines */
    uint32_t before = u->n;
    give_back(u, TX_COMMIT, 1, 7, 1, 2, 77);
    while (tx_reference_wake(&u->r)) {}
    assert_int_equal(u->n, before + 2);                             /* the load, which leaves it free, then the store */
    assert_int_equal(u->replies[before].wid, 2);
    assert_int_equal(u->replies[before].data[2], 77);               /* what was committed before it woke */
    assert_int_equal(u->replies[before + 1].wid, 3);
    assert_int_equal(tx_table_look(&u->r.table, 7).owner, 3);
    assert_int_equal(u->r.stats.waiting, 1);
    destroy(u);
}

/* A woken store reserves the granule: who waits behind it keeps its place until the next release. */
static void who_wakes_may_wait_again(void **state)
{
    (void)state;
    Unit *u = make(usual);
    ask(u, TX_ST, 1, 7, 10);
    assert_null(ask(u, TX_ST, 2, 7, 20));
    assert_null(ask(u, TX_LD, 3, 7, 30));
    give_back(u, TX_CLEANUP, 1, 7, 1, 0, 0);
    while (tx_reference_wake(&u->r)) {}
    assert_int_equal(u->n, 2);
    assert_int_equal(u->r.stats.waiting, 1);
    give_back(u, TX_COMMIT, 2, 7, 1, 0, 5);
    while (tx_reference_wake(&u->r)) {}
    assert_int_equal(u->n, 3);
    assert_int_equal(u->replies[2].data[0], 5);
    destroy(u);
}

/* The log of a warp's last attempt is not applied yet: the warp's next attempt does not own the reservation. */
static void an_old_log_is_not_the_owner(void **state)
{
    (void)state;
    for (int published = 0; published < 2; published++) {
        TxReferenceOptions o = usual;
        o.published_owner = published;
        Unit *u = make(o);
        ask(u, TX_ST, 1, 7, 10);
        TxMessage entry = {.kind = TX_COMMIT, .wid = 1, .granule = 7, .n = 1, .words = 1, .data = {42}};
        const TxReply *reply = ask(u, TX_LD, 1, 7, 50);
        if (published) assert_int_equal(reply->data[0], 0); /* a thread that does not see what it has committed */
        else assert_null(reply);
        tx_reference_step(&u->r, &entry);
        while (tx_reference_wake(&u->r)) {}
        if (!published) assert_int_equal(u->replies[u->n - 1].data[0], 42);
        destroy(u);
    }
}

static void ordinary_accesses(void **state)
{
    (void)state;
    Unit *u = make(usual);
    TxMessage m = {.kind = TX_WRITE, .granule = 3, .words = 1 << 4};
    m.data[4] = 9;
    tx_reference_step(&u->r, &m);
    m = (TxMessage){.kind = TX_ATOMIC, .granule = 3, .words = 1 << 4, .op = LITMUS_OP_ADD, .a = 5};
    tx_reference_step(&u->r, &m);
    assert_int_equal(u->replies[1].data[4], 9);
    m.op = LITMUS_OP_CAS, m.a = 14, m.b = 1;
    tx_reference_step(&u->r, &m);
    tx_reference_step(&u->r, &m);                                   /* the second finds 1 */
    m = (TxMessage){.kind = TX_ATOMIC, .granule = 3, .words = 1 << 4, .op = LITMUS_OP_EXCHANGE, .a = 8};
    tx_reference_step(&u->r, &m);
    assert_int_equal(u->replies[2].data[4], 14);
    assert_int_equal(u->replies[3].data[4], 1);
    m = (TxMessage){.kind = TX_READ, .granule = 3};
    tx_reference_step(&u->r, &m);
    assert_int_equal(u->replies[5].data[4], 8);
    destroy(u);
}

/* Times that have left the precise table are never too low afterwards, reserved granules never leave, and the times do
 * become too high. */
static void approximate_times(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        enum { GRANULES = 200, ENTRIES = 8 };
        TxTable t;
        SimRng rng = {test_seed() + (uint64_t)kind};
        uint64_t wts[GRANULES] = {0}, rts[GRANULES] = {0}, higher = 0;
        tx_table_init(&t, &(TxTableOptions){ENTRIES, 4, 16, kind ? TX_REGISTERS : TX_BLOOM, rng.state});
        for (uint32_t i = 0; i < 20000; i++) {
            uint32_t g = sim_below(&rng, GRANULES);
            TxMeta seen = tx_table_look(&t, g), *m = tx_table_entry(&t, g);
            assert_true(seen.wts >= wts[g] && seen.rts >= rts[g]);
            assert_memory_equal(&seen, m, sizeof seen);
            higher += seen.wts > wts[g];
            if (m->writes == 0 && sim_percent(&rng, 3)) m->writes = 1;
            else if (m->writes) m->writes = 0;
            if (sim_percent(&rng, 50)) m->wts = seen.wts + sim_below(&rng, 3);
            else m->rts = seen.rts + sim_below(&rng, 3);
            wts[g] = m->wts, rts[g] = m->rts;
        }
        assert_true(t.evictions > 1000 && higher > 1000);
        assert_true(t.n == t.index.used);
        tx_table_free(&t);
    }
}

/* More reserved granules than entries: the table grows, and loses none. */
static void a_table_full_of_reservations_grows(void **state)
{
    (void)state;
    TxTable t;
    tx_table_init(&t, &(TxTableOptions){4, 2, 4, TX_BLOOM, 1});
    for (uint32_t g = 0; g < 50; g++) tx_table_entry(&t, g)->writes = g + 1;
    for (uint32_t g = 0; g < 50; g++) assert_int_equal(tx_table_look(&t, g).writes, g + 1);
    assert_int_equal(t.overflows, 46);
    tx_table_free(&t);
}

static void maps(void **state)
{
    (void)state;
    enum { KEYS = 300 };
    SimMap m = {0};
    SimRng rng = {test_seed()};
    uint32_t model[KEYS];
    memset(model, 0xff, sizeof model);
    for (uint32_t i = 0; i < 20000; i++) {
        uint32_t k = sim_below(&rng, KEYS), *v = sim_map_find(&m, k, k % 3);
        assert_int_equal(v ? *v : SIM_NONE, model[k]);
        if (sim_percent(&rng, 50)) *sim_map_at(&m, k, k % 3) = model[k] = i;
        else sim_map_remove(&m, k, k % 3), model[k] = SIM_NONE;
    }
    sim_map_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(figure_4_6),
                                        cmocka_unit_test(the_oldest_waits_least),
                                        cmocka_unit_test(who_wakes_may_wait_again),
                                        cmocka_unit_test(an_old_log_is_not_the_owner),
                                        cmocka_unit_test(ordinary_accesses),
                                        cmocka_unit_test(approximate_times),
                                        cmocka_unit_test(a_table_full_of_reservations_grows),
                                        cmocka_unit_test(maps) };
    return cmocka_run_group_tests_name("tx reference", tests, NULL, NULL);
}
