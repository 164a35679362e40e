/* source.c - occurrences and the sources that they come from. */
#include "verify/step/source.h"

static bool is_of(const Model *m, const Occurrence *o, const Source *s)
{
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    const Event *e = k->events[o->code].e;
    switch (o->where) {
    case SRC_MESSAGE_: return s->kind == SRC_NETWORK && s->net == m->p->nets.at[state_msg_net(o->msg)];
    case SRC_CORE_:
    case SRC_BLOCK_:
    case SRC_MEMORY_: return s->kind == SRC_PORT && s->port == e->port;
    case SRC_EVICT_: return s->kind == SRC_EVICT && s->event == e;
    case SRC_REPLAY_: return s->kind == SRC_REPLAY && s->waiters == k->wait[o->place].w;
    case SRC_LEVEL_: return s->kind == SRC_LEVEL && (s->event == e || (e->sweep && s->event->sweep == e->sweep));
    default: return false;
    }
}

int step_source(const Model *m, const Occurrence *o)
{
    const Controller *c = m->ctl[m->inst[o->inst].ctl].c;
    if (o->where >= SRC_HEAD_) return -1;                           /* there is no row */
    for (int i = 0; i < c->sources.n; i++) if (is_of(m, o, &c->sources.at[i])) return i;
    return -1;
}
