/* harness_seen.c - what an observer of a controller reports of each row. */
#include "rtl/harness.h"
#include "rtl/module.h"

static void seen(Harn *h, HarnCtl *c, Str name, Hx x, int width)
{
    ObsField f = { name, x, width };
    vec_push(h->r->a, &c->seen, f);
}

static int width(const Harn *h, const Type *t) { return type_width(h->r->env, t); }

/* A register of stage T, an output of the transition function. */
static Hx in_t(Harn *h, const HarnCtl *c, Str ident)
{
    return harn_inside(h, c, str_z(h->r->a, harn_f(h, "t_" STR_FMT "_q", STR_ARG(ident))));
}
static Hx of_step(Harn *h, const HarnCtl *c, SignalKind kind) { return harn_step(h, c, harn_output(c, kind, NULL)); }

/* Whose operation does a row perform? At a core port: this instance's; elsewhere the sender's, by the field that has
 * the type of the core port's thread id. */
/* While the event at hand has this field. */
static Hx event_has(Harn *h, const HarnCtl *c, const Var *field)
{
    HdlModule *m = h->m;
    int bits = code_bits(c->ctl->events.n);
    Hx any = NULL;
    for (int i = 0; i < c->ctl->events.n; i++) {
        const Event *e = event_base(c->ctl->events.at[i]);
        bool has = e->kind == EV_MESSAGE && msg_field(e->msg, field->name);
        for (int k = 0; e->kind == EV_CORE && k < e->def->fields.n; k++)
            has |= str_eq(e->def->fields.at[k].name, field->name);
        if (has)
            any = hx_or(m, any,
                        hx_eq(m, of_step(h, c, SIG_EVENT), hx_lit(m, bits, (uint64_t)c->ctl->events.at[i]->id)));
    }
    return any ? any : hx_bool(m, false);
}

/* by= or id= of the row, or NULL: no row has one; whether this one has. */
static Hx said(Harn *h, const HarnCtl *c, SignalKind kind)
{
    for (int i = c->step->n_inputs; i < c->step->signals.n; i++)
        if (c->step->signals.at[i].kind == kind)
            return hx_sized(h->m, HARN_WORD, harn_step(h, c, &c->step->signals.at[i]));
    return NULL;
}

static Hx said_bit(Harn *h, const HarnCtl *c, int performs)
{
    int bit = 0;
    while (1 << bit < performs) bit++;
    return hx_bit(h->m, of_step(h, c, SIG_PERFORMS), hx_int(h->m, bit));
}

static void whose(Harn *h, HarnCtl *c)
{
    int several = 0;                 /* the event can bring it under several names */
    const Protocol *p = h->r->p;
    const Type *id = NULL;
    int64_t base = 0;
    for (int i = 0; i < p->ctls.n; i++) {
        const Port *port = harn_core_port(p->ctls.at[i]);
        if (port && port->id_type) { id = port->id_type; base = place_base(h->r->env, h->r->sys, p->ctls.at[i]); }
    }
    Var *from = ctl_arg(c->ctl, STR("from"));
    Hx core = hx_lit(h->m, HARN_WORD, 0), who = core;
    if (harn_core_port(c->ctl)) core = hx_sized(h->m, HARN_WORD, c->instance);
    else if (from && from->is_read)
        core = hx_sub(h->m, hx_sized(h->m, HARN_WORD, in_t(h, c, STR("msg_from"))),
                      hx_lit(h->m, HARN_WORD, (uint64_t)base));
    for (int i = 0; i < c->ctl->args.n; i++) {
        const Var *v = c->ctl->args.at[i];
        if (!id || v->type != id || !v->is_read) continue;
        Hx named = hx_sized(h->m, HARN_WORD, in_t(h, c, v->ident));
        who = several++ ? hx_cond(h->m, event_has(h, c, v), named, who) : named;
    }
    Hx by = said(h, c, SIG_BY), thread = said(h, c, SIG_ID);
    if (by) by = hx_sub(h->m, by, hx_lit(h->m, HARN_WORD, (uint64_t)base));
    seen(h, c, STR("core"), by ? hx_cond(h->m, said_bit(h, c, PERFORMS_BY), by, core) : core, HARN_WORD);
    seen(h, c, STR("id"), thread ? hx_cond(h->m, said_bit(h, c, PERFORMS_ID), thread, who) : who, HARN_WORD);
}

