/* moves.h - from which state to which the rows of a controller lead. */
#ifndef CG_DRAW_MOVES_H
#define CG_DRAW_MOVES_H
#include "ir/ir.h"
#include "util/buf.h"

typedef enum { MOVE_CORE, MOVE_MESSAGE, MOVE_OWN } MoveKind; /* whose event; OWN: evictions, timers, memory ... */
typedef struct {
    int from, to;
    MoveKind kind;
    VEC(const Event *) events;
} Move;
/* stays: by state, the events of its rows that lead nowhere else. */
typedef struct {
    VEC(Move) moves;
    struct Stays {
        VEC(const Event *) events;
    } * stays;
} Moves;

/* Every <go> of every row, those inside of choices too; events of one kind that lead from one state to another are one
 * move. Not what a walk does to other lines. */
Moves moves_of(Arena *a, const Controller *c);
/* "load, store" */
Str moves_events(Arena *a, const Event *const *events, int n);
#endif
