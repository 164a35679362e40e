/* getm_system: transfers between accounts as transactions of all warps of all cores. A transaction loads two granules
 * and stores to both; what it has read and written is judged at its commit: a granule has a number that each committed
 * transaction raises by one, so that every version is read by exactly one transaction that replaces it (no write is
 * lost, nothing is read that was not committed), and the money in all accounts stays. Between transactions ordinary
 * accesses: each warp reads, writes and adds to a granule of its own, and all add to one counter. With few bits for
 * times most transactions are followed by a rollover soon; it may end them (quit). Pauses everywhere. */
#include "vpi_test.h"
#include <string.h>

const char *const test_block = "getm_system";
enum {
    CYCLES = 12000,
    MOST_CORES = 4,
    MOST_WARPS = 8,
    GRANULES = 5,
    MOST_WORDS = 8,
    MONEY = 1000,
    STALLED = 6000,
    MOST_COUNTS = 65536
};
enum { LD, ST, READ, WRITE, ATOMIC }; /* kinds of accesses, as in getm_messages.vh */
enum { ADD }; /* operations */

/* Word 0: version; word 1: money, above MONEY, modulo 2^32; the rest are left as they are, but must be written. */
typedef struct {
    bool runs, ends, refused;
    unsigned step, key[2];                /* steps: load, load, store, store; then the log */
    bool waits;
    uint32_t seen[2][MOST_WORDS];
    unsigned pause, tries, got[2], sent;  /* sent: log entries */
    int plain;                            /* kind of the ordinary access to be made, LD: none */
    bool counts;                          /* it is about the counter */
    uint32_t own[MOST_WORDS], data[MOST_WORDS], mask, word, a;
} Warp;

static unsigned cores, warps, words;
static Warp warp[MOST_CORES][MOST_WARPS];
static int logging[MOST_CORES];           /* the warp whose log is being given, -1: none */
static int offered[MOST_CORES];           /* the warp whose access is offered, -1: none */
static bool log_valid[MOST_CORES], rsp_ready[MOST_CORES];
static uint32_t versions[GRANULES];       /* highest committed */
static uint8_t taken[GRANULES][65536];    /* version was replaced */
static int32_t balance[GRANULES];
static int commits, aborts, accesses, rolls, quits, plains,
    during; /* during: ordinary accesses answered while warp 0 of core 0 is stopped */
static uint8_t counted[MOST_COUNTS];      /* old values of the counter */
static unsigned counts;
static bool stopped;                      /* warp 0 of core 0 is */
static unsigned long last_commit;

void test_start(void) {
    cores = (unsigned)tb_param("CORES"), warps = (unsigned)tb_param("CORE_WARPS"),
    words = (unsigned)tb_param("GRANULE") / 4;
    for (unsigned c = 0; c < cores; c++) logging[c] = offered[c] = -1;
}

/* A field of core c in a packed vector of `each` bits per core; the vectors are put together word by word. */
static uint32_t vector[64];
static void start_vector(void) { memset(vector, 0, sizeof vector); }
static void field(unsigned c, unsigned each, uint64_t value) {
    for (unsigned b = 0; b < each; b++)
        if (value >> b & 1) vector[(c * each + b) / 32] |= UINT32_C(1) << (c * each + b) % 32;
}
static uint64_t part(const char *name, unsigned c, unsigned each, unsigned offset, unsigned bits) {
    uint64_t v = 0;
    for (unsigned b = 0; b < bits; b++) {
        unsigned at = c * each + offset + b;
        v |= (uint64_t)(tb_get_word(name, at / 32) >> at % 32 & 1) << b;
    }
    return v;
}
static unsigned warp_bits(void) {
    unsigned n = 1;
    while (1u << n < warps) n++;
    return n;
}
static unsigned word_bits(void) { return words == 4 ? 2 : 3; }
static unsigned key_bits(void) { return words == 4 ? 28 : 27; }

static uint32_t new_word(const Warp *v, unsigned g, unsigned w) {
    return w == 0 ? v->seen[g][0] + 1 : w == 1 ? v->seen[g][1] + (g == 0 ? -7u : 7u) : v->seen[g][w];
}

static bool quit(unsigned c, unsigned k)
{
    return tb_get_word("quit", (c * warps + k) / 32) >> (c * warps + k) % 32 & 1;
}
static unsigned own_key(unsigned c, unsigned k) { return GRANULES + 1 + c * warps + k; }

/* An ordinary access. */
static void begin_plain(Warp *v) {
    v->plain = READ + (int)tb_rnd(3), v->counts = v->plain == ATOMIC && tb_pct(60);
    v->mask = tb_rnd32() & (words == 8 ? ~0u : (1u << 4 * words) - 1), v->word = v->counts ? 1 : tb_rnd(words),
    v->a = v->counts ? 1 : tb_rnd32();
    for (unsigned w = 0; w < words; w++) v->data[w] = tb_rnd32();
}

static void begin(Warp *v) {
    v->runs = true, v->step = 0, v->waits = v->refused = false, v->got[0] = v->got[1] = 0, v->sent = 0;
}

