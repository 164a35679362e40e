/* Programs run by the rules of quanta: each way for a quantum to end, the order of commits and of atomics, both
 * options, with results worked out by hand. There is no design behind these runs, only the tables of a port. */
#include "kernels/kernels.h"
#include "quanta/quanta.h"
#include "quanta_machine.h"
#include "test.h"
#include <string.h>

enum { CORES = 2, WARPS = 2, LINE = 16 };

static const CgField request[] = { { "warp", 23, 1 },  { "data", 25, 128 }, { "mask", 153, 16 }, { "op", 169, 3 },
                                   { "word", 172, 2 }, { "a", 174, 32 },    { "b", 206, 32 },    { "n", 238, 6 } };
static const CgField reply[] = {{"warp", 4, 1}, {"data", 6, 128}, {"old", 134, 32}, {"group", 166, 8}};
static const CgName events[] = { { "load", 0 },    { "store", 1 }, { "atomic", 2 }, { "fence", 3 },
                                 { "barrier", 4 }, { "work", 5 },  { "next", 6 } };
static const CgName replies[] = { { "loaded", 0 }, { "stored", 1 }, { "atomic_done", 2 }, { "fenced", 3 },
                                  { "passed", 4 }, { "worked", 5 }, { "begin", 6 },       { "over", 7 } };
static const CgCorePort port = {
    .controller = "CU", .name = "core", .instances = CORES, .in_stride = 256, .out_stride = 256,
    .req_valid = {"valid", 0, 1}, .req_kind = {"kind", 1, 3}, .req_key = {"key", 4, 16}, .req_ready = {"ready", 0, 1},
    .rep_valid = {"valid", 1, 1}, .rep_kind = {"kind", 2, 2}, .rep_ready = {"ready", 250, 1},
    .req_fields = request, .n_req_fields = 8, .rep_fields = reply, .n_rep_fields = 4,
    .events = events, .n_events = 7, .replies = replies, .n_replies = 8,
    .id_field = "warp", .ids = WARPS, .key_bits = 16, .line_bytes = LINE,
};

/* What a test is: the limits, and what each wavefront does in a workgroup. */
typedef struct { uint32_t quantum, log, waves, groups, wa, dwp; void (*work)(Warp *w, uint32_t group); } Case;

static const Case *now;
static uint64_t at; /* some lines of memory; the n-th word holds n + 100 at first */

static uint32_t me(Warp *w) { return cg_core(w) * WARPS + cg_warp(w); }
static uint64_t word(uint32_t n) { return at + 4 * (uint64_t)n; }

static void *setup(CgRun *r)
{
    at = cg_alloc(r, 64 * LINE);
    for (uint32_t i = 0; i < 64; i++) cg_poke(r, word(i), i + 100);
    return NULL;
}

static void body(Warp *w, void *arg)
{
    (void)arg;
    for (uint32_t group; cg_next_group(w, &group);) now->work(w, group);
}

static const CgKernel kernel = {"case", "", setup, body, NULL, NULL, NULL, false};

typedef struct { CgParam params[6]; CgDesign design; SimOptions options; } Port;

static void make_port(Port *p, const Case *c)
{
    const CgParam params[] = {{"QUANTUM", c->quantum}, {"LOG", c->log}, {"WAVES", c->waves}, {"GROUPS", c->groups},
                        {"WA", c->wa}, {"DWP", c->dwp}};
    char *words[] = {"test", NULL};
    memcpy(p->params, params, sizeof params);
    p->design = (CgDesign){ .name = "port",
                            .in_bits = 512,
                            .out_bits = 512,
                            .cores = &port,
                            .n_cores = 1,
                            .params = p->params,
                            .n_params = 6 };
    assert_int_equal(sim_options_parse(&p->options, NULL, 1, words), 0);
    now = c;
}

static Quanta *run_kernel(const Case *c, const CgKernel *k, SimStatus *status)
{
    Port p;
    make_port(&p, c);
    *status = (SimStatus){0};
    return quanta_run(&p.design, &p.options, k, status);
}

static Quanta *run_or_fail(const Case *c, SimStatus *status) { return run_kernel(c, &kernel, status); }

static Quanta *run(const Case *c)
{
    SimStatus status;
    Quanta *q = run_or_fail(c, &status);
    if (!q) fail_msg("%s", status.first);
    return q;
}

static uint32_t left(Quanta *q, uint32_t n) { return sim_pages_word(quanta_memory(q), word(n)); }

