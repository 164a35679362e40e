/* wires.c - registers of an instance that others see, later: each change takes as long as it likes, all that an
 * instance sees of another one at once. */
#include "verify/step/wires.h"

/* What `from` shows to inst by wire w, and what is seen of it. */
typedef struct { unsigned shown, seen; } Ends;

/* Of a wire that is not about that instance, or whose register never changes, both are 0. */
static Ends ends(const Model *m, const SysState *s, int inst, int w, int from)
{
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    if (k->wires[w].ctl != m->inst[from].ctl || k->wires[w].from < 0) return (Ends){ 0, 0 };
    Ends e = { s->inst[from].reg[k->wires[w].from], s->inst[inst].reg[k->wires[w].reg] };
    if (k->wires[w].each) e.seen = e.seen >> m->inst[from].index & 1;
    return e;
}

bool wires_pending(const Model *m, const SysState *s, int inst, int from)
{
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    for (int w = 0; w < k->n_wires; w++) {
        Ends e = ends(m, s, inst, w, from);
        if (e.shown != e.seen) return true;
    }
    return false;
}

void wires_arrive(const Model *m, const SysState *s, const Occurrence *o, SysState *next, Fired *f)
{
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    unsigned bit = 1u << m->inst[o->at].index;
    f->problem = P_NONE;
    f->lacks_way = 0;
    f->waiting = 0;
    f->reader = f->row = -1;
    f->event = f->view = f->before = f->after = 0;
    state_copy(m, next, s);
    for (int w = 0; w < k->n_wires; w++) {
        uint16_t *reg = &next->inst[o->inst].reg[k->wires[w].reg];
        Ends e = ends(m, s, o->inst, w, o->at);
        if (e.shown != e.seen) *reg = (uint16_t)(k->wires[w].each ? *reg ^ bit : e.shown);
    }
}

/* What `inst` shows to `by` has changed in this step. */
static bool changed(const Model *m, const SysState *s, const SysState *next, int by, int inst)
{
    const CtlModel *k = &m->ctl[m->inst[by].ctl];
    for (int w = 0; w < k->n_wires; w++) {
        int r = k->wires[w].from;
        if (k->wires[w].ctl == m->inst[inst].ctl && r >= 0 && s->inst[inst].reg[r] != next->inst[inst].reg[r])
            return true;
    }
    return false;
}

bool wires_hold(const Model *m, const SysState *s, const SysState *next, int inst, Fired *f)
{
    for (int i = 0; i < m->n_inst; i++) {
        const Instance *by = &m->inst[i];
        if (!m->ctl[by->ctl].n_wires || !changed(m, s, next, i, inst) || !wires_pending(m, s, i, inst)) continue;
        model_problem(f, P_CONSERVATION,
                      "what " STR_FMT "[%d] shows changes again before " STR_FMT "[%d] has seen the change before",
                      STR_ARG(m->ctl[m->inst[inst].ctl].c->name), m->inst[inst].index, STR_ARG(m->ctl[by->ctl].c->name),
                      by->index);
        return false;
    }
    return true;
}
