/* execution.h - candidate executions of a litmus test: which write each read reads, and an order of the writes of each
 * variable. A model says which of them are allowed. */
#ifndef COHGEN_LITMUS_EXECUTION_H
#define COHGEN_LITMUS_EXECUTION_H
#include "litmus/litmus.h"

enum { LITMUS_EVENTS = LITMUS_THREADS * LITMUS_STATEMENTS, LITMUS_INITIAL = -1 };

/* An event for each statement, those of a thread in its order; an atomic is one event that reads and writes. */
typedef struct { const LitmusStatement *s; uint32_t thread, index; bool reads, writes; } LitmusEvent;

/* Sets of events are bits. from: the event whose write a read reads, or LITMUS_INITIAL. later: the writes of its
 * variable behind a write, in the order of this execution; after: the events behind one in its thread; of: the writes
 * of a variable. */
typedef struct {
    const Litmus *t;
    LitmusEvent e[LITMUS_EVENTS];
    int n, from[LITMUS_EVENTS], last[LITMUS_VARIABLES];
    uint32_t later[LITMUS_EVENTS], after[LITMUS_EVENTS], of[LITMUS_VARIABLES];
} Execution;

typedef bool ExecutionAllowed(const Execution *x);

/* Outcomes of all candidates that are allowed, and in which no value depends on itself. False: there are too many
 * candidates. */
bool execution_outcomes(const Litmus *t, ExecutionAllowed *allowed, LitmusOutcomes *out);
/* The writes that come after what a read has read, but for its own. */
uint32_t execution_from_reads(const Execution *x, int read);
/* A relation, as a set of events for each event, has no cycle. */
bool execution_acyclic(const uint32_t *to, int n);
/* It becomes transitive. */
void execution_close(uint32_t *to, int n);
#endif
