/* history.c - see history.h. */
#include "history/history.h"
#include "litmus/atomic.h"
#include <stdlib.h>

enum { MAX_PENDING = 1 << 20 }; /* how far back an unperformed write is looked for: a posted one can wait for long */

const char *const sim_kind_names[SIM_KINDS] = {"load", "store", "atomic", "fence", "other"};

void sim_history_init(SimHistory *h, uint32_t n_threads)
{
    *h = (SimHistory){.threads = sim_alloc(n_threads, sizeof *h->threads), .n_threads = n_threads};
}

void sim_history_free(SimHistory *h)
{
    free(h->ops);
    free(h->accesses);
    free(h->threads);
    *h = (SimHistory){0};
}

void sim_history_clear(SimHistory *h)
{
    h->n_ops = h->n_accesses = 0;
    h->dropped = 0;
    h->orders = 0;
    for (uint32_t i = 0; i < h->n_threads; i++) h->threads[i].ops = h->threads[i].open = 0;
}

uint32_t sim_history_begin(SimHistory *h, uint32_t thread, SimKind kind, uint64_t cycle)
{
    h->ops = sim_grow(h->ops, &h->cap_ops, h->n_ops + 1, sizeof *h->ops);
    SimThreadName *t = &h->threads[thread];
    h->ops[h->n_ops] = (SimOp){.thread = thread,
                               .previous = t->ops ? t->last : SIM_NONE,
                               .index = t->ops,
                               .kind = (uint8_t)kind,
                               .first = (uint32_t)h->n_accesses,
                               .issue = cycle};
    t->ops++;
    t->open += kind == SIM_STORE || kind == SIM_ATOMIC;
    t->last = (uint32_t)h->n_ops;
    return (uint32_t)h->n_ops++;
}

void sim_history_access(SimHistory *h, uint64_t word, uint32_t write, uint32_t mask)
{
    h->accesses = sim_grow(h->accesses, &h->cap_accesses, h->n_accesses + 1, sizeof *h->accesses);
    h->accesses[h->n_accesses++] = (SimAccess){.word = word, .write = write, .mask = mask};
    h->ops[h->n_ops - 1].count++;
}

const char *sim_history_perform(SimHistory *h, uint32_t op, uint32_t performs, uint64_t cycle)
{
    SimOp *o = &h->ops[op];
    bool writes = o->kind == SIM_STORE || o->kind == SIM_ATOMIC, reads = o->kind == SIM_LOAD || o->kind == SIM_ATOMIC;
    if ((performs & 1) && !reads) return "a row performs a read for an operation that reads nothing";
    if ((performs & 2) && !writes) return "a row performs a write for an operation that writes nothing";
    if ((performs & 2) && o->order != 0) return "a row performs the write of an operation a second time";
    o->perform = cycle;
    if (performs & 2) o->order = ++h->orders, h->threads[o->thread].open--;
    return NULL;
}

uint32_t sim_history_pending_write(const SimHistory *h, uint32_t op, uint64_t address, uint32_t bytes)
{
    uint32_t found = SIM_NONE, open = h->threads[h->ops[op].thread].open;
    for (int depth = 0; op != SIM_NONE && open != 0 && depth < MAX_PENDING; op = h->ops[op].previous, depth++) {
        const SimOp *o = &h->ops[op];
        bool write = o->kind == SIM_STORE || o->kind == SIM_ATOMIC;
        open -= write && o->order == 0;
        if (write && o->order == 0 && o->count != 0 && h->accesses[o->first].word * 4 - address < bytes) found = op;
    }
    return found;
}

void sim_history_drop(SimHistory *h, const bool *out, uint32_t *moved)
{
    size_t n = 0, n_accesses = 0;
    for (size_t i = 0; i < h->n_ops; i++) {
        moved[i] = SIM_NONE;
        if (out[i]) continue;
        SimOp o = h->ops[i];
        for (uint32_t k = 0; k < o.count; k++) h->accesses[n_accesses + k] = h->accesses[o.first + k];
        o.first = (uint32_t)n_accesses;
        o.previous = o.previous == SIM_NONE ? SIM_NONE : moved[o.previous];
        n_accesses += o.count;
        moved[i] = (uint32_t)n;
        h->ops[n++] = o;
    }
    for (uint32_t t = 0; t < h->n_threads; t++)
        if (h->threads[t].ops) h->threads[t].last = moved[h->threads[t].last];
    h->dropped += h->n_ops - n;
    h->n_ops = n;
    h->n_accesses = n_accesses;
}

static void print_value(const SimHistory *h, const SimOp *o, FILE *out)
{
    const SimAccess *a = &h->accesses[o->first];
    if (o->kind == SIM_FENCE || o->count == 0) return;
    fprintf(out, " 0x%llx", (unsigned long long)a->word * 4);
    if (o->kind == SIM_STORE) fprintf(out, " := %u (0x%x)", a->write, a->write);
    else if (o->complete) fprintf(out, " -> %u (0x%x)", a->read, a->read);
    else fputs(" -> no answer yet", out);
    if (o->kind == SIM_STORE && a->mask != UINT32_MAX) fprintf(out, " mask 0x%x", a->mask);
    if (o->count > 1) fprintf(out, " and %u more words", o->count - 1);
}

void sim_history_print(const SimHistory *h, uint32_t op, FILE *out)
{
    const SimOp *o = &h->ops[op];
    const SimThreadName *t = &h->threads[o->thread];
    fprintf(out, "core %u warp %u #%u %s", t->core, t->warp, o->index, sim_kind_names[o->kind]);
    if (o->kind == SIM_ATOMIC)
        fprintf(out, " %s(%u, %u)", o->op < LITMUS_OPS ? litmus_op_names[o->op] : "?", o->a, o->b);
    print_value(h, o, out);
    fprintf(out, " [issue %llu", (unsigned long long)o->issue);
    if (o->perform) fprintf(out, ", performed %llu", (unsigned long long)o->perform);
    if (o->complete) fprintf(out, ", complete %llu", (unsigned long long)o->complete_at);
    fputs("]", out);
}
