#include "emit/harness.h"

/* The least width of the vectors: Verilator sorts the arguments of the library's functions, narrow ones last, and the
 * callers count on one order. */
enum { WIDE = 65 };

static int width(const Harn *h, const Type *t) { return type_width(h->e->env, t); }

static void add(Harn *h, HarnCtl *c, const char *name, Str port, const char *kind, int w, bool in)
{
    HarnSignal s = { .name = str_from(name), .width = w, .in = in };
    s.signal = f(h->e, STR_FMT "_%s%s_%s", STR_ARG(port), kind, name, in ? "i" : "o");
    vec_push(h->e->a, &c->signals, s);
}

static void add_union(Harn *h, HarnCtl *c, Str port, const char *kind, Field *fields, int n, bool in)
{
    for (int i = 0; i < n; i++) {
        Str signal = f(h->e, STR_FMT "_%s" STR_FMT "_%s", STR_ARG(port), kind, STR_ARG(fields[i].name), in ? "i" : "o");
        bool known = false;
        for (int k = 0; k < c->signals.n; k++) known |= str_eq(c->signals.at[k].signal, signal);
        if (known) continue;
        HarnSignal s = { .signal = signal, .name = fields[i].name, .width = width(h, fields[i].type), .in = in };
        vec_push(h->e->a, &c->signals, s);
    }
}

static void core_signals(Harn *h, HarnCtl *c, Port *p)
{
    add(h, c, "valid", p->name, "req_", 1, true);
    add(h, c, "kind", p->name, "req_", code_bits(p->events.n), true);
    add(h, c, "key", p->name, "req_", width(h, c->ctl->key), true);
    add(h, c, "ready", p->name, "rep_", 1, true);
    add(h, c, "ready", p->name, "req_", 1, false);
    add(h, c, "valid", p->name, "rep_", 1, false);
    add(h, c, "kind", p->name, "rep_", code_bits(p->replies.n), false);
    for (int i = 0; i < p->events.n; i++) add_union(h, c, p->name, "req_", p->events.at[i]->def->fields.at, p->events.at[i]->def->fields.n, true);
    for (int i = 0; i < p->replies.n; i++) add_union(h, c, p->name, "rep_", p->replies.at[i].fields.at, p->replies.at[i].fields.n, false);
}

static void axi_signals(Harn *h, HarnCtl *c, Str name)
{
    const ParamEnv *env = h->e->env;
    int beat = (int)env->value[v_param(h->e, "BEAT_BYTES")->id], slots = (int)env->value[v_param(h->e, "MEM_SLOTS")->id];
    int addr = (int)param_eval(env, c->ctl->key->size), id = slots > 1 ? code_bits(slots) : 1;
    const struct { const char *name; int w; bool in; } list[] = {
        { "arready", 1, true }, { "rvalid", 1, true }, { "rid", id, true }, { "rdata", 8 * beat, true }, { "rresp", 2, true }, { "rlast", 1, true }, { "awready", 1, true }, { "wready", 1, true },
        { "bvalid", 1, true }, { "bid", id, true }, { "bresp", 2, true }, { "arvalid", 1, false }, { "araddr", addr, false }, { "arid", id, false }, { "arlen", 8, false }, { "arsize", 3, false },
        { "arburst", 2, false }, { "rready", 1, false }, { "awvalid", 1, false }, { "awaddr", addr, false }, { "awid", id, false }, { "awlen", 8, false }, { "awsize", 3, false }, { "awburst", 2, false },
        { "wvalid", 1, false }, { "wdata", 8 * beat, false }, { "wstrb", beat, false }, { "wlast", 1, false }, { "bready", 1, false } };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) add(h, c, list[i].name, name, "axi_", list[i].w, list[i].in);
}

static void place_signals(Harn *h, HarnCtl *c)
{
    int in = 0, out = 0;
    for (int i = 0; i < c->signals.n; i++) {
        HarnSignal *s = &c->signals.at[i];
        int *at = s->in ? &in : &out;
        s->lsb = *at;
        *at += s->width;
    }
    c->in_base = h->in_bits; c->in_stride = in;
    c->out_base = h->out_bits; c->out_stride = out;
    h->in_bits += in * (int)c->count;
    h->out_bits += out * (int)c->count;
}

