/* memo.c - hash tables with linear probing, without locks: a slot is taken once, and never given back. */
#define _GNU_SOURCE
#include "verify/parts/memo.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { FIRST = 1024, LARGE_PAGE = 2 * 1024 * 1024 };

/* n bytes of zeros for free(), on large pages if they fill some: what is asked for lies anywhere. */
static void *zeros(size_t n)
{
    void *at;
    if (n < LARGE_PAGE) return calloc(1, n);
    if (posix_memalign(&at, LARGE_PAGE, n)) return NULL;
    madvise(at, n, MADV_HUGEPAGE);      /* only a wish */
    return memset(at, 0, n);
}

static inline bool same(const MemoKey *a, const MemoKey *b)
{
    return ((a->word[0] ^ b->word[0]) | (a->word[1] ^ b->word[1]) | (a->word[2] ^ b->word[2]) |
            (a->word[3] ^ b->word[3])) == 0;
}

/* Some slots are free: no table is filled. */
uint64_t memo_get(const Memo *m, const MemoKey *k)
{
    if (!m->cap) return 0;
    for (size_t i = memo_place(m->cap, memo_hash(k)); ; i = (i + 1) & (m->cap - 1)) {
        uint64_t value = atomic_load_explicit(&m->at[i].value, memory_order_acquire);
        if (!value) return 0;
        if (value != MEMO_TAKEN && same(&m->at[i].key, k)) return value;
    }
}

/* The last quarter stays free. */
static bool has_room(size_t cap, _Atomic size_t *n)
{
    return 4 * atomic_fetch_add_explicit(n, 1, memory_order_relaxed) < 3 * cap;
}

void memo_put(Memo *m, const MemoKey *k, uint64_t value)
{
    if (!has_room(m->cap, &m->n)) { atomic_fetch_sub_explicit(&m->n, 1, memory_order_relaxed); return; }
    for (size_t i = memo_place(m->cap, memo_hash(k)); ; i = (i + 1) & (m->cap - 1)) {
        uint64_t is_free = 0;
        if (!atomic_compare_exchange_strong_explicit(&m->at[i].value, &is_free, MEMO_TAKEN, memory_order_relaxed,
                                                     memory_order_relaxed))
            continue;
        m->at[i].key = *k;
        atomic_store_explicit(&m->at[i].value, value, memory_order_release);
        return;
    }
}

void memo_grow(Memo *m)
{
    Memo more = { .cap = m->cap ? 2 * m->cap : FIRST };
    more.at = zeros(more.cap * sizeof *more.at);
    if (!more.at) { m->fixed = true; return; }
    for (size_t i = 0; i < m->cap; i++) if (m->at[i].value) memo_put(&more, &m->at[i].key, m->at[i].value);
    free(m->at);
    m->at = more.at;
    m->cap = more.cap;
}

void memo_free(Memo *m)
{
    free(m->at);
    m->at = NULL;
    m->cap = m->n = 0;
}

/* ---- pairs ---- */

/* Each is stored with all bits turned, so that no word of one is 0. Nothing else is made known by it, so no order is
 * needed: half of a pair is no pair. */
static Pair stored(Pair x) { return (Pair){ { ~x.word[0], ~x.word[1] } }; }

static size_t place(const PairSet *s, const Pair *x)
{
    return memo_place(s->cap, memo_hash(&(MemoKey){ { x->word[0], x->word[1] } }));
}

bool pairset_has(const PairSet *s, Pair x)
{
    Pair as = stored(x);
    if (!s->cap) return false;
    for (size_t i = place(s, &x); ; i = (i + 1) & (s->cap - 1)) {
        PairSlot *at = &s->at[i];
        uint64_t first = atomic_load_explicit(&at->word[0], memory_order_relaxed);
        if (!first) return false;
        if (first == as.word[0] && atomic_load_explicit(&at->word[1], memory_order_relaxed) == as.word[1]) return true;
    }
}

void pairset_add(PairSet *s, Pair x)
{
    Pair as = stored(x);
    if (!has_room(s->cap, &s->n)) { atomic_fetch_sub_explicit(&s->n, 1, memory_order_relaxed); return; }
    for (size_t i = place(s, &x); ; i = (i + 1) & (s->cap - 1)) {
        uint64_t is_free = 0;
        if (!atomic_compare_exchange_strong_explicit(&s->at[i].word[0], &is_free, as.word[0], memory_order_relaxed,
                                                     memory_order_relaxed))
            continue;
        atomic_store_explicit(&s->at[i].word[1], as.word[1], memory_order_relaxed);
        return;
    }
}

void pairset_grow(PairSet *s)
{
    bool full = s->n >= s->most;
    PairSet more = { .cap = full || !s->cap ? FIRST : 2 * s->cap };
    more.at = zeros(more.cap * sizeof *more.at);
    if (!more.at) { s->fixed = true; return; }
    for (size_t i = 0; i < s->cap && !full; i++)
        if (s->at[i].word[0]) pairset_add(&more, (Pair){ { ~s->at[i].word[0], ~s->at[i].word[1] } });
    free(s->at);
    s->at = more.at;
    s->cap = more.cap;
    s->n = more.n;
}

void pairset_free(PairSet *s)
{
    free(s->at);
    s->at = NULL;
    s->cap = s->n = 0;
}
