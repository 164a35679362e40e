/* row_data.c - cells moved and merged as the row says. */
#include "verify/step/row_data.h"
#include "verify/state/program.h"

bool row_is_atomic(const Data *d)
{
    if (d->thread < 0) return false;
    if (d->out[d->k->o_performs]) return true;
    const Thread *t = &d->s->thread[d->thread];
    return !d->o->keyless && t->op == OP_ATOMIC && !t->performed && t->key == d->o->key;
}

/* Bytes that a data path has written: an atomic the cell of its thread, else they may be all. */
static Value applied_bytes(const Data *d)
{
    unsigned all = (1u << d->m->n_cells) - 1;
    return (Value){ row_is_atomic(d) ? 1u << d->s->thread[d->thread].cell : all, (uint8_t)all };
}

/* A mask that is kept counts with one cell, too: whether anything is under it. */
static unsigned mask_of(const Data *d, const Slot *w, unsigned sel)
{
    unsigned all = (1u << d->m->n_cells) - 1;
    const OpaqueSource *from = sel ? &w->masks.at[sel - 1] : NULL;
    if (!from) return all;
    const Var *v = from->var;
    if (v->kind == V_STORE || v->kind == V_WAITER) {
        unsigned under = row_value(d, v, from->version).data;
        return from->joins == JOINS_WITHOUT ? all & ~under : under;
    }
    if (d->m->n_cells == 1) return all;
    if (v->kind == V_APPLIED) return applied_bytes(d).data;
    for (int i = 0; i < d->k->n_args; i++) if (d->k->args[i].var == v) return d->o->arg[i];
    return all;
}

static Value base_value(const Data *d, const Var *v)
{
    Value all = { 0, (uint8_t)((1u << d->m->n_cells) - 1) };
    unsigned none = state_line_of(d->m, d->m->program ? VALUE_NONE : NONE);   /* of a line or entry that is not there */
    for (int i = 0; i < d->k->n_args; i++) if (d->k->args[i].var == v) { all.data = d->o->arg[i]; return all; }
    if (v == d->k->memory) { all.data = d->s->mem[d->o->key]; return all; }
    for (int j = 0; j < d->k->n_stores; j++)
        for (int i = 0; i < d->k->store[j].n_masks; i++)
            if (d->k->store[j].mask[i] == v) { all.data = d->line[j].mask[i]; return all; }
    for (int j = 0; j < d->k->n_waits; j++)
        for (int i = 0; i < d->k->wait[j].n_masks; i++)
            if (d->k->wait[j].mask[i] == v) { all.data = d->entry[j].mask[i]; return all; }
    for (int j = 0; j < d->k->n_stores; j++)
        for (int i = 0; i < d->k->store[j].n_data; i++)
            if (d->k->store[j].data[i] == v) {
                all.data = d->line[j].present ? d->line[j].data[i] : none;
                return all;
            }
    for (int j = 0; j < d->k->n_waits; j++)
        for (int i = 0; i < d->k->wait[j].n_data; i++)
            if (d->k->wait[j].data[i] == v) {
                all.data = d->entry[j].valid ? d->entry[j].data[i] : none;
                if (v->sparse) all.have = d->entry[j].have[i];
            }
    return all;
}

/* The result of the thread's atomic on the cell that it is about. Of other data it is not known what a data path makes
 * of it; but it is something, in all cells if it writes whole lines. */
static void apply_block(const Data *d, const Slot *w, Value *v)
{
    const Block *b = block_find(d->m->p->blocks, BLOCK_APPLY, w->apply);
    if (b && b->whole) v->data = state_line_of(d->m, 0);
    if (!row_is_atomic(d)) return;
    const Thread *t = &d->s->thread[d->thread];
    unsigned old = state_cell_get(v->data, t->cell);
    v->data =
        state_cell_put(v->data, t->cell, d->m->program ? program_atomic(d->m->program, d->s, d->thread, old)
                                                       : (unsigned)(PENDING + d->thread));
}

Value row_value(const Data *d, const Var *v, int version)
{
    if (v->kind == V_APPLIED) return applied_bytes(d);
    if (!version) return base_value(d, v);
    Value to = row_value(d, v, version - 1);
    for (int i = 0; i < d->k->n_slots; i++) {
        const SlotMap *w = &d->k->slots[i];
        if (w->slot->var != v || w->slot->slot != version - 1 || !d->out[w->valid]) continue;
        unsigned sel = (unsigned)d->out[w->sel];
        if (sel == (unsigned)w->slot->sources.n) { apply_block(d, w->slot, &to); continue; }
        Value from = row_value(d, w->slot->sources.at[sel].var, w->slot->sources.at[sel].version);
        if (v->type->kind == TK_BITS && v->kind == V_STORE) {
            Joins joins = w->slot->sources.at[sel].joins;
            to.data = joins == JOINS_OR        ? to.data | from.data
                      : joins == JOINS_WITHOUT ? to.data & ~from.data
                                               : from.data;
            continue;
        }
        unsigned mask = mask_of(d, w->slot, (unsigned)d->out[w->mask]) & from.have;
        for (int c = 0; c < d->m->n_cells; c++)
            if (mask >> c & 1) to.data = state_cell_put(to.data, c, state_cell_get(from.data, c));
        to.have |= (uint8_t)mask;
    }
    return to;
}

int row_versions(const CtlModel *k, const Var *v)
{
    int n = 0;
    for (int i = 0; i < k->n_slots; i++)
        if (k->slots[i].slot->var == v && k->slots[i].slot->slot + 1 > n) n = k->slots[i].slot->slot + 1;
    return n;
}
