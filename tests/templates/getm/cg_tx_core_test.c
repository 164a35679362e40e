/* cg_tx_core against warps in C: random transactions, answers in any order, pauses on every port, limits, times that
 * run out, warps that are stopped, have to leave their markers and go on; then every mistake that error_o is for. */
#include "vpi_test.h"

const char *const test_block = "cg_tx_core";
enum { CYCLES = 40000, MOST = 64, KEYS = 6, LOG = 64, MISTAKES = 9, STEPS = 6 };

typedef struct { unsigned key, got; } Granule;
typedef struct {
    uint64_t time, seen;
    bool runs, ends, in, failed, none;    /* none: at the last time */
    bool stop, opened;                    /* opened: an access since the end of the last log */
    unsigned marks;                       /* since the Stop */
    unsigned left, open, n;               /* accesses to be made; under way; granules reserved */
    Granule list[KEYS];
} Warp;
typedef struct { unsigned warp, key, tag; bool tx, store; } Access;
typedef struct { unsigned key, word, n; bool write, last; uint32_t data; } Entry;

static unsigned own_clock, warps, open_most, key_w, tag_w, words, parts, shift, ts_w, id_w, n_w;
static uint64_t first_id, unit, core; /* core: time of its next attempt, with low bits 0 */
static bool core_none, began[MOST];       /* began: an attempt, since the core's first time */
static Warp warp[MOST];
static Access asked[MOST], acc, ans;
static unsigned n_asked, ans_at, limit, ins;
static bool acc_valid, ans_valid, ans_abort, log_valid, again, stop, resume, ask_ready, rsp_ready, out_ready, closing;
static unsigned roll_warp;
static uint64_t ans_seen;
static Entry entries[LOG];
static unsigned n_entries, sent, log_warp;   /* n_entries: of the log that is being taken */
static unsigned leaving, n_to_come;          /* the warp whose log goes out, and what is to come of it */
static Granule to_come[KEYS];
static unsigned p_acc, p_ask, p_ans, p_rsp, p_log, p_out;
static int dones, fails, got_all, back_all, limited, twice, full, resumes, quits, outs, mistakes, ordinary, fast;

static uint64_t mask_of(unsigned bits) { return (UINT64_C(1) << bits) - 1; }

static void first_time(unsigned w) { warp[w].time = first_id + w, warp[w].seen = 0, warp[w].none = false; }

void test_start(void) {
    warps = (unsigned)tb_param("WARPS"), open_most = (unsigned)tb_param("OPEN"), key_w = (unsigned)tb_param("KEY_W"),
    tag_w = (unsigned)tb_param("TAG_W"), words = (unsigned)tb_param("WORDS");
    parts = (unsigned)tb_param("PARTS"), shift = (unsigned)tb_param("HOME_SHIFT"), ts_w = (unsigned)tb_param("TS_W"),
    id_w = (unsigned)tb_param("ID_W"), n_w = (unsigned)tb_param("N_W");
    unit = UINT64_C(1) << id_w;
    own_clock = (unsigned)tb_param("OWN_CLOCK");
    first_id = tb_rnd((uint32_t)(unit - warps + 1));
    for (unsigned w = 0; w < warps; w++) first_time(w);
}

/* ---- what is offered ---- */

static unsigned some_key(void) { return (tb_rnd(KEYS) * 5) & (unsigned)mask_of(key_w); }

static void begin(unsigned w)
{
    warp[w].runs = true, warp[w].failed = false, warp[w].left = tb_pct(10) ? 0 : 1 + tb_rnd(5), warp[w].n = 0;
}

static void choose_access(void) {
    unsigned w = tb_rnd(warps);
    Warp *v = &warp[w];
    acc_valid = false;
    if (!v->runs && !v->ends && !closing && tb_pct(50)) begin(w);
    bool tx = !tb_pct(10);
    if (!tb_pct(p_acc) || (tx && (!v->runs || v->left == 0))) return;
    acc = (Access){
        .warp = w, .key = some_key(), .tag = tb_rnd32() & (uint32_t)mask_of(tag_w), .tx = tx, .store = tx && tb_pct(60)
    };
    acc_valid = true;
}

