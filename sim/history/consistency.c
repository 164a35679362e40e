/* consistency.c - see consistency.h. */
#include "history/consistency.h"
#include "history/graph.h"
#include "history/scoped.h"
#include "litmus/atomic.h"
#include <stdlib.h>

enum { PO, RF, CO, FR, MAX_SHOWN = 64, MAX_BAD = 10 };
static const char *const label_names[] = {"po", "rf", "co", "fr"};

/* The same, sorted by value: `at` is the place in coherence order. */
typedef struct { uint64_t word; uint32_t value, at; } Left;
/* A use of a word by a thread, for the weak model. */
typedef struct { uint64_t word; uint32_t thread, op; } Use;

typedef struct {
    SimHistory *h;
    const SimCheck *check;
    SimVerdict v;
    SimGraph g;
    SimWrite *writes; size_t n_writes;
    uint32_t *from;            /* by access, for the scoped model: scoped.h */
    Left *left;
} Checker;

static int compare(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

static int by_order(const void *a, const void *b)
{
    const SimWrite *x = a, *y = b;
    int c = compare(x->word, y->word);
    return c ? c : (c = compare(x->order, y->order)) ? c : compare(x->op, y->op);
}

static int by_value(const void *a, const void *b)
{
    const Left *x = a, *y = b;
    int c = compare(x->word, y->word);
    return c ? c : (c = compare(x->value, y->value)) ? c : compare(x->at, y->at);
}

static int by_use(const void *a, const void *b)
{
    const Use *x = a, *y = b;
    int c = compare(x->thread, y->thread);
    return c ? c : (c = compare(x->word, y->word)) ? c : compare(x->op, y->op);
}

static uint32_t initial(const Checker *c, uint64_t word)
{
    return c->check->initial ? c->check->initial(c->check->context, word) : 0;
}

/* The violation takes in this operation. */
static void reaches(Checker *c, uint32_t op)
{
    const SimOp *o = &c->h->ops[op];
    uint64_t end = o->complete ? o->complete_at : o->issue;
    if (c->v.from == 0 || o->issue < c->v.from) c->v.from = o->issue;
    if (end > c->v.to) c->v.to = end;
}

static void bad(Checker *c, uint32_t op, uint64_t word, const char *text, uint32_t expected)
{
    if (c->v.bad_values == 0) reaches(c, op);
    if (c->v.bad_values++ >= MAX_BAD || !c->check->out) return;
    FILE *out = c->check->out;
    fputs("consistency: ", out);
    sim_history_print(c->h, op, out);
    fprintf(out, ": word 0x%llx %s", (unsigned long long)word * 4, text);
    if (expected != SIM_NONE) fprintf(out, " %u (0x%x)", expected, expected);
    fputc('\n', out);
}

/* Writes that took place: observed ones, or every completed one when the design reports no order. */
static bool took_place(Checker *c, const SimOp *o)
{
    if (o->kind != SIM_STORE && o->kind != SIM_ATOMIC) return false;
    if (o->order != 0) return true;
    if (!o->complete || o->failed) return false;
    if (!c->v.ordered) return true;
    bad(c, (uint32_t)(o - c->h->ops), c->h->accesses[o->first].word, "was answered, but no row performed the write",
        SIM_NONE);
    return false;
}

static void collect_writes(Checker *c)
{
    const SimHistory *h = c->h;
    c->writes = sim_alloc(h->n_accesses, sizeof *c->writes);
    for (uint32_t i = 0; i < h->n_ops; i++) {
        const SimOp *o = &h->ops[i];
        if (!took_place(c, o)) continue;
        for (uint32_t k = 0; k < o->count; k++)
            if (h->accesses[o->first + k].mask != 0)
                c->writes[c->n_writes++] = (SimWrite){h->accesses[o->first + k].word, o->order, i, 0};
    }
    qsort(c->writes, c->n_writes, sizeof *c->writes, by_order);
}

static const SimAccess *access_of(const SimHistory *h, uint32_t op, uint64_t word)
{
    const SimOp *o = &h->ops[op];
    for (uint32_t k = 0; k < o->count; k++)
        if (h->accesses[o->first + k].word == word) return &h->accesses[o->first + k];
    return NULL;
}

/* What the word holds after `w`, when it held `old` before; checks the answer of an atomic on the way. */
static uint32_t value_after(Checker *c, const SimWrite *w, uint32_t old)
{
    const SimOp *o = &c->h->ops[w->op];
    const SimAccess *a = access_of(c->h, w->op, w->word);
    if (o->kind == SIM_STORE) return (old & ~a->mask) | (a->write & a->mask);
    if (!c->v.ordered) old = a->read;
    else if (o->complete && !o->failed && a->read != old)
        bad(c, w->op, w->word, "held another value at that point of its order:", old);
    return litmus_op_result(o->op, old, o->a, o->b);
}

/* Values and co edges along each word's order. */
static void order_writes(Checker *c)
{
    c->left = sim_alloc(c->n_writes, sizeof *c->left);
    for (size_t i = 0; i < c->n_writes; i++) {
        SimWrite *w = &c->writes[i];
        bool first = i == 0 || w[-1].word != w->word;
        w->value = value_after(c, w, first ? initial(c, w->word) : w[-1].value);
        c->left[i] = (Left){w->word, w->value, (uint32_t)i};
        if (c->from && c->h->ops[w->op].kind == SIM_ATOMIC)
            c->from[access_of(c->h, w->op, w->word) - c->h->accesses] = first ? SIM_FROM_START : (uint32_t)i - 1;
        if (!first && c->v.ordered) sim_graph_edge(&c->g, w[-1].op, w->op, CO);
    }
    qsort(c->left, c->n_writes, sizeof *c->left, by_value);
}

/* First index in left[] that is not below (word, value). */
static size_t lower_bound(const Checker *c, uint64_t word, uint32_t value)
{
    size_t lo = 0, hi = c->n_writes;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        const Left *l = &c->left[mid];
        if (l->word < word || (l->word == word && l->value < value)) lo = mid + 1;
        else hi = mid;
    }
    return lo;
}

