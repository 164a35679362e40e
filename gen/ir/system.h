/* system.h - what is placed, how often, and on which clocks; a part of ir.h. */
#ifndef CG_IR_SYSTEM_H
#define CG_IR_SYSTEM_H

/* A clock beside that of the system. stages: -1 it is the same one; 0 its edges are edges of the other; 2 to 8: they
 * have nothing to do with each other, and what crosses goes through so many flip-flops. */
typedef struct ClockDomain {
    Str name, doc;
    int id; /* among those of its system */
    Expr *stages;
    Pos pos;
} ClockDomain;

typedef struct Place {
    Controller *ctl;
    Expr *count;
    ClockDomain *domain; /* NULL: the clock of the system */
    VEC(struct ParamSet {
        Param *param;
        Expr *value;
        Pos pos;
    })
    sets;
    Pos pos;
    int first_node_of;
} Place;

typedef struct System {
    Str name, doc;
    Pos pos;
    VEC(struct ParamSet) sets;
    VEC(ClockDomain *) domains;
    VEC(Place) places;       /* node ids: places in order, instances in order */
    VEC(Controller *) homes; /* <home of=... by="key"/> */
} System;
#endif
