/* Judging a history piece by piece: the verdict is that of the whole history, and what is dropped is most of it. */
#include "test.h"
#include "history/window.h"

enum { THREADS = 4, WORDS = 3, OPS = 300 };

/* Threads that read from a past of their own: each sees the writes up to its view, which moves on at random, and to the
   end when the thread writes itself. That is sequentially consistent, unless a view goes back. */
typedef struct { uint32_t n, word[OPS], value[OPS], view[THREADS]; } Past;

static uint32_t seen(const Past *p, uint32_t thread, uint32_t word)
{
    for (uint32_t i = p->view[thread]; i-- > 0;)
        if (p->word[i] == word) return p->value[i];
    return 0;
}

static void add(SimHistory *h, uint32_t thread, bool store, uint32_t word, uint32_t value)
{
    uint32_t op = sim_history_begin(h, thread, store ? SIM_STORE : SIM_LOAD, 1);
    sim_history_access(h, word, store ? value : 0, store ? UINT32_MAX : 0);
    h->accesses[h->ops[op].first].read = value;
    h->ops[op].complete = true;
    if (store) assert_null(sim_history_perform(h, op, 2, 1));
}

/* One operation of a random thread, in both histories. */
static void step(Past *p, SimRng *r, bool back, SimHistory *whole, SimHistory *part)
{
    uint32_t t = sim_below(r, THREADS), word = sim_below(r, WORDS), value;
    bool store = sim_below(r, 3) == 0;
    if (store) {
        p->word[p->n] = word;
        p->value[p->n] = value = p->n + 1;
        p->view[t] = ++p->n;
    } else {
        if (sim_below(r, 2)) p->view[t] += sim_below(r, p->n - p->view[t] + 1);
        if (back && p->view[t]) p->view[t] -= 1 + sim_below(r, p->view[t]);
        value = seen(p, t, word);
    }
    add(whole, t, store, word, value);
    add(part, t, store, word, value);
}

static bool judge_part(SimWindow *w, SimHistory *h)
{
    static const bool going_on[THREADS] = {true, true, true, true};
    static uint32_t moved[OPS];
    SimCheck check = {.model = SIM_MODEL_SC};
    return sim_window_judge(w, h, &check, going_on, moved).ok;
}

static void the_verdict_is_that_of_the_whole_history(void **state)
{
    (void)state;
    SimRng r = {test_seed()};
    uint32_t bad = 0, rounds = 2000;
    uint64_t dropped = 0, most = 0;
    for (uint32_t round = 0; round < rounds; round++) {
        Past p = {0};
        SimHistory whole, part;
        SimWindow w;
        SimCheck check = {.model = SIM_MODEL_SC};
        uint32_t ops = 50 + sim_below(&r, OPS - 50), wrong_at = sim_below(&r, 2) ? sim_below(&r, ops) : OPS;
        bool ok = true;
        sim_history_init(&whole, THREADS);
        sim_history_init(&part, THREADS);
        sim_window_init(&w, 1 + sim_below(&r, 30));
        for (uint32_t i = 0; i < ops; i++) {
            step(&p, &r, i == wrong_at, &whole, &part);
            if (ok && part.n_ops >= w.next) ok = judge_part(&w, &part);
        }
        ok = ok && judge_part(&w, &part);
        if (sim_check(&whole, &check).ok != ok)
            fail_msg("round %u: in parts %s, the whole not", round, ok ? "fine" : "wrong");
        bad += !ok;
        if (ok && wrong_at == OPS) dropped += part.dropped, most += whole.n_ops;
        sim_window_free(&w);
        sim_history_free(&whole);
        sim_history_free(&part);
    }
    print_message("%u of %u histories are wrong; of the others %.0f %% was dropped\n", bad, rounds,
                  100.0 * (double)dropped / (double)most);
    assert_in_range(bad, rounds / 20, rounds / 2);
    assert_true(dropped > most / 2);
}

/* A thread that has done nothing yet may still read anything, so nothing is settled before it has. */
static void nothing_is_dropped_while_a_thread_may_see_it(void **state)
{
    (void)state;
    SimHistory h;
    SimWindow w;
    sim_history_init(&h, THREADS);
    sim_window_init(&w, 1);
    for (uint32_t t = 0; t < THREADS - 1; t++)
        for (uint32_t i = 0; i < 5; i++) add(&h, t, true, 0, 10 * t + i + 1);
    for (uint32_t t = 0; t < THREADS - 1; t++) add(&h, t, false, 0, 25);
    assert_true(judge_part(&w, &h));
    assert_int_equal(h.dropped, 0);
    add(&h, THREADS - 1, false, 0, 3);    /* the first to be read is an early one */
    add(&h, THREADS - 1, false, 0, 25);
    assert_true(judge_part(&w, &h));
    assert_true(h.dropped > 10);
    add(&h, THREADS - 1, false, 0, 3);    /* now it is one that went away */
    assert_false(judge_part(&w, &h));
    sim_window_free(&w);
    sim_history_free(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(the_verdict_is_that_of_the_whole_history),
                                        cmocka_unit_test(nothing_is_dropped_while_a_thread_may_see_it) };
    return cmocka_run_group_tests_name("sim window", tests, NULL, NULL);
}
