/* promela.c - the model as a whole: what cannot be exported is refused, the rest is printed in order. */
#include "verify/promela/promela.h"
#include "verify/model/model.h"
#include "verify/promela/promela_parts.h"
#include <stdarg.h>
#include <string.h>

const char *pml_text(Pml *x, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const char *at = str_vprintf(x->a, fmt, ap).p;
    va_end(ap);
    return at;
}

void pml_line(Pml *x, int depth, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    buf_printf(x->out, "%*s", 2 * depth, "");
    buf_vprintf(x->out, fmt, ap);
    buf_put(x->out, "\n", 1);
    va_end(ap);
}

/* ---- what is refused: all of it is said ---- */

static bool refuse(Pml *x, Pos at, const char *what)
{
    diag_error(x->d, at, "export: %s: not exported", what);
    x->refused = true;
    return false;
}

/* A walk over a store that frees lines, or sets their fields. */
static bool walk_fits(const Action *a)
{
    bool fits = a->store != NULL;
    for (const Action *x = a->body; x; x = x->next)
        fits &= x->kind == A_FREE || (x->kind == A_SET && x->dst->kind == V_STORE && !x->place);
    return fits;
}

/* What an action does that the model has no words for; NULL: it has. */
static const char *foreign(const Action *a)
{
    for (int i = 0; i < a->assigns.n && a->kind == A_APPLY; i++)
        if (a->assigns.at[i].value->type->opaque) return "<apply> with an opaque operand";
    if (a->time || a->by || a->thread) return "time=, by= or id= beside performs=";
    if (a->key) return "a message with key=";
    if (a->result) return "<apply> with result=";
    switch (a->kind) {
    case A_LOCK: return "<lock>";
    case A_UNLOCK: return "<unlock>";
    case A_WAKE: return "<wake>";
    case A_START: return "<start> of a sweep";
    case A_WALK: return walk_fits(a) ? NULL : "a walk that does more than free lines or set their fields";
    case A_LET: return a->dst->type->opaque ? "<let> of an opaque value" : NULL;
    default: return NULL;
    }
}

static void refuse_action(const Action *a, void *ctx)
{
    const char *what = foreign(a);
    if (what) refuse(ctx, a->pos, what);
}

static void find_messages(const Expr *e, void *ctx) { *(bool *)ctx |= e->of && e->of->net; }
static void find_counts(const Expr *e, void *ctx) { *(bool *)ctx |= e->op == E_COUNT; }

/* Messages in channels have no numbers by which they could be looked at. */
static void refuse_invariants(Pml *x, const Controller *c)
{
    for (int i = 0; i < c->invariants.n; i++) {
        const Invariant *v = &c->invariants.at[i];
        bool messages = false, counts = false;
        if (!v->cover) expr_walk(v->system, find_messages, &messages);
        if (!v->cover) expr_walk(v->system, find_counts, &counts);
        if (counts) refuse(x, v->pos, "an invariant that counts");
        if (messages) refuse(x, v->pos, "an invariant over messages under way");
    }
}

static void refuse_requests(Pml *x, const CtlModel *k)
{
    for (int e = 0; e < k->n_events; e++) {
        bool several = false;
        for (int i = 0; i < k->events[e].n_choices; i++) several |= k->events[e].choice[i].n > 0;
        if (several)
            refuse(x, k->events[e].e->pos, "a request with numbers of which several are tried (--values)");
        if (k->events[e].op && k->events[e].e->def->scope)
            refuse(x, k->events[e].e->pos, "a request with scope=, whose values only litmus tests look at");
    }
    if (k->cores > 1) refuse(x, k->core->pos, "another core port beside this one");
    if (k->posted) refuse(x, k->core->pos, "posted stores");
    if (k->waits) refuse(x, k->core->pos, "requests that wait for others");
}

static const char *kind_of(Pml *x, const char *what, const Block *b)
{
    return pml_text(x, "%s of kind '" STR_FMT "'", what, STR_ARG(b->kind));
}

