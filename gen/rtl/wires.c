/* wires.c - registers that other controllers see: one cg_wire for what an instance sees of another one. */
#include "rtl/system.h"

static Hx slice(RtlModule *x, Hx vector, Hx i, Hx width)
{
    return width ? hx_part(x->m, vector, hx_mul(x->m, i, width), width) : hx_bit(x->m, vector, i);
}

static Hx bits_of(RtlModule *x, const Var *v) { return v->each ? NULL : rtl_width(x, v->type); }

/* The net for a variable of c, so many bits for each instance of `of`; made when it is first asked for. */
static Hx net_of(RtlModule *x, const Controller *c, const Var *v, const Controller *of, Hx bits)
{
    HdlScope *top = hdl_items(x->m);
    Str name = rtl_f(x, STR_FMT "_" STR_FMT "_%s", STR_ARG(rtl_lower(x->r->a, c->name)), STR_ARG(v->ident),
                     v->source ? "seen" : "shown");
    HdlName *have = hdl_find_net(top, name);
    if (!have) have = hdl_wire(top, name, bits ? hx_mul(x->m, rtl_count(x, of), bits) : rtl_count(x, of));
    return have->x;
}

Hx rtl_wire_shown(RtlModule *x, const Controller *c, const Var *v, Hx i)
{
    Hx bits = rtl_width(x, v->type);
    return slice(x, net_of(x, c, v, c, bits), i, bits);
}

Hx rtl_wire_seen(RtlModule *x, const Controller *c, const Var *v, Hx i)
{
    if (v->each) return net_of(x, c, v, v->of, NULL);
    return slice(x, net_of(x, c, v, c, bits_of(x, v)), i, bits_of(x, v));
}

static Hx clock_of(RtlModule *x, const RtlDomain *d, bool reset)
{
    if (d) return reset ? d->rst : d->clk;
    return hdl_find_port(x->m, reset ? STR("rst_i") : STR("clk_i"))->x;
}

/* One cg_wire in the scope s of instance i. seed: the first one's. */
static HdlInstance *wire(RtlModule *x, HdlScope *s, Hx i, int seed, const RtlDomain *from, const RtlDomain *to)
{
    HdlModule *m = x->m;
    const RtlDomain *other = from ? from : to;
    HdlName *number = hdl_is(s, STR("seed"), hx_int(m, 32), hx_add(m, i, hx_int(m, seed)));
    HdlInstance *u = hdl_instance(s, "cg_wire", STR("u_wire"));
    hdl_set(u, "STAGES", from == to ? hx_int(m, -1) : other->stages);
    hdl_set(u, "LATENCY", rtl_tool_param(x, "NET_LATENCY"));
    hdl_set(u, "LEVEL", rtl_tool_param(x, "THROTTLE"));
    hdl_in(u, "from_clk_i", clock_of(x, from, false));
    hdl_in(u, "from_rst_i", clock_of(x, from, true));
    hdl_in(u, "clk_i", clock_of(x, to, false));
    hdl_in(u, "rst_i", clock_of(x, to, true));
    hdl_in(u, "seed_i", hx_part(m, number->x, hx_int(m, 0), hx_int(m, 16)));
    hdl_pins(u);
    return u;
}

static HdlScope *for_each(RtlModule *x, const Controller *over, Str label, HdlName **i)
{
    hdl_blank(hdl_items(x->m));
    return hdl_for(hdl_items(x->m), label, str_z(x->r->a, rtl_f(x, "i_" STR_FMT, STR_ARG(label))), rtl_count(x, over),
                   i);
}

/* What each instance of c sees of the only one of `of`. */
static void wires_of(RtlModule *x, const RtlDomain *domains, const Controller *c, const Controller *of)
{
    HdlModule *m = x->m;
    HxList from = { 0 }, to = { 0 };
    HdlName *i;
    Hx width = NULL, one = hx_int(m, 1);
    Str label = rtl_f(x, "g_" STR_FMT "_sees_" STR_FMT, STR_ARG(rtl_lower(x->r->a, c->name)),
                      STR_ARG(rtl_lower(x->r->a, of->name)));
    HdlScope *s = for_each(x, c, label, &i);
    for (int k = 0; k < c->regs.n; k++) {
        const Var *v = c->regs.at[k];
        if (!v->source || v->each || v->of != of || !v->is_read) continue;
        hx_put(m, &from, rtl_wire_shown(x, of, v->source, hx_int(m, 0)));
        hx_put(m, &to, rtl_wire_seen(x, c, v, i->x));
        Hx bits = bits_of(x, v);
        width = hx_add(m, width, bits ? bits : one);
    }
    HdlInstance *u = wire(x, s, i->x, 7000 + 64 * c->id, rtl_domain_at(x, domains, of), rtl_domain_at(x, domains, c));
    hdl_set(u, "W", width);
    hdl_in(u, "bits_i", hx_concat(m, &from));
    hdl_out(u, "bits_o", hx_concat(m, &to));
}

/* A bit of each instance of another controller. */
static void bits_of_each(RtlModule *x, const RtlDomain *domains, const Controller *c, const Var *v)
{
    HdlName *i;
    Str label = rtl_f(x, "g_" STR_FMT "_sees_" STR_FMT, STR_ARG(rtl_lower(x->r->a, c->name)), STR_ARG(v->ident));
    HdlScope *s = for_each(x, v->of, label, &i);
    HdlInstance *u = wire(x, s, i->x, 9000 + 64 * v->id, rtl_domain_at(x, domains, v->of),
                          rtl_domain_at(x, domains, c));
    hdl_in(u, "bits_i", rtl_wire_shown(x, v->of, v->source, i->x));
    hdl_out(u, "bits_o", hx_bit(x->m, rtl_wire_seen(x, c, v, NULL), i->x));
}

static bool seen_before(const Controller *c, int at)
{
    for (int i = 0; i < at; i++) {
        const Var *v = c->regs.at[i];
        if (v->source && !v->each && v->is_read && v->of == c->regs.at[at]->of) return true;
    }
    return false;
}

void rtl_wires(RtlModule *x, const RtlDomain *domains, const Controller *c)
{
    for (int i = 0; i < c->regs.n; i++) {
        const Var *v = c->regs.at[i];
        if (!v->source || !v->is_read) continue;
        if (v->each) bits_of_each(x, domains, c, v);
        else if (!seen_before(c, i)) wires_of(x, domains, c, v->of);
    }
}
