/* held.h - what instances hold while a run goes on: the state of each line, and whether a view hides it (a lease that
 * is over). */
#ifndef CG_DRAW_HELD_H
#define CG_DRAW_HELD_H
#include "ir/ir.h"
#include "run/run.h"

/* From step `from` on, to before step `to`. as: the state that a view gives it, or NULL; known: state is one of the
 * specification, else only its name is known. */
typedef struct {
    Str name;
    const State *state, *as;
    int from, to;
} HeldPart;
typedef struct {
    int inst;
    Str key;
    VEC(HeldPart) parts;
} Held;
typedef struct {
    Held *at;
    int n, cap;
} HeldAll;

/* A track per instance and key of the run, in the order in which they come. p: the specification, or NULL: no views. */
HeldAll held_of(Arena *a, const Run *run, const Protocol *p);
/* The controller of an instance "L1[0]", or NULL. */
const Controller *held_controller(const Protocol *p, Str inst);
#endif
