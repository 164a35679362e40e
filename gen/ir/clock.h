/* clock.h - physical time; a part of ir.h. */
#ifndef CG_IR_CLOCK_H
#define CG_IR_CLOCK_H

/* It begins at 0 with reset and grows by 1 in `every` cycles (NULL: 1); what two instances read at one moment differs
 * by `skew` ticks (NULL: 0) at most. */
typedef struct Clock {
    Str name, doc;
    Pos pos;
    Type *type;
    Expr *every, *skew;
    int id; /* among those of the protocol */
} Clock;
#endif
