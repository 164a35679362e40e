/* kept.c - what a row leaves of the key: its entry with what is parked, its line. */
#include "verify/step/kept.h"
#include <string.h>

/* The field by which parked events are ordered. */
static unsigned park_order(const CtlModel *k, const WaitModel *x, uint64_t w)
{
    const Layout *l = &k->events[w >> EVENT_SHIFT].park;
    const Var *by = waiters_order(x->w);
    for (int i = 0; i < l->n && by; i++) if (k->args[l->at[i].arg].var == by) return state_part_get(&l->at[i], w);
    return 0;
}

/* How many of the entry are older. */
static uint64_t age_of(const CtlModel *k, uint64_t w)
{
    const Layout *l = &k->events[w >> EVENT_SHIFT].park;
    return w >> l->age & ((UINT64_C(1) << l->age_bits) - 1);
}

static uint64_t with_age(const CtlModel *k, uint64_t w, uint64_t age)
{
    return w - (age_of(k, w) << k->events[w >> EVENT_SHIFT].park.age) + (age << k->events[w >> EVENT_SHIFT].park.age);
}

static bool offered_before(const CtlModel *k, const WaitModel *w, uint64_t a, uint64_t b)
{
    unsigned x = park_order(k, w, a), y = park_order(k, w, b);
    if (x == y && w->aged) return age_of(k, a) < age_of(k, b);
    return w->w->greatest ? x > y : x < y;
}

void kept_entry_in_order(const CtlModel *k, const WaitModel *w, Entry *e)
{
    for (int n = 1; n < e->n && w->aged; n++)
        for (int i = n; i > 0 && offered_before(k, w, e->list[i], e->list[i - 1]); i--) {
            uint64_t x = e->list[i];
            e->list[i] = e->list[i - 1];
            e->list[i - 1] = x;
        }
}

static bool park_item(const Data *d, const WaitModel *x, Entry *e)
{
    const CtlModel *k = d->k;
    const Layout *l = &k->events[d->o->code].park;
    uint64_t w = (uint64_t)d->o->code << EVENT_SHIFT;
    bool fits = true;
    for (int i = 0; i < l->n; i++) {
        const Slotted *a = &k->args[l->at[i].arg];
        unsigned v = a->out >= 0 ? (unsigned)d->out[a->out] : d->o->arg[l->at[i].arg];
        if (!model_follows(d->m, l->at[i].role, a->var->type, v)) fits = false;
        w = state_part_put(&l->at[i], w, v);
    }
    if (x->aged) w = with_age(k, w, (uint64_t)e->n);
    e->list[e->n++] = w;
    for (int i = e->n - 1; i > 0 && x->stall && offered_before(k, x, w, e->list[i - 1]); i--) {
        e->list[i] = e->list[i - 1];
        e->list[i - 1] = w;
    }
    return fits;
}

/* What was replayed has run, or waits again. */
static void verdict(const CtlModel *k, const WaitModel *w, bool park, Entry *e)
{
    e->must = e->fresh = 0;
    if (park || (w->pool && !w->whole)) e->drain = 0;
    if (park) return;
    for (int i = 1; i < e->n && w->aged; i++)
        if (age_of(k, e->list[i]) > age_of(k, e->list[0]))
            e->list[i] = with_age(k, e->list[i], age_of(k, e->list[i]) - 1);
    memmove(e->list, e->list + 1, sizeof *e->list * (MAX_DEPTH - 1));
    e->n--;
    e->list[e->n] = 0;
}

/* What the row writes into the entry, of masks and data before anything of it changes. */
typedef struct { Value data[MAX_OPAQUE]; uint8_t mask[MAX_MASKS]; } Written;

static void entry_written(const Data *d, const WaitModel *w, Written *x)
{
    for (int i = 0; i < w->n_data; i++) x->data[i] = row_value(d, w->data[i], row_versions(d->k, w->data[i]));
    for (int i = 0; i < w->n_masks; i++)
        x->mask[i] = (uint8_t)row_value(d, w->mask[i], row_versions(d->k, w->mask[i])).data;
}

static void entry_fields(const Data *d, const WaitModel *w, const Written *x, Entry *e)
{
    e->state = (uint8_t)(w->keeps ? d->out[d->k->o_next] : 0);
    for (int i = 0; i < w->n; i++) e->field[i] = model_kept_value(&w->field[i], d->out);
    for (int i = 0; i < w->n_data; i++) { e->data[i] = (uint16_t)x->data[i].data; e->have[i] = x->data[i].have; }
    memcpy(e->mask, x->mask, sizeof *x->mask * (size_t)w->n_masks);
}

/* The row sends something, but for answers. */
static bool row_sends(const Data *d)
{
    for (int i = 0; i < d->k->n_outs; i++) {
        const OutMap *o = &d->k->outs[i];
        if (d->out[o->valid] && (o->out->net || o->out->port->kind != PORT_CORE)) return true;
    }
    return false;
}

/* A wake of this entry, in which something is parked. */
static bool wakes_parked(const Data *d, const WaitModel *w, const Entry *e)
{
    const Event *event = d->k->events[d->o->code].e;
    return event->kind == EV_WAKE && event->waiters == w->w && e->n > 0;
}

void kept_entry_woken(const WaitModel *w, const uint64_t *out, Entry *e)
{
    if (model_out_said(out, w->o_wake) && e->n) e->drain = 1;
}

/* As the blocks do it (cg_mshr.v, cg_stall.v, cg_wait_queue.v): verdict on the replayed request, then allocation, park,
 * replay, done, wake. */
