/* scoped.c - see scoped.h. */
#include "history/scoped.h"
#include "litmus/litmus.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_HEADS = 8 };      /* releases by which a write is seen; more, by chains of atomics, are left out */

/* An operation that begins (a write is seen from then on) or ends. */
typedef struct { uint64_t time; uint32_t op; bool begins; } Event;
/* at: index of the write in `writes`; of a read: of the write that it observes. */
typedef struct { uint64_t word; uint32_t thread, index, at, op; } Use;
/* Of an operation: the fence or the operation itself that releases, by number of the operation. */
typedef struct { uint32_t n, op[MAX_HEADS]; } Heads;

typedef struct {
    const SimScopedHistory *x;
    const SimHistory *h;
    uint32_t n_threads;
    uint32_t *clock;                    /* [thread][thread] */
    uint32_t *snapshot; size_t n_snapshots, cap_snapshots; /* clocks, n_threads numbers each */
    uint32_t *clock_of;                 /* by operation: number of the snapshot when it was over (or began) */
    uint32_t *current;                  /* by thread: number of the snapshot of its clock */
    uint32_t *fence;                    /* [thread][scope]: latest fence, operation + 1 */
    uint32_t *seen;                     /* [thread][thread][scope]: latest release observed, operation + 1 */
    Heads *heads;                       /* by operation */
    Use *writes, *reads; size_t n_writes, n_reads;
    uint64_t joins;
} Scoped;

/* ---- strength ---- */

static LitmusOrder order_of(const SimOp *o)
{
    if (o->strong) return (LitmusOrder)o->strong;
    return o->kind == SIM_FENCE ? LITMUS_ORDER_SC : o->kind == SIM_ATOMIC ? LITMUS_ORDER_RELAXED : LITMUS_ORDER_WEAK;
}

static LitmusScope scope_of(const SimOp *o) { return o->strong ? (LitmusScope)o->scope : LITMUS_SYS; }

/* Morally strong: of one thread, or both strong with scopes that reach each other. */
static bool strong(const Scoped *s, const SimOp *a, const SimOp *b)
{
    if (a->thread == b->thread) return true;
    if (order_of(a) == LITMUS_ORDER_WEAK || order_of(b) == LITMUS_ORDER_WEAK) return false;
    LitmusScope least = scope_of(a) < scope_of(b) ? scope_of(a) : scope_of(b);
    const SimThreadName *x = &s->h->threads[a->thread], *y = &s->h->threads[b->thread];
    return least == LITMUS_SYS || x->core == y->core || (least == LITMUS_GPU && x->gpu == y->gpu);
}

static bool releases(const SimOp *o) { return o->kind != SIM_LOAD && order_of(o) >= LITMUS_ORDER_RELEASE; }
static bool acquires(const SimOp *o)
{
    return o->kind != SIM_STORE && (order_of(o) == LITMUS_ORDER_ACQUIRE || order_of(o) >= LITMUS_ORDER_ACQ_REL);
}

/* ---- clocks ---- */

/* The clock of the thread has changed: what comes has a snapshot of its own. */
static void snap(Scoped *s, uint32_t thread)
{
    s->snapshot = sim_grow(s->snapshot, &s->cap_snapshots, (s->n_snapshots + 1) * s->n_threads, sizeof *s->snapshot);
    memcpy(s->snapshot + s->n_snapshots * s->n_threads, s->clock + (size_t)thread * s->n_threads,
           s->n_threads * sizeof *s->clock);
    s->current[thread] = (uint32_t)s->n_snapshots++;
}

/* Base causality puts a before b. */
static bool before(const Scoped *s, const SimOp *a, uint32_t b)
{
    const SimOp *o = &s->h->ops[b];
    if (a->thread == o->thread) return a->index < o->index;
    return a->index < s->snapshot[(size_t)s->clock_of[b] * s->n_threads + a->thread];
}

/* What releases synchronizes with an operation of this thread. */
static void join(Scoped *s, uint32_t thread, uint32_t head)
{
    uint32_t *c = s->clock + (size_t)thread * s->n_threads;
    const SimOp *a = &s->h->ops[head];
    const uint32_t *from = s->snapshot + (size_t)s->clock_of[head] * s->n_threads;
    bool more = c[a->thread] <= a->index;
    if (a->thread == thread) return;
    s->joins++;
    if (more) c[a->thread] = a->index + 1;
    for (uint32_t i = 0; i < s->n_threads; i++)
        if (i != thread && from[i] > c[i]) c[i] = from[i], more = true;
    if (more) snap(s, thread);
}

static void add_head(Heads *h, uint32_t op)
{
    for (uint32_t i = 0; i < h->n; i++) if (h->op[i] == op) return;
    if (h->n < MAX_HEADS) h->op[h->n++] = op;
}

/* What the access reads from, if it observes it. */
static const SimWrite *observed(const Scoped *s, const SimOp *o, uint32_t access)
{
    uint32_t from = s->x->from[access];
    const SimWrite *w = from >= SIM_FROM_START ? NULL : &s->x->writes[from];
    return w && strong(s, &s->h->ops[w->op], o) ? w : NULL;
}

