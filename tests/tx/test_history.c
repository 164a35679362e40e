/* The judge of histories: correct ones pass, each kind of broken one is found. */
#include "history/transactions.h"
#include "test.h"
#include <string.h>

static uint32_t zero(void *context, uint64_t word) { (void)context, (void)word; return 0; }

typedef struct { SimTxHistory h; uint64_t order; uint32_t wids; SimStatus status; } Story;

/* A transaction of a thread of its own. */
static uint32_t begin(Story *s) { return sim_tx_begin(&s->h, &(SimTxAttempt){.wid = ++s->wids, .number = 1}); }
static void reads(Story *s, uint32_t a, uint64_t word, uint32_t value)
{
    sim_tx_read(&s->h, a, word, value, ++s->order);
}
static void writes(Story *s, uint32_t a, uint64_t word, uint32_t value) { sim_tx_write(&s->h, a, word, value); }
static void arrives(Story *s, uint32_t a, uint64_t word, uint32_t value)
{
    sim_tx_installed(&s->h, s->h.attempts[a].wid, 1, word, value, ++s->order);
}
static void commits(Story *s, uint32_t a) { sim_tx_end(&s->h, a, SIM_TX_COMMITTED); }
static void aborts(Story *s, uint32_t a) { sim_tx_end(&s->h, a, SIM_TX_ABORTED); }
static void stores(Story *s, uint32_t a, uint64_t word, uint32_t value)
{
    writes(s, a, word, value), commits(s, a), arrives(s, a, word, value);
}

/* `text` NULL: it must pass. */
static void judged(Story *s, const char *text)
{
    FILE *f = tmpfile();
    s->status.err = f;
    sim_tx_check(&s->h, zero, NULL, &s->status);
    bool right = text ? s->status.failures && strstr(s->status.first, text) : s->status.failures == 0;
    if (!right) fail_msg("'%s', expected '%s'", s->status.first, text ? text : "nothing");
    if (text && strstr(text, "circle")) {
        char line[200];
        int lines = 0;
        rewind(f);
        while (fgets(line, sizeof line, f)) lines++;
        assert_true(lines >= 3);             /* the message and an edge a line */
    }
    fclose(f);
    sim_tx_free(&s->h);
}

static void in_order(void **state)
{
    (void)state;
    Story s = {0};
    uint32_t a = begin(&s), b = begin(&s), c = begin(&s);
    reads(&s, c, 1, 0);                      /* before a, though it commits last */
    reads(&s, a, 1, 0);
    stores(&s, a, 1, 5);
    reads(&s, b, 1, 5);
    stores(&s, b, 2, 6);
    commits(&s, c);
    judged(&s, NULL);
}

static void a_lost_update(void **state)
{
    (void)state;
    Story s = {0};
    uint32_t a = begin(&s), b = begin(&s);
    reads(&s, a, 1, 0);
    reads(&s, b, 1, 0);
    stores(&s, a, 1, 1);
    stores(&s, b, 1, 1);
    judged(&s, "not serialisable; 2 transactions in a circle");
}

static void write_skew(void **state)
{
    (void)state;
    Story s = {0};
    uint32_t a = begin(&s), b = begin(&s);
    reads(&s, a, 1, 0);
    reads(&s, b, 2, 0);
    stores(&s, a, 2, 1);
    stores(&s, b, 1, 1);
    judged(&s, "not serialisable; 2 transactions in a circle");
}

static void a_torn_read_of_three(void **state)
{
    (void)state;
    Story s = {0};
    uint32_t a = begin(&s), b = begin(&s), c = begin(&s);
    reads(&s, a, 1, 0);
    stores(&s, b, 1, 1);
    reads(&s, c, 1, 1);
    stores(&s, c, 2, 1);
    reads(&s, a, 2, 1);
    commits(&s, a);
    judged(&s, "not serialisable; 3 transactions in a circle");
}

static void a_thread_must_keep_its_order(void **state)
{
    (void)state;
    Story s = {0};
    uint32_t a = sim_tx_begin(&s.h, &(SimTxAttempt){.wid = 9, .number = 1});
    writes(&s, a, 1, 5);
    commits(&s, a);
    uint32_t b = sim_tx_begin(&s.h, &(SimTxAttempt){.wid = 9, .number = 2});
    reads(&s, b, 1, 0);                      /* its own log is still on its way */
    arrives(&s, a, 1, 5);
    commits(&s, b);
    judged(&s, "not serialisable; 2 transactions in a circle");
}

/* The committed ones are in order; the aborted one saw a half of b. */
static void opacity(void **state)
{
    (void)state;
    for (int committed = 0; committed < 2; committed++) {
        Story s = {0};
        uint32_t a = begin(&s), b = begin(&s);
        reads(&s, a, 1, 0);
        writes(&s, b, 1, 1), writes(&s, b, 2, 1), commits(&s, b);
        arrives(&s, b, 1, 1), arrives(&s, b, 2, 1);
        reads(&s, a, 2, 1);
        if (committed) commits(&s, a);
        else aborts(&s, a);
        judged(&s, committed ? "not serialisable; 2" : "an aborted transaction has read what no order allows; 2");
    }
}

static void values(void **state)
{
    (void)state;
    Story s = {0};
    uint32_t a = begin(&s);
    reads(&s, a, 1, 3);
    commits(&s, a);
    judged(&s, "a load of 0x4 got 0x3, memory held 0x0");
    s = (Story){0};
    a = begin(&s);
    writes(&s, a, 1, 3), commits(&s, a), arrives(&s, a, 1, 4);
    judged(&s, "0x4 became 0x4, the transaction wrote 0x3");
}

static void writes_that_go_astray(void **state)
{
    (void)state;
    Story s = {0};
    uint32_t a = begin(&s);
    writes(&s, a, 1, 3), commits(&s, a);
    judged(&s, "did not come to memory");
    s = (Story){0};
    a = begin(&s);
    writes(&s, a, 1, 3), commits(&s, a), arrives(&s, a, 1, 3), arrives(&s, a, 1, 3);
    judged(&s, "came to memory twice");
    s = (Story){0};
    a = begin(&s);
    commits(&s, a), arrives(&s, a, 1, 3);
    judged(&s, "that no committed transaction made");
    s = (Story){0};
    a = begin(&s);
    writes(&s, a, 1, 3), arrives(&s, a, 1, 3), aborts(&s, a);
    judged(&s, "of a transaction that has not committed");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(in_order),
                                        cmocka_unit_test(a_lost_update),
                                        cmocka_unit_test(write_skew),
                                        cmocka_unit_test(a_torn_read_of_three),
                                        cmocka_unit_test(a_thread_must_keep_its_order),
                                        cmocka_unit_test(opacity),
                                        cmocka_unit_test(values),
                                        cmocka_unit_test(writes_that_go_astray) };
    return cmocka_run_group_tests_name("tx history", tests, NULL, NULL);
}
