/* cg_join against the list of all messages of each key. Each carries a number of at least 1, so that the number of a
 * message that comes out says which it is made of: the oldest of its key that have not come out, all of one tag, and on
 * one side of those that stay alone. Their masks and, byte by byte, the youngest data must be in it. Messages come out
 * in the order in which the first of each came in, and within the time that HOLD allows. */
#include "vpi_test.h"
#include <string.h>

const char *const test_block = "cg_join";
enum { CYCLES = 6000, KEYS = 16, MOST_BYTES = 32, LOG = 8192 };

typedef struct {
    uint8_t data[MOST_BYTES];
    uint32_t mask;
    unsigned tag, n, fence; /* fence: number of messages before it that stay alone, twice, and one if it does */
    unsigned long serial;
} message;

static int bytes, n_w, keys, depth, hold;
static struct {
    message log[LOG]; /* in the order of arrival */
    int n, out;       /* out: so many have come out */
} key[KEYS];

static message in;
static unsigned in_key, span = 1, p_in, p_out, p_tag;
static unsigned long serial, last_out;
static bool in_valid, in_take, out_ready;
static unsigned fence;
static int phase, drain, taken, came, joins, plain, refused, quiet, bursts;
static struct {
    bool valid;
    uint64_t key, n, mask;
} waits; /* offered and not accepted in the cycle before */

void test_start(void) {
    bytes = tb_param("BYTES");
    n_w = tb_param("N_W");
    depth = tb_param("DEPTH");
    hold = tb_param("HOLD");
    keys = tb_param("KEY_W") < 4 ? 1 << tb_param("KEY_W") : KEYS;
}

static void new_message(void) {
    in_key = tb_rnd(span);
    in = (message){0};
    in.mask = tb_pct(20) ? 0 : tb_rnd32() & (uint32_t)((UINT64_C(1) << bytes) - 1);
    for (int b = 0; b < bytes; b++) in.data[b] = (uint8_t)tb_rnd32();
    in.tag = tb_pct(p_tag) ? tb_rnd(4) : 1;
    in.fence = p_tag && tb_pct(10);
    in.n = 1 + (n_w > 1 && tb_pct(30) ? tb_rnd((1u << n_w) - 1) : 0);
}

static void put_message(void) {
    uint32_t words[MOST_BYTES / 4] = {0};
    for (int b = 0; b < bytes; b++) words[b / 4] |= (uint32_t)in.data[b] << b % 4 * 8;
    tb_put_words("in_data", words, MOST_BYTES / 4);
    tb_put("in_mask", in.mask);
    tb_put("in_tag", in.tag);
    tb_put("in_n", in.n);
    tb_put("in_alone", in.fence & 1);
    tb_put("in_key", in_key);
}

static bool finish(void) {
    for (int k = 0; k < keys; k++)
        tb_check(key[k].out == key[k].n, "key %d: message %d of %d has not come out", k, key[k].out, key[k].n);
    tb_check(taken > 1000 && came > 300 && joins > (depth > 1 && n_w > 1 ? 100 : -1) && plain > 100 && refused > 50,
             "%d messages, %d came out, %d joined, %d without bytes, %d refused", taken, came, joins, plain, refused);
    tb_check(bursts > 20 || depth - (hold > 0) < 3, "%d cycles at full rate", bursts);
    tb_note("DEPTH=%d BYTES=%d HOLD=%d: %d messages, %d joined, %d came out", depth, bytes, hold, taken, joins, came);
    return false;
}

static void new_phase(void) {
    phase = 0;
    span = 1 + tb_rnd((uint32_t)keys);
    p_in = tb_pct(50) ? 100 : tb_rnd(101);
    p_out = tb_pct(50) ? 100 : tb_rnd(101);
    p_tag = tb_pct(50) ? 0 : tb_rnd(101);
}