/* First write of the word in coherence order, or n_writes. */
static size_t first_write(const Checker *c, uint64_t word)
{
    size_t lo = 0, hi = c->n_writes;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (c->writes[mid].word < word) lo = mid + 1;
        else hi = mid;
    }
    return lo;
}

static void from_read(Checker *c, uint32_t op, uint64_t word, size_t next)
{
    if (c->v.ordered && next < c->n_writes && c->writes[next].word == word && c->writes[next].op != op)
        sim_graph_edge(&c->g, op, c->writes[next].op, FR);
}

/* rf and fr edges of one word read by a load (atomics that wrote are in coherence order already). */
static void read_edges(Checker *c, uint32_t op, SimAccess *a)
{
    size_t at = lower_bound(c, a->word, a->read), n = 0;
    while (n < 2 && at + n < c->n_writes && c->left[at + n].word == a->word && c->left[at + n].value == a->read) n++;
    bool from_start = initial(c, a->word) == a->read;
    if (n + from_start == 0) bad(c, op, a->word, "never held that value; at first it held", initial(c, a->word));
    else if (n + from_start > 1) c->v.ambiguous++, a->unclear = true;
    else if (c->from) c->from[a - c->h->accesses] = from_start ? SIM_FROM_START : c->left[at].at;
    else if (from_start) from_read(c, op, a->word, first_write(c, a->word));
    else {
        sim_graph_edge(&c->g, c->writes[c->left[at].at].op, op, RF);
        from_read(c, op, a->word, (size_t)c->left[at].at + 1);
    }
}

static void all_reads(Checker *c)
{
    for (uint32_t i = 0; i < c->h->n_ops; i++) {
        const SimOp *o = &c->h->ops[i];
        bool atomic = o->kind == SIM_ATOMIC && !c->v.ordered;
        if (!o->complete || o->failed || (o->kind != SIM_LOAD && !atomic)) continue;
        for (uint32_t k = 0; k < o->count; k++)
            if (!c->h->accesses[o->first + k].unclear) read_edges(c, i, &c->h->accesses[o->first + k]);
    }
}

