/* weak.c - all total orders of the operations that keep the ordered pairs of each thread; a read sees the last write
 * before it of its variable. */
#include "verify/litmus/weak.h"
#include "litmus/atomic.h"

enum { OPS = 16, NOBODY = -1 };

typedef struct {
    const LitmusStatement *s;
    uint32_t thread, index;
    unsigned before;
} Op; /* before: a bit for each operation that must come first */

typedef struct {
    const Litmus *t;
    Weak *w;
    Op op[OPS];
    int n, last[LITMUS_VARIABLES], from[OPS];   /* last write of each variable so far; whose write an operation reads */
    bool full;
} Orders;

static bool writes(const LitmusStatement *s) { return s->kind == LITMUS_STORE || s->kind == LITMUS_ATOMIC; }

static bool ordered(const LitmusStatement *a, const LitmusStatement *b)
{
    bool strong =
        a->kind == LITMUS_FENCE || b->kind == LITMUS_FENCE || a->kind == LITMUS_ATOMIC || b->kind == LITMUS_ATOMIC;
    return strong || a->kind == b->kind || a->variable == b->variable;
}

/* ---- values ---- */

/* false: the value depends on itself, or is too large. */
static bool read_value(const Orders *x, int op, unsigned busy, uint32_t *v);

static bool operand(const Orders *x, int op, LitmusValue of, unsigned busy, uint32_t *v)
{
    int def = NOBODY;
    *v = of.is_register ? 0 : of.value;
    for (int i = 0; i < x->n && of.is_register; i++) {
        const Op *o = &x->op[i];
        if (o->thread == x->op[op].thread && o->index < x->op[op].index && o->s->kind != LITMUS_STORE &&
            o->s->kind != LITMUS_FENCE && o->s->reg == of.value)
            def = i;
    }
    return def == NOBODY || read_value(x, def, busy, v);
}

static bool written_value(const Orders *x, int op, unsigned busy, uint32_t *v)
{
    const LitmusStatement *s = x->op[op].s;
    uint32_t old, a, b = 0;
    if (busy >> op & 1) return false;
    busy |= 1u << op;
    if (s->kind == LITMUS_STORE) return operand(x, op, s->a, busy, v);
    if (!read_value(x, op, busy, &old) || !operand(x, op, s->a, busy, &a) || !operand(x, op, s->b, busy, &b))
        return false;
    *v = litmus_op_result(s->op, old, a, b);
    return *v <= LITMUS_MAX_VALUE;
}

static bool read_value(const Orders *x, int op, unsigned busy, uint32_t *v)
{
    int w = x->from[op];
    if (w == NOBODY) { *v = x->t->initial[x->op[op].s->variable]; return true; }
    return written_value(x, w, busy, v);
}

static bool slot_value(const Orders *x, const LitmusSlot *s, uint32_t *v)
{
    int def = NOBODY;
    *v = 0;
    if (s->thread == LITMUS_NONE) {
        *v = x->t->initial[s->index];
        return x->last[s->index] == NOBODY || written_value(x, x->last[s->index], 0, v);
    }
    for (int i = 0; i < x->n; i++)
        if (x->op[i].thread == s->thread && (x->op[i].s->kind == LITMUS_LOAD || x->op[i].s->kind == LITMUS_ATOMIC) &&
            x->op[i].s->reg == s->index)
            def = i;
    return def == NOBODY || read_value(x, def, 0, v);
}

static void add_outcome(Orders *x)
{
    LitmusOutcome o = 0;
    for (uint32_t i = 0; i < x->t->n_slots; i++) {
        uint32_t v;
        if (!slot_value(x, &x->t->slots[i], &v)) return;
        o |= (LitmusOutcome)v << 4 * i;
    }
    if (weak_allowed(x->w, o)) return;
    if (x->w->n == WEAK_OUTCOMES) { x->full = true; return; }
    x->w->at[x->w->n++] = o;
}

/* ---- orders ---- */

static void extend(Orders *x, unsigned done)
{
    bool ended = true;
    for (int i = 0; i < x->n; i++) {
        if (done >> i & 1) continue;
        ended = false;
        if (x->op[i].before & ~done) continue;
        const LitmusStatement *s = x->op[i].s;
        int last = x->last[s->variable];
        x->from[i] = last;
        if (writes(s)) x->last[s->variable] = i;
        extend(x, done | 1u << i);
        x->last[s->variable] = last;
    }
    if (ended) add_outcome(x);
}

bool weak_enumerate(const Litmus *t, Weak *w)
{
    Orders x = { .t = t, .w = w };
    w->n = 0;
    for (uint32_t i = 0; i < LITMUS_VARIABLES; i++) x.last[i] = NOBODY;
    for (uint32_t k = 0; k < t->n_threads; k++)
        for (uint32_t i = 0; i < t->n_statements[k]; i++) {
            if (x.n == OPS) return false;
            Op *o = &x.op[x.n];
            *o = (Op){ &t->statements[k][i], k, i, 0 };
            for (int b = 0; b < x.n; b++) if (x.op[b].thread == k && ordered(x.op[b].s, o->s)) o->before |= 1u << b;
            x.n++;
        }
    extend(&x, 0);
    return !x.full;
}

bool weak_allowed(const Weak *w, LitmusOutcome o)
{
    for (int i = 0; i < w->n; i++) if (w->at[i] == o) return true;
    return false;
}
