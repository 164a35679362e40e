#include "step/step.h"
#include "util/names.h"

/* What has been used so far along the path being walked. */
typedef struct { int *lanes, *version; int n_nets, n_vars; } Path;

/* taken: the names of signals and ports. */
typedef struct { Arena *a; const Protocol *p; Step *s; Names taken; } Ctx;

static Path path_copy(Ctx *x, const Path *from)
{
    Path q = { NEW_N(x->a, int, from->n_nets + 1), NEW_N(x->a, int, from->n_vars + 1), from->n_nets, from->n_vars };
    for (int i = 0; i < q.n_nets; i++) q.lanes[i] = from->lanes[i];
    for (int i = 0; i < q.n_vars; i++) q.version[i] = from->version[i];
    return q;
}

static void path_max(Path *into, const Path *other)
{
    for (int i = 0; i < into->n_nets; i++) if (other->lanes[i] > into->lanes[i]) into->lanes[i] = other->lanes[i];
    for (int i = 0; i < into->n_vars; i++)
        if (other->version[i] > into->version[i]) into->version[i] = other->version[i];
}

static Out *out_for(Ctx *x, Network *net, Port *port, int lane)
{
    for (int i = 0; i < x->s->outs.n; i++) {
        Out *o = x->s->outs.at[i];
        if (o->net == net && o->port == port && o->lane == lane) return o;
    }
    Out *o = NEW(x->a, Out);
    o->net = net; o->port = port; o->lane = lane;
    vec_push(x->a, &x->s->outs, o);
    return o;
}

static Slot *slot_for(Ctx *x, Var *v, int slot)
{
    for (int i = 0; i < x->s->slots.n; i++)
        if (x->s->slots.at[i]->var == v && x->s->slots.at[i]->slot == slot) return x->s->slots.at[i];
    Slot *k = NEW(x->a, Slot);
    k->var = v; k->slot = slot;
    vec_push(x->a, &x->s->slots, k);
    return k;
}

static int source_code(Ctx *x, void *vec, Var *v, int version, Joins joins)
{
    VEC(OpaqueSource) *list = vec;
    for (int i = 0; i < list->n; i++)
        if (list->at[i].var == v && list->at[i].version == version && list->at[i].joins == joins) return i;
    OpaqueSource s = { v, version, joins };
    vec_push(x->a, list, s);
    return list->n - 1;
}

static struct OutField *out_field(Ctx *x, Out *o, Str name, Type *t)
{
    for (int i = 0; i < o->fields.n; i++)
        if (str_eq(o->fields.at[i].name, name)) return &o->fields.at[i];
    struct OutField f = { .name = name, .type = t };
    vec_push(x->a, &o->fields, f);
    return &o->fields.at[o->fields.n - 1];
}

static StepUse *use_of(Ctx *x, const Action *act) { return &x->s->uses[act->id]; }

static void place_out(Ctx *x, const Action *act, const Path *p, Network *net, int lane)
{
    StepUse *use = use_of(x, act);
    Out *o = out_for(x, net, act->port, lane);
    use->out = o;
    o->multicast |= act->kind == A_MULTICAST;
    if (act->key) o->key = act->key->type;
    use->select = NEW_N(x->a, int, act->assigns.n + 1);
    for (int i = 0; i < act->assigns.n; i++) {
        const Assign *as = &act->assigns.at[i];
        struct OutField *f = out_field(x, o, as->name, as->field->type);
        if (f->type->opaque && as->value->op == E_VAR)
            use->select[i] = source_code(x, &f->sources, as->value->var, p->version[as->value->var->id], JOINS_NOT);
    }
}

static struct Operand *operand(Ctx *x, Slot *k, Str name, Type *t)
{
    for (int i = 0; i < k->operands.n; i++) if (str_eq(k->operands.at[i].name, name)) return &k->operands.at[i];
    struct Operand op = { .name = name, .type = t };
    vec_push(x->a, &k->operands, op);
    return &k->operands.at[k->operands.n - 1];
}