static void make_log(unsigned w) {
    Warp *v = &warp[w];
    n_entries = sent = 0;
    log_warp = w;
    for (unsigned i = 0; i < v->n; i++) {
        unsigned left = v->list[i].got;
        while (n_entries + KEYS < LOG && tb_pct(50)) {
            Entry *e = &entries[n_entries++];
            *e = (Entry){
                .key = v->list[i].key, .word = tb_rnd(words), .write = true, .data = tb_rnd32(), .n = tb_rnd(left)
            };
            left -= e->n;
        }
        entries[n_entries++] =
            (Entry){ .key = v->list[i].key, .word = tb_rnd(words), .write = !v->failed, .data = tb_rnd32(), .n = left };
    }
    if (n_entries == 0) entries[n_entries++] = (Entry){.key = some_key()};
    entries[n_entries - 1].last = true;
    again = v->failed && !closing && !tb_pct(20);
}

static void choose_log(void) {
    for (unsigned w = 0; w < warps; w++)
        if (warp[w].runs && warp[w].open == 0 && (warp[w].left == 0 || (warp[w].stop && warp[w].opened))) {
            quits += warp[w].left != 0;
            warp[w].failed |= warp[w].left != 0;
            warp[w].runs = false, warp[w].ends = true;
        }
    for (unsigned i = 0, w = tb_rnd(warps); i < warps && n_entries == 0; i++, w = (w + 1) % warps)
        if (warp[w].ends) make_log(w);
    if (!log_valid) log_valid = n_entries && tb_pct(p_log);
}

static void choose_answer(void) {
    if (ans_valid || n_asked == 0 || !tb_pct(p_ans)) return;
    ans_at = tb_rnd(n_asked), ans = asked[ans_at], ans_valid = true;
    ans_abort = ans.tx && tb_pct(15);
    ans_seen = (warp[tb_rnd(warps)].time + tb_rnd(4 * (uint32_t)unit)) & mask_of(ts_w);
    if (tb_rnd(2000) == 0) ans_seen = mask_of(ts_w) - tb_rnd(3 * (uint32_t)unit);
}

/* Some warp is stopped or goes on: at the last time soon. The core's time begins anew when all are stopped and one goes
 * on: now and then, and at the last time, all are (round 1), then all go on (2). */
static void choose_roll(void) {
    static int round;
    bool last = tb_cycle() >= CYCLES, all = true, any = false;
    for (unsigned w = 0; w < warps; w++) all &= warp[w].stop && warp[w].marks == parts, any |= warp[w].stop;
    if (!own_clock && round == 0 && (core_none || tb_rnd(3000) == 0)) round = 1;
    if (round == 1 && (all || last)) round = 2;
    if (round == 2 && !any) round = 0;
    roll_warp = tb_rnd(warps);
    for (unsigned i = 0; i < warps && round != 0 && warp[roll_warp].stop == (round == 1); i++)
        roll_warp = (roll_warp + 1) % warps;
    Warp *v = &warp[roll_warp];
    resume = v->stop && v->marks == parts && round != 1 && tb_pct(10);
    stop = !v->stop && !last && round != 2 && (v->none || round == 1 ? tb_pct(20) : tb_rnd(100) == 0);
}

static unsigned rest(void) {
    unsigned n = 0;
    for (unsigned i = 0; i < n_to_come; i++) n += to_come[i].got;
    return n;
}

static bool quiet(void) {
    for (unsigned w = 0; w < warps; w++)
        if (warp[w].runs || warp[w].ends || warp[w].stop) return false;
    return n_asked == 0 && n_entries == 0 && rest() == 0;
}

static void put_access(void) {
    tb_put("acc_valid", acc_valid);
    tb_put("acc_warp", acc.warp);
    tb_put("acc_tx", acc.tx);
    tb_put("acc_store", acc.store);
    tb_put("acc_tag", acc.tag);
    tb_put("acc_key", acc.key);
    tb_put("ask_ready", ask_ready);
}

