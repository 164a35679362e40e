/* wait_model.h - cg_wait_queue and cg_wait_banks against a plain list of requests: the list is searched for whatever is
 * asked. Included by the test of each, which says how many banks there are and whether a wake is of all of a key. With
 * STAGES 3 what is shown of the key that comes to T next is compared with what the list is then, unless it was stale;
 * and what is taken then, one at a time, was looked at in the cycle before. */
#include "vpi_test.h"

enum { CYCLES = 8000, KEYS = 12, MOST = 256 };

typedef struct { unsigned key; uint64_t order, pay; bool awake; } request;

static int banks_n, each_n, pay_w, keys_n, stages;
static bool whole;
static request list[MOST]; /* in the order of parking */
static int length;
static unsigned long passed_over[KEYS]; /* requests of other keys taken while this one was awake */
static request taken, replay; /* of this cycle; of the cycle before, now in T */
static bool t_replay;
static unsigned key, next_key; /* in T; what comes there */
static unsigned shown_key;     /* with STAGES 3: what is shown, comes to T next */
static bool wanted, stale;     /* it is a replay; what is in T was stale when it was shown */
static struct { bool hit, drain, room, stale; } seen;
static bool park, wake, wake_all, take, commit, keep, rewind;
static uint64_t pay;
static int parks, commits, keeps, rewinds, full, seconds, silent, most, stales;

static void model_start(int banks, bool wakes_whole)
{
    banks_n = banks;
    whole = wakes_whole;
    each_n = tb_param("ENTRIES") / banks;
    pay_w = tb_param("PAY_W");
    stages = tb_param("STAGES");
    keys_n = tb_param("KEY_W") < 4 ? 1 << tb_param("KEY_W") : KEYS;
}

static unsigned bank_of(unsigned k) { return k % (unsigned)banks_n; }

static bool room(unsigned k)
{
    int n = 0;
    for (int i = 0; i < length; i++) n += bank_of(list[i].key) == bank_of(k);
    return n < each_n;
}

static int waiting(unsigned k)
{
    int n = 0;
    for (int i = 0; i < length; i++) n += list[i].key == k;
    return n;
}

static bool is_awake(unsigned k)
{
    for (int i = 0; i < length; i++) if (list[i].key == k && list[i].awake) return true;
    return false;
}

static int first_of(unsigned k)
{
    for (int i = 0; i < length; i++) if (list[i].key == k) return i;
    return -1;
}

bool test_drive(void)
{
    if (tb_cycle() == CYCLES) {
        bool enough = parks > 100 && commits > 100 && keeps > 50 && rewinds > 20 && full > 100 &&
                      (stages < 3 || stales > 100);
        tb_check(enough && (each_n == 1 || seconds > 20),
                 "%d parks, %d commits, %d keeps, %d rewinds, %d full, %d seconds were reached", parks, commits, keeps,
                 rewinds, full, seconds);
        tb_note("ENTRIES=%d BANKS=%d: %d parked, %d left, %d kept, at most %d waiting", banks_n * each_n, banks_n,
                parks, commits, keeps, most);
        return false;
    }
    static unsigned span = 1, p_take, p_wake, p_park;
    if (tb_rnd(100) == 0) {
        span = 1 + tb_rnd((uint32_t)keys_n);
        p_take = tb_pct(30) ? 100 : tb_rnd(101);
        p_wake = 5 + tb_rnd(60);
        p_park = 20 + tb_rnd(75);
    }
    t_replay = take;
    replay = taken;
    if (stages == 3) {
        key = shown_key;
        shown_key = next_key;
        stale = seen.stale;
        stales += stale;
    }
    park = wake = wake_all = commit = keep = rewind = false;
    pay = ((uint64_t)tb_rnd32() << 32 | tb_rnd32()) >> (64 - pay_w);
    if (t_replay) {
        tb_check(stages < 3 || key == replay.key, "what was taken is in T");
        key = replay.key;
        unsigned which = stale ? 0 : tb_rnd(10);
        rewind = which == 0;
        keep = which >= 1 && which < 4;
        commit = which >= 4;
        wake = !rewind && tb_pct(10);
    } else if (!stale) {
        if (stages < 3) key = next_key;
        park = room(key) && tb_pct(p_park);
        wake = tb_pct(p_wake);
        wake_all = tb_pct(3);
    }
    tb_put("key", key);
    tb_put("park", park);
    tb_put("pay", pay);
    tb_put("wake", wake);
    tb_put("wake_all", wake_all);
    tb_put("commit", commit);
    tb_put("keep", keep);
    tb_put("rewind", rewind);
    take = stages == 3 ? wanted : tb_get("rp_valid") && tb_pct(p_take);
    if (take) tb_check(tb_get("rp_valid") && (stages < 3 || tb_get("rp_key") == shown_key), "it is offered until then");
    tb_put("take", take);
    if (stages < 3 && (keep || rewind)) take = false; /* ignored */
    wanted = stages == 3 && !take && tb_get("rp_valid") && tb_pct(p_take);
    next_key = (stages == 3 ? wanted : take) ? (unsigned)tb_get("rp_key") : tb_rnd(span);
    tb_put("next_key", next_key);
    return true;
}