/* A slot has one data path, and rows share it: the first slot from here on that has it, else one that has none. What
 * is passed over writes nothing. */
static Slot *apply_slot(Ctx *x, Var *v, int from, Str what)
{
    int free = from;
    for (bool taken = true; taken; free += taken) {
        taken = false;
        for (int i = 0; i < x->s->slots.n; i++) {
            Slot *k = x->s->slots.at[i];
            if (k->var == v && k->slot >= from && str_eq(k->apply, what)) return k;
            taken |= k->var == v && k->slot == free && k->apply.n;
        }
    }
    return slot_for(x, v, free);
}

/* Operands are what was before the data path writes. */
static void place_apply(Ctx *x, const Action *act, Path *p)
{
    StepUse *use = use_of(x, act);
    int before = p->version[act->dst->id];
    use->slot = apply_slot(x, act->dst, before, act->what);
    use->slot->apply = act->what;
    p->version[act->dst->id] = use->slot->slot + 1;
    use->select = NEW_N(x->a, int, act->assigns.n + 1);
    for (int i = 0; i < act->assigns.n; i++) {
        const Expr *value = act->assigns.at[i].value;
        struct Operand *op = operand(x, use->slot, act->assigns.at[i].name, value->type);
        if (!value->type->opaque) continue;
        int version = value->var == act->dst ? before : p->version[value->var->id];
        use->select[i] = source_code(x, &op->sources, value->var, version, JOINS_NOT);
    }
    if (act->result) p->version[act->result->id] = use->slot->slot + 1;
}

static void place_write(Ctx *x, const Action *act, Path *p)
{
    StepUse *use = use_of(x, act);
    if (act->kind == A_APPLY) { place_apply(x, act, p); return; }
    Slot *k = slot_for(x, act->dst, p->version[act->dst->id]++);
    use->slot = k;
    use->select = NEW_N(x->a, int, 2);
    Var *src = act->value->var;
    int version = p->version[src->id] - (src == act->dst);    /* a field written from itself reads the version before */
    use->select[0] = source_code(x, &k->sources, src, version, act->joins);
    if (!act->mask) return;
    use->select[1] = 1 + source_code(x, &k->masks, act->mask->var, p->version[act->mask->var->id], act->under);
}

static void place_body(Ctx *x, const Action *body, Path *p)
{
    for (const Action *act = body; act; act = act->next) {
        if (act->kind == A_SEND || act->kind == A_MULTICAST)
            place_out(x, act, p, act->msg->net, p->lanes[act->msg->net->id]++);
        else if (act->kind == A_REPLY || act->kind == A_REQUEST) place_out(x, act, p, NULL, 0);
        else if (act->kind == A_WRITE || act->kind == A_APPLY) place_write(x, act, p);
        else if (act->kind == A_WALK) { use_of(x, act)->walk = x->s->walks.n; vec_push(x->a, &x->s->walks, act); }
        else if (act->kind == A_CHOOSE) {
            Path start = path_copy(x, p);
            for (int i = 0; i < act->branches.n; i++) {
                Path q = path_copy(x, &start);
                place_body(x, act->branches.at[i].body, &q);
                path_max(p, &q);
            }
        }
    }
}

/* ---- the list of signals ---- */

/* Of a name that a signal has already, for instance a register called `event`, the next is NAME_2. */
static Signal *add(Ctx *x, SignalKind k, Str name, Type *t, int width)
{
    Signal s = { .kind = k, .out = k >= SIG_ACT, .type = t, .width = width };
    s.name = str_printf(x->a, STR_FMT "%s", STR_ARG(name), s.out ? "_o" : "_i");
    for (int i = 2; names_get(&x->taken, s.name); i++)
        s.name = str_printf(x->a, STR_FMT "_%d%s", STR_ARG(name), i, s.out ? "_o" : "_i");
    names_put(x->a, &x->taken, s.name, x);
    s.port = s.name;
    vec_push(x->a, &x->s->signals, s);
    if (!s.out) x->s->n_inputs = x->s->signals.n;
    return &x->s->signals.at[x->s->signals.n - 1];
}

