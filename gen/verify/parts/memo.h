/* memo.h - what was worked out before: four words to one. Of one thread. */
#ifndef CG_VERIFY_MEMO_H
#define CG_VERIFY_MEMO_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct { uint64_t word[4]; } MemoKey;
typedef struct { MemoKey key; uint64_t value; } MemoSlot;
/* n of cap slots are used; a slot with value 0 is free. most: then it is emptied. */
typedef struct { MemoSlot *at; size_t n, cap, most; } Memo;

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
/* The value, or 0. */
uint64_t memo_get(const Memo *m, const MemoKey *k);
/* value is not 0. A key that is there already gets the new one. Without memory it is not kept. False: it was full, and
 * all before has been forgotten. */
bool memo_put(Memo *m, const MemoKey *k, uint64_t value);
/* A set of pairs of words; both UINT64_MAX is none. most: pairs, then it is emptied. */
typedef struct { uint64_t word[2]; } Pair;
typedef struct { Pair *at; size_t n, cap, most; } PairSet;
bool pairset_has(const PairSet *s, Pair x);
void pairset_add(PairSet *s, Pair x);
void pairset_free(PairSet *s);
static inline size_t pairset_bytes(const PairSet *s) { return s->cap * sizeof *s->at; }

void memo_clear(Memo *m);
void memo_free(Memo *m);
static inline size_t memo_bytes(const Memo *m) { return m->cap * sizeof *m->at; }
#endif
