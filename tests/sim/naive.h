/* naive.h - the weak and the scoped model a second time, with no thought of speed: by all total orders, and by
 * relations as tables between single reads and writes. */
#ifndef COHGEN_TESTS_SIM_NAIVE_H
#define COHGEN_TESTS_SIM_NAIVE_H
#include "litmus/litmus.h"

/* At most 7 statements. */
void naive_weak(const Litmus *t, LitmusOutcomes *out);
/* At most NAIVE_EVENTS reads, writes and fences, the initial writes included. */
enum { NAIVE_EVENTS = 24 };
void naive_scoped(const Litmus *t, LitmusOutcomes *out);
#endif
