/* signals.c - the signals of a transition function, by what the search gives and takes. */
#include "verify/model/signals.h"
#include "verify/model/params.h"

int model_out_of(const CtlModel *k, SignalKind kind, const void *what)
{
    const Step *s = k->step;
    for (int i = s->n_inputs; i < s->signals.n; i++) {
        const Signal *g = &s->signals.at[i];
        const void *of = g->var     ? (const void *)g->var
                         : g->o     ? (const void *)g->o
                         : g->store ? (const void *)g->store
                         : g->sweep ? (const void *)g->sweep
                         : g->waiters ? (const void *)g->waiters
                                    : (const void *)g->s;
        if (g->kind == kind && (!what || of == what)) return i - s->n_inputs;
    }
    return -1;
}

int model_field_out(const CtlModel *k, const Out *o, int field)
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

static Input input_pin(const Model *m, const CtlModel *k, const Var *v)
{
    const Pin *p = model_pin(m, v);
    int reg = find_slotted(k->regs, k->n_regs, v);
    return p && p->n > 1 && reg >= 0 ? (Input){ IN_REG, reg, 0, 0 } : (Input){ IN_CONST, 0, p ? p->value[0] : 0, 0 };
}

Input model_input_of(const Model *m, const CtlModel *k, const Signal *g)
{
    const Var *v = g->var;
    if (g->kind == SIG_IN_STATE) return (Input){ IN_STATE, 0, 0, 0 };
    if (g->kind == SIG_IN_EVENT) return (Input){ IN_EVENT, 0, 0, 0 };
    if (g->kind == SIG_IN_REPLAY) return (Input){ IN_REPLAY, 0, 0, 0 };
    switch (v->kind) {
    case V_REG: {
        int i = find_slotted(k->regs, k->n_regs, v);
        if (v->constant) return (Input){ IN_ME, v->type->kind != TK_NODE, 0, 0 };
        return i >= 0 ? (Input){ IN_REG, i, 0, 0 }
                      : (Input){ IN_CONST, 0, v->reset ? (uint64_t)param_eval(&m->env, v->reset) : 0, 0 };
    }
    case V_STORE: {
        int at = store_of(k, v->store);
        return (Input){ IN_LINE, find_slotted(k->store[at].field, k->store[at].n, v), 0, at };
    }
    case V_WAITER: {
        int at = wait_of(k, v->waiters);
        return (Input){ IN_ENTRY, find_slotted(k->wait[at].field, k->wait[at].n, v), 0, at };
    }
    case V_ARG: case V_STAMP: {
        int i = find_slotted(k->args, k->n_args, v);
        return i >= 0 ? (Input){ IN_ARG, i, 0, 0 } : (Input){ IN_CONST, 0, 0, 0 };
    }
    case V_KEY: return (Input){ IN_KEY, 0, 0, 0 };
    case V_ME: return (Input){ IN_ME, 0, 0, 0 };
    case V_STORE_HIT: return (Input){ IN_LINE_HIT, 0, 0, store_of(k, v->store) };
    case V_WAITER_HIT: return (Input){ IN_ENTRY_HIT, 0, 0, wait_of(k, v->waiters) };
    case V_FIRST: return (Input){ IN_FIRST, 0, 0, wait_of(k, v->waiters) };
    case V_ROOM: return (Input){ IN_ROOM, v->waiters != NULL, 0, wait_of(k, v->waiters) };
    case V_EMPTY: return (Input){ IN_EMPTY, 0, 0, wait_of(k, v->waiters) };
    case V_REPLAYED: return (Input){ IN_REPLAYED, 0, 0, 0 };
    case V_CLOCK: {
        int i = find_slotted(k->regs, k->n_regs, v);
        return i >= 0 ? (Input){ IN_REG, i, 0, 0 } : (Input){ IN_CONST, 0, 0, 0 };
    }
    case V_INPUT:
        if (v->source && v->is_read) return (Input){ IN_REG, find_slotted(k->regs, k->n_regs, v), 0, 0 };
        return input_pin(m, k, v);
    default: return (Input){ IN_CONST, 0, 0, 0 };
    }
}

Watched model_watched_of(const Model *m, const CtlModel *k, const Var *v)
{
    Signal g = { .kind = v->kind == V_STATE ? SIG_IN_STATE : SIG_IN_VAR, .var = k->c->vars.at[v->id] };
    Watched x = { v->id, model_input_of(m, k, &g) };
    if (v->kind == V_STORE && v->absent) x.in.value = (uint64_t)param_eval(&m->env, v->absent);
    return x;
}
