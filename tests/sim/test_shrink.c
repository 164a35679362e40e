/* Shrinking of traces, against failures whose smallest trace is known. */
#include "test.h"
#include "traces/shrink.h"
#include <string.h>

enum { N = 400 };

/* A failure: the operations whose address is in needed[] are there, in this order; with the seed if there is one; with
 * the word at 0x40 in memory. */
typedef struct {
    uint64_t needed[4];
    uint32_t n;
    const char *seed;
    bool memory, delay;
} Failure; /* delay: the later ones wait */

static bool fails(void *context, const SimOpTrace *t)
{
    Failure *f = context;
    uint32_t found = 0;
    bool word = !f->memory;
    for (size_t i = 0; i < t->n_ops && found < f->n; i++)
        found += t->ops[i].address == f->needed[found] && (!f->delay || found == 0 || t->ops[i].after != 0);
    for (size_t i = 0; i < t->n_memory; i++) word |= t->memory[i].address == 0x40;
    if (f->seed && strcmp(t->options[0].value, f->seed) != 0 && t->n_ops < N / 2) return false;
    return found == f->n && word;
}

static SimOpTrace *make(void)
{
    SimOpTrace *t = sim_alloc(1, sizeof *t);
    sim_op_trace_option(t, "seed", "7");
    t->ops = sim_alloc(N, sizeof *t->ops);
    t->n_ops = N;
    for (uint32_t i = 0; i < N; i++)
        t->ops[i] = (SimTraceOp){ .core = i % 4,
                                  .warp = i / 4 % 4,
                                  .kind = SIM_LOAD,
                                  .address = 4 * (uint64_t)i,
                                  .size = 4,
                                  .after = 1 + i % 3 };
    for (uint32_t i = 0; i < 100; i++) sim_op_trace_memory(t, 4 * (uint64_t)i, i);
    return t;
}

static void shrinks_to(Failure f, size_t ops, size_t words)
{
    SimOpTrace *t = make();
    SimShrink s = {fails, &f, 5000, 0};
    sim_shrink(&s, t);
    assert_int_equal(t->n_ops, ops);
    assert_int_equal(t->n_memory, words);
    assert_true(fails(&f, t) && s.trials < 1000);
    sim_op_trace_free(t);
}

static void the_smallest_trace_is_found(void **state)
{
    (void)state;
    shrinks_to((Failure){.needed = {4 * 17}, .n = 1}, 1, 0);
    shrinks_to((Failure){.needed = {4 * 3, 4 * 200, 4 * 399}, .n = 3}, 3, 0);
    shrinks_to((Failure){.needed = {0, 4, 8, 12}, .n = 4}, 4, 0);
    shrinks_to((Failure){ .needed = { 0x40, 4 * 300 }, .n = 2, .memory = true }, 2,
               1); /* of the 100 words, only what is used is kept */
    shrinks_to((Failure){ .needed = { 4 * 5, 4 * 350 }, .n = 2, .seed = "9" }, 2,
               0); /* shorter traces fail with another seed only */
}

static void delays_go_when_they_can(void **state)
{
    (void)state;
    Failure f = {.needed = {4 * 5, 4 * 350}, .n = 2, .delay = true};
    SimOpTrace *t = make();
    SimShrink s = {fails, &f, 5000, 0};
    sim_shrink(&s, t);
    assert_int_equal(t->n_ops, 2);
    assert_int_equal(t->ops[0].after, 0);
    assert_int_not_equal(t->ops[1].after, 0); /* needed */
    sim_op_trace_free(t);
}

static void it_gives_up_in_time(void **state)
{
    (void)state;
    Failure f = {.needed = {4 * 3}, .n = 1};
    SimOpTrace *t = make();
    SimShrink s = {fails, &f, 10, 0};
    sim_shrink(&s, t);
    assert_true(s.trials <= 10 && t->n_ops < N && fails(&f, t));
    sim_op_trace_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(the_smallest_trace_is_found),
                                        cmocka_unit_test(delays_go_when_they_can),
                                        cmocka_unit_test(it_gives_up_in_time) };
    return cmocka_run_group_tests_name("sim shrink", tests, NULL, NULL);
}
