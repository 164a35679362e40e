/* harness_replay.c - the test bench of replays (sim/model/hooks.h): the networks are outside, and hooks decide when a
 * controller evicts, replays, and does what no message brings. Of several stores, waiting places, timers, wishes and
 * wakes each has a bit of its own.
 *
 * The controllers are those of the product, unchanged. A hook deposits into their registers, as a debugger would: into
 * the request to evict that otherwise follows a missing way, into the offer of a parked request, which is withdrawn
 * until its step is due, into a timer, and into physical time, which stands until a step says that it passes. What a
 * wish or a wake offers is held back by force until it is due. */
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
    int flit = (int)param_eval(h->r->env, n->width);
    return code_bits((net_bits(h, n) + flit - 1) / flit + 1);
}

/* Waiting places that replay, stores that ask for an eviction: a bit of the hook for each. */
static int sources(const HarnCtl *c, SourceKind kind)
{
    int n = 0;
    for (int i = -1; (i = harn_source_from(c->ctl, kind, i + 1)) >= 0;) n++;
    return n;
}

/* Bits of the times that a controller reads, one beside the other. */
static int time_bits(Harn *h, const HarnCtl *c)
{
    int bits = 0;
    for (int i = 0; i < c->ctl->clocks.n; i++)
        if (c->ctl->clocks.at[i]->is_read) bits += type_width(h->r->env, c->ctl->clocks.at[i]->type);
    return bits;
}

void harn_replay_signals(Harn *h, HarnCtl *c)
{
    Rtl *e = h->r;
    int key = c->ctl->key ? type_width(e->env, c->ctl->key) : 1;
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
    int replays = sources(c, SRC_REPLAY), evictions = sources(c, SRC_EVICT), levels = sources(c, SRC_LEVEL),
        times = time_bits(h, c);
    add_hook(h, c, "free", 1, true);
    add_hook(h, c, "replay", replays ? replays : 1, true);
    add_hook(h, c, "evict", evictions ? evictions : 1, true);
    add_hook(h, c, "level", levels ? levels : 1, true);
    if (times) add_hook(h, c, "time", times, true);
    add_hook(h, c, "key", key, true);
    add_hook(h, c, "step", 16, true);
    add_hook(h, c, "busy", 1, false);
}

/* ---- hooks ---- */

/* What the hooks of an instance are, and the body that follows each edge. */
typedef struct { Harn *h; const HarnCtl *c; HdlBody *edge; Hx key, may; } Hooks;

static Hx hook_now(const Hooks *x, const char *name, int width)
{
    Str net = harn_f(x->h, STR_FMT "_hook_%s_i", STR_ARG(harn_lower(x->h, x->c->ctl)), name);
    return harn_slice(x->h, x->c, hdl_named(x->h->m, net)->x, width);
}

/* The hook of this name, of the instance at hand, as it was one cycle ago: a deposit follows what was driven at the
 * last edge. */
static Hx hook(const Hooks *x, const char *name, int width)
{
    Hx now = hook_now(x, name, width);
    HdlName *was = hdl_wire(x->c->scope, harn_f(x->h, "hook_%s", name), hx_int(x->h->m, width));
    hs_set(x->edge, was->x, now);
    return was->x;
}

/* The register in which a waiting place offers, in the part of the controller that holds its state (ctl.c). */
static Hx offer_of(const Hooks *x, const Waiters *w)
{
    Harn *h = x->h;
    const Block *b = w->block;
    HdlStep *steps = NEW_N(h->r->a, HdlStep, 5 + b->offer.n);
    int n = 0;
    steps[n++] = (HdlStep){ STR("dut"), NULL };
    steps[n++] = (HdlStep){ harn_f(h, "g_" STR_FMT, STR_ARG(harn_lower(h, x->c->ctl))), x->c->instance };
    steps[n++] = (HdlStep){ STR("u"), NULL };
    steps[n++] = (HdlStep){ STR("u_state"), NULL };
    steps[n++] = (HdlStep){ harn_f(h, "u_" STR_FMT, STR_ARG(w->name)), NULL };
    for (int i = 0; i < b->offer.n; i++) steps[n++] = (HdlStep){ b->offer.at[i], NULL };
    return hx_path(h->m, steps, n);
}

/* A net of a store or waiting place: with its name where there are several (ctl_sources.c). */
static Hx net_of(const Hooks *x, bool several, Str place, const char *name)
{
    return harn_inside(x->h, x->c,
                       several ? str_z(x->h->r->a, harn_f(x->h, STR_FMT "_%s", STR_ARG(place), name)) : name);
}

static Str own_name(const Hooks *x, bool several, Str place, const char *name)
{
    return several ? harn_f(x->h, STR_FMT "_%s", STR_ARG(place), name) : str_from(name);
}

