/* The consistency checker: hand-written histories, random tiny ones against all interleavings, a long one for speed. */
#include "test.h"
#include "history/consistency.h"
#include "history/graph.h"
#include "litmus/atomic.h"
#include <string.h>
#include <time.h>

static uint32_t put(SimHistory *h, uint32_t thread, SimKind kind, uint64_t word, uint32_t value)
{
    uint64_t now = h->n_ops + 1;
    uint32_t op = sim_history_begin(h, thread, kind, now);
    if (kind != SIM_FENCE)
        sim_history_access(h, word, kind == SIM_STORE ? value : 0, kind == SIM_LOAD ? 0 : UINT32_MAX);
    if (kind != SIM_FENCE) h->accesses[h->ops[op].first].read = value;
    h->ops[op].complete = true;
    h->ops[op].complete_at = now;
    return op;
}

static uint32_t st(SimHistory *h, uint32_t thread, uint64_t word, uint32_t value)
{
    uint32_t op = put(h, thread, SIM_STORE, word, value);
    assert_null(sim_history_perform(h, op, 2, 1));
    return op;
}

static uint32_t ld(SimHistory *h, uint32_t thread, uint64_t word, uint32_t value)
{
    return put(h, thread, SIM_LOAD, word, value);
}

static uint32_t atomic(SimHistory *h, uint32_t thread, uint64_t word, uint32_t op, uint32_t a, uint32_t b, uint32_t old)
{
    uint32_t i = put(h, thread, SIM_ATOMIC, word, old);
    h->ops[i].op = (uint8_t)op, h->ops[i].a = a, h->ops[i].b = b;
    assert_null(sim_history_perform(h, i, 3, 1));
    return i;
}

static SimVerdict judge(SimHistory *h, SimModel model, FILE *out)
{
    SimCheck c = {.model = model, .out = out};
    return sim_check(h, &c);
}

static int fresh(void **state)
{
    SimHistory *h = malloc(sizeof *h);
    sim_history_init(h, 4);
    for (uint32_t i = 0; i < 4; i++) h->threads[i].core = i;
    *state = h;
    return 0;
}

static int release(void **state)
{
    sim_history_free(*state);
    free(*state);
    return 0;
}

enum { X = 16, Y = 32 };

static void store_buffering_is_a_cycle_of_four(void **state)
{
    SimHistory *h = *state;
    st(h, 0, X, 1), ld(h, 0, Y, 0), st(h, 1, Y, 2), ld(h, 1, X, 0);
    SimVerdict v = judge(h, SIM_MODEL_SC, NULL);
    assert_false(v.ok);
    assert_int_equal(v.cycle_length, 4);
    assert_true(judge(h, SIM_MODEL_WEAK, NULL).ok);
}

static void fences_forbid_store_buffering_in_the_weak_model(void **state)
{
    SimHistory *h = *state;
    st(h, 0, X, 1), put(h, 0, SIM_FENCE, 0, 0), ld(h, 0, Y, 0), st(h, 1, Y, 2), put(h, 1, SIM_FENCE, 0, 0),
        ld(h, 1, X, 0);
    assert_int_equal(judge(h, SIM_MODEL_WEAK, NULL).cycle_length, 6);
}

static void one_fence_does_not_forbid_it(void **state)
{
    SimHistory *h = *state;
    st(h, 0, X, 1), put(h, 0, SIM_FENCE, 0, 0), ld(h, 0, Y, 0), st(h, 1, Y, 2), ld(h, 1, X, 0),
        put(h, 1, SIM_FENCE, 0, 0);
    assert_true(judge(h, SIM_MODEL_WEAK, NULL).ok);
    assert_false(judge(h, SIM_MODEL_SC, NULL).ok);
}

static void reads_going_back_are_found_in_both_models(void **state)
{
    SimHistory *h = *state;
    st(h, 0, X, 1), ld(h, 1, X, 1), ld(h, 1, X, 0);
    assert_int_equal(judge(h, SIM_MODEL_SC, NULL).cycle_length, 3);
    assert_false(judge(h, SIM_MODEL_WEAK, NULL).ok);
}

static void logical_time_order_is_accepted(void **state)
{
    SimHistory *h = *state; /* an old value long after the store was answered, as with leases */
    st(h, 0, X, 1), st(h, 0, Y, 2), ld(h, 1, X, 0), ld(h, 1, Y, 0), ld(h, 1, Y, 2), ld(h, 1, X, 1);
    assert_true(judge(h, SIM_MODEL_SC, NULL).ok);
}

