/* execution.c - see execution.h. */
#include "litmus/execution.h"
#include "litmus/atomic.h"

enum { MAX_CANDIDATES = 8000000 };

typedef struct {
    Execution x;
    ExecutionAllowed *allowed;
    LitmusOutcomes *out;
    uint64_t candidates;
} Candidates;

/* ---- values ---- */

/* False: the value depends on itself (busy: what is being looked at), or is too large. */
static bool read_value(const Execution *x, int event, uint32_t busy, uint32_t *v);

/* What a register holds before a statement of the thread: of the last one that sets it; NULL: 0. */
static int definition(const Execution *x, uint32_t thread, uint32_t before, uint32_t reg)
{
    int found = LITMUS_INITIAL;
    for (int i = 0; i < x->n; i++)
        if (x->e[i].thread == thread && x->e[i].index < before && x->e[i].reads && x->e[i].s->reg == reg) found = i;
    return found;
}

static bool operand(const Execution *x, int event, LitmusValue of, uint32_t busy, uint32_t *v)
{
    *v = of.is_register ? 0 : of.value;
    if (!of.is_register) return true;
    int def = definition(x, x->e[event].thread, x->e[event].index, of.value);
    return def == LITMUS_INITIAL || read_value(x, def, busy, v);
}

static bool written_value(const Execution *x, int event, uint32_t busy, uint32_t *v)
{
    const LitmusStatement *s = x->e[event].s;
    uint32_t old, a, b = 0;
    if (busy >> event & 1) return false;
    busy |= UINT32_C(1) << event;
    if (s->kind == LITMUS_STORE) return operand(x, event, s->a, busy, v);
    if (!read_value(x, event, busy, &old) || !operand(x, event, s->a, busy, &a) || !operand(x, event, s->b, busy, &b))
        return false;
    *v = litmus_op_result(s->op, old, a, b);
    return *v <= LITMUS_MAX_VALUE;
}

static bool read_value(const Execution *x, int event, uint32_t busy, uint32_t *v)
{
    int from = x->from[event];
    *v = x->t->initial[x->e[event].s->variable];
    return from == LITMUS_INITIAL || written_value(x, from, busy, v);
}

static bool slot_value(const Execution *x, const LitmusSlot *s, uint32_t *v)
{
    if (s->thread == LITMUS_NONE) {
        *v = x->t->initial[s->index];
        return x->last[s->index] == LITMUS_INITIAL || written_value(x, x->last[s->index], 0, v);
    }
    *v = 0;
    int def = definition(x, s->thread, LITMUS_STATEMENTS, s->index);
    return def == LITMUS_INITIAL || read_value(x, def, 0, v);
}

/* False: some value depends on itself, or is too large. */
static bool outcome(const Execution *x, LitmusOutcome *o)
{
    uint32_t v;
    for (int i = 0; i < x->n; i++) if (x->e[i].writes && !written_value(x, i, 0, &v)) return false;
    *o = 0;
    for (uint32_t i = 0; i < x->t->n_slots; i++) {
        if (!slot_value(x, &x->t->slots[i], &v)) return false;
        *o |= (LitmusOutcome)v << 4 * i;
    }
    return true;
}

/* ---- candidates ---- */

/* An outcome that is known needs no second execution. False: too many. */
static bool candidate(Candidates *c)
{
    LitmusOutcome o;
    if (++c->candidates > MAX_CANDIDATES) return false;
    if (!outcome(&c->x, &o) || litmus_outcomes_have(c->out, o) || !c->allowed(&c->x)) return true;
    litmus_outcomes_add(c->out, o);
    return true;
}

/* left: the writes of the variable that have no place in its order yet. */
static bool orders(Candidates *c, uint32_t variable, uint32_t left)
{
    Execution *x = &c->x;
    while (!left) {
        if (++variable >= x->t->n_variables) return candidate(c);
        left = x->of[variable];
        x->last[variable] = LITMUS_INITIAL;
    }
    int before = x->last[variable];
    for (int i = 0; i < x->n; i++) {
        if (!(left >> i & 1)) continue;
        x->later[i] = left & ~(UINT32_C(1) << i);
        x->last[variable] = i;
        if (!orders(c, variable, x->later[i])) return false;
    }
    x->last[variable] = before;
    return true;
}

static bool sources(Candidates *c, int event)
{
    Execution *x = &c->x;
    while (event < x->n && !x->e[event].reads) event++;
    if (event == x->n) {
        x->last[0] = LITMUS_INITIAL;
        return orders(c, 0, x->of[0]);
    }
    uint32_t of = x->of[x->e[event].s->variable] & ~x->after[event] & ~(UINT32_C(1) << event);
    x->from[event] = LITMUS_INITIAL;
    if (!sources(c, event + 1)) return false;
    for (int i = 0; i < x->n; i++) {
        x->from[event] = i;
        if ((of >> i & 1) && !sources(c, event + 1)) return false;
    }
    return true;
}

bool execution_outcomes(const Litmus *t, ExecutionAllowed *allowed, LitmusOutcomes *out)
{
    Candidates c = {.x = {.t = t}, .allowed = allowed, .out = out};
    Execution *x = &c.x;
    for (uint32_t k = 0; k < t->n_threads; k++)
        for (uint32_t i = 0; i < t->n_statements[k]; i++) {
            const LitmusStatement *s = &t->statements[k][i];
            bool memory = s->kind != LITMUS_FENCE;
            x->e[x->n] = (LitmusEvent){s, k, i, memory && s->kind != LITMUS_STORE, memory && s->kind != LITMUS_LOAD};
            x->from[x->n] = LITMUS_INITIAL;
            if (x->e[x->n].writes) x->of[s->variable] |= UINT32_C(1) << x->n;
            for (int b = 0; b < x->n; b++) if (x->e[b].thread == k) x->after[b] |= UINT32_C(1) << x->n;
            x->n++;
        }
    for (uint32_t v = 0; v < LITMUS_VARIABLES; v++) x->last[v] = LITMUS_INITIAL;
    return sources(&c, 0);
}

/* ---- relations ---- */

uint32_t execution_from_reads(const Execution *x, int read)
{
    uint32_t all = x->from[read] == LITMUS_INITIAL ? x->of[x->e[read].s->variable] : x->later[x->from[read]];
    return all & ~(UINT32_C(1) << read);
}

bool execution_acyclic(const uint32_t *to, int n)
{
    uint32_t left = n < 32 ? (UINT32_C(1) << n) - 1 : UINT32_MAX;
    for (bool removed = true; removed && left;) {
        removed = false;
        for (int i = 0; i < n; i++) {
            if (!(left >> i & 1) || (to[i] & left)) continue;
            left &= ~(UINT32_C(1) << i);
            removed = true;
        }
    }
    return !left;
}

void execution_close(uint32_t *to, int n)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++) if (to[i] >> k & 1) to[i] |= to[k];
}
