/* filter_test.h - random look-ups, insertions and flushes of an approximate table, compared exactly with bloom_ref.h,
 * and for the promise itself with the true maximum of every key. Keys are few, so that look-ups meet insertions on
 * their way in every distance. */
#include "bloom_ref.h"
#include "vpi_test.h"

enum { CYCLES = 6000, KEYS = 64 };
static bloom model;
static int key_w, width;
static uint64_t truth[KEYS][BLOOM_FIELDS];
static int stages = 1;
static unsigned p_ins = 60;
static bool t_valid, seen_valid, look_valid, s0_valid, ins, flush;
static unsigned t_key, seen_key, look_key, s0_key, ins_key, span = 1;
static uint64_t ins_val[BLOOM_FIELDS];
static int looks, exact, above, flushes, busy, meets, stale;

/* The key numbered n: all of its bits in use, different keys for numbers below 2^KEY_W. */
static uint64_t key_of(unsigned n) { return n * UINT64_C(0x9e3779b97f4a7c15) & ((UINT64_C(1) << key_w) - 1); }
static uint64_t mask_of(int bits) { return bits < 64 ? (UINT64_C(1) << bits) - 1 : ~UINT64_C(0); }

static void start(int ways, int rows, uint32_t seed) {
    key_w = tb_param("KEY_W");
    width = tb_param("W");
    bloom_init(&model, ways, rows, tb_param("FIELDS"), key_w, seed);
}

static void put_fields(const uint64_t *val) {
    uint32_t words[8] = {0};
    for (int f = 0; f < model.fields; f++)
        for (int b = 0; b < width; b++)
            if (val[f] >> b & 1) words[(f * width + b) / 32] |= UINT32_C(1) << (f * width + b) % 32;
    tb_put_words("ins_val", words, 8);
}

static uint64_t get_field(int f) {
    uint64_t v = 0;
    for (int b = 0; b < width; b++)
        v |= (uint64_t)(tb_get_word("val", (unsigned)(f * width + b) / 32) >> (f * width + b) % 32 & 1) << b;
    return v;
}

bool test_drive(void) {
    if (tb_cycle() == CYCLES) {
        tb_check(looks > (stages == 1 ? 3000 : 200) && above > 20 && flushes > 0 && meets > 100 &&
                     (stages == 1 || stale > 100),
                 "%d looks, %d above the truth, %d flushes, %d meets, %d put off were reached", looks, above, flushes,
                 meets, stale);
        tb_note("KEY_W=%d: %d looks, %d exact, %d above", key_w, looks, exact, above);
        return false;
    }
    t_valid = stages == 1 ? s0_valid : stages == 2 ? look_valid : seen_valid;
    t_key = stages == 1 ? s0_key : stages == 2 ? look_key : seen_key;
    seen_valid = look_valid;
    seen_key = look_key;
    look_valid = s0_valid;
    look_key = s0_key;
    bool ready = tb_get("ready");
    if (!ready) busy++;
    else if (busy) {
        tb_check(busy <= (model.ways ? model.rows : 1) + 1, "not ready for %d cycles", busy);
        busy = 0;
    }
    if (tb_rnd(60) == 0) span = 1 + tb_rnd(KEYS);
    unsigned limit = key_w < 6 ? 1u << key_w : KEYS;
    flush = ready && tb_rnd(500) == 0;
    s0_valid = ready && !flush && tb_pct(85);
    if (tb_rnd(40) == 0) p_ins = stages == 1 || tb_pct(50) ? 60 : 5;
    ins = ready && !flush && tb_pct(p_ins);
    s0_key = tb_rnd(span) % limit;
    ins_key = tb_rnd(span) % limit;
    for (int f = 0; f < model.fields; f++)
        ins_val[f] = ((uint64_t)tb_rnd32() << 32 | tb_rnd32()) >> tb_rnd(64) & mask_of(width) &
            mask_of((int)tb_cycle() / 100 % 64);
    tb_put("flush", flush);
    tb_put("rd", s0_valid);
    tb_put("rd_key", key_of(s0_key));
    tb_put("ins", ins);
    tb_put("ins_key", key_of(ins_key));
    put_fields(ins_val);
    return true;
}

/* A look-up that is put off: something was inserted in the three cycles before, or all cleared in the two before; with
 * three stages one more. */
static bool put_off(void) {
    static unsigned long inserted, cleared;
    bool now = t_valid && stages > 1 && tb_get("stale");
    unsigned long cycle = tb_cycle(), more = stages == 3;
    if (now) {
        stale++;
        tb_check(cycle - inserted <= 3 + more || cycle - cleared <= 2 + more, "key %u is put off for nothing", t_key);
    }
    if (ins) inserted = cycle;
    if (flush) cleared = cycle;
    return now;
}

void test_sample(void) {
    bool off = put_off(), shows = t_valid && !off;
    for (int f = 0; f < model.fields && shows; f++) {
        uint64_t got = get_field(f), want = bloom_look(&model, key_of(t_key), f);
        looks++;
        tb_check(got == want, "key %u field %d: %llx instead of %llx", t_key, f, (unsigned long long)got,
                 (unsigned long long)want);
        tb_check(got >= truth[t_key][f], "key %u field %d below what was inserted", t_key, f);
        if (got == truth[t_key][f]) exact++;
        else above++;
    }
    if (ins) {
        bloom_insert(&model, key_of(ins_key), ins_val);
        for (int f = 0; f < model.fields; f++)
            if (ins_val[f] > truth[ins_key][f]) truth[ins_key][f] = ins_val[f];
        meets += s0_valid && s0_key == ins_key;
    }
    if (flush) {
        bloom_flush(&model);
        memset(truth, 0, sizeof truth);
        flushes++;
    }
}
