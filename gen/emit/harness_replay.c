/* harness_replay.c - the test bench of replays (sim/replay.h): the networks are outside, and two hooks decide when a controller evicts and replays.
 *
 * The controllers are those of the product, unchanged. A hook deposits into two of their registers, as a debugger would: into the request to evict that
 * otherwise follows a missing way, and into the offer of a parked request, which is withdrawn until its step is due. */
#include "emit/harness.h"
#include <inttypes.h>

/* ---- signals ---- */

static void add(Harn *h, HarnCtl *c, Str stem, const char *name, int w, bool in, bool hook)
{
    HarnSignal s = { f(h->e, STR_FMT "_%s_%s", STR_ARG(stem), name, in ? "i" : "o"), str_from(name), w, 0, in, hook };
    vec_push(h->e->a, &c->signals, s);
}

static int net_kind_bits(Harn *h, const Network *n)
{
    int kinds = 0;
    for (int i = 0; i < h->e->p->msgs.n; i++) kinds += h->e->p->msgs.at[i]->net == n;
    return code_bits(kinds);
}

static int key_bits(Harn *h)
{
    for (int i = 0; i < h->e->p->ctls.n; i++) if (h->e->p->ctls.at[i]->key) return type_width(h->e->env, h->e->p->ctls.at[i]->key);
    return 1;
}

/* Of the longest message. */
static int net_bits(Harn *h, const Network *n)
{
    int most = 0;
    for (int i = 0; i < h->e->p->msgs.n; i++) {
        const Message *m = h->e->p->msgs.at[i];
        int bits = net_kind_bits(h, n) + type_width(h->e->env, h->e->p->t_node) + (m->keyless ? 0 : key_bits(h));
        for (int k = 0; k < m->fields.n; k++) bits += type_width(h->e->env, m->fields.at[k].type);
        if (m->net == n && bits > most) most = bits;
    }
    return most;
}

static int flits_bits(Harn *h, const Network *n)
{
    int flit = (int)h->e->env->value[v_param(h->e, "FLIT_BITS")->id];
    return code_bits((net_bits(h, n) + flit - 1) / flit + 1);
}

static int replay_source(const Controller *c, SourceKind kind)
{
    for (int i = 0; i < c->sources.n; i++) if (c->sources.at[i].kind == kind) return i;
    return -1;
}

void harness_replay_signals(Harn *h, HarnCtl *c)
{
    Emit *e = h->e;
    int key = type_width(e->env, c->ctl->key);
    for (int i = 0; i < c->ctl->sources.n; i++) {
        const Source *s = &c->ctl->sources.at[i];
        if (s->kind != SRC_NETWORK) continue;
        Str stem = f(e, STR_FMT "_in", STR_ARG(s->net->name));
        add(h, c, stem, "valid", 1, true, false);
        add(h, c, stem, "msg", net_bits(h, s->net), true, false);
        add(h, c, stem, "ready", 1, false, false);
    }
    for (int i = 0; i < c->step->outs.n; i++) {
        const Out *o = c->step->outs.at[i];
        if (!o->net || o->lane) continue;
        Str stem = f(e, STR_FMT "_out", STR_ARG(o->net->name));
        add(h, c, stem, "valid", 1, false, false);
        add(h, c, stem, "dst", type_width(e->env, e->p->t_node), false, false);
        add(h, c, stem, "flits", flits_bits(h, o->net), false, false);
        add(h, c, stem, "msg", net_bits(h, o->net), false, false);
        add(h, c, stem, "ready", 1, true, false);
    }
    Str hook = STR("hook");
    add(h, c, hook, "free", 1, true, true);
    add(h, c, hook, "replay", 1, true, true);
    add(h, c, hook, "evict", 1, true, true);
    add(h, c, hook, "key", key, true, true);
    add(h, c, hook, "step", 16, true, true);
    add(h, c, hook, "busy", 1, false, true);
}

/* ---- hooks ---- */

