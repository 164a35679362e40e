/* harness.c - what the test bench of a system drives and samples, and where that lies in the records. */
#include "rtl/harness.h"
#include "ir/probe.h"
#include "rtl/ports.h"
#include "rtl/transition.h"
#include <stdarg.h>
#include <stdio.h>

/* ---- names and values ---- */

Str harn_f(const Harn *h, const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    char *p = arena_alloc(h->r->a, (size_t)n + 1);
    vsnprintf(p, (size_t)n + 1, fmt, again);
    va_end(again);
    va_end(ap);
    return (Str){ p, n };
}

int harn_param(const Harn *h, const char *name)
{
    const Protocol *p = h->r->p;
    for (int i = 0; i < p->params.n; i++)
        if (!p->params.at[i]->owner && str_is(p->params.at[i]->name, name))
            return (int)h->r->env->value[p->params.at[i]->id];
    return 0;
}

Str harn_lower(const Harn *h, const Controller *c) { return rtl_lower(h->r->a, c->name); }

const Port *harn_core_port(const Controller *c)
{
    const Port *first = NULL;
    for (int i = 0; i < c->ports.n; i++) {
        const Port *p = c->ports.at[i];
        if (p->kind != PORT_CORE) continue;
        if (!first) first = p;
        for (int e = 0; e < p->events.n; e++)
            if (str_is(p->events.at[e]->name, "load") || str_is(p->events.at[e]->name, "store")) return p;
    }
    return first;
}

bool harn_visits(const HarnCtl *c)
{
    for (int i = 0; i < c->step->walks.n; i++)
        if (!c->step->walks.at[i]->port && !walk_clears(c->step->walks.at[i])) return true;
    return false;
}

int harn_source_from(const Controller *c, SourceKind kind, int from)
{
    for (int i = from; i < c->sources.n; i++) if (c->sources.at[i].kind == kind) return i;
    return -1;
}

int harn_source(const Controller *c, SourceKind kind) { return harn_source_from(c, kind, 0); }

const HarnSignal *harn_signal(const HarnCtl *c, Str name)
{
    for (int i = 0; i < c->signals.n; i++) if (str_eq(c->signals.at[i].signal, name)) return &c->signals.at[i];
    return NULL;
}

/* The part of the controller in which a net stayed, or empty. */
static Str part_with(Harn *h, const HarnCtl *c, Str net)
{
    Str name = harn_f(h, STR_FMT "_" STR_FMT, STR_ARG(h->r->design), STR_ARG(harn_lower(h, c->ctl)));
    for (int i = 0; i < h->r->modules.n; i++)
        if (str_eq(hdl_module_name(h->r->modules.at[i]), name)) return hdl_part_with(h->r->modules.at[i], net);
    return STR("");
}

static Hx path(Harn *h, const HarnCtl *c, Hx instance, bool inside, Str name)
{
    Str part = inside ? part_with(h, c, name) : STR("");
    HdlStep steps[6] = { { STR("dut"), NULL },
                         { harn_f(h, "g_" STR_FMT, STR_ARG(harn_lower(h, c->ctl))), instance },
                         { STR("u"), NULL } };
    int n = 3;
    if (inside && !h->r->opt->replay) steps[n++] = (HdlStep){ STR("u_ctl"), NULL };
    if (part.n) steps[n++] = (HdlStep){ part, NULL };
    steps[n++] = (HdlStep){ name, NULL };
    return hx_path(h->m, steps, n);
}

Hx harn_inside(Harn *h, const HarnCtl *c, const char *name)
{
    return path(h, c, c->instance, true, str_from(name));
}
Hx harn_inside_first(Harn *h, const HarnCtl *c, Str name) { return path(h, c, hx_int(h->m, 0), true, name); }
Hx harn_tile(Harn *h, const HarnCtl *c, Str name) { return path(h, c, c->instance, false, name); }

const Signal *harn_output(const HarnCtl *c, SignalKind kind, const Out *o)
{
    for (int i = c->step->n_inputs; i < c->step->signals.n; i++) {
        const Signal *g = &c->step->signals.at[i];
        if (g->kind == kind && (!o || g->o == o)) return g;
    }
    return NULL;
}

Hx harn_step(Harn *h, const HarnCtl *c, const Signal *g)
{
    return path(h, c, c->instance, true, harn_f(h, "st_%.*s", g->port.n - 2, g->port.p));    /* without _o */
}

Hx harn_slice(Harn *h, const HarnCtl *c, Hx vector, int width)
{
    if (c->count == 1) return vector;
    if (width == 1) return hx_bit(h->m, vector, c->instance);
    return hx_part(h->m, vector, hx_mul(h->m, c->instance, hx_int(h->m, width)), hx_int(h->m, width));
}

