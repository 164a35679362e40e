/* each_data.h - every place where data of a line is: lines, entries, parked requests, memory, messages; and what
 * threads have read. For inlining. */
#ifndef CG_VERIFY_EACH_DATA_H
#define CG_VERIFY_EACH_DATA_H
#include "verify/state/state.h"

/* Gets the cells and gives back what they become. */
typedef unsigned DataFn(void *ctx, unsigned data);
#define EACH_DATA static inline __attribute__((always_inline))

EACH_DATA void each_data_part(const Layout *l, uint64_t *x, DataFn *fn, void *ctx)
{
    for (int i = 0; i < l->n_data; i++) {
        const Part *p = &l->at[l->data[i]];
        *x = state_part_put(p, *x, fn(ctx, state_part_get(p, *x)));
    }
}

EACH_DATA void each_data_inst(const CtlModel *k, Inst *x, int key, DataFn *fn, void *ctx)
{
    if (x->before[key].n) x->before[key].data = (uint16_t)fn(ctx, x->before[key].data);
    if (x->side_before[key].n) x->side_before[key].data = (uint16_t)fn(ctx, x->side_before[key].data);
    for (int i = 0; i < k->n_stores; i++) {
        Line *l = &x->at[i].line[key];
        for (int j = 0; j < k->store[i].n_data && l->present; j++) l->data[j] = (uint16_t)fn(ctx, l->data[j]);
    }
    for (int i = 0; i < k->n_waits; i++) {
        Entry *e = &x->at[i].entry[key];
        for (int j = 0; j < k->wait[i].n_data && e->valid; j++) e->data[j] = (uint16_t)fn(ctx, e->data[j]);
        for (int j = 0; j < e->n; j++)
            each_data_part(&k->events[e->list[j] >> EVENT_SHIFT].park, &e->list[j], fn, ctx);
    }
}

/* One cell; the others are as if never written. */
EACH_DATA void each_data_read(const Model *m, Thread *t, DataFn *fn, void *ctx)
{
    t->read = (uint8_t)state_cell_get(fn(ctx, state_cell_put(state_line_of(m, NONE), t->cell, t->read)), t->cell);
}

/* All but the instances. */
EACH_DATA void each_data_rest(const Model *m, SysState *s, int key, DataFn *fn, void *ctx)
{
    s->mem[key] = (uint16_t)fn(ctx, s->mem[key]);
    if (m->side) s->side[key] = (uint16_t)fn(ctx, s->side[key]);
    for (int t = 0; t < m->n_threads; t++)
        if (s->thread[t].key == key && state_thread_keeps(m, &s->thread[t])) each_data_read(m, &s->thread[t], fn, ctx);
    for (int t = 0; m->tx && t < m->n_threads; t++) s->tx[t].saw[key] = (uint8_t)fn(ctx, s->tx[t].saw[key]);
    for (int i = 0; i < s->n_msgs; i++)
        if (state_msg_key(s->msg[i]) == key) each_data_part(&state_msg_map(m, s->msg[i])->body, &s->msg[i], fn, ctx);
}

EACH_DATA void each_data(const Model *m, SysState *s, int key, DataFn *fn, void *ctx)
{
    for (int i = 0; i < m->n_inst; i++) each_data_inst(&m->ctl[m->inst[i].ctl], &s->inst[i], key, fn, ctx);
    each_data_rest(m, s, key, fn, ctx);
}
#endif
