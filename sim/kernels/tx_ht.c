/* ht.c - populating a hash table with chains: each thread hangs nodes of its own into the chains of their buckets, by
 * transactions (ht) or under a lock per bucket (ht_locks). At the end the chains are walked: every node once, in the
 * chain of its key.
 * X. Ren (2020), table 4.3: HT-H has 8000 buckets, HT-M 80000, HT-L 800000.
 * --with: buckets, keys (per thread), spread (bytes from the head of a chain to the next), straddle (1: the first node
 * is not at the start of a granule, so that the last one of a warp is in a granule of the next warp's). */
#include "cores/program.h"

enum { KEY, NEXT, NODE_WORDS }; /* words of a node; nodes are numbered from 1, 0 ends a chain */

typedef struct { uint32_t buckets, keys, nodes, spread, first; uint64_t heads, locks, node, spins; } Table;
typedef struct { const Table *t; uint32_t node, key; } Insertion;

static uint64_t word_of(const Table *t, uint32_t node, uint32_t word)
{
    return t->node + 4 * (uint64_t)((node - t->first) * NODE_WORDS + word);
}
static uint32_t bucket_of(const Table *t, uint32_t key)
{
    return (uint32_t)((key * UINT64_C(2654435761) & 0xffffffff) * t->buckets >> 32);
}
static uint64_t head_of(const Table *t, uint32_t key) { return t->heads + t->spread * (uint64_t)bucket_of(t, key); }

static Table *make(CgRun *r, bool locks)
{
    Table *t = cg_keep(r, sizeof *t);
    if (locks ? !cg_has_atomics(r) : !cg_has_transactions(r))
        return cg_failed(r, "needs %s, which the design does not have", locks ? "atomics" : "transactions"), t;
    t->buckets = (uint32_t)cg_option_in(r, "buckets", 8000, 1, 1u << 28);
    t->keys = (uint32_t)cg_option_in(r, "keys", 1, 1, 100000);
    t->spread = (uint32_t)cg_option_in(r, "spread", 4, 4, 4096) & ~3u;
    t->first = 1 - (uint32_t)cg_option_in(r, "straddle", 0, 0, 1);
    t->nodes = cg_all_threads(r) * t->keys;
    t->heads = cg_alloc(r, t->spread * (uint64_t)t->buckets);
    t->locks = locks ? cg_alloc(r, 4 * (uint64_t)t->buckets) : 0;
    t->node = cg_alloc(r, 4 * (uint64_t)(t->nodes + 1) * NODE_WORDS);
    for (uint32_t i = 1; i <= t->nodes; i++) cg_poke(r, word_of(t, i, KEY), cg_run_rand(r, UINT32_MAX));
    return t;
}

static void *setup(CgRun *r) { return make(r, false); }
static void *setup_locks(CgRun *r) { return make(r, true); }

static void hang(Warp *t, void *arg)
{
    const Insertion *i = arg;
    uint64_t head = head_of(i->t, i->key);
    cg_st(t, word_of(i->t, i->node, NEXT), cg_ld(t, head));
    cg_st(t, head, i->node);
}

static void body(Warp *t, void *arg)
{
    const Table *table = arg;
    for (uint32_t k = 0; k < table->keys; k++) {
        Insertion i = {table, 1 + cg_thread(t) * table->keys + k, 0};
        i.key = cg_ld(t, word_of(table, i.node, KEY));
        cg_transaction(t, hang, &i);
    }
}

static void body_locks(Warp *t, void *arg)
{
    Table *table = arg;
    for (uint32_t k = 0; k < table->keys; k++) {
        uint32_t node = 1 + cg_thread(t) * table->keys + k, key = cg_ld(t, word_of(table, node, KEY));
        uint64_t head = head_of(table, key), lock = table->locks + 4 * (uint64_t)bucket_of(table, key);
        for (; cg_atomic(t, CG_EXCHANGE, lock, 1, 0) != 0; table->spins++) {}
        cg_st(t, word_of(table, node, NEXT), cg_ld(t, head));
        cg_st(t, head, node);
        cg_st(t, lock, 0);
    }
}

static void check(CgRun *r, void *arg)
{
    const Table *t = arg;
    uint8_t *found = cg_keep(r, t->nodes + 1);
    uint32_t n = 0;
    for (uint32_t b = 0; b < t->buckets; b++)
        for (uint32_t i = cg_peek(r, t->heads + t->spread * (uint64_t)b); i != 0;
             i = cg_peek(r, word_of(t, i, NEXT)), n++) {
            if (i > t->nodes || found[i]++) {
                cg_failed(r, "the chain of bucket %u is broken at node %u", b, i);
                return;
            }
            if (bucket_of(t, cg_peek(r, word_of(t, i, KEY))) != b) {
                cg_failed(r, "node %u hangs in the wrong chain, that of bucket %u", i, b);
                return;
            }
        }
    if (n != t->nodes) cg_failed(r, "%u of %u nodes are in the table", n, t->nodes);
}

static void report(void *arg, FILE *out)
{
    const Table *t = arg;
    fprintf(out, "table      %u insertions into %u buckets, %llu failed attempts to lock one\n", t->nodes, t->buckets,
            (unsigned long long)t->spins);
}

const CgKernel cg_kernel_tx_ht = {
    "tx_ht", "insertions into a hash table, as transactions", setup, body, check, report, NULL, false};
const CgKernel cg_kernel_tx_ht_locks = {
    "tx_ht_locks", "the same with a lock per bucket", setup_locks, body_locks, check, report, NULL, false};
