/* model.c - the instances of the system and the sizes of the search. */
#include "verify/model/model_parts.h"
#include "verify/alike/alike.h"
#include "verify/properties/system.h"
#include "verify/ghost/ghost_time.h"
#include "verify/state/state.h"
#include <stdlib.h>
#include <string.h>

static const System *find_system(Model *m, Diags *d)
{
    const Protocol *p = m->p;
    for (int i = 0; i < p->systems.n; i++)
        if (m->o->system ? str_is(p->systems.at[i]->name, m->o->system) : str_is(p->systems.at[i]->name, "small"))
            return p->systems.at[i];
    if (m->o->system) diag_error(d, p->pos, "verify: no system '%s'", m->o->system);
    else if (!p->systems.n) diag_error(d, p->pos, "verify: the protocol has no system");
    return m->o->system || !p->systems.n ? NULL : p->systems.at[0];
}

bool model_refuse(Diags *d, Pos at, const char *what, int max)
{
    diag_error(d, at, "verify: too many %s, expected at most %d", what, max);
    return false;
}

/* ---- parameters ---- */

static const Controller *core_controller(const Protocol *p)
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
    const Controller *c = core_controller(m->p);
    const Expr *e = c ? place_expr(m->p->systems.at[0], c) : NULL;
    return e && e->op == E_PARAM ? e->param : NULL;
}

static const Param *warp_param(const Model *m)
{
    const Controller *c = core_controller(m->p);
    for (int i = 0; c && i < c->ports.n; i++) {
        const Type *t = c->ports.at[i]->id_type;
        if (t && t->size && t->size->op == E_PARAM) return t->size->param;
    }
    return NULL;
}

typedef VEC(Str) Sets;

static bool set_size(Model *m, Diags *d, Sets *sets, const Param *q, const char *option, int value)
{
    if (!value) return true;
    if (!q) {
        diag_error(d, m->p->pos, "verify: --%s: no parameter gives this number, use --set", option);
        return false;
    }
    vec_push(m->arena, sets, str_printf(m->arena, STR_FMT "=%d", STR_ARG(q->name), value));
    return true;
}

/* NAME=VALUE or CONTROLLER.NAME=VALUE of an input; it is 0 otherwise. */
static bool set_pin(Model *m, Str set)
{
    const Protocol *p = m->p;
    int dot = -1, eq = 0;
    bool found = false;
    while (eq < set.n && set.p[eq] != '=') { if (set.p[eq] == '.') dot = eq; eq++; }
    Str name = { set.p + dot + 1, eq - dot - 1 }, of = { set.p, dot < 0 ? 0 : dot };
    for (int i = 0; i < p->ctls.n && eq < set.n; i++)
        for (int k = 0; k < p->ctls.at[i]->regs.n; k++) {
            const Var *v = p->ctls.at[i]->regs.at[k];
            if (v->kind != V_INPUT || !str_eq(v->name, name) || (of.n && !str_eq(of, p->ctls.at[i]->name))) continue;
            vec_push(m->arena, &m->pins,
                     ((Pin){ v, strtoull(str_z(m->arena, (Str){ set.p + eq + 1, set.n - eq - 1 }), NULL, 0) }));
            found = true;
        }
    return found;
}

static bool parameters(Model *m, Diags *d)
{
    Sets sets = { 0 };
    m->system = find_system(m, d);
    if (!m->system) return false;
    for (int i = 0; i < m->o->sets.n; i++)
        if (!set_pin(m, m->o->sets.at[i])) vec_push(m->arena, &sets, m->o->sets.at[i]);
    return set_size(m, d, &sets, model_core_param(m), "cores", m->o->cores) &&
           set_size(m, d, &sets, warp_param(m), "warps", m->o->warps) &&
           param_env(m->arena, d, m->p, m->system, sets.at, sets.n, &m->env);
}

/* ---- instances ---- */

static bool instances(Model *m, Diags *d)
{
    const System *s = m->p->systems.at[0];
    for (int i = 0; i < s->places.n; i++) {
        const Place *q = &s->places.at[i];
        int64_t n = param_eval(&m->env, q->count);
        int ctl = -1;
        for (int k = 0; k < m->n_ctl; k++) if (m->ctl[k].c == q->ctl) ctl = k;
        if (n > MAX_INST - m->n_inst) return model_refuse(d, q->pos, "instances in this system", MAX_INST);
        for (int k = 0; k < n; k++) {
            m->inst[m->n_inst] = (Instance){ ctl, k, m->n_inst, m->ctl[ctl].core ? m->n_cores++ : -1 };
            m->n_inst++;
        }
    }
    m->n_nodes = m->n_inst;
    m->key_bits = code_bits(m->n_keys);
    m->node_bits = code_bits(m->n_nodes);
    m->net_bits = code_bits(m->p->nets.n);
    if (!m->n_cores) { diag_error(d, m->p->pos, "verify: no controller of the system has a core port"); return false; }
    return true;
}

