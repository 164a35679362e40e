/* What cg_cuckoo costs under load, as a table. A steady stream of requests, one per slot unless a background step is
 * urgent: each either locks a new key (an insertion) or unlocks a random locked one, so that the number of locked
 * entries stays where it is. Spilled entries count as locked, outside of the table. +occupied=P +locked=L   entries in
 * the table, locked ones, in percent of its places; unlocked ones above P are removed by slots that are not counted
 * With occupied=100 nothing is removed: the table fills, and insertions evict. */
#include "vpi_test.h"

const char *const test_block = "cg_cuckoo";
enum { MOST = 1 << 16, WARM = 3, REQUESTS = 4000 };
enum { CLASS_LOCKED = 0, CLASS_FREE = 1 };

static struct {
    uint64_t key;
    bool locked, spilled;
} tracked[MOST];
static int tracked_n, locked_n, inside_n, places, occupied, locked;
static enum { NONE, LOCK, UNLOCK, REMOVE, BACKGROUND } s0, t;
static uint64_t s0_key, t_key;
static bool measuring;
static long requests, inserts, urgent, spills, evictions, stash_sum, stash_most, cycles, moved;
static long warm;

void test_start(void) {
    places = tb_param("WAYS") * tb_param("ROWS");
    occupied = (int)tb_plusarg("occupied", 100) * places / 100;
    locked = (int)tb_plusarg("locked", 50) * places / 100;
}

static int find(uint64_t key) {
    int i = 0;
    while (i < tracked_n && tracked[i].key != key) i++;
    return i;
}
static void forget(int i) {
    locked_n -= tracked[i].locked;
    inside_n -= !tracked[i].spilled;
    tracked[i] = tracked[--tracked_n];
}
static int random_tracked(bool with_lock) {
    int i = (int)tb_rnd((uint32_t)tracked_n);
    while (tracked[i].locked != with_lock) i = (i + 1) % tracked_n;
    return i;
}

static bool finish(void) {
    tb_note("%4d%% %4d%% %8.3f %8.3f %7.2f %6ld %9.4f %9.3f", occupied * 100 / places, locked * 100 / places,
            (double)(requests + urgent) / (double)requests, (double)moved / (double)inserts,
            (double)stash_sum / (double)cycles, stash_most, (double)spills / (double)inserts,
            (double)evictions / (double)inserts);
    return false;
}

/* The next slot: urgent background steps first, then room below the occupation asked for, then a request. */
static void next_slot(void) {
    s0 = BACKGROUND;
    if (tb_get("bg_urgent")) {
        urgent += measuring;
        return;
    }
    if (inside_n > occupied && inside_n - locked_n > 0 && occupied < places) {
        s0 = REMOVE;
        s0_key = tracked[random_tracked(false)].key;
        return;
    }
    s0 = locked_n < locked ? LOCK : UNLOCK;
    if (!measuring) warm++;
    if (s0 == UNLOCK) {
        int i = random_tracked(true);
        s0_key = tracked[i].key;
        if (tracked[i].spilled) { /* found in the list: a request all the same */
            requests += measuring;
            forget(i);
            s0 = NONE;
            return;
        }
    } else {
        s0_key = ((uint64_t)tb_rnd32() << 32 | tb_rnd32()) >> (64 - tb_param("KEY_W"));
    }
    requests += measuring;
    inserts += measuring && s0 == LOCK;
}

bool test_drive(void) {
    if (requests >= REQUESTS) return finish();
    t = s0;
    t_key = s0_key;
    s0 = NONE;
    measuring = warm > (long)WARM * places;
    /* An operation in T ends before the next request is chosen: its key is in the lists then. */
    if (tb_get("ready") && t == NONE) next_slot();
    bool upd = t == LOCK || t == UNLOCK || t == REMOVE;
    tb_put("ovf_ready", 1);
    tb_put("upd", upd);
    tb_put("keep", t != REMOVE);
    tb_put("upd_ent", (tb_rnd32() & ~3u) | (t == LOCK ? CLASS_LOCKED : CLASS_FREE));
    tb_put("rd", s0 == LOCK || s0 == UNLOCK || s0 == REMOVE);
    tb_put("rd_key", s0_key);
    tb_put("bg_grant", s0 == BACKGROUND);
    return true;
}

void test_sample(void) {
    if (t == NONE) return;
    if (measuring) {
        cycles++;
        stash_sum += (long)tb_get("stash");
        if ((long)tb_get("stash") > stash_most) stash_most = (long)tb_get("stash");
        moved += t == BACKGROUND;
    }
    if (tb_get("ev_valid")) {
        forget(find(tb_get("ev_key")));
        evictions += measuring;
    }
    int at = find(t_key);
    if (t == LOCK && at == tracked_n) {
        bool out = tb_get("ovf_valid");
        spills += measuring && out;
        tracked[tracked_n].key = t_key;
        tracked[tracked_n].locked = true;
        tracked[tracked_n++].spilled = out;
        locked_n++;
        inside_n += !out;
    } else if (t == UNLOCK) {
        tracked[at].locked = false;
        locked_n--;
    } else if (t == REMOVE) {
        forget(at);
    }
}
