/* harness_sv.c - the SystemVerilog around a system: for simulation only.
 *
 * What is driven comes out of registers that are filled at the rising edge of clk, and only where something has
 * changed; what the design says is looked at when `sample` rises, late in the cycle, and goes to C only where something
 * happens. */
#include "rtl/harness.h"
#include "rtl/ports.h"
#include "rtl/present.h"
#include "rtl/system.h"
#include <string.h>

struct CgText { const char *name, *text, *uses; };
extern const struct CgText cg_benches[];        /* tb/NAME.sv */

static HdlName *import(Harn *h, const char *name, bool result, const char *const *args, int n)
{
    HdlName *fn = hdl_import(h->m, str_from(name), result);
    for (int i = 0; i < n; i++) hdl_import_arg(h->m, fn, args[i], NULL, false);
    return fn;
}

static HdlName *import_record(Harn *h, const char *stem, int index, int bits, bool out)
{
    HdlName *fn = hdl_import(h->m, harn_f(h, "%s_%d", stem, index), false);
    hdl_import_arg(h->m, fn, "inst", NULL, false);
    hdl_import_arg(h->m, fn, "x", hx_int(h->m, bits), out);
    return fn;
}

static Str vector_name(Harn *h, const HarnCtl *c, const HarnSignal *s)
{
    return harn_f(h, STR_FMT "_" STR_FMT, STR_ARG(harn_lower(h, c->ctl)), STR_ARG(s->signal));
}

static bool ends_in(Str s, const char *tail)
{
    int n = (int)strlen(tail);
    return s.n >= n && !memcmp(s.p + s.n - n, tail, (size_t)n);
}

/* A side of a handshake. */
static bool is_valid(const HarnSignal *s) { return s->width == 1 && ends_in(s->name, "valid"); }
static bool is_ready(const HarnSignal *s) { return s->width == 1 && ends_in(s->name, "ready"); }

/* ---- what is driven ---- */

static void driven(Harn *h, const HarnCtl *c, HdlName *const *vectors, int index)
{
    HdlModule *m = h->m;
    Hx width = hx_int(m, c->in_stride);
    HdlName *record = hdl_wire(c->scope, STR("drive"), width), *fresh = hdl_wire(c->scope, STR("fresh"), width);
    HdlName *moved = hdl_named(m, STR("cg_moved")), *in = import_record(h, "cg_in", index, c->in_stride, true);
    hdl_note(c->scope, STR("What the test bench drives."));
    hs_set(hdl_initial(c->scope), record->x, hx_zeros(m, width));
    HdlBody *b =
        hs_if(hdl_at(c->scope, h->clk->x), hx_ne(m, hx_call(m, moved, 2, hx_int(m, index), c->instance), hx_int(m, 0)));
    hs_call(b, hx_call(m, in, 2, c->instance, fresh->x));
    hs_set(b, record->x, fresh->x);
    for (int i = 0; i < c->signals.n; i++) {
        const HarnSignal *s = &c->signals.at[i];
        if (s->in)
            hdl_assign(c->scope, harn_slice(h, c, vectors[i]->x, s->width),
                       hx_part(m, record->x, hx_int(m, s->lsb), hx_int(m, s->width)));
    }
}

/* ---- what is sampled ---- */

static Hx sampled_signal(Harn *h, const HarnCtl *c, HdlName *const *vectors, int i)
{
    const HarnSignal *s = &c->signals.at[i];
    return vectors[i] ? harn_slice(h, c, vectors[i]->x, s->width) : harn_tile(h, c, s->signal);
}