/* The offers of parked requests are withdrawn unless they are due; once one is taken, no second one follows. */
static void replays(const Hooks *x)
{
    Harn *h = x->h;
    HdlModule *m = h->m;
    int n = sources(x->c, SRC_REPLAY), bit = 0;
    bool several = x->c->ctl->waiters.n > 1;
    Hx all = hook(x, "replay", n), now = hook_now(x, "replay", n);
    for (int i = -1; (i = harn_source_from(x->c->ctl, SRC_REPLAY, i + 1)) >= 0; bit++) {
        const Waiters *w = x->c->ctl->sources.at[i].waiters;
        if (!w->block->offer.n) continue;
        Hx here = n > 1 ? hx_bit(m, now, hx_int(m, bit)) : now, wanted = n > 1 ? hx_bit(m, all, hx_int(m, bit)) : all;
        HdlName *taken = hdl_wire(x->c->scope, own_name(x, several, w->name, "taken"), NULL);
        Hx granted = hx_bit(m, harn_inside(h, x->c, "src_gnt"), hx_int(m, i));
        hs_set(x->edge, taken->x, hx_and(m, here, hx_or(m, taken->x, granted)));
        Hx due = hx_and(m, hx_and(m, wanted, hx_not(m, taken->x)),
                        hx_eq(m, net_of(x, several, w->name, "replay_key"), x->key));
        HdlBody *b = hs_if(hdl_at_fall(x->c->scope, h->clk->x), hx_and(m, hx_not(m, x->may), hx_not(m, due)));
        hs_set(b, offer_of(x, w), hx_bool(m, 0));
    }
}

/* A request to evict, once per rise of its signal. */
static void evictions(const Hooks *x)
{
    Harn *h = x->h;
    HdlModule *m = h->m;
    int n = sources(x->c, SRC_EVICT), bit = 0;
    Hx all = hook(x, "evict", n);
    for (int i = -1; (i = harn_source_from(x->c->ctl, SRC_EVICT, i + 1)) >= 0; bit++) {
        Str store = x->c->ctl->sources.at[i].event->store->name;
        Hx wanted = n > 1 ? hx_bit(m, all, hx_int(m, bit)) : all;
        HdlName *asked = hdl_wire(x->c->scope, own_name(x, n > 1, store, "asked"), NULL);
        HdlBody *b = hdl_at_fall(x->c->scope, h->clk->x);
        hs_set(b, asked->x, wanted);
        b = hs_if(b, hx_and(m, wanted, hx_not(m, asked->x)));
        hs_set(b, net_of(x, n > 1, store, "evict_valid_q"), hx_bool(m, 1));
        hs_set(b, net_of(x, n > 1, store, "evict_key_q"), x->key);
    }
}

/* A net of the controller where it is driven, so that all who read it see what it is forced to. */
static Hx driven(const Hooks *x, const char *net)
{
    Harn *h = x->h;
    HdlStep steps[5] = { { STR("dut"), NULL },
                         { harn_f(h, "g_" STR_FMT, STR_ARG(harn_lower(h, x->c->ctl))), x->c->instance },
                         { STR("u"), NULL } };
    Str module = harn_f(h, STR_FMT "_" STR_FMT, STR_ARG(h->r->design), STR_ARG(harn_lower(h, x->c->ctl))), part,
        name = str_from(net);
    int n = 3;
    for (int i = 0; i < h->r->modules.n; i++) {
        if (!str_eq(hdl_module_name(h->r->modules.at[i]), module)) continue;
        part = hdl_driver_of(h->r->modules.at[i], str_from(net), &name);
        if (part.n) steps[n++] = (HdlStep){ part, NULL };
    }
    steps[n++] = (HdlStep){ name, NULL };
    return hx_path(h->m, steps, n);
}

/* The register `reg` of the block `block`, in the part of the controller that drives `net`. */
static Hx in_block(const Hooks *x, Str net, Str block, const char *reg)
{
    Harn *h = x->h;
    HdlStep steps[8] = { { STR("dut"), NULL },
                         { harn_f(h, "g_" STR_FMT, STR_ARG(harn_lower(h, x->c->ctl))), x->c->instance },
                         { STR("u"), NULL } };
    Str module = harn_f(h, STR_FMT "_" STR_FMT, STR_ARG(h->r->design), STR_ARG(harn_lower(h, x->c->ctl))), part, name;
    int n = 3;
    for (int i = 0; i < h->r->modules.n; i++) {
        if (!str_eq(hdl_module_name(h->r->modules.at[i]), module)) continue;
        part = hdl_driver_of(h->r->modules.at[i], net, &name);
        if (part.n) steps[n++] = (HdlStep){ part, NULL };
    }
    steps[n++] = (HdlStep){ block, NULL };
    steps[n++] = (HdlStep){ str_from(reg), NULL };
    return hx_path(h->m, steps, n);
}

