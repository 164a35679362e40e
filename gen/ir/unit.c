/* unit.c - what the values in the manifest of a unit are at a block port. */
#include "ir/unit.h"

const Field *port_field(const PortMsg *m, Str name)
{
    for (int i = 0; i < m->fields.n; i++) if (str_eq(m->fields.at[i].name, name)) return &m->fields.at[i];
    return NULL;
}

const Field *unit_field(const Port *p, Str name)
{
    const Field *f = port_field(&p->requests.at[0], name);
    for (int i = 0; i < p->events.n && !f; i++) f = port_field(p->events.at[i]->def, name);
    return f;
}

bool unit_lookup(void *ctx, Str name, int64_t *out)
{
    const UnitView *u = ctx;
    for (int i = 0; i < u->p->sizes.n; i++)
        if (str_eq(u->p->sizes.at[i].name, name)) {
            *out = param_eval(u->env, u->p->sizes.at[i].value);
            return true;
        }
    const Field *f = unit_field(u->p, name);
    *out = f ? type_width(u->env, f->type) : 1;
    if (str_is(name, "key_width")) *out = u->c->key ? type_width(u->env, u->c->key) : 0;
    return true;
}
