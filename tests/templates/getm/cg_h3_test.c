/* cg_h3 against its C form, and what a hash must have: full rank, all rows in use, ways that differ. */
#include "h3_ref.h"
#include "vpi_test.h"

const char *const test_block = "cg_h3";
enum { KEYS = 4000 };

static h3 way[2];
static int key_w, rows, step, rank, same;
static uint32_t basis[32];
static unsigned used_by[65536];
static uint64_t key;

/* Rank of the rows of single key bits: for a power of two the hash is linear in the row. */
static void add_to_basis(uint32_t v) {
    for (int b = 31; b >= 0 && v; b--) {
        if (!(v >> b & 1)) continue;
        if (!basis[b]) {
            basis[b] = v;
            rank++;
            return;
        }
        v ^= basis[b];
    }
}

void test_start(void) {
    key_w = tb_param("KEY_W");
    rows = tb_param("ROWS");
    way[0] = h3_new((uint32_t)tb_param("SEED"), 0, key_w, rows);
    way[1] = h3_new((uint32_t)tb_param("SEED"), 5, key_w, rows);
}

static void judge(void) {
    int used = h3_used(rows);
    if (1 << used == rows) {
        int full = key_w < used ? key_w : used;
        tb_check(rank == full, "rank %d instead of %d", rank, full);
    }
    if (key_w < 20) return;
    for (int r = 0; r < rows && rows <= KEYS / 16; r++)
        tb_check(used_by[r] > 0 && used_by[r] < 4u * KEYS / (unsigned)rows, "row %d has %u of %d keys", r, used_by[r],
                 KEYS);
    if (rows >= 16) tb_check(same < 3 * KEYS / rows + 3, "the ways agree on %d of %d keys", same, KEYS);
}

bool test_drive(void) {
    uint64_t mask = (UINT64_C(1) << key_w) - 1;
    if (step == KEYS + key_w) {
        judge();
        tb_note("KEY_W=%d ROWS=%d rank %d", key_w, rows, rank);
        return false;
    }
    key = step < key_w ? UINT64_C(1) << step
                       : (step % 2 ? (uint64_t)step : tb_rnd32() | (uint64_t)tb_rnd32() << 32) & mask;
    tb_put("key", key);
    return true;
}

void test_sample(void) {
    unsigned r0 = (unsigned)tb_get("row0"), r5 = (unsigned)tb_get("row5");
    tb_check(r0 == h3_row(&way[0], key) && r5 == h3_row(&way[1], key), "key %llx: rows %u %u", (unsigned long long)key,
             r0, r5);
    tb_check(r0 < (unsigned)rows && r5 < (unsigned)rows, "row out of range");
    if (step < key_w) add_to_basis(r0);
    if (step >= key_w) {
        used_by[r0]++;
        same += r0 == r5;
    }
    step++;
}
