/* compile_body.c - flatten the actions of a row. */
#include "eval/compiled.h"

static void emit(Eval *e, Op o)
{
    o.from = e->compiling;
    vec_push(e->cx.arena, &e->ops, o);
}

static void emit_flag(Eval *e, int out, uint64_t bits)
{
    if (out >= 0) emit(e, (Op){ .kind = OP_FLAG, .k = out, .num = bits });
}

static void emit_out(Eval *e, int out, const Code *value)
{
    if (out < 0) return;
    int width = signal_width(e->cx.env, &e->step->signals.at[out + e->step->n_inputs]);
    emit(e, (Op){ .kind = OP_OUT, .k = out, .num = bits_mask(width), .value = value });
}

static void emit_code(Eval *e, int out, int code) { emit_out(e, out, code_const(&e->cx, (uint64_t)code)); }

/* ---- which output ---- */

static int store_output(const Eval *e, SignalKind k, const Store *store)
{
    const Step *s = e->step;
    for (int i = s->n_inputs; i < s->signals.n; i++)
        if (s->signals.at[i].kind == k && s->signals.at[i].store == store) return i - s->n_inputs;
    return -1;
}

static int waiter_output(const Eval *e, SignalKind k, const Waiters *w)
{
    const Step *s = e->step;
    for (int i = s->n_inputs; i < s->signals.n; i++)
        if (s->signals.at[i].kind == k && s->signals.at[i].waiters == w) return i - s->n_inputs;
    return -1;
}

static int out_output(const Eval *e, SignalKind k, const Out *o, int field)
{
    const Step *s = e->step;
    for (int i = s->n_inputs; i < s->signals.n; i++) {
        const Signal *g = &s->signals.at[i];
        if (g->kind == k && g->o == o && (field < 0 || g->field == field)) return i - s->n_inputs;
    }
    return -1;
}

static int slot_output(const Eval *e, SignalKind k, const Slot *slot, int operand)
{
    const Step *s = e->step;
    for (int i = s->n_inputs; i < s->signals.n; i++) {
        const Signal *g = &s->signals.at[i];
        if (g->kind == k && g->s == slot && (operand < 0 || g->operand == operand)) return i - s->n_inputs;
    }
    return -1;
}

/* ---- actions ---- */

static void set_var(Eval *e, const Var *v, const Code *value)
{
    emit(e, (Op){ .kind = OP_SET, .k = v->id, .num = bits_mask(type_width(e->cx.env, v->type)), .value = value });
}

static void compile_set(Eval *e, const Action *a)
{
    if (a->parked) {
        emit(e, (Op){ .kind = OP_PARKED, .k = a->dst->id, .num = bits_mask(type_width(e->cx.env, a->dst->type)), .value = code_compile(&e->cx, a->value, true) });
        return;
    }
    set_var(e, a->dst, code_compile(&e->cx, a->value, true));
    if (a->dst->kind == V_STORE) emit_flag(e, store_output(e, SIG_STORE_WE, a->dst->store), 1);
    if (a->dst->kind == V_WAITER) emit_flag(e, waiter_output(e, SIG_WAIT_WE, a->dst->waiters), 1);
}

static void compile_write(Eval *e, const Action *a)
{
    const Slot *slot = step_slot(e->step, a);
    emit_flag(e, slot_output(e, SIG_WRITE_VALID, slot, -1), 1);
    if (a->kind == A_WRITE) {
        emit_code(e, slot_output(e, SIG_WRITE_SEL, slot, -1), step_select(e->step, a, 0));
        if (a->mask) emit_code(e, slot_output(e, SIG_WRITE_MASK, slot, -1), step_select(e->step, a, 1));
        return;
    }
    emit_code(e, slot_output(e, SIG_WRITE_SEL, slot, -1), slot->sources.n);
    for (int i = 0; i < a->assigns.n; i++)
        for (int k = 0; k < slot->operands.n; k++)
            if (str_eq(slot->operands.at[k].name, a->assigns.at[i].name))
                emit_out(e, slot_output(e, SIG_APPLY_OPERAND, slot, k), code_compile(&e->cx, a->assigns.at[i].value, true));
}

typedef struct { SignalKind valid, kind, field, sel; } OutSignals;

