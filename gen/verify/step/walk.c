/* walk.c - a walk is one atomic step: the body runs for each key with that key's line and entry. What waits at a port
 * gets values that the row has computed. */
#include "verify/step/walk.h"
#include "verify/step/inputs.h"
#include "verify/step/kept.h"
#include <string.h>

enum { KEPT = -1 };

static void walk_line(const CtlModel *k, const StoreModel *st, const uint64_t *out, Line *l)
{
    const State *next = k->c->states.at[out[k->o_next]];
    if (out[st->o_free]) {
        if (!state_line_locked(st, l)) kept_line_leaves(k, st, l);
        return;
    }
    if (next->at == AT_STORE && st->keeps) l->state = (uint8_t)next->id;
    for (int i = 0; i < st->n; i++) l->field[i] = (uint16_t)out[st->field[i].out];
}

static void walk_parked(const CtlModel *k, const uint64_t *parked, Entry *e)
{
    for (int i = 0; i < e->n; i++) {
        const Layout *l = &k->events[e->list[i] >> EVENT_SHIFT].park;
        for (int p = 0; p < l->n; p++) {
            uint64_t v = parked[k->args[l->at[p].arg].var->id];
            if (v != UINT64_MAX) e->list[i] = state_part_put(&l->at[p], e->list[i], (unsigned)v);
        }
    }
}

static void walk_entry(const CtlModel *k, int wait, const uint64_t *out, const uint64_t *parked, Inst *x, int key)
{
    const WaitModel *w = &k->wait[wait];
    const State *next = k->c->states.at[out[k->o_next]];
    Entry *e = &x->at[wait].entry[key];
    if (e->armed && next->waiters == w->w) e->state = (uint8_t)next->id;
    for (int i = 0; i < w->n; i++) e->field[i] = (uint16_t)out[w->field[i].out];
    walk_parked(k, parked, e);
    kept_entry_in_order(k, w, e);
    for (int i = 0; i < k->n_stores; i++) {
        Line *l = &x->at[i].line[k->store[i].line[key]];
        if (out[k->store[i].o_free] && !state_line_locked(&k->store[i], l)) kept_line_leaves(k, &k->store[i], l);
    }
}

static bool takes(const Port *p, const Network *net)
{
    for (int n = 0; n < p->nets.n; n++) if (p->nets.at[n] == net) return true;
    return false;
}

/* What the row makes of one message. False: it stays as it is. */
static bool walk_message(const Model *m, const CtlModel *k, int inst, const uint64_t *out, uint64_t *msg)
{
    const MessageMap *map = state_msg_map(m, *msg);
    uint64_t old = *msg;
    for (int i = 0; i < k->n_port_sets && state_msg_to(*msg) == inst; i++) {
        if (!out[k->port_sets[i].we] || !takes(k->port_sets[i].walk->port, map->m->net)) continue;
        for (int p = 0; p < map->body.n; p++)
            if (map->arg[m->inst[inst].ctl][p] == k->port_sets[i].arg && map->body.at[p].bits)
                *msg = state_part_put(&map->body.at[p], *msg, (unsigned)out[k->port_sets[i].value]);
    }
    return *msg != old;
}

void step_port_walks(const Model *m, const Occurrence *o, const uint64_t *out, SysState *next, Fired *f)
{
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    bool away = false;
    uint64_t before = 0;
    for (int i = 0; i < next->n_msgs; i++) {
        uint64_t msg = next->msg[i], old = msg;
        bool behind = i && m->p->nets.at[state_msg_net(msg)]->pair_order && before >> TO_SHIFT == msg >> TO_SHIFT;
        away = (o->away >> i & 1) || (away && behind);
        before = old;
        if (!walk_message(m, k, o->inst, out, &msg)) continue;
        f->waiting |= UINT32_C(1) << i;
        if (!away) next->msg[i] = msg;
    }
    state_order(m, next);
}

static void walk_key(const Model *m, const Occurrence *o, const uint64_t *in, int walk, int key, SysState *next)
{
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    const Action *a = k->step->walks.at[walk];
    Inst *x = &next->inst[o->inst];
    uint64_t at[MAX_IN], out[MAX_OUT], parked[MAX_VARS];
    int store = 0, wait = 0;
    while (store + 1 < k->n_stores && k->store[store].s != a->store) store++;
    while (wait + 1 < k->n_waits && k->wait[wait].w != a->waiters) wait++;
    if (a->store ? !x->at[store].line[key].present : !x->at[wait].entry[key].valid) return;
    memset(parked, KEPT, sizeof parked);
    step_inputs(m, x, &(Occurrence){ .inst = o->inst, .key = key }, step_stored_state(m, next, o->inst, key), at);
    if (!eval_walk(k->eval, in, walk, at, out, parked)) return;
    if (a->store) walk_line(k, &k->store[store], out, &x->at[store].line[key]);
    else walk_entry(k, wait, out, parked, x, key);
}

void step_walks(const Model *m, const Occurrence *o, const uint64_t *in, const uint64_t *out, SysState *next)
{
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    for (int w = 0; w < k->step->walks.n; w++) {
        if (!out[k->o_walk + w]) continue;
        if (k->step->walks.at[w]->port) continue;
        for (int key = 0; key < m->n_keys; key++)
            if (o->keyless || key != o->key) walk_key(m, o, in, w, key, next);
    }
}
