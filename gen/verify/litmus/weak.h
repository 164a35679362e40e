/* weak.h - outcomes of a litmus test that the weak model allows; docs/verify.md, "Weak model". */
#ifndef CG_VERIFY_WEAK_H
#define CG_VERIFY_WEAK_H
#include "litmus/litmus.h"

enum { WEAK_OUTCOMES = 1024 };
typedef struct { LitmusOutcome at[WEAK_OUTCOMES]; int n; } Weak;

/* False: too many operations or outcomes. */
bool weak_enumerate(const Litmus *t, Weak *w);
bool weak_allowed(const Weak *w, LitmusOutcome o);
#endif
