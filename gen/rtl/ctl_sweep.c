/* ctl_sweep.c - sweeps: cg_sweep goes from place to place of the store and asks for S0 by itself, to see which key is
 * there; the key is then an occurrence like that of a wake. Whether its line is one to visit is looked at where its row
 * is chosen. */
#include "rtl/ctl.h"

static HdlName *net(Ctl *k, const Sweep *w, const char *tail, Hx width)
{
    return hdl_wire(k->s, rtl_f(k->x, STR_FMT "_%s", STR_ARG(w->name), tail), width);
}

void ctl_sweep_nets(Ctl *k)
{
    k->sweep = NEW_N(k->r->a, CtlSweep, k->c->sweeps.n + 1);
    for (int i = 0; i < k->c->sweeps.n; i++) {
        const Sweep *w = k->c->sweeps.at[i];
        k->sweep[i] = (CtlSweep){ net(k, w, "want", NULL), net(k, w, "look", NULL), net(k, w, "peek", NULL),
                                  net(k, w, "row", NULL), net(k, w, "col", NULL), ctl_store_of(k, w->store) };
    }
}

void ctl_sweep_widths(Ctl *k, const CtlStore *l, Hx row, Hx column)
{
    for (int i = 0; i < k->c->sweeps.n; i++) {
        if (k->sweep[i].l != l) continue;
        k->sweep[i].row->width = row;
        k->sweep[i].col->width = column;
    }
}

static bool over(const Ctl *k, int i, const CtlStore *l) { return !l || k->sweep[i].l == l; }

Hx ctl_sweep_reads(const Ctl *k, const CtlStore *l)
{
    Hx x = NULL;
    for (int i = 0; i < k->c->sweeps.n; i++) if (over(k, i, l)) x = hx_or(k->m, x, k->sweep[i].look->x);
    return x;
}

Hx ctl_sweep_peeks(const Ctl *k, const CtlStore *l)
{
    Hx x = NULL;
    for (int i = 0; i < k->c->sweeps.n; i++) if (over(k, i, l)) x = hx_or(k->m, x, k->sweep[i].peek->x);
    return x;
}

Hx ctl_sweeps_look(Ctl *k, Hx go)
{
    HdlModule *m = k->m;
    Hx wanted = NULL, free = hx_and(m, go, hx_not(m, ctl_sweep_peeks(k, NULL)));
    hdl_note(k->s, STR("A sweep looks at a place: nothing else is offered now and in the next cycle."));
    for (int i = 0; i < k->c->sweeps.n; i++) {
        Hx want = k->sweep[i].want->x;
        hdl_assign(k->s, k->sweep[i].look->x, hx_and(m, free, wanted ? hx_and(m, want, hx_not(m, wanted)) : want));
        wanted = hx_or(m, wanted, want);
    }
    return hx_and(m, free, hx_not(m, wanted));
}

Hx ctl_sweep_row(const Ctl *k, const CtlStore *l, Hx other)
{
    Hx x = other;
    for (int i = k->c->sweeps.n - 1; i >= 0; i--)
        if (over(k, i, l)) x = x ? hx_cond(k->m, k->sweep[i].look->x, k->sweep[i].row->x, x) : k->sweep[i].row->x;
    return x;
}

Hx ctl_sweep_column(const Ctl *k, const CtlStore *l, Hx other)
{
    Hx x = other;
    for (int i = k->c->sweeps.n - 1; i >= 0; i--)
        if (over(k, i, l)) x = x ? hx_cond(k->m, k->sweep[i].peek->x, k->sweep[i].col->x, x) : k->sweep[i].col->x;
    return x;
}

static int source_of(const Ctl *k, const Event *e)
{
    for (int i = 0; i < k->c->sources.n; i++)
        if (k->c->sources.at[i].kind == SRC_LEVEL && k->c->sources.at[i].event == e) return i;
    return -1;
}

