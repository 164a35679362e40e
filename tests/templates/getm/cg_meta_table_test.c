/* cg_meta_table against a map of the tracked keys and a filter of arrays (bloom_ref.h). Several sources hold one
 * request each and repeat it until it is done, as a controller's sources do. Phases lock more entries than the table
 * holds, so that the list fills, and unlock them again. Phases in turn: the sources repeat in round robin whatever may
 * fire, the memory answers after a fixed time of 1 .. 200 cycles; few searches may end before a request is served. */
#include "bloom_ref.h"
#include "list_memory.h"

const char *const test_block = "cg_meta_table";
enum {
    CYCLES = 12000,
    KEYS = 1024,
    SOURCES = 5,
    PATIENCE = 9000,
    TURNS = 7000,
    TURN_PHASE = 1000,
    SEARCHES = SOURCES + 1
};

static int stages, key_w, own_w, fields, ts_w, keys;
static bloom filter;
static struct {
    bool in, spilled; /* tracked; of these in the list or in the result of a search */
    uint64_t ent;
} map[KEYS];
static unsigned truth[KEYS][BLOOM_FIELDS]; /* the greatest each key ever had, while it was not removed */
static struct {
    bool busy, seen; /* seen: looked up, and not stale: it has asked, if it has to */
    unsigned key;
    unsigned long since;
    unsigned searches; /* that ended while the request waited, in the phases in turn */
} source[SOURCES];

/* DROPPED: a look-up that does not count. look: with two stages and more, seen: with three. */
static enum { NONE, LOOK, BACKGROUND, DROPPED } s0, look, seen, t;
static unsigned s0_source, look_source, seen_source, t_source, t_key, span, swept, number_in;
static bool fire, upd, keep, flush, later, end;
static uint64_t upd_ent;
static unsigned p_lock, p_fire, p_bg;
static int stales, hits, misses, laters, spills, returns, evictions, removes, most_listed;
static unsigned long slowest;
static bool turns; /* a phase in turn */
static unsigned next_turn, most_searches, turn_laters, no_room;

static uint64_t key_of(unsigned n) { return n * UINT64_C(0x9e3779b97f4a7c15) & ((UINT64_C(1) << key_w) - 1); }
static uint64_t field(uint64_t ent, int f) { return ent >> f * ts_w & ((UINT64_C(1) << ts_w) - 1); }

void test_start(void) {
    stages = tb_param("STAGES");
    key_w = tb_param("KEY_W");
    own_w = tb_param("OWN_W");
    fields = tb_param("FIELDS");
    ts_w = tb_param("TS_W");
    keys = 2 * (tb_param("WAYS") * tb_param("ROWS") + tb_param("STASH")) + 4;
    if (keys > KEYS) keys = KEYS;
    if (key_w < 10 && keys > 1 << key_w) keys = 1 << key_w;
    int rows = tb_param("FILTER_ROWS");
    bloom_init(&filter, rows ? tb_param("FILTER_WAYS") : 0, rows, fields, key_w, ~(uint32_t)tb_param("SEED"));
}

static bool finish(void) {
    for (int s = 0; s < SOURCES; s++) tb_check(!source[s].busy, "a request is not done");
    tb_check(tb_get("overflow") == 0 && number_in == tb_get("count"), "%u entries, %u in the list, instead of %u",
             (unsigned)tb_get("count"), (unsigned)tb_get("overflow"), number_in);
    tb_check(hits > 500 && misses > 100 && laters > 100 && spills > 10 && returns > 10 && evictions > 20 &&
                 removes > 10,
             "%d hits, %d misses, %d laters, %d spills, %d returns, %d evictions, %d removes were reached", hits,
             misses, laters, spills, returns, evictions, removes);
    tb_check(stages == 1 || stales > 100, "%d stale look-ups were reached", stales);
    tb_check(turn_laters > 500 && most_searches > 1 && (tb_param("MEM_LISTS") < 4 || no_room > 5),
             "%u later, %u searches, %u without room in the phases in turn were reached", turn_laters, most_searches,
             no_room);
    tb_note("%d keys: %d hits, %d misses, %d spilled, at most %d in the list, %d later, slowest %lu cycles; in turn %u "
            "later, %u without room, at most %u searches",
            keys, hits, misses, spills, most_listed, laters, slowest, turn_laters, no_room, most_searches);
    return false;
}

