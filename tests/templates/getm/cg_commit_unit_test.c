/* cg_commit_unit against the list of all entries of each region. The memory behind the write port keeps what was written. A release must cover exactly the
 * oldest entries not yet released, and their bytes must have been written by then: each is what that entry, or one behind it, left there. At the end memory
 * holds the youngest bytes and every count is released. */
#include "vpi_test.h"
#include <string.h>

const char *const test_block = "cg_commit_unit";
enum { CYCLES = 6000, REGIONS = 16, MOST_BYTES = 32, MOST_PARTS = 4, LOG = 8192 };

typedef struct {
    uint8_t data[MOST_BYTES];
    uint32_t mask;
    unsigned cnt[MOST_PARTS];
} entry;

static int bytes, split, cnt_w, regions, depth, hold;
static struct {
    entry log[LOG]; /* in the order of arrival */
    int n;
    int released[MOST_PARTS]; /* entries whose count for this granule is released */
    uint8_t memory[MOST_BYTES];
} region[REGIONS];

static entry in;
static unsigned in_region, span = 1, p_in, p_wr, p_rel;
static bool in_valid, in_last, in_take, wr_ready, rel_ready;
static int phase, drain, entries, writes, releases, merges, cleanups, refused;
static struct {
    bool valid;
    uint64_t addr, mask;
} wr_waits, rel_waits; /* offered and not accepted in the cycle before */

void test_start(void) {
    bytes = tb_param("BYTES");
    split = tb_param("SPLIT");
    cnt_w = tb_param("CNT_W");
    depth = tb_param("DEPTH");
    hold = tb_param("HOLD");
    regions = tb_param("ADDR_W") < 4 ? 1 << tb_param("ADDR_W") : REGIONS;
}

static void new_entry(bool cleanup) {
    in_region = tb_rnd(span);
    in = (entry){0};
    in.mask = cleanup ? 0 : tb_rnd32() & (uint32_t)((UINT64_C(1) << bytes) - 1);
    for (int b = 0; b < bytes; b++) in.data[b] = (uint8_t)tb_rnd32();
    for (int p = 0; p < split; p++) in.cnt[p] = tb_pct(30) ? 0 : tb_rnd(tb_pct(50) ? 1u << cnt_w : 2);
    in_last = tb_pct(20);
}

static void put_entry(void) {
    uint32_t words[MOST_BYTES / 4] = {0}, counts = 0;
    for (int b = 0; b < bytes; b++) words[b / 4] |= (uint32_t)in.data[b] << b % 4 * 8;
    for (int p = 0; p < split; p++) counts |= in.cnt[p] << p * cnt_w;
    tb_put_words("in_data", words, MOST_BYTES / 4);
    tb_put("in_mask", in.mask);
    tb_put("in_cnt", counts);
    tb_put("in_addr", in_region);
    tb_put("in_last", in_last);
}

static bool finish(void) {
    tb_check(tb_get("idle"), "not idle");
    for (int r = 0; r < regions; r++) {
        for (int p = 0; p < split; p++)
            for (int i = region[r].released[p]; i < region[r].n; i++) tb_check(region[r].log[i].cnt[p] == 0, "region %d: entry %d of %d is not released", r, i, region[r].n);
        for (int b = 0; b < bytes; b++)
            for (int i = region[r].n - 1; i >= 0; i--)
                if (region[r].log[i].mask >> b & 1) {
                    tb_check(region[r].memory[b] == region[r].log[i].data[b], "region %d byte %d at the end", r, b);
                    break;
                }
    }
    tb_check(entries > 1000 && writes > 200 && releases > 200 && merges > (depth > 1 ? 100 : -1) && cleanups > 100 && refused > 50, "%d entries, %d writes, %d releases, %d merges, %d clean-ups, %d refused", entries,
             writes, releases, merges, cleanups, refused);
    tb_note("DEPTH=%d BYTES=%d SPLIT=%d HOLD=%d: %d entries, %d merged, %d writes, %d releases", depth, bytes, split, hold, entries, merges, writes, releases);
    return false;
}

static void new_phase(void) {
    phase = 0;
    span = 1 + tb_rnd((uint32_t)regions);
    p_in = tb_pct(50) ? 100 : tb_rnd(101);
    p_wr = tb_pct(50) ? 100 : tb_rnd(101);
    p_rel = tb_pct(50) ? 100 : tb_rnd(101);
}

