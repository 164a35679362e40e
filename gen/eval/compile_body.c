/* compile_body.c - flatten the operations of a row. */
#include "eval/compiled.h"

static void emit(Eval *e, const LowOp *from, Op o)
{
    o.from = e->in_walk ? NULL : from->from;                    /* the body of a walk is not run by the step */
    vec_push(e->cx.arena, &e->ops, o);
}

static const Signal *signal_at(const Eval *e, int signal) { return &e->step->signals.at[signal]; }
static int output_of(const Eval *e, int signal) { return signal - e->step->n_inputs; }

/* Variables are kept by number while a step runs, the state beside them. */
static void put(Eval *e, const LowOp *o, const Code *value)
{
    const Signal *g = signal_at(e, o->signal);
    uint64_t mask = bits_mask(signal_width(e->cx.env, g));
    if (g->kind == SIG_VAR) emit(e, o, (Op){ .kind = OP_SET, .k = g->var->id, .num = mask, .value = value });
    else if (e->cx.tells) emit(e, o, (Op){ .kind = OP_OUT, .k = output_of(e, o->signal), .num = ~UINT64_C(0),
                                           .value = value });
    else emit(e, o, (Op){ .kind = OP_OUT, .k = output_of(e, o->signal), .num = mask, .value = value });
}

/* Who gets a message. */
static bool is_receiver(const Eval *e, const LowOp *o)
{
    return (o->kind == LOW_SET || (o->kind == LOW_NODES && !o->nodes_of)) &&
           signal_at(e, o->signal)->kind == SIG_SEND_TO;
}

static void compile_elem(Eval *e, const LowOp *o)
{
    Element x = code_element(&e->cx, o->place, o->checked);
    uint64_t mask = bits_mask(type_width(e->cx.env, o->place->type));
    const Code *value = code_compile(&e->cx, o->value, o->checked);
    if (x.var) emit(e, o, (Op){ .kind = OP_SET, .k = x.var->id, .num = mask, .value = value });
    else if (x.at[0]) {
        const Array *to = o->place->var->array;
        Op op = { .kind = OP_ELEM, .num = mask, .value = value, .place = { x.at[0], x.at[1] },
                  .first = to->elem[0]->id, .stride = to->n_per == 2 ? to->size[1] : 1, .there = { 1, 1 } };
        for (int i = 0; i < to->n_per; i++) op.there[i] = (uint64_t)type_values(e->cx.env, to->per[i]);
        emit(e, o, op);
    }
    else emit(e, o, (Op){ .kind = OP_SET, .k = e->n_vars, .num = mask, .value = value });   /* a sum may overflow */
}

static void compile_let(Eval *e, const LowOp *o)
{
    uint64_t mask = bits_mask(type_width(e->cx.env, o->var->type));
    emit(e, o, (Op){ .kind = OP_SET, .k = o->var->id, .num = mask,
                     .value = code_compile(&e->cx, o->value, o->checked) });
}

static void compile_ops(Eval *e, const LowOp *o);

static void compile_each(Eval *e, const LowOp *o)
{
    IndexValue at = { o->index, 0, e->cx.index };
    uint64_t n = (uint64_t)type_values(e->cx.env, o->index->per);
    for (; at.value < n && at.value < (uint64_t)o->index->most; at.value++) {
        e->cx.index = &at;
        compile_ops(e, o->body);
        e->cx.index = at.next;
    }
}

static void compile_code(Eval *e, const LowOp *o)
{
    if (signal_at(e, o->signal)->kind == SIG_NEXT) emit(e, o, (Op){ .kind = OP_NEXT, .k = (int)o->code });
    else put(e, o, code_const(&e->cx, (uint64_t)o->code));
}

static void compile_nodes(Eval *e, const LowOp *o)
{
    const Code *value = code_compile(&e->cx, o->value, o->checked);
    if (!o->nodes_of) { put(e, o, code_onehot(&e->cx, value)); return; }
    const System *system = e->cx.system;
    uint64_t base = system ? (uint64_t)place_base(e->cx.env, system, o->nodes_of) : 0;
    int instances = system ? (int)place_count(e->cx.env, system, o->nodes_of) : 64;
    uint64_t mask = bits_mask(instances) << base & bits_mask(signal_width(e->cx.env, signal_at(e, o->signal)));
    emit(e, o, (Op){ .kind = OP_SHIFTED, .k = output_of(e, o->signal), .num = base, .mask = mask, .value = value });
}