static void new_phase(void) {
    span = 1 + tb_rnd((uint32_t)keys);
    p_lock = tb_pct(40) ? 95 : tb_pct(40) ? 5 : tb_rnd(101);
    p_fire = tb_pct(50) ? 100 : 20 + tb_rnd(80);
    p_bg = tb_rnd(101);
    memory.p_ready = 30 + tb_rnd(71);
    memory.most_wait = tb_rnd(5);
}

/* The sources take turns, half of the entries lock: the list stays in use. */
static void turn_phase(void) {
    static const unsigned waits[] = {0, 1, 2, 7, 20, 60, 199};
    static unsigned n;
    span = (unsigned)keys;
    p_lock = 60;
    p_fire = 100;
    p_bg = n & 1 ? 100 : 0;
    memory.p_ready = 100;
    memory.fixed = true;
    memory.most_wait = waits[n++ % (sizeof waits / sizeof *waits)];
    for (unsigned s = 0; s < SOURCES; s++) source[s].searches = 0;
}

/* In the end every key is looked up and unlocked. */
static bool new_request(unsigned s) {
    if (end && swept >= (unsigned)keys) return false;
    source[s].busy = true;
    source[s].seen = false;
    source[s].key = end ? swept++ : tb_rnd(span);
    source[s].since = tb_cycle();
    source[s].searches = 0;
    return true;
}

/* One request per key at a time, so that a later one does not see the key in an order of its own. */
static bool key_in_use(unsigned s) {
    for (unsigned i = 0; i < SOURCES; i++)
        if (i != s && source[i].busy && source[i].key == source[s].key) return true;
    return false;
}

static void drive_s0(bool ready) {
    s0 = NONE;
    if (!ready || flush) return;
    if (tb_rnd(8) == 0) {
        s0 = DROPPED;
        s0_source = tb_rnd(SOURCES);
        return;
    }
    if (tb_get("bg_urgent") ? tb_pct(80) : tb_get("bg_want") && tb_pct(p_bg)) {
        s0 = BACKGROUND;
        return;
    }
    unsigned s = turns ? next_turn++ % SOURCES : tb_rnd(SOURCES);
    if (t == LOOK && s == t_source) return; /* in T, its end is not known yet */
    if (stages > 1 && look == LOOK && s == look_source) return;
    if (stages > 2 && seen == LOOK && s == seen_source) return;
    if (!source[s].busy && !new_request(s)) return;
    if (key_in_use(s) && source[s].since == tb_cycle() && !end) {
        source[s].busy = false;
        return;
    }
    s0 = LOOK;
    s0_source = s;
}

static void drive_t(void) {
    fire = upd = keep = later = false;
    if (t == LOOK) {
        uint64_t ent = tb_get("ent");
        later = tb_get("later");
        bool room = tb_get("room"), lock = !end && tb_pct(p_lock);
        unsigned what = tb_rnd(10);
        keep = end || what > 0 || lock;
        upd = end ? tb_get("hit") : what < 8;
        bool wait = turns && upd && keep && !room; /* otherwise it is done without being inserted */
        upd = upd && !(keep && !room);
        fire = !later && !wait && tb_pct(end ? 90 : p_fire);
        no_room += wait && !later;
        upd = upd && fire;
        upd_ent = 0;
        for (int f = 0; f < fields; f++) {
            uint64_t add = field(ent, f) + tb_rnd(4), top = (UINT64_C(1) << ts_w) - 1;
            upd_ent |= (add > top ? top : add) << f * ts_w;
        }
        if (lock) upd_ent |= (uint64_t)(1 + tb_rnd((1u << own_w) - 1)) << fields * ts_w;
    }
    tb_put("fire", fire);
    tb_put("upd", upd);
    tb_put("keep", keep);
    tb_put("upd_ent", upd_ent);
}

bool test_drive(void) {
    static int drained;
    end = tb_cycle() >= CYCLES + TURNS;
    turns = tb_cycle() >= CYCLES && !end;
    bool ready = tb_get("ready"), busy = false;
    memory.fixed = turns;
    if (turns && (tb_cycle() - CYCLES) % TURN_PHASE == 0) turn_phase();
    else if (!turns && (tb_rnd(250) == 0 || tb_cycle() == 0 || tb_cycle() == CYCLES + TURNS)) new_phase();
    if (stages == 1) {
        t = flush ? NONE : s0;
        t_source = s0_source;
    } else {
        t = stages == 2 ? look : seen;
        t_source = stages == 2 ? look_source : seen_source;
        if (t == LOOK && tb_get("old")) {
            t = DROPPED;
            stales++;
        }
        seen = look;
        seen_source = look_source;
        look = s0;
        look_source = s0_source;
    }
    t_key = source[t_source].key;
    for (int s = 0; s < SOURCES; s++) {
        busy |= source[s].busy;
        tb_check(!source[s].busy || turns || tb_cycle() - source[s].since < PATIENCE + (end ? TURNS : 0),
                 "key %u waits too long", source[s].key);
    }
    if (end && swept >= (unsigned)keys && !busy && ++drained > 30) return finish();
    flush = ready && !end && !turns && tb_rnd(5000) == 0;
    memory_drive();
    drive_t();
    drive_s0(ready);
    tb_put("flush", flush);
    tb_put("live", t != DROPPED);
    tb_put("rd", s0 == LOOK || s0 == DROPPED);
    tb_put("rd_key", key_of(s0 == LOOK || tb_pct(80) ? source[s0_source].key : tb_rnd((unsigned)keys)));
    tb_put("bg_grant", s0 == BACKGROUND);
    return true;
}

