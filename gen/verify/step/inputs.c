/* inputs.c - what a transition function and an invariant see of an instance. */
#include "verify/step/inputs.h"

int step_stored_state(const Model *m, const SysState *s, int inst, int key)
{
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    const Inst *x = &s->inst[inst];
    if (k->whole) return x->plain;
    for (int i = 0; i < k->n_waits; i++)
        if (k->wait[i].keeps && x->at[i].entry[key].armed) return x->at[i].entry[key].state;
    for (int i = 0; i < k->n_stores; i++)
        if (k->store[i].keeps && x->at[i].line[key].present) return x->at[i].line[key].state;
    return 0;
}

bool step_way_free(const Model *m, const CtlModel *k, const Inst *x, int store, int key)
{
    const StoreModel *st = &k->store[store];
    int used = 0;
    for (int q = 0; q < m->n_keys; q++) {
        if (!x->at[store].line[q].present || st->row[q] != st->row[key]) continue;
        if (st->tag[q] != st->tag[key]) return false;
        used++;
    }
    return used < st->ways;
}

bool step_entry_free(const Model *m, const CtlModel *k, const Inst *x, int wait)
{
    int used = 0;
    if (k->wait[wait].ring) return x->ring[wait] < k->wait[wait].entries;
    for (int q = 0; q < m->n_keys; q++) used += x->at[wait].entry[q].valid;
    return used < k->wait[wait].entries;
}

bool step_park_free(const Model *m, const CtlModel *k, const Inst *x, int wait, int key)
{
    const WaitModel *w = &k->wait[wait];
    const Entry *e = &x->at[wait].entry[key];
    int used = 0;
    if (!w->pool) return e->valid ? e->n < w->depth : !w->stall || step_entry_free(m, k, x, wait);
    for (int q = 0; q < m->n_keys; q++)
        if (q % w->entries == key % w->entries) used += x->at[wait].entry[q].n;
    return used < w->depth;
}

static bool none_in_use(const Model *m, const Inst *x, int wait)
{
    for (int q = 0; q < m->n_keys; q++) if (x->at[wait].entry[q].valid) return false;
    return true;
}

/* Who looks, and at what. */
typedef struct {
    const Model *m;
    const CtlModel *k;
    const Instance *at;
    const Inst *x;
    const Occurrence *o;
    int state;
} Look;

static inline Look look(const Model *m, const Inst *x, const Occurrence *o, int state)
{
    const Instance *at = &m->inst[o->inst];
    return (Look){ m, &m->ctl[at->ctl], at, x, o, state };
}

/* An entry, and a place in it. */
static bool wait_room(const Model *m, const CtlModel *k, const Inst *x, int wait, int key)
{
    if (k->wait[wait].pool) return step_park_free(m, k, x, wait, key);
    const Entry *e = &x->at[wait].entry[key];
    return e->valid ? e->n < k->wait[wait].depth : step_entry_free(m, k, x, wait);
}

/* A row that asks has met it. */
static bool room_told(const Look *v, int wait)
{
    bool room = wait_room(v->m, v->k, v->x, wait, v->o->key);
    if (!room) model_lacks(v->m, v->at->ctl, wait);
    return room;
}

static inline uint64_t input(const Look *v, const Input *in)
{
    const CtlModel *k = v->k;
    const Inst *x = v->x;
    const Occurrence *o = v->o;
    if (o->keyless &&
        (in->kind == IN_LINE || in->kind == IN_ENTRY || in->kind == IN_LINE_HIT || in->kind == IN_ENTRY_HIT ||
         in->kind == IN_FIRST))
        return 0;
    switch (in->kind) {
    case IN_STATE: return (uint64_t)v->state;
    case IN_EVENT: return (uint64_t)o->code;
    case IN_REPLAY: case IN_REPLAYED: return o->where == SRC_REPLAY_;
    case IN_REG: return x->reg[in->index];
    case IN_LINE: {
        const Line *l = state_line_of_key(k, x, in->place, o->key);
        int behind = k->store[in->place].field[in->index].behind;
        return l->present ? l->field[in->index] : behind >= 0 ? o->behind[behind] : 0;
    }
    case IN_ENTRY: return x->at[in->place].entry[o->key].valid ? x->at[in->place].entry[o->key].field[in->index] : 0;
    case IN_ARG: return o->arg[in->index];
    case IN_KEY: return (uint64_t)o->key;
    case IN_ME: return (uint64_t)(in->index ? v->at->index : v->at->node);
    case IN_LINE_HIT: return state_line_of_key(k, x, in->place, o->key)->present;
    case IN_ENTRY_HIT: return x->at[in->place].entry[o->key].valid;
    case IN_FIRST: return x->at[in->place].entry[o->key].valid && !x->at[in->place].entry[o->key].place;
    case IN_EMPTY: return none_in_use(v->m, x, in->place);
    case IN_ROOM: return !in->index || room_told(v, in->place);
    default: return in->value;
    }
}

void step_inputs(const Model *m, const Inst *x, const Occurrence *o, int state, uint64_t *in)
{
    const Look v = look(m, x, o, state);
    for (int i = 0; i < v.k->n_in; i++) in[i] = input(&v, &v.k->in[i]);
}

static uint64_t watched_input(const Model *m, const Inst *x, const Occurrence *o, int state, const Input *in)
{
    const Look v = look(m, x, o, state);
    return in->kind == IN_LINE && !state_line_of_key(v.k, x, in->place, o->key)->present ? in->value : input(&v, in);
}

void step_fill_watched(const Model *m, const SysState *s, int inst, int key, uint64_t *vars)
{
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    const Inst *x = &s->inst[inst];
    const Occurrence o = { .inst = inst, .key = key };
    int state = step_stored_state(m, s, inst, key);
    for (int i = 0; i < k->watched.n; i++) {
        const Watched *w = &k->watched.at[i];
        vars[w->var] = watched_input(m, x, &o, state, &w->in);
    }
}

uint64_t step_watched_value(const Model *m, const SysState *s, int inst, int key, const Input *in)
{
    const Occurrence o = { .inst = inst, .key = key };
    return watched_input(m, &s->inst[inst], &o, in->kind == IN_STATE ? step_stored_state(m, s, inst, key) : 0, in);
}