static void put_answer(void) {
    tb_put("ans_valid", ans_valid);
    tb_put("ans_warp", ans.warp);
    tb_put("ans_key", ans.key);
    tb_put("ans_abort", ans_abort);
    tb_put("ans_seen", ans_seen);
    tb_put("rsp_ready", rsp_ready);
}

static void put_roll(void) {
    tb_put("stop", stop);
    tb_put("resume", resume);
    tb_put("roll_warp", roll_warp);
}

static void put_log(const Entry *e) {
    tb_put("log_valid", log_valid);
    tb_put("log_warp", log_warp);
    tb_put("log_key", e->key);
    tb_put("log_write", e->write);
    tb_put("log_word", e->word);
    tb_put("log_data", e->data);
    tb_put("log_n", e->n);
    tb_put("log_last", e->last);
    tb_put("log_again", again && e->last);
    tb_put("out_ready", out_ready);
}

/* ---- mistakes: five steps each, then error_o, then reset ---- */

static const char *const mistake[MISTAKES] = { "an answer to nobody",       "more given back than got",
                                               "less given back than got",  "a log before the answer",
                                               "an access during the log",  "a log within another",
                                               "a Stop of a stopped warp",  "a Resume of a warp that goes on",
                                               "a Resume before the marker" };
static int made, at_step = -20;       /* first everything comes to rest */

static bool drive_mistake(void) {
    Entry e = {.key = 1 & (unsigned)mask_of(key_w)};
    bool acts = made != 5 || warps > 1;
    ask_ready = rsp_ready = out_ready = true,
    acc_valid = ans_valid = ans_abort = log_valid = again = stop = resume = false;
    acc = ans = (Access){.key = e.key, .tx = true, .store = true};
    log_warp = 0;
    if (made == MISTAKES) {
        tb_check(dones > 300 && fails > 100 && got_all > 500 && twice + (open_most == 1) > 50 && full > 50 &&
                     (limited > 50 || warps == 1) && resumes > 20 && quits > 10 && ordinary > 100 &&
                     (fast > 0 || open_most == 1),
                 "%d transactions, %d again, %d reservations, %d second accesses, %d times full, %d limited, %d "
                 "rollovers, %d transactions ended, %d ordinary, %d at full rate",
                 dones, fails, got_all, twice, full, limited, resumes, quits, ordinary, fast);
        tb_check(got_all == back_all, "%d reservations got, %d given back", got_all, back_all);
        tb_note("WARPS=%u OPEN=%u PARTS=%u: %d transactions, %d again, %d reservations, %d rollovers of a warp, %d "
                "transactions ended by them, %d mistakes seen",
                warps, open_most, parts, dones, fails, got_all, resumes, quits, mistakes);
        return false;
    }
    tb_put("rst", at_step == STEPS);
    tb_put("limit", 0);
    if (at_step == 1) stop = made == 6 || made == 8, resume = made == 7;
    if (at_step == 2) stop = made == 6, resume = made == 8;
    roll_warp = 0;
    put_roll();
    if (acts && at_step == 1)
        acc_valid = made >= 2 && made <= 3, ans_valid = made == 0, log_valid = made == 1 || made == 4 || made == 5,
        e.n = made == 1, e.last = made == 1;
    if (acts && at_step == 2)
        ans_valid = made == 2, log_valid = made == 3 || made == 5, e.last = true, acc_valid = made == 4,
        log_warp = made == 5;
    if (acts && at_step == 3) log_valid = made == 2, e.last = true;
    put_access();
    put_answer();
    put_log(&e);
    return true;
}

static void sample_mistake(void) {
    bool acts = made != 5 || warps > 1;
    if (at_step == -1) tb_check(tb_get("idle"), "not idle at the end");
    if (at_step < 2) tb_check(!tb_get("error"), "error_o before %s", mistake[made]);
    if (at_step == STEPS - 1 && acts) tb_check(tb_get("error"), "no error_o for %s", mistake[made]);
    mistakes += at_step == STEPS - 1 && acts;
    if (at_step++ == STEPS) at_step = 0, made++;
}