/* Same-word order of each thread. */
static void same_word_edges(Checker *c)
{
    const SimHistory *h = c->h;
    Use *uses = sim_alloc(h->n_accesses, sizeof *uses);
    size_t n = 0;
    for (uint32_t i = 0; i < h->n_ops; i++)
        for (uint32_t k = 0; k < h->ops[i].count; k++)
            uses[n++] = (Use){h->accesses[h->ops[i].first + k].word, h->ops[i].thread, i};
    qsort(uses, n, sizeof *uses, by_use);
    for (size_t i = 1; i < n; i++)
        if (uses[i].thread == uses[i - 1].thread && uses[i].word == uses[i - 1].word)
            sim_graph_edge(&c->g, uses[i - 1].op, uses[i].op, PO);
    free(uses);
}

/* Program order as the model keeps it: the only place that knows the model. Operations of a thread are in order in the
 * history. */
static void program_order(Checker *c)
{
    const SimHistory *h = c->h;
    bool weak = c->check->model == SIM_MODEL_WEAK;
    /* operation + 1; 0 = none */
    uint32_t *last = sim_alloc(h->n_threads, 2 * sizeof *last), *fence = last + h->n_threads;
    if (weak) same_word_edges(c);
    for (uint32_t i = 0; i < h->n_ops; i++) {
        uint32_t t = h->ops[i].thread;
        if (!weak && last[t]) sim_graph_edge(&c->g, last[t] - 1, i, PO);
        if (weak && fence[t]) sim_graph_edge(&c->g, fence[t] - 1, i, PO);
        if (h->ops[i].kind == SIM_FENCE) fence[t] = i + 1;
        last[t] = i + 1;
    }
    for (uint32_t i = (uint32_t)h->n_ops; weak && i-- > 0;) { /* backwards: fence[t] is now the next fence */
        uint32_t t = h->ops[i].thread;
        if (last[t] && h->ops[last[t] - 1].kind == SIM_FENCE && last[t] - 1 > i)
            sim_graph_edge(&c->g, i, last[t] - 1, PO);
        if (h->ops[i].kind == SIM_FENCE) last[t] = i + 1;
    }
    free(last);
}

/* Consecutive edges of program order or of coherence are one step for the reader. */
static void print_cycle(const Checker *c, const SimEdge *cycle, uint32_t length)
{
    FILE *out = c->check->out;
    uint32_t shown = length < MAX_SHOWN ? length : MAX_SHOWN, begin = 0;
    if (!out) return;
    for (uint32_t i = 0; i < length && length == shown; i++) /* start at a change of label, so that steps fold */
        if (cycle[i].label != cycle[(i + length - 1) % length].label) { begin = i; break; }
    fprintf(out, "consistency: the model does not allow this cycle of %u operations:\n", length);
    for (uint32_t i = 0; i < shown; i++) {
        const SimEdge *e = &cycle[(begin + i) % shown], *before = &cycle[(begin + i + shown - 1) % shown];
        if (i != 0 && e->label == before->label && (e->label == PO || e->label == CO)) continue;
        fputs("    ", out);
        sim_history_print(c->h, e->from, out);
        fprintf(out, "\n  %s\n", label_names[e->label]);
    }
    fputs(shown < length ? "    ... and further steps\n" : "    back to the first\n", out);
}

/* ---- what is settled ---- */

/* reach: a bit for each thread, whose newest operation comes after this one or is it. */
static void reach_backwards(const SimGraph *g, uint64_t *reach, uint32_t words)
{
    for (uint32_t i = g->n_nodes; i-- > 0;) {
        uint32_t v = g->order[i];
        for (uint32_t e = g->start[v]; e < g->start[v + 1]; e++)
            for (uint32_t k = 0; k < words; k++)
                reach[(size_t)v * words + k] |= reach[(size_t)g->edges[e].to * words + k];
    }
}