static void refuse_places(Pml *x, const CtlModel *k)
{
    const Controller *c = k->c;
    const StoreModel *s = &k->store[0];
    if (k->n_stores > 1) refuse(x, k->store[1].s->pos, "a second store of a controller");
    if (k->n_backed)
        refuse(x, k->store[k->backed_store].s->pos,
               "a store with backing=, whose look-ups find any of several values there");
    if (c->waiters.n > 1) refuse(x, c->waiters.at[1]->pos, "a second waiting place of a controller");
    if (k->n_stores && s->s->key) refuse(x, s->s->pos, "a store with key=");
    if (k->n_stores && (s->s->block->model != BLOCK_MODEL_MAP || s->s->block->place_row || s->s->block->place_tag))
        refuse(x, s->s->pos, kind_of(x, "a store", s->s->block));
    if (k->n_stores && s->n_masks) refuse(x, s->mask[0]->pos, "a mask that a store keeps");
    if (k->n_waits && k->wait[0].n_masks) refuse(x, k->wait[0].mask[0]->pos, "a mask that an entry keeps");
    if (k->n_waits && (k->wait[0].stall ? k->wait[0].pool || k->wait[0].aged || k->wait[0].n
                                        : k->wait[0].w->block->model != BLOCK_MODEL_FIFO))
        refuse(x, k->wait[0].w->pos, kind_of(x, "waiters", k->wait[0].w->block));
}

static void refuse_event(Pml *x, const Event *e)
{
    if ((e->kind == EV_WAKE && e->store) || e->kind == EV_WISH) return;
    bool told = e->kind == EV_CORE || e->kind == EV_MESSAGE;
    if (e->kind > EV_EVICT) refuse(x, e->pos, "timers, wakes of entries and overflow events");
    else if (e->keyless && (!told || (e->kind == EV_CORE && x->m->store_clock)))
        refuse(x, e->pos,
               "events without key, but for requests of cores, messages and wishes (--keyed leaves them out)");
    else if (e->kind == EV_PORT && e->port->kind != PORT_MEMORY)
        refuse(x, e->pos, pml_text(x, "event " STR_FMT " of a port that is no memory", STR_ARG(e->name)));
}

static void refuse_controller(Pml *x, const CtlModel *k)
{
    const Controller *c = k->c;
    for (int i = 0; i < c->regs.n; i++)
        if (c->regs.at[i]->source) refuse(x, c->regs.at[i]->pos, "an input that shows a register");
    for (int i = 0; i < x->m->pins.n; i++)
        if (x->m->pins.at[i].n > 1) refuse(x, x->m->pins.at[i].var->pos, "an input that changes");
    refuse_requests(x, k);
    for (int i = 0; i < x->m->n_times; i++)
        if (k->time_reg[i] >= 0) refuse(x, x->m->time[i].c->pos, "physical time");
    if (!c->key) refuse(x, c->pos, "a controller without key");
    refuse_places(x, k);
    for (int i = 0; i < c->base_events.n; i++) refuse_event(x, c->base_events.at[i]);
    if (k->side) refuse(x, k->side->pos, "a memory port with key=");
    if (k->mem && !k->mem->events.n) refuse(x, k->mem->pos, "a memory port without event");
    refuse_invariants(x, c);
    if (!x->m->tx && k->restarts) refuse(x, c->pos, "a time that begins anew");
    for (int i = 0; i < c->rows.n; i++) actions_walk(c->rows.at[i]->body, refuse_action, x);
    if (k->core && x->core && x->core != c) refuse(x, c->pos, "a second controller with a core port");
    if (k->core) x->core = c;
}

const Join *promela_join(const Protocol *p)
{
    for (int i = 0; i < p->ctls.n; i++)
        for (int k = 0; k < p->ctls.at[i]->ports.n; k++)
            if (p->ctls.at[i]->ports.at[k]->joins.n) return p->ctls.at[i]->ports.at[k]->joins.at[0];
    return NULL;
}

