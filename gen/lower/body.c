/* body.c - the actions of a row as operations. */
#include "lower/body.h"

typedef struct {
    Arena *a;
    Lowered *l;
    const Row *row;
    const Action *from;              /* the action that is being lowered */
    bool in_walk;                    /* sums are checked in the row itself only */
    const Action *over;              /* the walk, or NULL */
    LowOp **end;                     /* where the next operation goes */
    int64_t *raised;                 /* by signal: the bits that have been set on the way here */
} Body;

static int64_t *copy_raised(const Body *b)
{
    int n = b->l->step->signals.n + 1;
    int64_t *to = NEW_N(b->a, int64_t, n);
    for (int i = 0; b->raised && i < n; i++) to[i] = b->raised[i];
    return to;
}

static LowOp *add(Body *b, LowKind kind)
{
    LowOp *o = NEW(b->a, LowOp);
    o->kind = kind;
    o->from = b->from;
    *b->end = o;
    b->end = &o->next;
    return o;
}

/* ---- operations on a signal; one that the step does not have says nothing ---- */

static int output(const Body *b, SignalKind kind, const void *owner) { return step_signal(b->l->step, kind, owner); }

static bool raised(const Body *b, SignalKind kind, const void *owner, int64_t bits)
{
    int signal = output(b, kind, owner);
    return signal < 0 || (b->raised[signal] & bits) == bits;
}

/* Once on each way is enough. */
static void put_or(Body *b, SignalKind kind, const void *owner, int64_t bits)
{
    int signal = output(b, kind, owner);
    if (raised(b, kind, owner, bits)) return;
    b->raised[signal] |= bits;
    LowOp *o = add(b, LOW_OR);
    o->signal = signal;
    o->code = bits;
}

static void put_code(Body *b, int signal, int64_t code, Str note)
{
    if (signal < 0) return;
    LowOp *o = add(b, LOW_CODE);
    o->signal = signal;
    o->code = code;
    o->note = note;
}

static LowOp *put_value(Body *b, LowKind kind, int signal, const Expr *value)
{
    LowOp *o = add(b, kind);
    o->signal = signal;
    o->value = value;
    o->checked = !b->in_walk;
    return o;
}

/* ---- actions ---- */

static void lower_set(Body *b, const Action *x)
{
    if (x->parked && b->over->port) {
        const Step *s = b->l->step;
        put_value(b, LOW_SET, step_walk_signal(s, SIG_PORT_SET, b->over, x->dst), x->value);
        put_code(b, step_walk_signal(s, SIG_PORT_WE, b->over, x->dst), 1, (Str){ "", 0 });
        return;
    }
    if (x->parked) {
        LowOp *o = add(b, LOW_PARKED);
        o->var = x->dst;
        o->value = x->value;
        return;
    }
    LowOp *o = put_value(b, x->place ? LOW_ELEM : LOW_SET, output(b, SIG_VAR, x->dst), x->value);
    o->place = x->place;
    if (x->dst->store) put_or(b, SIG_STORE_WE, x->dst->store, 1);
    if (x->dst->waiters) put_or(b, SIG_WAIT_WE, x->dst->waiters, 1);
}

/* Number of the assignment to this name; -1: there is none. */
static int assign_of(const Action *x, Str name)
{
    for (int i = 0; i < x->assigns.n; i++) if (str_eq(x->assigns.at[i].name, name)) return i;
    return -1;
}

static void lower_write(Body *b, const Action *x)
{
    const Step *s = b->l->step;
    const Slot *slot = step_slot(s, x);
    int select = output(b, SIG_WRITE_SEL, slot);
    put_or(b, SIG_WRITE_VALID, slot, 1);
    if (x->kind == A_WRITE) {
        put_code(b, select, step_select(s, x, 0), x->value->var->ident);
        if (x->mask) put_code(b, output(b, SIG_WRITE_MASK, slot), step_select(s, x, 1), x->mask->var->ident);
        return;
    }
    put_code(b, select, slot->sources.n, x->what);
    for (int i = s->n_inputs; i < s->signals.n; i++) {
        const Signal *g = &s->signals.at[i];
        if (g->kind != SIG_APPLY_OPERAND || g->s != slot) continue;
        int to = assign_of(x, slot->operands.at[g->operand].name);
        if (to < 0) continue;
        const Expr *value = x->assigns.at[to].value;
        if (value->type->opaque) put_code(b, i, step_select(s, x, to), value->var->ident);
        else put_value(b, LOW_SET, i, value);
    }
}

