/* ctl.c - the controller around a transition function: what is built, and the nets that its parts share. */
#include "rtl/ctl.h"

/* ---- what rows do with fields of occurrences ---- */

bool rtl_arg_used(const Var *v) { return v->is_read > 0 || v->kind == V_STAMP; }
bool rtl_wide_data(const Type *t) { return t->opaque && t->kind == TK_BYTES; }

const Var *ctl_order(const Waiters *w) { return w->least ? w->least : w->greatest; }
bool ctl_orders(const CtlWait *e, const Var *v) { return !e->holds && ctl_order(e->w) == v; }

/* ---- stores and waiting places ---- */

CtlStore *ctl_store_of(const Ctl *k, const Store *s)
{
    for (int i = 0; i < k->n_stores; i++) if (k->stores[i].s == s) return &k->stores[i];
    return NULL;
}

CtlWait *ctl_wait_of(const Ctl *k, const Waiters *w)
{
    for (int i = 0; i < k->n_waits; i++) if (k->waits[i].w == w) return &k->waits[i];
    return NULL;
}

bool ctl_holds(const Ctl *k)
{
    for (int i = 0; i < k->n_stores; i++) if (k->stores[i].hold) return true;
    return false;
}

/* ---- small things ---- */

Hx ctl_clk(const Ctl *k) { return rtl_port(k->ports, RTL_CLOCK, NULL, NULL)->x; }
Hx ctl_rst(const Ctl *k) { return rtl_port(k->ports, RTL_RESET, NULL, NULL)->x; }

HdlInstance *ctl_block(Ctl *k, const char *module, Str name)
{
    HdlInstance *i = hdl_instance(k->s, module, name);
    hdl_in(i, "clk_i", k->clk_on && k->s == hdl_items(k->m) ? k->clk_on->x : ctl_clk(k));
    hdl_in(i, "rst_i", ctl_rst(k));
    return i;
}

HdlInstance *ctl_free_block(Ctl *k, const char *module, Str name)
{
    HdlInstance *i = hdl_instance(k->s, module, name);
    hdl_in(i, "clk_i", k->free_clk ? k->free_clk->x : ctl_clk(k));
    hdl_in(i, "rst_i", ctl_rst(k));
    return i;
}

Hx ctl_pin(const Ctl *k, const Var *v)
{
    return k->pin[v->id] ? k->pin[v->id]->x : rtl_var_port(k->ports, v)->x;
}

Hx ctl_src(const Ctl *k, const HdlName *vector, int source) { return hx_bit(k->m, vector->x, hx_int(k->m, source)); }

int ctl_signal(const Ctl *k, SignalKind kind, const void *owner)
{
    for (int i = k->step->n_inputs; i < k->step->signals.n; i++) {
        const Signal *g = &k->step->signals.at[i];
        bool of = !owner || g->var == owner || g->store == owner || g->waiters == owner ||
                  (const void *)g->o == owner || (const void *)g->s == owner || (const void *)g->walk == owner ||
                  (const void *)g->sweep == owner;
        if (g->kind == kind && of) return i;
    }
    return -1;
}

bool ctl_new_group(const Step *step, int signal)
{
    const Signal *g = &step->signals.at[signal], *before = signal ? g - 1 : NULL;
    if (!before || g->out != before->out || g->o != before->o || g->s != before->s) return true;
    const Var *v = g->var, *u = before->var;
    return v && u && (v->kind != u->kind || v->store != u->store || v->waiters != u->waiters);
}

Hx ctl_st(const Ctl *k, SignalKind kind, const void *owner) { return k->st[ctl_signal(k, kind, owner)]->x; }

int ctl_out_index(const Ctl *k, const Out *o)
{
    for (int i = 0; i < k->step->outs.n; i++) if (k->step->outs.at[i] == o) return i;
    return -1;
}

int ctl_state_bits(const Ctl *k) { return code_bits(k->c->states.n); }
Hx ctl_state_w(Ctl *k) { return rtl_code_width(k->x, ctl_state_bits(k)); }

