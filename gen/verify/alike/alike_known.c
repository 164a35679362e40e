/* alike_known.c - what values are numbers, and the first place that tells them apart. */
#include "verify/alike/alike_known.h"
#include "verify/model/roles.h"

Role alike_role(const Alike *a, const Type *t) { return t ? model_role_of(a->m, t) : ROLE_PLAIN; }
uint64_t alike_masked(const Alike *a, const Type *t, uint64_t v)
{
    int w = t ? type_width(&a->m->env, t) : 64;
    return w >= 64 ? v : v & ((UINT64_C(1) << w) - 1);
}

bool alike_is_number(const Alike *a, const Type *t)
{
    if (!t || t->kind == TK_INT || t->opaque) return false;
    if (a->kind == NUMBER_LINE) return t->key;
    if (a->kind == NUMBER_WARP) return t == a->cores->core->id_type;
    Role r = alike_role(a, t);
    return r == ROLE_NODE || r == ROLE_CORE || r == ROLE_CORES;
}

bool alike_is_fixed(const Alike *a, const Type *t, uint64_t value)
{
    uint64_t first = (uint64_t)a->first, n = (uint64_t)a->n;
    uint64_t all = (UINT64_C(1) << n) - 1, v = alike_masked(a, t, value);
    if (!alike_is_number(a, t)) return true;
    if (a->kind == NUMBER_CORE && alike_role(a, t) == ROLE_NODE) return v < first || v >= first + n;
    if (a->kind == NUMBER_CORE && alike_role(a, t) == ROLE_CORES) return (v & all) == 0 || (v & all) == all;
    return v >= n;
}

void alike_apart(const Alike *a, Pos at, const char *why)
{
    Apart *x = &a->m->apart[a->kind];
    if (a->report && !x->why) *x = (Apart){ at, why, false };
}