void ctl_sweep(Ctl *k, int source)
{
    HdlModule *m = k->m;
    const Event *e = k->c->sources.at[source].event;
    const Sweep *w = e->sweep;
    const CtlSweep *s = &k->sweep[w->id];
    if (e->kind == EV_SWEPT) return;                /* driven with the source of its lines */
    Hx key = ctl_walk_victim(k, s->l);
    Str least = rtl_f(k->x, STR_FMT "_least_key", STR_ARG(w->name));
    if (s->l->s->key) key = hdl_is(k->s, least, rtl_key_width(k->x), key)->x;
    HdlInstance *i = ctl_block(k, "cg_sweep", rtl_f(k->x, "u_" STR_FMT, STR_ARG(w->name)));
    hdl_set(i, "SETS", s->l->rows);
    hdl_set(i, "WAYS", s->l->columns);
    hdl_set(i, "KEY_W", rtl_key_width(k->x));
    hdl_set(i, "PACE", w->pace ? rtl_int(k->x, w->pace) : hx_int(m, 1));
    if (k->stages > 1) hdl_set(i, "STAGES", hx_int(m, k->stages));
    hdl_pins(i);
    hdl_in(i, "run_i", k->reg[w->busy->id]->x);
    hdl_in(i, "start_i", hx_and(m, k->t_fire->x, ctl_st(k, SIG_START, w)));
    hdl_out(i, "want_o", s->want->x);
    hdl_in(i, "look_i", s->look->x);
    hdl_pins(i);
    hdl_out(i, "peek_o", s->peek->x);
    hdl_out(i, "row_o", s->row->x);
    hdl_out(i, "col_o", s->col->x);
    hdl_in(i, "there_i", s->l->victim_ok->x);
    hdl_in(i, "key_i", key);
    hdl_pins(i);
    hdl_out(i, "offer_o", k->level[source]->x);
    hdl_out(i, "key_o", k->level_key[source]->x);
    hdl_in(i, "over_i", hx_and(m, k->t_over->x, ctl_src(k, k->t_src, source)));
    hdl_out(i, "end_o", k->level[source_of(k, w->end)]->x);
}

static Hx in_t(void *ctx, const Var *v)
{
    Signal g = { .kind = SIG_IN_VAR, .var = (Var *)v };
    return ctl_step_input(ctx, &g);
}

/* Where the opaque data of a place lies: column after column, and nothing for what has one value only (loc_o). */
static Hx location(Ctl *k, const Sweep *w)
{
    HdlModule *m = k->m;
    const CtlStore *l = k->sweep[w->id].l;
    const HdlName *row = k->sweep[w->id].row, *column = k->sweep[w->id].col;
    HdlName *fn = hdl_function(m, rtl_f(k->x, STR_FMT "_loc", STR_ARG(w->name)), l->loc_w);
    HdlName *r = hdl_arg(m, fn, "row", row->width), *c = hdl_arg(m, fn, "col", column->width);
    HdlName *i = hdl_loop(m, fn, "i");
    Hx zero = hx_int(m, 0), rows = hx_clog2(m, l->rows);
    HdlBody *b = hdl_function_body(fn);
    hs_set(b, fn->x, hx_zeros(m, l->loc_w));
    hs_set(hs_for(b, i, zero, rows), hx_bit(m, fn->x, i->x), hx_bit(m, r->x, i->x));
    hs_set(hs_for(b, i, zero, hx_clog2(m, l->columns)), hx_bit(m, fn->x, hx_add(m, rows, i->x)),
           hx_bit(m, c->x, i->x));
    return hx_call(m, fn, 2, row->x, column->x);
}

Hx ctl_sweep_still(Ctl *k, int source)
{
    HdlModule *m = k->m;
    const Sweep *w = k->c->sources.at[source].event->sweep;
    Hx in = NULL;
    for (int i = 0; i < w->in.n; i++) in = hx_or(m, in, hx_eq(m, k->r_state->x, rtl_state(k->x, w->in.at[i])));
    const CtlStore *l = k->sweep[w->id].l;
    Hx there = ctl_late(k) ? l->hit->x : hx_and(m, l->hit->x, hx_eq(m, l->loc->x, location(k, w)));
    Hx still = hx_and(m, there, in);
    RtlExpr x = { .x = k->x, .var = in_t, .ctx = k };
    return w->where ? hx_and(m, still, rtl_expr(&x, w->where)) : still;
}
