/* probes.c - probes between tiles: a request goes to the tile that it names in the cycle in which it leaves its own,
 * and what is there comes back two cycles later, with what the request had. Of several that look into a store one looks
 * in a cycle: the one that has the turn. */
#include "rtl/system.h"
#include "ir/probe.h"

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

/* A port of all instances of a controller. valid1, valid2 (a bit for each), at2: of the request, so many cycles later;
 * from_it: a bit for each instance that can be looked at, which was. */
typedef struct {
    RtlModule *x;
    const RtlTile *from, *to;
    const Port *p;
    bool several;                    /* instances, or ports that look into the store */
    Hx any, at, key;                 /* of the request of this cycle */
    HdlName *valid1, *valid2, *at2, *from_it;
} Probe;

static Hx slice(RtlModule *x, Hx vector, Hx i, Hx width)
{
    return width ? hx_part(x->m, vector, hx_mul(x->m, i, width), width) : hx_bit(x->m, vector, i);
}

/* Of the parts of a vector that of the instance whose bit is set in `which`; zeros if there is none. */
static Hx picked(RtlModule *x, Str name, Hx vector, Hx which, Hx width, Hx count)
{
    HdlScope *top = hdl_items(x->m);
    HdlName *i = hdl_integer(top, STR("at")), *value = hdl_wire(top, name, width);
    HdlBody *b = hdl_comb(top);
    hs_set(b, value->x, hx_zeros(x->m, width));
    HdlBody *in = hs_for(b, i, hx_int(x->m, 0), count);
    hs_set(hs_if(in, hx_bit(x->m, which, i->x)), value->x, slice(x, vector, i->x, width));
    return value->x;
}

static Hx wires(const Probe *q, const char *half, const char *part)
{
    return wire_of(q->x, q->from, RTL_BLOCK, q->p, str_z(q->x->r->a, rtl_f(q->x, "%s_%s", half, part)));
}

/* Something of the request of this cycle. */
static Hx asked(const Probe *q, const char *part, Hx width)
{
    RtlModule *x = q->x;
    if (!q->several) return wires(q, "req", part);
    return picked(x, rtl_f(x, STR_FMT "_%s", STR_ARG(q->p->name), part), wires(q, "req", part),
                  wires(q, "req", "valid"), width, rtl_count(x, q->from->k->c));
}

/* Answers of all instances: every one is told, and one is meant. */
static void answer(const Probe *q, const char *part, Hx value)
{
    Hx all = q->several ? hx_repeat(q->x->m, rtl_count(q->x, q->from->k->c), value) : value;
    hdl_assign(hdl_items(q->x->m), wires(q, "ev", part), all);
}

/* Something of the request, two cycles later. */
static HdlName *later(const Probe *q, const char *part, Hx now, Hx width)
{
    HdlScope *top = hdl_items(q->x->m);
    HdlName *one = hdl_wire(top, rtl_f(q->x, STR_FMT "_%s_q", STR_ARG(q->p->name), part), width),
            *two = hdl_wire(top, rtl_f(q->x, STR_FMT "_%s_2_q", STR_ARG(q->p->name), part), width);
    HdlBody *b = hdl_clocked(top, false).run;
    hs_set(hs_if(b, q->any), one->x, now);
    hs_set(hs_if(b, q->several ? hx_any(q->x->m, q->valid1->x) : q->valid1->x), two->x, one->x);
    return two;
}

static void ask(Probe *q)
{
    RtlModule *x = q->x;
    HdlModule *m = x->m;
    HdlScope *top = hdl_items(m);
    Hx kw = rtl_into(x, q->from->x, part_of(q->from, RTL_BLOCK, q->p, STR("req_key"))->name->width);
    Hx valid = wires(q, "req", "valid"), n = q->several ? rtl_count(x, q->from->k->c) : NULL;
    hdl_blank(top);
    hdl_note(top, rtl_f(x, "Port " STR_FMT " of " STR_FMT " looks into " STR_FMT " of " STR_FMT
                        ": answered two cycles later.",
                        STR_ARG(q->p->name), STR_ARG(q->from->k->c->name),
                        STR_ARG(q->p->probe->name), STR_ARG(q->p->probed->name)));
    q->valid1 = hdl_wire(top, rtl_f(x, STR_FMT "_valid_q", STR_ARG(q->p->name)), n);
    q->valid2 = hdl_wire(top, rtl_f(x, STR_FMT "_valid_2_q", STR_ARG(q->p->name)), n);
    HdlClocked c = hdl_clocked(top, true);
    hs_set(c.reset, q->valid1->x, n ? hx_zeros(m, n) : hx_bool(m, 0));
    hs_set(c.reset, q->valid2->x, n ? hx_zeros(m, n) : hx_bool(m, 0));
    hs_set(c.run, q->valid1->x, valid);
    hs_set(c.run, q->valid2->x, q->valid1->x);
    q->any = n ? hx_any(m, valid) : valid;
    q->at = asked(q, "at", x->node_w->x);
    q->key = asked(q, "key", kw);
    q->at2 = later(q, "at", q->at, x->node_w->x);
    q->from_it = hdl_wire(top, rtl_f(x, STR_FMT "_from", STR_ARG(q->p->name)), rtl_count(x, q->to->k->c));
}

