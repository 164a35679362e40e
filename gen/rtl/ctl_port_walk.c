/* ctl_port_walk.c - walks over ports: the row has said which fields of waiting messages become what; then one place
 * after the other of each queue in front of S0 is written, while nothing is offered. What comes in meanwhile may be
 * found there or not; what is in front of the queues has not arrived. */
#include "rtl/ctl.h"

static bool walked(const Ctl *k, const Port *p)
{
    for (int i = 0; i < k->step->walks.n; i++)
        if (p ? k->step->walks.at[i]->port == p : k->step->walks.at[i]->port != NULL) return true;
    return false;
}

/* The register that keeps a signal of such a walk. */
static HdlName **kept(Ctl *k, int signal) { return &k->port_kept[signal]; }

void ctl_port_walk_nets(Ctl *k)
{
    if (!walked(k, NULL)) return;
    k->port_kept = NEW_N(k->r->a, HdlName *, k->step->signals.n + 1);
    k->port_busy = hdl_wire(k->s, STR("port_busy"), NULL);
    k->port_idx = hdl_wire(k->s, STR("port_idx"), hx_clog2(k->m, rtl_tool_param(k->x, "QUEUE_DEPTH")));
    for (int i = k->step->n_inputs; i < k->step->signals.n; i++) {
        const Signal *g = &k->step->signals.at[i];
        if (g->kind != SIG_PORT_SET && g->kind != SIG_PORT_WE) continue;
        *kept(k, i) = hdl_wire(k->s, rtl_f(k->x, "%.*s_q", g->name.n - 2, g->name.p), rtl_signal_width(k->x, g));
    }
}

void ctl_port_walk(Ctl *k)
{
    HdlModule *m = k->m;
    Hx start = NULL, one = hx_int(m, 1);
    for (int i = 0; i < k->step->walks.n; i++)
        if (k->step->walks.at[i]->port) start = hx_or(m, start, ctl_st(k, SIG_WALK, k->step->walks.at[i]));
    HdlName *begin = hdl_is(k->s, STR("port_start"), NULL, hx_and(m, k->t_fire->x, start));
    hdl_note(k->s, STR("Walks over ports: all queues at once, place after place, with what the row has said."));
    HdlInstance *i = ctl_block(k, "cg_walk", STR("u_port_walk"));
    hdl_set(i, "WALKS", one);
    hdl_set(i, "OVER_ENTRIES", one);
    hdl_set(i, "SETS", one);
    hdl_set(i, "WAYS", one);
    hdl_set(i, "ENTRIES", rtl_tool_param(k->x, "QUEUE_DEPTH"));
    hdl_pins(i);
    hdl_in(i, "start_i", begin->x);
    hdl_in(i, "there_i", hx_bool(m, 1));
    hdl_out(i, "busy_o", k->port_busy->x);
    hdl_out(i, "idx_o", k->port_idx->x);
    static const char *const other[] = { "lines_o", "read_o", "set_o",  "way_o",
                                         "apply_o", "walk_o", "word_o", "last_o" };
    for (size_t j = 0; j < sizeof other / sizeof *other; j++)
        hdl_out(i, other[j], hdl_wire(k->s, rtl_f(k->x, "port_%s", other[j]), NULL)->x);
    hdl_out(i, "at_o", hdl_wire(k->s, STR("port_at_o"), hx_clog2(m, rtl_tool_param(k->x, "QUEUE_DEPTH")))->x);
    HdlBody *b = hs_if(hdl_clocked(k->s, false).run, begin->x);
    for (int j = k->step->n_inputs; j < k->step->signals.n; j++)
        if (*kept(k, j)) hs_set(b, (*kept(k, j))->x, k->st[j]->x);
}

/* Fields of one message that some walk over the port sets. */
static void set_fields(Ctl *k, HdlBody *b, const Port *p, const Message *msg, Hx to)
{
    HdlModule *m = k->m;
    Hx at = rtl_msg_body(k->x, msg);
    for (int f = 0; f < msg->fields.n; f++) {
        Hx w = rtl_width(k->x, msg->fields.at[f].type);
        for (int i = k->step->n_inputs; i < k->step->signals.n; i++) {
            const Signal *g = &k->step->signals.at[i];
            bool of = g->kind == SIG_PORT_SET && g->walk->port == p;
            if (!of || !str_eq(g->var->name, msg->fields.at[f].name)) continue;
            int we = step_walk_signal(k->step, SIG_PORT_WE, g->walk, g->var);
            hs_set(hs_if(b, (*kept(k, we))->x), hx_part(m, to, at, w), (*kept(k, i))->x);
        }
        at = hx_add(m, at, rtl_bits(k->x, msg->fields.at[f].type));
    }
}

HdlName *ctl_port_item(Ctl *k, const Source *s, const HdlName *from)
{
    const RtlNet *net = rtl_net(k->x, s->net);
    if (!k->port_busy || !walked(k, s->port)) return NULL;
    HdlName *made = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_made", STR_ARG(s->net->name)), net->bits->x);
    HdlBody *b = hdl_comb(k->s);
    hs_set(b, made->x, from->x);
    HdlCase *by_kind = hs_case(b, hx_part(k->m, from->x, hx_int(k->m, 0), net->kind_w->x));
    for (int i = 0; i < s->port->events.n; i++) {
        const Event *e = s->port->events.at[i];
        if (e->msg->net == s->net) set_fields(k, hs_arm(by_kind, rtl_msg(k->x, e->msg)), s->port, e->msg, made->x);
    }
    hs_default(by_kind);
    return made;
}