/* ---- signals ---- */

static int width(const Harn *h, const Type *t) { return type_width(h->r->env, t); }

/* stem: "PORT_kind_" */
static void add(Harn *h, HarnCtl *c, const char *name, Str stem, int w, bool in)
{
    HarnSignal s = { .name = str_from(name), .width = w, .in = in };
    s.signal = harn_f(h, STR_FMT "%s_%s", STR_ARG(stem), name, in ? "i" : "o");
    vec_push(h->r->a, &c->signals, s);
}

static void add_fields(Harn *h, HarnCtl *c, Str port, const char *kind, const RtlFields *fields, bool in)
{
    for (int i = 0; i < fields->at.n; i++) {
        const Field *f = fields->at.at[i];
        HarnSignal s = { .name = f->name, .width = width(h, f->type), .in = in };
        s.signal = harn_f(h, STR_FMT "_%s" STR_FMT "_%s", STR_ARG(port), kind, STR_ARG(f->name), in ? "i" : "o");
        vec_push(h->r->a, &c->signals, s);
    }
}

/* What comes in at a core or block port; its other half is what it sends. */
static void port_signals(Harn *h, HarnCtl *c, const Port *p)
{
    bool core = p->kind == PORT_CORE, in = core || p->events.n, out = core || rtl_port_sends(p);
    const char *to = rtl_port_in(p), *from = rtl_port_out(p);
    Str into = harn_f(h, STR_FMT "_%s", STR_ARG(p->name), to);
    Str out_of = harn_f(h, STR_FMT "_%s", STR_ARG(p->name), from);
    RtlFields taken = rtl_event_fields(h->r->a, p),
              sent = core ? rtl_reply_fields(h->r->a, p) : rtl_request_fields(h->r->a, p);
    if (in) {
        add(h, c, "valid", into, 1, true);
        add(h, c, "kind", into, code_bits(p->events.n), true);
        if (c->ctl->key) add(h, c, "key", into, width(h, c->ctl->key), true);
    }
    if (out) add(h, c, "ready", out_of, 1, true);
    if (in) add(h, c, "ready", into, 1, false);
    if (out) {
        add(h, c, "valid", out_of, 1, false);
        add(h, c, "kind", out_of, code_bits(rtl_port_sends(p)), false);
        if (c->ctl->key && !core) add(h, c, "key", out_of, width(h, c->ctl->key), false);
    }
    if (in) add_fields(h, c, p->name, to, &taken, true);
    if (out) add_fields(h, c, p->name, from, &sent, false);
}

static void axi_signals(Harn *h, HarnCtl *c, Str name)
{
    int beat = harn_param(h, "BEAT_BYTES"), slots = harn_param(h, "MEM_SLOTS");
    int addr = (int)param_eval(h->r->env, c->ctl->key->size), id = slots > 1 ? code_bits(slots) : 1;
    const struct { const char *name; int w; bool in;
    } list[] = { { "arready", 1, true },      { "rvalid", 1, true },       { "rid", id, true },
                 { "rdata", 8 * beat, true }, { "rresp", 2, true },        { "rlast", 1, true },
                 { "awready", 1, true },      { "wready", 1, true },       { "bvalid", 1, true },
                 { "bid", id, true },         { "bresp", 2, true },        { "arvalid", 1, false },
                 { "araddr", addr, false },   { "arid", id, false },       { "arlen", 8, false },
                 { "arsize", 3, false },      { "arburst", 2, false },     { "arlock", 1, false },
                 { "arcache", 4, false },     { "arprot", 3, false },      { "arqos", 4, false },
                 { "rready", 1, false },      { "awvalid", 1, false },     { "awaddr", addr, false },
                 { "awid", id, false },       { "awlen", 8, false },       { "awsize", 3, false },
                 { "awburst", 2, false },     { "awlock", 1, false },      { "awcache", 4, false },
                 { "awprot", 3, false },      { "awqos", 4, false },       { "wvalid", 1, false },
                 { "wdata", 8 * beat, false }, { "wstrb", beat, false },    { "wlast", 1, false },
                 { "bready", 1, false } };
    Str stem = harn_f(h, STR_FMT "_axi_", STR_ARG(name));
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        add(h, c, list[i].name, stem, list[i].w, list[i].in);
}

