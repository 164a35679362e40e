/* walk.c - a walk is one atomic step: the body runs for each key with that key's line and entry, or once for what waits
 * at a port. */
#include "verify/step/walk.h"
#include "verify/step/inputs.h"
#include "verify/step/kept.h"
#include <string.h>

enum { KEPT = -1 };

static void walk_line(const CtlModel *k, const StoreModel *st, const uint64_t *out, Line *l)
{
    const State *next = k->c->states.at[out[k->o_next]];
    if (out[st->o_free]) {
        if (!line_locked(st, l)) line_leaves(k, l);
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
            if (v != UINT64_MAX) e->list[i] = part_put(&l->at[p], e->list[i], (unsigned)v);
        }
    }
}

static void walk_entry(const CtlModel *k, int wait, const uint64_t *out, const uint64_t *parked, Inst *x, int key)
{
    const WaitModel *w = &k->wait[wait];
    const State *next = k->c->states.at[out[k->o_next]];
    Entry *e = &x->entry[wait][key];
    if (e->armed && next->waiters == w->w) e->state = (uint8_t)next->id;
    for (int i = 0; i < w->n; i++) e->field[i] = (uint16_t)out[w->field[i].out];
    walk_parked(k, parked, e);
    for (int i = 0; i < k->n_stores; i++) {
        Line *l = &x->line[i][k->store[i].line[key]];
        if (out[k->store[i].o_free] && !line_locked(&k->store[i], l)) line_leaves(k, l);
    }
}

/* Messages on their way count as waiting: those that have arrived cannot be told from the others. */
static void walk_port(const Model *m, const CtlModel *k, const Occurrence *o, const uint64_t *in, int walk,
                      SysState *next)
{
    const Port *port = k->step->walks.at[walk]->port;
    uint64_t out[MAX_OUT], parked[MAX_VARS];
    memset(parked, KEPT, sizeof parked);
    if (!eval_walk(k->eval, in, walk, in, out, parked)) return;
    for (int i = 0; i < next->n_msgs; i++) {
        const MessageMap *map = msg_map(m, next->msg[i]);
        bool here = false;
        for (int n = 0; n < port->nets.n; n++) here |= port->nets.at[n] == map->m->net;
        for (int p = 0; p < map->body.n && here && msg_to(next->msg[i]) == o->inst; p++) {
            int arg = map->arg[m->inst[o->inst].ctl][p];
            uint64_t v = arg < 0 ? UINT64_MAX : parked[k->args[arg].var->id];
            if (v != UINT64_MAX && map->body.at[p].bits)
                next->msg[i] = part_put(&map->body.at[p], next->msg[i], (unsigned)v);
        }
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
    if (a->store ? !x->line[store][key].present : !x->entry[wait][key].valid) return;
    memset(parked, KEPT, sizeof parked);
    step_inputs(m, x, &(Occurrence){ .inst = o->inst, .key = key }, stored_state(m, next, o->inst, key), at);
    if (!eval_walk(k->eval, in, walk, at, out, parked)) return;
    if (a->store) walk_line(k, &k->store[store], out, &x->line[store][key]);
    else walk_entry(k, wait, out, parked, x, key);
}

void walks(const Model *m, const Occurrence *o, const uint64_t *in, const uint64_t *out, SysState *next)
{
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    for (int w = 0; w < k->step->walks.n; w++) {
        if (!out[k->o_walk + w]) continue;
        if (k->step->walks.at[w]->port) { walk_port(m, k, o, in, w, next); continue; }
        for (int key = 0; key < m->n_keys; key++)
            if (o->keyless || key != o->key) walk_key(m, o, in, w, key, next);
    }
}