static void sampled(Harn *h, const HarnCtl *c, HdlName *const *vectors, int index)
{
    HdlModule *m = h->m;
    HxList all = { 0 }, shakes = { 0 };
    Hx valid = NULL;
    int bits = 0;
    for (int i = 0; i < c->signals.n; i++) {
        const HarnSignal *s = &c->signals.at[i];
        if (s->in) continue;
        Hx x = sampled_signal(h, c, vectors, i);
        hx_put(m, &all, x);
        bits += s->width;
        if (is_valid(s)) valid = hx_or(m, valid, x);
        if (is_valid(s) || is_ready(s)) hx_put(m, &shakes, x);
    }
    if (!bits) return;
    if (bits < c->out_stride) hx_put(m, &all, hx_zeros(m, hx_int(m, c->out_stride - bits)));
    HdlName *out = import_record(h, "cg_out", index, c->out_stride, false);
    hdl_note(c->scope,
             STR("What the design says: as long as something is offered, and when a side of a handshake has changed."));
    HdlBody *b = hdl_at(c->scope, c->sample);
    if (!h->r->opt->replay && shakes.at.n) {
        HdlName *was = hdl_wire(c->scope, STR("shakes_was"), hx_int(m, shakes.at.n));
        Hx now = hx_concat_low(m, &shakes);
        hs_set(hdl_initial(c->scope), was->x, hx_zeros(m, was->width));
        b = hs_if(b, hx_or(m, valid, hx_ne(m, now, was->x)));
        hs_set(b, was->x, now);
    }
    hs_call(b, hx_call(m, out, 2, c->instance, hx_concat_low(m, &all)));
}

static void observer(Harn *h, const HarnCtl *c, int index)
{
    HdlModule *m = h->m;
    int bits = 0, states = code_bits(c->ctl->states.n);
    Str *labels = NEW_N(h->r->a, Str, c->ctl->states.n + 1);
    HxList fields = { 0 };
    for (int i = 0; i < c->ctl->states.n; i++) labels[i] = c->ctl->states.at[i]->name;
    for (int i = 0; i < c->seen.n; i++) { hx_put(m, &fields, c->seen.at[i].x); bits += c->seen.at[i].width; }
    if (bits < h->obs_bits) hx_put(m, &fields, hx_zeros(m, hx_int(m, h->obs_bits - bits)));
    Hx fire = harn_inside(h, c, "t_fire"), never = harn_inside(h, c, "t_never"),
       row = hx_sized(m, HARN_WORD, harn_inside(h, c, "st_row"));
    hdl_note(c->scope, STR("Rows as they fire; states by name in waveforms."));
    Str type = hdl_labels(c->scope, STR("state_e"), states, labels, c->ctl->states.n);
    hdl_shown(c->scope, STR("state"), type, harn_inside(h, c, "t_state"));
    hdl_shown(c->scope, STR("becomes"), type, harn_inside(h, c, "st_next"));
    HdlBody *b = hs_if(hdl_at(c->scope, c->sample), hx_or(m, fire, hx_and(m, never, hx_not(m, h->rst->x))));
    hs_call(b, hx_call(m, hdl_named(m, STR("cg_observe")), 4, hx_int(m, index), c->instance,
                       hx_cond(m, fire, row, hx_inv(m, row)), hx_concat_low(m, &fields)));
}

/* How many flits of it are sent: SPARSE_FLITS leaves out those that carry nothing. */
static Hx flits_sent(Harn *h, const HarnCtl *c, int n)
{
    Str net = h->nets.at[n]->name;
    if (rtl_sparse(h->r->p, h->nets.at[n]) && harn_param(h, "SPARSE_FLITS"))
        return hx_ones_in(h->m, harn_tile(h, c, harn_f(h, STR_FMT "_out_present", STR_ARG(net))));
    return hx_sized(h->m, HARN_WORD, harn_tile(h, c, harn_f(h, STR_FMT "_out_msg_flits", STR_ARG(net))));
}

