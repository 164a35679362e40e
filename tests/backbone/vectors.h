/* vectors.h - stimuli for a transition function. */
#ifndef BACKBONE_VECTORS_H
#define BACKBONE_VECTORS_H
#include "spec.h"

typedef struct { int state, event; } Pair;

typedef struct {
    const Spec *spec;
    uint64_t seed;
    VEC(Pair) legal;                 /* stored state and base event in which something can happen */
    VEC(uint64_t) constants;         /* that the specification mentions */
} Vectors;

void vectors_init(Vectors *v, const Spec *s, uint64_t seed);
/* Stimulus number `index`: depends on the seed and the index alone. */
void vectors_random(const Vectors *v, uint64_t index, uint64_t *in);
/* All pairs of state and event with all inputs at a corner value and one of them at another: calls fn for each until it
 * returns false. */
bool vectors_corners(const Vectors *v, bool (*fn)(void *ctx, const uint64_t *in), void *ctx);
#endif
