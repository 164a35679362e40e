/* ctl_probe.c - probes: another controller looks into a store of this one. Its key has the look-up of S0 in the cycle
 * in which it comes, before all else; in the next one the store says what is there, with all rows of before, and one
 * cycle later registers say it outside. No row runs for it, and nothing is marked as used. */
#include "rtl/ctl.h"
#include "ir/probe.h"

Hx ctl_probed(const Ctl *k)
{
    Hx any = NULL;
    for (int i = 0; i < k->c->stores.n; i++)
        if (k->c->stores.at[i]->probers.n)
            any = hx_or(k->m, any, rtl_port(k->ports, RTL_PROBE, k->c->stores.at[i]->probers.at[0], "valid")->x);
    return any;
}

void ctl_probe(Ctl *k, const CtlStore *l)
{
    HdlModule *m = k->m;
    const Port *p = l->s->probers.at[0];
    ProbeFields answer = probe_answers(k->r->a, l->s);
    Str n = l->s->name;
    HdlName *looked = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_probe_q", STR_ARG(n)), NULL);
    HdlClocked c = hdl_clocked(k->s, true);
    hdl_note(k->s, rtl_f(k->x, "What is there of a key that was looked at from outside: " STR_FMT, STR_ARG(n)));
    hs_set(c.reset, looked->x, hx_bool(m, 0));
    hs_set(c.run, looked->x, hx_and(m, l->probe, l->ready->x));
    HdlBody *b = hdl_clocked(k->s, false).run;
    Hx hit = hx_and(m, looked->x, l->hit->x);
    for (int i = 0; i < answer.at.n; i++) {
        const Field *f = answer.at.at[i];
        HdlName *out = rtl_port(k->ports, RTL_PROBE, p, str_z(k->r->a, f->name));
        HdlName *q = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_probe_" STR_FMT "_q", STR_ARG(n), STR_ARG(f->name)),
                              rtl_width(k->x, f->type));
        const Var *v = probe_field(p, f->name);
        hs_set(b, q->x, v ? hx_cond(m, hit, k->field[v->id]->x, rtl_zeros(k->x, f->type)) : hit);
        hdl_assign(k->s, out->x, q->x);
    }
}

static bool comes_before(const Port *a, const Port *b)
{
    if (a->probed != b->probed) return a->probed->id < b->probed->id;
    for (int i = 0; i < a->probed->stores.n && a->probe != b->probe; i++) {
        if (a->probed->stores.at[i] == a->probe) return true;
        if (a->probed->stores.at[i] == b->probe) return false;
    }
    return false;
}

/* Of several that look into a store one has the turn; a row that lacks nothing else asks for it. One that looks into
 * several stores asks for their turns in an order that is everybody's: so no two wait for each other. */
static Hx turn(Ctl *k, const Out *o)
{
    HdlModule *m = k->m;
    HdlName *want = rtl_port(k->ports, RTL_BLOCK, o->port, "want"),
            *is = rtl_port(k->ports, RTL_BLOCK, o->port, "turn");
    if (!is) return NULL;
    Hx asks = hx_and(m, hx_and(m, k->t_able->x, ctl_st(k, SIG_REQ_VALID, o)), hx_not(m, is->x));
    for (int i = 0; i < k->step->outs.n; i++) {
        const Out *other = k->step->outs.at[i];
        bool takes_turns = other->port && other->port->probe && rtl_port(k->ports, RTL_BLOCK, other->port, "turn");
        if (!takes_turns || !comes_before(other->port, o->port)) continue;
        asks = hx_and(m, asks, hx_or(m, hx_not(m, ctl_st(k, SIG_REQ_VALID, other)),
                                     rtl_port(k->ports, RTL_BLOCK, other->port, "turn")->x));
    }
    hdl_assign(k->s, want->x, asks);
    return is->x;
}

/* Answers come at a fixed time: each look that is asked for has a place in the queue of its event. */
Hx ctl_probe_room(Ctl *k, const Out *o)
{
    HdlModule *m = k->m;
    const Port *p = o->port;
    int src = 0;
    while (k->c->sources.at[src].port != p) src++;
    Hx depth = rtl_tool_param(k->x, "QUEUE_DEPTH"), one = hx_int(m, 1);
    Hx w = hdl_const_of(m, rtl_f(k->x, STR_FMT "_LOOKS_W", STR_ARG(rtl_upper(k->r->a, p->name))), NULL,
                        hx_clog2(m, hx_add(m, depth, one)))->x;
    HdlName *looks = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_looks_q", STR_ARG(p->name)), w);
    Hx asked = hx_and(m, k->t_fire->x, ctl_st(k, SIG_REQ_VALID, o)),
       over = hx_and(m, k->t_over->x, ctl_src(k, k->t_src, src)), unit = hx_part(m, hdl_const_of(m, STR("ONE_LOOK"),
       NULL, one)->x, hx_int(m, 0), w);
    HdlClocked c = hdl_clocked(k->s, true);
    hs_set(c.reset, looks->x, hx_zeros(m, w));
    hs_set(hs_if(c.run, hx_and(m, asked, hx_not(m, over))), looks->x, hx_add(m, looks->x, unit));
    hs_set(hs_if(c.run, hx_and(m, over, hx_not(m, asked))), looks->x, hx_sub(m, looks->x, unit));
    Hx room = hx_ne(m, looks->x, hx_part(m, depth, hx_int(m, 0), w)), mine = turn(k, o);
    return mine ? hx_and(m, room, mine) : room;
}