/* Pins: driven to 0 unless a test bench does better. */
static void pin_signals(Harn *h, HarnCtl *c)
{
    for (int k = 0; k < c->ctl->regs.n; k++) {
        Var *v = c->ctl->regs.at[k];
        HarnSignal s = { .signal = harn_f(h, STR_FMT "_i", STR_ARG(v->ident)),
                         .name = v->name,
                         .width = width(h, v->type),
                         .in = true };
        if (v->kind == V_INPUT && v->is_read && !v->source) vec_push(h->r->a, &c->signals, s);
    }
}

static int whole_words(int bits) { return (bits + HARN_WORD - 1) / HARN_WORD * HARN_WORD; }

static void place_signals(Harn *h, HarnCtl *c)
{
    int in = 0, out = 0;
    for (int i = 0; i < c->signals.n; i++) {
        HarnSignal *s = &c->signals.at[i];
        int *at = s->in ? &in : &out;
        s->lsb = *at;
        *at += s->width;
    }
    c->in_base = h->in_bits; c->in_stride = whole_words(in);
    c->out_base = h->out_bits; c->out_stride = whole_words(out);
    h->in_bits += c->in_stride * (int)c->count;
    h->out_bits += c->out_stride * (int)c->count;
}

static HarnCtl controller(Harn *h, const Place *place, Step *const *steps)
{
    HarnCtl c = { .ctl = place->ctl, .count = param_eval(h->r->env, place->count), .step = steps[place->ctl->id] };
    for (int k = 0; k < c.ctl->ports.n; k++) {
        const Port *p = c.ctl->ports.at[k];
        if (p->kind == PORT_CORE || (p->kind == PORT_BLOCK && !port_inside(p))) port_signals(h, &c, p);
    }
    c.n_core = c.signals.n;
    pin_signals(h, &c);
    for (int k = 0; rtl_memory_name(c.ctl, k).n; k++) axi_signals(h, &c, rtl_memory_name(c.ctl, k));
    if (h->r->opt->replay) harn_replay_signals(h, &c);
    place_signals(h, &c);
    return c;
}

/* ---- networks ---- */

static bool carries(const Harn *h, const Network *n)
{
    bool sent = false, taken = false;
    for (int i = 0; i < h->ctls.n; i++) {
        sent |= rtl_sends(h->ctls.at[i].step, n);
        taken |= rtl_takes(h->ctls.at[i].ctl, n);
    }
    return sent && taken;
}

static void network(Harn *h, Network *n)
{
    const Protocol *p = h->r->p;
    int kinds = 0, at = 0;
    for (int k = 0; k < p->msgs.n; k++) kinds += p->msgs.at[k]->net == n;
    for (int k = 0; k < p->msgs.n; k++) {
        if (p->msgs.at[k]->net != n) continue;
        HarnMessage m = { p->msgs.at[k], h->nets.n, at++, code_bits(kinds) };
        vec_push(h->r->a, &h->messages, m);
    }
    vec_push(h->r->a, &h->nets, n);
}

bool harn_links(const Network *n) { return n->topology == NET_LEVELS; }

/* Counters of networks, messages and links, then the figures of instances. */
static void place_figures(Harn *h)
{
    h->counter_base = h->out_bits;
    h->out_bits += 2 * HARN_WORD * (h->nets.n + h->messages.n);
    h->link_base = h->out_bits;
    for (int i = 0; i < h->nets.n; i++) h->out_bits += harn_links(h->nets.at[i]) ? 2 * HARN_WORD : 0;
    for (int i = 0; i < h->ctls.n; i++) {
        h->ctls.at[i].stage_base = h->out_bits;
        h->out_bits += HARN_STAGE_BITS * (int)h->ctls.at[i].count;
    }
}

static void place_gauges(Harn *h)
{
    for (int i = 0; i < h->ctls.n; i++) {
        HarnCtl *c = &h->ctls.at[i];
        c->gauge_base = h->out_bits;
        h->out_bits += HARN_GAUGE_BITS * c->gauges.n * (int)c->count;
    }
    h->out_bits = whole_words(h->out_bits);
}

void rtl_harness(Rtl *r, Step *const *steps)
{
    Harn h = { .r = r, .in_bits = HARN_WORD, .out_bits = HARN_WORD };      /* bit 0: reset; error */
    for (int i = 0; i < r->sys->places.n; i++) {
        HarnCtl c = controller(&h, &r->sys->places.at[i], steps);
        vec_push(r->a, &h.ctls, c);
    }
    for (int i = 0; i < r->p->nets.n && !r->opt->replay; i++)
        if (carries(&h, r->p->nets.at[i])) network(&h, r->p->nets.at[i]);
    place_figures(&h);
    harn_watch(&h);
    harn_module(&h);
    place_gauges(&h);
    harn_tables(&h);
    if (r->opt->replay) return;
    harn_top(&h);
    harn_header(&h);
}
