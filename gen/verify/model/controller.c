/* controller.c - a controller's variables, outputs and events, by what the search gives and takes. */
#include "verify/model/controller.h"
#include "ir/request.h"
#include "verify/model/blocks.h"
#include "ir/keyed.h"
#include "verify/model/params.h"
#include "verify/model/places.h"
#include "verify/model/roles.h"
#include "verify/model/signals.h"

/* ---- what invariants read ---- */

typedef struct { const Model *m; CtlModel *k; } Watching;

static void watch(const Expr *e, void *ctx)
{
    Watching *w = ctx;
    const Array *x = e->op == E_ELEM ? e->var->array : NULL;
    if (!expr_reads(e) || e->var->kind == V_LET) return;
    for (int i = 0; i < w->k->watched.n; i++) if (w->k->watched.at[i].var == e->var->id) return;
    if (!x) vec_push(w->m->arena, &w->k->watched, model_watched_of(w->m, w->k, e->var));
    for (int i = 0; x && i < array_registers(x); i++)
        if (var_there(&w->m->env, x->elem[i]))
            vec_push(w->m->arena, &w->k->watched, model_watched_of(w->m, w->k, x->elem[i]));
}

/* Views that lines must be in to leave. */
static void watch_victims(Watching *w)
{
    const Controller *c = w->k->c;
    for (int i = 0; i < c->stores.n; i++)
        for (int j = 0; j < c->stores.at[i]->victims.n; j++) {
            const Victim *v = &c->stores.at[i]->victims.at[j];
            const View *view = v->view.n ? victim_view(c, c->stores.at[i], v) : NULL;
            if (view && view->when) expr_walk(view->when, watch, w);
        }
}

/* ---- variables ---- */

/* Variables with their own place in a state; data: those whose values are opaque. */
typedef struct { Slotted *at; int *n, max; const Var **data; int *n_data; const Var **mask; int *n_masks; } Slots;

static bool add_slotted(const Model *m, Diags *d, const CtlModel *k, Slots to, const Var *v)
{
    if (*to.n == to.max) return model_refuse(d, v->pos, "variables of this kind", to.max);
    Role r = model_role_of(m, v->type);
    to.at[(*to.n)++] = (Slotted){ v, r, 0, model_out_of(k, v->kind == V_STAMP ? SIG_STAMP : SIG_VAR, v), -1 };
    return true;
}

static bool add_fields(const Model *m, Diags *d, const CtlModel *k, Slots to, Var *const *fields, int n)
{
    for (int i = 0; i < n; i++) {
        if (!fields[i]->type->opaque) {
            if (!add_slotted(m, d, k, to, fields[i])) return false;
            continue;
        }
        if (model_role_of(m, fields[i]->type) == ROLE_MASK) {
            if (*to.n_masks == MAX_MASKS) return model_refuse(d, fields[i]->pos, "masks of a line or entry", MAX_MASKS);
            to.mask[(*to.n_masks)++] = fields[i];
            continue;
        }
        if (*to.n_data == MAX_OPAQUE) return model_refuse(d, fields[i]->pos, "opaque fields", MAX_OPAQUE);
        to.data[(*to.n_data)++] = fields[i];
    }
    return true;
}

static bool store_variables(const Model *m, Diags *d, CtlModel *k, StoreModel *x)
{
    Slots line = { x->field, &x->n, MAX_FIELDS, x->data, &x->n_data, x->mask, &x->n_masks };
    if (!add_fields(m, d, k, line, x->s->fields.at, x->s->fields.n)) return false;
    for (int i = 0; i < x->n; i++) {
        if (x->field[i].var == x->s->lock) x->lock = i;
        if (!x->field[i].var->backed) continue;
        if (k->n_backed == MAX_BACKED) return model_refuse(d, x->field[i].var->pos, "backed fields", MAX_BACKED);
        x->field[i].behind = k->n_backed;
        k->backed[k->n_backed++] = i;
    }
    return true;
}

typedef struct { const Var *v; bool found; } Named;

static void find_named(const Expr *e, void *ctx)
{
    Named *x = ctx;
    x->found |= (e->op == E_AT || e->op == E_VAR) && e->var == x->v;
}