/* The n-th answer to a load or an atomic of a wavefront, and the quantum in which it had it. */
static const QuantaStep *got(const Quanta *q, uint32_t wave, uint32_t n)
{
    for (uint64_t i = 0;; i++) {
        const QuantaStep *s = quanta_step(q, wave, i);
        assert_non_null(s);
        if ((s->kind == SIM_LOAD || s->kind == SIM_ATOMIC) && n-- == 0) return s;
    }
}

static void expect(const Quanta *q, uint32_t wave, uint32_t n, uint32_t value, uint32_t quantum)
{
    const QuantaStep *s = got(q, wave, n);
    if (s->value != value || s->quantum != quantum)
        fail_msg("wavefront %u, answer %u: %u in quantum %u; expected %u in quantum %u", wave, n, s->value, s->quantum,
                 value, quantum);
}

/* ---- quantum 0: all ask for their first workgroup; quantum 1 is the first of their programs ---- */

static void all_store_and_load(Warp *w, uint32_t group)
{
    (void)group;
    cg_st(w, word(0), me(w));
    cg_st(w, word(1 + me(w)), me(w) + 50);
    cg_ld(w, word(0));                      /* its own */
    cg_ld(w, word(1 + (me(w) + 1) % 4));    /* what was there when the quantum began */
    cg_fence(w);
    cg_ld(w, word(0));
}

static void the_lowest_wavefront_stays(void **state)
{
    (void)state;
    Quanta *q = run(&(Case){200, 16, 2, 2, 0, 0, all_store_and_load});
    assert_int_equal(left(q, 0), 0);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(left(q, 1 + i), i + 50);
        expect(q, i, 0, i, 1);
        expect(q, i, 1, 101 + (i + 1) % 4, 1);
        expect(q, i, 2, 0, 2);
        assert_int_equal(quanta_ended(q, i, QUANTA_FENCE), 1);
        assert_int_equal(quanta_ended(q, i, QUANTA_END), 2);
    }
    assert_int_equal(quanta_number(q), 4); /* 0: next, 1: to the fence, 2: to the end, 3: all are over */
    quanta_free(q);
}

static void twice(Warp *w, uint32_t group)
{
    (void)group;
    uint32_t line[4] = {me(w) * 10 + 1, me(w) * 10 + 2, me(w) * 10 + 3, me(w) * 10 + 4}, other[4] = {7, 7, 7, 7};
    if (me(w) == 1 || me(w) == 2) {
        cg_st_line(w, word(0), (uint8_t *)other, (uint8_t[]){0xf0, 0x0f});  /* words 1 and 2 */
        cg_st_line(w, word(0), (uint8_t *)line, (uint8_t[]){0x00, 0xff});   /* words 2 and 3 */
        cg_st_line(w, word(4), (uint8_t *)line, (uint8_t[]){0x00, 0xff});
        cg_st_line(w, word(4), (uint8_t *)other, (uint8_t[]){0xf0, 0x0f});
    }
    if (me(w) == 3) cg_st(w, word(0), 99), cg_st(w, word(3), 99), cg_st(w, word(0), 98);
    cg_ld(w, word(2));
}

static void of_one_wavefront_the_latest_stays(void **state)
{
    (void)state;
    Quanta *q = run(&(Case){200, 16, 2, 2, 0, 0, twice});
    const uint32_t expected[8] = {98, 7, 13, 14, 104, 7, 7, 14};
    for (uint32_t i = 0; i < 8; i++) assert_int_equal(left(q, i), expected[i]);
    expect(q, 1, 0, 13, 1);
    expect(q, 2, 0, 23, 1);
    expect(q, 3, 0, 102, 1);
    quanta_free(q);
}

/* 6 instructions for each quantum: 3 loads, work of 5 (8: 2 more), load and store at 4, work of 13 (17: 11 more, and
 * with the next load 12: two quanta one after the other). */
static void counting(Warp *w, uint32_t group)
{
    (void)group;
    if (me(w) != 0) return;
    for (int i = 0; i < 3; i++) cg_ld(w, word(0));
    cg_compute(w, 5);
    cg_ld(w, word(0));
    cg_st(w, word(0), 1);
    cg_compute(w, 13);
    cg_ld(w, word(0));
    cg_ld(w, word(0));
    cg_ld(w, word(0));
}