static bool threads(Model *m, Diags *d)
{
    for (int i = 0; i < m->n_ctl; i++)
        if (m->ctl[i].core)
            m->n_warps = m->ctl[i].core->id_type ? (int)param_eval(&m->env, m->ctl[i].core->id_type->size) : 1;
    m->n_threads = m->n_cores * m->n_warps;
    return m->n_threads <= MAX_THREADS || model_refuse(d, m->p->pos, "threads (cores x warps)", MAX_THREADS);
}

/* ---- time ---- */

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
static Str find_clock(Model *m)
{
    const Controller *c = core_controller(m->p);
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

static void version_fields(Model *m, Str version)
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

static bool stamps(Model *m, Diags *d)
{
    if (!m->stamp) return true;
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
    m->ghost_bits = m->restarts ? ghost_time_bits(m) : m->stamp_bits;
    return true;
}

static void find_performs(const Action *a, void *ctx)
{
    Model *m = ctx;
    m->performs |= a->performs != 0;
    m->tx |= (a->performs & PERFORMS_COMMIT) != 0;
}

/* What is left out where there are transactions, a memory that rows read, stores that are backed, or stall buffers. */
static bool options_fit(const Model *m, Diags *d)
{
    bool other = m->tx;
    for (int i = 0; i < m->n_ctl; i++) other |= m->ctl[i].stall || m->ctl[i].n_backed || m->ctl[i].memory;
    if (m->o->outside_lines && !m->tx) {
        diag_error(d, m->p->pos, "verify: --outside-lines: no row commits a transaction");
        return false;
    }
    const char *what = m->o->litmus.n                     ? "litmus tests"
                       : m->o->replay || m->o->random_run ? "replay"
                       : m->o->races                      ? "--races"
                       : m->o->loads_progress             ? "--progress"
                       : m->n_cells > 1                   ? "several cells"
                                                          : NULL;
    if (other && what) {
        diag_error(d, m->p->pos,
                   "verify: %s: not with transactions, stall buffers, or stores that are backed or memory", what);
        return false;
    }
    for (int i = 0; i < m->p->ctls.n; i++)
        for (int k = 0; k < m->p->ctls.at[i]->ports.n; k++) {
            const Port *port = m->p->ctls.at[i]->ports.at[k];
            if (port->joins.n && (m->o->replay || m->o->random_run || m->o->races)) {
                diag_error(d, port->joins.at[0]->pos, "verify: %s: not where messages are joined",
                           m->o->races ? "--races" : "replay");
                return false;
            }
        }
    if (!m->tx || m->n_threads <= TX_THREADS) return true;
    return model_refuse(d, m->p->pos, "threads with transactions", TX_THREADS);
}

bool model_build(Model *m, Arena *a, Diags *d, const Protocol *p, const VerifyOptions *o)
{
    memset(m, 0, sizeof *m);
    m->arena = a; m->p = p; m->o = o;
    m->n_keys = o->lines ? o->lines : 1;
    m->n_cells = o->cells ? o->cells : 1;
    if (!parameters(m, d)) return false;
    Str version = find_clock(m);
    if (p->ctls.n > MAX_CTLS) return model_refuse(d, p->pos, "controllers", MAX_CTLS);
    if (p->nets.n > 4) return model_refuse(d, p->pos, "networks", 4);
    if (m->n_keys > MAX_KEYS) return model_refuse(d, p->pos, "lines", MAX_KEYS);
    if (o->bad_lines > m->n_keys) {
        diag_error(d, p->pos, "verify: %d bad lines, but there are only %d lines", o->bad_lines, m->n_keys);
        return false;
    }
    if (o->outside_lines > m->n_keys) {
        diag_error(d, p->pos, "verify: %d lines outside of transactions, but there are only %d lines", o->outside_lines,
                   m->n_keys);
        return false;
    }
    if (o->bad_lines && o->litmus.n) { diag_error(d, p->pos, "verify: litmus tests have no bad lines"); return false; }
    if (m->n_cells > MAX_CELLS) return model_refuse(d, p->pos, "cells", MAX_CELLS);
    int invariants = 0;
    m->n_ctl = p->ctls.n;
    for (int i = 0; i < p->ctls.n; i++) {
        if (!ctl_model(m, d, &m->ctl[i], p->ctls.at[i])) return false;
        m->ctl[i].first_row = m->n_rows;
        m->ctl[i].first_invariant = invariants;
        invariants += p->ctls.at[i]->invariants.n;
        m->restarts |= m->ctl[i].restarts;
        m->n_rows += p->ctls.at[i]->rows.n;
        for (int k = 0; k < p->ctls.at[i]->rows.n; k++) actions_walk(p->ctls.at[i]->rows.at[k]->body, find_performs, m);
    }
    if (!instances(m, d) || !threads(m, d) || !stamps(m, d) || !options_fit(m, d)) return false;
    if (!layouts(m, d)) return false;
    version_fields(m, version);
    m->met = NEW_N(a, _Atomic bool, invariants + 1);
    if (!system_build(m, d)) return false;
    alike_find(m);
    return true;
}
