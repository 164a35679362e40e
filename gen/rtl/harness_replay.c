/* harness_replay.c - the test bench of replays (sim/model/hooks.h): the networks are outside, and two hooks decide when
 * a controller evicts and replays.
 *
 * The controllers are those of the product, unchanged. A hook deposits into two of their registers, as a debugger
 * would: into the request to evict that otherwise follows a missing way, and into the offer of a parked request, which
 * is withdrawn until its step is due. */
#include "rtl/harness.h"
#include "rtl/module.h"
#include <inttypes.h>

/* ---- signals ---- */

static void add(Harn *h, HarnCtl *c, Str stem, const char *name, int w, bool in)
{
    Str signal = harn_f(h, STR_FMT "_%s_%s", STR_ARG(stem), name, in ? "i" : "o");
    HarnSignal s = { .signal = signal, .name = str_from(name), .width = w, .in = in };
    vec_push(h->r->a, &c->signals, s);
}

static void add_hook(Harn *h, HarnCtl *c, const char *name, int w, bool in)
{
    add(h, c, STR("hook"), name, w, in);
    c->signals.at[c->signals.n - 1].hook = true;
}

static int net_kind_bits(Harn *h, const Network *n)
{
    int kinds = 0;
    for (int i = 0; i < h->r->p->msgs.n; i++) kinds += h->r->p->msgs.at[i]->net == n;
    return code_bits(kinds);
}

static int key_bits(Harn *h)
{
    for (int i = 0; i < h->r->p->ctls.n; i++)
        if (h->r->p->ctls.at[i]->key) return type_width(h->r->env, h->r->p->ctls.at[i]->key);
    return 1;
}

/* Of the longest message. */
static int net_bits(Harn *h, const Network *n)
{
    int most = 0;
    for (int i = 0; i < h->r->p->msgs.n; i++) {
        const Message *m = h->r->p->msgs.at[i];
        int bits = net_kind_bits(h, n) + type_width(h->r->env, h->r->p->t_node) + (m->keyless ? 0 : key_bits(h));
        for (int k = 0; k < m->fields.n; k++) bits += type_width(h->r->env, m->fields.at[k].type);
        if (m->net == n && bits > most) most = bits;
    }
    return most;
}

static int flits_bits(Harn *h, const Network *n)
{
    int flit = harn_param(h, "FLIT_BITS");
    return code_bits((net_bits(h, n) + flit - 1) / flit + 1);
}

void harn_replay_signals(Harn *h, HarnCtl *c)
{
    Rtl *e = h->r;
    int key = type_width(e->env, c->ctl->key);
    for (int i = 0; i < c->ctl->sources.n; i++) {
        const Source *s = &c->ctl->sources.at[i];
        if (s->kind != SRC_NETWORK) continue;
        Str stem = harn_f(h, STR_FMT "_in", STR_ARG(s->net->name));
        add(h, c, stem, "valid", 1, true);
        add(h, c, stem, "msg", net_bits(h, s->net), true);
        add(h, c, stem, "ready", 1, false);
    }
    for (int i = 0; i < c->step->outs.n; i++) {
        const Out *o = c->step->outs.at[i];
        if (!o->net || o->lane) continue;
        Str stem = harn_f(h, STR_FMT "_out", STR_ARG(o->net->name));
        add(h, c, stem, "valid", 1, false);
        add(h, c, stem, "dst", type_width(e->env, e->p->t_node), false);
        add(h, c, stem, "flits", flits_bits(h, o->net), false);
        add(h, c, stem, "msg", net_bits(h, o->net), false);
        add(h, c, stem, "ready", 1, true);
    }
    add_hook(h, c, "free", 1, true);
    add_hook(h, c, "replay", 1, true);
    add_hook(h, c, "evict", 1, true);
    add_hook(h, c, "key", key, true);
    add_hook(h, c, "step", 16, true);
    add_hook(h, c, "busy", 1, false);
}

/* ---- hooks ---- */

/* The hook of this name, of the instance at hand, as it was one cycle ago: a deposit follows what was driven at the
 * last edge. */