/* A clock that the controller reads, or that an invariant over the system reads there. */
static bool reads_time(const Model *m, const Var *v)
{
    Named x = { v, v->is_read > 0 };
    for (int i = 0; i < m->p->ctls.n; i++)
        for (int j = 0; j < m->p->ctls.at[i]->invariants.n; j++)
            if (m->p->ctls.at[i]->invariants.at[j].system)
                expr_walk(m->p->ctls.at[i]->invariants.at[j].system, find_named, &x);
    return x.found;
}

/* A register, or an input, that has other values than one. */
static bool follows(const Model *m, const Var *v)
{
    if (v->kind == V_REG) return v->is_written && var_there(&m->env, v);
    const Pin *p = v->source ? NULL : model_pin(m, v);
    return v->is_read && (v->source || (p && p->n > 1));
}

static bool variables(const Model *m, Diags *d, CtlModel *k)
{
    const Controller *c = k->c;
    for (int i = 0; i < c->regs.n; i++)
        if (follows(m, c->regs.at[i]) &&
            !add_slotted(m, d, k, (Slots){ .at = k->regs, .n = &k->n_regs, .max = MAX_REGS }, c->regs.at[i]))
            return false;
    for (int i = 0; i < m->n_times; i++) {
        const Var *v = c->clocks.at[m->time[i].c->id];
        bool read = reads_time(m, v);
        k->time_reg[i] = read ? k->n_regs : -1;
        Slots own = { k->regs, &k->n_regs, MAX_REGS, NULL, NULL, NULL, NULL };
        if (read && !add_slotted(m, d, k, own, v)) return false;
    }
    Slots args = { k->args, &k->n_args, MAX_ARGS, NULL, NULL, NULL, NULL };
    for (int i = 0; i < c->args.n; i++) if (!add_slotted(m, d, k, args, c->args.at[i])) return false;
    for (int i = 0; i < k->n_stores; i++) if (!store_variables(m, d, k, &k->store[i])) return false;
    for (int i = 0; i < k->n_waits; i++) {
        WaitModel *w = &k->wait[i];
        Slots entry = { w->field, &w->n, MAX_FIELDS, w->data, &w->n_data, w->mask, &w->n_masks };
        if (!add_fields(m, d, k, entry, w->w->fields.at, w->w->fields.n)) return false;
    }
    return true;
}

/* ---- outputs ---- */

static SlotMap slot_map(const CtlModel *k, const Slot *w)
{
    const Step *s = k->step;
    SlotMap x = { w, model_out_of(k, SIG_WRITE_VALID, w), model_out_of(k, SIG_WRITE_SEL, w),
                  model_out_of(k, SIG_WRITE_MASK, w), { 0 } };
    for (int i = s->n_inputs; i < s->signals.n; i++) {
        const Signal *g = &s->signals.at[i];
        if (g->kind == SIG_APPLY_OPERAND && g->s == w && g->operand < MAX_OPERANDS)
            x.operand[g->operand] = i - s->n_inputs;
    }
    return x;
}

static int part_number(const Out *o, const struct OutField *f)
{
    for (int i = 0; i < o->fields.n && f->type->opaque; i++) {
        Str name = o->fields.at[i].name;
        if (name.n == f->name.n + 5 && str_eq((Str){ name.p, f->name.n }, f->name) &&
            str_eq((Str){ name.p + f->name.n, 5 }, STR("_part")))
            return i;
    }
    return -1;
}

static bool port_sets(Diags *d, CtlModel *k)
{
    const Step *s = k->step;
    for (int i = s->n_inputs; i < s->signals.n; i++) {
        const Signal *g = &s->signals.at[i];
        if (g->kind != SIG_PORT_SET) continue;
        if (k->n_port_sets == MAX_ARGS)
            return model_refuse(d, g->walk->pos, "fields that walks over ports set", MAX_ARGS);
        int arg = 0, we = step_walk_signal(s, SIG_PORT_WE, g->walk, g->var);
        while (arg < k->n_args && k->args[arg].var != g->var) arg++;
        k->port_sets[k->n_port_sets].walk = g->walk;
        k->port_sets[k->n_port_sets].arg = arg;
        k->port_sets[k->n_port_sets].value = i - s->n_inputs;
        k->port_sets[k->n_port_sets++].we = we - s->n_inputs;
    }
    return true;
}

