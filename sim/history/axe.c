/* axe.c - see axe.h. */
#include "history/axe.h"
#include "litmus/atomic.h"
#include <inttypes.h>
#include <stdlib.h>

/* A table of numbers given out in order of first use; open addressing. The key of a value is its word's number and the
 * value itself. */
typedef struct { uint64_t a; uint32_t b, number; bool used; } Slot;
typedef struct { Slot *slots; size_t n_slots, used; } Numbers;

typedef struct {
    const SimAxe *a;
    FILE *out;
    Numbers words, values;
    uint32_t *n_values; size_t cap_values; /* per word: values so far */
    uint64_t repeated, cycle;              /* cycle: units of time in one */
} Writer;

static Slot *find(Numbers *n, uint64_t a, uint32_t b)
{
    size_t i = (size_t)(((a * 31 + b) * UINT64_C(0x9e3779b97f4a7c15)) >> 20) & (n->n_slots - 1);
    while (n->slots[i].used && (n->slots[i].a != a || n->slots[i].b != b)) i = (i + 1) & (n->n_slots - 1);
    return &n->slots[i];
}

static Slot *slot_of(Numbers *n, uint64_t a, uint32_t b)
{
    if (2 * n->used >= n->n_slots) {
        Numbers old = *n;
        n->n_slots = old.n_slots ? 2 * old.n_slots : 1024;
        n->slots = sim_alloc(n->n_slots, sizeof *n->slots);
        for (size_t i = 0; i < old.n_slots; i++)
            if (old.slots[i].used) *find(n, old.slots[i].a, old.slots[i].b) = old.slots[i];
        free(old.slots);
    }
    return find(n, a, b);
}

static uint32_t value_number(Writer *w, uint32_t word, uint32_t value)
{
    Slot *s = slot_of(&w->values, word, value);
    if (!s->used) *s = (Slot){word, value, w->n_values[word]++, true}, w->values.used++;
    return s->number;
}

static uint32_t word_number(Writer *w, uint64_t word)
{
    Slot *s = slot_of(&w->words, word, 0);
    if (s->used) return s->number;
    uint32_t n = (uint32_t)w->words.used++;
    *s = (Slot){word, 0, n, true};
    w->n_values = sim_grow(w->n_values, &w->cap_values, n + 1, sizeof *w->n_values);
    w->n_values[n] = 0;
    value_number(w, n, w->a->initial ? w->a->initial(w->a->context, word) : 0); /* gets 0 */
    return n;
}

const char *sim_axe_refuses(const SimHistory *h)
{
    for (size_t i = 0; i < h->n_accesses; i++)
        if (h->accesses[i].mask != 0 && h->accesses[i].mask != UINT32_MAX) return "a store wrote a part of a word";
    return NULL;
}

/* The k-th access of an operation begins k units into the cycle of its request; all end with the cycle of the
 * answer. */
static void access(Writer *w, const SimOp *o, uint32_t k)
{
    const SimAccess *x = &w->a->history->accesses[o->first + k];
    uint32_t m = word_number(w, x->word),
             after = o->kind == SIM_ATOMIC ? litmus_op_result(o->op, x->read, o->a, o->b) : x->write;
    bool reads = o->kind != SIM_STORE, writes = o->kind != SIM_LOAD && !(o->kind == SIM_ATOMIC && after == x->read);
    fprintf(w->out, "%u: ", o->thread);
    uint32_t before = reads ? value_number(w, m, x->read) : 0, known = w->n_values[m],
             to = writes ? value_number(w, m, after) : 0;
    w->repeated += writes && to < known;
    if (reads && writes) fprintf(w->out, "{ M[%u] == %u; M[%u] := %u }", m, before, m, to);
    else fprintf(w->out, "M[%u] %s %u", m, writes ? ":=" : "==", writes ? to : before);
    fprintf(w->out, " @ %" PRIu64 ":", o->issue * w->cycle + k);
    if (reads) fprintf(w->out, "%" PRIu64, o->complete_at * w->cycle + w->cycle - 1);
    fprintf(w->out, " # 0x%" PRIx64, x->word * 4);
    if (reads) fprintf(w->out, " == 0x%x", x->read);
    if (writes) fprintf(w->out, " := 0x%x", after);
    fputc('\n', w->out);
}

static bool told(const SimOp *o) { return !o->failed && (o->complete || (o->kind == SIM_STORE && o->order != 0)); }

/* Axe wants the accesses of a thread to begin one after the other: so many units of time for a cycle as an operation
 * has accesses. */
static uint64_t units_of_cycle(const SimHistory *h)
{
    uint64_t most = 1;
    for (size_t i = 0; i < h->n_ops; i++)
        if (told(&h->ops[i]) && h->ops[i].count > most) most = h->ops[i].count;
    return most;
}

void sim_axe_write(const SimAxe *a, FILE *out)
{
    const SimHistory *h = a->history;
    Writer w = {.a = a, .out = out, .cycle = units_of_cycle(h)};
    uint64_t open = 0;
    fprintf(out, "# thread: operation @ times; behind it the address and values of the run\n"
                 "# units of time in a cycle: %" PRIu64 "\n", w.cycle);
    for (size_t i = 0; i < h->n_ops; i++) {
        const SimOp *o = &h->ops[i];
        if (!told(o)) { open++; continue; }
        if (o->kind == SIM_FENCE) fprintf(out, "%u: sync\n", o->thread);
        for (uint32_t k = 0; k < o->count; k++) access(&w, o, k);
    }
    if (open) fprintf(out, "# %" PRIu64 " operations left out: no answer, or an error\n", open);
    if (w.repeated)
        fprintf(out, "# %" PRIu64 " writes repeat a value of their word: Axe will refuse them\n", w.repeated);
    free(w.words.slots);
    free(w.values.slots);
    free(w.n_values);
}
