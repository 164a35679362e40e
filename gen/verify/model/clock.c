/* clock.c - logical time: which register is the core's time, and how far it is searched. */
#include "verify/model/clock.h"
#include "verify/model/roles.h"

static void find_reads(const Expr *e, void *ctx)
{
    const Var **found = ctx;
    if (e->op == E_VAR && e->var->kind == V_ARG && found[0] && e->var->type == found[0]->type) found[1] = e->var;
}

typedef struct { const Var *now, *version; } CoreTime;

static void find_version(const Action *a, void *ctx)
{
    CoreTime *c = ctx;
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
    return t && t->kind == TK_BITS && !t->opaque && !t->key && !t->is_signed && !t->circular && t->overflow != OVF_WRAP
        && !t->is_time;
}

static bool is_clock(const Var *v) { return v->kind == V_REG && v->is_written && is_stamp(v->type); }

/* If the field that moves the core's time moves another register of the type as well, this is the time of stores. */
static const Var *clock_of_stores(const Controller *c, const CoreTime *k)
{
    for (int i = 0; i < c->regs.n; i++) {
        Raised r = { c->regs.at[i], k->version, false };
        for (int j = 0; j < c->rows.n && r.reg != k->now && r.reg->type == k->now->type; j++)
            actions_walk(c->rows.at[j]->body, find_raised, &r);
        if (r.found) return r.reg;
    }
    return NULL;
}

/* ---- where no time is to be guessed ---- */

typedef struct { const Model *m; Diags *d; const Controller *c; CoreTime k; bool tx; } Times;

static void find_said(const Action *a, void *ctx)
{
    const Action **found = ctx;
    if (a->time && !*found) *found = a;
}

/* The row raises a register of the core from what it reads. */
typedef struct { const Var *reg, *seen; bool max, own; const Action *at; } Looks;

static void look(const Expr *e, void *ctx)
{
    Looks *x = ctx;
    x->max |= e->op == E_MAX;
    if (e->op != E_VAR || e->var->type != x->reg->type) return;
    if (e->var == x->reg) x->own = true;
    else if (e->var->kind != V_REG && e->var->kind != V_INPUT) x->seen = e->var;
}

static void find_looks(const Action *a, void *ctx)
{
    Looks *x = ctx, here = { .reg = x->reg };
    if (a->kind != A_SET || a->dst != x->reg || x->at) return;
    expr_walk(a->value, look, &here);
    if (here.max && here.own && here.seen) { x->at = a; x->seen = here.seen; }
}

/* No rule says which register is the core's time, but this one is raised like a time. */
static bool no_hidden_clock(const Times *t)
{
    for (int i = 0; i < t->c->regs.n; i++) {
        Looks x = { .reg = t->c->regs.at[i] };
        if (!is_clock(x.reg)) continue;
        for (int r = 0; r < t->c->rows.n; r++) actions_walk(t->c->rows.at[r]->body, find_looks, &x);
        if (!x.at) continue;
        diag_error(t->d, x.at->pos,
                   "verify: '" STR_FMT "' is raised here like the logical time of a core, but no row says at what time "
                   "a write takes effect: expected time= beside performs=, or --physical: it is no time",
                   STR_ARG(x.reg->name));
        return false;
    }
    return true;
}

/* A row in which some action says the time of the write. */
typedef struct { const Var *version; bool found; } Answers;

static void find_answer(const Action *a, void *ctx)
{
    Answers *x = ctx;
    x->found |= a->time || (x->version && a->kind == A_SEND && msg_field(a->msg, x->version->name));
}

static void find_write(const Action *a, void *ctx)
{
    const Action **found = ctx;
    if (a->performs & PERFORMS_WRITE) *found = a;
}

/* Each row in which a write takes effect says its time, or sends it to whoever has asked. Where answers alone say it
 * and the core is elsewhere, one without counts from when it was issued (RCC, as published, has such a write). */
static bool writes_have_times(const Times *t)
{
    const Protocol *p = t->m->p;
    for (int c = 0; c < p->ctls.n; c++)
        for (int r = 0; r < p->ctls.at[c]->rows.n; r++) {
            const Action *write = NULL;
            Answers x = { t->k.version, false };
            actions_walk(p->ctls.at[c]->rows.at[r]->body, find_write, &write);
            bool elsewhere = !p->time && p->ctls.at[c] != t->c;
            if (!write || write->time || elsewhere) continue;
            actions_walk(p->ctls.at[c]->rows.at[r]->body, find_answer, &x);
            if (x.found) continue;
            if (t->k.version)
                diag_error(t->d, write->pos,
                           "verify: at what time does this write take effect? The core's time is '" STR_FMT
                           "', which answers raise by their field '" STR_FMT "', and this row sends none: expected "
                           "time= beside performs=", STR_ARG(t->k.now->name), STR_ARG(t->k.version->name));
            else
                diag_error(t->d, write->pos, "verify: at what time does this write take effect? Other rows say it: "
                                             "expected time= beside performs=");
            return false;
        }
    return true;
}