static bool is_field(SignalKind k)
{
    return k == SIG_SEND_FIELD || k == SIG_SEND_SEL || k == SIG_REQ_FIELD || k == SIG_REQ_SEL
        || k == SIG_REPLY_FIELD || k == SIG_REPLY_SEL;
}

static int field_signal(const Step *s, const Out *o, Str name)
{
    for (int i = s->n_inputs; i < s->signals.n; i++) {
        const Signal *g = &s->signals.at[i];
        if (g->o == o && is_field(g->kind) && str_eq(o->fields.at[g->field].name, name)) return i;
    }
    return -1;
}

static void lower_fields(Body *b, const Action *x)
{
    const Step *s = b->l->step;
    for (int i = 0; i < x->assigns.n; i++) {
        const Assign *as = &x->assigns.at[i];
        int signal = field_signal(s, step_out(s, x), as->name);
        if (as->field->type->opaque) put_code(b, signal, step_select(s, x, i), as->value->var->ident);
        else put_value(b, LOW_SET, signal, as->value);
    }
}

static const Expr *value_of(const Body *b, Var *v, Pos at)
{
    Expr *e = NEW(b->a, Expr);
    *e = (Expr){ .op = E_VAR, .type = v->type, .pos = at, .var = v };
    return e;
}

/* The key= of the message, else the row's key. */
static void lower_key(Body *b, const Action *x, const Out *o)
{
    const Controller *c = b->l->step->ctl;
    const Expr *key = x->key;
    for (int i = 0; i < c->vars.n && !key && !x->msg->keyless; i++)
        if (c->vars.at[i]->kind == V_KEY) key = value_of(b, c->vars.at[i], x->pos);
    if (key) put_value(b, LOW_SET, output(b, SIG_SEND_KEY, o), key);
}

static void lower_send(Body *b, const Action *x)
{
    const Out *o = step_out(b->l->step, x);
    put_or(b, SIG_SEND_VALID, o, 1);
    put_code(b, output(b, SIG_SEND_KIND, o), x->msg->code, x->msg->name);
    LowOp *to = put_value(b, o->multicast ? LOW_NODES : LOW_SET, output(b, SIG_SEND_TO, o), x->to);
    if (x->kind == A_MULTICAST) to->nodes_of = x->ctl;
    if (o->key) lower_key(b, x, o);
    lower_fields(b, x);
}

static void lower_port(Body *b, const Action *x)
{
    const Out *o = step_out(b->l->step, x);
    bool reply = x->kind == A_REPLY;
    put_or(b, reply ? SIG_REPLY_VALID : SIG_REQ_VALID, o, 1);
    put_code(b, output(b, reply ? SIG_REPLY_KIND : SIG_REQ_KIND, o), x->def->code, x->def->name);
    lower_fields(b, x);
}

/* The fields of a new line or entry, as the rest of the row sees them. */
static void reset_fields(Body *b, Var *const *fields, int n)
{
    for (int i = 0; i < n; i++) {
        const Var *v = fields[i];
        const Expr *value = v->reset ? v->reset : v->store ? v->absent : NULL;
        if (v->type->opaque || (v->backed && !v->reset)) continue;   /* backed: what the look-up found behind */
        if (value) put_value(b, LOW_SET, output(b, SIG_VAR, v), value);
        else put_code(b, output(b, SIG_VAR, v), 0, (Str){ "", 0 });
    }
}

/* A test of whether the key has a line; what follows goes into its body until close_if() with what this returns. */
typedef struct { LowOp **end; int64_t *raised; } Around;

static Around open_if(Body *b, LowTest kind, const Store *store)
{
    LowOp *o = add(b, LOW_IF);
    Around around = { b->end, b->raised };
    vec_push(b->a, &o->arms, ((LowArm){ .kind = kind, .store = store }));
    b->end = &o->arms.at[0].body;
    b->raised = copy_raised(b);
    return around;
}