/* ---- a cycle ---- */

static bool over(void) { return tb_cycle() >= CYCLES && quiet(); }
static bool ending;

bool test_drive(void) {
    if (ending) return drive_mistake();
    closing =
        tb_cycle() >= CYCLES || tb_cycle() % 4096 > 2800; /* now and then all come out, and the limit may change */
    if (over()) {
        ending = true;
        return drive_mistake();
    }
    choose_roll();
    if (tb_cycle() % 256 == 0) {
        p_acc = tb_pct(40) ? 100 : 5 + tb_rnd(95), p_ask = tb_pct(40) ? 100 : 5 + tb_rnd(95),
        p_ans = tb_pct(40) ? 100 : 5 + tb_rnd(95);
        p_rsp = tb_pct(40) ? 100 : 5 + tb_rnd(95), p_log = tb_pct(40) ? 100 : 5 + tb_rnd(95),
        p_out = tb_pct(40) ? 100 : 5 + tb_rnd(95);
    }
    if (ins == 0 && tb_pct(10)) limit = tb_pct(50) ? 0 : 1 + tb_rnd(warps);
    ask_ready = tb_pct(p_ask), rsp_ready = tb_pct(p_rsp), out_ready = tb_pct(p_out);
    choose_log();
    if (!acc_valid || tb_pct(50) || (acc.tx && (!warp[acc.warp].runs || warp[acc.warp].left == 0))) choose_access();
    choose_answer();
    tb_put("first_id", first_id);
    tb_put("limit", limit);
    put_roll();
    put_access();
    put_answer();
    put_log(&entries[sent < n_entries ? sent : 0]);
    return true;
}

static void core_behind(uint64_t time) {
    if (time < core) return;
    core_none |= time >> id_w == mask_of(ts_w) >> id_w;
    core = ((time >> id_w) + !core_none) << id_w;
}

static unsigned starts; /* the warp whose attempt has begun in this cycle, or MOST */

static bool under_way(const Access *a) {
    for (unsigned i = 0; i < n_asked; i++)
        if (asked[i].warp == a->warp && asked[i].key == a->key) return true;
    return false;
}

static void access_taken(void) {
    Warp *v = &warp[acc.warp];
    bool second = under_way(&acc), no_room = n_asked == open_most, no_place = acc.tx && !v->in && limit && ins >= limit,
         ready = tb_get("acc_ready");
    bool may = !second && !no_room && !no_place && !(acc.tx && v->stop);
    tb_check(tb_get("ask_valid") == (may && acc_valid) && (ready == (may && ask_ready) || !acc_valid),
             "an access is %staken", ready ? "" : "not ");
    if (!acc_valid) return;
    twice += second, full += no_room && !second, limited += no_place;
    if (acc.tx && !own_clock && !v->opened) v->time = core + first_id + acc.warp;
    if (acc.tx)
        tb_check(tb_get("ask_time") == v->time, "warp %u asks at time %x, it is %x", acc.warp,
                 (unsigned)tb_get("ask_time"), (unsigned)v->time);
    tb_check(tb_get("ask_dst") == (acc.key >> shift) % parts, "partition of granule %x", acc.key);
    if (!ready) return;
    static unsigned long before;
    fast += before + 1 == tb_cycle();
    before = tb_cycle();
    asked[n_asked++] = acc;
    ordinary += !acc.tx;
    acc_valid = false;
    if (!acc.tx) return;
    if (!v->opened) starts = acc.warp;
    v->left--, v->open++, v->opened = true;
    if (!v->in) v->in = true, ins++;
}