void ctl_in(Ctl *k, CtlPart part)
{
    k->s = part < CTL_PARTS ? k->part[part] : hdl_items(k->m);
}

/* ---- ports of the specification ---- */

static RtlPortRole port_role(const Port *p) { return p->kind == PORT_CORE ? RTL_CORE : RTL_BLOCK; }

static Hx half(const Ctl *k, const Port *p, const char *half, Str part)
{
    const HdlName *n =
        rtl_port(k->ports, port_role(p), p, str_z(k->r->a, rtl_f(k->x, "%s" STR_FMT, half, STR_ARG(part))));
    return n ? n->x : NULL;
}

Hx ctl_port_in(const Ctl *k, const Port *p, Str part) { return half(k, p, rtl_port_in(p), part); }
Hx ctl_port_out(const Ctl *k, const Port *p, Str part) { return half(k, p, rtl_port_out(p), part); }

/* ---- what is there (check/built.c has refused what cannot be built) ---- */

static void choose_store(Ctl *k, const Store *s)
{
    if (!s->block->module) {
        diag_error(k->r->d, s->pos, "emit: no template for a store of kind '" STR_FMT "' yet", STR_ARG(s->block->kind));
        return;
    }
    k->stores[k->n_stores++] = (CtlStore){ .s = s, .keeps = store_keeps_state(k->c, s), .evict_src = -1 };
}

static void choose_waiters(Ctl *k, const Waiters *w)
{
    if (!w->block->module)
        diag_error(k->r->d, w->pos, "emit: no template for waiters of kind '" STR_FMT "' yet", STR_ARG(w->block->kind));
    else {
        CtlWait e = { .w = w, .keeps = waiters_keep_state(k->c, w), .replay_src = -1 };
        e.holds = block_pin(w->block, "armed_o") != NULL;
        k->waits[k->n_waits++] = e;
    }
}

static void choose_ports(Ctl *k)
{
    for (int i = 0; i < k->c->ports.n && k->r->open; i++)
        if (k->c->ports.at[i]->probe)
            diag_error(k->r->d, k->c->ports.at[i]->pos, "emit --open: a system with probes stays whole");
    for (int i = 0; i < k->c->regs.n && k->r->open; i++)
        if (k->c->regs.at[i]->source && (k->c == k->r->open || k->c->regs.at[i]->of == k->r->open))
            diag_error(k->r->d, k->c->regs.at[i]->pos,
                       "emit --open: '" STR_FMT "' is at one end of this wire: it cannot be left out",
                       STR_ARG(k->r->open->name));
    for (int i = 0; i < k->c->ports.n; i++) {
        const Port *p = k->c->ports.at[i];
        if (p->kind == PORT_MEMORY) k->mems[k->n_mems++].p = p;
    }
}

/* Replays drive cores, networks and memory, for a key. */
static void check_replay(Ctl *k)
{
    if (!k->c->key)
        diag_error(k->r->d, k->c->pos, "emit: --harness replay: a controller without key cannot be replayed");
    for (int i = 0, cores = 0; i < k->c->ports.n; i++) {
        const Port *p = k->c->ports.at[i];
        const char *what = p->kind == PORT_BLOCK                 ? "block port"
                           : p->key                              ? "memory port with key="
                           : p->kind == PORT_CORE && cores++ > 0 ? "second core port of a controller"
                                                                 : NULL;
        if (what) diag_error(k->r->d, p->pos, "emit: --harness replay: a %s cannot be replayed", what);
    }
    for (int i = 0; i < k->c->regs.n; i++)
        if (k->c->regs.at[i]->source)
            diag_error(k->r->d, k->c->regs.at[i]->pos,
                       "emit: --harness replay: an input that shows a register cannot be replayed");
    for (int i = 0; i < k->c->sweeps.n; i++)
        diag_error(k->r->d, k->c->sweeps.at[i]->pos,
                   "emit: --harness replay: a sweep cannot be replayed: the order of its lines is the store's");
}

