/* inputs.h - what a transition function and an invariant see of an instance. */
#ifndef CG_VERIFY_INPUTS_H
#define CG_VERIFY_INPUTS_H
#include "verify/step/occurrence.h"

/* Inputs of a step at an instance with line and entry of the occurrence's key. */
void step_inputs(const Model *m, const Inst *x, const Occurrence *o, int state, uint64_t *in);
/* Stored state of a key at an instance. */
int step_stored_state(const Model *m, const SysState *s, int inst, int key);
/* Waiters number `wait`: another entry can be allocated; one more of this key, can be parked. */
bool step_entry_free(const Model *m, const CtlModel *k, const Inst *x, int wait);
bool step_park_free(const Model *m, const CtlModel *k, const Inst *x, int wait, int key);
/* A line of this key can get a way in this store. */
bool step_way_free(const Model *m, const CtlModel *k, const Inst *x, int store, int key);
/* Values of the variables that invariants read, by Var.id. */
void step_fill_watched(const Model *m, const SysState *s, int inst, int key, uint64_t *vars);
/* Value of one such variable. */
uint64_t step_watched_value(const Model *m, const SysState *s, int inst, int key, const Input *in);
#endif
