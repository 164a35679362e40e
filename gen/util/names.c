/* names.c - open addressing, half full at most; see names.h for the contract. */
#include "util/names.h"

static unsigned hash(Str s)
{
    unsigned h = 2166136261u;
    for (int i = 0; i < s.n; i++) h = (h ^ (unsigned char)s.p[i]) * 16777619u;
    return h;
}

static NameSlot *slot(const Names *t, Str name)
{
    unsigned i = hash(name) & (unsigned)(t->size - 1);
    while (t->slot[i].is && !str_eq(t->slot[i].name, name)) i = (i + 1) & (unsigned)(t->size - 1);
    return &t->slot[i];
}

void *names_get(const Names *t, Str name) { return t->size ? slot(t, name)->is : NULL; }

void names_put(Arena *a, Names *t, Str name, void *is)
{
    if (2 * (t->n + 1) > t->size) {
        Names big = { NULL, t->size ? 2 * t->size : 16, t->n };
        big.slot = NEW_N(a, NameSlot, big.size);
        for (int i = 0; i < t->size; i++) if (t->slot[i].is) *slot(&big, t->slot[i].name) = t->slot[i];
        *t = big;
    }
    NameSlot *at = slot(t, name);
    if (!at->is) t->n++;
    *at = (NameSlot){ name, is };
}
