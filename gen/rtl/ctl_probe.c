/* ctl_probe.c - probes: another controller looks into a store of this one. Its key has the look-up of S0 in the cycle
 * in which it comes, before all else; in the next one the store says what is there, with all rows of before, and one
 * cycle later registers say it outside. No row runs for it, and nothing is marked as used. */
#include "rtl/ctl.h"
#include "ir/probe.h"

Hx ctl_probed(const Ctl *k)
{
    Hx any = NULL;
    for (int i = 0; i < k->c->stores.n; i++)
        if (k->c->stores.at[i]->prober)
            any = hx_or(k->m, any, rtl_port(k->ports, RTL_PROBE, k->c->stores.at[i]->prober, "valid")->x);
    return any;
}

void ctl_probe(Ctl *k, const CtlStore *l)
{
    HdlModule *m = k->m;
    const Port *p = l->s->prober;
    const PortMsg *answer = p->events.at[0]->def;
    Str n = l->s->name;
    HdlName *looked = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_probe_q", STR_ARG(n)), NULL);
    HdlClocked c = hdl_clocked(k->s, true);
    hdl_note(k->s, rtl_f(k->x, "What is there of a key that was looked at from outside: " STR_FMT, STR_ARG(n)));
    hs_set(c.reset, looked->x, hx_bool(m, 0));
    hs_set(c.run, looked->x, hx_and(m, l->probe, l->ready->x));
    HdlBody *b = hdl_clocked(k->s, false).run;
    Hx hit = hx_and(m, looked->x, l->hit->x);
    for (int i = 0; i < answer->fields.n; i++) {
        const Field *f = &answer->fields.at[i];
        if (port_brings_back(&p->requests.at[0], f)) continue;
        HdlName *out = rtl_port(k->ports, RTL_PROBE, p, str_z(k->r->a, f->name));
        HdlName *q = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_probe_" STR_FMT "_q", STR_ARG(n), STR_ARG(f->name)),
                              rtl_width(k->x, f->type));
        const Var *v = probe_field(p, f->name);
        hs_set(b, q->x, v ? hx_cond(m, hit, k->field[v->id]->x, rtl_zeros(k->x, f->type)) : hit);
        hdl_assign(k->s, out->x, q->x);
    }
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
    return hx_ne(m, looks->x, hx_part(m, depth, hx_int(m, 0), w));
}