static void choose(unsigned c) {
    for (unsigned k = 0; k < warps; k++) {
        Warp *v = &warp[c][k];
        if (v->pause) v->pause--;
        if (!v->runs && !v->ends && !v->plain && !v->tries && v->pause == 0 && tb_cycle() < CYCLES && tb_pct(50))
            begin_plain(v);
        if (!v->runs && !v->ends && !v->plain && v->pause == 0 && (tb_cycle() < CYCLES || v->tries)) {
            v->key[0] = tb_rnd(GRANULES), v->key[1] = (v->key[0] + 1 + tb_rnd(GRANULES - 1)) % GRANULES;
            begin(v);
        }
        if (v->runs && !v->waits && !v->refused && v->step < 4 && quit(c, k)) v->refused = true, quits++;
        if (v->runs && !v->waits && (v->refused || v->step == 4)) v->runs = false, v->ends = true;
    }
    offered[c] = -1;
    for (unsigned i = 0, k = tb_rnd(warps); i < warps && tb_pct(85); i++, k = (k + 1) % warps)
        if ((warp[c][k].runs || warp[c][k].plain) && !warp[c][k].waits) offered[c] = (int)k;
    for (unsigned i = 0, k = tb_rnd(warps); i < warps && logging[c] < 0; i++, k = (k + 1) % warps)
        if (warp[c][k].ends) logging[c] = (int)k;
    log_valid[c] = logging[c] >= 0 && (log_valid[c] || tb_pct(80));
    rsp_ready[c] = tb_pct(80);
}

/* Entry i of a warp's log: of a commit every word of both granules; of an abort one entry for each granule it has got;
 * at the end one that is empty. */
typedef struct { unsigned key, word, n; uint32_t data; bool write, last; } Entry;
static Entry entry_of(const Warp *v, unsigned i) {
    if (v->refused) {
        if (i < 2) return (Entry){.key = v->key[i], .n = v->got[i]};
        return (Entry){.last = true};
    }
    if (i == 2 * words) return (Entry){.last = true};
    unsigned g = i / words, w = i % words;
    return (Entry){
        .key = v->key[g], .word = w, .n = w + 1 == words ? v->got[g] : 0, .data = new_word(v, g, w), .write = true
    };
}

bool test_drive(void) {
    bool quiet = tb_cycle() >= CYCLES && tb_get("idle");
    for (unsigned c = 0; c < cores; c++)
        for (unsigned k = 0; k < warps; k++)
            quiet &= !warp[c][k].plain && !warp[c][k].runs && !warp[c][k].ends && !warp[c][k].tries;
    if (quiet || tb_cycle() > last_commit + STALLED) {
        int32_t total = 0;
        uint32_t sum = 0;
        for (unsigned g = 0; g < GRANULES; g++) {
            total += balance[g], sum += versions[g];
            for (uint32_t v = 0; v < versions[g]; v++)
                tb_check(taken[g][v], "granule %u: version %u was replaced by nobody", g, v);
        }
        tb_check(quiet, "nothing commits any more");
        tb_check(total == 0 && sum == 2 * (uint32_t)commits, "money or writes are lost");
        tb_check(commits > 50 && aborts > 20, "%d commits, %d aborts", commits, aborts);
        for (unsigned n = 0; n < counts; n++) tb_check(counted[n], "nobody has counted from %u on", n);
        tb_check(plains > 50 && counts > 5, "%d ordinary accesses, %u of the counter", plains, counts);
        if (tb_param("TS_BITS") < 8)
            tb_check(
                rolls >= (tb_plusarg("limit", 0) ? 10 : 20) && (quits >= 1 || tb_plusarg("limit", 0)) && during >= 1,
                "%d rollovers, %d transactions ended by them, %d ordinary accesses meanwhile", rolls, quits, during);
        else tb_check(rolls == 0 && quits == 0, "%d rollovers", rolls);
        tb_note("CORES=%u CORE_WARPS=%u: %d commits, %d attempts refused, %d accesses, %d ordinary ones, %d rollovers, "
                "%d attempts ended by them, in %lu cycles",
                cores, warps, commits, aborts, accesses, plains, rolls, quits, tb_cycle());
        return false;
    }
    for (unsigned c = 0; c < cores; c++) choose(c);
#define PUT(name, bits, value) \
    do { \
        start_vector(); \
        for (unsigned c = 0; c < cores; c++) { \
            const Warp *v = &warp[c][offered[c] < 0 ? 0 : offered[c]]; \
            (void)v; \
            field(c, bits, (value)); \
        } \
        tb_put_words(name, vector, 8); \
    } while (0)
    PUT("acc_valid", 1, offered[c] >= 0);
    PUT("acc_warp", warp_bits(), offered[c] < 0 ? 0 : (unsigned)offered[c]);
    PUT("acc_kind", 3, v->plain ? (unsigned)v->plain : v->step >= 2 ? ST : LD);
    PUT("acc_tag", 5, v->plain ? 16u + (unsigned)v->plain : v->step & 3);
    PUT("acc_key", key_bits(),
        !v->plain       ? v->key[v->step & 1]
            : v->counts ? GRANULES
                        : own_key(c, (unsigned)(v - warp[c])));
    PUT("acc_mask", 4 * words, v->mask);
    PUT("acc_op", 3, ADD);
    PUT("acc_word", word_bits(), v->word);
    PUT("acc_a", 32, v->a);
    start_vector();
    for (unsigned c = 0; c < cores; c++)
        for (unsigned w = 0; w < words && offered[c] >= 0; w++) field(c * words + w, 32, warp[c][offered[c]].data[w]);
    tb_put_words("acc_data", vector, 64);
    PUT("rsp_ready", 1, rsp_ready[c]);
    Entry e[MOST_CORES] = {{0}};
    for (unsigned c = 0; c < cores; c++)
        if (logging[c] >= 0) e[c] = entry_of(&warp[c][logging[c]], warp[c][logging[c]].sent);
    PUT("log_valid", 1, log_valid[c]);
    PUT("log_warp", warp_bits(), logging[c] < 0 ? 0 : (unsigned)logging[c]);
    PUT("log_key", key_bits(), e[c].key);
    PUT("log_write", 1, e[c].write);
    PUT("log_word", word_bits(), e[c].word);
    PUT("log_data", 32, e[c].data);
    PUT("log_n", 8, e[c].n);
    PUT("log_last", 1, e[c].last);
    PUT("log_again", 1, e[c].last && logging[c] >= 0 && warp[c][logging[c]].refused);
    tb_put("limit", tb_plusarg("limit", 0));
    return true;
}

