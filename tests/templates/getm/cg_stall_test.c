/* cg_stall against a plain list of requests: the list is searched for whatever is asked. */
#include "vpi_test.h"

const char *const test_block = "cg_stall";
enum { CYCLES = 8000, KEYS = 12, MOST = 256 };

typedef struct {
    unsigned key;
    uint64_t ts, order, pay;
    int line, place;
} request;

static int lines_n, entries_n, ts_w, pay_w, keys_n;
static request list[MOST]; /* in the order of parking */
static int length;
static bool awake[KEYS];
static unsigned long passed_over[KEYS]; /* requests of other keys taken while this one was awake */
static request taken, replay; /* of this cycle; of the cycle before, now in T */
static bool t_replay;
static unsigned key;
static bool park, wake, take, commit, keep, rewind;
static uint64_t ts, pay;
static int parks, commits, keeps, full, ties, silent, most;
static int walk_at = -1, walk_t = -1;   /* line * entries_n + place: in S0, in T; -1: none */
static bool walk_we;
static int written, reordered;

void test_start(void) {
    lines_n = tb_param("LINES");
    entries_n = tb_param("ENTRIES");
    ts_w = tb_param("TS_W");
    pay_w = tb_param("PAY_W");
    keys_n = tb_param("KEY_W") < 4 ? 1 << tb_param("KEY_W") : KEYS;
}

static int waiting(unsigned k) {
    int n = 0;
    for (int i = 0; i < length; i++) n += list[i].key == k;
    return n;
}
static int keys_waiting(void) {
    int n = 0;
    for (int k = 0; k < keys_n; k++) n += waiting((unsigned)k) > 0;
    return n;
}
static bool room(unsigned k) { return waiting(k) ? waiting(k) < entries_n : keys_waiting() < lines_n; }

static int line_of(unsigned k) {
    for (int i = 0; i < length; i++) if (list[i].key == k) return list[i].line;
    for (int line = 0; line < lines_n; line++) {
        bool used = false;
        for (int i = 0; i < length; i++) used |= list[i].line == line;
        if (!used) return line;
    }
    return -1;
}
static int at_place(int line, int place) {
    for (int i = 0; i < length; i++) if (list[i].line == line && list[i].place == place) return i;
    return -1;
}

/* The request of a key to be offered: lowest timestamp, first in the list; -1 none. */
static int first_of(unsigned k) {
    int best = -1;
    for (int i = 0; i < length; i++)
        if (list[i].key == k && (best < 0 || list[i].ts < list[best].ts)) best = i;
    return best;
}

