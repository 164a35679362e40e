/* facts.h - what the checks find out for each other; not for other stages. */
#ifndef CG_CHECK_FACTS_H
#define CG_CHECK_FACTS_H
#include "ir/ir.h"

/* What the checks find out about a row for each other. */
typedef struct {
    bool dead;                       /* its condition never holds */
    bool live;                       /* it can be reached */
    bool overlap;                    /* an overlap has been reported */
    unsigned told;                   /* kinds of path problems already reported */
} RowFacts;

typedef struct { bool dead; } EventFacts;

/* What the checks know of one controller. */
typedef struct {
    Controller *ctl;
    RowFacts *rows;                  /* by Row.id */
    EventFacts *events;              /* by Event.id */
    bool *view_dead;                 /* by index of the view */
    bool *stored;                    /* by State.id: can be the stored state */
    bool *seen;                      /* by State.id: can be the state of a row (stored or through a view) */
} CtlFacts;

typedef struct {
    Arena *a; Diags *d; const Protocol *p;
    int errors;                      /* before this stage */
    bool unbuilt;                    /* there is a kind without a module */
    ParamEnv dflt, low, high;        /* the first system's values; every parameter at its least; at its greatest */
    CtlFacts *ctl;                   /* by Controller.id */
} Check;
#endif
