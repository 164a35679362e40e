/* hashtable.c - every warp inserts keys into one hash table with chains; a bucket is locked while it is changed. A key
 * that is there already is counted.
 * Keys come from a small range, so that warps meet. At the end the chains are walked and compared with the sequential
 * counts.
 * --with: keys (per warp), buckets, range (of the keys). */
#include "cores/program.h"

enum { LOCK, HEAD, BUCKET_WORDS = 2 };            /* words of a bucket; HEAD: first node, 0 = none */
enum { KEY, COUNT, NEXT, NODE_WORDS = 4 };        /* words of a node; nodes are numbered from 1 */

typedef struct {
    uint32_t buckets, range, per_warp, threads, *keys, *expected, *found;
    uint64_t table, nodes, free_node, spins;
    bool broken;
} Table;

static void *setup(CgRun *r)
{
    Table *t = cg_keep(r, sizeof *t);
    uint64_t keys = cg_option(r, "keys", 30), buckets = cg_option(r, "buckets", 8), range = cg_option(r, "range", 64);
    t->threads = cg_cores(r) * cg_warps(r);
    if (keys < 1 || keys > 100000 || buckets < 1 || buckets > 1u << 20 || range < 1 || range > 1u << 20)
        return cg_failed(r, "keys goes from 1 to 100000, buckets and range from 1 to 2^20"), t;
    if (!cg_has_atomics(r)) return cg_failed(r, "needs atomics"), t;
    t->buckets = (uint32_t)buckets, t->range = (uint32_t)range, t->per_warp = (uint32_t)keys;
    t->keys = cg_keep(r, keys * t->threads * sizeof *t->keys);
    t->expected = cg_keep(r, range * sizeof *t->expected);
    t->found = cg_keep(r, range * sizeof *t->found);
    for (uint64_t i = 0; i < keys * t->threads; i++) t->expected[t->keys[i] = cg_run_rand(r, t->range)]++;
    t->table = cg_array(r, NULL, BUCKET_WORDS * t->buckets);
    t->nodes = cg_array(r, NULL, NODE_WORDS * (t->range + 1));
    t->free_node = cg_array(r, NULL, 1);
    return t;
}

static uint64_t bucket(const Table *t, uint32_t key)
{
    return t->table + 4 * BUCKET_WORDS * (uint64_t)(key * 2654435761u % t->buckets);
}
static uint64_t node(const Table *t, uint32_t n) { return t->nodes + 4 * NODE_WORDS * (uint64_t)n; }

static void lock(Warp *w, Table *t, uint64_t at)
{
    uint64_t since = cg_cycle(cg_run(w));
    for (uint32_t pause = 8; cg_atomic(w, CG_EXCHANGE, at, 1, 0) != 0 && !cg_give_up(w, since, "a lock");
         pause = pause < 512 ? 2 * pause : pause) {
        t->spins++;
        cg_wait(w, 1 + cg_rand(w, pause));
    }
    cg_fence(w);
}

static void unlock(Warp *w, uint64_t at)
{
    cg_fence(w);
    cg_st(w, at, 0);
}

/* The bucket is locked. More nodes than keys, or an endless chain: the table is broken. */
static void insert(Warp *w, Table *t, uint64_t b, uint32_t key)
{
    uint32_t first = cg_ld(w, b + 4 * HEAD), n = first;
    for (uint32_t steps = 0; n != 0; n = cg_ld(w, node(t, n) + 4 * NEXT)) {
        if (n > t->range || steps++ > t->range) { t->broken = true; return; }
        if (cg_ld(w, node(t, n) + 4 * KEY) != key) continue;
        cg_st(w, node(t, n) + 4 * COUNT, cg_ld(w, node(t, n) + 4 * COUNT) + 1);
        return;
    }
    n = cg_atomic(w, CG_ADD, t->free_node, 1, 0) + 1;
    if (n > t->range) { t->broken = true; return; }
    cg_st(w, node(t, n) + 4 * KEY, key);
    cg_st(w, node(t, n) + 4 * COUNT, 1);
    cg_st(w, node(t, n) + 4 * NEXT, first);
    cg_st(w, b + 4 * HEAD, n);
}

static void walk(Warp *w, Table *t, uint64_t b)
{
    uint32_t steps = 0;
    for (uint32_t n = cg_ld(w, b + 4 * HEAD); n != 0; n = cg_ld(w, node(t, n) + 4 * NEXT)) {
        if (n > t->range || steps++ > t->range) { t->broken = true; return; }
        uint32_t key = cg_ld(w, node(t, n) + 4 * KEY);
        if (key >= t->range || bucket(t, key) != b) { t->broken = true; return; }
        t->found[key] += cg_ld(w, node(t, n) + 4 * COUNT);
    }
}

static void body(Warp *w, void *arg)
{
    Table *t = arg;
    for (uint32_t i = 0; i < t->per_warp; i++) {
        uint32_t key = t->keys[cg_thread(w) * t->per_warp + i];
        uint64_t b = bucket(t, key);
        lock(w, t, b + 4 * LOCK);
        insert(w, t, b, key);
        unlock(w, b + 4 * LOCK);
    }
    cg_barrier(w);
    for (uint32_t i = cg_thread(w); i < t->buckets; i += cg_threads(w))
        walk(w, t, t->table + 4 * BUCKET_WORDS * (uint64_t)i);
}

static void check(CgRun *r, void *arg)
{
    const Table *t = arg;
    if (t->broken) { cg_failed(r, "a chain is broken"); return; }
    for (uint32_t k = 0; k < t->range; k++)
        if (t->found[k] != t->expected[k]) {
            cg_failed(r, "key %u is in the table %u times, it was inserted %u times", k, t->found[k], t->expected[k]);
            return;
        }
}

static void report(void *arg, FILE *out)
{
    const Table *t = arg;
    fprintf(out, "hashtable  %u insertions into %u buckets, %llu failed attempts to lock one\n",
            t->per_warp * t->threads, t->buckets, (unsigned long long)t->spins);
}

const CgKernel cg_kernel_hashtable = {
    "hashtable", "insertion into a hash table with a lock per bucket", setup, body, check, report, NULL, false};