static bool supported(Ctl *k)
{
    const Controller *c = k->c;
    Diags *d = k->r->d;
    int before = diag_errors(d);
    for (int i = 0; i < c->stores.n; i++) choose_store(k, c->stores.at[i]);
    for (int i = 0; i < c->behind.n; i++)       /* a filter comes with the store that it backs */
        if (c->behind.at[i]->block->sort == BLOCK_MEMORY) k->memory = c->behind.at[i];
    for (int i = 0; i < c->waiters.n; i++) choose_waiters(k, c->waiters.at[i]);
    choose_ports(k);
    if (k->r->opt->replay) check_replay(k);
    k->stages = c->stages ? (int)param_eval(k->r->env, c->stages) : 1;
    if (k->stages < 1 || k->stages > 3)
        diag_error(d, c->stages_pos, "stages= is %d, expected 1 to 3", k->stages);
    else if (k->stages > 1 && k->r->opt->replay)
        diag_error(d, c->stages_pos,
                   "emit: --harness replay: a controller with more than one stage cannot be replayed");
    if (ctl_late(k)) ctl_check_late(k);
    for (int i = 0; i < c->base_events.n; i++) k->keyless |= c->base_events.at[i]->keyless;
    if (diag_errors(d) != before) return false;
    ctl_walked_places(k);
    return true;
}

/* ---- nets ---- */

static HdlName *net(Ctl *k, const char *name, Hx width) { return hdl_wire(k->s, str_from(name), width); }

bool ctl_source_keyed(const Ctl *k, const Source *s)
{
    if (s->kind == SRC_NETWORK) return rtl_net_keyed(k->r->p, s->net);
    return s->kind != SRC_LEVEL || !s->event->keyless;
}

/* What each source offers as key, for stores that ask. */
static void keys_by_source(Ctl *k, Hx kw)
{
    bool asked = false;
    for (int i = 0; i < k->n_stores; i++) asked = asked || ctl_by_source(k, k->stores[i].s);
    k->s0_of = NEW_N(k->r->a, HdlName *, k->n_sources + 1);
    for (int i = 0; asked && i < k->c->sources.n; i++) {
        const Source *s = &k->c->sources.at[i];
        if (ctl_source_keyed(k, s))
            k->s0_of[i] = hdl_wire(k->s, rtl_f(k->x, "s0_" STR_FMT "_key", STR_ARG(s->name)), kw);
    }
}

static void source_nets(Ctl *k)
{
    int eb = code_bits(k->c->base_events.n);
    Hx kw = k->c->key ? rtl_width(k->x, k->c->key) : NULL, ew = rtl_code_width(k->x, eb);
    k->sources = hdl_const_of(k->m, STR("SOURCES"), NULL, hx_int(k->m, k->n_sources))->x;
    k->src_valid = net(k, "src_valid", k->sources);
    k->src_gnt = net(k, "src_gnt", k->sources);
    k->src_pick = net(k, "src_pick", k->sources);
    k->src_any = net(k, "src_any", NULL);
    k->src_offer = net(k, "src_offer", k->sources);
    k->s0_known = net(k, "s0_known", NULL);
    k->s0_event = net(k, "s0_event", ew);
    if (k->c->key) k->s0_key = net(k, "s0_key", kw);
    keys_by_source(k, kw);
    k->ready = net(k, "stores_ready", NULL);
    k->t_src = net(k, "t_src_q", k->sources);
    k->t_valid = net(k, "t_valid_q", NULL);
    k->t_event = net(k, "t_event_q", ew);
    if (k->c->key) k->t_key = net(k, "t_key_q", kw);
    k->t_known = net(k, "t_known_q", NULL);
    for (int i = 0; i < k->c->args.n; i++) {
        const Var *v = k->c->args.at[i];
        if (!rtl_arg_used(v)) continue;
        k->s0_arg[v->id] = hdl_wire(k->s, rtl_f(k->x, "s0_" STR_FMT, STR_ARG(v->ident)), rtl_width(k->x, v->type));
        k->t_arg[v->id] = hdl_wire(k->s, rtl_f(k->x, "t_" STR_FMT "_q", STR_ARG(v->ident)), rtl_width(k->x, v->type));
    }
    for (int i = 0; i < k->c->sources.n; i++)
        if (k->c->sources.at[i].kind == SRC_LEVEL)
            k->level[i] = hdl_wire(k->s, rtl_f(k->x, "level_" STR_FMT, STR_ARG(k->c->sources.at[i].event->name)), NULL);
}