static void instructions_are_counted(void **state)
{
    (void)state;
    Quanta *q = run(&(Case){6, 16, 2, 2, 0, 0, counting});
    expect(q, 0, 2, 100, 1);
    expect(q, 0, 3, 100, 2);
    expect(q, 0, 4, 1, 3);      /* 17 - 6 = 11, with this load 12: 6 are left */
    expect(q, 0, 5, 1, 4);      /* 7: 1 is left */
    expect(q, 0, 6, 1, 5);
    assert_int_equal(quanta_ended(q, 0, QUANTA_COUNT), 4);
    quanta_free(q);
}

static void many_stores(Warp *w, uint32_t group)
{
    (void)group;
    if (me(w) == 1)
        for (uint32_t i = 0; i < 7; i++) cg_st(w, word(i / 2), i), cg_ld(w, word(9));
    else if (me(w) == 0)
        for (int i = 0; i < 4; i++) cg_ld(w, word(1)), cg_fence(w);
}

static void a_full_log_ends_the_quantum(void **state)
{
    (void)state;
    Quanta *q = run(&(Case){200, 3, 2, 2, 0, 0, many_stores});
    expect(q, 1, 1, 109, 1);
    expect(q, 1, 2, 109, 2);    /* behind the third store */
    expect(q, 1, 4, 109, 2);
    expect(q, 1, 5, 109, 3);
    expect(q, 0, 0, 101, 1);
    expect(q, 0, 1, 2, 2);      /* of the stores 0, 1, 2 the last is to word 1 */
    expect(q, 0, 2, 3, 3);
    assert_int_equal(quanta_ended(q, 1, QUANTA_LOG), 2);
    assert_int_equal(left(q, 3), 6);
    quanta_free(q);
    q = run(&(Case){5, 2, 2, 2, 0, 0, many_stores}); /* 3 or 4 instructions to the log's second store */
    assert_int_equal(quanta_ended(q, 1, QUANTA_LOG), 3);
    assert_int_equal(quanta_ended(q, 1, QUANTA_COUNT), 0);
    quanta_free(q);
}

static void adding(Warp *w, uint32_t group)
{
    (void)group;
    cg_st(w, word(0), 1000);
    cg_atomic(w, CG_ADD, word(0), 1 + me(w), 0);
    cg_ld(w, word(0));
    cg_atomic(w, CG_CAS, word(0), 1010, me(w));
}

static void atomics_come_in_order_behind_the_stores(void **state)
{
    (void)state;
    Quanta *q = run(&(Case){200, 16, 2, 2, 0, 0, adding});
    const uint32_t before[4] = {1000, 1001, 1003, 1006};
    for (uint32_t i = 0; i < 4; i++) {
        expect(q, i, 0, before[i], 1);
        expect(q, i, 1, 1010, 2);
        expect(q, i, 2, i ? 0 : 1010, 2);
        assert_int_equal(quanta_ended(q, i, QUANTA_ATOMIC), 2);
    }
    assert_int_equal(left(q, 0), 0);
    quanta_free(q);
}

/* Wavefront 0 comes to the barrier one quantum before wavefront 1; so do 2 and 3 of the other workgroup. */
static void meeting(Warp *w, uint32_t group)
{
    (void)group;
    if (cg_wave(w)) cg_ld(w, word(0)), cg_fence(w);
    cg_st(w, word(me(w)), 7);
    cg_group_barrier(w);
    cg_ld(w, word(me(w) ^ 1));
    cg_group_barrier(w);
    cg_ld(w, word(me(w) ^ 1));
}

static void barriers_of_a_workgroup(void **state)
{
    (void)state;
    Quanta *q = run(&(Case){200, 16, 2, 2, 0, 0, meeting});
    expect(q, 0, 0, 7, 3);      /* wavefront 1 came in quantum 2 */
    expect(q, 1, 1, 7, 3);
    expect(q, 0, 1, 7, 4);
    assert_int_equal(quanta_ended(q, 0, QUANTA_BARRIER), 2);
    quanta_free(q);
    /* With WA the first ends quantum 1 since its fellow has, the second time they go on in quantum 2. */
    q = run(&(Case){200, 16, 2, 2, 1, 0, meeting});
    expect(q, 0, 0, 101, 2);    /* the store of wavefront 1 is of this very quantum */
    expect(q, 1, 1, 7, 2);      /* that of wavefront 0 of the one before */
    expect(q, 0, 1, 101, 2);
    assert_int_equal(quanta_ended(q, 0, QUANTA_BARRIER), 1);
    assert_int_equal(quanta_ended(q, 1, QUANTA_BARRIER), 0);
    quanta_free(q);
}

