/* walk.c - a walk is one atomic step: the body runs for each key with that key's line and entry, or once for what waits
 * at a port. */
#include "verify/step/walk.h"
#include "verify/step/inputs.h"
#include "verify/step/kept.h"
#include <string.h>

enum { KEPT = -1 };

static void walk_line(const CtlModel *k, const uint64_t *out, Line *l)
{
    const State *next = k->c->states.at[out[k->o_next]];
    if (out[k->o_free]) { line_leaves(k, l); return; }
    if (next->at == AT_STORE) l->state = (uint8_t)next->id;
    for (int i = 0; i < k->n_line; i++) l->field[i] = (uint16_t)out[k->line[i].out];
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

static void walk_entry(const CtlModel *k, const uint64_t *out, const uint64_t *parked, Inst *x, int key)
{
    const State *next = k->c->states.at[out[k->o_next]];
    Entry *e = &x->entry[key];
    if (e->armed && next->at == AT_WAITERS) e->state = (uint8_t)next->id;
    for (int i = 0; i < k->n_entry; i++) e->field[i] = (uint16_t)out[k->entry[i].out];
    walk_parked(k, parked, e);
    if (out[k->o_free]) line_leaves(k, &x->line[key]);
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
    if (a->store ? !x->line[key].present : !x->entry[key].valid) return;
    memset(parked, KEPT, sizeof parked);
    step_inputs(m, x, &(Occurrence){ .inst = o->inst, .key = key }, stored_state(m, next, o->inst, key), at);
    if (!eval_walk(k->eval, in, walk, at, out, parked)) return;
    if (a->store) walk_line(k, out, &x->line[key]);
    else walk_entry(k, out, parked, x, key);
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
