/* tested.h - does any part of the table look at values of a type, or are they only handed on? */
#ifndef CG_VERIFY_TESTED_H
#define CG_VERIFY_TESTED_H
#include "verify/model/types.h"

/* Some condition, sum, order or conversion reads a value of the type. If none does, values of it go only to places of
 * the same type, and operands of <apply>: one of them is as good as another. */
bool model_tests_type(const Model *m, const Type *t);
#endif