static void compile_fields(Eval *e, const Action *a, const Out *o, OutSignals g)
{
    for (int i = 0; i < a->assigns.n; i++) {
        const Assign *x = &a->assigns.at[i];
        if (!x->value) continue;
        for (int k = 0; k < o->fields.n; k++) {
            if (!str_eq(o->fields.at[k].name, x->name)) continue;
            if (o->fields.at[k].type->opaque) emit_code(e, out_output(e, g.sel, o, k), step_select(e->step, a, i));
            else emit_out(e, out_output(e, g.field, o, k), code_compile(&e->cx, x->value, true));
        }
    }
}

static void compile_to(Eval *e, const Action *a, const Out *o)
{
    int out = out_output(e, SIG_SEND_TO, o, -1);
    if (out < 0 || !a->to) return;
    const Code *to = code_compile(&e->cx, a->to, true);
    if (a->kind == A_MULTICAST) {
        uint64_t base = e->cx.system ? (uint64_t)place_base(e->cx.env, e->cx.system, a->ctl) : 0;
        uint64_t mask = bits_mask(signal_width(e->cx.env, &e->step->signals.at[out + e->step->n_inputs]));
        emit(e, (Op){ .kind = OP_SHIFTED, .k = out, .num = base, .mask = mask, .value = to });
    } else emit_out(e, out, o->multicast ? code_onehot(&e->cx, to) : to);
}

static void compile_send(Eval *e, const Action *a)
{
    static const OutSignals send = { SIG_SEND_VALID, SIG_SEND_KIND, SIG_SEND_FIELD, SIG_SEND_SEL };
    static const OutSignals request = { SIG_REQ_VALID, SIG_REQ_KIND, SIG_REQ_FIELD, SIG_REQ_SEL };
    static const OutSignals reply = { SIG_REPLY_VALID, SIG_REPLY_KIND, SIG_REPLY_FIELD, SIG_REPLY_SEL };
    OutSignals g = a->kind == A_REQUEST ? request : a->kind == A_REPLY ? reply : send;
    const Out *o = step_out(e->step, a);
    emit_flag(e, out_output(e, g.valid, o, -1), 1);
    emit_code(e, out_output(e, g.kind, o, -1), a->msg ? a->msg->code : a->def->code);
    compile_to(e, a, o);
    compile_fields(e, a, o, g);
}

/* The fields of a new entry, as the rest of the row sees them. */
static void reset_fields(Eval *e, Var *const *fields, int n)
{
    for (int i = 0; i < n; i++) {
        const Var *v = fields[i];
        const Expr *value = v->reset ? v->reset : v->kind == V_STORE ? v->absent : NULL;
        if (v->backed && !value) continue;             /* what the look-up found behind */
        if (!v->type->opaque) set_var(e, v, value ? code_compile(&e->cx, value, false) : code_const(&e->cx, 0));
    }
}

static void set_hit(Eval *e, int var)
{
    if (var >= 0) emit(e, (Op){ .kind = OP_SET, .k = var, .num = 1, .value = code_const(&e->cx, 1) });
}

static void compile_allocate(Eval *e, const Action *a)
{
    if (a->store) {
        int hit = hit_var(e->step->ctl, V_STORE_HIT, a->store), skip = e->ops.n;
        if (hit >= 0) emit(e, (Op){ .kind = OP_JUMP_IF, .var = hit });
        set_hit(e, hit);
        reset_fields(e, a->store->fields.at, a->store->fields.n);
        emit_flag(e, store_output(e, SIG_STORE_ALLOC, a->store), 1);
        emit_flag(e, store_output(e, SIG_STORE_WE, a->store), 1);
        if (hit >= 0) e->ops.at[skip].k = e->ops.n;
    }
    if (a->waiters) {
        set_hit(e, hit_var(e->step->ctl, V_WAITER_HIT, a->waiters));
        reset_fields(e, a->waiters->fields.at, a->waiters->fields.n);
        emit_flag(e, waiter_output(e, SIG_WAIT_ALLOC, a->waiters), 1);
        emit_flag(e, waiter_output(e, SIG_WAIT_WE, a->waiters), 1);
    }
}

static void compile_free(Eval *e, const Action *a)
{
    if (!a->store) return;
    emit_flag(e, store_output(e, SIG_STORE_FREE, a->store), 1);
    emit_flag(e, store_output(e, SIG_STORE_WE, a->store), 1);
}

