/* cg_overflow_list against a set of keys: what was pushed is found once, with its entry, whatever else goes on; what
 * was not is not. Results come in the order in which their keys were first asked for. */
#include "list_memory.h"

const char *const test_block = "cg_overflow_list";
enum { CYCLES = 12000, KEYS = 64, PATIENCE = 63 }; /* finds that a result outlives without its requester */

static int key_w, ent_w, most, keys, lists, askers; /* most: in a list */
static struct {
    bool in;
    uint64_t ent;
} map[KEYS]; /* in the list, on the way to it, or in the result */
static bool lost; /* nobody comes for results */
static unsigned ignored, abandoned;
static unsigned span = 1, find_key, push_key, p_push;
static int in_list[KEYS]; /* entries of each list, in the result too */
static unsigned asked[KEYS], n_asked, sought; /* keys asked for, the oldest first; the one that is searched for */
static bool seeking;
static uint64_t push_ent;
static int late;
static bool asks, over; /* LATE: what was said of `about` in the cycle before */
static unsigned next_push; /* LATE 2: of the next cycle */
static unsigned about;
static bool find, done, push, take, pass, flush, res, res_found;
static unsigned res_key;
static int dones, founds, absents, takes, passes, pushes, puts_back, again, searching;

static int list_of(unsigned n) { return (int)n % lists; }
static uint64_t key_of(unsigned n) { return n * UINT64_C(0x9e3779b97f4a7c15) & ((UINT64_C(1) << key_w) - 1); }

void test_start(void) {
    key_w = tb_param("KEY_W");
    ent_w = tb_param("ENT_W");
    lists = tb_param("LISTS");
    askers = tb_param("ASKERS");
    late = tb_param("LATE");
    most = (1 << tb_param("ADDR_W")) / lists - 1;
    keys = key_w < 6 ? 1 << key_w : KEYS;
}

static bool finish(void) {
    tb_check(founds > 20 && absents > 30 && takes > 30 && passes > 30 && pushes > 20 && puts_back > 5 && again > 1,
             "%d founds, %d absents, %d takes, %d passes, %d pushes, %d put back, %d again were reached", founds,
             absents, takes, passes, pushes, puts_back, again);
    tb_check(abandoned > 1 && dones > 100, "%u results without their requester were replaced", abandoned);
    tb_note("KEY_W=%d ADDR_W=%d: %d pushes, %d found, %d absent, %ld reads", key_w, tb_param("ADDR_W"), pushes, founds,
            absents, memory.reads);
    return false;
}

/* A key that is not here may be pushed; the entry just taken may be pushed again in the same cycle. */
static void drive_push(void) {
    push_key = late == 2 ? next_push : tb_rnd(span);
    push = false;
    if (take && res_found) {
        push = tb_get("put_ready") && tb_pct(30);
        push_key = res_key;
        again += push;
    } else if (tb_get("put_ready") && tb_get("ready") &&
               (late == 2 ? tb_get("push_ready") : in_list[list_of(push_key)] < most) &&
               !(res && !res_found && push_key == res_key && !take)) {
        push = !map[push_key].in && tb_pct(p_push);
    }
    push_ent = ((uint64_t)tb_rnd32() << 32 | tb_rnd32()) & ((UINT64_C(1) << ent_w) - 1);
    tb_put("push", push);
    tb_put("push_key", key_of(push_key));
    tb_put("push_list", (uint64_t)list_of(push_key));
    tb_put("push_ent", push_ent);
    next_push = tb_rnd(span);
    tb_put("next_list", (uint64_t)list_of(next_push));
}

static void drive_result(void) {
    res = tb_get("ready") && tb_get("res_valid"); /* before, it is what a flush will forget */
    res_found = res && tb_get("res_found");
    take = pass = false;
    if (!res) return;
    while (res_key < (unsigned)keys && key_of(res_key) != tb_get("res_key")) res_key++;
    if (res_key == (unsigned)keys) res_key = 0;
    while (key_of(res_key) != tb_get("res_key")) res_key++;
    take = !lost && tb_pct(20) && (!late || !res_found || tb_get("put_ready"));
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
    for (int i = 0; i < 8 && !find && tb_pct(50) && !map[find_key].in; i++)
        find_key = tb_rnd(span); /* short lists of many keys */
    find = tb_get("ready") && !flush && !push && !take && tb_pct(60) && !(res && find_key == res_key);
    done = tb_get("ready") && !find && !take && !(res && find_key == res_key) && tb_pct(10);
    dones += done;
    tb_put("done", done);
    tb_put("flush", flush);
    tb_put("take", take);
    tb_put("pass", pass);
    tb_put("find", find);
    tb_put("find_key", key_of(find_key));
    tb_put("find_list", (uint64_t)list_of(find_key));
    return true;
}