/* What is told: the request's fields, and what the instance has found that was looked at. */
static void tell(const Probe *q)
{
    RtlModule *x = q->x;
    HdlModule *m = x->m;
    const PortMsg *what = q->p->events.at[0]->def;
    Hx kw = rtl_into(x, q->from->x, part_of(q->from, RTL_BLOCK, q->p, STR("req_key"))->name->width);
    Hx ready = hx_bool(m, 1);
    if (q->several) ready = hx_repeat(m, rtl_count(x, q->from->k->c), ready);
    hdl_assign(hdl_items(m), wires(q, "req", "ready"), ready);
    hdl_assign(hdl_items(m), wires(q, "ev", "valid"), q->valid2->x);
    answer(q, "kind", hx_bool(m, 0));
    answer(q, "key", later(q, "key", q->key, kw)->x);
    for (int f = 0; f < what->fields.n; f++) {
        const Field *a = &what->fields.at[f];
        const char *name = str_z(x->r->a, a->name);
        Hx w = rtl_width(x, a->type), value = q->at2->x;
        Hx there = wire_of(x, q->to, RTL_PROBE, q->p->probe->probers.at[0], name);
        if (!port_brings_back(&q->p->requests.at[0], a))
            value = picked(x, rtl_f(x, STR_FMT "_%s_found", STR_ARG(q->p->name), name), there, q->from_it->x, w,
                           rtl_count(x, q->to->k->c));
        else if (!str_is(a->name, "at")) value = later(q, name, asked(q, name, w), w)->x;
        answer(q, name, value);
    }
}

/* ---- who is looked at ---- */

static void looked_at(RtlModule *x, const Probe *all, int n)
{
    HdlModule *m = x->m;
    HdlName *i;
    const RtlTile *to = all->to;
    const Port *first = all->p->probe->probers.at[0];
    Hx valid = NULL, key = NULL, kw = rtl_into(x, to->x, part_of(to, RTL_PROBE, first, STR("key"))->name->width);
    HdlScope *s = hdl_for(hdl_items(m), rtl_f(x, "g_" STR_FMT, STR_ARG(all->p->name)), "i_look",
                          rtl_count(x, to->k->c), &i);
    HdlName *node = hdl_is(s, STR("node"), hx_int(m, 32), hx_add(m, rtl_base(x, to->k->c), i->x));
    Hx number = hx_part(m, node->x, hx_int(m, 0), x->node_w->x);
    for (int k = 0; k < n; k++) {
        const Probe *q = &all[k];
        valid = hx_or(m, valid, hx_and(m, q->any, hx_eq(m, q->at, number)));
        Hx mine = n > 1 ? hx_band(m, q->key, hx_repeat(m, kw, q->any)) : q->key;
        key = key ? hx_bor(m, key, mine) : mine;
        hdl_assign(s, hx_bit(m, q->from_it->x, i->x), hx_eq(m, q->at2->x, number));
    }
    hdl_assign(s, hx_bit(m, wire_of(x, to, RTL_PROBE, first, "valid"), i->x), valid);
    hdl_assign(s, slice(x, wire_of(x, to, RTL_PROBE, first, "key"), i->x, kw), key);
}

/* One has the turn, of all instances of all ports that look into the store. */
static void turns(RtlModule *x, const Store *s, const Probe *all, int n)
{
    HdlModule *m = x->m;
    HxList want = { 0 }, look = { 0 }, turn = { 0 };
    Hx count = hx_int(m, 0);
    if (!all->several) return;
    for (int k = 0; k < n; k++) {
        const Probe *q = &all[k];
        hx_put(m, &want, wire_of(x, q->from, RTL_BLOCK, q->p, "want"));
        hx_put(m, &look, wires(q, "req", "valid"));
        hx_put(m, &turn, wire_of(x, q->from, RTL_BLOCK, q->p, "turn"));
        count = hx_add(m, count, rtl_count(x, q->from->k->c));
    }
    hdl_blank(hdl_items(m));
    hdl_note(hdl_items(m), rtl_f(x, "Who looks into " STR_FMT " of " STR_FMT " next.", STR_ARG(s->name),
                                 STR_ARG(all->p->probed->name)));
    HdlInstance *u = hdl_instance(hdl_items(m), "cg_look_turn", rtl_f(x, "u_" STR_FMT "_turn", STR_ARG(s->name)));
    hdl_set(u, "N", count);
    hdl_in(u, "clk_i", hdl_find_port(m, STR("clk_i"))->x);
    hdl_in(u, "rst_i", hdl_find_port(m, STR("rst_i"))->x);
    hdl_pins(u);
    hdl_in(u, "want_i", hx_concat_low(m, &want));
    hdl_in(u, "look_i", hx_concat_low(m, &look));
    hdl_out(u, "turn_o", hx_concat_low(m, &turn));
}

void rtl_probes(RtlModule *x, RtlTile *const *tiles, const Controller *c)
{
    for (int i = 0; i < c->stores.n; i++) {
        const Store *s = c->stores.at[i];
        Probe *all = NEW_N(x->r->a, Probe, s->probers.n + 1);
        for (int k = 0; k < s->probers.n; k++) {
            const Port *p = s->probers.at[k];
            all[k] = (Probe){ .x = x, .from = tiles[rtl_prober(x->r, p)->id], .to = tiles[c->id], .p = p,
                              .several = rtl_probe_turns(x->r, p) };
            ask(&all[k]);
        }
        if (!s->probers.n) continue;
        looked_at(x, all, s->probers.n);
        for (int k = 0; k < s->probers.n; k++) tell(&all[k]);
        turns(x, s, all, s->probers.n);
    }
}