/* Registers of an array share a port. */
static void add_var(Ctx *x, SignalKind k, Var *v)
{
    Signal *g = add(x, k, v->ident, v->type, 0);
    g->var = v;
    if (!v->array) return;
    if (v != v->array->elem[0]) { g->port = x->s->signals.at[x->s->signals.n - 2].port; return; }
    Str port = str_printf(x->a, STR_FMT "%s", STR_ARG(v->array->name), g->out ? "_o" : "_i");
    for (int i = 2; names_get(&x->taken, port); i++)
        port = str_printf(x->a, STR_FMT "_%d%s", STR_ARG(v->array->name), i, g->out ? "_o" : "_i");
    names_put(x->a, &x->taken, port, x);
    g->port = port;
}

static bool is_input(const Var *v)
{
    switch (v->kind) {
    case V_REG: return v->is_read || v->is_written;
    case V_STORE: case V_WAITER: case V_STORE_HIT: case V_STAMP: return true;
    case V_WAITER_HIT:
    case V_INPUT:
    case V_CLOCK:
    case V_ARG:
    case V_KEY:
    case V_ME:
    case V_ROOM:
    case V_EMPTY:
    case V_FIRST:
    case V_REPLAYED: return v->is_read;
    case V_STATE: case V_LET: case V_APPLIED: return false;
    }
    return false;
}

static void list_inputs(Ctx *x)
{
    const Controller *c = x->s->ctl;
    bool stamps = false;
    for (int i = 0; i < c->args.n; i++) stamps |= c->args.at[i]->kind == V_STAMP;
    add(x, SIG_IN_STATE, STR("state"), NULL, code_bits(c->states.n));
    add(x, SIG_IN_EVENT, STR("event"), NULL, code_bits(c->base_events.n));
    if (stamps) add(x, SIG_IN_REPLAY, STR("replay"), NULL, 1);
    for (int i = 0; i < c->vars.n; i++) {
        Var *v = c->vars.at[i];
        if (!v->type->opaque && is_input(v)) add_var(x, SIG_IN_VAR, v);
    }
}

static Str cat(Ctx *x, Str a, const char *b) { return str_printf(x->a, STR_FMT "_%s", STR_ARG(a), b); }

/* Of a pool what is parked and woken; of others all that entries have. */
static void list_waiters(Ctx *x, Waiters *w)
{
    static const struct { SignalKind k; const char *name; bool pool;
    } ops[] = { { SIG_WAIT_ALLOC, "alloc", false }, { SIG_WAIT_WE, "we", false }, { SIG_PARK, "park", true },
                { SIG_REPLAY, "replay", false },    { SIG_MUST, "must", false },  { SIG_DONE, "done", false },
                { SIG_WAKE, "wake", true } };
    bool pool = block_pools(w->block);
    for (size_t k = 0; k < sizeof ops / sizeof *ops; k++)
        if (pool ? ops[k].pool : ops[k].k != SIG_WAKE)
            add(x, ops[k].k, cat(x, w->name, ops[k].name), NULL, 1)->waiters = w;
}

