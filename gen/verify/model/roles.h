/* roles.h - what the values of a type mean to the search, and how many bits they take. */
#ifndef CG_VERIFY_ROLES_H
#define CG_VERIFY_ROLES_H
#include "verify/model/types.h"
#include <stdio.h>

/* The controller with the core port, or NULL. */
const Controller *model_core_controller(const Protocol *p);
/* The parameter that gives the number of cores, or NULL. */
const Param *model_core_param(const Model *m);
Role model_role_of(const Model *m, const Type *t);
/* Values of the type have more bits than the model follows. Not keys, however wide: the numbers of lines are small. */
bool model_is_wide(const Model *m, const Type *t);
int model_role_bits(const Model *m, const Type *t, Role r);
/* The last field of the event, from the core or a message, that is of this type, or NULL. */
const Field *model_event_field_of(const Event *e, const Type *t);
/* A value as runs are printed: of an enum its name, else the number, with its sign. The number of such a name; -1: it
 * is none. */
void model_print_value(const Model *m, FILE *out, const Type *t, unsigned v);
int model_value_named(const Type *t, Str name);
#endif
