/* owed.h - what blocks behind ports of kind="block" owe an instance: answers to requests, in the order in which they
 * were asked. Answers to one key of one port keep their order, others overtake. */
#ifndef CG_VERIFY_OWED_H
#define CG_VERIFY_OWED_H
#include "verify/state/state.h"

/* One of Inst.owed, taken apart. request: index into CtlModel.block; left: answers to come; kept: the request's values
 * of fields that its answers have as well, as its layout says. */
typedef struct { int request, key, left; uint64_t kept; } Owed;

Owed owed_at(const Inst *x, int i);
/* Behind those that are owed already; false: there is no room for another one in this model. */
bool owed_add(const CtlModel *k, Inst *x, const Owed *o);
/* One answer has come. */
void owed_answered(Inst *x, int i);
/* It is the next of its port and key. */
bool owed_next(const CtlModel *k, const Inst *x, int i);
#endif