static void a_value_never_written_is_an_error(void **state)
{
    SimHistory *h = *state;
    st(h, 0, X, 1), ld(h, 1, Y, 1);
    SimVerdict v = judge(h, SIM_MODEL_SC, NULL);
    assert_false(v.ok);
    assert_int_equal(v.bad_values, 1);
}

static void atomics_follow_the_order_exactly(void **state)
{
    SimHistory *h = *state;
    atomic(h, 0, X, LITMUS_OP_ADD, 5, 0, 0), atomic(h, 1, X, LITMUS_OP_CAS, 5, 9, 5),
        atomic(h, 0, X, LITMUS_OP_CAS, 5, 7, 9), ld(h, 2, X, 9);
    assert_true(judge(h, SIM_MODEL_SC, NULL).bad_values == 0);
    atomic(h, 1, X, LITMUS_OP_ADD, 1, 0, 8);
    assert_int_equal(judge(h, SIM_MODEL_SC, NULL).bad_values, 1);
}

static void masks_merge_along_the_order(void **state)
{
    SimHistory *h = *state;
    st(h, 0, X, 0x11223344);
    uint32_t op = st(h, 1, X, 0xaabbccdd);
    h->accesses[h->ops[op].first].mask = 0x00ff00ff;
    ld(h, 2, X, 0x11bb33dd);
    assert_true(judge(h, SIM_MODEL_SC, NULL).ok);
    ld(h, 2, X, 0xaabbccdd);
    assert_false(judge(h, SIM_MODEL_SC, NULL).ok);
}

static void an_answered_write_must_have_performed(void **state)
{
    SimHistory *h = *state;
    st(h, 0, X, 1), put(h, 1, SIM_STORE, Y, 2);
    assert_int_equal(judge(h, SIM_MODEL_SC, NULL).bad_values, 1);
}

static void the_report_names_the_operations(void **state)
{
    SimHistory *h = *state;
    char text[2000] = {0};
    FILE *f = tmpfile();
    st(h, 0, X, 7), st(h, 0, Y, 8), ld(h, 1, Y, 8), ld(h, 1, X, 0);
    assert_false(judge(h, SIM_MODEL_SC, f).ok);
    rewind(f);
    assert_true(fread(text, 1, sizeof text - 1, f) > 0);
    fclose(f);
    const char *parts[] = { "core 0 warp 0 #0 store 0x40 := 7", "core 1 warp 0 #1 load 0x40 -> 0", "  rf\n", "  fr\n",
                            "  po\n" };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) assert_non_null(strstr(text, parts[i]));
}

/* Tiny histories: is there an interleaving that keeps program order and the order of writes and explains every read? */
typedef struct { const SimHistory *h; uint32_t at[3], list[3][4], n[3]; uint32_t memory[2]; uint64_t order[2]; } Search;

static bool explain(Search *s)
{
    bool ended = true;
    for (uint32_t t = 0; t < 3; t++) {
        if (s->at[t] == s->n[t]) continue;
        ended = false;
        const SimOp *o = &s->h->ops[s->list[t][s->at[t]]];
        const SimAccess *a = &s->h->accesses[o->first];
        Search next = *s;
        if (o->kind == SIM_LOAD && a->read != s->memory[a->word]) continue;
        if (o->kind == SIM_STORE && o->order < s->order[a->word]) continue;
        if (o->kind == SIM_STORE) next.memory[a->word] = a->write, next.order[a->word] = o->order;
        next.at[t]++;
        if (explain(&next)) return true;
    }
    return ended;
}

static void tiny_histories_agree_with_all_interleavings(void **state)
{
    SimHistory *h = *state;
    SimRng r = {test_seed()};
    uint32_t bad = 0, rounds = 20000;
    for (uint32_t round = 0; round < rounds; round++) {
        Search s = {.h = h};
        uint32_t stores[2] = {0}, pending[12], n_pending = 0;
        bool store[3][4];
        sim_history_clear(h);
        for (uint32_t t = 0; t < 3; t++) s.n[t] = 1 + sim_below(&r, 4);
        uint64_t words[3][4];
        for (uint32_t t = 0; t < 3; t++)
            for (uint32_t i = 0; i < s.n[t]; i++)
                store[t][i] = sim_below(&r, 2), words[t][i] = sim_below(&r, 2), stores[words[t][i]] += store[t][i];
        uint32_t unique[2] = {0};
        for (uint32_t t = 0; t < 3; t++)
            for (uint32_t i = 0; i < s.n[t]; i++) {
                uint64_t w = words[t][i];
                s.list[t][i] = put(h, t, store[t][i] ? SIM_STORE : SIM_LOAD, w,
                                   store[t][i] ? ++unique[w] : sim_below(&r, stores[w] + 1));
                if (store[t][i]) pending[n_pending++] = s.list[t][i];
            }
        while (n_pending) { /* a random order of writes */
            uint32_t k = sim_below(&r, n_pending);
            sim_history_perform(h, pending[k], 2, 1);
            pending[k] = pending[--n_pending];
        }
        if (h->orders == 0) continue;
        bool expected = explain(&s);
        bad += !expected;
        if (judge(h, SIM_MODEL_SC, NULL).ok != expected)
            fail_msg("round %u: the checker disagrees with the interleavings (expected %d)", round, expected);
    }
    print_message("%u of %u random histories violate sequential consistency\n", bad, rounds);
    assert_true(bad > rounds / 10 && bad < rounds * 9 / 10);
}

