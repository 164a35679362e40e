/* memo.h - what was worked out before: four words to one. Any number of threads ask and add at once; what is there
 * stays as it is. Larger, or empty, it becomes while no other thread uses it. */
#ifndef CG_VERIFY_MEMO_H
#define CG_VERIFY_MEMO_H
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct { uint64_t word[4]; } MemoKey;
/* value: 0: free. MEMO_TAKEN: its key is being written. The key is there when the value is. */
#define MEMO_TAKEN UINT64_MAX
typedef struct { MemoKey key; _Atomic uint64_t value; } MemoSlot;
/* n of cap slots are used. fixed: there was no memory for more. */
typedef struct { MemoSlot *at; size_t cap; _Atomic size_t n; bool fixed; } Memo;

/* Where a key is looked for first; memo_fetch: what is there will soon be asked for. */
static inline uint64_t memo_hash(const MemoKey *k)
{
    __extension__ typedef unsigned __int128 Wide;
    const uint64_t a = UINT64_C(0x9e3779b97f4a7c15), b = UINT64_C(0xc2b2ae3d27d4eb4f);
    Wide x = (Wide)(k->word[0] ^ a) * (k->word[1] ^ b), y = (Wide)(k->word[2] ^ b) * (k->word[3] ^ a);
    return (uint64_t)(x >> 64) ^ (uint64_t)x ^ ((uint64_t)y + (uint64_t)(y >> 64)) * a;
}
static inline size_t memo_place(size_t cap, uint64_t hash) { return (size_t)(hash >> 32) & (cap - 1); }
static inline void memo_fetch(const Memo *m, const MemoKey *k)
{
    if (!m->cap) return;
    const char *at = (const char *)&m->at[memo_place(m->cap, memo_hash(k))];
    __builtin_prefetch(at);
    __builtin_prefetch(at + sizeof(MemoSlot) - 1);
}
/* The value, or 0. One that another thread adds at this moment may be missed. */
uint64_t memo_get(const Memo *m, const MemoKey *k);
/* value: neither 0 nor MEMO_TAKEN. It is not kept where there is no room. Of two threads that add the same at once each
 * may find its own. */
void memo_put(Memo *m, const MemoKey *k, uint64_t value);
/* Half of it is used; then memo_grow, alone. */
static inline bool memo_wants(const Memo *m)
{
    return !m->fixed && 2 * atomic_load_explicit(&((Memo *)m)->n, memory_order_relaxed) >= m->cap;
}
void memo_grow(Memo *m);
void memo_free(Memo *m);
static inline size_t memo_bytes(const Memo *m) { return m->cap * sizeof *m->at; }

/* A set of pairs of words, neither of which is UINT64_MAX, as a memo is. most: pairs; it does not grow beyond. */
typedef struct { uint64_t word[2]; } Pair;
typedef struct { _Atomic uint64_t word[2]; } PairSlot;
typedef struct { PairSlot *at; size_t cap, most; _Atomic size_t n; bool fixed; } PairSet;
bool pairset_has(const PairSet *s, Pair x);
void pairset_add(PairSet *s, Pair x);
static inline bool pairset_wants(const PairSet *s)
{
    return !s->fixed && 2 * atomic_load_explicit(&((PairSet *)s)->n, memory_order_relaxed) >= s->cap;
}
/* Larger, or empty if it has all that it may. */
void pairset_grow(PairSet *s);
void pairset_free(PairSet *s);
static inline size_t pairset_bytes(const PairSet *s) { return s->cap * sizeof *s->at; }
#endif
