/* units.c - fields of a block port behind which a unit stands are as wide as the pins of its manifest. */
#include "check/passes.h"
#include <inttypes.h>

typedef struct { const Controller *c; const Port *p; const ParamEnv *env; } Unit;

static const Field *named(const PortMsg *m, Str name)
{
    for (int i = 0; i < m->fields.n; i++) if (str_eq(m->fields.at[i].name, name)) return &m->fields.at[i];
    return NULL;
}

static const Field *unit_field(const Port *p, Str name)
{
    const Field *f = named(&p->requests.at[0], name);
    for (int i = 0; i < p->events.n && !f; i++) f = named(p->events.at[i]->def, name);
    return f;
}

static bool lookup(void *ctx, Str name, int64_t *out)
{
    const Unit *u = ctx;
    const Field *f = unit_field(u->p, name);
    *out = f ? type_width(u->env, f->type) : 1;
    if (str_is(name, "key_width")) *out = u->c->key ? type_width(u->env, u->c->key) : 0;
    return true;
}

static bool fits(Check *k, Unit *u, const BlockOperand *o, const char *what, const char *when)
{
    int64_t bits;
    const char *why;
    Pos at;
    const Field *f = unit_field(u->p, o->name);
    if (!f || !o->bits || !block_eval(o->bits, lookup, u, &bits, &why, &at)) return true;
    int width = type_width(u->env, f->type);
    if (width == bits || (o->fewer && f->type->kind == TK_ENUM && width < bits)) return true;
    diag_error(k->d, f->pos,
               "%s '" STR_FMT "' of '" STR_FMT "' has %" PRId64 " bit%s with %s, but '" STR_FMT "' has %d", what,
               STR_ARG(o->name), STR_ARG(u->p->block->kind), bits, bits == 1 ? "" : "s", when, STR_ARG(f->type->name),
               width);
    return false;
}

bool check_units(Check *k, const ParamEnv *env, const char *when)
{
    bool ok = true;
    for (int i = 0; i < k->p->ctls.n; i++)
        for (int j = 0; j < k->p->ctls.at[i]->ports.n; j++) {
            Unit u = { k->p->ctls.at[i], k->p->ctls.at[i]->ports.at[j], env };
            const Block *b = u.p->block;
            if (!b || u.p->requests.n != 1) continue;
            for (int o = 0; o < b->operands.n; o++) ok &= fits(k, &u, &b->operands.at[o], "operand", when);
            for (int o = 0; o < b->results.n; o++) ok &= fits(k, &u, &b->results.at[o], "result", when);
        }
    return ok;
}
