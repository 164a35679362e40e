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

/* The value, or 0. */
uint64_t memo_get(const Memo *m, const MemoKey *k);
/* value is not 0. A key that is there already gets the new one. Without memory it is not kept. False: it was full, and
 * all before has been forgotten. */
bool memo_put(Memo *m, const MemoKey *k, uint64_t value);
void memo_clear(Memo *m);
void memo_free(Memo *m);
static inline size_t memo_bytes(const Memo *m) { return m->cap * sizeof *m->at; }
#endif