/* Against the shortest closed walk by matrix steps. */
static void the_shortest_cycle_is_reported(void **state)
{
    (void)state;
    SimRng r = {test_seed()};
    uint32_t cyclic = 0;
    for (int round = 0; round < 5000; round++) {
        enum { N = 10 };
        uint32_t reach[N] = { 0 }, step[N] = { 0 }, expected = 0,
                 edges = 1 + sim_below(&r, 16); /* bit sets: ends of walks from each node */
        SimGraph g = {.n_nodes = N};
        SimEdge cycle[N];
        for (uint32_t i = 0; i < edges; i++) {
            uint32_t a = sim_below(&r, N), b = sim_below(&r, N);
            if (a == b) continue;
            sim_graph_edge(&g, a, b, 0);
            step[a] |= 1u << b;
        }
        for (uint32_t v = 0; v < N; v++) reach[v] = 1u << v;
        for (uint32_t length = 1; length <= N && !expected; length++)
            for (uint32_t v = 0; v < N; v++) {
                uint32_t next = 0;
                for (uint32_t u = 0; u < N; u++) next |= reach[v] >> u & 1 ? step[u] : 0;
                reach[v] = next;
                if (next >> v & 1) expected = length;
            }
        uint32_t got = sim_graph_cycle(&g, cycle, N);
        assert_int_equal(got, expected);
        for (uint32_t i = 0; i < got; i++) {
            assert_int_equal(cycle[i].to, cycle[(i + 1) % got].from);
            assert_true(step[cycle[i].from] >> cycle[i].to & 1);
        }
        cyclic += got != 0;
        sim_graph_free(&g);
    }
    assert_in_range(cyclic, 500, 4500);
}

static void a_million_operations_take_seconds(void **state)
{
    SimHistory *h = *state;
    SimRng r = {test_seed()};
    static uint32_t memory[64];
    uint32_t n = 1000000, last = 0;
    memset(memory, 0, sizeof memory);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t t = sim_below(&r, 4), w = sim_below(&r, 64);
        if (sim_below(&r, 3) == 0) st(h, t, w, memory[w] = i + 1), last = w;
        else ld(h, t, w, memory[w]);
    }
    clock_t begin = clock();
    assert_true(judge(h, SIM_MODEL_SC, NULL).ok);
    uint32_t value = memory[last]; /* a value seen, then an older one by the same thread */
    ld(h, 0, last, value), st(h, 1, last, n + 1), ld(h, 0, last, n + 1), ld(h, 0, last, value);
    assert_int_equal(judge(h, SIM_MODEL_SC, NULL).cycle_length, 3);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    print_message("two checks of %u operations: %.2f s\n", n, seconds);
    assert_true(seconds < 30);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, fresh, release)
    const struct CMUnitTest tests[] = {
        TEST(store_buffering_is_a_cycle_of_four),    TEST(fences_forbid_store_buffering_in_the_weak_model),
        TEST(one_fence_does_not_forbid_it),          TEST(reads_going_back_are_found_in_both_models),
        TEST(logical_time_order_is_accepted),        TEST(a_value_never_written_is_an_error),
        TEST(atomics_follow_the_order_exactly),      TEST(masks_merge_along_the_order),
        TEST(an_answered_write_must_have_performed), TEST(the_report_names_the_operations),
        TEST(the_shortest_cycle_is_reported),        TEST(tiny_histories_agree_with_all_interleavings),
        TEST(a_million_operations_take_seconds),
    };
    return cmocka_run_group_tests_name("sim consistency", tests, NULL, NULL);
}