static bool exportable(Pml *x)
{
    const VerifyOptions *o = x->m->o;
    const struct { bool is; const char *name; } options[] = {
        { o->outside_lines, "--outside-lines" }, { o->queues, "--queues" }, { o->litmus.n, "--litmus" },
        { o->allow, "--allow" }, { o->fails, "--fails" }, { o->served, "--served" },
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].is) refuse(x, x->m->p->pos, options[i].name);
    for (int i = 0; i < x->m->p->nets.n; i++)
        if (x->m->p->nets.at[i]->most) refuse(x, x->m->p->nets.at[i]->most_pos, "a network with most=");
    for (int i = 0; i < x->m->n_ctl; i++)
        for (int k = 0; k < x->m->ctl[i].n_waits; k++)
            if (x->m->ctl[i].wait[k].w->enough) refuse(x, x->m->ctl[i].wait[k].w->pos, "waiters with enough=");
    for (int i = 0; i < x->m->n_ctl; i++) refuse_controller(x, &x->m->ctl[i]);
    return !x->refused;
}

/* ---- the time of a write ---- */

typedef struct { const Var *now, *found; } CoreTime;

static void find_field(const Expr *e, void *ctx)
{
    CoreTime *c = ctx;
    if (e->op == E_VAR && e->var->kind == V_ARG && e->var->type == c->now->type) c->found = e->var;
}

static void find_raise(const Action *a, void *ctx)
{
    CoreTime *c = ctx;
    if (a->kind == A_SET && a->dst == c->now) expr_walk(a->value, find_field, c);
}

/* The field of an answer from which rows of the core's controller raise its time. */
static const char *version_field(Pml *x)
{
    CoreTime c = { 0 };
    for (int i = 0; x->core && i < x->core->regs.n && !c.now; i++)
        if (x->core->regs.at[i]->is_written && pml_role(x, x->core->regs.at[i]->type) == ROLE_STAMP)
            c.now = x->core->regs.at[i];
    for (int i = 0; c.now && i < x->core->rows.n; i++) actions_walk(x->core->rows.at[i]->body, find_raise, &c);
    return c.found ? str_z(x->a, c.found->name) : NULL;
}

/* ---- the file ---- */

static void heading(Pml *x)
{
    const Model *m = x->m;
    pml_line(x, 0,
             "/* " STR_FMT ": system " STR_FMT
             ", %d cores x %d warps, %d line%s of %d cell%s%s%s. Written by cohgen verify --export promela.",
             STR_ARG(m->p->name), STR_ARG(m->system->name), m->n_cores, m->n_warps, m->n_keys,
             m->n_keys == 1 ? "" : "s", m->n_cells, m->n_cells == 1 ? "" : "s",
             m->o->ops ? pml_text(x, ", %d operations per warp", m->o->ops) : "",
             m->stamp ? pml_text(x, ", timestamps to %d", m->stamp_max) : "");
    pml_line(x, 0,
             "     spin -a FILE && gcc -O1 -DSAFETY -DNOREDUCE -DVECTORSZ=4096 -o pan pan.c && ./pan -m1000000     "
             "every state\n"
             "     the same with -DBFS: a shortest run to a violation; then spin -t -p -g FILE");
    pml_line(
        x, 0,
        "   Each state in which no step is under way is one state of the checker%s; livelock is not checked here. */\n",
        m->stamp ? " (all states beyond the bounds are one)" : "");
}

bool promela_write(Arena *a, Diags *d, const Protocol *p, const VerifyOptions *o, Buf *out)
{
    Model *m = NEW(a, Model);
    VerifyOptions every = *o;
    every.no_symmetry = true;
    if (!model_build(m, a, d, p, &every)) return false;
    Pml x = { .a = a, .d = d, .m = m, .out = out };
    if (!exportable(&x)) return false;
    x.version = pml_timed(&x) ? version_field(&x) : NULL;
    heading(&x);
    pml_constants(&x);
    pml_declarations(&x);
    pml_networks(&x);
    pml_ghost(&x);
    pml_emptying(&x);
    pml_cut(&x);
    pml_system(&x);
    for (int i = 0; i < m->n_ctl; i++) {
        pml_controller(&x, &m->ctl[i]);
        x.refused |= !pml_guards(&x, &m->ctl[i]);
    }
    for (int i = 0; i < m->n_ctl; i++) pml_process(&x, &m->ctl[i]);
    pml_rest(&x);
    if (x.foreign) refuse(&x, x.foreign->pos, "this expression over an index");
    const char *twice = pml_name_twice(a, str_z(a, (Str){ out->at, (int)out->n }));
    return twice ? refuse(&x, p->pos, pml_text(&x, "two things would be called '%s'", twice)) : !x.refused;
}
