/* signals.h - the signals of a transition function, by what the search gives and takes. */
#ifndef CG_VERIFY_SIGNALS_H
#define CG_VERIFY_SIGNALS_H
#include "verify/model/types.h"

/* Number of an output among the outputs, -1: there is none. what: the variable, Out, Store or Slot that it is of; NULL:
 * any. */
int model_out_of(const CtlModel *k, SignalKind kind, const void *what);
/* That of a field of what is sent. */
int model_field_out(const CtlModel *k, const Out *o, int field);
/* Where the value of an input comes from. */
Input model_input_of(const Model *m, const CtlModel *k, const Signal *g);
/* The same of a variable, for invariants; absent: in.value is what it reads then. */
Watched model_watched_of(const Model *m, const CtlModel *k, const Var *v);
#endif