/* Messages by kind, as their senders hand them over. */
static void messages(Harn *h, const HarnCtl *c)
{
    HdlModule *m = h->m;
    for (int n = 0; n < h->nets.n; n++) {
        if (!rtl_sends(c->step, h->nets.at[n])) continue;
        Str net = h->nets.at[n]->name;
        Hx valid = harn_tile(h, c, harn_f(h, STR_FMT "_out_msg_valid", STR_ARG(net))),
           ready = harn_tile(h, c, harn_f(h, STR_FMT "_out_msg_ready", STR_ARG(net)));
        Hx msg = harn_tile(h, c, harn_f(h, STR_FMT "_out_msg", STR_ARG(net)));
        HdlBody *b = hs_if(hdl_at(c->scope, c->sample), hx_and(m, hx_not(m, h->rst->x), hx_and(m, valid, ready)));
        int first = -1, bits = 0;
        for (int i = 0; i < h->messages.n; i++)
            if (h->messages.at[i].net == n) { if (first < 0) first = i; bits = h->messages.at[i].kind_bits; }
        Hx kind = hx_sized(m, HARN_WORD, hx_part(m, msg, hx_int(m, 0), hx_int(m, bits)));
        if (first < 0) continue;
        hs_call(b, hx_call(m, hdl_named(m, STR("cg_sent")), 2, hx_add(m, kind, hx_int(m, first)), flits_sent(h, c, n)));
    }
}

/* at: a place of n steps, the last of which has room for the names of two vectors of one bit for each source. */
static void count_flits(Harn *h, Str call, int index, HdlStep *at, int n, const Str names[2])
{
    HdlModule *m = h->m;
    Hx wire[2];
    for (int i = 0; i < 2; i++) {
        at[n - 1] = (HdlStep){ names[i], NULL };
        wire[i] = hx_path(m, at, n);
    }
    Hx valid = wire[0], ready = wire[1];
    HdlBody *b = hs_if(hdl_at(hdl_items(m), h->sample->x), hx_and(m, hx_not(m, h->rst->x), hx_any(m, valid)));
    Hx taken = hx_ones_in(m, hx_band(m, valid, ready)), held = hx_ones_in(m, hx_band(m, valid, hx_inv(m, ready)));
    hs_call(b, hx_call(m, hdl_named(m, call), 3, hx_int(m, index), taken, held));
}

static void network_counters(Harn *h)
{
    for (int i = 0, links = 0; i < h->nets.n; i++) {
        const Network *n = h->nets.at[i];
        HdlStep at[3] = { { STR("dut"), NULL } };
        Str ends[2] = { harn_f(h, STR_FMT "_out_valid", STR_ARG(n->name)),
                        harn_f(h, STR_FMT "_out_ready", STR_ARG(n->name)) };
        Str up[2] = { STR("up_valid"), STR("up_ready") };
        count_flits(h, STR("cg_flits"), i, at, 2, ends);
        if (!harn_links(n)) continue;
        at[1] = (HdlStep){ harn_f(h, "u_" STR_FMT "_levels", STR_ARG(n->name)), NULL };
        count_flits(h, STR("cg_linked"), links++, at, 3, up);
    }
}

/* ---- the module ---- */

static void imports(Harn *h)
{
    static const char *const place[] = { "ctl", "inst", "stage" }, *const flits[] = { "net", "taken", "held" },
                             *const linked[] = { "links", "taken", "held" },
                             *const sent[] = { "message", "flits" },
                             *const x[] = { "x" };
    bool links = false;
    for (int i = 0; i < h->nets.n; i++) links |= harn_links(h->nets.at[i]);
    import(h, "cg_reset", true, NULL, 0);
    import(h, "cg_error_bit", false, x, 1);
    import(h, "cg_moved", true, place, 2);
    import(h, "cg_stage", false, place, 3);
    import(h, "cg_flits", false, flits, 3);
    if (links) import(h, "cg_linked", false, linked, 3);
    import(h, "cg_sent", false, sent, 2);
}

static void import_observer(Harn *h)
{
    static const char *const args[] = { "ctl", "inst", "row" };
    HdlName *fn = import(h, "cg_observe", false, args, 3);
    hdl_import_arg(h->m, fn, "fields", hx_int(h->m, h->obs_bits), false);
}

/* A signal that the harness has as a vector of all instances: what is driven, and handshakes for waveforms. Others are
 * read inside of the design when they are wanted. */
static bool as_vector(const HarnSignal *s) { return s->in || s->hook || is_valid(s) || is_ready(s); }