/* Newest operations stay, and what comes after one. */
static bool *after_newest(const Checker *c)
{
    bool *after = sim_alloc(c->g.n_nodes, sizeof *after);
    for (uint32_t t = 0; t < c->h->n_threads; t++)
        if (c->h->threads[t].ops) after[c->h->threads[t].last] = true;
    for (uint32_t i = 0; i < c->g.n_nodes; i++)
        for (uint32_t v = c->g.order[i], e = c->g.start[v]; e < c->g.start[v + 1]; e++)
            after[c->g.edges[e].to] |= after[v];
    return after;
}

static void settle(const Checker *c)
{
    const SimHistory *h = c->h;
    const SimSettle *s = c->check->settle;
    uint32_t words = (h->n_threads + 63) / 64, n = c->g.n_nodes;
    uint64_t *reach = sim_alloc((size_t)n * words, sizeof *reach), *all = sim_alloc(words, sizeof *all);
    bool *after = after_newest(c);
    for (uint32_t t = 0; t < h->n_threads; t++) {
        if (!s->going_on[t]) continue;
        all[t / 64] |= UINT64_C(1) << t % 64;
        if (h->threads[t].ops) reach[(size_t)h->threads[t].last * words + t / 64] |= UINT64_C(1) << t % 64;
    }
    reach_backwards(&c->g, reach, words);
    for (uint32_t v = 0; v < n; v++) {
        s->settled[v] = !after[v];
        for (uint32_t k = 0; k < words; k++) s->settled[v] &= (reach[(size_t)v * words + k] & all[k]) == all[k];
    }
    for (size_t i = 0; i < c->n_writes; i++)
        if (s->settled[c->writes[i].op]) s->left(s->context, c->writes[i].word, c->writes[i].value);
    free(after);
    free(reach);
    free(all);
}

const char *sim_model_verdict(SimModel m)
{
    return m == SIM_MODEL_WEAK     ? "allowed by the weak model"
           : m == SIM_MODEL_SCOPED ? "allowed by the scoped model"
                                   : "sequentially consistent";
}

static void bad_scoped(void *context, uint32_t op, uint64_t word, const char *text)
{
    bad(context, op, word, text, SIM_NONE);
}

/* Instead of a circle in the graph. */
static void scoped(Checker *c)
{
    SimScopedHistory x = {c->h, c->writes, c->n_writes, c->from, c->check->out, bad_scoped, c};
    if (c->v.ordered) c->v.edges = sim_scoped_check(&x);
}

SimVerdict sim_check(SimHistory *h, const SimCheck *check)
{
    Checker c = {.h = h, .check = check, .g = {.n_nodes = (uint32_t)h->n_ops}};
    SimEdge cycle[MAX_SHOWN];
    c.v.ops = h->n_ops;
    c.v.ordered = h->orders != 0;
    if (check->model == SIM_MODEL_SCOPED) c.from = sim_alloc(h->n_accesses + 1, sizeof *c.from);
    for (size_t i = 0; c.from && i < h->n_accesses; i++) c.from[i] = SIM_NONE;
    collect_writes(&c);
    order_writes(&c);
    all_reads(&c);
    if (c.from) scoped(&c);
    else {
        program_order(&c);
        c.v.edges = c.g.n_edges;
        c.v.cycle_length = sim_graph_cycle(&c.g, cycle, MAX_SHOWN);
    }
    for (uint32_t i = 0; c.v.bad_values == 0 && i < c.v.cycle_length && i < MAX_SHOWN; i++) reaches(&c, cycle[i].from);
    if (c.v.cycle_length) print_cycle(&c, cycle, c.v.cycle_length);
    c.v.ok = c.v.cycle_length == 0 && c.v.bad_values == 0;
    if (check->settle && c.v.ok && c.v.ordered && check->model == SIM_MODEL_SC) settle(&c);
    free(c.writes);
    free(c.left);
    free(c.from);
    sim_graph_free(&c.g);
    return c.v;
}