static bool sweeps(Diags *d, CtlModel *k)
{
    const Controller *c = k->c;
    if (c->sweeps.n > MAX_SWEEPS) return model_refuse(d, c->pos, "sweeps", MAX_SWEEPS);
    for (k->n_sweeps = 0; k->n_sweeps < c->sweeps.n; k->n_sweeps++) {
        const Sweep *w = c->sweeps.at[k->n_sweeps];
        int busy = 0, store = 0;
        while (k->regs[busy].var != w->busy) busy++;
        while (k->store[store].s != w->store) store++;
        k->sweeps[k->n_sweeps].store = store;
        k->sweeps[k->n_sweeps].w = w;
        k->sweeps[k->n_sweeps].start = model_out_of(k, SIG_START, w);
        k->sweeps[k->n_sweeps].busy = busy;
    }
    return true;
}

static void wait_outputs(const CtlModel *k, WaitModel *x)
{
    x->o_alloc = model_out_of(k, SIG_WAIT_ALLOC, x->w);
    x->o_we = model_out_of(k, SIG_WAIT_WE, x->w);
    x->o_park = model_out_of(k, SIG_PARK, x->w);
    x->o_replay = model_out_of(k, SIG_REPLAY, x->w);
    x->o_must = model_out_of(k, SIG_MUST, x->w);
    x->o_done = model_out_of(k, SIG_DONE, x->w);
    x->o_wake = model_out_of(k, SIG_WAKE, x->w);
}

static bool outputs(Diags *d, CtlModel *k)
{
    const Step *s = k->step;
    if (s->outs.n > MAX_OUTS) return model_refuse(d, k->c->pos, "sends of a row", MAX_OUTS);
    if (s->slots.n > MAX_SLOTS) return model_refuse(d, k->c->pos, "writes of a row", MAX_SLOTS);
    for (int i = 0; i < s->outs.n; i++) {
        const Out *o = s->outs.at[i];
        SignalKind first = o->net ? SIG_SEND_VALID : o->port->kind == PORT_CORE ? SIG_REPLY_VALID : SIG_REQ_VALID;
        SignalKind kind = o->net ? SIG_SEND_KIND : o->port->kind == PORT_CORE ? SIG_REPLY_KIND : SIG_REQ_KIND;
        OutMap *t = &k->outs[k->n_outs++];
        *t = (OutMap){ .out = o,
                       .valid = model_out_of(k, first, o),
                       .kind = model_out_of(k, kind, o),
                       .to = o->net ? model_out_of(k, SIG_SEND_TO, o) : -1,
                       .key = o->key ? model_out_of(k, SIG_SEND_KEY, o) : -1,
                       .multicast = o->multicast };
        if (o->fields.n > MAX_SENT) return model_refuse(d, k->c->pos, "fields of a message", MAX_SENT);
        for (int j = 0; j < o->fields.n; j++) {
            t->src_sel[j] = model_field_out(k, o, j);
            t->part[j] = part_number(o, &o->fields.at[j]);
        }
    }
    for (int i = 0; i < s->slots.n; i++) {
        const Slot *w = s->slots.at[i];
        if (w->operands.n > MAX_OPERANDS) return model_refuse(d, k->c->pos, "operands", MAX_OPERANDS);
        k->slots[k->n_slots++] = slot_map(k, w);
    }
    k->o_act = model_out_of(k, SIG_ACT, NULL);
    k->o_row = model_out_of(k, SIG_ROW, NULL);
    k->o_event = model_out_of(k, SIG_EVENT, NULL);
    k->o_view = model_out_of(k, SIG_VIEW, NULL);
    k->o_next = model_out_of(k, SIG_NEXT, NULL);
    for (int i = 0; i < k->n_stores; i++) {
        k->store[i].o_alloc = model_out_of(k, SIG_STORE_ALLOC, k->store[i].s);
        k->store[i].o_free = model_out_of(k, SIG_STORE_FREE, k->store[i].s);
    }
    for (int i = 0; i < k->n_waits; i++) wait_outputs(k, &k->wait[i]);
    const Store *behind = k->n_stores ? k->store[k->backed_store].s->backing : NULL;
    k->o_forget = behind ? model_out_of(k, SIG_STORE_FREE, behind) : -1;
    k->o_performs = model_out_of(k, SIG_PERFORMS, NULL);
    k->o_time = model_out_of(k, SIG_TIME, NULL);
    k->o_by = model_out_of(k, SIG_BY, NULL);
    k->o_id = model_out_of(k, SIG_ID, NULL);
    k->o_overflow = model_out_of(k, SIG_OVERFLOW, NULL);
    k->o_walk = model_out_of(k, SIG_WALK, NULL);
    return port_sets(d, k) && sweeps(d, k);
}