static void answer_taken(void) {
    tb_check(tb_get("rsp_valid") == ans_valid &&
                 (!ans_valid || (tb_get("ans_ready") == rsp_ready && tb_get("rsp_tag") == ans.tag)),
             "an answer's tag");
    if (!ans_valid || !rsp_ready) return;
    Warp *v = &warp[ans.warp];
    ans_valid = false;
    asked[ans_at] = asked[--n_asked];
    if (!ans.tx) return;
    v->open--;
    if (ans_abort) {
        v->failed = true, v->left = 0;
        if (ans_seen >> id_w > v->seen >> id_w) v->seen = ans_seen;
        if (!own_clock) core_behind(ans_seen);
    } else if (ans.store) {
        unsigned i = 0;
        while (i < v->n && v->list[i].key != ans.key) i++;
        if (i == v->n) v->list[v->n++] = (Granule){.key = ans.key};
        v->list[i].got++, got_all++;
        if (v->list[i].got + 1 >= 1u << n_w) v->left = 0;
    }
}

static void later(Warp *v) {
    if (!own_clock) {
        core_behind(v->opened ? v->time : core);
        return;
    }
    uint64_t t = v->seen >> id_w > v->time >> id_w ? v->seen : v->time;
    v->seen = 0;
    v->none = t >> id_w == mask_of(ts_w) >> id_w;
    v->time = ((t >> id_w) + !v->none) << id_w | (v->time & (unit - 1));
}

static void log_taken(void) {
    if (!log_valid || !tb_get("log_ready")) return;
    Warp *v = &warp[log_warp];
    log_valid = false;
    if (sent == 0) {
        tb_check(rest() == 0, "a log while the one before is not out");
        for (n_to_come = 0; n_to_come < v->n; n_to_come++) to_come[n_to_come] = v->list[n_to_come];
        leaving = log_warp;
    }
    if (!entries[sent++].last) return;
    n_entries = 0;
    if (again || v->n) later(v);
    v->ends = v->opened = false;
    if (!again && v->in) v->in = false, ins--;
    if (again) begin(log_warp), fails++;
    else dones++;
}

static void marker_taken(void) {
    unsigned w = (unsigned)tb_get("out_warp");
    Warp *v = &warp[w];
    tb_check(w < warps && v->stop && !v->opened && v->marks < parts && tb_get("out_dst") == v->marks,
             "warp %u: marker %u", w, v->marks);
    tb_check(w != leaving || rest() == 0, "warp %u: the marker is before its log", w);
    v->marks++;
}

static void message_taken(void) {
    if (tb_get("out_valid") && tb_get("out_drain")) {
        if (out_ready) marker_taken();
        return;
    }
    if (!tb_get("out_valid") || !out_ready || tb_get("out_mark")) return;
    unsigned key = (unsigned)tb_get("out_key"), n = (unsigned)tb_get("out_n"), i = 0;
    outs++;
    while (i < n_to_come && to_come[i].key != key) i++;
    tb_check(i < n_to_come && n <= to_come[i].got && tb_get("out_warp") == leaving,
             "a message for granule %x that gives back %u", key, n);
    if (i == n_to_come || n > to_come[i].got) return;
    tb_check(tb_get("out_dst") == (key >> shift) % parts, "partition of granule %x", key);
    to_come[i].got -= n, back_all += (int)n;
}

void test_sample(void) {
    if (ending) { sample_mistake(); return; }
    tb_check(!tb_get("error"), "error_o");
    bool none = core_none;
    uint64_t quit = 0;
    for (unsigned w = 0; w < warps; w++) none |= warp[w].none, quit |= (uint64_t)(warp[w].stop && warp[w].opened) << w;
    tb_check(tb_get("quit") == quit, "quit_o");
    tb_check(tb_get("over") == none, "over_o is %u", (unsigned)tb_get("over"));
    message_taken();
    starts = MOST;
    access_taken();
    answer_taken();
    log_taken();
    bool anew = resume;   /* by what was so before this cycle */
    for (unsigned w = 0; w < warps; w++) anew &= warp[w].stop || !began[w];
    if (stop) warp[roll_warp].stop = true, warp[roll_warp].marks = 0;
    for (unsigned w = 0; w < warps; w++) began[w] = (began[w] && !anew) || w == starts;
    if (anew) core = 0, core_none = false;
    if (resume) first_time(roll_warp), warp[roll_warp].stop = false, resumes++;
}
