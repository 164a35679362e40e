/* sc.c - outcomes of a litmus test: which ones sequential consistency allows, and what they look like. */
#include "litmus/litmus.h"
#include <stdlib.h>

typedef struct {
    uint32_t variables[LITMUS_VARIABLES], registers[LITMUS_THREADS][LITMUS_REGISTERS], at[LITMUS_THREADS];
} State;

/* The capacity doubles; ends the process when there is no memory. */
static void grow(Litmus *t)
{
    if (t->n_allowed < t->cap_allowed) return;
    t->cap_allowed = t->cap_allowed ? 2 * t->cap_allowed : 1024;
    t->allowed = realloc(t->allowed, t->cap_allowed * sizeof *t->allowed);
    if (t->allowed) return;
    fputs("error: out of memory\n", stderr);
    exit(3);
}

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

static void add(Litmus *t, const State *s)
{
    LitmusOutcome o = 0;
    for (uint32_t i = 0; i < t->n_slots; i++) {
        const LitmusSlot *slot = &t->slots[i];
        o |= (LitmusOutcome)(slot->thread == LITMUS_NONE ? s->variables[slot->index]
                                                         : s->registers[slot->thread][slot->index])
             << 4 * i;
    }
    if (litmus_is_allowed(t, o)) return;
    grow(t);
    size_t i = t->n_allowed++;
    for (; i > 0 && t->allowed[i - 1] > o; i--) t->allowed[i] = t->allowed[i - 1];
    t->allowed[i] = o;
}

static bool explore(Litmus *t, const State *s)
{
    bool ended = true, ok = true;
    for (uint32_t i = 0; i < t->n_threads && ok; i++) {
        if (s->at[i] == t->n_statements[i]) continue;
        State n = *s;
        ended = false;
        ok = step(t, &n, i) && explore(t, &n);
    }
    if (ended) add(t, s);
    return ok;
}

bool litmus_enumerate(Litmus *t)
{
    State s = {{0}, {{0}}, {0}};
    for (uint32_t i = 0; i < t->n_variables; i++) s.variables[i] = t->initial[i];
    t->n_allowed = 0;
    return explore(t, &s);
}

bool litmus_is_allowed(const Litmus *t, LitmusOutcome o)
{
    for (size_t i = 0; i < t->n_allowed; i++)
        if (t->allowed[i] == o) return true;
    return false;
}

static bool holds(const Litmus *t, uint32_t node, LitmusOutcome o)
{
    const LitmusNode *n = &t->nodes[node];
    switch (n->kind) {
    case LITMUS_AND: return holds(t, n->left, o) && holds(t, n->right, o);
    case LITMUS_OR: return holds(t, n->left, o) || holds(t, n->right, o);
    case LITMUS_NOT: return !holds(t, n->left, o);
    default: return (o >> 4 * n->slot & 15) == n->value;
    }
}

bool litmus_holds(const Litmus *t, LitmusOutcome o) { return holds(t, t->root, o); }

void litmus_print_outcome(const Litmus *t, LitmusOutcome o, FILE *out)
{
    for (uint32_t i = 0; i < t->n_slots; i++) {
        const LitmusSlot *s = &t->slots[i];
        uint32_t v = o >> 4 * i & 15;
        if (i) fputc(' ', out);
        if (s->thread == LITMUS_NONE) fprintf(out, "%s=", t->variables[s->index]);
        else fprintf(out, "%u:r%u=", s->thread, s->index);
        if (v == LITMUS_STALE) fputs("stale", out);
        else fprintf(out, "%u", v);
    }
}

void litmus_free(Litmus *t)
{
    free(t->allowed);
    *t = (Litmus){0};
}