/* ---- events ---- */

static void find_park(const Action *a, void *ctx) { if (a->kind == A_PARK) *(bool *)ctx = true; }

static bool parks(const Controller *c, const Event *base)
{
    bool found = false;
    for (int s = 0; s < c->states.n; s++)
        for (int e = 0; e < c->events.n; e++) {
            const Cell *cell = &c->cells[s * c->events.n + e];
            if (event_base(c->events.at[e]) != base) continue;
            for (int i = 0; i < cell->rows.n; i++) actions_walk(cell->rows.at[i]->body, find_park, &found);
        }
    return found;
}

static void add_performs(const Action *a, void *ctx) { *(int *)ctx |= a->performs; }

/* What any row of the event performs. */
static int performs_of(const Controller *c, const Event *base)
{
    int all = 0;
    for (int s = 0; s < c->states.n; s++)
        for (int e = 0; e < c->events.n; e++) {
            const Cell *cell = &c->cells[s * c->events.n + e];
            for (int i = 0; i < cell->rows.n && event_base(c->events.at[e]) == base; i++)
                actions_walk(cell->rows.at[i]->body, add_performs, &all);
        }
    return all;
}

static OpType op_of(const Event *e)
{
    static const OpType ops[] = { [REQUEST_OTHER] = OP_OTHER, [REQUEST_LOAD] = OP_LOAD, [REQUEST_STORE] = OP_STORE,
                                  [REQUEST_ATOMIC] = OP_ATOMIC, [REQUEST_FENCE] = OP_FENCE };
    return e->kind == EV_CORE ? ops[request_kind(e->def)] : OP_NONE;
}

static bool alike(const EventMap *a, const EventMap *b)
{
    return a->keyless == b->keyless && str_eq(a->e->def->answer, b->e->def->answer);
}

/* Kinds of the requests that are nothing else. */
static void find_kinds(CtlModel *k)
{
    int kinds = 0;
    for (int i = 0; i < k->n_events; i++) {
        EventMap *v = &k->events[i];
        int as = -1;
        if (v->op != OP_OTHER) continue;
        for (int j = 0; j < i && as < 0; j++)
            if (k->events[j].op >= OP_OTHER && alike(v, &k->events[j])) as = k->events[j].op;
        v->op = as < 0 ? OP_OTHER + kinds++ : as;
    }
}

static bool events(Diags *d, CtlModel *k)
{
    const Controller *c = k->c;
    int64_t top = INT64_MIN;
    k->n_events = c->base_events.n;
    k->overflow = -1;
    if (k->n_events > MAX_EVENTS) return model_refuse(d, c->pos, "events", MAX_EVENTS);
    for (int i = 0; i < k->n_events; i++) {
        const Event *e = c->base_events.at[i];
        for (int j = 0; j < k->n_stores && e->kind == EV_EVICT; j++)
            if (k->store[j].s == e->store) k->store[j].evict = e->code;
        if (e->kind == EV_OVERFLOW) k->overflow = e->code;
        k->posted |= e->kind == EV_CORE && e->def->posted;
        k->waits |= e->kind == EV_CORE && e->def->waits;
        k->levels |= e->kind >= EV_TIMER && e->kind <= EV_WISH;
        k->events[e->code] = (EventMap){ .e = e,
                                         .op = op_of(e),
                                         .keyless = e->keyless || !c->key,
                                         .outside = e->kind == EV_CORE && e->def->outside,
                                         .ends = e->kind == EV_CORE && performs_of(c, e) & PERFORMS_COMMIT };
        if (parks(c, e) && e->class_ > top) top = e->class_;
    }
    for (int i = 0; i < k->n_events; i++) k->events[i].low = k->events[i].e->class_ <= top;
    find_kinds(k);
    return true;
}

