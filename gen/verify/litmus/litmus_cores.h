/* litmus_cores.h - which cores can run the programs of a litmus test. */
#ifndef CG_VERIFY_LITMUS_CORES_H
#define CG_VERIFY_LITMUS_CORES_H
#include "litmus/litmus.h"
#include "verify/model/types.h"

/* A bit for each controller whose core port has the requests that the test makes, loads that are answered with data,
 * stores that bring some. */
unsigned litmus_cores(const Model *m, const Litmus *t);
/* Code of the event that a statement is made with, -1: the port has none. */
int litmus_event(const CtlModel *k, const LitmusStatement *s);
/* There is none: why, at the first core port. */
void litmus_cores_refuse(const Model *m, const Litmus *t, Diags *d);
#endif