bool test_drive(void) {
    static bool kept;
    if (tb_rnd(100) == 0 || tb_cycle() == 0) new_phase();
    phase++;
    if (tb_cycle() < CYCLES) {
        if (!kept) {
            in_valid = tb_pct(p_in);
            if (in_valid) new_message();
        }
    } else if (!kept) { /* nothing more comes: all leaves */
        in_valid = false;
        p_out = 100;
        if (++drain > depth + hold + 10) return finish();
    }
    in_take = in_valid && tb_get("in_ready");
    kept = in_valid && !in_take;
    out_ready = tb_pct(p_out);
    put_message();
    tb_put("in_valid", in_valid);
    tb_put("out_ready", out_ready);
    return true;
}

static void come_out(void) {
    unsigned k = (unsigned)tb_get("out_key"), n = (unsigned)tb_get("out_n"), tag = (unsigned)tb_get("out_tag"), sum = 0;
    uint8_t data[MOST_BYTES] = {0};
    uint32_t mask = 0;
    tb_check(k < (unsigned)keys && n, "number %u of key %u", n, k);
    if (k >= (unsigned)keys) return;
    int i = key[k].out;
    tb_check(i < key[k].n && key[k].log[i].serial >= last_out, "key %u: out of order", k);
    last_out = key[k].log[i].serial;
    if (p_out == 100 && tb_cycle() < CYCLES && phase > hold + 2 * depth + 8)
        tb_check(serial - last_out <= (unsigned)(hold + depth + 3), "key %u: a message has waited for %lu cycles", k,
                 serial - last_out);
    unsigned side = key[k].log[i].fence;
    for (; i < key[k].n && sum < n; i++) {
        const message *m = &key[k].log[i];
        sum += m->n;
        mask |= m->mask;
        tb_check(m->tag == tag, "key %u: tag %u in a message of tag %u", k, m->tag, tag);
        tb_check(m->fence == side && !(side & 1 && i > key[k].out), "key %u: joined across a message that stays alone",
                 k);
        for (int b = 0; b < bytes; b++) if (m->mask >> b & 1) data[b] = m->data[b];
    }
    tb_check(sum == n, "key %u: number %u, the oldest messages have %u", k, n, sum);
    tb_check(mask == (uint32_t)tb_get("out_mask"), "key %u: mask %x", k, mask);
    for (int b = 0; b < bytes; b++)
        tb_check((uint8_t)(tb_get_word("bytes", (unsigned)b / 4) >> b % 4 * 8) == data[b], "key %u byte %d", k, b);
    key[k].out = i;
    came++;
}

void test_sample(void) {
    bool out = tb_get("out_valid");
    tb_check(
        !waits.valid ||
            (out && tb_get("out_key") == waits.key && tb_get("out_n") == waits.n && tb_get("out_mask") == waits.mask),
        "a message does not wait");
    tb_check(tb_get("count") <= (unsigned)depth, "count_o");
    bool full_rate =
        p_in == 100 && p_out == 100 && phase > 2 * depth + hold + 8 && depth - (hold > 0) > 2 && tb_cycle() < CYCLES;
    if (full_rate) tb_check(tb_get("in_ready"), "less than one message per cycle");
    bursts += full_rate;
    quiet = out || !tb_get("count") ? 0 : quiet + 1;
    tb_check(quiet <= hold + 2, "something waits for %d cycles", quiet);
    waits.valid = out && !out_ready;
    if (out) waits.key = tb_get("out_key"), waits.n = tb_get("out_n"), waits.mask = tb_get("out_mask");
    in.serial = serial++;
    if (out && out_ready) come_out();
    if (in_take && key[in_key].n < LOG) {
        message *m = &key[in_key].log[key[in_key].n++];
        *m = in;
        m->fence += 2 * fence;
        fence += in.fence & 1;
    }
    taken += in_take;
    plain += in_take && !in.mask;
    refused += in_valid && !in_take;
    joins += (int)tb_get("joined");
}