bool kept_entry_op(const Data *d, int wait, Entry *e)
{
    const WaitModel *w = &d->k->wait[wait];
    const uint64_t *out = d->out;
    bool replay = d->o->where == SRC_REPLAY_ && d->o->place == wait, park = model_out_said(out, w->o_park), fits = true;
    Written written;
    entry_written(d, w, &written);
    if (replay) verdict(d->k, w, park, e);
    if (model_out_said(out, w->o_alloc)) {
        e->valid = e->armed = 1;
        e->drain = e->must = e->fin = e->fresh = e->asked = 0;
    }
    if (w->stall && park) e->valid = 1;
    if (e->valid && !w->stall) entry_fields(d, w, &written, e);
    if (park && !replay) fits = park_item(d, w, e);
    if ((park || wakes_parked(d, w, e)) && d->m->o->served && !w->stall) e->asked |= row_sends(d);
    if (model_out_said(out, w->o_replay)) {
        e->drain = 1;
        if (out[w->o_must]) e->must = 1;
        e->fresh = e->asked;
    }
    if (model_out_said(out, w->o_done)) { e->armed = 0; e->fin = 1; }
    kept_entry_woken(w, out, e);
    if (!e->n) {
        e->drain = e->must = e->fresh = 0;
        if (e->fin || w->stall) memset(e, 0, sizeof *e);
    }
    if (e->valid && !e->armed) e->state = 0;
    return fits;
}

/* A new entry takes the next place; behind the oldest entry that is left places are free again. */
void kept_ring_turns(const Model *m, Inst *x, int wait, int key, bool was_there)
{
    if (x->at[wait].entry[key].valid && !was_there) x->at[wait].entry[key].place = x->ring[wait]++;
    int oldest = x->ring[wait];
    for (int q = 0; q < m->n_keys; q++)
        if (x->at[wait].entry[q].valid && x->at[wait].entry[q].place < oldest) oldest = x->at[wait].entry[q].place;
    for (int q = 0; q < m->n_keys; q++)
        if (x->at[wait].entry[q].valid) x->at[wait].entry[q].place = (uint8_t)(x->at[wait].entry[q].place - oldest);
    x->ring[wait] = (uint8_t)(x->ring[wait] - oldest);
}

/* Contents of a new entry and of a new line are unknown. */
void kept_unknown_data(const Model *m, const CtlModel *k, const Occurrence *o, const uint64_t *out, SysState *s)
{
    unsigned none = m->program ? VALUE_NONE : NONE, all = m->n_cells == 1 ? none : none | none << 4;
    Inst *x = &s->inst[o->inst];
    for (int j = 0; j < k->n_waits; j++) {
        const WaitModel *w = &k->wait[j];
        Entry *e = &x->at[j].entry[o->key];
        for (int i = 0; i < w->n_data && model_out_said(out, w->o_alloc); i++)
            if (!e->valid || w->data[i]->sparse) { e->data[i] = (uint16_t)all; e->have[i] = 0; }
    }
    for (int j = 0; j < k->n_stores; j++)
        for (int i = 0; i < k->store[j].n_data && out[k->store[j].o_alloc]; i++)
            x->at[j].line[k->store[j].line[o->key]].data[i] = (uint16_t)all;
}

/* There is no line, but of what has left something is kept. */
static bool left_behind(const CtlModel *k, const StoreModel *st, const uint64_t *out, const Line *l)
{
    return model_is_backed(k, st) && !l->present && !out[st->o_alloc];
}

void kept_line_leaves(const CtlModel *k, const StoreModel *st, Line *l)
{
    Line left = { 0 };
    for (int i = 0; model_is_backed(k, st) && i < k->n_backed; i++) left.field[k->backed[i]] = l->field[k->backed[i]];
    *l = left;
}

void kept_forget_behind(const Model *m, const CtlModel *k, const uint64_t *out, Inst *x)
{
    if (k->o_forget < 0 || !out[k->o_forget]) return;
    for (int q = 0; q < m->n_keys; q++) {
        Line *l = &x->at[k->backed_store].line[q];
        if (!l->present) memset(l, 0, sizeof *l);
    }
}

bool kept_line_op(const Data *d, int store, Line *l)
{
    const StoreModel *st = &d->k->store[store];
    const uint64_t *out = d->out;
    const State *next = d->k->c->states.at[out[d->k->o_next]];
    uint16_t data[MAX_OPAQUE];
    for (int i = 0; i < st->n_data; i++)
        data[i] = (uint16_t)row_value(d, st->data[i], row_versions(d->k, st->data[i])).data;
    uint8_t mask[MAX_MASKS];
    for (int i = 0; i < st->n_masks; i++)
        mask[i] = (uint8_t)row_value(d, st->mask[i], row_versions(d->k, st->mask[i])).data;
    if (left_behind(d->k, st, out, l)) return true;
    if (out[st->o_free] || (!l->present && !out[st->o_alloc])) {
        bool locked = state_line_locked(st, l);
        if (!locked) kept_line_leaves(d->k, st, l);
        return !locked;
    }
    l->present = 1;
    l->state = (uint8_t)(st->keeps && next->at == AT_STORE ? next->id : 0);
    for (int i = 0; i < st->n; i++) l->field[i] = model_kept_value(&st->field[i], out);
    memcpy(l->data, data, sizeof *data * (size_t)st->n_data);
    memcpy(l->mask, mask, sizeof *mask * (size_t)st->n_masks);
    return true;
}