static void compile_there(Eval *e, const LowOp *o)
{
    int hit = o->store ? hit_var(e->step->ctl, V_STORE_HIT, o->store) : hit_var(e->step->ctl, V_WAITER_HIT, o->waiters);
    if (hit >= 0) emit(e, o, (Op){ .kind = OP_SET, .k = hit, .num = 1, .value = code_const(&e->cx, 1) });
}

static void compile_parked(Eval *e, const LowOp *o)
{
    uint64_t mask = bits_mask(type_width(e->cx.env, o->var->type));
    emit(e, o, (Op){ .kind = OP_PARKED, .k = o->var->id, .num = mask, .value = code_compile(&e->cx, o->value, false) });
}

/* The jump over an arm whose test does not hold; its goal is filled in later. */
static void compile_test(Eval *e, const LowOp *o, const LowArm *arm)
{
    if (arm->kind == LOW_TEST) {
        emit(e, o, (Op){ .kind = OP_UNLESS, .value = code_compile(&e->cx, arm->test, false) });
        return;
    }
    int hit = hit_var(e->step->ctl, V_STORE_HIT, arm->store);
    emit(e, o, (Op){ .kind = arm->kind == LOW_MISS ? OP_IF_SET : OP_IF_CLEAR, .var = hit });
}

static void compile_if(Eval *e, const LowOp *o)
{
    VEC(int) ends = { 0 };
    for (int i = 0; i < o->arms.n; i++) {
        const LowArm *arm = &o->arms.at[i];
        int test = e->ops.n;
        if (arm->kind != LOW_ELSE) compile_test(e, o, arm);
        compile_ops(e, arm->body);
        if (i + 1 < o->arms.n) {
            vec_push(e->cx.arena, &ends, e->ops.n);
            vec_push(e->cx.arena, &e->ops, ((Op){ .kind = OP_JUMP }));
        }
        if (arm->kind != LOW_ELSE) e->ops.at[test].k = e->ops.n;
    }
    for (int i = 0; i < ends.n; i++) e->ops.at[ends.at[i]].k = e->ops.n;
}

static void compile_walk(Eval *e, const LowOp *o)
{
    int at = e->ops.n;
    const Code *where = o->value ? code_compile(&e->cx, o->value, false) : NULL;
    emit(e, o, (Op){ .kind = OP_WALK, .k = output_of(e, o->signal), .var = (int)o->code, .value = where });
    e->in_walk = true;
    compile_ops(e, o->body);
    e->in_walk = false;
    vec_push(e->cx.arena, &e->ops, ((Op){ .kind = OP_END }));
    e->ops.at[at].num = (uint64_t)e->ops.n;
}

static void compile_op(Eval *e, const LowOp *o)
{
    e->cx.tells = e->tells && is_receiver(e, o);
    switch (o->kind) {
    case LOW_SET: put(e, o, code_compile(&e->cx, o->value, o->checked)); break;
    case LOW_ELEM: compile_elem(e, o); break;
    case LOW_LET: compile_let(e, o); break;
    case LOW_EACH: compile_each(e, o); break;
    case LOW_CODE: compile_code(e, o); break;
    case LOW_OR: emit(e, o, (Op){ .kind = OP_FLAG, .k = output_of(e, o->signal), .num = (uint64_t)o->code }); break;
    case LOW_NODES: compile_nodes(e, o); break;
    case LOW_THERE: compile_there(e, o); break;
    case LOW_IF: compile_if(e, o); break;
    case LOW_WALK: compile_walk(e, o); break;
    case LOW_PARKED: compile_parked(e, o); break;
    case LOW_ERROR: emit(e, o, (Op){ .kind = OP_ERROR }); break;
    case LOW_OUTSIDE: break;
    }
}

static void compile_ops(Eval *e, const LowOp *o)
{
    for (; o; o = o->next) compile_op(e, o);
    e->cx.tells = false;
}

int compile_body(Eval *e, const LowOp *body)
{
    int first = e->ops.n;
    compile_ops(e, body);
    vec_push(e->cx.arena, &e->ops, ((Op){ .kind = OP_END }));
    return first;
}