static int find_arg(const CtlModel *k, const char *name)
{
    for (int i = 0; i < k->n_args; i++) if (str_is(k->args[i].var->name, name)) return i;
    return -1;
}

static void find_restart(const Action *x, void *ctx)
{
    ((CtlModel *)ctx)->restarts |= (x->performs & PERFORMS_RESTART) != 0;
}

static bool refuses(const CtlModel *k)
{
    const Controller *c = k->c;
    for (int i = 0; i < c->states.n * c->events.n; i++)
        for (int r = 0; r < c->cells[i].rows.n; r++)
            if (c->cells[i].rows.at[r]->kind == ROW_STALL && c->events.at[i % c->events.n]->kind == EV_CORE)
                return true;
    return false;
}

/* Numbers that differ, as far as their types hold them. */
static void atomic_operands(const Model *m, CtlModel *k)
{
    int n = 0;
    for (int e = 0; e < k->n_events; e++)
        for (int i = 0; k->events[e].op == OP_ATOMIC && i < k->events[e].e->def->fields.n; i++) {
            const Field *f = &k->events[e].e->def->fields.at[i];
            int arg = -1;
            for (int j = 0; j < k->n_args; j++) if (str_eq(k->args[j].var->name, f->name)) arg = j;
            if (arg < 0 || f->type == k->core->id_type) continue;
            if (k->args[arg].role == ROLE_UNMODELLED) k->operand[arg] = (uint16_t)(++n & ((1 << OPERAND_BITS) - 1));
            if (f->type->kind == TK_ENUM) k->operand[arg] = f->type->values.n > 1;
            if (f->type->kind == TK_COUNT && k->args[arg].role == ROLE_PLAIN)
                k->operand[arg] = param_eval(&m->env, f->type->size) > 1;
        }
}

static int find_error_arg(const CtlModel *k)
{
    const PortMsg *fill = k->mem ? k->mem->events.at[0]->def : NULL;
    for (int i = 0; fill && i < fill->fields.n; i++)
        for (int j = 0; j < k->n_args; j++)
            if (fill->fields.at[i].type->kind == TK_BOOL && str_eq(k->args[j].var->name, fill->fields.at[i].name))
                return j;
    return -1;
}

typedef struct { const Model *m; Diags *d; Pos at; bool fits; } Keys;

static void key_read(const Expr *e, void *ctx)
{
    Keys *x = ctx;
    if (!expr_reads(e) || e->var->kind == V_KEY || model_role_of(x->m, e->type) != ROLE_UNMODELLED) return;
    diag_error(x->d, e->pos,
               "verify: key= reads '" STR_FMT "', which has %d bits and is not looked at: expected %d at most",
               STR_ARG(e->var->name), type_width(&x->m->env, e->type), MAX_WIDTH);
    x->fits = false;
}

/* What a message says of another key must be followed: its number; and the contents of a line are those of one key. */
static void key_sent(const Action *a, void *ctx)
{
    Keys *x = ctx;
    if (!a->key) return;
    expr_walk(a->key, key_read, x);
    for (int i = 0; i < a->assigns.n; i++) {
        if (model_role_of(x->m, a->assigns.at[i].field->type) != ROLE_DATA || x->m->o->litmus.n) continue;
        diag_error(x->d, a->assigns.at[i].pos, "verify: data of one line in a message about another one is followed in "
                   "litmus tests only");
        x->fits = false;
    }
}

static bool keys_fit(const Model *m, Diags *d, const Controller *c)
{
    Keys x = { .m = m, .d = d, .fits = true };
    for (int i = 0; i < c->rows.n; i++)
        if (!m->o->keyed || !keyed_drops(c, c->rows.at[i])) actions_walk(c->rows.at[i]->body, key_sent, &x);
    return x.fits;
}