static void committed(const Warp *v) {
    for (unsigned g = 0; g < 2; g++) {
        uint32_t version = v->seen[g][0];
        unsigned key = v->key[g];
        tb_check(version < 65536 && !taken[key][version & 65535],
                 "granule %u: two transactions have replaced version %u", key, version);
        taken[key][version & 65535] = 1;
        if (version + 1 > versions[key]) versions[key] = version + 1;
        balance[key] += g == 0 ? -7 : 7;
    }
    commits++, last_commit = tb_cycle();
}

static uint32_t data_of(unsigned c, unsigned w) { return (uint32_t)part("rsp_data", c, 32 * words, 32 * w, 32); }

static void plain_answer(unsigned c, Warp *v) {
    tb_check(!part("rsp_abort", c, 1, 0, 1), "an ordinary access is refused");
    if (v->counts) {
        uint32_t old = data_of(c, 1);
        tb_check(old < MOST_COUNTS && !counted[old % MOST_COUNTS], "the counter was %u twice", old);
        counted[old % MOST_COUNTS] = 1;
        counts++;
    } else {
        for (unsigned w = 0; w < words && v->plain != WRITE; w++)
            tb_check(data_of(c, w) == v->own[w], "word %u of a warp's own granule: %x, not %x", w, data_of(c, w),
                     v->own[w]);
        if (v->plain == ATOMIC) v->own[v->word] += v->a;
        for (unsigned b = 0; b < 4 * words && v->plain == WRITE; b++)
            if (v->mask >> b & 1)
                v->own[b / 4] = (v->own[b / 4] & ~(0xffu << b % 4 * 8)) | (v->data[b / 4] & 0xffu << b % 4 * 8);
    }
    plains++, v->plain = LD;
    during += stopped;
}

static void answer(unsigned c) {
    unsigned k = (unsigned)part("rsp_warp", c, warp_bits(), 0, warp_bits()),
             tag = (unsigned)part("rsp_tag", c, 5, 0, 5);
    Warp *v = &warp[c][k];
    tb_check(k < warps && v->waits && tag == (v->plain ? 16u + (unsigned)v->plain : v->step),
             "core %u: an answer to warp %u, which did not ask", c, k);
    v->waits = false;
    if (v->plain) { plain_answer(c, v); return; }
    if (part("rsp_abort", c, 1, 0, 1)) { v->refused = true; return; }
    if (v->step < 2)
        for (unsigned w = 0; w < words; w++) v->seen[v->step][w] = data_of(c, w);
    else v->got[v->step - 2]++;
    v->step++;
}

static void log_taken(unsigned c) {
    Warp *v = &warp[c][logging[c]];
    log_valid[c] = false;
    if (!entry_of(v, v->sent++).last) return;
    logging[c] = -1;
    v->ends = false;
    if (v->refused) { /* again, with other granules as well as the same */
        aborts++, v->tries++;
        v->pause = tb_rnd(50u << (v->tries < 5 ? v->tries : 5));
        return;
    }
    v->tries = 0;
    committed(v);
    v->pause = tb_rnd(40);
}

void test_sample(void) {
    tb_check(!tb_get("error"), "error_o");
    rolls += tb_get("resumed") != 0;
    stopped = tb_get("stopped");
    for (unsigned c = 0; c < cores; c++) {
        if (part("rsp_valid", c, 1, 0, 1) && rsp_ready[c]) answer(c);
        if (log_valid[c] && part("log_ready", c, 1, 0, 1)) log_taken(c);
        if (offered[c] >= 0 && part("acc_ready", c, 1, 0, 1)) warp[c][offered[c]].waits = true, accesses++;
    }
}
