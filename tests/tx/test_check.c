/* The checkers of messages: a correct sequence passes; each with one event changed is found by the check that is there
 * for it. */
#include "tx/judge/check.h"
#include "test.h"
#include <string.h>

enum { EVENTS = 12 };

typedef struct { TxEvent e[EVENTS]; TxMessage m[EVENTS]; TxReply r[EVENTS]; uint32_t n; } Sequence;

static void add(Sequence *s, TxSeen seen, TxKind kind, uint64_t attempt, uint64_t warpts, TxMeta before, TxMeta after)
{
    s->m[s->n] =
        (TxMessage){ .kind = kind, .wid = 1, .tag = 2, .granule = 7, .warpts = warpts, .n = 1, .attempt = attempt };
    s->r[s->n] = (TxReply){.wid = 1, .tag = 2};
    s->e[s->n] = (TxEvent){.seen = seen, .decision = TX_PASS, .before = before, .after = after, .granule = 7};
    s->n++;
}

/* Warp 1 loads and stores granule 7 at time 20, commits, and the table is looked through. */
static Sequence correct(void)
{
    Sequence s = {.n = 0};
    TxMeta none = {0}, read = {0, 20, 0, 0}, reserved = {21, 20, 1, 1}, free_again = {21, 20, 0, 1};
    add(&s, TX_SENT, TX_LD, 1, 20, none, none);
    add(&s, TX_DECIDED, TX_LD, 1, 20, none, read);
    add(&s, TX_ANSWERED, TX_LD, 1, 20, none, none);
    add(&s, TX_SENT, TX_ST, 1, 20, none, none);
    add(&s, TX_DECIDED, TX_ST, 1, 20, read, reserved);
    add(&s, TX_ANSWERED, TX_ST, 1, 20, none, none);
    add(&s, TX_SENT, TX_COMMIT, 1, 0, none, none);
    add(&s, TX_WROTE, TX_COMMIT, 1, 0, none, none);
    add(&s, TX_RELEASED, TX_COMMIT, 1, 0, reserved, free_again);
    add(&s, TX_TRACKED, TX_LD, 0, 0, none, free_again);
    return s;
}

static void play(const Sequence *s, SimStatus *status)
{
    TxChecks *c = tx_checks_create(status);
    for (uint32_t i = 0; i < s->n; i++) {
        TxEvent e = s->e[i];
        e.message = &s->m[i], e.reply = &s->r[i];
        tx_checks_see(c, &e);
    }
    tx_checks_end(c);
    tx_checks_destroy(c);
}

static void expect(const Sequence *s, const char *text)
{
    SimStatus status = {0};
    play(s, &status);
    bool right = text ? status.failures && strstr(status.first, text) : status.failures == 0;
    if (!right) fail_msg("'%s', expected '%s'", status.first, text ? text : "nothing");
}

static void without(Sequence *s, uint32_t i)
{
    for (s->n--; i < s->n; i++) s->e[i] = s->e[i + 1], s->m[i] = s->m[i + 1], s->r[i] = s->r[i + 1];
}

static void a_correct_sequence_passes(void **state)
{
    (void)state;
    Sequence s = correct();
    expect(&s, NULL);
}

static void answers(void **state)
{
    (void)state;
    Sequence s = correct();
    without(&s, 5);
    expect(&s, "answers: 1 requests are not answered");
    s = correct();
    without(&s, 2);
    expect(&s, "answers: warp 1 asks with tag 2, which is in use");
    s = correct();
    without(&s, 3);
    expect(&s, "answers: an answer to warp 1, tag 2, that nobody waits for");
}

static void reservations(void **state)
{
    (void)state;
    Sequence s = correct();
    without(&s, 8);
    expect(&s, "reservations: granule 0x7 has 1 at the end");
    s = correct();
    s.m[8].n = 2;
    expect(&s, "reservations: warp 1 attempt 1 gives back 2");
    s = correct();
    s.m[8].n = 0;
    expect(&s, "gives back 0");
    s = correct();
    s.m[8].wid = 3;
    expect(&s, "reservations: warp 3 attempt 1 gives back 1");
    s = correct();
    s.m[7].wid = 3;
    expect(&s, "which it has not reserved");
    s = correct();
    s.e[8] = s.e[7], s.m[8] = s.m[7];
    s.e[7].seen = TX_RELEASED, s.e[7].after = (TxMeta){21, 20, 0, 1};
    expect(&s, "which it has not reserved");               /* released before the data were written */
    for (uint64_t other = 0; other < 2;
         other++) { /* somebody else, or a later attempt of the same warp, passes under the reservation */
        s = correct();
        s.e[6] = s.e[1], s.m[6] = s.m[1];
        s.e[6].before = s.e[6].after = (TxMeta){21, 20, 1, 1};
        if (other) s.m[6].wid = 3;
        else s.m[6].attempt = 2;
        expect(&s, "which warp 1 attempt 1 has reserved");
    }
}

static void owner(void **state)
{
    (void)state;
    Sequence s = correct();
    s.e[4].after.writes = 2;
    expect(&s, "owner: granule 0x7 shows 2 reservations after an access, it has 1");
    s = correct();
    s.e[4].after.owner = 3;
    expect(&s, "owner: granule 0x7 shows owner 3");
    s = correct();
    s.e[1].before.writes = 1;
    expect(&s, "owner: granule 0x7 shows 1 reservations before an access, it has 0");
    s = correct();
    s.e[8].after.writes = 1;
    expect(&s, "after a release");
}

static void times(void **state)
{
    (void)state;
    Sequence s = correct();
    s.e[4].after.wts = 20;
    expect(&s, "times: granule 0x7 shows wts 20, a store made it 21");
    s = correct();
    s.e[4].before.rts = 19;
    expect(&s, "times: granule 0x7 shows rts 19, a load made it 20");
    s = correct();
    s.e[9].after.wts = 5;
    expect(&s, "times: granule 0x7 shows wts 5");
    s = correct();
    s.e[9].after.wts = 500;
    expect(&s, NULL);                                       /* too high is allowed */
}

static void tracked(void **state)
{
    (void)state;
    Sequence s = correct();
    s.e[10] = s.e[9], s.m[10] = s.m[9], s.e[10].partition = 1;
    s.n++;
    expect(&s, "tracked: granule 0x7 has two entries");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_correct_sequence_passes),
                                        cmocka_unit_test(answers),
                                        cmocka_unit_test(reservations),
                                        cmocka_unit_test(owner),
                                        cmocka_unit_test(times),
                                        cmocka_unit_test(tracked) };
    return cmocka_run_group_tests_name("tx check", tests, NULL, NULL);
}