static void flag_if_hit(Eval *e, SignalKind k, const Store *s)
{
    int hit = hit_var(e->step->ctl, V_STORE_HIT, s), out = store_output(e, k, s);
    if (hit >= 0 && out >= 0) emit(e, (Op){ .kind = OP_FLAG_IF, .k = out, .var = hit });
}

/* The state is kept where the key's entry is; an entry below a waiting one becomes pinned, so it is written too. */
static void compile_go(Eval *e, const State *go)
{
    const Controller *c = e->step->ctl;
    emit(e, (Op){ .kind = OP_NEXT, .k = go->id });
    if (go->at == AT_STORE) emit_flag(e, store_output(e, SIG_STORE_WE, go->store), 1);
    if (go->at == AT_WAITERS) emit_flag(e, waiter_output(e, SIG_WAIT_WE, go->waiters), 1);
    for (int i = 0; i < c->stores.n; i++) {
        if (go->at == AT_NONE) flag_if_hit(e, SIG_STORE_FREE, c->stores.at[i]);
        if (go->at == AT_NONE || go->at == AT_WAITERS) flag_if_hit(e, SIG_STORE_WE, c->stores.at[i]);
    }
}

static void compile_actions(Eval *e, const Action *a);

static void compile_choose(Eval *e, const Action *a)
{
    VEC(int) ends = { 0 };
    for (int i = 0; i < a->branches.n; i++) {
        const Branch *b = &a->branches.at[i];
        int test = e->ops.n;
        if (b->test) emit(e, (Op){ .kind = OP_UNLESS, .value = code_compile(&e->cx, b->test, false) });
        compile_actions(e, b->body);
        e->compiling = NULL;
        vec_push(e->cx.arena, &ends, e->ops.n);
        emit(e, (Op){ .kind = OP_JUMP });
        e->compiling = a;
        if (b->test) e->ops.at[test].k = e->ops.n;
    }
    for (int i = 0; i < ends.n; i++) e->ops.at[ends.at[i]].k = e->ops.n;
}

static int walk_output(const Eval *e, int walk)
{
    return find_output(e, SIG_WALK) + walk;                     /* they are listed one after the other */
}

static void compile_walk(Eval *e, const Action *a)
{
    int at = e->ops.n;
    emit(e, (Op){ .kind = OP_WALK, .k = walk_output(e, step_walk(e->step, a)), .var = step_walk(e->step, a), .value = a->where ? code_compile(&e->cx, a->where, false) : NULL });
    compile_actions(e, a->body);
    emit(e, (Op){ .kind = OP_END });
    e->ops.at[at].num = (uint64_t)e->ops.n;
    for (int i = at + 1; i < e->ops.n; i++) e->ops.at[i].from = NULL;    /* not run by the step */
}

static void compile_action(Eval *e, const Action *a)
{
    switch (a->kind) {
    case A_SET: compile_set(e, a); break;
    case A_WRITE: case A_APPLY: compile_write(e, a); break;
    case A_SEND: case A_MULTICAST: case A_REQUEST: case A_REPLY: compile_send(e, a); break;
    case A_ALLOCATE: compile_allocate(e, a); break;
    case A_FREE: compile_free(e, a); break;
    case A_PARK: emit_flag(e, waiter_output(e, SIG_PARK, a->waiters), 1); break;
    case A_REPLAY:
        emit_flag(e, waiter_output(e, SIG_REPLAY, a->waiters), 1);
        if (a->must_hit) emit_flag(e, waiter_output(e, SIG_MUST, a->waiters), 1);
        break;
    case A_DONE: emit_flag(e, waiter_output(e, SIG_DONE, a->waiters), 1); break;
    case A_GO: compile_go(e, a->go); break;
    case A_CHOOSE: compile_choose(e, a); break;
    case A_ERROR: emit(e, (Op){ .kind = OP_ERROR }); break;
    case A_WALK: compile_walk(e, a); break;
    case A_LOCK: case A_UNLOCK: case A_WAKE: break; /* outside the step: no signal of their own */
    }
    if (a->performs) emit_flag(e, find_output(e, SIG_PERFORMS), (uint64_t)a->performs);
}

static void compile_actions(Eval *e, const Action *a)
{
    for (; a; a = a->next) {
        e->compiling = a;
        compile_action(e, a);
    }
}

int compile_body(Eval *e, const Action *body)
{
    int first = e->ops.n;
    compile_actions(e, body);
    e->compiling = NULL;
    emit(e, (Op){ .kind = OP_END });
    return first;
}
