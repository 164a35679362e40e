/* roles.c - what the values of a type mean. */
#include "verify/model/roles.h"

const Controller *model_core_controller(const Protocol *p)
{
    for (int i = 0; i < p->ctls.n; i++)
        for (int k = 0; k < p->ctls.at[i]->ports.n; k++)
            if (p->ctls.at[i]->ports.at[k]->kind == PORT_CORE) return p->ctls.at[i];
    return NULL;
}

static const Expr *place_expr(const System *s, const Controller *c)
{
    for (int i = 0; s && i < s->places.n; i++)
        if (s->places.at[i].ctl == c) return s->places.at[i].count;
    return NULL;
}

const Param *model_core_param(const Model *m)
{
    const Controller *c = model_core_controller(m->p);
    const Expr *e = c ? place_expr(m->p->systems.at[0], c) : NULL;
    return e && e->op == E_PARAM ? e->param : NULL;
}

bool model_is_wide(const Model *m, const Type *t)
{
    return t->kind == TK_INT || (!t->key && type_width(&m->env, t) > MAX_WIDTH);
}

Role model_role_of(const Model *m, const Type *t)
{
    const Param *cores = model_core_param(m);
    bool by_cores = t->size && t->size->op == E_PARAM && t->size->param == cores && cores;
    if (t->opaque) return t->kind == TK_BYTES ? ROLE_DATA : ROLE_MASK;
    if (t == m->stamp) return ROLE_STAMP;
    for (int i = 0; i < m->n_times; i++)
        if (m->time[i].c->type == t && !m->time[i].round) return ROLE_TIME;
    if (t->kind == TK_NODE) return ROLE_NODE;
    if (by_cores && t->kind == TK_COUNT) return ROLE_CORE;
    if (by_cores && t->kind == TK_BITS) return ROLE_CORES;
    return model_is_wide(m, t) ? ROLE_UNMODELLED : ROLE_PLAIN;
}

int model_role_bits(const Model *m, const Type *t, Role r)
{
    int width = type_width(&m->env, t);
    switch (r) {
    case ROLE_DATA: return 4 * m->n_cells;
    case ROLE_MASK: return m->n_cells > 1 ? m->n_cells : 0;
    case ROLE_STAMP: return m->stamp_bits;
    case ROLE_UNMODELLED: return OPERAND_BITS;
    default: return width < MAX_WIDTH ? width : MAX_WIDTH;
    }
}

const Field *model_event_field_of(const Event *e, const Type *t)
{
    bool message = e->kind == EV_MESSAGE;
    const Field *found = NULL;
    if (!t || (!message && e->kind != EV_CORE)) return NULL;
    for (int i = 0; i < (message ? e->msg->fields.n : e->def->fields.n); i++) {
        const Field *f = message ? &e->msg->fields.at[i] : &e->def->fields.at[i];
        if (f->type == t) found = f;
    }
    return found;
}

void model_print_value(const Model *m, FILE *out, const Type *t, unsigned v)
{
    int w = t->is_signed ? type_width(&m->env, t) : 0;
    if (t->kind == TK_ENUM && v < (unsigned)t->values.n) fprintf(out, STR_FMT, STR_ARG(t->values.at[v]));
    else if (w && w <= MAX_WIDTH && v >> (w - 1) & 1) fprintf(out, "%d", (int)v - (1 << w));
    else fprintf(out, "%u", v);
}

int model_value_named(const Type *t, Str name)
{
    return t->kind == TK_ENUM ? (int)(intptr_t)names_get(&t->codes, name) - 1 : -1;
}
