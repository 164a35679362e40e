/* litmus_cores.c - the requests that a litmus test makes, and whether a core port has them. */
#include "verify/litmus/litmus_cores.h"
#include "verify/model/roles.h"

static const OpType op_of[] = {
    [LITMUS_STORE] = OP_STORE, [LITMUS_LOAD] = OP_LOAD, [LITMUS_ATOMIC] = OP_ATOMIC, [LITMUS_FENCE] = OP_FENCE
};
static const char *const op_name[] = { [OP_LOAD] = "load", [OP_STORE] = "store", [OP_ATOMIC] = "atomic",
                                       [OP_FENCE] = "fence" };

int litmus_event(const CtlModel *k, const LitmusStatement *s)
{
    static const LitmusKind kinds[] = { [OP_LOAD] = LITMUS_LOAD, [OP_STORE] = LITMUS_STORE, [OP_ATOMIC] = LITMUS_ATOMIC,
                                        [OP_FENCE] = LITMUS_FENCE };
    LitmusRequest have[MAX_EVENTS];
    int code[MAX_EVENTS], n = 0;
    for (int e = 0; e < k->n_events; e++) {
        const EventMap *v = &k->events[e];
        if (!v->op || v->op > OP_FENCE) continue;
        code[n] = e;
        have[n++] = (LitmusRequest){ kinds[v->op], (LitmusOrder)v->e->def->order, (LitmusScope)v->e->def->scope };
    }
    int at = litmus_request_for(s, have, n);
    return at < 0 ? -1 : code[at];
}

static bool has_data(const Model *m, const PortMsg *q)
{
    for (int f = 0; f < q->fields.n; f++) if (model_role_of(m, q->fields.at[f].type) == ROLE_DATA) return true;
    return false;
}

static bool answered_with_data(const Model *m, const Port *core, const PortMsg *asked)
{
    for (int i = 0; i < core->replies.n; i++) {
        const PortMsg *r = &core->replies.at[i];
        if ((!asked->answer.n || port_answers(asked, r->name)) && has_data(m, r)) return true;
    }
    return false;
}

/* Fences have no effect where no core has them. */
static bool is_needed(const Model *m, OpType op)
{
    for (int i = 0; i < m->n_ctl; i++)
        for (int e = 0; e < m->ctl[i].n_events && m->ctl[i].core; e++)
            if (m->ctl[i].events[e].op == (int)op) return true;
    return op != OP_FENCE;
}

/* What the core lacks for the test, or NULL. */
static const char *lacks(const Model *m, const CtlModel *k, const Litmus *t, OpType *op)
{
    for (uint32_t i = 0; i < t->n_threads; i++)
        for (uint32_t n = 0; n < t->n_statements[i]; n++) {
            *op = op_of[t->statements[i][n].kind];
            int code = litmus_event(k, &t->statements[i][n]);
            const EventMap *e = code < 0 ? NULL : &k->events[code];
            if (!e && is_needed(m, *op)) return m->scoped ? "has no event '%s' as strong as one of the test"
                                                          : "has no event '%s'";
            if (*op == OP_STORE && !has_data(m, e->e->def)) return "has an event '%s' without data";
            if (*op == OP_LOAD && !answered_with_data(m, e->e->port, e->e->def)) return "answers '%s' without data";
        }
    return NULL;
}

unsigned litmus_cores(const Model *m, const Litmus *t)
{
    unsigned all = 0;
    OpType op;
    for (int i = 0; i < m->n_ctl; i++) if (m->ctl[i].core && !lacks(m, &m->ctl[i], t, &op)) all |= 1u << i;
    return all;
}

void litmus_cores_refuse(const Model *m, const Litmus *t, Diags *d)
{
    const char *after = "; expected the events load, store (with data) and atomic, as far as the test has them, and "
                        "replies with data to load";
    for (int i = 0; i < m->n_ctl; i++) {
        OpType op;
        const char *what = m->ctl[i].core ? lacks(m, &m->ctl[i], t, &op) : NULL;
        if (!what) continue;
        Str text = str_printf(m->arena, what, op_name[op]);
        diag_error(d, m->ctl[i].core->pos, "verify: litmus %s: this port " STR_FMT "%s", t->name, STR_ARG(text), after);
        return;
    }
    diag_error(d, m->p->pos, "verify: litmus %s: no controller has a core port%s", t->name, after);
}
