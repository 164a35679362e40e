/* signals.c - the signals of a transition function, by what the search gives and takes. */
#include "verify/model/signals.h"

int out_of(const CtlModel *k, SignalKind kind, const void *what)
{
    const Step *s = k->step;
    for (int i = s->n_inputs; i < s->signals.n; i++) {
        const Signal *g = &s->signals.at[i];
        const void *of = g->var     ? (const void *)g->var
                         : g->o     ? (const void *)g->o
                         : g->store ? (const void *)g->store
                         : g->waiters ? (const void *)g->waiters
                                    : (const void *)g->s;
        if (g->kind == kind && (!what || of == what)) return i - s->n_inputs;
    }
    return -1;
}

int field_out(const CtlModel *k, const Out *o, int field)
{
    const Step *s = k->step;
    for (int i = s->n_inputs; i < s->signals.n; i++) {
        const Signal *g = &s->signals.at[i];
        bool is_field = g->kind == SIG_SEND_FIELD || g->kind == SIG_SEND_SEL || g->kind == SIG_REQ_FIELD ||
                        g->kind == SIG_REQ_SEL || g->kind == SIG_REPLY_FIELD || g->kind == SIG_REPLY_SEL;
        if (is_field && g->o == o && g->field == field) return i - s->n_inputs;
    }
    return -1;
}

static int store_of(const CtlModel *k, const Store *s)
{
    for (int i = 0; i < k->n_stores; i++) if (k->store[i].s == s) return i;
    return 0;
}

static int wait_of(const CtlModel *k, const Waiters *w)
{
    for (int i = 0; i < k->n_waits; i++) if (k->wait[i].w == w) return i;
    return 0;
}

static int find_slotted(const Slotted *at, int n, const Var *v)
{
    for (int i = 0; i < n; i++) if (at[i].var == v) return i;
    return -1;
}

Input input_of(const Model *m, const CtlModel *k, const Signal *g)
{
    const Var *v = g->var;
    if (g->kind == SIG_IN_STATE) return (Input){ IN_STATE, 0, 0, 0 };
    if (g->kind == SIG_IN_EVENT) return (Input){ IN_EVENT, 0, 0, 0 };
    if (g->kind == SIG_IN_REPLAY) return (Input){ IN_REPLAY, 0, 0, 0 };
    switch (v->kind) {
    case V_REG: {
        int i = find_slotted(k->regs, k->n_regs, v);
