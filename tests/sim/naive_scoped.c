/* naive_scoped.c - the scoped model as docs/memory-models.md has it, sentence by sentence. An atomic is a read and a
 * write; initial values are writes of a thread of their own, before everything. */
#include "naive.h"
#include <string.h>

enum { N = NAIVE_EVENTS };
typedef bool Rel[N][N];
typedef enum { R, W, F } Type;
typedef struct { Type type; const LitmusStatement *s; uint32_t thread, var, index; bool initial; } Ev;

typedef struct {
    const Litmus *t;
    LitmusOutcomes *out;
    Ev e[N];
    int n, pair[N], from[N];            /* pair: the other half of an atomic, or -1 */
    int fence[N], n_fences;
    Rel po, rf, ms, obs, sync, cause, co;
    int value[N];
} Model;

static void closure(Rel r, int n)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) r[i][j] |= r[i][k] && r[k][j];
}

static bool irreflexive(Rel r, int n)
{
    for (int i = 0; i < n; i++) if (r[i][i]) return false;
    return true;
}

static LitmusOrder order(const Ev *e) { return e->initial ? LITMUS_ORDER_RELAXED : e->s->order; }
static bool strong(const Ev *e) { return e->initial || e->s->order != LITMUS_ORDER_WEAK; }
static bool includes(const Litmus *t, const Ev *a, const Ev *b)
{
    if (a->initial || b->initial) return true;
    switch (a->s->scope) {
    case LITMUS_SYS: return true;
    case LITMUS_GPU: return t->places[a->thread].gpu == t->places[b->thread].gpu;
    default: return t->places[a->thread].cta == t->places[b->thread].cta;
    }
}
static bool release(const Ev *e)
{
    LitmusOrder o = order(e);
    return (e->type == W && (o == LITMUS_ORDER_RELEASE || o == LITMUS_ORDER_ACQ_REL)) || e->type == F;
}
static bool acquire(const Ev *e)
{
    LitmusOrder o = order(e);
    return (e->type == R && (o == LITMUS_ORDER_ACQUIRE || o == LITMUS_ORDER_ACQ_REL)) || e->type == F;
}
static bool same(const Ev *a, const Ev *b) { return a->type != F && b->type != F && a->var == b->var; }

/* a is the first, w the write of a release pattern; r the read, b the last of an acquire pattern. */
static bool release_pattern(const Model *m, int a, int w)
{
    const Ev *x = &m->e[a], *y = &m->e[w];
    if (!release(x) || x->initial || y->type != W) return false;
    if (x->type == W && a == w) return true;
    return m->po[a][w] && strong(y) && (x->type == F || same(x, y));
}
static bool acquire_pattern(const Model *m, int r, int b)
{
    const Ev *x = &m->e[r], *y = &m->e[b];
    if (!acquire(y) || x->type != R) return false;
    if (y->type == R && r == b) return true;
    return m->po[r][b] && strong(x) && (y->type == F || same(x, y));
}

static void relations(Model *m)
{
    int n = m->n;
    memset(m->ms, 0, sizeof m->ms);
    memset(m->obs, 0, sizeof m->obs);
    memset(m->sync, 0, sizeof m->sync);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            m->ms[i][k] = i != k && ((m->e[i].thread == m->e[k].thread && !m->e[i].initial) ||
                                     (strong(&m->e[i]) && strong(&m->e[k]) && includes(m->t, &m->e[i], &m->e[k]) &&
                                      includes(m->t, &m->e[k], &m->e[i])) ||
                                     m->e[i].initial || m->e[k].initial);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) m->obs[i][k] = m->rf[i][k] && m->ms[i][k] && !m->e[i].initial;
    for (int round = 0; round < n; round++)
        for (int i = 0; i < n; i++)
            for (int z = 0; z < n; z++)
                for (int k = 0; k < n; k++)
                    m->obs[i][k] |= m->obs[i][z] && m->pair[z] >= 0 && m->obs[m->pair[z]][k];
    for (int a = 0; a < n; a++)
        for (int w = 0; w < n; w++)
            for (int r = 0; r < n; r++)
                for (int b = 0; b < n; b++)
                    m->sync[a][b] |= release_pattern(m, a, w) && acquire_pattern(m, r, b) && m->obs[w][r] &&
                                     m->ms[a][b];
}