static HdlName **vectors_of(Harn *h, const HarnCtl *c, HdlInstance *dut)
{
    HdlName **v = NEW_N(h->r->a, HdlName *, c->signals.n + 1);
    for (int i = 0; i < c->signals.n; i++) {
        const HarnSignal *s = &c->signals.at[i];
        if (!as_vector(s)) {
            hdl_out(dut, str_z(h->r->a, vector_name(h, c, s)), NULL);
            continue;
        }
        v[i] = hdl_wire(hdl_items(h->m), vector_name(h, c, s), hx_int(h->m, c->count * s->width));
        if (s->hook) continue;
        const char *pin = str_z(h->r->a, vector_name(h, c, s));
        if (s->in) hdl_in(dut, pin, v[i]->x);
        else hdl_out(dut, pin, v[i]->x);
    }
    return v;
}

static void controller(Harn *h, HarnCtl *c, HdlInstance *dut, int index)
{
    HdlName **vectors = vectors_of(h, c, dut);
    if (c->in_stride) driven(h, c, vectors, index);
    sampled(h, c, vectors, index);
    observer(h, c, index);
    harn_stage(h, c, index);
    harn_gauges(h, c, index);
    messages(h, c);
    if (h->r->opt->replay) harn_replay_hooks(h, c);
}

/* Reset as C says; the sticky error when it changes. */
static void reset_and_error(Harn *h, HdlName *error)
{
    HdlModule *m = h->m;
    HdlScope *s = hdl_items(m);
    HdlName *was = hdl_wire(s, STR("error_was"), NULL);
    HdlBody *first = hdl_initial(s);
    hs_set(first, h->rst->x, hx_bool(m, 1));
    hs_set(first, was->x, hx_bool(m, 0));
    hs_set(hdl_at(s, h->clk->x), h->rst->x, hx_ne(m, hx_call(m, hdl_named(m, STR("cg_reset")), 0), hx_int(m, 0)));
    HdlBody *b = hs_if(hdl_at(s, h->sample->x), hx_ne(m, error->x, was->x));
    hs_call(b, hx_call(m, hdl_named(m, STR("cg_error_bit")), 1, hx_sized(m, HARN_WORD, error->x)));
    hs_set(b, was->x, error->x);
}

/* ---- other clocks ---- */

static const ClockDomain *domain_of(const Harn *h, const Controller *c)
{
    const System *sys = h->r->sys;
    for (int i = 0; i < sys->places.n && !h->r->opt->replay; i++)
        if (sys->places.at[i].ctl == c) return sys->places.at[i].domain;
    return NULL;
}

/* Makes the clocks of the domains; when each is sampled, by ClockDomain.id. */
static HdlName *const *domains(Harn *h, HdlInstance *dut)
{
    HdlModule *m = h->m;
    HdlScope *s = hdl_items(m);
    const System *sys = h->r->sys;
    HdlName **samples = NEW_N(h->r->a, HdlName *, sys->domains.n + 1);
    for (int i = 0; i < sys->domains.n && !h->r->opt->replay; i++) {
        const ClockDomain *d = sys->domains.at[i];
        Str name = rtl_lower(h->r->a, d->name);
        HdlName *clk = hdl_wire(s, harn_f(h, "clk_" STR_FMT, STR_ARG(name)), NULL);
        samples[i] = hdl_wire(s, harn_f(h, "sample_" STR_FMT, STR_ARG(name)), NULL);
        HdlInstance *u = hdl_instance(s, "cg_domain", harn_f(h, "domain_" STR_FMT, STR_ARG(name)));
        hdl_set(u, "STAGES", hx_int(m, (int)param_eval(h->r->env, d->stages)));
        hdl_in(u, "clk", h->clk->x);
        hdl_in(u, "sample", h->sample->x);
        hdl_in(u, "rst", h->rst->x);
        hdl_out(u, "clk_o", clk->x);
        hdl_out(u, "sample_o", samples[i]->x);
        hdl_in(dut, str_z(h->r->a, rtl_domain_port(h->r, d, "clk")), clk->x);
        hdl_in(dut, str_z(h->r->a, rtl_domain_port(h->r, d, "rst")), h->rst->x);
    }
    return samples;
}