/* The register that is the core's time is the one of the type of the times that rows say. */
static bool clock_of_type(Times *t, const Type *type, Pos at)
{
    const Var *second = NULL;
    if (!is_stamp(type)) {
        diag_error(t->d, at,
                   "verify: type '" STR_FMT "' goes round, so it is no time: expected one with overflow=\"error\" or "
                   "\"saturate\"", STR_ARG(type->name));
        return false;
    }
    for (int i = 0; t->c && i < t->c->regs.n; i++) {
        const Var *v = t->c->regs.at[i];
        if (!is_clock(v) || v->type != type) continue;
        if (t->k.now) second = second ? second : v;
        else t->k.now = v;
    }
    if (!t->k.now)
        diag_error(t->d, at,
                   "verify: a time of type '" STR_FMT "', but the controller with the core port sets no register of "
                   "this type: which one is the core's time?", STR_ARG(type->name));
    else if (second)
        diag_error(t->d, second->pos,
                   "verify: which is the core's time, '" STR_FMT "' or '" STR_FMT "'? Expected a type of its own for "
                   "what is none", STR_ARG(t->k.now->name), STR_ARG(second->name));
    return t->k.now && !second;
}

static void find_commit(const Action *a, void *ctx) { *(bool *)ctx |= (a->performs & PERFORMS_COMMIT) != 0; }

/* The core's time is the register of the type that rows say with time=; else the first register of the controller with
 * the core port that rows set and whose type must not overflow, if a field of an answer moves it: then this field is
 * the time of a write. */
bool model_clock(Model *m, Diags *d)
{
    Times t = { .m = m, .d = d, .c = model_core_controller(m->p) };
    const Action *said = NULL;
    const Protocol *p = m->p;
    if (m->o->physical || !t.c) return true;
    for (int c = 0; c < p->ctls.n; c++)
        for (int r = 0; r < p->ctls.at[c]->rows.n; r++) {
            actions_walk(p->ctls.at[c]->rows.at[r]->body, find_said, &said);
            actions_walk(p->ctls.at[c]->rows.at[r]->body, find_commit, &t.tx);
        }
    if (said && !clock_of_type(&t, said->time->type, said->time->pos)) return false;
    for (int i = 0; i < t.c->regs.n && !t.k.now; i++) if (is_clock(t.c->regs.at[i])) t.k.now = t.c->regs.at[i];
    for (int i = 0; t.k.now && i < t.c->rows.n; i++) actions_walk(t.c->rows.at[i]->body, find_version, &t.k);
    if (!t.k.version && !said) return t.tx || m->o->litmus.n || no_hidden_clock(&t);
    m->clock = t.k.now;
    m->stamp = t.k.now->type;
    if (t.k.version) {
        m->version = t.k.version->name;
        m->store_clock = clock_of_stores(t.c, &t.k);
    }
    return t.tx || m->o->litmus.n || writes_have_times(&t);
}

void model_version_fields(Model *m)
{
    for (int i = 0; i < m->n_ctl; i++)
        for (int k = 0; k < MAX_OUTS; k++) {
            m->version_field[i][k] = -1;
            for (int j = 0; k < m->ctl[i].n_outs && j < m->ctl[i].outs[k].out->fields.n; j++)
                if (m->ctl[i].outs[k].out->net && str_eq(m->ctl[i].outs[k].out->fields.at[j].name, m->version))
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

void model_print_clock(const Model *m, FILE *out)
{
    Str core = m->stamp ? model_core_controller(m->p)->name : STR("");
    if (!m->stamp) { fprintf(out, "time: physical, the order in which accesses take effect\n"); return; }
    fprintf(out, "time: logical, register " STR_FMT "." STR_FMT, STR_ARG(core), STR_ARG(m->clock->name));
    if (m->store_clock)
        fprintf(out, ", of stores " STR_FMT "." STR_FMT, STR_ARG(core), STR_ARG(m->store_clock->name));
    fprintf(out, "; of a write");
    if (m->p->time) fprintf(out, " what its row says");
    if (m->version.n)
        fprintf(out, "%s field " STR_FMT " of its answer", m->p->time ? ", else" : "", STR_ARG(m->version));
    fprintf(out, "%s\n", m->p->time ? "" : ", else when it was issued");
}