static bool axioms(Model *m)
{
    Rel fr = {{0}}, sc = {{0}}, x;
    int n = m->n;
    for (int r = 0; r < n; r++)
        for (int w = 0; w < n; w++)
            fr[r][w] = m->e[r].type == R && m->co[m->from[r]][w] && w != m->pair[r];
    memcpy(sc, m->po, sizeof sc);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            bool comm = m->rf[i][k] || m->co[i][k] || fr[i][k];
            sc[i][k] = (m->po[i][k] && same(&m->e[i], &m->e[k])) || (comm && m->ms[i][k]);
        }
    closure(sc, n);
    if (!irreflexive(sc, n)) return false;
    memset(x, 0, sizeof x);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) if ((m->rf[i][k] || fr[i][k]) && m->cause[k][i]) return false;
    for (int r = 0; r < n; r++)
        for (int w = 0; w < n && m->e[r].type == R && m->pair[r] >= 0; w++)
            if (fr[r][w] && m->co[w][m->pair[r]] && m->ms[w][m->pair[r]]) return false;
    return true;
}

static int operand(const Model *m, int ev, LitmusValue of)
{
    int last = -1;
    if (!of.is_register) return (int)of.value;
    for (int i = 0; i < m->n; i++)
        if (m->e[i].type == R && m->e[i].thread == m->e[ev].thread && m->e[i].index < m->e[ev].index &&
            m->e[i].s->reg == of.value)
            last = i;
    return last < 0 ? 0 : m->value[last];
}

/* False: some value is not known without itself. */
static bool values(Model *m)
{
    memset(m->value, 0xff, sizeof m->value);
    for (int round = 0; round < 2 * N; round++)
        for (int i = 0; i < m->n; i++) {
            const Ev *e = &m->e[i];
            if (e->initial) m->value[i] = (int)m->t->initial[e->var];
            else if (e->type == R) m->value[i] = m->value[m->from[i]];
            else if (e->type == W && m->pair[i] < 0) m->value[i] = operand(m, i, e->s->a);
            else if (e->type == W) {
                int old = m->value[m->pair[i]], a = operand(m, i, e->s->a), b = operand(m, i, e->s->b);
                if (old >= 0 && a >= 0 && b >= 0)
                    m->value[i] = (int)litmus_op_result(e->s->op, (uint32_t)old, (uint32_t)a, (uint32_t)b);
            }
        }
    for (int i = 0; i < m->n; i++) if (m->e[i].type != F && m->value[i] < 0) return false;
    return true;
}

/* An outcome for each choice of a last write of each variable. */
static void outcomes(Model *m, uint32_t slot, LitmusOutcome o)
{
    if (slot == m->t->n_slots) { litmus_outcomes_add(m->out, o); return; }
    const LitmusSlot *s = &m->t->slots[slot];
    int found = 0;
    for (int i = 0; i < m->n && s->thread != LITMUS_NONE; i++)
        if (m->e[i].type == R && m->e[i].thread == s->thread && m->e[i].s->reg == s->index) found = m->value[i];
    if (s->thread != LITMUS_NONE) { outcomes(m, slot + 1, o | (LitmusOutcome)found << 4 * slot); return; }
    for (int w = 0; w < m->n; w++) {
        bool last = m->e[w].type == W && m->e[w].var == s->index;
        for (int k = 0; k < m->n; k++) last &= !m->co[w][k];
        if (last) outcomes(m, slot + 1, o | (LitmusOutcome)m->value[w] << 4 * slot);
    }
}

/* Each pair of writes of a variable that is ordered has one of two orders. */
static void coherence(Model *m, int i, int k)
{
    for (; i < m->n; i++, k = 0)
        for (; k < i; k++) {
            bool pair = m->e[i].type == W && m->e[k].type == W && same(&m->e[i], &m->e[k]) &&
                        (m->ms[i][k] || m->cause[i][k] || m->cause[k][i]);
            if (!pair) continue;
            if (!m->cause[i][k]) {
                m->co[k][i] = true;
                coherence(m, i, k + 1);
                m->co[k][i] = false;
            }
            if (!m->cause[k][i]) {
                m->co[i][k] = true;
                coherence(m, i, k + 1);
                m->co[i][k] = false;
            }
            return;
        }
    Rel kept;
    memcpy(kept, m->co, sizeof kept);
    closure(m->co, m->n);
    if (irreflexive(m->co, m->n) && axioms(m)) outcomes(m, 0, 0);
    memcpy(m->co, kept, sizeof kept);
}