/* A file of netlists, behind parts that are the same for every design. */
static void write(Harn *h, HdlModule *m, const char *fixed, const char *also)
{
    Buf *b = NEW(h->r->a, Buf);
    HdlStyle style = rtl_style(h->r);
    buf_init(b, h->r->a);
    hdl_print(m, &style, b);
    for (int i = 0; cg_benches[i].name; i++)
        if (!strcmp(cg_benches[i].name, fixed) || (also && !strcmp(cg_benches[i].name, also)))
            buf_printf(b, "\n%s", cg_benches[i].text);
    outset_add(h->r->out, str_z(h->r->a, harn_f(h, "harness/" STR_FMT ".sv", STR_ARG(hdl_module_name(m)))), b);
}

void harn_module(Harn *h)
{
    Str doc = STR("The system, driven and observed as sim/model/boundary.h describes.");
    HdlModule *m = h->m = hdl_module(h->r->a, harn_f(h, STR_FMT "_harness", STR_ARG(h->r->design)), doc);
    HdlScope *s = hdl_items(m);
    h->clk = hdl_input(m, STR("clk"), NULL);
    h->sample = hdl_input(m, STR("sample"), NULL);
    imports(h);
    h->rst = hdl_wire(s, STR("rst"), NULL);
    HdlName *error = hdl_wire(s, STR("error"), NULL);
    HdlInstance *dut = hdl_instance(s, str_z(h->r->a, h->r->design), STR("dut"));
    hdl_in(dut, "clk_i", h->clk->x);
    hdl_in(dut, "rst_i", h->rst->x);
    hdl_out(dut, "error_o", error->x);
    reset_and_error(h, error);
    HdlName *const *samples = domains(h, dut);
    for (int i = 0; i < h->ctls.n; i++) {       /* the observers' fields decide how wide their function is */
        HarnCtl *c = &h->ctls.at[i];
        HdlName *n;
        hdl_blank(s);
        c->scope =
            hdl_for(s, harn_f(h, "g_" STR_FMT, STR_ARG(harn_lower(h, c->ctl))),
                    str_z(h->r->a, harn_f(h, "n_" STR_FMT, STR_ARG(harn_lower(h, c->ctl)))), hx_int(m, c->count), &n);
        c->instance = n->x;
        const ClockDomain *d = domain_of(h, c->ctl);
        c->sample = (d ? samples[d->id] : h->sample)->x;
        harn_observed(h, c);
        harn_figures(h, c);
    }
    import_observer(h);
    for (int i = 0; i < h->ctls.n; i++) controller(h, &h->ctls.at[i], dut, i);
    network_counters(h);
    HdlInstance *wave = hdl_instance(s, "cg_wave", STR("wave"));
    hdl_in(wave, "sample", h->sample->x);
    write(h, m, "cg_wave", h->r->sys->domains.n && !h->r->opt->replay ? "cg_domain" : NULL);
}

void harn_top(Harn *h)
{
    Str doc = STR("Stand-alone test bench: only imports C functions (tb/cg_tb_dpi.c). +args=\"--test random --seed "
                  "1\", +fst=FILE");
    HdlModule *m = hdl_module(h->r->a, harn_f(h, STR_FMT "_tb", STR_ARG(h->r->design)), doc);
    HdlScope *s = hdl_items(m);
    HdlName *clk = hdl_wire(s, STR("clk"), NULL), *sample = hdl_wire(s, STR("sample"), NULL);
    HdlInstance *clock = hdl_instance(s, "cg_clock", STR("clock"));
    hdl_out(clock, "clk", clk->x);
    hdl_out(clock, "sample", sample->x);
    HdlInstance *harness =
        hdl_instance(s, str_z(h->r->a, harn_f(h, STR_FMT "_harness", STR_ARG(h->r->design))), STR("harness"));
    hdl_in(harness, "clk", clk->x);
    hdl_in(harness, "sample", sample->x);
    write(h, m, "cg_clock", NULL);
}