static void list_state_outputs(Ctx *x)
{
    const Controller *c = x->s->ctl;
    add(x, SIG_ACT, STR("act"), NULL, 2);
    add(x, SIG_ROW, STR("row"), NULL, code_bits(c->rows.n));
    add(x, SIG_EVENT, STR("refined"), NULL, code_bits(c->events.n));
    add(x, SIG_VIEW, STR("view"), NULL, code_bits(c->states.n));
    add(x, SIG_NEXT, STR("next"), NULL, code_bits(c->states.n));
    for (int i = 0; i < c->vars.n; i++) {
        Var *v = c->vars.at[i];
        bool kept = v->kind == V_STORE || v->kind == V_WAITER || (v->kind == V_REG && v->is_written);
        if (kept && !v->type->opaque) add_var(x, SIG_VAR, v);
    }
    for (int i = 0; i < c->args.n; i++)
        if (c->args.at[i]->kind == V_STAMP)
            add(x, SIG_STAMP, c->args.at[i]->ident, c->args.at[i]->type, 0)->var = c->args.at[i];
    for (int i = 0; i < c->stores.n; i++) {
        Store *st = c->stores.at[i];
        add(x, SIG_STORE_ALLOC, cat(x, st->name, "alloc"), NULL, 1)->store = st;
        add(x, SIG_STORE_FREE, cat(x, st->name, "free"), NULL, 1)->store = st;
        add(x, SIG_STORE_WE, cat(x, st->name, "we"), NULL, 1)->store = st;
    }
    for (int i = 0; i < c->behind.n; i++)
        if (c->forgets && c->behind.at[i]->block->sort == BLOCK_FILTER)
            add(x, SIG_STORE_FREE, cat(x, c->behind.at[i]->name, "free"), NULL, 1)->store = c->behind.at[i];
    for (int i = 0; i < c->waiters.n; i++) list_waiters(x, c->waiters.at[i]);
}

static int kinds_of(const Ctx *x, const Out *o)
{
    int n = 0;
    if (o->port) return o->port->kind == PORT_CORE ? o->port->replies.n : o->port->requests.n;
    for (int i = 0; i < x->p->msgs.n; i++) n += x->p->msgs.at[i]->net == o->net;
    return n;
}

static void list_out(Ctx *x, Out *o)
{
    bool core = o->port && o->port->kind == PORT_CORE;
    SignalKind base = !o->port ? SIG_SEND_VALID : core ? SIG_REPLY_VALID : SIG_REQ_VALID;
    SignalKind kind = !o->port ? SIG_SEND_KIND : core ? SIG_REPLY_KIND : SIG_REQ_KIND;
    SignalKind field = !o->port ? SIG_SEND_FIELD : core ? SIG_REPLY_FIELD : SIG_REQ_FIELD;
    SignalKind sel = !o->port ? SIG_SEND_SEL : core ? SIG_REPLY_SEL : SIG_REQ_SEL;
    Str stem = o->port ? cat(x, o->port->name, core ? "rep" : "req")
                       : str_printf(x->a, STR_FMT "%d", STR_ARG(o->net->name), o->lane);
    add(x, base, cat(x, stem, "valid"), NULL, 1)->o = o;
    add(x, kind, cat(x, stem, "kind"), NULL, code_bits(kinds_of(x, o)))->o = o;
    if (!o->port) add(x, SIG_SEND_TO, cat(x, stem, "to"), o->multicast ? NULL : x->p->t_node, 0)->o = o;
    if (o->key) add(x, SIG_SEND_KEY, cat(x, stem, "key"), o->key, 0)->o = o;
    for (int i = 0; i < o->fields.n; i++) {
        struct OutField *f = &o->fields.at[i];
        Str name =
            str_printf(x->a, STR_FMT "_" STR_FMT "%s", STR_ARG(stem), STR_ARG(f->name), f->type->opaque ? "_sel" : "");
        Signal *g =
            f->type->opaque ? add(x, sel, name, NULL, code_bits(f->sources.n)) : add(x, field, name, f->type, 0);
        g->o = o;
        g->field = i;
    }
}

static void list_slot(Ctx *x, Slot *k)
{
    Str stem = str_printf(x->a, STR_FMT "_wr%d", STR_ARG(k->var->ident), k->slot);
    add(x, SIG_WRITE_VALID, cat(x, stem, "valid"), NULL, 1)->s = k;
    add(x, SIG_WRITE_SEL, cat(x, stem, "sel"), NULL, code_bits(k->sources.n + (k->apply.n > 0)))->s = k;
    add(x, SIG_WRITE_MASK, cat(x, stem, "mask"), NULL, code_bits(k->masks.n + 1))->s = k;
    for (int i = 0; i < k->operands.n; i++) {
        const struct Operand *o = &k->operands.at[i];
        bool late = o->type->opaque;
        Str name = str_printf(x->a, STR_FMT "_" STR_FMT "%s", STR_ARG(stem), STR_ARG(o->name), late ? "_sel" : "");
        Signal *g = add(x, SIG_APPLY_OPERAND, name, late ? NULL : o->type, late ? code_bits(o->sources.n) : 0);
        g->s = k;
        g->operand = i;
    }
}