static Hx hook(Harn *h, const HarnCtl *c, HdlBody *each_edge, const char *name, int width)
{
    Hx vector = hdl_named(h->m, harn_f(h, STR_FMT "_hook_%s_i", STR_ARG(harn_lower(h, c->ctl)), name))->x;
    Hx now = harn_slice(h, c, vector, width);
    HdlName *was = hdl_wire(c->scope, harn_f(h, "hook_%s", name), hx_int(h->m, width));
    hs_set(each_edge, was->x, now);
    return was->x;
}

/* Something inside a waiting place of the controller, in the part that holds its state (ctl.c). */
static Hx inside_block(Harn *h, const HarnCtl *c, Str block, const char *name)
{
    HdlStep steps[6] = { { STR("dut"), NULL },
                         { harn_f(h, "g_" STR_FMT, STR_ARG(harn_lower(h, c->ctl))), c->instance },
                         { STR("u"), NULL },
                         { STR("u_state"), NULL },
                         { harn_f(h, "u_" STR_FMT, STR_ARG(block)), NULL },
                         { str_from(name), NULL } };
    return hx_path(h->m, steps, 6);
}

/* The offer of a parked request is withdrawn unless it is due; once taken, no second one follows. */
static void replays(Harn *h, const HarnCtl *c, HdlBody *edge, Hx key, int source)
{
    HdlModule *m = h->m;
    Str waiters = c->ctl->waiters.at[0]->name;
    Hx may = hook(h, c, edge, "free", 1), wanted = hook(h, c, edge, "replay", 1);
    HdlName *taken = hdl_wire(c->scope, STR("taken"), NULL);
    Hx now = harn_slice(h, c, hdl_named(m, harn_f(h, STR_FMT "_hook_replay_i", STR_ARG(harn_lower(h, c->ctl))))->x, 1);
    hs_set(edge, taken->x,
           hx_and(m, now, hx_or(m, taken->x, hx_bit(m, harn_inside(h, c, "src_gnt"), hx_int(m, source)))));
    Hx due = hx_and(m, hx_and(m, wanted, hx_not(m, taken->x)), hx_eq(m, harn_inside(h, c, "replay_key"), key));
    HdlBody *b = hs_if(hdl_at_fall(c->scope, h->clk->x), hx_and(m, hx_not(m, may), hx_not(m, due)));
    hs_set(b, inside_block(h, c, waiters, "of_valid_q"), hx_bool(m, 0));
}

/* A request to evict, once per rise of its signal. */
static void evictions(Harn *h, const HarnCtl *c, HdlBody *edge, Hx key)
{
    HdlModule *m = h->m;
    Hx wanted = hook(h, c, edge, "evict", 1);
    HdlName *asked = hdl_wire(c->scope, STR("asked"), NULL);
    HdlBody *b = hdl_at_fall(c->scope, h->clk->x);
    hs_set(b, asked->x, wanted);
    b = hs_if(b, hx_and(m, wanted, hx_not(m, asked->x)));
    hs_set(b, harn_inside(h, c, "evict_valid_q"), hx_bool(m, 1));
    hs_set(b, harn_inside(h, c, "evict_key_q"), key);
}

void harn_replay_hooks(Harn *h, const HarnCtl *c)
{
    HdlModule *m = h->m;
    int replay = harn_source(c->ctl, SRC_REPLAY), evict = harn_source(c->ctl, SRC_EVICT);
    Hx busy = harn_slice(h, c, hdl_named(m, harn_f(h, STR_FMT "_hook_busy_o", STR_ARG(harn_lower(h, c->ctl))))->x, 1);
    hdl_note(c->scope, STR("Hooks: deposits into registers at the falling edge."));
    if (replay >= 0)
        hdl_assign(
            c->scope, busy,
            hx_not(m, harn_inside(h, c,
                                  str_z(h->r->a, harn_f(h, STR_FMT "_idle", STR_ARG(c->ctl->waiters.at[0]->name))))));
    else hdl_assign(c->scope, busy, hx_bool(m, 0));
    if (replay < 0 && evict < 0) return;
    HdlBody *edge = hdl_at(c->scope, h->clk->x);
    Hx key = hook(h, c, edge, "key", type_width(h->r->env, c->ctl->key));
    if (replay >= 0) replays(h, c, edge, key, replay);
    if (evict >= 0) evictions(h, c, edge, key);
}

/* ---- C tables ---- */

