/* ctl_gate.c - the gate of a controller's clock (cg_clock_gate): it rises in cycles in which something can change.
 *
 * Everything but timers' counters and the AXI side stands behind the gate, as do registers of the pins. What is taken
 * or given at a port opens the gate in that cycle; so do stages that are occupied, sources that offer, and blocks that
 * say that they move. So nothing is lost while it is shut, and whatever could go on goes on.
 *
 * Controllers with blocks that do not say when they move have no gate. */
#include "rtl/ctl.h"

static bool says_when_it_moves(const Block *b) { return b->still || block_pin(b, "busy_o"); }

static bool gated(const Ctl *k)
{
    const Controller *c = k->c;
    if (k->memory || c->sweeps.n || k->port_busy || ctl_holds(k)) return false;
    if (ctl_probed(k)) return false;
    for (int i = 0; i < k->n_stores; i++) if (!says_when_it_moves(k->stores[i].s->block)) return false;
    for (int i = 0; i < k->n_waits; i++) if (!says_when_it_moves(k->waits[i].w->block)) return false;
    for (int i = 0; i < c->sources.n; i++)
        if (c->sources.at[i].kind == SRC_NETWORK && port_join(c->sources.at[i].port, c->sources.at[i].net))
            return false;
    return true;
}

/* Made before what uses them. */
void ctl_gate_nets(Ctl *k)
{
    if (!gated(k)) return;
    k->clk_on = hdl_wire(k->s, STR("clk_on"), NULL);
    k->free_clk = hdl_wire(k->s, STR("free_clk"), NULL);
    hdl_part_clock(k->m, k->clk_on);
    for (int i = 0; i < k->c->regs.n; i++) {
        const Var *v = k->c->regs.at[i];
        if (v->kind == V_INPUT && v->is_read)
            k->pin[v->id] = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_q", STR_ARG(v->ident)), rtl_width(k->x, v->type));
    }
}

/* ---- when it opens ---- */

typedef struct { Ctl *k; Hx x; } Opens;

static void opens(Opens *o, Hx x) { o->x = o->x ? hx_or(o->k->m, o->x, x) : x; }
static void moved(Opens *o, Hx valid, Hx ready) { opens(o, hx_and(o->k->m, valid, ready)); }

/* What is brought is taken at once or waits in S0, where it keeps the gate open. */
static void brought(Opens *o)
{
    Ctl *k = o->k;
    for (int i = 0; i < k->c->sources.n; i++) {
        const Source *s = &k->c->sources.at[i];
        if (s->kind == SRC_NETWORK) opens(o, rtl_port(k->ports, RTL_NET_IN, s->net, "valid")->x);
        else if (s->kind == SRC_PORT && ctl_mem_of(k, s->port)) opens(o, ctl_mem_of(k, s->port)->valid->x);
        else if (s->kind == SRC_PORT) opens(o, ctl_port_in(k, s->port, STR("valid")));
    }
}

static void sent(Opens *o)
{
    Ctl *k = o->k;
    for (int i = 0; i < k->step->outs.n; i++) {
        const Out *out = k->step->outs.at[i];
        if (out->lane) continue;
        if (out->net)
            moved(o, rtl_port(k->ports, RTL_NET_OUT, out->net, "valid")->x,
                  rtl_port(k->ports, RTL_NET_OUT, out->net, "ready")->x);
        else if (ctl_mem_of(k, out->port))
            moved(o, ctl_mem_of(k, out->port)->pop_valid->x, ctl_mem_of(k, out->port)->pop_ready->x);
        else
            moved(o, ctl_port_out(k, out->port, STR("valid")), ctl_port_out(k, out->port, STR("ready")));
    }
}

static void pins(Opens *o)
{
    Ctl *k = o->k;
    HdlBody *b = NULL;
    for (int i = 0; i < k->c->regs.n; i++) {
        const Var *v = k->c->regs.at[i];
        if (v->kind != V_INPUT || !v->is_read) continue;
        Hx port = rtl_var_port(k->ports, v)->x;
        if (!b) b = hdl_clocked(k->s, false).run;
        hs_set(b, k->pin[v->id]->x, port);
        opens(o, hx_ne(k->m, port, k->pin[v->id]->x));
    }
}

void ctl_gate(Ctl *k)
{
    if (!k->clk_on) return;
    Opens o = { k, ctl_rst(k) };
    ctl_in(k, CTL_IN);
    pins(&o);
    ctl_in(k, CTL_PARTS);
    brought(&o);
    opens(&o, hx_any(k->m, k->src_valid->x));
    if (k->l_valid) opens(&o, hx_or(k->m, k->l_valid->x, k->l_moves->x));
    if (ctl_late(k)) opens(&o, hx_or(k->m, k->r_valid->x, hx_or(k->m, k->r_moves->x, k->t_moves->x)));
    opens(&o, k->t_valid->x);
    opens(&o, k->d_valid->x);
    opens(&o, hx_not(k->m, k->ready->x));
    if (k->walks) opens(&o, k->walk_busy->x);
    if (k->walks) opens(&o, k->walk_at_place->x);   /* the last place, when the look-up is free again */
    if (k->walks && ctl_late(k)) opens(&o, k->walk_apply->x);
    if (k->write_error) opens(&o, k->write_error->x);
    if (k->t_full) opens(&o, k->t_full->x);
    for (int i = 0; i < k->n_stores; i++) if (k->stores[i].busy) opens(&o, k->stores[i].busy->x);
    for (int i = 0; i < k->n_waits; i++) if (k->waits[i].busy) opens(&o, k->waits[i].busy->x);
    for (int i = 0; i < k->overs.at.n; i++) opens(&o, k->overs.at.at[i]);
    sent(&o);
    hdl_note(k->s, STR("---- the clock of all this: it rises when something can change ----"));
    hdl_assign(k->s, k->free_clk->x, ctl_clk(k));
    HdlName *busy = hdl_is(k->s, STR("busy"), NULL, o.x);
    HdlInstance *i = hdl_instance(k->s, "cg_clock_gate", STR("u_gate"));
    hdl_in(i, "clk_i", ctl_clk(k));
    hdl_in(i, "en_i", busy->x);
    hdl_out(i, "clk_o", k->clk_on->x);
    hdl_blank(k->s);
}