void harness_replay_hooks(Harn *h, Buf *b)
{
    for (int i = 0; i < h->ctls.n; i++) {
        const HarnCtl *c = &h->ctls.at[i];
        const Controller *k = c->ctl;
        Str lo = lower(h->e->a, k->name);
        int replay = replay_source(k, SRC_REPLAY), evict = replay_source(k, SRC_EVICT), w = type_width(h->e->env, k->key);
        const char *u = Z(h->e, f(h->e, "dut.g_" STR_FMT "[n].u", STR_ARG(lo))), *l = Z(h->e, lo);
        buf_printf(b, "\n  // Hooks of " STR_FMT ": deposits into its registers at the falling edge.\n", STR_ARG(k->name));
        buf_printf(b, "  for (genvar n = 0; n < %" PRId64 "; n++) begin : g_hook_%s\n", c->count, l);
        if (replay >= 0) {
            const char *mshr = Z(h->e, k->waiters.at[0]->name);
            buf_printf(b, "    // The offer of a parked request is withdrawn unless it is due; once taken, no second one follows.\n    bit taken;\n");
            buf_printf(b, "    always @(posedge clk) taken <= %s_hook_replay_i[n] && (taken || %s.src_gnt[%d]);\n", l, u, replay);
            buf_printf(b, "    wire due = %s_hook_replay_i[n] && !taken && %s.replay_key == %s_hook_key_i[n*%d +: %d];\n", l, u, l, w, w);
            buf_printf(b, "    always @(negedge clk) if (!%s_hook_free_i[n] && !due) %s.u_%s.of_valid_q <= 1'b0;\n", l, u, mshr);
            buf_printf(b, "    assign %s_hook_busy_o[n] = !%s.%s_idle;\n", l, u, mshr);
        } else buf_printf(b, "    assign %s_hook_busy_o[n] = 1'b0;\n", l);
        if (evict >= 0) {
            buf_printf(b, "    // A request to evict, once per rise of its signal.\n    bit asked;\n    always @(negedge clk) begin\n");
            buf_printf(b, "      asked <= %s_hook_evict_i[n];\n      if (%s_hook_evict_i[n] && !asked) begin\n", l, l);
            buf_printf(b, "        %s.evict_valid_q <= 1'b1;\n        %s.evict_key_q <= %s_hook_key_i[n*%d +: %d];\n      end\n    end\n", u, u, l, w, w);
        }
        buf_printf(b, "  end\n");
    }
}

/* ---- C tables ---- */

static const HarnSignal *find(const HarnCtl *c, Str want)
{
    for (int i = 0; i < c->signals.n; i++) if (str_eq(c->signals.at[i].signal, want)) return &c->signals.at[i];
    return NULL;
}

static void field(Harn *h, Buf *b, const HarnCtl *c, const char *member, Str stem, const char *name, bool in)
{
    const HarnSignal *s = find(c, f(h->e, STR_FMT "_%s_%s", STR_ARG(stem), name, in ? "i" : "o"));
    if (s) buf_printf(b, ".%s = {\"%s\", %d, %d}, ", member, name, s->lsb, s->width);
}

static void message_table(Harn *h, Buf *b, const Message *m)
{
    Emit *e = h->e;
    int kinds = net_kind_bits(h, m->net), node = type_width(e->env, e->p->t_node), key = m->keyless ? 0 : key_bits(h), at;
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
    Emit *e = h->e;
    int n = 0;
    for (int i = 0; i < e->p->nets.n; i++)
        for (int out = 0; out < 2; out++) {
            Str stem = f(e, STR_FMT "_%s", STR_ARG(e->p->nets.at[i]->name), out ? "out" : "in");
            if (!find(c, f(e, STR_FMT "_valid_%s", STR_ARG(stem), out ? "o" : "i"))) continue;
            buf_printf(b, "    {.controller = %d, .network = %d, .sends = %d, ", index, i, out);
            field(h, b, c, "valid", stem, "valid", !out);
            field(h, b, c, "ready", stem, "ready", out);
            field(h, b, c, "msg", stem, "msg", !out);
            field(h, b, c, "dst", stem, "dst", false);
            buf_printf(b, "},\n");
            n++;
        }
    return n;
}

void harness_replay_tables(Harn *h, Buf *b)
{
    Emit *e = h->e;
    int ports = 0;
    buf_printf(b, "\n");
    for (int i = 0; i < e->p->msgs.n; i++) message_table(h, b, e->p->msgs.at[i]);
    buf_printf(b, "\nstatic const CgPacketType messages[] = {\n");
    for (int i = 0; i < e->p->msgs.n; i++) {
        const Message *m = e->p->msgs.at[i];
        buf_printf(b, "    {\"" STR_FMT "\", %d, %d, message_" STR_FMT ", %d},\n", STR_ARG(m->name), m->net->id, m->code, STR_ARG(m->name), m->fields.n + 3);
    }
    buf_printf(b, "    {0}};\n\nstatic const CgNetPort net_ports[] = {\n");
    for (int i = 0; i < h->ctls.n; i++) ports += ports_table(h, b, &h->ctls.at[i], i);
    buf_printf(b, "    {0}};\n\nstatic const CgHooks hooks[] = {\n");
    for (int i = 0; i < h->ctls.n; i++) {
        const HarnCtl *c = &h->ctls.at[i];
        buf_printf(b, "    {.in_base = %d, .in_stride = %d, .out_base = %d, .out_stride = %d, ", c->in_base, c->in_stride, c->out_base, c->out_stride);
        field(h, b, c, "free", STR("hook"), "free", true);
        field(h, b, c, "replay", STR("hook"), "replay", true);
        field(h, b, c, "evict", STR("hook"), "evict", true);
        field(h, b, c, "key", STR("hook"), "key", true);
        field(h, b, c, "step", STR("hook"), "step", true);
        field(h, b, c, "busy", STR("hook"), "busy", false);
        buf_printf(b, "},\n");
    }
    buf_printf(b, "    {0}};\n\nconst CgReplay cg_replay = {\n    .messages = messages, .n_messages = %d, .ports = net_ports, .n_ports = %d, .hooks = hooks,\n};\n",
               e->p->msgs.n, ports);
}