static void close_if(Body *b, Around around) { b->end = around.end; b->raised = around.raised; }

static void lower_allocate(Body *b, const Action *x)
{
    if (x->store) {
        Around after = open_if(b, LOW_MISS, x->store);               /* a line that is there stays as it is */
        put_or(b, SIG_STORE_ALLOC, x->store, 1);
        put_or(b, SIG_STORE_WE, x->store, 1);
        add(b, LOW_THERE)->store = x->store;
        reset_fields(b, x->store->fields.at, x->store->fields.n);
        close_if(b, after);
    }
    if (x->waiters) {
        put_or(b, SIG_WAIT_ALLOC, x->waiters, 1);
        add(b, LOW_THERE)->waiters = x->waiters;
        put_or(b, SIG_WAIT_WE, x->waiters, 1);
        reset_fields(b, x->waiters->fields.at, x->waiters->fields.n);
    }
}

/* A line that is not there stays away. In a walk it is there, and so is a victim. */
static void lower_free(Body *b, const Action *x)
{
    if (!x->store) { add(b, LOW_OUTSIDE); return; }
    bool known = raised(b, SIG_STORE_WE, x->store, 1) && raised(b, SIG_STORE_FREE, x->store, 1);
    bool asks = !b->in_walk && !known && b->l->victim_of[b->row->id] != x->store &&
                x->store->block->sort == BLOCK_STORE;
    Around after = { 0 };
    if (asks) after = open_if(b, LOW_HIT, x->store);
    put_or(b, SIG_STORE_FREE, x->store, 1);
    put_or(b, SIG_STORE_WE, x->store, 1);
    if (asks) close_if(b, after);
}

/* The lock is a field of the line. */
static void lower_lock(Body *b, const Action *x)
{
    Var *lock = x->store->lock;
    Expr *value = NEW(b->a, Expr);
    *value = (Expr){ .op = E_NUM, .type = lock->type, .pos = x->pos, .num = x->kind == A_LOCK };
    put_value(b, LOW_SET, output(b, SIG_VAR, lock), value);
    put_or(b, SIG_STORE_WE, x->store, 1);
}

/* The state is kept where the key's line or entry is. A line below an entry becomes pinned, so it is written too; in a
 * state that is kept nowhere it goes. */
static void lower_go(Body *b, const State *go)
{
    const Controller *c = b->l->step->ctl;
    put_code(b, output(b, SIG_NEXT, NULL), go->id, go->name);
    if (go->at == AT_WAITERS) put_or(b, SIG_WAIT_WE, go->waiters, 1);
    if (go->at == AT_STORE) put_or(b, SIG_STORE_WE, go->store, 1);
    for (int i = 0; i < c->stores.n && (go->at == AT_WAITERS || go->at == AT_NONE); i++) {
        const Store *s = c->stores.at[i];
        if (!store_keeps_state(c, s)) continue;
        if (raised(b, SIG_STORE_WE, s, 1) && (go->at != AT_NONE || raised(b, SIG_STORE_FREE, s, 1))) continue;
        Around after = open_if(b, LOW_HIT, s);
        if (go->at == AT_NONE) put_or(b, SIG_STORE_FREE, s, 1);
        put_or(b, SIG_STORE_WE, s, 1);
        close_if(b, after);
    }
}

static LowOp *lower_actions(const Body *outer, const Action *body, bool in_walk);

static void lower_choose(Body *b, const Action *x)
{
    LowOp *o = add(b, LOW_IF);
    for (int i = 0; i < x->branches.n; i++) {
        const Branch *br = &x->branches.at[i];
        LowArm arm = { .kind = br->test ? LOW_TEST : LOW_ELSE, .test = br->test };
        arm.body = lower_actions(b, br->body, b->in_walk);
        vec_push(b->a, &o->arms, arm);
    }
}

static void lower_let(Body *b, const Action *x)
{
    LowOp *o = add(b, LOW_LET);
    o->var = x->dst;
    o->value = x->value;
    o->checked = !b->in_walk;
}