static bool writes_memory(const Ctl *k)
{
    for (int i = 0; i < k->c->ports.n; i++) if (k->c->ports.at[i]->kind == PORT_MEMORY) return true;
    return k->memory != NULL;
}

static void verdict_nets(Ctl *k)
{
    k->t_over = net(k, "t_over", NULL);
    k->t_fail = net(k, "t_fail", NULL);
    k->t_keep = net(k, "t_keep", NULL);
    k->t_ends = net(k, "t_ends", NULL);
    for (int i = 0; i < k->n_waits; i++)
        k->waits[i].keep =
            k->n_waits == 1 ? k->t_keep
                            : hdl_wire(k->s, rtl_f(k->x, STR_FMT "_keep", STR_ARG(k->waits[i].w->name)), NULL);
    k->t_fire = net(k, "t_fire", NULL);
    k->t_able = net(k, "t_able", NULL);
    k->t_hold = net(k, "t_hold", NULL);
    k->t_spared = net(k, "t_spared", NULL);
    k->t_never = net(k, "t_never", NULL);
    if (writes_memory(k) || ctl_time_ends(k)) k->write_error = net(k, "write_error", NULL);
    k->t_state = net(k, "t_state", ctl_state_w(k));
    k->t_row_state = net(k, "t_row_state", ctl_state_w(k));
    k->d_valid = net(k, "d_valid_q", NULL);
    if (k->overflow_src >= 0) k->t_full = net(k, "t_full", NULL);
    if (k->keyless) k->t_keyless = net(k, "t_keyless", NULL);
    for (int i = 0; i < k->n_stores && k->keyless; i++) {
        if (!block_pin(k->stores[i].s->block, "later_o")) continue;
        HdlName **flag = ctl_early(k, &k->stores[i]) ? &k->s0_keyless : &k->l_keyless;
        if (!*flag) *flag = net(k, flag == &k->s0_keyless ? "s0_keyless" : "l_keyless", NULL);
    }
    for (int i = 0; i < k->step->outs.n; i++) {
        const Out *o = k->step->outs.at[i];
        if (o->lane) continue;
        Str n = o->net ? o->net->name : o->port->name;
        k->room[i] = hdl_wire(k->s,
                              rtl_f(k->x, STR_FMT "%s_room", STR_ARG(n),
                                    o->net                       ? ""
                                    : o->port->kind == PORT_CORE ? "_rep"
                                                                 : "_req"),
                              NULL);
    }
}

static void step_nets(Ctl *k)
{
    for (int i = k->step->n_inputs; i < k->step->signals.n; i++) {
        const Signal *g = &k->step->signals.at[i];
        if (rtl_is_part(g->var)) continue;
        k->st[i] = hdl_wire(k->s, rtl_f(k->x, "st_%.*s", g->port.n - 2, g->port.p), rtl_signal_width(k->x, g));
        if (k->walk_module && rtl_walk_output(g))
            k->wk[i] = hdl_wire(k->s, rtl_f(k->x, "wk_%.*s", g->port.n - 2, g->port.p), rtl_signal_width(k->x, g));
    }
    for (int i = 0; i < k->c->regs.n; i++) {
        const Var *v = k->c->regs.at[i];
        if (v->kind == V_REG && v->is_written && !rtl_is_part(v))
            k->reg[v->id] = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_q", STR_ARG(v->array ? v->array->name : v->ident)),
                                     rtl_var_width(k->x, v));
    }
    for (int i = 0; i < k->c->vars.n; i++) {
        const Var *v = k->c->vars.at[i];
        bool field = (v->kind == V_STORE && ctl_store_of(k, v->store)) || v->kind == V_WAITER;
        if (field && !v->type->opaque) k->field[v->id] = hdl_wire(k->s, v->ident, rtl_width(k->x, v->type));
    }
}

