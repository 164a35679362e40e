/* memo.c - a hash table with linear probing. */
#include "verify/parts/memo.h"
#include <stdlib.h>
#include <string.h>

enum { FIRST = 256 };

static inline bool same(const MemoKey *a, const MemoKey *b)
{
    return ((a->word[0] ^ b->word[0]) | (a->word[1] ^ b->word[1]) | (a->word[2] ^ b->word[2]) |
            (a->word[3] ^ b->word[3])) == 0;
}

static MemoSlot *find(const Memo *m, const MemoKey *k)
{
    size_t i = memo_place(m->cap, memo_hash(k));
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
    if (2 * m->n >= m->cap && !grow(m)) return room;
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

/* ---- pairs ---- */

/* Each is stored with all bits turned, so that a free slot, which is 0, is none. */
static Pair stored(Pair x) { return (Pair){ { ~x.word[0], ~x.word[1] } }; }

static bool is_free(const Pair *x) { return !(x->word[0] | x->word[1]); }

static Pair *find_pair(const PairSet *s, Pair x)
{
    Pair as = stored(x);
    size_t i = memo_place(s->cap, memo_hash(&(MemoKey){ { x.word[0], x.word[1] } }));
    for (;; i = (i + 1) & (s->cap - 1)) {
        Pair *at = &s->at[i];
        if (is_free(at) || !((at->word[0] ^ as.word[0]) | (at->word[1] ^ as.word[1]))) return at;
    }
}

bool pairset_has(const PairSet *s, Pair x) { return s->cap && !is_free(find_pair(s, x)); }

static bool grow_pairs(PairSet *s)
{
    PairSet more = *s;
    more.cap = s->cap ? 2 * s->cap : FIRST;
    more.at = calloc(more.cap, sizeof *more.at);
    if (!more.at) return false;
    for (size_t i = 0; i < s->cap; i++) if (!is_free(&s->at[i])) *find_pair(&more, stored(s->at[i])) = s->at[i];
    free(s->at);
    *s = more;
    return true;
}

void pairset_add(PairSet *s, Pair x)
{
    if (s->n >= s->most && s->cap) {
        memset(s->at, 0, s->cap * sizeof *s->at);
        s->n = 0;
    }
    if (2 * s->n >= s->cap && !grow_pairs(s)) return;
    Pair *slot = find_pair(s, x);
    s->n += is_free(slot);
    *slot = stored(x);
}

void pairset_free(PairSet *s)
{
    free(s->at);
    *s = (PairSet){ .most = s->most };
}