bool test_drive(void) {
    static bool kept;
    if (tb_rnd(100) == 0 || tb_cycle() == 0) new_phase();
    phase++;
    if (tb_cycle() < CYCLES) {
        if (!kept) {
            in_valid = tb_pct(p_in);
            if (in_valid) new_entry(tb_pct(20));
        }
    } else if (!kept) { /* an entry without content that ends a log, and when all has left another one: it must leave, too */
        int half = 20 * depth + 60;
        in_valid = drain == 0 || drain == half;
        in = (entry){0};
        in_last = true;
        p_wr = p_rel = 50;
        if (drain == half) tb_check(tb_get("idle"), "not idle after the end of a log");
        if (++drain > 2 * half) return finish();
    }
    in_take = in_valid && tb_get("in_ready");
    kept = in_valid && !in_take;
    wr_ready = tb_pct(p_wr);
    rel_ready = tb_pct(p_rel);
    put_entry();
    tb_put("in_valid", in_valid);
    tb_put("wr_ready", wr_ready);
    tb_put("rel_ready", rel_ready);
    return true;
}

static void accept_write(void) {
    unsigned r = (unsigned)tb_get("wr_addr");
    uint32_t mask = (uint32_t)tb_get("wr_mask");
    tb_check(r < (unsigned)regions && mask, "write of region %u, mask %x", r, mask);
    for (int b = 0; b < bytes && r < (unsigned)regions; b++)
        if (mask >> b & 1) region[r].memory[b] = (uint8_t)(tb_get_word("written", (unsigned)b / 4) >> b % 4 * 8);
    writes++;
}

/* Byte b of the region is what one of the entries from the youngest released one (of those that have the byte) on left. */
static bool written(unsigned r, int b, int released) {
    int i = released - 1;
    while (i >= 0 && !(region[r].log[i].mask >> b & 1)) i--;
    if (i < 0) return true;
    for (; i < region[r].n; i++)
        if (region[r].log[i].mask >> b & 1 && region[r].log[i].data[b] == region[r].memory[b]) return true;
    return false;
}

static void accept_release(void) {
    unsigned r = (unsigned)tb_get("rel_addr"), p = (unsigned)tb_get("rel_part"), n = (unsigned)tb_get("rel_cnt"), sum = 0;
    tb_check(r < (unsigned)regions && p < (unsigned)split && n, "release of %u in region %u part %u", n, r, p);
    if (r >= (unsigned)regions || p >= (unsigned)split) return;
    int i = region[r].released[p];
    while (i < region[r].n && sum < n) sum += region[r].log[i++].cnt[p];
    tb_check(sum == n, "region %u part %u: %u released, the oldest entries have %u", r, p, n, sum);
    region[r].released[p] = i;
    for (int b = 0; b < bytes; b++) tb_check(written(r, b, i), "region %u byte %d is released before it is written", r, b);
    releases++;
}

void test_sample(void) {
    bool wr = tb_get("wr_valid"), rel = tb_get("rel_valid");
    tb_check(!wr_waits.valid || (wr && tb_get("wr_addr") == wr_waits.addr && tb_get("wr_mask") == wr_waits.mask), "a write does not wait");
    tb_check(!rel_waits.valid || (rel && tb_get("rel_addr") == rel_waits.addr), "a release does not wait");
    tb_check(tb_get("count") <= (unsigned)depth, "count_o");
    if (split == 1 && depth - hold > 2 && p_in == 100 && p_wr == 100 && p_rel == 100 && phase > 2 * depth + 8) tb_check(tb_get("in_ready"), "less than one entry per cycle");
    wr_waits.valid = wr && !wr_ready;
    if (wr) wr_waits.addr = tb_get("wr_addr"), wr_waits.mask = tb_get("wr_mask");
    rel_waits.valid = rel && !rel_ready;
    if (rel) rel_waits.addr = tb_get("rel_addr");
    if (in_take && region[in_region].n < LOG) region[in_region].log[region[in_region].n++] = in;
    entries += in_take;
    cleanups += in_take && !in.mask;
    refused += in_valid && !in_take;
    merges += (int)tb_get("merge");
    if (wr && wr_ready) accept_write();
    if (rel && rel_ready) accept_release();
}
