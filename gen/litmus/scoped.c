/* scoped.c - the scoped model (docs/memory-models.md): causality is made by releases that acquires observe, as far as
 * the scopes of both reach; and what is read must not contradict it. */
#include "litmus/models.h"

/* strong: with the events whose scope reaches its thread, and the reverse, or of its own thread. obs: the reads that
 * observe a write, through atomics too. cause, base: causality and what it is made of. */
typedef struct {
    const Execution *x;
    uint32_t strong[LITMUS_EVENTS], obs[LITMUS_EVENTS], sync[LITMUS_EVENTS], base[LITMUS_EVENTS],
        cause[LITMUS_EVENTS], coherence[LITMUS_EVENTS];
    int fences[LITMUS_EVENTS], n_fences;       /* those of order sc, as they are ordered */
} Scoped;

#define BIT(i) (UINT32_C(1) << (i))
static bool has(const uint32_t *r, int a, int b) { return r[a] >> b & 1; }

static bool is_strong(const LitmusEvent *e) { return e->s->order != LITMUS_ORDER_WEAK; }
static bool releases(const LitmusEvent *e) { return e->s->order >= LITMUS_ORDER_RELEASE && (!e->reads || e->writes); }
static bool acquires(const LitmusEvent *e)
{
    bool order = e->s->order == LITMUS_ORDER_ACQUIRE || e->s->order >= LITMUS_ORDER_ACQ_REL;
    return order && (e->reads || !e->writes);
}

/* The scope of a takes in the thread of b. */
static bool reaches(const Litmus *t, const LitmusEvent *a, const LitmusEvent *b)
{
    const LitmusPlace *p = &t->places[a->thread], *q = &t->places[b->thread];
    return a->s->scope == LITMUS_SYS || (p->gpu == q->gpu && (a->s->scope == LITMUS_GPU || p->cta == q->cta));
}

static void find_strong(Scoped *s)
{
    const Execution *x = s->x;
    for (int i = 0; i < x->n; i++)
        for (int k = 0; k < x->n; k++) {
            const LitmusEvent *a = &x->e[i], *b = &x->e[k];
            bool both = is_strong(a) && is_strong(b) && reaches(x->t, a, b) && reaches(x->t, b, a);
            if (i != k && (a->thread == b->thread || both)) s->strong[i] |= BIT(k);
        }
}

static void find_observed(Scoped *s)
{
    const Execution *x = s->x;
    for (int i = 0; i < x->n; i++)
        if (x->e[i].reads && x->from[i] != LITMUS_INITIAL && has(s->strong, x->from[i], i))
            s->obs[x->from[i]] |= BIT(i);
    for (int n = 0; n < x->n; n++)
        for (int i = 0; i < x->n; i++)
            for (int z = 0; z < x->n; z++)
                if (has(s->obs, i, z) && x->e[z].writes) s->obs[i] |= s->obs[z];
}

static bool same_variable(const LitmusEvent *a, const LitmusEvent *b)
{
    return a->s->kind != LITMUS_FENCE && b->s->kind != LITMUS_FENCE && a->s->variable == b->s->variable;
}

/* The writes by which a release is seen: its own, and strong ones behind it, of its variable or of any if it is a
 * fence. */
static uint32_t release_writes(const Execution *x, int first)
{
    const LitmusEvent *a = &x->e[first];
    uint32_t all = a->writes ? BIT(first) : 0;
    if (!releases(a)) return 0;
    for (int w = 0; w < x->n; w++)
        if ((x->after[first] >> w & 1) && x->e[w].writes && is_strong(&x->e[w]) &&
            (a->s->kind == LITMUS_FENCE || same_variable(a, &x->e[w])))
            all |= BIT(w);
    return all;
}

/* The reads by which an acquire sees something, likewise. */
static uint32_t acquire_reads(const Execution *x, int last)
{
    const LitmusEvent *b = &x->e[last];
    uint32_t all = b->reads ? BIT(last) : 0;
    if (!acquires(b)) return 0;
    for (int r = 0; r < x->n; r++)
        if ((x->after[r] >> last & 1) && x->e[r].reads && is_strong(&x->e[r]) &&
            (b->s->kind == LITMUS_FENCE || same_variable(b, &x->e[r])))
            all |= BIT(r);
    return all;
}

static void find_synchronized(Scoped *s)
{
    const Execution *x = s->x;
    for (int a = 0; a < x->n; a++) {
        uint32_t writes = release_writes(x, a), seen = 0;
        for (int w = 0; w < x->n; w++) if (writes >> w & 1) seen |= s->obs[w];
        for (int b = 0; b < x->n; b++)
            if (has(s->strong, a, b) && (acquire_reads(x, b) & seen)) s->sync[a] |= BIT(b);
    }
}

