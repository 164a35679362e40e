/* alike_parts.h - shared by the files that look for what tells instances, warps or lines apart. */
#ifndef CG_VERIFY_ALIKE_PARTS_H
#define CG_VERIFY_ALIKE_PARTS_H
#include "verify/alike/alike.h"

/* What is known of the tables, for one kind of numbers. What is learnt only ever becomes true. */
typedef struct {
    Model *m;
    NumberKind kind;
    int n, first;                    /* how many are numbered; cores: the node of the first */
    const CtlModel *cores;           /* the controller with the core port */
    bool *unset[MAX_CTLS];           /* [State.id * MAX_VARS + Var.id]: as alike_unset */
    bool other[MAX_CTLS][MAX_VARS];  /* the node in this variable need not be a core */
    bool *from_other;                /* by number of the message: so is its sender */
    bool (*field_other)[MAX_ARGS];   /* and its field */
    bool changed;
    bool report;                     /* nothing changes any more: what is wrong counts */
} Alike;

/* Where an expression stands. unset: by Var.id, NULL: every field may be; event: NULL: none is at hand. */
typedef struct { Alike *a; const CtlModel *k; const Event *event; const bool *unset; bool keyless, walk; } Spot;

/* Values of this type are numbers of the kind, or sets of them. */
bool alike_is_number(const Alike *a, const Type *t);
/* This constant of the type is the same whatever the numbers are. */
bool alike_is_fixed(const Alike *a, const Type *t, uint64_t value);
/* The kind is told apart: there, for this reason. */
void alike_apart(const Alike *a, Pos at, const char *why);
/* The value of the expression is the same whatever the numbers are, or is a number that is renamed with them; if not,
 * they are told apart. */
void alike_expr(const Spot *s, const Expr *e);
/* The node may be none of a core. */
bool alike_other(const Spot *s, const Expr *e);
/* Something was learnt. */
static inline void alike_learn(Alike *a, bool *what, bool value)
{
    if (!value || *what) return;
    *what = true;
    a->changed = true;
}
#endif
