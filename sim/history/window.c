/* window.c - see window.h. */
#include "history/window.h"
#include <stdlib.h>

typedef struct { SimWindow *w; const SimCheck *check; } Values;

void sim_window_init(SimWindow *w, uint64_t every) { *w = (SimWindow){.every = every, .next = every}; }

void sim_window_free(SimWindow *w)
{
    sim_pages_free(&w->values);
    sim_pages_free(&w->known);
}

static uint32_t value_before(void *context, uint64_t word)
{
    const Values *v = context;
    if (sim_pages_word(&v->w->known, word * 4)) return sim_pages_word(&v->w->values, word * 4);
    return v->check->initial ? v->check->initial(v->check->context, word) : 0;
}

/* Written only after the judgement, which reads the values from before. */
static void value_left(void *context, uint64_t word, uint32_t value)
{
    const Values *v = context;
    sim_pages_set_word(&v->w->values, word * 4, value);
    sim_pages_set_word(&v->w->known, word * 4, 1);
}

SimVerdict sim_window_judge(SimWindow *w, SimHistory *h, const SimCheck *check, const bool *going_on, uint32_t *moved)
{
    Values values = {w, check};
    SimSettle settle = {going_on, sim_alloc(h->n_ops, sizeof(bool)), value_left, &values};
    SimCheck part = {check->model, value_before, &values, check->out, &settle};
    uint64_t before = h->dropped;
    SimVerdict v = sim_check(h, &part);
    w->parts++;
    if (h->n_ops > w->most) w->most = h->n_ops;
    v.ops += before;
    v.edges = w->edges += v.edges;
    v.ambiguous = w->ambiguous += v.ambiguous;
    sim_history_drop(h, settle.settled, moved);
    /* what stays is judged again: not too often */
    w->next = h->n_ops * 2 > h->n_ops + w->every ? h->n_ops * 2 : h->n_ops + w->every;
    free(settle.settled);
    return v;
}
