/* probes.c - probes between tiles: a request goes to the tile that it names in the cycle in which it leaves its own,
 * and what is there comes back two cycles later, with what the request had. */
#include "rtl/system.h"

HdlName *rtl_probe_wire(RtlModule *x, const RtlTile *t, const RtlPort *p)
{
    HdlScope *top = hdl_items(x->m);
    Str name = rtl_outer_name(x->r, t->k->c, p);
    HdlName *have = hdl_find_net(top, name);
    Hx one = hx_int(x->m, 1), width = p->name->width ? rtl_into(x, t->x, p->name->width) : one;
    return have ? have : hdl_wire(top, name, hx_mul(x->m, rtl_count(x, t->k->c), width));
}

static const RtlPort *part_of(const RtlTile *t, RtlPortRole role, const Port *of, Str part)
{
    for (int i = 0; i < t->ports.n; i++) {
        const RtlPort *p = &t->ports.at[i];
        if (p->role == role && p->port == of && str_eq(p->part, part)) return p;
    }
    return NULL;
}

static Hx wire_of(RtlModule *x, const RtlTile *t, RtlPortRole role, const Port *of, const char *part)
{
    const RtlPort *p = part_of(t, role, of, str_from(part));
    return p ? rtl_probe_wire(x, t, p)->x : NULL;
}

/* valid1, valid2, at2: of the request, so many cycles later; from_it: a bit for each instance, which was looked at. */
typedef struct {
    RtlModule *x;
    const RtlTile *from, *to;
    const Port *p;
    HdlName *valid1, *valid2, *at2, *from_it;
} Probe;

static Hx asked(const Probe *q, const char *part)
{
    return wire_of(q->x, q->from, RTL_BLOCK, q->p, str_z(q->x->r->a, rtl_f(q->x, "req_%s", part)));
}

/* Something of the request, two cycles later. */
static HdlName *later(const Probe *q, const char *part, Hx width)
{
    HdlScope *top = hdl_items(q->x->m);
    HdlName *one = hdl_wire(top, rtl_f(q->x, STR_FMT "_%s_q", STR_ARG(q->p->name), part), width),
            *two = hdl_wire(top, rtl_f(q->x, STR_FMT "_%s_2_q", STR_ARG(q->p->name), part), width);
    HdlBody *b = hdl_clocked(top, false).run;
    hs_set(hs_if(b, asked(q, "valid")), one->x, asked(q, part));
    hs_set(hs_if(b, q->valid1->x), two->x, one->x);
    return two;
}

static Hx slice(RtlModule *x, Hx vector, Hx i, Hx width)
{
    return width ? hx_part(x->m, vector, hx_mul(x->m, i, width), width) : hx_bit(x->m, vector, i);
}

/* The number of the instance that is looked at, as a node: base + i. */
static Hx node_at(const Probe *q, const HdlName *i)
{
    HdlModule *m = q->x->m;
    return hx_add(m, rtl_base(q->x, q->to->k->c), i->x);
}

/* A field that one of the instances has found. */
static void found(const Probe *q, const Field *f)
{
    RtlModule *x = q->x;
    HdlModule *m = x->m;
    const char *name = str_z(x->r->a, f->name);
    Hx out = wire_of(x, q->from, RTL_BLOCK, q->p, str_z(x->r->a, rtl_f(x, "ev_" STR_FMT, STR_ARG(f->name)))),
       there = wire_of(x, q->to, RTL_PROBE, q->p, name), width = rtl_width(x, f->type);
    HdlName *i = hdl_integer(hdl_items(m), STR("at"));
    HdlName *value = hdl_wire(hdl_items(m), rtl_f(x, STR_FMT "_%s_found", STR_ARG(q->p->name), name), width);
    HdlBody *b = hdl_comb(hdl_items(m));
    hs_set(b, value->x, hx_zeros(m, width));
    HdlBody *in = hs_for(b, i, hx_int(m, 0), rtl_count(x, q->to->k->c));
    hs_set(hs_if(in, hx_bit(m, q->from_it->x, i->x)), value->x, slice(x, there, i->x, width));
    hdl_assign(hdl_items(m), out, value->x);
}

