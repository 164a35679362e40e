/* memo.c - a hash table with linear probing. */
#include "verify/parts/memo.h"
#include <stdlib.h>
#include <string.h>

enum { FIRST = 256 };

static inline size_t place(const Memo *m, const MemoKey *k)
{
    const uint64_t a = UINT64_C(0x9e3779b97f4a7c15), b = UINT64_C(0xc2b2ae3d27d4eb4f);
    uint64_t h = (k->word[0] ^ k->word[1] * b) * a;
    h = (h ^ h >> 29 ^ k->word[2] ^ k->word[3] * b) * a;
    return (size_t)(h >> 32) & (m->cap - 1);
}

static inline bool same(const MemoKey *a, const MemoKey *b)
{
    return ((a->word[0] ^ b->word[0]) | (a->word[1] ^ b->word[1]) | (a->word[2] ^ b->word[2]) |
            (a->word[3] ^ b->word[3])) == 0;
}

static MemoSlot *find(const Memo *m, const MemoKey *k)
{
    size_t i = place(m, k);
    while (m->at[i].value && !same(&m->at[i].key, k)) i = (i + 1) & (m->cap - 1);
    return &m->at[i];
}

uint64_t memo_get(const Memo *m, const MemoKey *k) { return m->cap ? find(m, k)->value : 0; }

static bool grow(Memo *m)
{
    Memo more = { .cap = m->cap ? 2 * m->cap : FIRST, .n = m->n, .most = m->most };
    more.at = calloc(more.cap, sizeof *more.at);
    if (!more.at) return false;
    for (size_t i = 0; i < m->cap; i++) if (m->at[i].value) *find(&more, &m->at[i].key) = m->at[i];
    free(m->at);
    *m = more;
    return true;
}

bool memo_put(Memo *m, const MemoKey *k, uint64_t value)
{
    bool room = m->n < m->most;
    if (!room) memo_clear(m);
    if (4 * m->n >= 3 * m->cap && !grow(m)) return room;
    MemoSlot *s = find(m, k);
    m->n += !s->value;
    *s = (MemoSlot){ *k, value };
    return room;
}

void memo_clear(Memo *m)
{
    if (m->cap) memset(m->at, 0, m->cap * sizeof *m->at);
    m->n = 0;
}

void memo_free(Memo *m)
{
    free(m->at);
    *m = (Memo){ .most = m->most };
}