/* With the fences in their present order. False: that contradicts causality. */
static bool find_causality(Scoped *s)
{
    const Execution *x = s->x;
    for (int i = 0; i < x->n; i++) s->base[i] = x->after[i] | s->sync[i];
    for (int i = 0; i < s->n_fences; i++)
        for (int k = i + 1; k < s->n_fences; k++)
            if (has(s->strong, s->fences[i], s->fences[k])) s->base[s->fences[i]] |= BIT(s->fences[k]);
    execution_close(s->base, x->n);
    for (int i = 0; i < x->n; i++) {
        s->cause[i] = s->base[i];
        for (int k = 0; k < x->n; k++) if (has(s->obs, i, k)) s->cause[i] |= s->base[k];
    }
    for (int i = 0; i < s->n_fences; i++)
        for (int k = i + 1; k < s->n_fences; k++)
            if (has(s->strong, s->fences[i], s->fences[k]) && has(s->cause, s->fences[k], s->fences[i])) return false;
    return true;
}

/* Of two writes that are neither morally strong nor ordered by causality none is before the other. False: the order of
 * the execution contradicts causality. */
static bool find_coherence(Scoped *s)
{
    const Execution *x = s->x;
    for (int i = 0; i < x->n; i++) {
        s->coherence[i] = 0;
        for (int k = 0; k < x->n && x->e[i].writes; k++) {
            if (!(x->later[i] >> k & 1)) continue;
            if (has(s->cause, k, i)) return false;
            if (has(s->cause, i, k) || has(s->strong, i, k)) s->coherence[i] |= BIT(k);
        }
    }
    execution_close(s->coherence, x->n);
    return true;
}

/* Writes that a read comes before. */
static uint32_t from_reads(const Scoped *s, int read)
{
    const Execution *x = s->x;
    uint32_t all = x->from[read] == LITMUS_INITIAL ? x->of[x->e[read].s->variable] : s->coherence[x->from[read]];
    return all & ~BIT(read);
}

static bool causality_holds(const Scoped *s)
{
    const Execution *x = s->x;
    for (int i = 0; i < x->n; i++) {
        if (!x->e[i].reads) continue;
        if (x->from[i] != LITMUS_INITIAL && has(s->cause, i, x->from[i])) return false;
        uint32_t before = from_reads(s, i);
        for (int w = 0; w < x->n; w++) if ((before >> w & 1) && has(s->cause, w, i)) return false;
    }
    return true;
}

/* Of each variable what is morally strong is in one order, with that of the threads. So no such write comes between
 * what an atomic reads and what it writes. */
static bool each_variable_holds(const Scoped *s)
{
    const Execution *x = s->x;
    uint32_t to[LITMUS_EVENTS] = {0};
    for (int i = 0; i < x->n; i++) {
        if (x->e[i].writes) to[i] |= s->coherence[i] & s->strong[i];
        if (x->e[i].reads) to[i] |= from_reads(s, i) & s->strong[i];
        if (x->e[i].reads && x->from[i] != LITMUS_INITIAL && has(s->strong, x->from[i], i)) to[x->from[i]] |= BIT(i);
        for (int k = 0; k < x->n; k++)
            if ((x->after[i] >> k & 1) && same_variable(&x->e[i], &x->e[k])) to[i] |= BIT(k);
    }
    return execution_acyclic(to, x->n);
}

/* Some order of the fences from this place on does. */
static bool some_order(Scoped *s, int at)
{
    if (at == s->n_fences)
        return find_causality(s) && find_coherence(s) && causality_holds(s) && each_variable_holds(s);
    for (int i = at; i < s->n_fences; i++) {
        int f = s->fences[i];
        s->fences[i] = s->fences[at];
        s->fences[at] = f;
        if (some_order(s, at + 1)) return true;
        s->fences[at] = s->fences[i];
        s->fences[i] = f;
    }
    return false;
}

bool litmus_scoped_allows(const Execution *x)
{
    Scoped s = {.x = x};
    for (int i = 0; i < x->n; i++)
        if (x->e[i].s->kind == LITMUS_FENCE && x->e[i].s->order == LITMUS_ORDER_SC) s.fences[s.n_fences++] = i;
    find_strong(&s);
    find_observed(&s);
    find_synchronized(&s);
    return some_order(&s, 0);
}
