/* step_walk.c - the module of the walks: what each makes of one key. */
#include "rtl/step_parts.h"
#include "util/text.h"

Str rtl_walk_arg(Arena *a, const Signal *g)
{
    return str_printf(a, "%.*s_i", g->name.n - 2, g->name.p);
}

static void parked_ports(Printer *p)
{
    const Step *s = p->s;
    p->parked = NEW_N(p->x->r->a, HdlName *, s->parked.n + 1);
    p->parked_we = NEW_N(p->x->r->a, HdlName *, s->parked.n + 1);
    for (int i = 0; i < s->parked.n; i++) {
        Str n = s->parked.at[i]->ident;
        p->parked[i] = hdl_output(p->x->m, rtl_f(p->x, "parked_" STR_FMT "_o", STR_ARG(n)),
                                  rtl_width(p->x, s->parked.at[i]->type));
        p->parked_we[i] = hdl_output(p->x->m, rtl_f(p->x, "parked_" STR_FMT "_we_o", STR_ARG(n)), NULL);
    }
}

RtlModule *rtl_walk(Rtl *r, const Lowered *l)
{
    const Controller *ctl = l->step->ctl;
    Str what = str_printf(r->a, STR_FMT "_walk", STR_ARG(rtl_lower(r->a, ctl->name)));
    Str doc = str_printf(r->a,
                         "Walks of controller " STR_FMT
                         ": what walk_i, one-hot, makes of one key; nothing unless run_o. Combinational.",
                         STR_ARG(ctl->name));
    Printer p = { .x = rtl_module(r, ctl, what, doc), .l = l, .s = l->step, .walk = true };
    HdlModule *m = p.x->m;
    HdlName *which = hdl_input(m, STR("walk_i"), hx_int(m, rtl_walks_visiting(l)));
    HdlName *run = hdl_output(m, STR("run_o"), NULL);
    step_miss(&p);
    step_signal_ports(&p);
    parked_ports(&p);
    HdlBody *b = hdl_comb(hdl_items(m));
    p.temps.cleared = hs_group(b);
    hs_set(b, run->x, hx_bool(m, 0));
    step_hits(&p, b);
    step_starts(&p, b);
    for (int i = 0; i < l->step->parked.n; i++) {
        hs_set(b, p.parked[i]->x, rtl_zeros(p.x, l->step->parked.at[i]->type));
        hs_set(b, p.parked_we[i]->x, hx_bool(m, 0));
    }
    for (int i = 0; i < rtl_walks_visiting(l); i++) {
        const LowWalk *w = rtl_walk_visiting(l, i);
        p.over = w->op->from;
        HdlBody *in = hs_if(b, hx_bit(m, which->x, hx_int(m, i)));
        hs_tail(in, rtl_f(p.x, "%s:%d", text_file_name(w->op->from->pos.file), w->op->from->pos.line));
        RtlExpr c = step_expressions(&p, in);
        p.temps.used = 0;
        hs_set(in, run->x, w->op->value ? rtl_expr(&c, w->op->value) : hx_bool(m, 1));
        step_operations(&p, in, w->op->body);
    }
    return rtl_write(p.x) ? p.x : NULL;
}
