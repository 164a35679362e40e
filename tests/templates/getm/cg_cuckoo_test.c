/* cg_cuckoo against a plain map from keys to entries. The map knows no places: that a key is nowhere twice shows in
 * look-ups that give an old entry, in entries that leave twice, and in the number of entries. Phases differ in how many
 * entries are locked; the last one unlocks everything. */
#include "vpi_test.h"
#include <string.h>

const char *const test_block = "cg_cuckoo";
enum { CYCLES = 9000, KEYS = 8192 };

static int stages, ways, stash_places, key_w, ent_w, keys;
static struct {
    bool in;
    uint64_t ent;
} map[KEYS];
static unsigned number_in; /* entries in the map */
/* STALE: a look-up in T that has to be repeated. */
static enum { NONE, LOOK, BACKGROUND, STALE } s0, look, seen, t; /* look: with two stages and more, seen: with three */
static unsigned s0_key, look_key, seen_key, t_key, span = 1, swept;
static bool upd, keep, flush, ovf_ready;
static uint64_t upd_ent;
static unsigned p_upd = 50, p_keep, p_locked, p_bg;
static int hits, inserts, removes, evictions, overflows, moves, no_room, stash_max, clearing, repeats, stales;

/* Numbers below 2^KEY_W are different keys. */
static uint64_t key_of(unsigned n) { return n * UINT64_C(0x9e3779b97f4a7c15) & ((UINT64_C(1) << key_w) - 1); }
static unsigned class_of(uint64_t ent) { return ent & 3; }

void test_start(void) {
    stages = tb_param("STAGES");
    ways = tb_param("WAYS");
    stash_places = tb_param("STASH");
    key_w = tb_param("KEY_W");
    ent_w = tb_param("ENT_W");
    keys = 2 * (ways * tb_param("ROWS") + stash_places);
    if (keys > KEYS) keys = KEYS;
    if (key_w < 13 && keys > 1 << key_w) keys = 1 << key_w;
}

static void new_phase(void) {
    ovf_ready = tb_pct(40);
    if (tb_pct(25)) { /* fills up with locked entries */
        span = (unsigned)keys;
        p_upd = p_keep = p_locked = 100;
        p_bg = 80;
        return;
    }
    span = 1 + tb_rnd(tb_pct(50) ? (uint32_t)keys : 8u < (uint32_t)keys ? 8u : (uint32_t)keys);
    p_upd = 30 + tb_rnd(70);
    p_keep = tb_pct(50) ? 100 : 50 + tb_rnd(50);
    p_locked = tb_pct(30) ? 100 : tb_rnd(101);
    p_bg = tb_rnd(101);
}

static bool finish(void) {
    tb_check(number_in == tb_get("count"), "%u entries, not %u", (unsigned)tb_get("count"), number_in);
    tb_check(tb_get("stash") == 0, "%u entries stay in the stash", (unsigned)tb_get("stash"));
    tb_check(hits > (stages == 1 ? 1000 : 400) && inserts > 100 && removes > 10 && evictions > 20,
             "%d hits, %d inserts, %d removes, %d evictions were reached", hits, inserts, removes, evictions);
    tb_check(stash_max == stash_places && overflows > 0 && no_room > 0 && moves > 3 && repeats > 50,
             "stash %d, %d overflows, %d without room, %d moves, %d repeats were reached", stash_max, overflows,
             no_room, moves, repeats);
    tb_check(stages == 1 || stales > 100, "%d stale look-ups were reached", stales);
    tb_note("WAYS=%d STASH=%d keys %d: %d hits, %d inserts, %d evictions, %d moves, %d overflows", ways, stash_places,
            keys, hits, inserts, evictions, moves, overflows);
    return false;
}

/* The last phase looks up every key once and unlocks it, then background slots empty the stash. With more stages than
 * one it does so one at a time, so that none is stale. */
static bool drive_end(void) {
    s0 = NONE;
    if (stages > 1 && (look != NONE || seen != NONE || t != NONE)) return true;
    s0 = swept < (unsigned)keys ? LOOK : BACKGROUND;
    s0_key = swept++;
    return swept <= (unsigned)keys + 4 * (unsigned)stash_places + 4;
}

static bool all_of(const char *name, uint64_t mask) { return (tb_get(name) & mask) == mask; }

static void drive_update(bool end) {
    upd_ent = ((uint64_t)tb_rnd32() << 32 | tb_rnd32()) & ((UINT64_C(1) << ent_w) - 1) & ~UINT64_C(3);
    if (end ? true : !tb_pct(p_locked)) upd_ent |= 1 + tb_rnd(3);
    keep = end || tb_pct(p_keep);
    bool hit = t == LOOK && tb_get("hit");
    bool room = t == LOOK && (ovf_ready || !all_of("locked", (UINT64_C(1) << (ways + stash_places)) - 1));
    upd = t == LOOK && (end ? hit : tb_pct(p_upd) && (hit || !keep || room));
    tb_put("ovf_ready", ovf_ready);
    tb_put("upd", upd);
    tb_put("keep", keep);
    tb_put("upd_ent", upd_ent);
}