/* All lanes of a network share one form of the destination. */
static void spread_multicast(Step *s)
{
    for (int i = 0; i < s->outs.n; i++)
        for (int k = 0; k < s->outs.n; k++)
            if (s->outs.at[i]->net && s->outs.at[i]->net == s->outs.at[k]->net)
                s->outs.at[i]->multicast |= s->outs.at[k]->multicast;
}

static void find_performs(const Action *x, void *ctx) { *(int *)ctx |= x->performs; }

/* What some row says beside performs=. */
typedef struct { Ctx *x; bool time, by, id; } Said;

static void list_said(const Action *a, void *ctx)
{
    Said *s = ctx;
    if (a->time && !s->time) add(s->x, SIG_TIME, STR("performs_time"), a->time->type, 0);
    if (a->by && !s->by) add(s->x, SIG_BY, STR("performs_by"), a->by->type, 0);
    if (a->thread && !s->id) add(s->x, SIG_ID, STR("performs_id"), a->thread->type, 0);
    s->time |= a->time != NULL;
    s->by |= a->by != NULL;
    s->id |= a->thread != NULL;
}

/* Bits of all that its rows perform; at least those of reads and writes. */
static int performs_bits(const Controller *c)
{
    int found = PERFORMS_WRITE, bits = 0;
    for (int i = 0; i < c->rows.n; i++) actions_walk(c->rows.at[i]->body, find_performs, &found);
    while (found >> bits) bits++;
    return bits;
}

/* ---- walks ---- */

/* behind: a register that the row sets after the walk; what then reads it is not what the keys see. */
typedef struct { Ctx *x; const Action *walk; bool *behind, past; } WalkReads;

static void find_behind(const Action *a, void *ctx)
{
    WalkReads *r = ctx;
    if (a == r->walk) r->past = true;
    else if (r->past && a->kind == A_SET && a->dst->kind == V_REG) r->behind[a->dst->id] = true;
}

static void add_walk_signal(Ctx *x, SignalKind k, const Action *walk, Var *v)
{
    if (step_walk_signal(x->s, k, walk, v) >= 0) return;
    bool we = k == SIG_PORT_WE;
    Str name = str_printf(x->a, "walk%d_" STR_FMT "%s", step_walk(x->s, walk), STR_ARG(v->ident), we ? "_we" : "");
    Signal *g = add(x, k, name, we ? NULL : v->type, we);
    g->walk = walk;
    g->var = v;
}

static void read_expr(const Expr *e, void *ctx)
{
    WalkReads *r = ctx;
    if (e->op != E_VAR) return;
    Var *v = e->var;
    bool there = v->kind == V_ARG || v->kind == V_STAMP || v->kind == V_REPLAYED || v->kind == V_EMPTY;
    if (there || (v->kind == V_REG && r->behind[v->id])) add_walk_signal(r->x, SIG_WALK_ARG, r->walk, v);
}

static void read_action(const Action *a, void *ctx)
{
    expr_walk(a->value, read_expr, ctx);
    for (int i = 0; i < a->branches.n; i++) expr_walk(a->branches.at[i].test, read_expr, ctx);
}

static void set_action(const Action *a, void *ctx)
{
    WalkReads *r = ctx;
    bool known = false;
    if (a->kind != A_SET || !a->parked) return;
    if (r->walk->port) {
        add_walk_signal(r->x, SIG_PORT_SET, r->walk, a->dst);
        add_walk_signal(r->x, SIG_PORT_WE, r->walk, a->dst);
        return;
    }
    for (int i = 0; i < r->x->s->parked.n; i++) known |= r->x->s->parked.at[i] == a->dst;
    if (!known) vec_push(r->x->a, &r->x->s->parked, a->dst);
}

