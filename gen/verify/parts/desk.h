/* desk.h - what has been worked out about parts of states: it is mostly met again. The shelf has it, for all threads of
 * a search; a desk is where one of them works. */
#ifndef CG_VERIFY_DESK_H
#define CG_VERIFY_DESK_H
#include "verify/parts/memo.h"
#include "verify/parts/parts.h"
#include "verify/symmetry/symmetry.h"
#include "verify/step/succ.h"

/* waits: it is not at rest. fixed: it holds no number of a core or a line that could change. used: names of writes that
 * it holds, a bit for each. view: what invariants of the system see of it, as a number. moved: what it is under another
 * numbering, by the rank of that; NULL: not known, or not kept here. But for moved it never changes. */
typedef struct PartInfo {
    PartId id;
    bool waits, fixed;
    uint32_t view;
    uint64_t hash;                   /* of it, packed: with --partition only */
    uint16_t used[MAX_KEYS][MAX_CELLS];
    _Atomic(const struct PartInfo *) *_Atomic moved;
    InstLook look;
} PartInfo;

/* A state whose instances are known parts; s.inst is not set, unless something says so. looks: what its cores are
 * sorted by, if looked says that it is known. */
typedef struct { const PartInfo *part[MAX_INST]; bool looked; uint64_t looks[MAX_INST]; SysState s; } Whole;

typedef struct { uint16_t mem[MAX_KEYS], side[MAX_KEYS]; Order order[MAX_KEYS][MAX_CELLS]; } LineGhosts;

/* One thing that can happen at an instance, and what comes of it there. bounds: as in Fired. slow: it must be worked
 * out with the whole state. row: -1: none. states, moved: as in SearchMet. concerns: a bit for each line of which
 * invariants are to be looked at (those of the instance hold). keeps: no name of a write is left out by it. threads,
 * lines: those of the state afterwards, NULL: as before. looks: what it adds to the looks of cores. */
typedef struct Outcome {
    struct Outcome *next;
    FireResult result;
    unsigned bounds;
    bool slow, keeps;
    int row, n_sent;
    unsigned concerns;
    const PartInfo *part;
    uint64_t states, moved;
    Occurrence o;
    Write wrote;
    const Thread *threads;
    const LineGhosts *lines;
    const uint64_t *sent, *looks;
} Outcome;

typedef struct Shelf Shelf;
typedef struct Desk Desk;

/* Steps depend on the instance alone, and parts can be used: not with transactions, litmus tests, and what is about
 * several instances or messages at once. */
bool desk_possible(const Model *m);
Shelf *shelf_create(const Model *m, Parts *parts);     /* NULL: no memory, or no address space */
void  shelf_destroy(Shelf *s);                         /* with its desks */
size_t shelf_bytes(Shelf *s);
/* While no desk and no Whole is in use: tables that are half full become larger, and if all takes too much room, what
 * was found out about parts before is forgotten. */
void  shelf_tidy(Shelf *s);
Desk *desk_create(Shelf *s);                           /* NULL: no memory */
/* The limit of the parts was reached: answers are not to be used any more. */
bool  desk_full(const Desk *d);

/* The shelf should be tidied. */
bool  desk_wants(Desk *d);
void  desk_unpack(Desk *d, const uint64_t *packed, Whole *x);
size_t desk_pack(const Desk *d, const Whole *x, uint64_t *packed);
uint64_t desk_spread(const Desk *d, const Whole *x);   /* state_spread */
void  desk_all_insts(const Desk *d, Whole *x);         /* sets x->s.inst */
bool  desk_idle(const Desk *d, const Whole *x);              /* as state_idle */

/* What makes a difference for the steps of the instances of a state, beside them. */
typedef struct { uint64_t lines, threads[MAX_INST]; } Around;
void  desk_around(Desk *d, const Whole *x, Around *a);
/* The instance with message number msg, or (-1) without one; steps is in the fast memory soon. */
typedef struct { int inst, msg; MemoKey key; } Question;
void  desk_question(const Desk *d, const Whole *x, const Around *a, int inst, int msg, Question *q);
/* All that can happen there. Valid until shelf_tidy. */
const Outcome *desk_outcomes(Desk *d, const Whole *x, const Question *q);
/* The state after an outcome that is FIRE_OK: a bit for each ModelBound that is left, 0: none. msg: the message that
 * was taken, -1: none. */
unsigned desk_apply(Desk *d, const Whole *x, const Outcome *o, int msg, Whole *next);
/* What invariants of the system see in a state that a step leads to: what they have seen before it, and so they hold;
 * something else; or that is not known as views. */
typedef enum { VIEWS_SAME, VIEWS_OTHERS, VIEWS_UNKNOWN } Views;
Views desk_views(const Desk *d, const Whole *before, const Whole *x);
/* VIEWS_OTHERS: they hold. Sets x->s.inst now and then. */
bool  desk_views_hold(Desk *d, Whole *x);
/* VIEWS_UNKNOWN: those hold that are about the instance, and the line. Sets x->s.inst. */
bool  desk_system_holds(const Desk *d, Whole *x, int inst, int key);
/* As symmetry_canonical. */
void  desk_canonical(Desk *d, Whole *x);
#endif
