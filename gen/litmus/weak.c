/* weak.c - the weak model (docs/memory-models.md): an order of all operations that keeps those of a thread on one
 * variable, and those with a fence between, exists if no circle of such pairs and of what was read is left. */
#include "litmus/models.h"

bool litmus_weak_allows(const Execution *x)
{
    uint32_t to[LITMUS_EVENTS] = {0};
    for (int i = 0; i < x->n; i++) {
        const LitmusEvent *e = &x->e[i];
        bool fence = litmus_is_full_fence(e->s);
        for (int k = 0; k < x->n; k++) {
            const LitmusEvent *f = &x->e[k];
            bool memory = e->s->kind != LITMUS_FENCE && f->s->kind != LITMUS_FENCE;
            bool kept = fence || litmus_is_full_fence(f->s) || (memory && e->s->variable == f->s->variable);
            if ((x->after[i] >> k & 1) && kept) to[i] |= UINT32_C(1) << k;
        }
        if (e->writes) to[i] |= x->later[i];
        if (e->reads) to[i] |= execution_from_reads(x, i);
        if (e->reads && x->from[i] != LITMUS_INITIAL) to[x->from[i]] |= UINT32_C(1) << i;
    }
    return execution_acyclic(to, x->n);
}
