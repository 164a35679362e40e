/* desk_own.h - a desk from inside. */
#ifndef CG_VERIFY_DESK_OWN_H
#define CG_VERIFY_DESK_OWN_H
#include <pthread.h>
#include "util/arena.h"
#include "verify/parts/desk.h"

/* What invariants of the system read of the instances of a controller. */
typedef struct { int key; Input in; } DeskRead;
typedef struct {
    _Atomic(const PartInfo *) *info; /* by number; NULL: not looked at */
    VEC(DeskRead) reads;
    VEC(const uint64_t *) views;     /* values of reads that have been met */
    int first;                       /* an instance of it */
    bool threads;                    /* without core: its rows can be about operations of threads all the same */
} DeskCtl;

enum { DESKS = 32 };

/* lock: for views. bytes: of what the desks know, and of the places of its infos. */
struct Shelf {
    const Model *m;
    Parts *parts;
    DeskCtl ctl[MAX_CTLS];
    Arena *arena;
    size_t most, places;             /* bytes of what shelf_tidy gives back; numbers of parts that there can be */
    int n_ranks;                     /* numberings that there are; 0: too many to be kept with each part */
    const Renaming *renaming;        /* by rank */
    Memo moves, steps, views;        /* moves: numbers of parts in which something was renamed */
    PairSet tests;                   /* views of all instances for which invariants of the system hold */
    bool tests_each;                 /* they are about more than views, or each that fails counts */
    pthread_mutex_t lock;
    _Atomic size_t bytes;
    Desk *desk[DESKS];
    int n_desks;
};

struct Desk {
    Shelf *s;
    const Model *m;
    Parts *parts;
    Arena *known;                    /* infos and outcomes, emptied with moves and steps */
    size_t looked, counted;          /* infos that were made; bytes of the shelf's that are of this one */
    bool full;
    SysState bare, seen;             /* to work in; bare: every instance is 0 */
    Inst inst;
};

const PartInfo *desk_look(Desk *d, int ctl, PartId id);
static inline const PartInfo *desk_info(Desk *d, int ctl, PartId id)
{
    const PartInfo *x = atomic_load_explicit(&d->s->ctl[ctl].info[id], memory_order_acquire);
    return x ? x : desk_look(d, ctl, id);
}
/* Of what the instance holds. */
const PartInfo *desk_number(Desk *d, int ctl, const Inst *x);

static inline MemoKey desk_part_key(int what, int ctl, PartId id)
{
    return (MemoKey){ { id | (uint64_t)ctl << 32 | (uint64_t)what << 40 } };
}
#endif