static void probe(Probe *q)
{
    RtlModule *x = q->x;
    HdlModule *m = x->m;
    HdlScope *top = hdl_items(m);
    const PortMsg *answer = q->p->events.at[0]->def;
    Hx kw = rtl_into(x, q->from->x, part_of(q->from, RTL_BLOCK, q->p, STR("req_key"))->name->width);
    hdl_blank(top);
    hdl_note(top, rtl_f(x, "Port " STR_FMT " of " STR_FMT " looks into " STR_FMT " of " STR_FMT
                        ": answered two cycles later.",
                        STR_ARG(q->p->name), STR_ARG(q->from->k->c->name),
                        STR_ARG(q->p->probe->name), STR_ARG(q->p->probed->name)));
    q->valid1 = hdl_wire(top, rtl_f(x, STR_FMT "_valid_q", STR_ARG(q->p->name)), NULL);
    q->valid2 = hdl_wire(top, rtl_f(x, STR_FMT "_valid_2_q", STR_ARG(q->p->name)), NULL);
    HdlClocked c = hdl_clocked(top, true);
    hs_set(c.reset, q->valid1->x, hx_bool(m, 0));
    hs_set(c.reset, q->valid2->x, hx_bool(m, 0));
    hs_set(c.run, q->valid1->x, asked(q, "valid"));
    hs_set(c.run, q->valid2->x, q->valid1->x);
    q->at2 = later(q, "at", x->node_w->x);
    HdlName *i;
    HdlScope *s = hdl_for(top, rtl_f(x, "g_" STR_FMT, STR_ARG(q->p->name)), "i_look", rtl_count(x, q->to->k->c), &i);
    HdlName *node = hdl_is(s, STR("node"), hx_int(m, 32), node_at(q, i));
    hdl_assign(s, hx_bit(m, wire_of(x, q->to, RTL_PROBE, q->p, "valid"), i->x),
               hx_and(m, asked(q, "valid"), hx_eq(m, asked(q, "at"), hx_part(m, node->x, hx_int(m, 0), x->node_w->x))));
    q->from_it = hdl_wire(top, rtl_f(x, STR_FMT "_from", STR_ARG(q->p->name)), rtl_count(x, q->to->k->c));
    hdl_assign(s, hx_bit(m, q->from_it->x, i->x),
               hx_eq(m, q->at2->x, hx_part(m, node->x, hx_int(m, 0), x->node_w->x)));
    hdl_assign(s, slice(x, wire_of(x, q->to, RTL_PROBE, q->p, "key"), i->x, kw), asked(q, "key"));
    hdl_assign(top, asked(q, "ready"), hx_bool(m, 1));
    hdl_assign(top, wire_of(x, q->from, RTL_BLOCK, q->p, "ev_valid"), q->valid2->x);
    hdl_assign(top, wire_of(x, q->from, RTL_BLOCK, q->p, "ev_kind"), hx_bool(m, 0));
    hdl_assign(top, wire_of(x, q->from, RTL_BLOCK, q->p, "ev_key"), later(q, "key", kw)->x);
    for (int f = 0; f < answer->fields.n; f++) {
        const Field *a = &answer->fields.at[f];
        const char *name = str_z(x->r->a, a->name);
        if (!port_brings_back(&q->p->requests.at[0], a)) { found(q, a); continue; }
        HdlName *two = str_is(a->name, "at") ? q->at2 : later(q, name, rtl_width(x, a->type));
        hdl_assign(top, wire_of(x, q->from, RTL_BLOCK, q->p, str_z(x->r->a, rtl_f(x, "ev_%s", name))), two->x);
    }
}

void rtl_probes(RtlModule *x, RtlTile *const *tiles, const Controller *c)
{
    for (int i = 0; i < c->ports.n; i++) {
        const Port *p = c->ports.at[i];
        Probe q = { .x = x, .from = tiles[c->id], .to = p->probe ? tiles[p->probed->id] : NULL, .p = p };
        if (p->probe && q.from && q.to) probe(&q);
    }
}
