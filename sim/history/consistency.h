/* consistency.h - judges a history: program order, reads-from, coherence and from-reads together must have no cycle.
 *
 * Nothing is taken from the design but the values it returned and the order in which it let the writes of a word
 * perform:
 *   co  the observed order of the writes of each word; atomics are checked exactly along it (read = value before,
 *       written = op(read));
 *   rf  from the one write of the word that left the value read; no edge when several writes left the same value
 *       (counted as ambiguous);
 *   fr  from a read to the write that comes after the one it read from;
 *   po  chosen by the model: SC orders all operations of a thread; WEAK those on the same word, and everything across a
 *       fence.
 * A value that no write of the word left behind is a violation by itself. */
#ifndef COHGEN_SIM_CONSISTENCY_H
#define COHGEN_SIM_CONSISTENCY_H
#include "history/history.h"

/* Operations are settled when no later one can be part of a cycle with them: each of them comes, in the order that was
   found, before the newest operation of every thread that goes on, and so does whatever comes before it. So a history
   can be judged without them from then on, with the values that they left. */
typedef struct {
    const bool *going_on;      /* by thread: it may have further operations */
    /* by operation: result. Model SC only; none is marked after a violation, or when the design reports no order of
     * writes */
    bool *settled;
    /* called for each settled write, along the order of its word */
    void (*left)(void *context, uint64_t word, uint32_t value);
    void *context;
} SimSettle;

typedef struct {
    SimModel model;
    uint32_t (*initial)(void *context, uint64_t word); /* value of a word before the run; NULL: zero */
    void *context;
    FILE *out;                                         /* where violations are printed; NULL: nowhere */
    SimSettle *settle;                                 /* NULL, or what else is wanted */
} SimCheck;

typedef struct {
    bool ok, ordered;      /* ordered: the design reported the order of writes (else co and fr are left out) */
    uint64_t ops, edges, ambiguous, bad_values;
    uint32_t cycle_length; /* of the reported cycle, 0 if none */
    uint64_t from, to;     /* cycles in which the operations of the first violation took place; 0 = none */
} SimVerdict;

/* "sequentially consistent", "allowed by the weak model". */
const char *sim_model_verdict(SimModel m);
/* Marks reads of h as unclear; those that are marked already give no edges. */
SimVerdict sim_check(SimHistory *h, const SimCheck *check);
#endif
