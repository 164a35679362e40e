/* cg_overflow_list against a set of keys: what was pushed is found once, with its entry, whatever else goes on; what was not is not. */
#include "list_memory.h"

const char *const test_block = "cg_overflow_list";
enum { CYCLES = 12000, KEYS = 64, PATIENCE = 63 }; /* finds that a result outlives without its requester */

static int key_w, ent_w, most, keys;
static struct {
    bool in;
    uint64_t ent;
} map[KEYS]; /* in the list, on the way to it, or in the result */
static bool lost; /* nobody comes for results */
static unsigned ignored, abandoned;
static unsigned span = 1, find_key, push_key, number_in, p_push;
static uint64_t push_ent;
static bool find, push, take, pass, flush, res, res_found;
static unsigned res_key;
static int founds, absents, takes, passes, pushes, puts_back, again, searching;

static uint64_t key_of(unsigned n) { return n * UINT64_C(0x9e3779b97f4a7c15) & ((UINT64_C(1) << key_w) - 1); }

void test_start(void) {
    key_w = tb_param("KEY_W");
    ent_w = tb_param("ENT_W");
    most = (1 << tb_param("ADDR_W")) - 1;
    keys = key_w < 6 ? 1 << key_w : KEYS;
}

static bool finish(void) {
    tb_check(founds > 20 && absents > 30 && takes > 30 && passes > 30 && pushes > 20 && puts_back > 5 && again > 1, "%d founds, %d absents, %d takes, %d passes, %d pushes, %d put back, %d again were reached",
             founds, absents, takes, passes, pushes, puts_back, again);
    tb_check(abandoned > 1, "%u results without their requester were replaced", abandoned);
    tb_note("KEY_W=%d ADDR_W=%d: %d pushes, %d found, %d absent, %ld reads", key_w, tb_param("ADDR_W"), pushes, founds, absents, memory.reads);
    return false;
}

/* A key that is not here may be pushed; the entry just taken may be pushed again in the same cycle. */
static void drive_push(void) {
    push_key = tb_rnd(span);
    push = false;
    if (take && res_found) {
        push = tb_get("put_ready") && tb_pct(30);
        push_key = res_key;
        again += push;
    } else if (tb_get("push_ready") && tb_get("ready") && !(res && !res_found && push_key == res_key && !take)) {
        push = !map[push_key].in && tb_pct(p_push);
    }
    push_ent = ((uint64_t)tb_rnd32() << 32 | tb_rnd32()) & ((UINT64_C(1) << ent_w) - 1);
    tb_put("push", push);
    tb_put("push_key", key_of(push_key));
    tb_put("push_ent", push_ent);
}

static void drive_result(void) {
    res = tb_get("ready") && tb_get("res_valid"); /* before, it is what a flush will forget */
    res_found = res && tb_get("res_found");
    take = pass = false;
    if (!res) return;
    while (res_key < (unsigned)keys && key_of(res_key) != tb_get("res_key")) res_key++;
    if (res_key == (unsigned)keys) res_key = 0;
    while (key_of(res_key) != tb_get("res_key")) res_key++;
    take = !lost && tb_pct(20);
    pass = !lost && !take && tb_pct(20);
}

bool test_drive(void) {
    if (tb_cycle() == CYCLES) return finish();
    if (tb_rnd(200) == 0 || tb_cycle() == 0) {
        span = 1 + tb_rnd((uint32_t)keys);
        p_push = tb_pct(50) ? 10 : 70;
        lost = tb_cycle() && tb_pct(25);
        memory.p_ready = 20 + tb_rnd(81);
        memory.most_wait = tb_rnd(10);
    }
    memory_drive();
    flush = tb_get("ready") && tb_rnd(3000) == 0;
    drive_result();
    drive_push();
    if (!find || tb_pct(5)) find_key = tb_rnd(span);
    find = tb_get("ready") && !flush && !push && !take && tb_pct(60) && !(res && find_key == res_key);
    tb_put("flush", flush);
    tb_put("take", take);
    tb_put("pass", pass);
    tb_put("find", find);
    tb_put("find_key", key_of(find_key));
    return true;
}

void test_sample(void) {
    static bool res_before, passed;
    memory_sample();
    tb_check(tb_get("count") <= (unsigned)most, "count_o");
    tb_check(!tb_get("empty") || number_in == (res_found ? 1u : 0u), "empty_o with %u entries", number_in);
    searching = tb_get("push_ready") || tb_get("count") == (unsigned)most ? 0 : searching + 1;
    tb_check(searching < 200 * (most < KEYS ? most : KEYS) + 200, "the list does not come to rest");
    if (res && !res_before) {
        tb_check(res_found == map[res_key].in, "key %u: found is %d", res_key, res_found);
        founds += res_found;
        absents += !res_found;
    }
    if (res_found) tb_check(tb_get("res_ent") == map[res_key].ent, "key %u: entry", res_key);
    puts_back += res_before && !res && tb_get("ready");
    if (take) {
        number_in -= map[res_key].in;
        map[res_key].in = false;
        takes++;
    }
    if (res_before && !res && tb_get("ready")) {
        tb_check(passed || ignored > PATIENCE, "a result is replaced that nobody passed on");
        abandoned += !passed;
    }
    static unsigned key_before;
    static bool due;
    tb_check(!due || !res || res_key != key_before, "a result without its requester keeps other keys waiting");
    if (!res || take || !res_before || res_key != key_before) ignored = 0;
    if (res && !take && find) ignored++;
    due = ignored > PATIENCE && find && !flush && tb_get("put_ready");
    key_before = res_key;
    passed = res && !take && (passed || pass);
    passes += pass;
    if (push) {
        map[push_key].in = true;
        map[push_key].ent = push_ent;
        number_in++;
        pushes++;
    }
    res_before = res && !take;
    if (flush) {
        memset(map, 0, sizeof map);
        number_in = 0;
    }
}
