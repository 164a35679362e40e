/* naive_weak.c - all total orders of the operations; a read sees the last write before it of its variable. The values
 * are computed when the order is complete: what needs itself has none. */
#include "naive.h"
#include <string.h>

enum { OPS = 16, NOBODY = -1 };
typedef struct { const LitmusStatement *s; uint32_t thread, index; } Op;
typedef struct {
    const Litmus *t;
    LitmusOutcomes *out;
    Op op[OPS];
    int n, place[OPS], n_placed;
} Orders;

static bool writes(const Op *o) { return o->s->kind == LITMUS_STORE || o->s->kind == LITMUS_ATOMIC; }
static bool reads(const Op *o) { return o->s->kind == LITMUS_LOAD || o->s->kind == LITMUS_ATOMIC; }
static bool full(const Op *o)
{
    return o->s->kind == LITMUS_FENCE && o->s->order == LITMUS_ORDER_SC && o->s->scope == LITMUS_SYS;
}

/* a, earlier in the program, must stay before b. */
static bool ordered(const Op *a, const Op *b)
{
    if (a->thread != b->thread || a->index > b->index) return false;
    bool memory = a->s->kind != LITMUS_FENCE && b->s->kind != LITMUS_FENCE;
    return full(a) || full(b) || (memory && a->s->variable == b->s->variable);
}

/* Values are filled in until nothing changes any more; -1: not yet known. */
typedef struct { int read[OPS], written[OPS]; } Values;

static int operand(const Orders *x, const Values *v, int op, LitmusValue of)
{
    int last = NOBODY;
    if (!of.is_register) return (int)of.value;
    for (int i = 0; i < x->n; i++)
        if (x->op[i].thread == x->op[op].thread && x->op[i].index < x->op[op].index && reads(&x->op[i]) &&
            x->op[i].s->reg == of.value)
            last = i;
    return last == NOBODY ? 0 : v->read[last];
}

static void fill(const Orders *x, Values *v, const int *from)
{
    memset(v, 0xff, sizeof *v);
    for (int round = 0; round < 2 * OPS; round++)
        for (int i = 0; i < x->n; i++) {
            const LitmusStatement *s = x->op[i].s;
            if (reads(&x->op[i]))
                v->read[i] = from[i] == NOBODY ? (int)x->t->initial[s->variable] : v->written[from[i]];
            int a = operand(x, v, i, s->a), b = operand(x, v, i, s->b);
            if (s->kind == LITMUS_STORE) v->written[i] = a;
            if (s->kind == LITMUS_ATOMIC && v->read[i] >= 0 && a >= 0 && b >= 0)
                v->written[i] = (int)litmus_op_result(s->op, (uint32_t)v->read[i], (uint32_t)a, (uint32_t)b);
        }
}

static void complete(Orders *x)
{
    int from[OPS], last[LITMUS_VARIABLES];
    Values v;
    memset(last, 0xff, sizeof last);
    for (int i = 0; i < x->n; i++) {
        int op = x->place[i];
        uint32_t var = x->op[op].s->variable;
        from[op] = last[var];
        if (writes(&x->op[op])) last[var] = op;
    }
    fill(x, &v, from);
    for (int i = 0; i < x->n; i++)
        if ((reads(&x->op[i]) && v.read[i] < 0) || (writes(&x->op[i]) && v.written[i] < 0)) return;
    LitmusOutcome o = 0;
    for (uint32_t i = 0; i < x->t->n_slots; i++) {
        const LitmusSlot *s = &x->t->slots[i];
        int value = 0;
        if (s->thread == LITMUS_NONE)
            value = last[s->index] == NOBODY ? (int)x->t->initial[s->index] : v.written[last[s->index]];
        for (int k = 0; k < x->n && s->thread != LITMUS_NONE; k++)
            if (x->op[k].thread == s->thread && reads(&x->op[k]) && x->op[k].s->reg == s->index) value = v.read[k];
        o |= (LitmusOutcome)value << 4 * i;
    }
    litmus_outcomes_add(x->out, o);
}

static void extend(Orders *x, unsigned done)
{
    if (x->n_placed == x->n) { complete(x); return; }
    for (int i = 0; i < x->n; i++) {
        bool ready = !(done >> i & 1);
        for (int k = 0; k < x->n; k++) ready &= done >> k & 1 || !ordered(&x->op[k], &x->op[i]) || k == i;
        if (!ready) continue;
        x->place[x->n_placed++] = i;
        extend(x, done | 1u << i);
        x->n_placed--;
    }
}

void naive_weak(const Litmus *t, LitmusOutcomes *out)
{
    Orders x = {.t = t, .out = out};
    for (uint32_t k = 0; k < t->n_threads; k++)
        for (uint32_t i = 0; i < t->n_statements[k]; i++) x.op[x.n++] = (Op){&t->statements[k][i], k, i};
    extend(&x, 0);
}