static void field(Harn *h, Buf *b, const HarnCtl *c, Str stem, const char *name, bool in)
{
    const HarnSignal *s = harn_signal(c, harn_f(h, STR_FMT "_%s_%s", STR_ARG(stem), name, in ? "i" : "o"));
    if (s) buf_printf(b, ".%s = {\"%s\", %d, %d}, ", name, name, s->lsb, s->width);
}

static void message_table(Harn *h, Buf *b, const Message *m)
{
    Rtl *e = h->r;
    int kinds = net_kind_bits(h, m->net), node = type_width(e->env, e->p->t_node), key = m->keyless ? 0 : key_bits(h),
        at;
    buf_printf(b, "static const CgField message_" STR_FMT "[] = {", STR_ARG(m->name));
    buf_printf(b, "{\"kind\", 0, %d}, {\"from\", %d, %d}, {\"key\", %d, %d}, ", kinds, kinds, node, kinds + node, key);
    at = kinds + node + key;
    for (int i = 0; i < m->fields.n; i++) {
        int w = type_width(e->env, m->fields.at[i].type);
        buf_printf(b, "{\"" STR_FMT "\", %d, %d}, ", STR_ARG(m->fields.at[i].name), at, w);
        at += w;
    }
    buf_printf(b, "{0}};\n");
}

static int ports_table(Harn *h, Buf *b, const HarnCtl *c, int index)
{
    Rtl *e = h->r;
    int n = 0;
    for (int i = 0; i < e->p->nets.n; i++)
        for (int out = 0; out < 2; out++) {
            Str stem = harn_f(h, STR_FMT "_%s", STR_ARG(e->p->nets.at[i]->name), out ? "out" : "in");
            if (!harn_signal(c, harn_f(h, STR_FMT "_valid_%s", STR_ARG(stem), out ? "o" : "i"))) continue;
            buf_printf(b, "    {.controller = %d, .network = %d, .sends = %d, ", index, i, out);
            field(h, b, c, stem, "valid", !out);
            field(h, b, c, stem, "ready", out);
            field(h, b, c, stem, "msg", !out);
            field(h, b, c, stem, "dst", false);
            buf_printf(b, "},\n");
            n++;
        }
    return n;
}

void harn_replay_tables(Harn *h, Buf *b)
{
    Rtl *e = h->r;
    int ports = 0;
    buf_printf(b, "\n");
    for (int i = 0; i < e->p->msgs.n; i++) message_table(h, b, e->p->msgs.at[i]);
    buf_printf(b, "\nstatic const CgPacketType messages[] = {\n");
    for (int i = 0; i < e->p->msgs.n; i++) {
        const Message *m = e->p->msgs.at[i];
        buf_printf(b, "    {\"" STR_FMT "\", %d, %d, message_" STR_FMT ", %d},\n", STR_ARG(m->name), m->net->id,
                   m->code, STR_ARG(m->name), m->fields.n + 3);
    }
    buf_printf(b, "    {0}};\n\nstatic const CgNetPort net_ports[] = {\n");
    for (int i = 0; i < h->ctls.n; i++) ports += ports_table(h, b, &h->ctls.at[i], i);
    buf_printf(b, "    {0}};\n\nstatic const CgHooks hooks[] = {\n");
    for (int i = 0; i < h->ctls.n; i++) {
        const HarnCtl *c = &h->ctls.at[i];
        buf_printf(b, "    {.in_base = %d, .in_stride = %d, .out_base = %d, .out_stride = %d, ", c->in_base,
                   c->in_stride, c->out_base, c->out_stride);
        field(h, b, c, STR("hook"), "free", true);
        field(h, b, c, STR("hook"), "replay", true);
        field(h, b, c, STR("hook"), "evict", true);
        field(h, b, c, STR("hook"), "key", true);
        field(h, b, c, STR("hook"), "step", true);
        field(h, b, c, STR("hook"), "busy", false);
        buf_printf(b, "},\n");
    }
    buf_printf(b,
               "    {0}};\n\nconst CgReplay cg_replay = {\n    .messages = messages, .n_messages = %d, .ports = "
               "net_ports, .n_ports = %d, .hooks = hooks,\n};\n",
               e->p->msgs.n, ports);
}