/* An atomic hands on what it observes. */
static void inherit(Scoped *s, uint32_t op)
{
    const SimOp *o = &s->h->ops[op];
    for (uint32_t i = o->first; o->kind == SIM_ATOMIC && i < o->first + o->count; i++) {
        const SimWrite *w = observed(s, o, i);
        for (uint32_t k = 0; w && k < s->heads[w->op].n; k++) add_head(&s->heads[op], s->heads[w->op].op[k]);
    }
}

static void begin(Scoped *s, uint32_t op)
{
    const SimOp *o = &s->h->ops[op];
    s->clock_of[op] = s->current[o->thread];
    if (o->kind != SIM_STORE && o->kind != SIM_ATOMIC) return;
    if (releases(o)) add_head(&s->heads[op], op);
    for (int scope = LITMUS_CTA; scope < LITMUS_SCOPES && order_of(o) != LITMUS_ORDER_WEAK; scope++) {
        uint32_t fence = s->fence[o->thread * LITMUS_SCOPES + (uint32_t)scope];
        if (fence) add_head(&s->heads[op], fence - 1);
    }
    inherit(s, op);
}

/* A strong read: the releases that it observes are there for a fence behind it. */
static void see(Scoped *s, uint32_t op, const Heads *heads)
{
    const SimOp *o = &s->h->ops[op];
    for (uint32_t k = 0; k < heads->n; k++) {
        const SimOp *a = &s->h->ops[heads->op[k]];
        uint32_t *seen = &s->seen[((size_t)o->thread * s->n_threads + a->thread) * LITMUS_SCOPES + scope_of(a)];
        if (*seen == 0 || s->h->ops[*seen - 1].index < a->index) *seen = heads->op[k] + 1;
        if (acquires(o) && strong(s, a, o)) join(s, o->thread, heads->op[k]);
    }
}

static void end(Scoped *s, uint32_t op)
{
    const SimOp *o = &s->h->ops[op];
    if (o->kind == SIM_FENCE) {
        for (uint32_t i = 0; i < s->n_threads * LITMUS_SCOPES; i++) {
            uint32_t head = s->seen[(size_t)o->thread * s->n_threads * LITMUS_SCOPES + i];
            if (head && strong(s, &s->h->ops[head - 1], o)) join(s, o->thread, head - 1);
        }
        s->fence[o->thread * LITMUS_SCOPES + scope_of(o)] = op + 1;
    }
    inherit(s, op);
    for (uint32_t i = o->first; i < o->first + o->count && o->kind != SIM_STORE && !o->failed; i++) {
        const SimWrite *w = order_of(o) == LITMUS_ORDER_WEAK ? NULL : observed(s, o, i);
        if (w) see(s, op, &s->heads[w->op]);
    }
    /* what releases hands on the clock with which it began */
    if (!releases(o) || o->kind == SIM_FENCE) s->clock_of[op] = s->current[o->thread];
}

/* What is over comes before what begins in the same cycle; both in the order of the program. */
static int by_time(const void *a, const void *b)
{
    const Event *x = a, *y = b;
    if (x->time != y->time) return x->time < y->time ? -1 : 1;
    if (x->op == y->op) return (int)y->begins - (int)x->begins;
    if (x->begins != y->begins) return (int)x->begins - (int)y->begins;
    return x->op < y->op ? -1 : 1;
}

static void run_clocks(Scoped *s)
{
    Event *e = sim_alloc(2 * s->h->n_ops + 1, sizeof *e);
    size_t n = 0;
    for (uint32_t i = 0; i < s->h->n_ops; i++) {
        e[n++] = (Event){s->h->ops[i].issue, i, true};
        if (s->h->ops[i].complete) e[n++] = (Event){s->h->ops[i].complete_at, i, false};
    }
    qsort(e, n, sizeof *e, by_time);
    for (size_t i = 0; i < n; i++) (e[i].begins ? begin : end)(s, e[i].op);
    free(e);
}

/* ---- what is wrong ---- */

static int by_use(const void *a, const void *b)
{
    const Use *x = a, *y = b;
    if (x->word != y->word) return x->word < y->word ? -1 : 1;
    if (x->thread != y->thread) return x->thread < y->thread ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* The last use of the word by a thread before its operation `index`, or NULL. */
static const Use *last(const Use *u, size_t n, uint64_t word, uint32_t thread, uint32_t index)
{
    Use key = {.word = word, .thread = thread, .index = index};
    size_t lo = 0, hi = n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (by_use(&u[mid], &key) < 0) lo = mid + 1;
        else hi = mid;
    }
    return lo && u[lo - 1].word == word && u[lo - 1].thread == thread ? &u[lo - 1] : NULL;
}

static void show(const Scoped *s, const char *what, uint32_t op)
{
    if (!s->x->out) return;
    fprintf(s->x->out, "  %s ", what);
    sim_history_print(s->h, op, s->x->out);
    fputc('\n', s->x->out);
}