bool test_drive(void) {
    if (tb_cycle() == CYCLES) {
        tb_check(written > 40 && (entries_n == 1 || ts_w == 1 || reordered > 10), "%d written, %d reordered by walks",
                 written, reordered);
        tb_check(parks > 100 && commits > 100 && keeps > 50 && full > 100 && (entries_n == 1 || ties > 20),
                 "%d parks, %d commits, %d keeps, %d full, %d ties were reached", parks, commits, keeps, full, ties);
        tb_note("LINES=%d ENTRIES=%d: %d parked, %d left, %d kept, at most %d waiting", lines_n, entries_n, parks,
                commits, keeps, most);
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
    park = wake = commit = keep = rewind = false;
    ts = tb_rnd(tb_pct(50) ? 3 : 1u << (ts_w < 16 ? ts_w : 16)) & ((UINT64_C(1) << ts_w) - 1);
    pay = ((uint64_t)tb_rnd32() << 32 | tb_rnd32()) >> (64 - pay_w);
    walk_t = walk_at;
    walk_we = walk_t >= 0 && tb_pct(50);
    if (walk_at >= 0) walk_at = walk_at + 1 < lines_n * entries_n ? walk_at + 1 : -1;
    else if (tb_rnd(60) == 0) walk_at = 0;
    if (t_replay) {
        key = replay.key;
        unsigned which = tb_rnd(10);
        rewind = which == 0;
        keep = which >= 1 && which < 4;
        commit = which >= 4;
        wake = !rewind && tb_pct(10);
        if (walk_at >= 0) { rewind = true; commit = keep = wake = false; }
    } else if (walk_t >= 0 || walk_at >= 0) {
        key = tb_rnd(span);
    } else {
        key = tb_rnd(span);
        park = room(key) && tb_pct(p_park);
        wake = tb_pct(p_wake);
    }
    tb_put("key", key);
    tb_put("park", park);
    tb_put("ts", ts);
    tb_put("pay", pay);
    tb_put("wake", wake);
    tb_put("commit", commit);
    tb_put("keep", keep);
    tb_put("rewind", rewind);
    tb_put("pw", walk_at >= 0);
    if (walk_at >= 0) {
        tb_put("pw_idx", (unsigned)(walk_at / entries_n));
        tb_put("pw_word", (unsigned)(walk_at % entries_n));
    }
    tb_put("pw_we", walk_we);
    take = tb_get("rp_valid") && walk_at < 0 && tb_pct(p_take);
    tb_put("take", take);
    if (keep || rewind) take = false; /* ignored */
    return true;
}

static void look_at_outputs(void) {
    tb_check(tb_get("has") == (waiting(key) > 0), "has_o of key %u", key);
    tb_check(tb_get("room") == room(key), "room_o of key %u", key);
    tb_check(tb_get("count") == (unsigned)length && tb_get("lines") == (unsigned)keys_waiting() &&
                 tb_get("idle") == (length == 0),
             "counts");
    full += !room(key);
    if (line_of(key) >= 0) tb_check(tb_get("line") == (unsigned)line_of(key), "line_o of key %u", key);
    if (walk_t >= 0) {
        int at = at_place(walk_t / entries_n, walk_t % entries_n);
        if (at >= 0)
            tb_check(tb_get("rp_pay") == list[at].pay && tb_get("rp_ts") == list[at].ts, "place %d of a walk", walk_t);
        tb_check(!tb_get("rp_valid"), "an offer in a walk");
    }
    bool someone = false;
    for (int k = 0; k < keys_n; k++) someone |= awake[k] && !(t_replay && replay.key == (unsigned)k);
    if (!tb_get("rp_valid")) {
        silent = someone && !park && walk_at < 0 && walk_t < 0 ? silent + 1 : 0;
        tb_check(silent <= 2, "an awake key is not offered");
        return;
    }
    silent = 0;
    unsigned k = (unsigned)tb_get("rp_key");
    int at = first_of(k);
    tb_check(at >= 0 && awake[k] && !(t_replay && replay.key == k), "key %u is offered", k);
    if (at < 0) return;
    tb_check(tb_get("rp_pay") == list[at].pay && tb_get("rp_ts") == list[at].ts,
             "key %u: not its lowest, oldest request", k);
    for (int i = 0; i < length; i++) ties += i != at && list[i].key == k && list[i].ts == list[at].ts;
    if (!take) return;
    taken = list[at];
    for (int i = 0; i < keys_n; i++) {
        passed_over[i] = awake[i] && (unsigned)i != k ? passed_over[i] + 1 : 0;
        tb_check(passed_over[i] <= 4ul * (unsigned)lines_n, "key %d is passed over", i);
    }
}

void test_sample(void) {
    look_at_outputs();
    if (keep) awake[key] = false;
    if (commit) {
        int at = 0;
        while (list[at].order != replay.order) at++;
        for (length--; at < length; at++) list[at] = list[at + 1];
        commits++;
    }
    if (walk_we) {
        int at = at_place(walk_t / entries_n, walk_t % entries_n);
        if (at >= 0) {
            int first = first_of(list[at].key);
            list[at].pay = pay;
            list[at].ts = ts;
            written++;
            reordered += first != first_of(list[at].key);
        }
    }
    if (park) {
        int line = line_of(key), place = 0;
        while (at_place(line, place) >= 0) place++;
        list[length++] = (request){key, ts, tb_cycle(), pay, line, place};
        parks++;
    }
    if (wake && waiting(key)) awake[key] = true;
    if (!waiting(key)) awake[key] = false;
    keeps += keep;
    if (length > most) most = length;
}
