/* desk_own.h - a desk from inside. */
#ifndef CG_VERIFY_DESK_OWN_H
#define CG_VERIFY_DESK_OWN_H
#include "util/arena.h"
#include "verify/parts/desk.h"

/* What invariants of the system read of the instances of a controller. */
typedef struct { int key; Input in; } DeskRead;
typedef struct {
    PartInfo *info;                  /* place: the number, modulo n */
    size_t n;
    VEC(DeskRead) reads;
    VEC(const uint64_t *) views;     /* values of reads that have been met */
    int first;                       /* an instance of it */
    bool threads;                    /* without core: its rows can be about operations of threads all the same */
} DeskCtl;

struct Desk {
    const Model *m;
    Parts *parts;
    DeskCtl ctl[MAX_CTLS];
    Arena *arena, *outcomes;         /* outcomes: emptied with steps */
    Memo moves, tests, steps, views; /* moves: numbers of parts in which something was renamed */
    bool full, tests_messages;
    SysState bare, next;             /* to work in; bare: every instance is 0 */
    Inst inst;
};

static inline MemoKey desk_part_key(int what, int ctl, PartId id)
{
    return (MemoKey){ { id | (uint64_t)ctl << 32 | (uint64_t)what << 40 } };
}
#endif
