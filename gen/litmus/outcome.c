/* outcome.c - outcomes of a litmus test: which ones a model allows, and what they look like. */
#include "litmus/models.h"
#include <stdlib.h>

const char *const litmus_model_names[LITMUS_MODELS] = {"sc", "weak", "scoped"};
const char *const litmus_model_texts[LITMUS_MODELS] = {"sequentially consistent", "allowed by the weak model",
                                                       "allowed by the scoped model"};

/* The first place that is not below. */
static size_t place(const LitmusOutcomes *x, LitmusOutcome o)
{
    size_t lo = 0, hi = x->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (x->at[mid] < o) lo = mid + 1;
        else hi = mid;
    }
    return lo;
}

bool litmus_outcomes_have(const LitmusOutcomes *x, LitmusOutcome o)
{
    size_t i = place(x, o);
    return i < x->n && x->at[i] == o;
}

/* The capacity doubles; ends the process when there is no memory. */
static void grow(LitmusOutcomes *x)
{
    if (x->n < x->cap) return;
    x->cap = x->cap ? 2 * x->cap : 64;
    x->at = realloc(x->at, x->cap * sizeof *x->at);
    if (x->at) return;
    fputs("error: out of memory\n", stderr);
    exit(3);
}

void litmus_outcomes_add(LitmusOutcomes *x, LitmusOutcome o)
{
    size_t at = place(x, o);
    if (at < x->n && x->at[at] == o) return;
    grow(x);
    for (size_t i = x->n++; i > at; i--) x->at[i] = x->at[i - 1];
    x->at[at] = o;
}

bool litmus_judge(Litmus *t, LitmusModel m)
{
    if (t->judged[m]) return true;
    bool ok = m == LITMUS_SC ? litmus_interleave(t, &t->allowed[m])
                             : execution_outcomes(t, m == LITMUS_WEAK ? litmus_weak_allows : litmus_scoped_allows,
                                                  &t->allowed[m]);
    return t->judged[m] = ok;
}

bool litmus_is_allowed(const Litmus *t, LitmusModel m, LitmusOutcome o)
{
    return litmus_outcomes_have(&t->allowed[m], o);
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
    for (int m = 0; m < LITMUS_MODELS; m++) free(t->allowed[m].at);
    *t = (Litmus){0};
}