/* Which thread is answered: the field of the reply that has the type of the port's thread id. */
static void reply(Harn *h, HarnCtl *c, const Out *o)
{
    const Port *p = o->port;
    seen(h, c, STR("reply"), harn_step(h, c, harn_output(c, SIG_REPLY_VALID, o)), 1);
    for (int i = c->step->n_inputs; i < c->step->signals.n; i++) {
        const Signal *g = &c->step->signals.at[i];
        if (g->kind != SIG_REPLY_FIELD || g->o != o || !p->id_type || g->type != p->id_type) continue;
        seen(h, c, STR("reply.id"), harn_step(h, c, g), width(h, p->id_type));
        return;
    }
}

static void sent(Harn *h, HarnCtl *c, const Out *o, int k)
{
    static const struct {
        SignalKind kind;
        const char *name;
    } parts[] = { { SIG_SEND_VALID, "" }, { SIG_SEND_KIND, ".kind" }, { SIG_SEND_TO, ".to" } };
    for (int i = 0; i < 3; i++)
        for (int j = c->step->n_inputs; j < c->step->signals.n; j++) {
            const Signal *g = &c->step->signals.at[j];
            if (g->o != o || g->kind != parts[i].kind) continue;
            seen(h, c, harn_f(h, "send%d%s", k, parts[i].name), harn_step(h, c, g), signal_width(h->r->env, g));
        }
}

/* Whether what is in T was parked, and whether it is parked now: in whichever of the waiting places. */
static void replays(Harn *h, HarnCtl *c)
{
    Hx replayed = NULL, park = NULL;
    for (int i = -1; (i = harn_source_from(c->ctl, SRC_REPLAY, i + 1)) >= 0;)
        replayed = hx_or(h->m, replayed, hx_bit(h->m, harn_inside(h, c, "t_src_q"), hx_int(h->m, i)));
    for (int i = c->step->n_inputs; i < c->step->signals.n; i++)
        if (c->step->signals.at[i].kind == SIG_PARK) park = hx_or(h->m, park, harn_step(h, c, &c->step->signals.at[i]));
    if (!replayed) return;
    seen(h, c, STR("replayed"), replayed, 1);
    seen(h, c, STR("park"), park, 1);
}

/* What a row does beside its state: races are seen by it (sim/races/races.h). */
static void effects(Harn *h, HarnCtl *c)
{
    int k = 0;
    Var *from = ctl_arg(c->ctl, STR("from"));
    seen(h, c, STR("view"), of_step(h, c, SIG_VIEW), code_bits(c->ctl->states.n));
    if (from && from->is_read) seen(h, c, STR("from"), in_t(h, c, STR("msg_from")), width(h, h->r->p->t_node));
    replays(h, c);
    for (int i = 0; i < c->step->outs.n; i++) {
        const Out *o = c->step->outs.at[i];
        if (o->net) sent(h, c, o, k++);
        else if (o->port->kind == PORT_CORE) reply(h, c, o);
    }
}

/* ---- accesses outside of transactions ---- */

static void find_transaction(const Action *a, void *ctx)
{
    *(bool *)ctx |= (a->performs & (PERFORMS_COMMIT | PERFORMS_ABORT)) != 0;
}

typedef struct { const Message *msg; bool found; } Sends;
static void find_message(const Action *a, void *ctx)
{
    Sends *s = ctx;
    s->found |= a->kind == A_SEND && a->msg == s->msg;
}

/* Some row of a request outside of transactions sends the message. */
static bool sent_outside(const Protocol *p, const Message *msg)
{
    Sends s = { msg, false };
    for (int i = 0; i < p->ctls.n; i++) {
        const Controller *c = p->ctls.at[i];
        for (int k = 0; k < c->states.n * c->events.n; k++) {
            const Event *e = event_base(c->events.at[k % c->events.n]);
            for (int r = 0; e->kind == EV_CORE && e->def->outside && r < c->cells[k].rows.n; r++)
                actions_walk(c->cells[k].rows.at[r]->body, find_message, &s);
        }
    }
    return s.found;
}

/* Where there are transactions, only rows of other accesses are said to perform: what a transaction does takes effect
 * when it commits. Of its rows (`inside`) it is said apart when they read and write. */