static bool carries(const Harn *h, const Network *n)
{
    bool sent = false, taken = false;
    for (int i = 0; i < h->ctls.n; i++) {
        const HarnCtl *c = &h->ctls.at[i];
        for (int k = 0; k < c->step->outs.n; k++) sent |= c->step->outs.at[k]->net == n;
        for (int k = 0; k < c->ctl->sources.n; k++) taken |= c->ctl->sources.at[k].kind == SRC_NETWORK && c->ctl->sources.at[k].net == n;
    }
    return sent && taken;
}

/* ---- observed fields ---- */

static void obs(Harn *h, ObsField *out, int *n, int max, const char *name, const char *text, int w)
{
    if (*n < max) out[(*n)++] = (ObsField){ str_copy(h->e->a, name, (int)__builtin_strlen(name)), str_copy(h->e->a, text, (int)__builtin_strlen(text)), w };
}

static Port *core_port(const Controller *c)
{
    for (int i = 0; i < c->ports.n; i++) if (c->ports.at[i]->kind == PORT_CORE) return c->ports.at[i];
    return NULL;
}

/* Whose operation does a row perform? At a core port: this instance's; elsewhere the sender's, by the field that has the type of the core port's thread id. */
static void obs_whose(Harn *h, const HarnCtl *c, ObsField *out, int *n, int max)
{
    Emit *e = h->e;
    Type *id = NULL;
    int64_t base = 0;
    for (int i = 0; i < e->p->ctls.n; i++) {
        Port *p = core_port(e->p->ctls.at[i]);
        if (p && p->id_type) { id = p->id_type; base = place_base(e->env, e->sys, e->p->ctls.at[i]); }
    }
    Var *from = ctl_arg(c->ctl, STR("from"));
    const char *core = core_port(c->ctl) ? "32'(n)" : from && from->is_read ? Z(e, f(e, "32'($T_msg_from_q) - 32'd%d", (int)base)) : "32'd0";
    obs(h, out, n, max, "core", core, 32);
    const char *who = "32'd0";
    for (int i = 0; i < c->ctl->args.n; i++) {
        Var *v = c->ctl->args.at[i];
        if (id && v->type == id && v->is_read) who = Z(e, f(e, "32'($T_" STR_FMT "_q)", STR_ARG(v->ident)));
    }
    obs(h, out, n, max, "id", who, 32);
}

static int replay_source(const Controller *c)
{
    for (int i = 0; i < c->sources.n; i++) if (c->sources.at[i].kind == SRC_REPLAY) return i;
    return -1;
}

/* Which thread is answered: the field of the reply that has the type of the port's thread id. */
static void obs_reply(Harn *h, const Out *o, ObsField *out, int *n, int max)
{
    const Port *p = o->port;
    obs(h, out, n, max, "reply", Z(h->e, f(h->e, "$st_" STR_FMT "_rep_valid", STR_ARG(p->name))), 1);
    for (int i = 0; i < o->fields.n && p->id_type; i++) {
        if (o->fields.at[i].type != p->id_type) continue;
        obs(h, out, n, max, "reply.id", Z(h->e, f(h->e, "$st_" STR_FMT "_rep_" STR_FMT, STR_ARG(p->name), STR_ARG(o->fields.at[i].name))), width(h, p->id_type));
        return;
    }
}

static void obs_send(Harn *h, const HarnCtl *c, const Out *o, int k, ObsField *out, int *n, int max)
{
    static const struct { SignalKind kind; const char *name; } parts[] = { { SIG_SEND_VALID, "" }, { SIG_SEND_KIND, ".kind" }, { SIG_SEND_TO, ".to" } };
    for (int i = 0; i < 3; i++)
        for (int j = c->step->n_inputs; j < c->step->signals.n; j++) {
            const Signal *g = &c->step->signals.at[j];
            if (g->o != o || g->kind != parts[i].kind) continue;
            obs(h, out, n, max, Z(h->e, f(h->e, "send%d%s", k, parts[i].name)), Z(h->e, f(h->e, "$st_" STR_FMT, g->name.n - 2, g->name.p)), signal_width(h->e->env, g));
        }
}