/* Of the key in T. With STAGES 3 it was shown in the cycle before. */
static void look_up(void)
{
    if (stages < 3) {
        seen.hit = tb_get("hit");
        seen.drain = tb_get("drain");
    } else if (stale || tb_cycle() < 3) return;
    else tb_check(tb_get("room") == seen.room, "room_o is as it was shown of key %u", key);
    tb_check(seen.hit == (waiting(key) > 0), "hit_o of key %u", key);
    tb_check(seen.drain == is_awake(key), "drain_o of key %u", key);
    tb_check(tb_get("room") == room(key), "room_o of key %u", key);
}

static void look_at_outputs(void)
{
    look_up();
    if (stages == 3 && tb_cycle() >= 2) {
        seen.hit = tb_get("hit");
        seen.drain = tb_get("drain");
        seen.room = tb_get("seen_room");
        seen.stale = tb_get("stale");
    }
    tb_check(tb_get("count") == (unsigned)length && tb_get("idle") == (length == 0), "counts");
    full += !room(key);
    bool someone = false;
    for (int k = 0; k < keys_n; k++) someone |= is_awake((unsigned)k) && !(t_replay && replay.key == (unsigned)k);
    if (!tb_get("rp_valid")) {
        silent = someone ? silent + 1 : 0;
        tb_check(silent <= (stages == 3 ? 3 : 2), "what is awake is not offered");
        return;
    }
    silent = 0;
    unsigned k = (unsigned)tb_get("rp_key");
    int at = first_of(k);
    tb_check(at >= 0 && list[at].awake && !(t_replay && replay.key == k), "key %u is offered", k);
    if (at < 0) return;
    tb_check(tb_get("rp_pay") == list[at].pay, "key %u: not its oldest request", k);
    seconds += waiting(k) > 1;
    if (!take) return;
    taken = list[at];
    for (int i = 0; i < keys_n; i++) {
        passed_over[i] = is_awake((unsigned)i) && (unsigned)i != k ? passed_over[i] + 1 : 0;
        tb_check(passed_over[i] <= 4ul * (unsigned)(banks_n * each_n), "key %d is passed over", i);
    }
}

/* Of each key that is woken the oldest, or all. */
static void woken(void)
{
    for (int i = 0; i < length; i++)
        if ((wake_all || (wake && list[i].key == key)) && (whole || first_of(list[i].key) == i)) list[i].awake = true;
}

void test_sample(void)
{
    look_at_outputs();
    for (int i = 0; keep && i < length; i++) if (list[i].key == key) list[i].awake = false;
    if (commit) {
        int at = 0;
        while (list[at].order != replay.order) at++;
        for (length--; at < length; at++) list[at] = list[at + 1];
        commits++;
    }
    if (park) {
        list[length++] = (request){ key, tb_cycle(), pay, false };
        parks++;
    }
    woken();
    keeps += keep;
    rewinds += rewind;
    if (length > most) most = length;
}
