/* alike_known.h - what is known of the tables while it is looked for what tells cores, warps or lines apart. */
#ifndef CG_VERIFY_ALIKE_KNOWN_H
#define CG_VERIFY_ALIKE_KNOWN_H
#include "verify/model/types.h"

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

/* Plain where there is no type. */
Role alike_role(const Alike *a, const Type *t);
/* v as the type holds it. */
uint64_t alike_masked(const Alike *a, const Type *t, uint64_t v);
/* Values of this type are numbers of the kind, or sets of them. */
bool alike_is_number(const Alike *a, const Type *t);
/* This constant of the type is the same whatever the numbers are. */
bool alike_is_fixed(const Alike *a, const Type *t, uint64_t value);
/* The kind is told apart: there, for this reason. */
void alike_apart(const Alike *a, Pos at, const char *why);
/* Something was learnt. */
static inline void alike_learn(Alike *a, bool *what, bool value)
{
    if (!value || *what) return;
    *what = true;
    a->changed = true;
}
#endif