/* What a row does beside its state: races are seen by it (sim/races.h). */
static void obs_effects(Harn *h, const HarnCtl *c, ObsField *out, int *n, int max)
{
    Emit *e = h->e;
    int replay = replay_source(c->ctl), k = 0;
    Var *from = ctl_arg(c->ctl, STR("from"));
    obs(h, out, n, max, "view", "$st_view", code_bits(c->ctl->states.n));
    if (from && from->is_read) obs(h, out, n, max, "from", "$T_msg_from_q", width(h, e->p->t_node));
    if (replay >= 0) {
        obs(h, out, n, max, "replayed", Z(e, f(e, "$T_src_q[%d]", replay)), 1);
        obs(h, out, n, max, "park", Z(e, f(e, "$st_" STR_FMT "_park", STR_ARG(c->ctl->waiters.at[0]->name))), 1);
    }
    for (int i = 0; i < c->step->outs.n; i++) {
        const Out *o = c->step->outs.at[i];
        if (o->net) obs_send(h, c, o, k++, out, n, max);
        else if (o->port->kind == PORT_CORE) obs_reply(h, o, out, n, max);
    }
}

static void find_transaction(const Action *a, void *ctx) { *(bool *)ctx |= (a->performs & (PERFORMS_COMMIT | PERFORMS_ABORT)) != 0; }

/* ---- accesses outside of transactions ---- */

typedef struct { const Message *msg; bool found; } Sends;
static void find_message(const Action *a, void *ctx) { Sends *s = ctx; s->found |= a->kind == A_SEND && a->msg == s->msg; }

/* Some row of a request outside of transactions sends the message. */
static bool sent_outside(const Protocol *p, const Message *msg)
{
    Sends s = { msg, false };
    for (int i = 0; i < p->ctls.n; i++) {
        const Controller *c = p->ctls.at[i];
        for (int k = 0; k < c->states.n * c->events.n; k++) {
            const Event *e = event_base(c->events.at[k % c->events.n]);
            for (int r = 0; e->kind == EV_CORE && e->def->outside && r < c->cells[k].rows.n; r++) actions_walk(c->cells[k].rows.at[r]->body, find_message, &s);
        }
    }
    return s.found;
}

/* Where there are transactions, only rows of other accesses are known to perform: what a transaction does takes effect when it commits. */
static Str performs_outside(Harn *h, const Controller *c)
{
    Str any = { "", 0 };
    for (int i = 0; i < c->events.n; i++) {
        const Event *e = event_base(c->events.at[i]);
        if (!(e->kind == EV_CORE && e->def->outside) && !(e->kind == EV_MESSAGE && sent_outside(h->e->p, e->msg))) continue;
        any = f(h->e, STR_FMT "%s$st_refined == %d'd%d", STR_ARG(any), any.n ? " || " : "", code_bits(c->events.n), c->events.at[i]->code);
    }
    return any.n ? f(h->e, "(" STR_FMT ") ? $st_performs[1:0] : 2'd0", STR_ARG(any)) : STR("2'd0");
}