static void walk_nets(Ctl *k)
{
    const Waiters *w = NULL;
    for (int i = k->n_waits - 1; i >= 0; i--) if (k->waits[i].holds) w = k->waits[i].w;
    if (k->walk_wait) w = k->walk_wait->w;
    const Expr *size = w ? waiters_attr(w, STR("entries")) : NULL;
    Hx entries = size ? rtl_int(k->x, size) : hx_int(k->m, 1);
    Hx one = hx_int(k->m, 1), idx_w = hx_cond(k->m, hx_gt(k->m, entries, one), hx_clog2(k->m, entries), one);
    if (w)
        idx_w = hdl_const_of(k->m, rtl_f(k->x, STR_FMT "_IDX_W", STR_ARG(rtl_upper(k->r->a, w->name))), NULL, idx_w)->x;
    if (k->several) ctl_walks_nets(k);
    k->look_key = net(k, "look_key", rtl_width(k->x, k->c->key));
    k->walk_busy = net(k, "walk_busy", NULL);
    k->walk_apply = net(k, "walk_apply", NULL);
    k->walk_entry = net(k, "walk_entry", NULL);
    k->walk_lines = net(k, "walk_lines", NULL);
    k->walk_read = net(k, "walk_read", NULL);
    k->walk_set = net(k, "walk_set", NULL);         /* its width: when the store is built */
    k->walk_way = net(k, "walk_way", NULL);
    k->walk_idx = net(k, "walk_idx", w ? idx_w : NULL);
    k->walk_at = net(k, "walk_at", w ? idx_w : NULL);
    k->walk_at_place = net(k, "walk_at_place", NULL);
    k->walk_now = net(k, "walk_now", rtl_code_width(k->x, k->walks));
    if (k->step->parked.n) ctl_walk_park_nets(k);
}

static void arrays(Ctl *k)
{
    Arena *a = k->r->a;
    int vars = k->c->vars.n + 1, signals = k->step->signals.n + 1;
    k->pin = NEW_N(a, HdlName *, vars);
    k->s0_arg = NEW_N(a, HdlName *, vars);
    k->t_arg = NEW_N(a, HdlName *, vars);
    k->d_arg = NEW_N(a, HdlName *, vars);
    k->reg = NEW_N(a, HdlName *, vars);
    k->field = NEW_N(a, HdlName *, vars);
    k->written = NEW_N(a, HdlName *, vars);
    k->version = NEW_N(a, HdlName **, vars);
    k->version_bytes = NEW_N(a, HdlName **, vars);
    k->st = NEW_N(a, HdlName *, signals);
    k->wk = NEW_N(a, HdlName *, signals);
    k->d = NEW_N(a, HdlName *, signals);
    k->out_field = NEW_N(a, HdlName *, signals);
    k->room = NEW_N(a, HdlName *, k->step->outs.n + 1);
    k->level = NEW_N(a, HdlName *, k->c->sources.n + 1);
    k->level_key = NEW_N(a, HdlName *, k->c->sources.n + 1);
}

/* The modules that a controller consists of, beside its transition functions and blocks. */
static void parts(Ctl *k)
{
    static const struct {
        const char *name, *doc;
    } text[CTL_PARTS] = {
        [CTL_IN] = { "in", "S0, where occurrences come from: queues of what arrives, arbitration, and the registers "
                           "of T." },
        [CTL_STATE] = { "state", "T, all state: registers, stores and waiting places, their look-up and what a row "
                                 "or a walk writes." },
        [CTL_DATA] = { "data", "D, opaque data: read with the address found in T, merged, written." },
        [CTL_OUT] = { "out", "D and behind it: messages, replies and requests as rows send them, and their queues." },
    };
    for (int i = 0; i < CTL_PARTS; i++)
        k->part[i] = hdl_part(k->m, str_from(text[i].name),
                              rtl_f(k->x, "Controller " STR_FMT ", %s", STR_ARG(k->c->name), text[i].doc));
}