static void one_leaves_early(Warp *w, uint32_t group)
{
    (void)group;
    if (cg_wave(w)) return;
    cg_group_barrier(w);
    cg_ld(w, word(0));
}

static void who_is_over_counts_as_arrived(void **state)
{
    (void)state;
    for (uint32_t wa = 0; wa < 2; wa++) {
        Quanta *q = run(&(Case){200, 16, 2, 2, wa, 0, one_leaves_early});
        expect(q, 0, 0, 100, 2 - wa);
        expect(q, 2, 0, 100, 2 - wa);
        quanta_free(q);
    }
}

/* Workgroups of a quantum each, but the first, which takes three. */
static void noting(Warp *w, uint32_t group)
{
    cg_st(w, word(16 + group), 10 + cg_group_slot(w));
    if (group == 0) cg_fence(w), cg_ld(w, word(0)), cg_fence(w);
    cg_ld(w, word(0));
}

static void workgroups_go_to_free_slots_in_order(void **state)
{
    (void)state;
    Quanta *q = run(&(Case){200, 16, 1, 7, 0, 0, noting}); /* four slots */
    const uint32_t slot[7] = {0, 1, 2, 3, 1, 2, 3};
    for (uint32_t i = 0; i < 7; i++) assert_int_equal(left(q, 16 + i), 10 + slot[i]);
    expect(q, 0, 1, 100, 3);
    expect(q, 1, 1, 100, 2);    /* group 4 */
    quanta_free(q);
    const uint32_t fixed[7] = {0, 1, 2, 3, 0, 1, 2};
    for (uint32_t wa = 0; wa < 2; wa++) {
        q = run(&(Case){200, 16, 1, 7, wa, 1, noting});
        for (uint32_t i = 0; i < 7; i++) assert_int_equal(left(q, 16 + i), 10 + fixed[i]);
        expect(q, 1, 1, 100, wa ? 0 : 2);
        quanta_free(q);
    }
    q = run(&(Case){200, 16, 1, 7, 1, 1, noting});
    expect(q, 1, 0, 100, 0);    /* groups 1 and 5 within quantum 0 */
    expect(q, 1, 1, 100, 0);
    expect(q, 0, 0, 100, 1);
    expect(q, 0, 2, 100, 2);    /* group 4 in the quantum in which group 0 ends */
    quanta_free(q);
}

/* Instructions go on being counted, the log being filled. */
static void short_ones(Warp *w, uint32_t group)
{
    cg_st(w, word(group), 1);
    cg_ld(w, word(0));
}

static void counts_go_on_over_workgroups(void **state)
{
    (void)state;
    Quanta *q = run(&(Case){4, 16, 1, 12, 1, 1, short_ones}); /* slots of three workgroups each: 6 instructions */
    assert_int_equal(quanta_ended(q, 0, QUANTA_COUNT), 1);
    expect(q, 0, 1, 1, 0);      /* what it has stored in the workgroup before */
    expect(q, 1, 1, 100, 0);
    expect(q, 1, 2, 1, 1);
    quanta_free(q);
    q = run(&(Case){200, 2, 1, 12, 1, 1, short_ones});
    assert_int_equal(quanta_ended(q, 0, QUANTA_LOG), 1);
    quanta_free(q);
}

static void all_for_nothing(Warp *w, uint32_t group)
{
    (void)group;
    if (me(w) == 0) cg_wait(w, 5);
    if (me(w) == 1) cg_meet(w);
}

static void half_a_word(Warp *w, uint32_t group)
{
    uint8_t line[LINE] = {0};
    (void)group;
    cg_st_line(w, word(0), line, (uint8_t[]){0x03, 0});
}

static void what_is_no_program_for_quanta_is_told(void **state)
{
    (void)state;
    SimStatus status;
    assert_null(run_or_fail(&(Case){200, 16, 2, 2, 0, 0, all_for_nothing}, &status));
    assert_non_null(strstr(status.first, "core 0 warp 1 waits for another outside of memory"));
    assert_null(run_or_fail(&(Case){200, 16, 2, 2, 0, 0, half_a_word}, &status));
    assert_non_null(strstr(status.first, "stores a part of 4 bytes"));
}

enum { N_PROGRAMS = 11 };
static const char *const programs[N_PROGRAMS] = {
    "racey", "mixed", "twice", "chains", "ht", "transfers", "atm", "tiles", "triad", "bfsf", "bfsr"};