typedef struct { Ctx *x; const Row *row; } WalkRow;

static void list_walk(const Action *a, void *ctx)
{
    const WalkRow *w = ctx;
    Ctx *x = w->x;
    if (a->kind != A_WALK) return;
    WalkReads r = { x, a, NEW_N(x->a, bool, x->s->ctl->vars.n + 1), false };
    actions_walk(w->row->body, find_behind, &r);
    actions_walk(a->body, set_action, &r);
    if (a->port) return;                            /* done by the row itself */
    expr_walk(a->where, read_expr, &r);
    actions_walk(a->body, read_action, &r);
}

static void list_walks(Ctx *x)
{
    const Controller *c = x->s->ctl;
    for (int i = 0; i < x->s->walks.n; i++)
        add(x, SIG_WALK, str_printf(x->a, "walk%d", i), NULL, 1)->walk = x->s->walks.at[i];
    for (int i = 0; i < c->rows.n; i++) actions_walk(c->rows.at[i]->body, list_walk, &(WalkRow){ x, c->rows.at[i] });
}

Step *step_build(Arena *a, const Protocol *p, const Controller *c)
{
    Ctx x = { a, p, NEW(a, Step), { 0 } };
    x.s->ctl = c;
    x.s->uses = NEW_N(a, StepUse, c->n_actions + 1);
    for (int i = 0; i < c->rows.n; i++) {
        Path path = { NEW_N(a, int, p->nets.n + 1), NEW_N(a, int, c->vars.n + 1), p->nets.n, c->vars.n };
        place_body(&x, c->rows.at[i]->body, &path);
    }
    spread_multicast(x.s);
    list_inputs(&x);
    list_state_outputs(&x);
    for (int i = 0; i < x.s->outs.n; i++) list_out(&x, x.s->outs.at[i]);
    for (int i = 0; i < x.s->slots.n; i++) list_slot(&x, x.s->slots.at[i]);
    add(&x, SIG_PERFORMS, STR("performs"), NULL, performs_bits(c));
    Said said = { .x = &x };
    for (int i = 0; i < c->rows.n; i++) actions_walk(c->rows.at[i]->body, list_said, &said);
    add(&x, SIG_OVERFLOW, STR("overflow"), NULL, 1);
    for (int i = 0; i < c->sweeps.n; i++)
        add(&x, SIG_START, cat(&x, c->sweeps.at[i]->name, "start"), NULL, 1)->sweep = c->sweeps.at[i];
    list_walks(&x);
    return x.s;
}

Out  *step_out(const Step *s, const Action *send) { return s->uses[send->id].out; }
Slot *step_slot(const Step *s, const Action *write) { return s->uses[write->id].slot; }
int   step_select(const Step *s, const Action *act, int k) { return s->uses[act->id].select[k]; }
int   step_walk(const Step *s, const Action *walk) { return s->uses[walk->id].walk; }

int   step_walk_signal(const Step *s, SignalKind k, const Action *walk, const Var *v)
{
    for (int i = s->n_inputs; i < s->signals.n; i++) {
        const Signal *g = &s->signals.at[i];
        if (g->kind == k && g->walk == walk && g->var == v) return i;
    }
    return -1;
}

static bool owned_by(const Signal *g, const void *owner)
{
    return g->var == owner || g->store == owner || g->waiters == owner || g->o == owner || g->s == owner ||
           g->walk == owner || g->sweep == owner;
}

int step_signal(const Step *s, SignalKind k, const void *owner)
{
    for (int i = 0; i < s->signals.n; i++)
        if (s->signals.at[i].kind == k && (!owner || owned_by(&s->signals.at[i], owner))) return i;
    return -1;
}

int signal_width(const ParamEnv *env, const Signal *s)
{
    if (s->var && !var_there(env, s->var)) return 0;
    if (s->type) return type_width(env, s->type);
    if (s->kind == SIG_SEND_TO) return (int)node_count(env, env->p->systems.n ? env->p->systems.at[0] : NULL);
    return s->width;
}
