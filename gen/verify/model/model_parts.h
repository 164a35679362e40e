/* model_parts.h - shared by the files that build a model. */
#ifndef CG_VERIFY_MODEL_PARTS_H
#define CG_VERIFY_MODEL_PARTS_H
#include "verify/model/model.h"

/* Adds an error and returns false. */
bool model_refuse(Diags *d, Pos at, const char *what, int max);
/* The parameter that gives the number of cores, or NULL. */
const Param *model_core_param(const Model *m);
/* Signals of a controller; refuses what the search does not know. */
bool ctl_model(Model *m, Diags *d, CtlModel *k, const Controller *c);
/* Fields of messages and parked requests; after ctl_model of all controllers. */
bool layouts(Model *m, Diags *d);
enum { OPERAND_BITS = 2 };           /* of a number that is UNMODELLED, in messages and parked requests */
/* The last field of the event, from the core or a message, that is of this type, or NULL. */
const Field *event_field_of(const Event *e, const Type *t);
Role role_of(const Model *m, const Type *t);
int  role_bits(const Model *m, const Type *t, Role r);
/* Where the value of a variable comes from, for invariants; absent: in.value is what it reads then. */
Watched watched_of(const Model *m, const CtlModel *k, const Var *v);
#endif
