/* consistency.h - judges a history: program order, reads-from, coherence and from-reads together must have no cycle.
 *
 * Nothing is taken from the design but the values it returned and the order in which it let the writes of a word perform:
 *   co  the observed order of the writes of each word; atomics are checked exactly along it (read = value before, written = op(read));
 *   rf  from the one write of the word that left the value read; no edge when several writes left the same value (counted as ambiguous);
 *   fr  from a read to the write that comes after the one it read from;
 *   po  chosen by the model: SC orders all operations of a thread; WEAK those on the same word, and everything across a fence.
 * A value that no write of the word left behind is a violation by itself. */
#ifndef COHGEN_SIM_CONSISTENCY_H
#define COHGEN_SIM_CONSISTENCY_H
#include "history.h"

typedef enum { SIM_MODEL_SC, SIM_MODEL_WEAK } SimModel;

typedef struct {
    SimModel model;
    uint32_t (*initial)(void *context, uint64_t word); /* value of a word before the run; NULL: zero */
    void *context;
    FILE *out;                                         /* where violations are printed; NULL: nowhere */
} SimCheck;

typedef struct {
    bool ok, ordered;      /* ordered: the design reported the order of writes (else co and fr are left out) */
    uint64_t ops, edges, ambiguous, bad_values;
    uint32_t cycle_length; /* of the reported cycle, 0 if none */
    uint64_t from, to;     /* cycles in which the operations of the first violation took place; 0 = none */
} SimVerdict;

SimVerdict sim_check(const SimHistory *h, const SimCheck *check);
#endif