static void check_look(void) {
    tb_check(tb_get("key") == key_of(t_key), "key_o");
    if (tb_get("later")) {
        laters++;
        turn_laters += turns;
        stales += tb_get("stale") || tb_get("filter_stale");
        tb_check(!map[t_key].in || map[t_key].spilled || tb_get("stale"), "key %u is in the table and has to wait",
                 t_key);
        return;
    }
    bool hit = map[t_key].in;
    uint64_t want = map[t_key].ent, got = tb_get("ent");
    if (!hit) {
        want = 0;
        for (int f = 0; f < fields; f++) want |= bloom_look(&filter, key_of(t_key), f) << f * ts_w;
    }
    tb_check(tb_get("hit") == hit, "key %u: hit_o is %d", t_key, !hit);
    tb_check(got == want, "key %u: %llx instead of %llx", t_key, (unsigned long long)got, (unsigned long long)want);
    for (int f = 0; f < fields; f++) tb_check(field(got, f) >= truth[t_key][f], "key %u field %d falls", t_key, f);
    tb_check(!hit || tb_get("room"), "no room for a tracked key");
}

static void leave(void) {
    uint64_t key = tb_get("ev_key"), ent = tb_get("ev_ent"), val[BLOOM_FIELDS];
    int n = 0;
    while (n < keys && key_of((unsigned)n) != key) n++;
    bool known = n < keys && map[n].in && !map[n].spilled && map[n].ent == ent && ent >> fields * ts_w == 0;
    tb_check(known, "what leaves is not an unlocked entry of the table");
    if (!known) return;
    for (int f = 0; f < fields; f++) val[f] = field(ent, f);
    bloom_insert(&filter, key, val);
    map[n].in = false;
    number_in--;
    evictions++;
}

static void apply(void) {
    bool was = map[t_key].in;
    hits += was;
    misses += !was;
    returns += map[t_key].spilled;
    if (upd && !keep) {
        removes += was;
        map[t_key].in = false;
        memset(truth[t_key], 0, sizeof truth[t_key]);
    } else if (upd) {
        map[t_key].in = true;
        map[t_key].ent = upd_ent;
        for (int f = 0; f < fields; f++) truth[t_key][f] = (unsigned)field(upd_ent, f);
    }
    number_in += map[t_key].in;
    number_in -= was;
    map[t_key].spilled = tb_get("spill");
    source[t_source].busy = false;
    if (tb_cycle() - source[t_source].since > slowest) slowest = tb_cycle() - source[t_source].since;
}

/* Each result that appears belongs to one request: it may wait for those of the other sources, not for ever more. */
static void count_searches(void) {
    static bool before;
    bool now = tb_get("result");
    for (unsigned s = 0; s < SOURCES && turns && now && !before; s++) {
        if (!source[s].busy || !source[s].seen) continue;
        if (++source[s].searches > most_searches) most_searches = source[s].searches;
        tb_check(source[s].searches <= SEARCHES, "key %u waits for more than %d searches", source[s].key, SEARCHES);
    }
    before = now && !(t == LOOK && fire && tb_get("answered"));
    if (t == LOOK && !tb_get("stale")) source[t_source].seen = true;
}

void test_sample(void) {
    memory_sample();
    count_searches();
    if (t == LOOK) check_look();
    if (t != NONE && tb_get("ev_valid")) leave();
    if (t == LOOK && fire) apply();
    spills += t == LOOK && tb_get("spill");
    if ((int)tb_get("overflow") > most_listed) most_listed = (int)tb_get("overflow");
    if (flush) {
        memset(map, 0, sizeof map);
        memset(truth, 0, sizeof truth);
        number_in = 0;
        bloom_flush(&filter);
    }
}
