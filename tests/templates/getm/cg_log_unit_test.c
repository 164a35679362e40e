/* cg_log_unit against a list of what each log does to each granule: reservations given back, last value of each word.
 * Logs of any length, granules from few (much to join) to many, with and without pauses on both sides. */
#include "vpi_test.h"
#include <string.h>

const char *const test_block = "cg_log_unit";
enum { CYCLES = 30000, LONGEST = 60, WORDS_MOST = 32 };

typedef struct { uint64_t key; unsigned word, n; bool write; uint32_t data; } entry;
typedef struct { uint64_t key; unsigned n, back; uint32_t want[WORDS_MOST], got[WORDS_MOST], wanted, arrived; } granule;

static int entries, words, parts, shift, markers, key_w, n_w, wid_w;
static entry log_of[LONGEST];
static granule list[LONGEST];
static int length, sent, granules, marked;
static uint64_t wid;
static unsigned p_in, p_out;
static bool valid, out_ready, held;
static uint64_t held_key, held_n, began;
static int logs, commits, cleanups, joined, stalls, marks, fast;

void test_start(void) {
    entries = tb_param("ENTRIES"), words = tb_param("WORDS"), parts = tb_param("PARTS"), shift = tb_param("HOME_SHIFT"),
    markers = tb_param("MARKERS");
    key_w = tb_param("KEY_W"), n_w = tb_param("N_W"), wid_w = tb_param("WID_W");
}

static granule *of(uint64_t key) {
    for (int i = 0; i < granules; i++)
        if (list[i].key == key) return &list[i];
    return NULL;
}

/* The last entry of each granule brings reservations; others may, as far as the counter of the granule reaches. */
static void make_log(void) {
    uint32_t span = tb_pct(50) ? 1 + tb_rnd(4) : 1 + tb_rnd(40);
    uint64_t base = ((uint64_t)tb_rnd32() << 32 | tb_rnd32()) & ((UINT64_C(1) << key_w) - 1);
    length = 1 + (int)tb_rnd(tb_pct(20) ? 3 : LONGEST);
    granules = sent = marked = 0;
    wid = tb_rnd32() & ((UINT64_C(1) << wid_w) - 1);
    p_in = tb_pct(40) ? 100 : 5 + tb_rnd(95), p_out = tb_pct(40) ? 100 : 5 + tb_rnd(95);
    for (int i = 0; i < length; i++)
        log_of[i] = (entry){ .key = (base + tb_rnd(span) * (tb_pct(50) ? 1u : 5u)) & ((UINT64_C(1) << key_w) - 1),
                             .word = tb_rnd((uint32_t)words),
                             .write = tb_pct(70),
                             .data = tb_rnd32() };
    for (int i = length; i-- > 0;) {
        granule *g = of(log_of[i].key);
        bool last = !g;
        if (last) g = &list[granules++], *g = (granule){.key = log_of[i].key};
        log_of[i].n = last ? 1 + tb_rnd(2) : tb_rnd(3);
        if (g->n + log_of[i].n >= 1u << n_w) log_of[i].n = 0;
        g->n += log_of[i].n;
        if (!log_of[i].write || (g->wanted >> log_of[i].word & 1)) continue;
        g->wanted |= UINT32_C(1) << log_of[i].word;
        g->want[log_of[i].word] = log_of[i].data;
    }
    began = tb_cycle();
}

static bool complete(void) {
    for (int i = 0; i < granules; i++)
        if (list[i].back != list[i].n) return false;
    return sent == length && marked == (markers ? parts : 0);
}

bool test_drive(void) {
    if (tb_cycle() == CYCLES) {
        tb_check(logs > 100 && commits > 500 && cleanups > 100 && joined > 500 && stalls > 100 && fast > 3,
                 "%d logs, %d commits, %d cleanups, %d joined, %d stalls, %d at full rate", logs, commits, cleanups,
                 joined, stalls, fast);
        tb_note("ENTRIES=%d WORDS=%d PARTS=%d: %d logs, %d commits, %d cleanups, %d entries joined", entries, words,
                parts, logs, commits, cleanups, joined);
        return false;
    }
    if (length == 0 || complete()) {
        if (length) {
            logs++;
            if (p_in == 100 && p_out == 100) {
                fast++; /* one entry and one message a cycle, as long as those that wait here are the last to leave */
                tb_check(tb_cycle() - began <= (uint64_t)(length + entries + marked + 2),
                         "a log of %d entries took %d cycles", length, (int)(tb_cycle() - began));
            }
        }
        make_log();
        valid = false;
    }
    if (!valid) valid = sent < length && tb_pct(p_in);
    const entry *e = &log_of[sent < length ? sent : 0];
    tb_put("in_valid", valid);
    tb_put("in_key", e->key);
    tb_put("in_wid", wid);
    tb_put("in_write", e->write);
    tb_put("in_word", e->word);
    tb_put("in_data", e->data);
    tb_put("in_n", e->n);
    tb_put("in_last", sent == length - 1);
    out_ready = tb_pct(p_out);
    tb_put("out_ready", out_ready);
    return true;
}

static void message(void) {
    uint64_t key = tb_get("out_key"), n = tb_get("out_n"), mask = tb_get("out_mask");
    granule *g = of(key);
    tb_check(g && g->back < g->n, "a message of a granule that has none to come");
    if (!g) return;
    tb_check(tb_get("out_dst") == (key >> shift) % (uint64_t)parts, "partition of granule %x", (unsigned)key);
    tb_check(tb_get("out_wid") == wid, "warp");
    tb_check(n > 0 || mask, "an empty message");
    g->back += (unsigned)n;
    tb_check(g->back <= g->n, "too many given back");
    for (int w = 0; w < words; w++)
        if (mask >> w & 1) g->got[w] = tb_get_word("out_data", (unsigned)w), g->arrived |= UINT32_C(1) << w;
    if (g->back == g->n)
        tb_check(g->arrived == g->wanted && memcmp(g->got, g->want, sizeof g->got) == 0,
                 "granule %x: not the last values", (unsigned)key);
    mask ? commits++ : cleanups++;
    joined--;
}

void test_sample(void) {
    bool out = tb_get("out_valid");
    tb_check(!held || (out && (tb_get("out_mark") || (tb_get("out_key") == held_key && tb_get("out_n") == held_n))),
             "a message that waits has changed");
    held = out && !out_ready;
    if (held)
        held_key = tb_get("out_mark") ? held_key : tb_get("out_key"),
        held_n = tb_get("out_mark") ? held_n : tb_get("out_n");
    if (out && out_ready) {
        if (tb_get("out_mark")) {
            for (int i = 0; i < granules; i++) tb_check(list[i].back == list[i].n, "a marker before a message");
            tb_check(sent == length && (int)tb_get("out_dst") == marked && marked < parts && markers &&
                         tb_get("out_wid") == wid,
                     "marker %d", marked);
            marked++, marks++;
        } else message();
    }
    stalls += valid && !tb_get("in_ready");
    if (valid && tb_get("in_ready")) sent++, joined++, valid = false;
}