static Hx performs_part(Harn *h, const HarnCtl *c, bool inside)
{
    Hx any = NULL, none = hx_lit(h->m, 2, 0), refined = of_step(h, c, SIG_EVENT);
    for (int i = 0; i < c->ctl->events.n; i++) {
        const Event *e = event_base(c->ctl->events.at[i]);
        if (!(e->kind == EV_CORE && e->def->outside) && !(e->kind == EV_MESSAGE && sent_outside(h->r->p, e->msg)))
            continue;
        any = hx_or(
            h->m, any,
            hx_eq(h->m, refined, hx_lit(h->m, code_bits(c->ctl->events.n), (uint64_t)c->ctl->events.at[i]->id)));
    }
    Hx all = hx_part(h->m, of_step(h, c, SIG_PERFORMS), hx_int(h->m, 0), hx_int(h->m, 2));
    if (!any) return inside ? all : none;
    return inside ? hx_cond(h->m, any, none, all) : hx_cond(h->m, any, all, none);
}

static void performs(Harn *h, HarnCtl *c)
{
    const Protocol *p = h->r->p;
    bool restarts = false, transactions = false;
    for (int i = 0; i < c->step->signals.n; i++)
        restarts |= c->step->signals.at[i].kind == SIG_PERFORMS && c->step->signals.at[i].width > 2;
    for (int i = 0; i < p->ctls.n; i++)
        for (int r = 0; r < p->ctls.at[i]->rows.n; r++)
            actions_walk(p->ctls.at[i]->rows.at[r]->body, find_transaction, &transactions);
    Hx all = of_step(h, c, SIG_PERFORMS);
    if (restarts) all = hx_part(h->m, all, hx_int(h->m, 0), hx_int(h->m, 2));
    seen(h, c, STR("performs"), transactions ? performs_part(h, c, false) : all, 2);
    if (transactions) seen(h, c, STR("transacts"), performs_part(h, c, true), 2);
}

/* An output of the transition function; of an array the part of it that is this register. */
static Hx after_row(Harn *h, const HarnCtl *c, const Signal *g)
{
    const Array *x = g->var->array;
    Hx port = harn_step(h, c, g);
    if (!x) return port;
    int64_t n = x->n_per == 2 ? type_values(h->r->env, x->per[1]) : 1, at = g->var->at[0] * n + g->var->at[1];
    int bits = width(h, g->type);
    return hx_part(h->m, port, hx_int(h->m, at * bits), hx_int(h->m, bits));
}

/* What rows leave in registers and places, and the fields of the occurrence. */
static void values(Harn *h, HarnCtl *c)
{
    for (int i = c->step->n_inputs; i < c->step->signals.n; i++) {
        const Signal *g = &c->step->signals.at[i];
        if (g->kind != SIG_VAR || !var_there(h->r->env, g->var)) continue;
        Str owner = g->var->kind == V_REG ? STR("reg") : g->var->store ? g->var->store->name : g->var->waiters->name;
        seen(h, c, harn_f(h, STR_FMT "." STR_FMT, STR_ARG(owner), STR_ARG(g->var->name)), after_row(h, c, g),
             width(h, g->type));
    }
    for (int i = 0; i < c->ctl->args.n; i++) {
        const Var *v = c->ctl->args.at[i];
        if (v->type->opaque || !(v->is_read || v->kind == V_STAMP)) continue;
        seen(h, c, harn_f(h, "msg." STR_FMT, STR_ARG(v->name)), in_t(h, c, v->ident), width(h, v->type));
    }
}

void harn_observed(Harn *h, HarnCtl *c)
{
    int states = code_bits(c->ctl->states.n), bits = 0;
    bool keyless = false;         /* such events have the first state */
    for (int i = 0; i < c->ctl->base_events.n; i++) keyless |= c->ctl->base_events.at[i]->keyless;
    bool row = keyless && !ctl_whole_state(c->ctl);
    if (c->ctl->key) seen(h, c, STR("key"), in_t(h, c, STR("key")), width(h, c->ctl->key));
    seen(h, c, STR("state"), harn_inside(h, c, row ? "t_row_state" : "t_state"), states);
    seen(h, c, STR("event"), of_step(h, c, SIG_EVENT), code_bits(c->ctl->events.n));
    seen(h, c, STR("next"), of_step(h, c, SIG_NEXT), states);
    performs(h, c);
    whose(h, c);
    effects(h, c);
    values(h, c);
    harn_watch_seen(h, c);
    for (int i = 0; i < c->seen.n; i++) bits += c->seen.at[i].width;
    if (bits > h->obs_bits) h->obs_bits = bits;
}
