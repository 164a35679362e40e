/* desk_own.h - a desk from inside. */
#ifndef CG_VERIFY_DESK_OWN_H
#define CG_VERIFY_DESK_OWN_H
#include "util/arena.h"
#include "verify/parts/desk.h"

/* What invariants of the system read of the instances of a controller. */
typedef struct { int key; Input in; } DeskRead;
typedef struct {
    const PartInfo **info;           /* by number; NULL: not looked at */
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
    Arena *arena, *known;            /* known: infos and outcomes, emptied with moves and steps */
    size_t most;                     /* bytes of them */
    int n_ranks;                     /* numberings that there are; 0: too many to be kept with each part */
    Memo moves, steps, views;        /* moves: numbers of parts in which something was renamed */
    PairSet tests;                   /* views of all instances for which invariants of the system hold */
    bool full, tests_messages;
    SysState bare, seen;             /* to work in; bare: every instance is 0 */
    Inst inst;
};

const PartInfo *desk_look(Desk *d, int ctl, PartId id);
static inline const PartInfo *desk_info(Desk *d, int ctl, PartId id)
{
    const DeskCtl *c = &d->ctl[ctl];
    return id < c->n && c->info[id] ? c->info[id] : desk_look(d, ctl, id);
}
/* Of what the instance holds. */
const PartInfo *desk_number(Desk *d, int ctl, const Inst *x);

static inline MemoKey desk_part_key(int what, int ctl, PartId id)
{
    return (MemoKey){ { id | (uint64_t)ctl << 32 | (uint64_t)what << 40 } };
}
#endif
