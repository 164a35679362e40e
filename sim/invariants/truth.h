/* truth.h - an invariant at one choice of instances, lines and messages. What is not known makes a test neither hold
 * nor fail. */
#ifndef COHGEN_SIM_TRUTH_H
#define COHGEN_SIM_TRUTH_H
#include "invariants/world.h"

/* The terms of an invariant, by their numbers, as functions. holds: of each, whether it holds in every choice that is
 * made. To be freed. */
typedef struct SimTerm SimTerm;
SimTerm *sim_truth_create(const CgDesign *d, const CgInvariant *v, const bool *holds);
/* The term holds by the parameters alone. */
bool sim_truth_settled(const SimTerm *terms, uint32_t term);

/* at: by number of the name. steps: terms that were looked at, for who must not spend too many. */
typedef struct {
    const CgDesign *design; const SimWorld *world; const CgInvariant *is; const SimTerm *terms; uint64_t steps;
    struct { uint32_t instance; uint64_t key; const SimMessage *message; } at[CG_NAMES_MAX];
} SimCase;

SimKnown sim_truth(SimCase *c, uint32_t term);
/* The node that a term CG_T_HOME stands for. */
uint64_t sim_truth_home(const SimCase *c, const CgTerm *t);
/* This message is among those that the name can stand for. */
bool sim_truth_in(const CgBound *b, const SimMessage *m);
/* The choice, and what the term reads there: "c = L1[0], a = line 0x10; c.line.exp(a) = 5". Cut to size. */
void sim_truth_text(SimCase *c, uint32_t term, char *text, size_t size);
#endif
