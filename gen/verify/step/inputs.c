/* inputs.c - what a transition function and an invariant see of an instance. */
#include "verify/step/inputs.h"

int stored_state(const Model *m, const SysState *s, int inst, int key)
{
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    const Inst *x = &s->inst[inst];
    if (!k->store && !k->wait) return x->plain;
    return x->entry[key].armed ? x->entry[key].state : x->line[key].present ? x->line[key].state : 0;
}

bool way_free(const Model *m, const CtlModel *k, const Inst *x, int key)
{
    int used = 0;
    for (int q = 0; q < m->n_keys; q++) {
        if (!x->line[q].present || set_of(k, q) != set_of(k, key)) continue;
        if (k->tag[q] != k->tag[key]) return false;
        used++;
    }
    return used < k->ways;
}

bool entry_free(const Model *m, const CtlModel *k, const Inst *x)
{
    int used = 0;
    for (int q = 0; q < m->n_keys; q++) used += x->entry[q].valid;
    return used < k->entries;
}

static bool none_in_use(const Model *m, const Inst *x)
{
    for (int q = 0; q < m->n_keys; q++) if (x->entry[q].valid) return false;
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

static inline uint64_t input(const Look *v, const Input *in)
{
    const CtlModel *k = v->k;
    const Inst *x = v->x;
    const Occurrence *o = v->o;
    if (o->keyless &&
        (in->kind == IN_LINE || in->kind == IN_ENTRY || in->kind == IN_LINE_HIT || in->kind == IN_ENTRY_HIT))
        return 0;
    switch (in->kind) {
    case IN_STATE: return (uint64_t)v->state;
    case IN_EVENT: return (uint64_t)o->code;
    case IN_REPLAY: case IN_REPLAYED: return o->where == SRC_REPLAY_;
    case IN_REG: return x->reg[in->index];
    case IN_LINE:
        return x->line[o->key].present          ? x->line[o->key].field[in->index]
               : k->line[in->index].behind >= 0 ? o->behind[k->line[in->index].behind]
                                                : 0;
    case IN_ENTRY: return x->entry[o->key].valid ? x->entry[o->key].field[in->index] : 0;
    case IN_ARG: return o->arg[in->index];
    case IN_KEY: return (uint64_t)o->key;
    case IN_ME: return (uint64_t)(in->index ? v->at->index : v->at->node);
    case IN_LINE_HIT: return x->line[o->key].present;
    case IN_ENTRY_HIT: return x->entry[o->key].valid;
    case IN_EMPTY: return none_in_use(v->m, x);
    case IN_ROOM:
        return !in->index || (x->entry[o->key].valid ? x->entry[o->key].n < k->depth : entry_free(v->m, k, x));
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
    return in->kind == IN_LINE && !x->line[o->key].present ? in->value : input(&v, in);
}

void fill_watched(const Model *m, const SysState *s, int inst, int key, uint64_t *vars)
{
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    const Inst *x = &s->inst[inst];
    const Occurrence o = { .inst = inst, .key = key };
    int state = stored_state(m, s, inst, key);
    for (int i = 0; i < k->watched.n; i++) {
        const Watched *w = &k->watched.at[i];
        vars[w->var] = watched_input(m, x, &o, state, &w->in);
    }
}

uint64_t watched_value(const Model *m, const SysState *s, int inst, int key, const Input *in)
{
    const Occurrence o = { .inst = inst, .key = key };
    return watched_input(m, &s->inst[inst], &o, in->kind == IN_STATE ? stored_state(m, s, inst, key) : 0, in);
}
