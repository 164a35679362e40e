/* owed.c - see owed.h. Low bits of a word first: the request's number, its key, what is left, what is kept. */
#include "verify/state/owed.h"
#include <string.h>

enum { REQUEST_BITS = 3, KEY_BITS = 2, KEPT_AT = REQUEST_BITS + KEY_BITS + OWED_TIMES_BITS };
_Static_assert(MAX_BLOCK_REQUESTS <= 1 << REQUEST_BITS && MAX_KEYS <= 1 << KEY_BITS, "the numbers fit");
_Static_assert(KEPT_AT + OWED_KEPT_BITS <= 64, "the word fits");

static uint64_t pack(const Owed *o)
{
    return (uint64_t)o->request | (uint64_t)o->key << REQUEST_BITS | (uint64_t)o->left << (REQUEST_BITS + KEY_BITS) |
           o->kept << KEPT_AT;
}

Owed owed_at(const Inst *x, int i)
{
    uint64_t w = x->owed[i];
    return (Owed){ (int)(w & ((1 << REQUEST_BITS) - 1)), (int)(w >> REQUEST_BITS & ((1 << KEY_BITS) - 1)),
                   (int)(w >> (REQUEST_BITS + KEY_BITS) & ((1 << OWED_TIMES_BITS) - 1)), w >> KEPT_AT };
}

/* Those of one port and key stand together. */
static int group(const CtlModel *k, const Owed *o) { return k->block[o->request].port_number * MAX_KEYS + o->key; }

bool owed_add(const CtlModel *k, Inst *x, const Owed *o)
{
    int at = x->n_owed;
    if (at == MAX_OWED) return false;
    for (; at > 0; at--) {
        Owed before = owed_at(x, at - 1);
        if (group(k, &before) <= group(k, o)) break;
        x->owed[at] = x->owed[at - 1];
    }
    x->owed[at] = pack(o);
    x->n_owed++;
    return true;
}

void owed_answered(Inst *x, int i)
{
    Owed o = owed_at(x, i);
    o.left--;
    x->owed[i] = pack(&o);
    if (o.left) return;
    memmove(&x->owed[i], &x->owed[i + 1], sizeof *x->owed * (size_t)(x->n_owed - i - 1));
    x->owed[--x->n_owed] = 0;
}

bool owed_next(const CtlModel *k, const Inst *x, int i)
{
    Owed o = owed_at(x, i), before;
    if (!i) return true;
    before = owed_at(x, i - 1);
    return group(k, &before) != group(k, &o);
}
