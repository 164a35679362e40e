/* domain.c - clocks beside that of the system, and what crosses between them. */
#include "rtl/system.h"

RtlDomain *rtl_domains(RtlModule *x)
{
    const System *sys = x->r->sys;
    HdlModule *m = x->m;
    HdlScope *top = hdl_items(m);
    RtlDomain *all = NEW_N(x->r->a, RtlDomain, sys->domains.n + 1);
    for (int i = 0; i < sys->domains.n; i++) {
        const ClockDomain *d = sys->domains.at[i];
        HdlName *clk = hdl_input(m, rtl_domain_port(x->r, d, "clk"), NULL),
                *rst = hdl_input(m, rtl_domain_port(x->r, d, "rst"), NULL);
        all[i].stages = rtl_int(x, d->stages);
        Hx same = hx_lt(m, all[i].stages, hx_int(m, 0));
        hdl_blank(top);
        hdl_note(top, rtl_f(x, "Clock domain " STR_FMT "%s" STR_FMT, STR_ARG(d->name), d->doc.n ? ": " : "",
                            STR_ARG(d->doc)));
        all[i].clk = hdl_is(top, rtl_f(x, "clk_" STR_FMT, STR_ARG(rtl_lower(x->r->a, d->name))), NULL,
                            hx_cond(m, same, hdl_find_port(m, STR("clk_i"))->x, clk->x))->x;
        all[i].rst = hdl_is(top, rtl_f(x, "rst_" STR_FMT, STR_ARG(rtl_lower(x->r->a, d->name))), NULL,
                            hx_cond(m, same, hdl_find_port(m, STR("rst_i"))->x, rst->x))->x;
        hdl_unread(top, clk->x);
        hdl_unread(top, rst->x);
    }
    return all;
}

const RtlDomain *rtl_domain_at(const RtlModule *x, const RtlDomain *all, const Controller *c)
{
    const System *sys = x->r->sys;
    for (int i = 0; i < sys->places.n; i++)
        if (sys->places.at[i].ctl == c && sys->places.at[i].domain && all)
            return &all[sys->places.at[i].domain->id];
    return NULL;
}

Str rtl_domain_port(const Rtl *r, const ClockDomain *d, const char *what)
{
    return str_printf(r->a, "%s_" STR_FMT "_i", what, STR_ARG(rtl_lower(r->a, d->name)));
}

static HdlName *own(RtlModule *x, HdlScope *s, const RtlEnd *e, const char *dir, const char *part, Hx width)
{
    return hdl_wire(s, rtl_f(x, STR_FMT "_%s_tile_%s", STR_ARG(rtl_lower(x->r->a, e->net->name)), dir, part), width);
}

void rtl_cross(RtlModule *x, HdlScope *s, const RtlDomain *d, bool out, RtlEnd *e)
{
    HdlModule *m = x->m;
    const char *dir = out ? "out" : "in";
    RtlEnd far = *e;
    Hx one = hx_int(m, 1), clk = hdl_find_port(m, STR("clk_i"))->x, rst = hdl_find_port(m, STR("rst_i"))->x;
    e->valid = own(x, s, e, dir, "valid", NULL)->x;
    e->ready = own(x, s, e, dir, "ready", NULL)->x;
    e->data = own(x, s, e, dir, "data", e->flit_w)->x;
    e->last = own(x, s, e, dir, "last", NULL)->x;
    if (out) e->dst = own(x, s, e, dir, "node", x->node_w->x)->x;
    HdlInstance *u = hdl_instance(s, "cg_cross", rtl_f(x, "u_" STR_FMT "_%s_cross",
                                                       STR_ARG(rtl_lower(x->r->a, e->net->name)), dir));
    hdl_set(u, "W", hx_add(m, hx_add(m, e->flit_w, one), out ? x->node_w->x : hx_int(m, 0)));
    hdl_set(u, "STAGES", d->stages);
    const RtlEnd *from = out ? e : &far, *to = out ? &far : e;
    hdl_in(u, "push_clk_i", out ? d->clk : clk);
    hdl_in(u, "push_rst_i", out ? d->rst : rst);
    hdl_in(u, "push_valid_i", from->valid);
    hdl_out(u, "push_ready_o", from->ready);
    Hx item = hx_cat2(m, from->last, from->data);
    hdl_in(u, "push_data_i", out ? hx_cat2(m, from->dst, item) : item);
    hdl_pins(u);
    hdl_in(u, "pop_clk_i", out ? clk : d->clk);
    hdl_in(u, "pop_rst_i", out ? rst : d->rst);
    hdl_out(u, "pop_valid_o", to->valid);
    hdl_in(u, "pop_ready_i", to->ready);
    item = hx_cat2(m, to->last, to->data);
    hdl_out(u, "pop_data_o", out ? hx_cat2(m, to->dst, item) : item);
}

Hx rtl_cross_bits(RtlModule *x, HdlScope *s, const RtlDomain *d, HdlName *from, const char *name)
{
    HdlName *to = hdl_wire(s, rtl_f(x, "%s_here", name), from->width);
    HdlInstance *u = hdl_instance(s, "cg_sync", rtl_f(x, "u_%s_sync", name));
    hdl_set(u, "W", from->width ? from->width : hx_int(x->m, 1));
    hdl_set(u, "STAGES", d->stages);
    hdl_in(u, "clk_i", hdl_find_port(x->m, STR("clk_i"))->x);
    hdl_in(u, "rst_i", hdl_find_port(x->m, STR("rst_i"))->x);
    hdl_in(u, "bits_i", from->x);
    hdl_out(u, "bits_o", to->x);
    return to->x;
}