bool model_controller(Model *m, Diags *d, CtlModel *k, const Controller *c)
{
    k->c = c;
    if (!model_pins_fit(m, d) || !keys_fit(m, d, c)) return false;
    m->refuses |= refuses(k);
    k->step = step_build(m->arena, m->p, c);
    k->eval = eval_create_telling(m->arena, m->p, k->step, &m->env);
    if (!model_places(m, d, k)) return false;
    k->n_in = k->step->n_inputs;
    k->n_out = k->step->signals.n - k->n_in;
    if (k->n_in > MAX_IN) return model_refuse(d, c->pos, "inputs of a step", MAX_IN);
    if (k->n_out > MAX_OUT) return model_refuse(d, c->pos, "outputs of a step", MAX_OUT);
    if (c->vars.n > MAX_VARS) return model_refuse(d, c->pos, "variables", MAX_VARS);
    if (!variables(m, d, k) || !outputs(d, k) || !events(d, k) || !model_blocks(m, d, k)) return false;
    k->in = NEW_N(m->arena, Input, k->n_in + 1);
    for (int i = 0; i < k->n_in; i++) k->in[i] = model_input_of(m, k, &k->step->signals.at[i]);
    Watching w = { m, k };
    for (int i = 0; i < c->base_events.n; i++) {
        const Event *e = c->base_events.at[i];
        if (e->kind >= EV_TIMER && e->kind <= EV_WISH && e->when) expr_walk(e->when, watch, &w);
    }
    watch_victims(&w);
    for (int i = 0; i < c->rows.n; i++)
        if (!m->o->keyed || !keyed_drops(c, c->rows.at[i])) actions_walk(c->rows.at[i]->body, find_restart, k);
    for (int i = 0; i < c->invariants.n; i++)
        if (c->invariants.at[i].test) expr_walk(c->invariants.at[i].test, watch, &w);
    for (int i = 0; i < c->progresses.n; i++) {
        expr_walk(c->progresses.at[i].when, watch, &w);
        expr_walk(c->progresses.at[i].leadsto, watch, &w);
    }
    k->whole = ctl_whole_state(c);
    k->state_bits = code_bits(c->states.n);
    k->event_bits = code_bits(k->n_events);
    k->arg_from = find_arg(k, "from");
    k->arg_data = k->arg_mask = k->core_now = k->core_wnow = -1;
    for (int i = 0; i < k->n_args; i++) {
        if (k->args[i].role == ROLE_DATA && k->arg_data < 0) k->arg_data = i;
        if (k->args[i].role == ROLE_MASK && k->arg_mask < 0) k->arg_mask = i;
    }
    k->arg_err = find_error_arg(k);
    atomic_operands(m, k);
    for (int i = 0; i < k->n_regs && k->core; i++) {
        if (k->regs[i].role != ROLE_STAMP) continue;
        bool own = k->regs[i].var == m->clock || c != model_core_controller(m->p);
        if (k->core_now < 0 && own) k->core_now = i;
        if (k->core_wnow < 0 || k->regs[i].var == m->store_clock) k->core_wnow = i;
    }
    return true;
}

static int reg_of(const CtlModel *k, const Var *v)
{
    for (int i = 0; i < k->n_regs; i++) if (k->regs[i].var == v) return i;
    return -1;
}

bool model_wires(Model *m, Diags *d)
{
    for (int i = 0; i < m->n_ctl; i++) {
        CtlModel *k = &m->ctl[i];
        for (int r = 0; r < k->n_regs; r++) {
            const Var *v = k->regs[r].var;
            if (!v->source) continue;
            const CtlModel *from = &m->ctl[v->of->id];
            if (k->n_wires == MAX_WIRES) return model_refuse(d, v->pos, "inputs that show registers", MAX_WIRES);
            k->wires[k->n_wires].reg = r;
            k->wires[k->n_wires].ctl = v->of->id;
            k->wires[k->n_wires].from = reg_of(from, v->source);
            k->wires[k->n_wires++].each = v->each;
        }
    }
    return true;
}