/* Of a timer: that its period is over. */
static Hx period_over(const Hooks *x, Str event)
{
    return in_block(x, harn_f(x->h, "level_" STR_FMT, STR_ARG(event)), harn_f(x->h, "u_level_" STR_FMT, STR_ARG(event)),
                    "due_q");
}

/* Physical time stands at what the hook says; after the last step it runs. It is let go once: Verilator's release of a
 * register gives it the value that was forced, each time. */
static void times(const Hooks *x)
{
    Harn *h = x->h;
    HdlModule *m = h->m;
    int all = time_bits(h, x->c), at = 0;
    Hx hooked = hook(x, "time", all);
    for (int i = 0; i < x->c->ctl->clocks.n; i++) {
        const Var *v = x->c->ctl->clocks.at[i];
        if (!v->is_read) continue;
        int width = type_width(h->r->env, v->type);
        Hx now = width == all ? hooked : hx_part(m, hooked, hx_int(m, at), hx_int(m, width));
        Str net = harn_f(h, STR_FMT "_q", STR_ARG(v->ident)), block = harn_f(h, "u_" STR_FMT, STR_ARG(v->ident));
        HdlBody *fall = hdl_at_fall(x->c->scope, h->clk->x), *stands = hs_if(fall, hx_not(m, x->may));
        Hx time = in_block(x, net, block, "time_q");
        HdlName *held = hdl_wire(x->c->scope, harn_f(h, STR_FMT "_held", STR_ARG(v->ident)), NULL);
        hs_set(fall, held->x, hx_not(m, x->may));
        hs_force(stands, time, now);
        hs_release(hs_if(fall, hx_and(m, x->may, held->x)), time);
        at += width;
    }
}

/* What no message brings is offered when it is due, once, a wake for the line that is meant; a timer is over then. */
static void levels(const Hooks *x)
{
    Harn *h = x->h;
    HdlModule *m = h->m;
    const Controller *c = x->c->ctl;
    int n = sources(x->c, SRC_LEVEL), bit = 0;
    Hx all = hook(x, "level", n), now = hook_now(x, "level", n);
    for (int i = -1; (i = harn_source_from(c, SRC_LEVEL, i + 1)) >= 0; bit++) {
        const Event *e = c->sources.at[i].event;
        if (e->sweep || (h->r->opt->keyed && e->keyless)) continue;
        Hx here = n > 1 ? hx_bit(m, now, hx_int(m, bit)) : now, wanted = n > 1 ? hx_bit(m, all, hx_int(m, bit)) : all;
        HdlName *done = hdl_wire(x->c->scope, harn_f(h, STR_FMT "_done", STR_ARG(e->name)), NULL);
        Hx granted = hx_bit(m, harn_inside(h, x->c, "src_gnt"), hx_int(m, i)),
           due = hx_and(m, wanted, hx_not(m, done->x)),
           offer = driven(x, "src_valid");
        if (c->sources.n > 1) offer = hx_bit(m, offer, hx_int(m, i));
        hs_set(x->edge, done->x, hx_and(m, here, hx_or(m, done->x, granted)));
        HdlBody *fall = hdl_at_fall(x->c->scope, h->clk->x);
        hs_force(hs_if(fall, hx_and(m, hx_not(m, x->may), hx_not(m, due))), offer, hx_bool(m, 0));
        hs_release(hs_else(fall), offer);
        if (e->kind == EV_WAKE) {
            Hx key = driven(x, str_z(h->r->a, harn_f(h, "level_" STR_FMT "_key", STR_ARG(e->name))));
            hs_force(hs_if(fall, wanted), key, x->key);
            hs_release(hs_else(fall), key);
        } else if (e->periodic) hs_set(hs_if(fall, due), period_over(x, e->name), hx_bool(m, 1));
    }
}

/* Something is parked, in whichever of the waiting places. */
static Hx busy(const Hooks *x)
{
    HdlModule *m = x->h->m;
    Hx any = NULL;
    for (int i = -1; (i = harn_source_from(x->c->ctl, SRC_REPLAY, i + 1)) >= 0;) {
        Str name = x->c->ctl->sources.at[i].waiters->name;
        Hx idle = harn_inside(x->h, x->c, str_z(x->h->r->a, harn_f(x->h, STR_FMT "_idle", STR_ARG(name))));
        any = hx_or(m, any, hx_not(m, idle));
    }
    return any ? any : hx_bool(m, 0);
}

