/* units.c - fields of a block port behind which a unit stands are as wide as the pins of its manifest. */
#include "check/passes.h"
#include "ir/unit.h"
#include <inttypes.h>

static bool fits(Check *k, UnitView *u, const BlockOperand *o, const char *what, const char *when)
{
    int64_t bits;
    const char *why;
    Pos at;
    const Field *f = unit_field(u->p, o->name);
    if (!f || !o->bits || !block_eval(o->bits, unit_lookup, u, &bits, &why, &at)) return true;
    int width = type_width(u->env, f->type);
    if (width == bits || (o->fewer && f->type->kind == TK_ENUM && width < bits)) return true;
    diag_error(k->d, f->pos,
               "%s '" STR_FMT "' of '" STR_FMT "' has %" PRId64 " bit%s with %s, but '" STR_FMT "' has %d", what,
               STR_ARG(o->name), STR_ARG(u->p->block->kind), bits, bits == 1 ? "" : "s", when, STR_ARG(f->type->name),
               width);
    return false;
}

static bool size_fits(Check *k, UnitView *u, const PlaceAttr *x, const char *when)
{
    const BlockAttr *q = block_attr(u->p->block, x->name);
    int64_t n = param_eval(u->env, x->value);
    if (n >= q->min && n <= q->max) return true;
    diag_error(k->d, x->pos.line ? x->pos : u->p->pos,
               STR_FMT "= of unit " STR_FMT " is %" PRId64 " with %s, expected %" PRId64 " to %" PRId64,
               STR_ARG(x->name), STR_ARG(u->p->block->kind), n, when, q->min, q->max);
    return false;
}

static bool holds(Check *k, UnitView *u, const BlockRule *r, const char *when)
{
    int64_t value;
    const char *why;
    Pos at;
    if (!block_eval(r->test, unit_lookup, u, &value, &why, &at)) {
        diag_error(k->d, u->p->pos, "unit " STR_FMT ", with %s: a rule of it has no value: %s",
                   STR_ARG(u->p->block->kind), when, why);
        return false;
    }
    if (value) return true;
    diag_error(k->d, u->p->pos, "unit " STR_FMT ", with %s: " STR_FMT, STR_ARG(u->p->block->kind), when,
               STR_ARG(r->why));
    if (!u->p->block->stock) diag_note(k->d, r->pos, "the rule is here");
    return false;
}

bool check_units(Check *k, const ParamEnv *env, const char *when)
{
    bool ok = true;
    for (int i = 0; i < k->p->ctls.n; i++)
        for (int j = 0; j < k->p->ctls.at[i]->ports.n; j++) {
            UnitView u = { k->p->ctls.at[i], k->p->ctls.at[i]->ports.at[j], env };
            const Block *b = u.p->block;
            if (!b || u.p->requests.n != 1) continue;
            for (int o = 0; o < b->operands.n; o++) ok &= fits(k, &u, &b->operands.at[o], "operand", when);
            for (int o = 0; o < b->results.n; o++) ok &= fits(k, &u, &b->results.at[o], "result", when);
            for (int o = 0; o < u.p->sizes.n; o++) ok &= size_fits(k, &u, &u.p->sizes.at[o], when);
            bool sized = ok;
            for (int o = 0; sized && o < b->rules.n; o++) ok &= holds(k, &u, &b->rules.at[o], when);
        }
    return ok;
}