static void with_fences(Model *m)
{
    Rel base, early = {{0}};
    int n = m->n;
    memcpy(base, m->po, sizeof base);
    for (int i = 0; i < n; i++) for (int k = 0; k < n; k++) base[i][k] |= m->sync[i][k];
    for (int i = 0; i < m->n_fences; i++)
        for (int k = i + 1; k < m->n_fences; k++)
            if (m->ms[m->fence[i]][m->fence[k]])
                base[m->fence[i]][m->fence[k]] = early[m->fence[k]][m->fence[i]] = true;
    closure(base, n);
    memcpy(m->cause, base, sizeof base);
    for (int i = 0; i < n; i++)
        for (int z = 0; z < n; z++)
            for (int k = 0; k < n; k++) m->cause[i][k] |= m->obs[i][z] && base[z][k];
    for (int r = 0; r < n; r++)      /* an atomic is one operation */
        for (int k = 0; k < n && m->e[r].type == R && m->pair[r] >= 0; k++)
            m->cause[r][k] |= k != m->pair[r] && m->cause[m->pair[r]][k];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            if (early[i][k] && m->cause[i][k]) return;
            if (m->e[i].initial && !m->e[k].initial) m->cause[i][k] = true;
        }
    memset(m->co, 0, sizeof m->co);
    coherence(m, 0, 0);
}

static void fences(Model *m, int at)
{
    if (at == m->n_fences) { with_fences(m); return; }
    for (int i = at; i < m->n_fences; i++) {
        int f = m->fence[i];
        m->fence[i] = m->fence[at], m->fence[at] = f;
        fences(m, at + 1);
        m->fence[at] = m->fence[i], m->fence[i] = f;
    }
}

static void sources(Model *m, int r)
{
    while (r < m->n && m->e[r].type != R) r++;
    if (r == m->n) {
        if (!values(m)) return;
        relations(m);
        fences(m, 0);
        return;
    }
    for (int w = 0; w < m->n; w++) {
        if (m->e[w].type != W || !same(&m->e[w], &m->e[r]) || w == m->pair[r]) continue;
        m->from[r] = w;
        m->rf[w][r] = true;
        sources(m, r + 1);
        m->rf[w][r] = false;
    }
}

static void add(Model *m, Type type, const LitmusStatement *s, uint32_t thread, uint32_t index)
{
    m->pair[m->n] = -1;
    for (int i = 0; i < m->n; i++) m->po[i][m->n] = !m->e[i].initial && m->e[i].thread == thread;
    if (type == F && s->order == LITMUS_ORDER_SC) m->fence[m->n_fences++] = m->n;
    m->e[m->n++] = (Ev){type, s, thread, s->variable, index, false};
}

void naive_scoped(const Litmus *t, LitmusOutcomes *out)
{
    static const Model none;
    Model m = none;
    m.t = t, m.out = out;
    for (uint32_t v = 0; v < t->n_variables; v++) {
        m.pair[m.n] = -1;
        m.e[m.n++] = (Ev){W, NULL, LITMUS_NONE, v, 0, true};
    }
    for (uint32_t k = 0; k < t->n_threads; k++)
        for (uint32_t i = 0; i < t->n_statements[k]; i++) {
            const LitmusStatement *s = &t->statements[k][i];
            if (s->kind == LITMUS_FENCE) add(&m, F, s, k, i);
            if (s->kind == LITMUS_LOAD || s->kind == LITMUS_ATOMIC) add(&m, R, s, k, i);
            if (s->kind == LITMUS_STORE || s->kind == LITMUS_ATOMIC) add(&m, W, s, k, i);
            if (s->kind == LITMUS_ATOMIC) m.pair[m.n - 1] = m.n - 2, m.pair[m.n - 2] = m.n - 1;
        }
    sources(&m, 0);
}