/* The programs with a result that is known have it in quanta of any size, with each option. */
static void programs_have_their_results(void **state)
{
    (void)state;
    uint32_t numbers[N_PROGRAMS] = {0};
    for (uint32_t i = 0; i < N_PROGRAMS * 24; i++) {
        uint32_t k = i / N_PROGRAMS;
        Case c = {
            k % 3 == 0 ? 200 : k % 3 == 1 ? 64 : 7, k % 4 < 2 ? 16 : 3, k & 8 ? 1 : 2, 5, k & 1, k >> 1 & 1, NULL
        };
        SimStatus status;
        Quanta *q = run_kernel(&c, sim_kernel(programs[i % N_PROGRAMS]), &status);
        if (!q)
            fail_msg("%s, quantum %u, log %u, waves %u, wa %u, dwp %u: %s", programs[i % N_PROGRAMS], c.quantum, c.log,
                     c.waves, c.wa, c.dwp, status.first);
        numbers[i % N_PROGRAMS] += quanta_number(q);
        quanta_free(q);
    }
    for (int i = 0; i < N_PROGRAMS; i++) print_message("%s: %u quanta\n", programs[i], numbers[i]);
}

/* A program in quanta by the reference, and by a machine in which everything that may be in any order is. Empty: no
 * difference was found. */
static const char *compared(const char *name, const Case *c, MachineFault fault, uint64_t seed)
{
    static SimStatus status;
    Port p;
    make_port(&p, c);
    status = (SimStatus){0};
    Quanta *q = quanta_run(&p.design, &p.options, sim_kernel(name), &status);
    if (!q) return status.first;
    machine_run(&p.design, &p.options, sim_kernel(name), fault, seed, (SimAnswered){quanta_answered, q}, &status);
    if (status.failures == 0) quanta_end(q, NULL);
    quanta_free(q);
    return status.first;
}

static void any_order_gives_the_same_answers(void **state)
{
    (void)state;
    uint64_t seed = test_seed();
    for (uint32_t i = 0; i < N_PROGRAMS * 48; i++) {
        uint32_t k = i / N_PROGRAMS;
        Case c = {
            k % 3 == 0 ? 200 : k % 3 == 1 ? 64 : 7, k % 4 < 2 ? 16 : 3, k & 8 ? 1 : 2, 7, k & 1, k >> 1 & 1, NULL
        };
        const char *wrong = compared(programs[i % N_PROGRAMS], &c, MACHINE_RIGHT, seed + i);
        if (*wrong)
            fail_msg("%s, quantum %u, log %u, waves %u, wa %u, dwp %u, seed %llu: %s", programs[i % N_PROGRAMS],
                     c.quantum, c.log, c.waves, c.wa, c.dwp, (unsigned long long)(seed + i), wrong);
    }
}

/* Each fault is found, by a program that is about it. */
static void wrong_answers_are_found(void **state)
{
    (void)state;
    static const char *const by[MACHINE_FAULTS] = { NULL,    "racey",     "twice", "racey",
                                                    "twice", "transfers", "triad", "racey" };
    uint64_t seed = test_seed();
    for (int f = 1; f < MACHINE_FAULTS; f++) {
        Case c = {40, 8, 1, 9, 0, 0, NULL};
        uint32_t found = 0;
        for (uint64_t i = 0; i < 20; i++) {
            const char *wrong = compared(by[f], &c, (MachineFault)f, seed + i);
            found += strstr(wrong, "in quantum") || strstr(wrong, "steps") || strstr(wrong, "in quanta for");
        }
        print_message("%s: found in %u of 20 runs of %s\n", machine_faults[f], found, by[f]);
        if (found < 10) fail_msg("%s is hardly found", machine_faults[f]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lowest_wavefront_stays), cmocka_unit_test(of_one_wavefront_the_latest_stays),
        cmocka_unit_test(instructions_are_counted), cmocka_unit_test(a_full_log_ends_the_quantum),
        cmocka_unit_test(atomics_come_in_order_behind_the_stores), cmocka_unit_test(barriers_of_a_workgroup),
        cmocka_unit_test(who_is_over_counts_as_arrived), cmocka_unit_test(workgroups_go_to_free_slots_in_order),
        cmocka_unit_test(counts_go_on_over_workgroups), cmocka_unit_test(what_is_no_program_for_quanta_is_told),
        cmocka_unit_test(programs_have_their_results),
        cmocka_unit_test(any_order_gives_the_same_answers), cmocka_unit_test(wrong_answers_are_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