void harn_replay_hooks(Harn *h, const HarnCtl *c)
{
    Hooks x = { .h = h, .c = c };
    bool replay = sources(c, SRC_REPLAY) > 0, evict = sources(c, SRC_EVICT) > 0, level = sources(c, SRC_LEVEL) > 0;
    Str net = harn_f(h, STR_FMT "_hook_busy_o", STR_ARG(harn_lower(h, c->ctl)));
    hdl_note(c->scope, STR("Hooks: deposits into registers, and nets that are held, at the falling edge."));
    hdl_assign(c->scope, harn_slice(h, c, hdl_named(h->m, net)->x, 1), busy(&x));
    bool time = time_bits(h, c) > 0;
    if (!replay && !evict && !level && !time) return;
    x.edge = hdl_at(c->scope, h->clk->x);
    if (c->ctl->key) x.key = hook(&x, "key", type_width(h->r->env, c->ctl->key));
    if (replay || level || time) x.may = hook(&x, "free", 1);
    if (replay) replays(&x);
    if (evict) evictions(&x);
    if (level) levels(&x);
    if (time) times(&x);
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

/* Names of waiting places that replay, of stores that ask for evictions, of timers, wishes and wakes, in the order of
 * the hooks' bits. */
static void places_table(Buf *b, const HarnCtl *c, int index, SourceKind kind)
{
    buf_printf(b, "static const CgName %s_%d[] = {",
               kind == SRC_REPLAY ? "waiters" : kind == SRC_EVICT ? "stores" : "levels", index);
    for (int i = -1, bit = 0; (i = harn_source_from(c->ctl, kind, i + 1)) >= 0; bit++) {
        const Source *s = &c->ctl->sources.at[i];
        Str name = kind == SRC_REPLAY ? s->waiters->name : kind == SRC_EVICT ? s->event->store->name : s->event->name;
        buf_printf(b, "{\"" STR_FMT "\", %d}, ", STR_ARG(name), bit);
    }
    buf_printf(b, "{0}};\n");
}

/* The times that a controller reads, as fields of its record. */
static void clocks_table(Harn *h, Buf *b, const HarnCtl *c, int index)
{
    const HarnSignal *s = harn_signal(c, STR("hook_time_i"));
    int at = s ? s->lsb : 0;
    buf_printf(b, "static const CgField clocks_%d[] = {", index);
    for (int i = 0; i < c->ctl->clocks.n; i++) {
        const Var *v = c->ctl->clocks.at[i];
        if (!v->is_read) continue;
        int width = type_width(h->r->env, v->type);
        buf_printf(b, "{\"" STR_FMT "\", %d, %d}, ", STR_ARG(v->name), at, width);
        at += width;
    }
    buf_printf(b, "{0}};\n");
}

static int clocks(const HarnCtl *c)
{
    int n = 0;
    for (int i = 0; i < c->ctl->clocks.n; i++) n += c->ctl->clocks.at[i]->is_read > 0;
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
    buf_printf(b, "    {0}};\n\n");
    for (int i = 0; i < h->ctls.n; i++) {
        places_table(b, &h->ctls.at[i], i, SRC_REPLAY);
        places_table(b, &h->ctls.at[i], i, SRC_EVICT);
        places_table(b, &h->ctls.at[i], i, SRC_LEVEL);
        clocks_table(h, b, &h->ctls.at[i], i);
    }
    buf_printf(b, "\nstatic const CgHooks hooks[] = {\n");
    for (int i = 0; i < h->ctls.n; i++) {
        const HarnCtl *c = &h->ctls.at[i];
        buf_printf(b, "    {.in_base = %d, .in_stride = %d, .out_base = %d, .out_stride = %d, ", c->in_base,
                   c->in_stride, c->out_base, c->out_stride);
        field(h, b, c, STR("hook"), "free", true);
        field(h, b, c, STR("hook"), "replay", true);
        field(h, b, c, STR("hook"), "evict", true);
        field(h, b, c, STR("hook"), "level", true);
        field(h, b, c, STR("hook"), "key", true);
        field(h, b, c, STR("hook"), "step", true);
        field(h, b, c, STR("hook"), "busy", false);
        buf_printf(b, ".waiters = waiters_%d, .n_waiters = %d, .stores = stores_%d, .n_stores = %d, ", i,
                   sources(c, SRC_REPLAY), i, sources(c, SRC_EVICT));
        buf_printf(b, ".levels = levels_%d, .n_levels = %d, ", i, sources(c, SRC_LEVEL));
        buf_printf(b, ".clocks = clocks_%d, .n_clocks = %d, ", i, clocks(c));
        buf_printf(b, "},\n");
    }
    buf_printf(b,
               "    {0}};\n\nconst CgReplay cg_replay = {\n    .messages = messages, .n_messages = %d, .ports = "
               "net_ports, .n_ports = %d, .hooks = hooks,\n};\n",
               e->p->msgs.n, ports);
}