/* What is asked for, and in which order. */
static void check_order(void) {
    if (res) {
        tb_check(!seeking || sought == res_key, "key %u is answered in place of %u", res_key, sought);
        seeking = false;
    }
    bool known = (seeking && sought == about) || (late && res && res_key == about), search = tb_get("search");
    for (unsigned i = 0; i < n_asked; i++) known |= asked[i] == about;
    tb_check(!search || n_asked > 0, "a search for nothing");
    if (search && n_asked > 0) {
        seeking = true;
        sought = asked[0];
        memmove(asked, asked + 1, --n_asked * sizeof *asked);
    }
    for (unsigned i = 0; over && i < n_asked; i++)
        if (asked[i] == about) memmove(asked + i, asked + i + 1, (--n_asked - i) * sizeof *asked);
    if (done && seeking && sought == find_key) seeking = in_list[list_of(find_key)] > 0; /* else at its end already */
    if (over && seeking && sought == about) seeking = in_list[list_of(about)] > 0;
    if (asks && !known && n_asked < (unsigned)askers) asked[n_asked++] = about;
    if (flush) seeking = false, n_asked = 0;
}

static void check_lists(void) {
    int l = list_of(find_key), all = 0, held = res_found ? 1 : 0;
    for (int i = 0; i < lists; i++) all += in_list[i];
    if (!tb_get("ready")) return;
    tb_check((int)tb_get("count") <= all, "count_o is %d of %d", (int)tb_get("count"), all);
    tb_check(!tb_get("none") || in_list[l] == (held && list_of(res_key) == l), "none_o with %d entries", in_list[l]);
    tb_check(tb_get("none") || in_list[l] > 0, "none_o of an empty list");
    int here = in_list[list_of(push_key)];
    bool room = tb_get("put_ready") && here < most;
    if (late < 2) tb_check(tb_get("push_ready") == room, "push_ready_o with %d entries", here);
    else if (!take) /* with one place left it may be said that there is none */
        tb_check(tb_get("push_ready") == room || (room && here + 1 == most && res_found),
                 "push_ready_o with %d entries", here);
    if (tb_get("put_ready"))
        tb_check((int)tb_get("count") == all - held, "count_o is %d, not %d", (int)tb_get("count"), all - held);
}

void test_sample(void) {
    static bool res_before, passed;
    memory_sample();
    if (!late) asks = find, over = done, about = find_key;
    check_order();
    check_lists();
    searching = tb_get("put_ready") ? 0 : searching + 1;
    tb_check(searching < 200 * (most < KEYS ? most : KEYS) + 200, "the list does not come to rest");
    if (res && !res_before) {
        tb_check(res_found == map[res_key].in, "key %u: found is %d", res_key, res_found);
        founds += res_found;
        absents += !res_found;
    }
    if (res_found) tb_check(tb_get("res_ent") == map[res_key].ent, "key %u: entry", res_key);
    puts_back += res_before && !res && tb_get("ready");
    if (take) {
        in_list[list_of(res_key)] -= map[res_key].in;
        map[res_key].in = false;
        takes++;
    }
    if (res_before && !res && tb_get("ready")) {
        tb_check(passed || ignored >= PATIENCE, "a result is replaced that nobody passed on");
        abandoned += !passed;
    }
    static unsigned key_before;
    bool fresh = !res_before || res_key != key_before;
    tb_check(!res || tb_get("due") == (fresh || (!passed && ignored < PATIENCE)), "due_o");
    static bool due, still;
    tb_check(!(late == 2 ? still && due : due) || !res || res_key != key_before,
             "a result without its requester keeps other keys waiting");
    if (!res || take || fresh) ignored = 0;
    if (res && !take && asks) ignored++;
    still = due && res;
    due = ignored > PATIENCE && asks && !flush && tb_get("put_ready");
    key_before = res_key;
    passed = res && !take && (passed || (pass && tb_get("put_ready"))); /* while the list works it does not count */
    passes += pass;
    if (push) {
        map[push_key].in = true;
        map[push_key].ent = push_ent;
        in_list[list_of(push_key)]++;
        pushes++;
    }
    res_before = res && !take;
    if (flush) {
        memset(map, 0, sizeof map);
        memset(in_list, 0, sizeof in_list);
    }
    if (late) asks = find && !flush, over = done && !flush, about = find_key;
}