int harness_observed(Harn *h, const HarnCtl *c, ObsField *out, int max)
{
    Emit *e = h->e;
    int n = 0, sb = code_bits(c->ctl->states.n);
    obs(h, out, &n, max, "key", "$T_key_q", width(h, c->ctl->key));
    bool keyless = false;         /* such events have the first state */
    for (int i = 0; i < c->ctl->base_events.n; i++) keyless |= c->ctl->base_events.at[i]->keyless;
    obs(h, out, &n, max, "state", keyless && (c->ctl->stores.n || c->ctl->waiters.n) ? "$T_row_state" : "$T_state", sb);
    obs(h, out, &n, max, "event", "$st_refined", code_bits(c->ctl->events.n));
    obs(h, out, &n, max, "next", "$st_next", sb);
    bool restarts = false, transactions = false;
    for (int i = 0; i < c->step->signals.n; i++) restarts |= c->step->signals.at[i].kind == SIG_PERFORMS && c->step->signals.at[i].width > 2;
    for (int i = 0; i < e->p->ctls.n; i++)
        for (int r = 0; r < e->p->ctls.at[i]->rows.n; r++) actions_walk(e->p->ctls.at[i]->rows.at[r]->body, find_transaction, &transactions);
    obs(h, out, &n, max, "performs", transactions ? Z(e, performs_outside(h, c->ctl)) : restarts ? "$st_performs[1:0]" : "$st_performs", 2);
    obs_whose(h, c, out, &n, max);
    obs_effects(h, c, out, &n, max);
    for (int i = c->step->n_inputs; i < c->step->signals.n; i++) {
        Signal *g = &c->step->signals.at[i];
        if (g->kind != SIG_VAR) continue;
        Str owner = g->var->kind == V_REG ? STR("reg") : g->var->store ? g->var->store->name : g->var->waiters->name;
        obs(h, out, &n, max, Z(e, f(e, STR_FMT "." STR_FMT, STR_ARG(owner), STR_ARG(g->var->name))), Z(e, f(e, "$st_" STR_FMT, STR_ARG(g->var->ident))), width(h, g->type));
    }
    for (int i = 0; i < c->ctl->args.n; i++) {
        Var *v = c->ctl->args.at[i];
        if (!v->type->opaque && (v->is_read || v->kind == V_STAMP)) obs(h, out, &n, max, Z(e, f(e, "msg." STR_FMT, STR_ARG(v->name))), Z(e, f(e, "$T_" STR_FMT "_q", STR_ARG(v->ident))), width(h, v->type));
    }
    return n;
}

/* ---- what the T stage does ---- */

int harness_queues(Harn *h, const HarnCtl *c, HarnQueue *out)
{
    Emit *e = h->e;
    int n = 0;
    for (int i = 0; i < c->step->outs.n && n < HARN_MAX_QUEUES; i++) {
        const Out *o = c->step->outs.at[i];
        if (o->lane) continue;
        bool core = !o->net && o->port == core_port(c->ctl);
        Str name = o->net ? o->net->name : o->port->name, kind = o->net ? STR("") : core ? STR("_rep") : STR("_req"), need = STR("");
        if (!o->net) need = f(e, "$st_" STR_FMT STR_FMT "_valid", STR_ARG(name), STR_ARG(kind));
        for (int k = 0; o->net && k < c->step->outs.n; k++)
            if (c->step->outs.at[k]->net == o->net) need = f(e, STR_FMT "%s$st_" STR_FMT "%d_valid", STR_ARG(need), need.n ? " || " : "", STR_ARG(name), c->step->outs.at[k]->lane);
        out[n++] = (HarnQueue){ name, need, f(e, "$" STR_FMT STR_FMT "_room", STR_ARG(name), STR_ARG(kind)) };
    }
    return n;
}

int harness_gauges(Harn *h, const HarnCtl *c, HarnGauge *out)
{
    static const struct { const char *name, *text; } table[] = {
        { "entries", "_count" }, { "stash", "_stash" }, { "outside", "_outside" }, { "spills", "_spill" },
        { "moves", "_move && !(|$src_gnt)" },                      /* slots of S0 that a move within the table takes */
        { "moves_first", "_move_first && |$src_valid" },           /* of these, slots that a request wanted */
    };
    Emit *e = h->e;
    int n = 0;
    for (int i = 0; i < c->ctl->stores.n && n + 6 <= HARN_MAX_GAUGES; i++) {
        Str s = c->ctl->stores.at[i]->name;
        if (!str_is(c->ctl->stores.at[i]->block->kind, "cuckoo")) continue;
        for (size_t k = 0; k < sizeof table / sizeof *table; k++) out[n++] = (HarnGauge){ f(e, STR_FMT ".%s", STR_ARG(s), table[k].name), f(e, "$" STR_FMT "%s", STR_ARG(s), table[k].text) };
    }
    for (int i = 0; i < c->ctl->waiters.n && n + 2 <= HARN_MAX_GAUGES; i++) {
        Str w = c->ctl->waiters.at[i]->name;
        if (!str_is(c->ctl->waiters.at[i]->block->kind, "stall")) continue;
        out[n++] = (HarnGauge){ f(e, STR_FMT ".parked", STR_ARG(w)), f(e, "$" STR_FMT "_count", STR_ARG(w)) };
        out[n++] = (HarnGauge){ f(e, STR_FMT ".keys", STR_ARG(w)), f(e, "$" STR_FMT "_lines", STR_ARG(w)) };
    }
    return n;
}

