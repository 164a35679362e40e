/* kept.c - what a row leaves of the key: its entry with what is parked, its line. */
#include "verify/step/kept.h"
#include <string.h>

/* The field by which parked events are ordered. */
static unsigned park_order(const CtlModel *k, uint64_t w)
{
    const Layout *l = &k->events[w >> EVENT_SHIFT].park;
    const Var *by = waiters_order(k->wait);
    for (int i = 0; i < l->n && by; i++) if (k->args[l->at[i].arg].var == by) return part_get(&l->at[i], w);
    return 0;
}

static bool offered_before(const CtlModel *k, uint64_t a, uint64_t b) {
    unsigned x = park_order(k, a), y = park_order(k, b);
    return k->wait->greatest ? x > y : x < y;
}

static bool park_item(const Model *m, const CtlModel *k, const Occurrence *o, const uint64_t *out, Entry *e)
{
    const Layout *l = &k->events[o->code].park;
    uint64_t w = (uint64_t)o->code << EVENT_SHIFT;
    bool fits = true;
    for (int i = 0; i < l->n; i++) {
        const Slotted *a = &k->args[l->at[i].arg];
        unsigned v = a->out >= 0 ? (unsigned)out[a->out] : o->arg[l->at[i].arg];
        if (l->at[i].role == ROLE_STAMP && (int)v > m->stamp_max) fits = false;
        w = part_put(&l->at[i], w, v);
    }
    e->list[e->n++] = w;
    for (int i = e->n - 1; i > 0 && k->stall && offered_before(k, w, e->list[i - 1]); i--) {
        e->list[i] = e->list[i - 1];
        e->list[i - 1] = w;
    }
    return fits;
}

/* As cg_mshr.v: verdict on the replayed request, then allocation, park, replay, done. */
bool entry_op(const Model *m, const CtlModel *k, const Occurrence *o, const uint64_t *out, const Data *d, Entry *e)
{
    bool replay = o->where == SRC_REPLAY_, alloc = out[k->o_entry_alloc], park = out[k->o_park], fits = true;
    Value data[MAX_OPAQUE];
    for (int i = 0; i < k->n_entry_data; i++)
        data[i] = row_value(d, k->entry_data[i], row_versions(k, k->entry_data[i]));
    if (replay) {
        e->must = e->fresh = 0;
        if (park) e->drain = 0;
        else { memmove(e->list, e->list + 1, sizeof *e->list * (MAX_DEPTH - 1)); e->n--; e->list[e->n] = 0; }
    }
    if (alloc) { e->valid = e->armed = 1; e->drain = e->must = e->fin = e->fresh = 0; }
    if (k->stall && park) e->valid = 1;
    if (e->valid && !k->stall) {
        e->state = (uint8_t)out[k->o_next];
        for (int i = 0; i < k->n_entry; i++) e->field[i] = (uint16_t)out[k->entry[i].out];
        for (int i = 0; i < k->n_entry_data; i++) { e->data[i] = (uint16_t)data[i].data; e->have[i] = data[i].have; }
    }
    if (park && !replay) fits = park_item(m, k, o, out, e);
    if (out[k->o_replay]) { e->drain = 1; if (out[k->o_must]) e->must = 1; e->fresh = m->o->served && !k->stall; }
    if (out[k->o_done]) { e->armed = 0; e->fin = 1; }
    if (!e->n) {
        e->drain = e->must = e->fresh = 0;
        if (e->fin || k->stall) memset(e, 0, sizeof *e);
    }
    if (e->valid && !e->armed) e->state = 0;
    return fits;
}

/* Contents of a new entry and of a new line are unknown. */
void unknown_data(const Model *m, const CtlModel *k, const Occurrence *o, const uint64_t *out, SysState *s)
{
    unsigned none = m->program ? VALUE_NONE : NONE, all = none | none << 4;
    Entry *e = &s->inst[o->inst].entry[o->key];
    Line *l = &s->inst[o->inst].line[o->key];
    if (m->n_cells == 1) all = none;
    if (k->wait && out[k->o_entry_alloc])
        for (int i = 0; i < k->n_entry_data; i++)
            if (!e->valid || k->entry_data[i]->sparse) { e->data[i] = (uint16_t)all; e->have[i] = 0; }
    if (k->store && out[k->o_alloc])
        for (int i = 0; i < k->n_line_data; i++) l->data[i] = (uint16_t)all;
}

/* There is no line, but of what has left something is kept. */
static bool left_behind(const CtlModel *k, const uint64_t *out, const Line *l)
{
    return k->n_backed && !l->present && !out[k->o_alloc];
}

void line_leaves(const CtlModel *k, Line *l)
{
    Line left = { 0 };
    for (int i = 0; i < k->n_backed; i++) left.field[k->backed[i]] = l->field[k->backed[i]];
    *l = left;
}

void forget_behind(const Model *m, const CtlModel *k, const uint64_t *out, Inst *x)
{
    if (k->o_forget < 0 || !out[k->o_forget]) return;
    for (int q = 0; q < m->n_keys; q++) if (!x->line[q].present) memset(&x->line[q], 0, sizeof x->line[q]);
}

void line_op(const CtlModel *k, const uint64_t *out, const Data *d, Line *l)
{
    int next = (int)out[k->o_next];
    uint16_t data[MAX_OPAQUE];
    for (int i = 0; i < k->n_line_data; i++)
        data[i] = (uint16_t)row_value(d, k->line_data[i], row_versions(k, k->line_data[i])).data;
    if (left_behind(k, out, l)) return;
    if (out[k->o_free] || (!l->present && !out[k->o_alloc])) { line_leaves(k, l); return; }
    l->present = 1;
    l->state = (uint8_t)(k->c->states.at[next]->at == AT_STORE ? next : 0);
    for (int i = 0; i < k->n_line; i++) l->field[i] = (uint16_t)out[k->line[i].out];
    memcpy(l->data, data, sizeof *data * (size_t)k->n_line_data);
}
