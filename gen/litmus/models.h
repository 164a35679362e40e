/* models.h - which candidate executions a model allows; docs/memory-models.md defines the models. */
#ifndef COHGEN_LITMUS_MODELS_H
#define COHGEN_LITMUS_MODELS_H
#include "litmus/execution.h"

bool litmus_weak_allows(const Execution *x);
bool litmus_scoped_allows(const Execution *x);
/* It orders everything before it and behind it, for everybody. */
static inline bool litmus_is_full_fence(const LitmusStatement *s)
{
    return s->kind == LITMUS_FENCE && s->order == LITMUS_ORDER_SC && s->scope == LITMUS_SYS;
}
/* By running all interleavings; false: a value exceeds LITMUS_MAX_VALUE. */
bool litmus_interleave(const Litmus *t, LitmusOutcomes *out);
#endif