int harness_messages(const Harn *h, HarnMessage *out)
{
    const Protocol *p = h->e->p;
    int n = 0;
    for (int i = 0; i < h->nets.n; i++) {
        int kinds = 0, first = n;
        for (int k = 0; k < p->msgs.n; k++)
            if (p->msgs.at[k]->net == h->nets.at[i] && n < HARN_MAX_MESSAGES) out[n++] = (HarnMessage){ p->msgs.at[k], i, kinds++, 0 };
        for (int k = first; k < n; k++) out[k].kind_bits = code_bits(kinds);
    }
    return n;
}

void emit_harness(Emit *e, Step **steps)
{
    HarnMessage messages[HARN_MAX_MESSAGES];
    Harn h = { .e = e, .in_bits = 1, .out_bits = 1 };      /* bit 0: reset; error */
    for (int i = 0; i < e->sys->places.n; i++) {
        HarnCtl c = { .ctl = e->sys->places.at[i].ctl, .count = param_eval(e->env, e->sys->places.at[i].count) };
        c.step = steps[c.ctl->id];
        for (int k = 0; k < c.ctl->ports.n; k++) if (c.ctl->ports.at[k]->kind == PORT_CORE) core_signals(&h, &c, c.ctl->ports.at[k]);
        c.n_core = c.signals.n;
        for (int k = 0; k < c.ctl->regs.n; k++) {      /* pins: driven to 0 unless a test bench does better */
            Var *v = c.ctl->regs.at[k];
            HarnSignal s = { .signal = f(e, STR_FMT "_i", STR_ARG(v->ident)), .name = v->name, .width = type_width(e->env, v->type), .in = true };
            if (v->kind == V_INPUT && v->is_read) vec_push(e->a, &c.signals, s);
        }
        if (ctl_memory_name(c.ctl).n) axi_signals(&h, &c, ctl_memory_name(c.ctl));
        if (e->opt->replay) harness_replay_signals(&h, &c);
        place_signals(&h, &c);
        vec_push(e->a, &h.ctls, c);
    }
    for (int i = 0; i < e->p->nets.n && !e->opt->replay; i++) if (carries(&h, e->p->nets.at[i])) vec_push(e->a, &h.nets, e->p->nets.at[i]);
    h.out_bits += 64 * h.nets.n;                           /* flits, and messages that wait */
    h.out_bits += 32 * harness_messages(&h, messages);
    for (int i = 0; i < h.ctls.n; i++) {
        h.ctls.at[i].stage_base = h.out_bits;
        h.out_bits += HARN_STAGE_BITS * (int)h.ctls.at[i].count;
    }
    for (int i = 0; i < h.ctls.n; i++) {
        HarnGauge g[HARN_MAX_GAUGES];
        h.ctls.at[i].gauge_base = h.out_bits;
        h.out_bits += HARN_GAUGE_BITS * harness_gauges(&h, &h.ctls.at[i], g) * (int)h.ctls.at[i].count;
    }
    if (h.in_bits < WIDE) h.in_bits = WIDE;
    if (h.out_bits < WIDE) h.out_bits = WIDE;
    for (int i = 0; i < h.ctls.n; i++) {
        ObsField o[256];
        int n = harness_observed(&h, &h.ctls.at[i], o, 256), bits = 0;
        for (int k = 0; k < n; k++) bits += o[k].width;
        if (bits > h.obs_bits) h.obs_bits = bits;
    }
    harness_wrapper(&h);
    harness_tables(&h);
    if (!e->opt->replay) harness_header(&h);
}
