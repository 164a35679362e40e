/* race_pairs.c - which pairs of events an occurrence is. */
#include "verify/races/race_pairs.h"
#include "verify/step/inputs.h"

static unsigned op_bit(int op) { return 1u << (op < OP_OTHER ? op : OP_OTHER); }

/* It is about no line. */
static bool is_keyless(const CtlModel *k, int op)
{
    for (int i = 0; i < k->n_events; i++) if (k->events[i].keyless && k->events[i].op == op) return true;
    return false;
}

/* Operations of a core on a line, as bits by OpType. */
static unsigned core_waiting(const Model *m, const SysState *s, int inst, int key)
{
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    unsigned set = 0;
    for (int i = 0; i < m->n_warps; i++) {
        const Thread *t = &s->thread[m->inst[inst].core * m->n_warps + i];
        if (t->op && t->key == key && !is_keyless(k, t->op)) set |= op_bit(t->op);
    }
    return set;
}

static unsigned waiting(const Model *m, const SysState *s, int inst, int key)
{
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    unsigned set = 0;
    if (m->inst[inst].core >= 0) return core_waiting(m, s, inst, key);
    for (int w = 0; w < k->n_waits; w++) {
        const Entry *e = &s->inst[inst].at[w].entry[key];
        for (int i = 0; e->valid && i < e->n; i++) set |= 1u << k->events[e->list[i] >> EVENT_SHIFT].parked;
    }
    return set;
}

/* The instance of the core on whose behalf an event happens, -1: nobody's, or its row does not look at the sender. */
static int cause(const Model *m, const Occurrence *o)
{
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    if (m->inst[o->inst].core >= 0) return o->inst;
    if (k->events[o->code].e->kind != EV_MESSAGE || k->arg_from < 0 || !k->args[k->arg_from].var->is_read) return -1;
    int inst = model_node_inst(m, o->arg[k->arg_from]);
    return inst >= 0 && m->inst[inst].core >= 0 ? inst : -1;
}

/* The end of a message's way that has a core, the receiver rather than the sender; -1: neither. */
static int core_end(const Model *m, uint64_t msg)
{
    int to = model_node_inst(m, state_msg_to(msg)), from = model_node_inst(m, state_msg_from(msg));
    if (to >= 0 && m->inst[to].core >= 0) return to;
    return from >= 0 && m->inst[from].core >= 0 ? from : -1;
}

static void put_line(const Model *m, const SysState *s, int inst, const Occurrence *o, const Fired *f, RacePair *p)
{
    p->state = (uint64_t)step_stored_state(m, s, inst, o->key);
    p->view = inst == o->inst ? (uint64_t)f->view : p->state;
    p->waiting = waiting(m, s, inst, o->key);
}

void races_pairs(const Model *m, const SysState *s, const Occurrence *o, const Fired *f, RacePairs *out)
{
    const RacePair event = { .used = 1,
                             .ctl = (uint64_t)m->inst[o->inst].ctl,
                             .event = (uint64_t)f->event,
                             .replayed = o->where == SRC_REPLAY_ };
    int by = cause(m, o);
    out->n = 0;
    if (o->keyless) return;
    out->at[out->n] = event;
    put_line(m, s, o->inst, o, f, &out->at[out->n++]);
    for (int i = 0; i < s->n_msgs; i++) {
        if (state_msg_map(m, s->msg[i])->m->keyless || state_msg_key(s->msg[i]) != o->key ||
            (o->where == SRC_MESSAGE_ && i == o->at))
            continue;
        RacePair p = event;
        int of = core_end(m, s->msg[i]);
        p.cross = 1;
        p.net = (uint64_t)state_msg_net(s->msg[i]);
        p.kind = (uint64_t)state_msg_kind(s->msg[i]);
        p.has_core = of >= 0;
        p.relation = by < 0 || of < 0 ? RACE_NOBODY : by == of ? RACE_OWN : RACE_OTHER;
        if (of >= 0) { p.of_ctl = (uint64_t)m->inst[of].ctl; put_line(m, s, of, o, f, &p); }
        out->at[out->n++] = p;
    }
}

/* Time passes, and a wake is of a line; a timer and a wish are of none. */
bool races_driven(const Occurrence *o) { return o->where == SRC_TICK_ || !o->keyless; }
