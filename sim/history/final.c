/* final.c - see final.h. */
#include "history/final.h"
#include "litmus/atomic.h"
#include <stdlib.h>

typedef struct { uint64_t order; const SimOp *op; } Write;

static int by_order(const void *a, const void *b)
{
    const Write *x = a, *y = b;
    return x->order < y->order ? -1 : x->order > y->order;
}

static void apply(SimMap *final, const SimOp *o, const SimAccess *a, uint32_t (*initial)(void *, uint64_t),
                  void *context)
{
    const uint32_t *there = sim_map_find(final, a->word, 0);
    uint32_t old = there ? *there : initial(context, a->word);
    *sim_map_at(final, a->word, 0) =
        o->kind == SIM_ATOMIC ? litmus_op_result(o->op, old, o->a, o->b) : (old & ~a->mask) | (a->write & a->mask);
}

void sim_final_words(SimMap *final, const SimHistory *h, const SimTxHistory *t,
                     uint32_t (*initial)(void *context, uint64_t word), void *context)
{
    Write *writes = sim_alloc(h->n_ops, sizeof *writes);
    size_t n = 0;
    for (size_t i = 0; i < h->n_ops; i++)
        if (h->ops[i].order) writes[n++] = (Write){h->ops[i].order, &h->ops[i]};
    qsort(writes, n, sizeof *writes, by_order);
    for (size_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < writes[i].op->count; k++)
            apply(final, writes[i].op, &h->accesses[writes[i].op->first + k], initial, context);
    free(writes);
    SimMap newest = {0}; /* word -> place of its newest version */
    for (size_t i = 0; i < t->n_installed; i++) {
        uint32_t *at = sim_map_at(&newest, t->installed[i].word, 0);
        if (*at != SIM_NONE && t->installed[*at].order > t->installed[i].order) continue;
        *at = (uint32_t)i;
        *sim_map_at(final, t->installed[i].word, 0) = t->installed[i].value;
    }
    sim_map_free(&newest);
}
