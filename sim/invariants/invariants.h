/* invariants.h - the invariants over the system of the specification, while the design runs.
 *
 * After each row: at the cases that name its line and its instance, or a message that it sends. Now and then, and at
 * the end: at all lines that rows were about, so rarely that it costs little. Covers are not looked at. */
#ifndef COHGEN_SIM_INVARIANTS_H
#define COHGEN_SIM_INVARIANTS_H
#include "base/base.h"

typedef struct SimInvariants SimInvariants;
/* NULL: the design has none. Failures go to `status`. */
SimInvariants *sim_invariants_create(const CgDesign *design, SimStatus *status);
void sim_invariants_row(SimInvariants *s, int controller, int instance, int row, const uint32_t *fields);
/* After the last cycle. */
void sim_invariants_end(SimInvariants *s);
/* Lines of the report. */
void sim_invariants_report(const SimInvariants *s, FILE *out);
void sim_invariants_destroy(SimInvariants *s);
#endif