static void lower_each(Body *b, const Action *x)
{
    LowOp *o = add(b, LOW_EACH);
    o->index = x->index;
    o->body = lower_actions(b, x->body, b->in_walk);
}

static LowOp *lower_over(const Body *b, const Action *walk)
{
    Body inner = *b;
    inner.over = walk;
    return lower_actions(&inner, walk->body, true);
}

/* The messages that wait at a port get what the row itself computes. */
static void lower_port_walk(Body *b, const Action *x)
{
    LowOp *o = add(b, LOW_IF);
    LowArm arm = { .kind = x->where ? LOW_TEST : LOW_ELSE, .test = x->where, .body = lower_over(b, x) };
    vec_push(b->a, &o->arms, arm);
}

static void lower_walk(Body *b, const Action *x)
{
    const Step *s = b->l->step;
    for (int i = s->n_inputs; i < s->signals.n; i++) {
        const Signal *g = &s->signals.at[i];
        if (g->kind != SIG_WALK_ARG || g->walk != x) continue;
        put_value(b, LOW_SET, i, value_of(b, g->var, x->pos))->checked = false;
    }
    LowOp *o = add(b, LOW_WALK);
    o->signal = output(b, SIG_WALK, x);
    o->code = step_walk(s, x);
    vec_push(b->a, &b->l->walks, ((LowWalk){ b->row, o }));
    if (x->port) { lower_port_walk(b, x); return; }
    o->value = x->where;
    o->body = lower_over(b, x);
}

/* A time is for the checkers: its sums are no part of the row. */
static void lower_performs(Body *b, const Action *x)
{
    if (x->performs) put_or(b, SIG_PERFORMS, NULL, x->performs);
    if (x->time) put_value(b, LOW_SET, output(b, SIG_TIME, NULL), x->time)->checked = false;
    if (x->by) put_value(b, LOW_SET, output(b, SIG_BY, NULL), x->by)->checked = false;
    if (x->thread) put_value(b, LOW_SET, output(b, SIG_ID, NULL), x->thread)->checked = false;
}

static void lower_action(Body *b, const Action *x)
{
    switch (x->kind) {
    case A_SET: lower_set(b, x); break;
    case A_WRITE: case A_APPLY: lower_write(b, x); break;
    case A_SEND: case A_MULTICAST: lower_send(b, x); break;
    case A_REQUEST: case A_REPLY: lower_port(b, x); break;
    case A_ALLOCATE: lower_allocate(b, x); break;
    case A_FREE: lower_free(b, x); break;
    case A_PARK: put_or(b, SIG_PARK, x->waiters, 1); break;
    case A_REPLAY:
        put_or(b, SIG_REPLAY, x->waiters, 1);
        if (x->must_hit) put_or(b, SIG_MUST, x->waiters, 1);
        break;
    case A_DONE: put_or(b, SIG_DONE, x->waiters, 1); break;
    case A_GO: lower_go(b, x->go); break;
    case A_CHOOSE: lower_choose(b, x); break;
    case A_WALK: lower_walk(b, x); break;
    case A_LET: lower_let(b, x); break;
    case A_EACH: lower_each(b, x); break;
    case A_START: put_or(b, SIG_START, x->sweep, 1); break;
    case A_ERROR: add(b, LOW_ERROR); break;
    case A_LOCK: case A_UNLOCK: lower_lock(b, x); break;
    case A_WAKE: put_or(b, SIG_WAKE, x->waiters, 1); break;
    }
    lower_performs(b, x);
}

static LowOp *lower_actions(const Body *outer, const Action *body, bool in_walk)
{
    LowOp *first = NULL;
    Body b = *outer;
    b.in_walk = in_walk;
    b.end = &first;
    if (in_walk != outer->in_walk) b.raised = NULL;     /* of another key each time */
    b.raised = copy_raised(&b);
    for (const Action *x = body; x; x = x->next) {
        b.from = x;
        lower_action(&b, x);
    }
    return first;
}

LowOp *lower_body(Arena *a, Lowered *l, const Row *row)
{
    Body b = { .a = a, .l = l, .row = row };
    return lower_actions(&b, row->body, false);
}
