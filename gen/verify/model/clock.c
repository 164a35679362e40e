/* clock.c - logical time: which register is the core's time, and how far it is searched. */
#include "verify/model/clock.h"
#include "verify/model/roles.h"

static void find_reads(const Expr *e, void *ctx)
{
    const Var **found = ctx;
    if (e->op == E_VAR && e->var->kind == V_ARG && found[0] && e->var->type == found[0]->type) found[1] = e->var;
}

typedef struct { const Var *now, *version; } Clock;

static void find_version(const Action *a, void *ctx)
{
    Clock *c = ctx;
    const Var *found[2] = { c->now, NULL };
    if (a->kind == A_SET && a->dst == c->now) expr_walk(a->value, find_reads, found);
    if (found[1]) c->version = found[1];
}

/* Does a row set the register from the field that raises the core's time? */
typedef struct { const Var *reg, *version; bool found; } Raised;

static void find_use(const Expr *e, void *ctx)
{
    Raised *r = ctx;
    r->found |= e->op == E_VAR && e->var == r->version;
}

static void find_raised(const Action *a, void *ctx)
{
    Raised *r = ctx;
    if (a->kind == A_SET && a->dst == r->reg) expr_walk(a->value, find_use, r);
}

static bool is_stamp(const Type *t)
{
    return t && t->kind == TK_BITS && !t->opaque && !t->key && !t->is_signed && !t->circular && t->overflow != OVF_WRAP;
}

/* The core's time is the first register of the controller with the core port that rows set and whose type must not
 * overflow; the time of a write is the field of its answer that moves this register. If that field moves another
 * register of the type as well, this one is the time of stores. */
Str model_clock(Model *m)
{
    const Controller *c = model_core_controller(m->p);
    Clock k = { 0 };
    for (int i = 0; c && i < c->regs.n && !k.now; i++)
        if (c->regs.at[i]->kind == V_REG && c->regs.at[i]->is_written && is_stamp(c->regs.at[i]->type))
            k.now = c->regs.at[i];
    for (int i = 0; k.now && i < c->rows.n; i++) actions_walk(c->rows.at[i]->body, find_version, &k);
    if (!k.version) return (Str){ 0 };
    m->stamp = k.now->type;
    for (int i = 0; i < c->regs.n && !m->store_clock; i++) {
        Raised r = { c->regs.at[i], k.version, false };
        for (int j = 0; j < c->rows.n && r.reg != k.now && r.reg->type == m->stamp; j++)
            actions_walk(c->rows.at[j]->body, find_raised, &r);
        if (r.found) m->store_clock = r.reg;
    }
    return k.version->name;
}

void model_version_fields(Model *m, Str version)
{
    for (int i = 0; i < m->n_ctl; i++)
        for (int k = 0; k < MAX_OUTS; k++) {
            m->version_field[i][k] = -1;
            for (int j = 0; k < m->ctl[i].n_outs && j < m->ctl[i].outs[k].out->fields.n; j++)
                if (m->ctl[i].outs[k].out->net && str_eq(m->ctl[i].outs[k].out->fields.at[j].name, version))
                    m->version_field[i][k] = j;
        }
}

/* Sums of the type always have a result: then the times are as many as it has values, and there is no bound. */
static bool never_too_late(const Model *m)
{
    bool handled = m->stamp->overflow == OVF_SATURATE;
    for (int i = 0; i < m->n_ctl; i++) handled |= m->ctl[i].overflow >= 0;
    return handled;
}

enum { SUMS = 3 };                   /* how far one row may take a timestamp beyond the bound */

bool model_stamps(Model *m, Diags *d)
{
    if (!m->stamp && m->o->stamp_max)
        diag_error(d, m->p->pos, "verify: --stamp-max: there is no logical time here, no register of a core is one");
    if (!m->stamp) return !m->o->stamp_max;
    int64_t w = type_width(&m->env, m->stamp);
    if (w > MAX_WIDTH - 1) w = MAX_WIDTH - 1;
    int top = (1 << w) - 1;
    bool bound = m->o->stamp_max || !never_too_late(m);
    m->stamp_max = m->o->stamp_max ? m->o->stamp_max : !bound ? top : top > 4 * SUMS ? top - SUMS : top - top / 4;
    if (bound && m->stamp_max >= top) {
        diag_error(d, m->stamp->pos,
                   "verify: timestamps up to %d are to be explored, but type '" STR_FMT
                   "' holds only %d: a bound must leave room for the sums of a row",
                   m->stamp_max, STR_ARG(m->stamp->name), top);
        return false;
    }
    m->stamp_bits = code_bits(m->stamp_max + 1);
    m->ghost_bits = m->restarts ? code_bits(PAST + 2 * (m->stamp_max + 1)) : m->stamp_bits;
    return true;
}