bool test_drive(void) {
    bool end = tb_cycle() >= CYCLES, ready = tb_get("ready");
    if (stages == 1) {
        t = flush ? NONE : s0;
        t_key = s0_key;
    } else {
        t = stages == 2 ? look : seen;
        t_key = stages == 2 ? look_key : seen_key;
        if (t == LOOK && tb_get("stale")) t = STALE;
        if (t == BACKGROUND && flush) t = NONE;
        seen = stages == 2 || (flush && look == BACKGROUND) ? NONE : look;
        seen_key = look_key;
        look = flush && s0 == BACKGROUND ? NONE : s0;
        look_key = s0_key;
    }
    if (!ready) clearing++;
    else if (clearing) {
        tb_check(clearing <= tb_param("ROWS") + 1, "not ready for %d cycles", clearing);
        clearing = 0;
    }
    if (tb_rnd(150) == 0) new_phase();
    if (end) ovf_ready = false;
    flush = !end && ready && tb_rnd(4000) == 0;
    s0 = NONE;
    if (ready && !flush) {
        if (end) {
            if (!drive_end()) return finish();
        } else if ((tb_get("bg_want") && tb_pct(p_bg)) || tb_rnd(50) == 0) s0 = BACKGROUND;
        else if (tb_pct(90)) {
            s0 = LOOK;
            s0_key = t != NONE && t != BACKGROUND && tb_pct(30) ? t_key : tb_rnd(span);
        }
    }
    drive_update(end);
    tb_put("flush", flush);
    tb_put("rd", s0 == LOOK);
    tb_put("rd_key", s0 == LOOK ? key_of(s0_key) : 0);
    tb_put("bg_grant", s0 == BACKGROUND);
    return true;
}

/* The entry that leaves: one of the map, not locked; it is taken out. */
static void take_victim(void) {
    uint64_t key = tb_get("ev_key"), ent = tb_get("ev_ent");
    int n = 0;
    while (n < keys && key_of((unsigned)n) != key) n++;
    tb_check(n < keys && map[n].in, "evicted: a key that is not here");
    if (n == keys || !map[n].in) return;
    tb_check(map[n].ent == ent && class_of(ent) != 0, "evicted: entry %llx of key %d, which holds %llx",
             (unsigned long long)ent, n, (unsigned long long)map[n].ent);
    map[n].in = false;
    number_in--;
    evictions++;
}

static void check_look(void) {
    uint64_t way_mask = (UINT64_C(1) << ways) - 1, all = (UINT64_C(1) << (ways + stash_places)) - 1;
    bool hit = map[t_key].in;
    tb_check(tb_get("key") == key_of(t_key), "key_o");
    tb_check(tb_get("hit") == hit, "key %u: hit_o is %d", t_key, !hit);
    tb_check(tb_get("ent") == (hit ? map[t_key].ent : 0), "key %u: entry %llx", t_key,
             (unsigned long long)tb_get("ent"));
    if (!hit) {
        tb_check(tb_get("room") == (ovf_ready || !all_of("locked", all)), "key %u: room_o", t_key);
        no_room += !tb_get("room");
    }
    bool insert = upd && keep && !hit;
    bool way_empty = !all_of("place_valid", way_mask), way_victim = !all_of("locked", way_mask);
    tb_check(tb_get("ovf_valid") == (insert && all_of("locked", all)), "ovf_valid_o");
    bool leaves = insert && !way_empty && (way_victim || (all_of("place_valid", all) && !all_of("locked", all)));
    tb_check(tb_get("ev_valid") == leaves, "key %u: ev_valid_o is %d", t_key, !leaves);
}

void test_sample(void) {
    static unsigned stash_before;
    unsigned stash = (unsigned)tb_get("stash");
    /* changed: the stash, a row, or all, in the cycle before, and in that before it; that is what a look-up may be
     * stale for */
    static bool changed = true, before = true;
    if (t == STALE) {
        stales++;
        tb_check(changed || (stages == 3 && before), "a look-up of key %u is stale for nothing", t_key);
    }
    before = changed;
    changed = flush || !tb_get("ready") || upd || t == BACKGROUND;
    if (tb_get("ready"))
        tb_check(tb_get("count") == number_in, "count_o is %u, not %u", (unsigned)tb_get("count"), number_in);
    moves += t == NONE && stash < stash_before;
    stash_before = stash;
    if ((int)stash > stash_max) stash_max = (int)stash;
    repeats += s0 == LOOK && t == LOOK && s0_key == t_key && upd;
    if (t == LOOK) {
        check_look();
        hits += map[t_key].in;
        if (tb_get("ev_valid")) take_victim();
        if (upd && !keep && map[t_key].in) {
            map[t_key].in = false;
            number_in--;
            removes++;
        } else if (upd && keep && !tb_get("ovf_valid")) {
            number_in += !map[t_key].in;
            inserts += !map[t_key].in;
            map[t_key].in = true;
            map[t_key].ent = upd_ent;
        }
        overflows += (int)tb_get("ovf_valid");
    } else if (t == BACKGROUND) {
        tb_check(!tb_get("ovf_valid"), "ovf_valid_o in a background slot");
        if (tb_get("ev_valid")) take_victim();
        else moves += stash > 0;
    } else {
        tb_check(!tb_get("ovf_valid") && !tb_get("ev_valid"), "something leaves in a cycle without look-up");
    }
    if (flush) {
        memset(map, 0, sizeof map);
        number_in = 0;
    }
}
