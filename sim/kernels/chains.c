/* chains.c - hash tables of chained buckets: a node is put in front of its chain. `chains`: by one exchange of the
 * head, and a store links it behind; the order within a chain is that of the exchanges. `ht`: by loads and stores,
 * under a lock for each bucket; in quanta each look at a lock ends one.
 * --with: keys (inserted by each wavefront in a workgroup), buckets; those of launch.h. */
#include "kernels/launch.h"

typedef struct { Launch *launch; uint32_t keys, buckets, nodes; uint64_t heads, next, key, locks; } Chains;

static void *begin(CgRun *r, uint64_t usual_keys, uint64_t usual_buckets)
{
    Chains *p = cg_keep(r, sizeof *p);
    uint64_t keys = cg_option(r, "keys", usual_keys), buckets = cg_option(r, "buckets", usual_buckets);
    if (keys < 1 || keys > 1u << 16 || buckets < 1 || buckets > 1u << 20)
        return cg_failed(r, "keys go from 1 to 2^16, buckets to 2^20"), p;
    if (!cg_has_atomics(r)) return cg_failed(r, "needs atomics"), p;
    p->keys = (uint32_t)keys, p->buckets = (uint32_t)buckets;
    p->launch = launch_setup(r);
    p->nodes = p->launch->groups * p->launch->waves * p->keys;
    p->heads = launch_array(r, p->launch, NULL, p->buckets);
    p->next = launch_array(r, p->launch, NULL, p->nodes + 1);
    p->key = launch_array(r, p->launch, NULL, p->nodes + 1);
    return p;
}

static void *setup(CgRun *r) { return begin(r, 6, 8); }
static void *setup_ht(CgRun *r)
{
    Chains *p = begin(r, 3, 16);
    if (p->launch) p->locks = launch_array(r, p->launch, NULL, p->buckets);
    return p;
}

static uint32_t key_of(const Chains *p, uint32_t node)
{
    SimRng rng = launch_rng(p->launch, node);
    return (uint32_t)sim_random(&rng);
}

static void exchange(Warp *w, const Chains *p, uint32_t node, uint32_t bucket)
{
    uint32_t behind = cg_atomic(w, CG_EXCHANGE, p->heads + 4 * (uint64_t)bucket, node, 0);
    cg_st(w, p->next + 4 * (uint64_t)node, behind);
}

static void insert(Warp *w, const Chains *p, uint32_t node, uint32_t bucket)
{
    uint64_t lock = p->locks + 4 * (uint64_t)bucket, head = p->heads + 4 * (uint64_t)bucket;
    launch_lock(w, lock);
    cg_st(w, p->next + 4 * (uint64_t)node, cg_ld(w, head));
    cg_st(w, head, node);
    launch_unlock(w, lock);
}

static void work(Warp *w, void *arg, uint32_t group)
{
    const Chains *p = arg;
    uint32_t first = 1 + launch_wave(w, p->launch, group) * p->keys;
    for (uint32_t node = first; node < first + p->keys; node++) {
        uint32_t key = key_of(p, node);
        cg_compute(w, 8);
        cg_st(w, p->key + 4 * (uint64_t)node, key);
        (p->locks ? insert : exchange)(w, p, node, key % p->buckets);
    }
}

/* Each node is in the chain of its key, once. */
static void check(CgRun *r, void *arg)
{
    const Chains *p = arg;
    uint32_t found = 0;
    for (uint32_t b = 0; b < p->buckets && launch_looked(p->launch); b++)
        for (uint32_t n = launch_seen(p->launch, p->heads + 4 * (uint64_t)b); n && found <= p->nodes; found++) {
            uint32_t key = n <= p->nodes ? launch_seen(p->launch, p->key + 4 * (uint64_t)n) : 0;
            if (n > p->nodes || key != key_of(p, n) || key % p->buckets != b) {
                cg_failed(r, "bucket %u has node %u with key 0x%x", b, n, key);
                return;
            }
            n = launch_seen(p->launch, p->next + 4 * (uint64_t)n);
        }
    for (uint32_t b = 0; b < p->buckets && p->locks && launch_looked(p->launch); b++)
        if (launch_seen(p->launch, p->locks + 4 * (uint64_t)b)) cg_failed(r, "bucket %u is locked", b);
    if (launch_looked(p->launch) && found != p->nodes)
        cg_failed(r, "%u nodes are in the chains, %u were inserted", found, p->nodes);
}

static void body(Warp *w, void *arg) { launch_body(w, ((Chains *)arg)->launch, work, arg); }
static void report(void *arg, FILE *out)
{
    const Chains *p = arg;
    launch_report(p->launch, p->locks ? "ht" : "chains", out);
}

const CgKernel cg_kernel_chains = {
    "chains", "insertion into a hash table by exchanges", setup, body, check, report, NULL, false};
const CgKernel cg_kernel_ht = {
    "ht", "insertion into a hash table with a lock per bucket", setup_ht, body, check, report, NULL, false};