/* Of two writes of a word the first is before the second in coherence: along the observed order, as far as they have
 * one. from: SIM_FROM_START comes before all. */
static bool older(const Scoped *s, uint32_t from, uint32_t than)
{
    if (from == than) return false;
    if (from == SIM_FROM_START) return true;
    const SimWrite *a = &s->x->writes[from], *b = &s->x->writes[than];
    return from < than && (strong(s, &s->h->ops[a->op], &s->h->ops[b->op]) || before(s, &s->h->ops[a->op], b->op));
}

/* Number of the operations of a thread that are before this one. */
static uint32_t known(const Scoped *s, uint32_t op, uint32_t thread)
{
    const SimOp *o = &s->h->ops[op];
    return o->thread == thread ? o->index : s->snapshot[(size_t)s->clock_of[op] * s->n_threads + thread];
}

static bool check_read(const Scoped *s, uint32_t op, uint32_t access)
{
    uint64_t word = s->h->accesses[access].word;
    uint32_t from = s->x->from[access];
    for (uint32_t t = 0; from != SIM_NONE && t < s->n_threads; t++) {
        const Use *w = last(s->writes, s->n_writes, word, t, known(s, op, t)),
                  *r = last(s->reads, s->n_reads, word, t, known(s, op, t));
        bool by_write = w && older(s, from, w->at), by_read = r && older(s, from, r->at);
        if (!by_write && !by_read) continue;
        s->x->bad(s->x->context, op, word, "reads an older value than that of a write which causality puts before it");
        if (from != SIM_FROM_START) show(s, "read from", s->x->writes[from].op);
        show(s, "newer:   ", s->x->writes[by_write ? w->at : r->at].op);
        if (!by_write) show(s, "seen by  ", r->op);
        return false;
    }
    return true;
}

static bool check_write(const Scoped *s, uint32_t at)
{
    const SimWrite *x = &s->x->writes[at];
    for (uint32_t t = 0; t < s->n_threads; t++) {
        const Use *w = last(s->writes, s->n_writes, x->word, t, known(s, x->op, t)),
                  *r = last(s->reads, s->n_reads, x->word, t, known(s, x->op, t));
        bool by_write = w && w->at > at, by_read = r && r->at >= at;
        if (!by_write && !by_read) continue;
        s->x->bad(s->x->context, x->op, x->word, "takes effect before a write which causality puts before it");
        show(s, "before:  ", s->x->writes[by_write ? w->at : r->at].op);
        if (!by_write) show(s, "seen by  ", r->op);
        return false;
    }
    return true;
}

static void collect(Scoped *s)
{
    const SimHistory *h = s->h;
    s->writes = sim_alloc(s->x->n_writes + 1, sizeof *s->writes);
    s->reads = sim_alloc(h->n_accesses + 1, sizeof *s->reads);
    for (uint32_t i = 0; i < s->x->n_writes; i++) {
        const SimOp *o = &h->ops[s->x->writes[i].op];
        s->writes[s->n_writes++] = (Use){s->x->writes[i].word, o->thread, o->index, i, s->x->writes[i].op};
    }
    for (uint32_t i = 0; i < h->n_ops; i++)
        for (uint32_t k = h->ops[i].first; k < h->ops[i].first + h->ops[i].count; k++)
            if (observed(s, &h->ops[i], k))
                s->reads[s->n_reads++] =
                    (Use){h->accesses[k].word, h->ops[i].thread, h->ops[i].index, s->x->from[k], i};
    qsort(s->writes, s->n_writes, sizeof *s->writes, by_use);
    qsort(s->reads, s->n_reads, sizeof *s->reads, by_use);
}

uint64_t sim_scoped_check(const SimScopedHistory *x)
{
    const SimHistory *h = x->h;
    size_t n = h->n_threads ? h->n_threads : 1;
    Scoped s = {.x = x, .h = h, .n_threads = (uint32_t)n};
    s.clock = sim_alloc(n * n, sizeof *s.clock);
    s.clock_of = sim_alloc(h->n_ops + 1, sizeof *s.clock_of);
    s.current = sim_alloc(n, sizeof *s.current);
    s.fence = sim_alloc(n * LITMUS_SCOPES, sizeof *s.fence);
    s.seen = sim_alloc(n * n * LITMUS_SCOPES, sizeof *s.seen);
    s.heads = sim_alloc(h->n_ops + 1, sizeof *s.heads);
    for (uint32_t t = 0; t < n; t++) snap(&s, t);
    run_clocks(&s);
    collect(&s);
    bool ok = true;
    for (uint32_t i = 0; i < x->n_writes; i++) ok &= check_write(&s, i);
    for (uint32_t i = 0; i < h->n_ops; i++)
        for (uint32_t k = h->ops[i].first; k < h->ops[i].first + h->ops[i].count; k++) ok &= check_read(&s, i, k);
    void *parts[] = {s.clock, s.snapshot, s.clock_of, s.current, s.fence, s.seen, s.heads, s.writes, s.reads};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) free(parts[i]);
    return s.joins;
}
