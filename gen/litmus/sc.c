/* sc.c - the outcomes of a litmus test that sequential consistency allows: by running it. */
#include "litmus/models.h"

typedef struct {
    uint32_t variables[LITMUS_VARIABLES], registers[LITMUS_THREADS][LITMUS_REGISTERS], at[LITMUS_THREADS];
} State;

static uint32_t operand(const State *s, uint32_t thread, LitmusValue v)
{
    return v.is_register ? s->registers[thread][v.value] : v.value;
}

static bool step(const Litmus *t, State *s, uint32_t thread)
{
    const LitmusStatement *q = &t->statements[thread][s->at[thread]++];
    uint32_t *v = &s->variables[q->variable], old = *v;
    if (q->kind == LITMUS_FENCE) return true;
    if (q->kind == LITMUS_STORE) *v = operand(s, thread, q->a);
    if (q->kind == LITMUS_ATOMIC) *v = litmus_op_result(q->op, old, operand(s, thread, q->a), operand(s, thread, q->b));
    if (q->reg != LITMUS_NONE) s->registers[thread][q->reg] = old;
    return *v <= LITMUS_MAX_VALUE;
}

static void add(const Litmus *t, const State *s, LitmusOutcomes *out)
{
    LitmusOutcome o = 0;
    for (uint32_t i = 0; i < t->n_slots; i++) {
        const LitmusSlot *slot = &t->slots[i];
        o |= (LitmusOutcome)(slot->thread == LITMUS_NONE ? s->variables[slot->index]
                                                         : s->registers[slot->thread][slot->index])
             << 4 * i;
    }
    litmus_outcomes_add(out, o);
}

static bool explore(const Litmus *t, const State *s, LitmusOutcomes *out)
{
    bool ended = true, ok = true;
    for (uint32_t i = 0; i < t->n_threads && ok; i++) {
        if (s->at[i] == t->n_statements[i]) continue;
        State n = *s;
        ended = false;
        ok = step(t, &n, i) && explore(t, &n, out);
    }
    if (ended) add(t, s, out);
    return ok;
}

bool litmus_interleave(const Litmus *t, LitmusOutcomes *out)
{
    State s = {{0}, {{0}}, {0}};
    for (uint32_t i = 0; i < t->n_variables; i++) s.variables[i] = t->initial[i];
    return explore(t, &s, out);
}