RtlCtl *rtl_controller(Rtl *r, const Lowered *l, const RtlModule *step, const RtlModule *walk)
{
    const Controller *c = l->step->ctl;
    static const char *const pipeline[] = { "S0 choose and read, T look up and decide, D move data",
                                            "S0 choose and read, L look up, T decide, D move data",
                                            "S0 choose and read, L look up, R choose rows, T verdict, D move data" };
    int64_t stages = c->stages ? param_eval(r->env, c->stages) : 1;
    Str doc = str_printf(r->a, "Controller " STR_FMT "%s" STR_FMT ". Pipeline: %s.", STR_ARG(c->name),
                         c->doc.n ? ": " : "", STR_ARG(c->doc), pipeline[stages == 2 ? 1 : stages > 2 ? 2 : 0]);
    Ctl k = { .r = r,
              .c = c,
              .low = l,
              .step = l->step,
              .step_module = step,
              .walk_module = walk,
              .stores = NEW_N(r->a, CtlStore, c->stores.n + 1),
              .waits = NEW_N(r->a, CtlWait, c->waiters.n + 1),
              .mems = NEW_N(r->a, CtlMem, c->ports.n + 1),
              .overflow_src = -1 };
    k.walks = rtl_walks_visiting(l);
    if (!supported(&k)) return NULL;
    k.x = rtl_module(r, c, rtl_lower(r->a, c->name), doc);
    k.m = k.x->m;
    k.s = hdl_items(k.m);
    k.ports = rtl_ctl_ports(k.x, l->step);
    k.n_sources = c->sources.n;
    for (int i = 0; i < c->base_events.n; i++)
        if (c->base_events.at[i]->kind == EV_OVERFLOW) k.overflow_src = k.n_sources++;
    for (int i = 0; i < c->sources.n; i++) {
        const Source *s = &c->sources.at[i];
        if (s->kind == SRC_EVICT) ctl_store_of(&k, s->event->store)->evict_src = i;
        if (s->kind == SRC_REPLAY) ctl_wait_of(&k, s->waiters)->replay_src = i;
    }
    arrays(&k);
    source_nets(&k);
    ctl_stage_nets(&k);
    verdict_nets(&k);
    step_nets(&k);
    ctl_row_nets(&k);
    ctl_note_nets(&k);
    if (k.walks) walk_nets(&k);
    ctl_sweep_nets(&k);
    ctl_port_walk_nets(&k);
    parts(&k);
    ctl_gate_nets(&k);
    ctl_in(&k, CTL_PARTS);
    ctl_clocks(&k);
    ctl_in(&k, CTL_IN);
    ctl_sources(&k);
    ctl_in(&k, CTL_STATE);
    ctl_lookup(&k);
    ctl_in(&k, CTL_IN);
    ctl_levels(&k);
    if (k.port_busy) ctl_port_walk(&k);
    ctl_evictions(&k);
    ctl_in(&k, CTL_STATE);
    if (k.walks) ctl_walk(&k);
    ctl_in(&k, CTL_PARTS);
    ctl_transition(&k);
    if (k.walks) ctl_walk_step(&k);
    ctl_in(&k, CTL_STATE);
    ctl_state(&k);
    ctl_in(&k, CTL_DATA);
    ctl_data(&k);
    ctl_in(&k, CTL_OUT);
    ctl_outputs(&k);
    ctl_in(&k, CTL_PARTS);
    if (k.write_error) hdl_assign(k.s, k.write_error->x, k.write_errors ? k.write_errors : hx_bool(k.m, 0));
    ctl_gate(&k);
    ctl_checks(&k);
    return rtl_write(k.x) ? k.ports : NULL;
}
