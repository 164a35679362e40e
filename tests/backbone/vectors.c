/* vectors.c - corner and random stimuli; see vectors.h. */
#include "vectors.h"
#include "eval/expr.h"

/* ---- random numbers ---- */

typedef struct { uint64_t x; } Rng;

static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static uint64_t rnd(Rng *r) { return mix(r->x += UINT64_C(0x9E3779B97F4A7C15)); }
static uint64_t below(Rng *r, uint64_t n) { return n ? (rnd(r) >> 11) % n : 0; }

/* ---- what is worth trying ---- */

static void add_constant(const Expr *e, void *ctx)
{
    Vectors *v = ctx;
    if (!expr_is_const(e)) return;
    uint64_t x = (uint64_t)param_eval(&v->spec->env, e);
    for (int i = 0; i < v->constants.n; i++)
        if (v->constants.at[i] == x) return;
    vec_push(v->spec->arena, &v->constants, x);
}

static void action_constants(const Action *a, void *ctx)
{
    if (a->value) expr_walk(a->value, add_constant, ctx);
    for (int i = 0; i < a->branches.n; i++)
        if (a->branches.at[i].test) expr_walk(a->branches.at[i].test, add_constant, ctx);
}

static void collect_constants(Vectors *v)
{
    const Controller *c = v->spec->ctl;
    for (int i = 0; i < c->rows.n; i++) {
        if (c->rows.at[i]->when) expr_walk(c->rows.at[i]->when, add_constant, v);
        actions_walk(c->rows.at[i]->body, action_constants, v);
    }
    for (int i = 0; i < c->views.n; i++)
        if (c->views.at[i]->when) expr_walk(c->views.at[i]->when, add_constant, v);
    for (int i = 0; i < c->events.n; i++)
        if (c->events.at[i]->when) expr_walk(c->events.at[i]->when, add_constant, v);
}

static bool can_happen(const Controller *c, const State *s, const Event *e)
{
    const Cell *cell = cell_at(c, s, e);
    for (int i = 0; i < cell->rows.n; i++)
        if (cell->rows.at[i]->kind != ROW_NEVER) return true;
    return false;
}

static void collect_pairs(Vectors *v)
{
    const Controller *c = v->spec->ctl;
    for (int i = 0; i < c->states.n; i++)
        for (int k = 0; k < c->base_events.n; k++) {
            const Event *b = c->base_events.at[k];
            bool legal = can_happen(c, c->states.at[i], b);
            for (int j = 0; j < b->refinements.n; j++) legal |= can_happen(c, c->states.at[i], b->refinements.at[j]);
            if (legal) vec_push(v->spec->arena, &v->legal, ((Pair){ c->states.at[i]->id, b->code }));
        }
}

void vectors_init(Vectors *v, const Spec *s, uint64_t seed)
{
    *v = (Vectors){ .spec = s, .seed = seed };
    collect_constants(v);
    collect_pairs(v);
}

/* ---- random vectors ---- */

/* Numbers of values of an input that are in the range of its type. */
static uint64_t range_mask(const Spec *s, int i, uint64_t *count)
{
    const Type *t = s->step->signals.at[i].type;
    *count = 0;
    if (t && t->kind == TK_ENUM) *count = (uint64_t)t->values.n;
    if (t && t->kind == TK_COUNT) *count = (uint64_t)param_eval(&s->env, t->size);
    if (t && t->kind == TK_NODE && s->protocol->systems.n)
        *count = (uint64_t)node_count(&s->env, s->protocol->systems.at[0]);
    return bits_mask(s->width[i]);
}

/* An earlier input of the same type, or -1. */
static int partner(const Vectors *v, Rng *r, int i)
{
    const Spec *s = v->spec;
    int n = 0, found = -1;
    for (int k = 0; k < i; k++)
        if (s->step->signals.at[k].kind == SIG_IN_VAR && s->step->signals.at[k].type == s->step->signals.at[i].type &&
            below(r, (uint64_t)++n) == 0)
            found = k;
    return found;
}

static uint64_t random_value(const Vectors *v, Rng *r, const uint64_t *in, int i)
{
    uint64_t count, mask = range_mask(v->spec, i, &count), x;
    int other;
    if (count && below(r, 16)) return below(r, count) & mask;
    switch (below(r, 8)) {
    case 0: x = below(r, 2) ? mask - below(r, 2) : below(r, 2); break;
    case 1: x = below(r, 8); break;
    case 2: x = v->constants.n ? v->constants.at[below(r, (uint64_t)v->constants.n)] + below(r, 3) - 1 : 0; break;
    case 3: case 4: case 5:
        other = partner(v, r, i);
        x = other < 0 ? rnd(r) : in[other] + below(r, 3) - 1;
        break;
    case 6: x = rnd(r) >> below(r, 64); break;
    default: x = rnd(r);
    }
    return x & mask;
}

void vectors_random(const Vectors *v, uint64_t index, uint64_t *in)
{
    const Spec *s = v->spec;
    Rng r = { mix(v->seed) ^ mix(index + 1) };
    bool any = v->legal.n == 0 || below(&r, 16) == 0;
    Pair p = { (int)below(&r, (uint64_t)s->ctl->states.n), (int)below(&r, (uint64_t)s->ctl->base_events.n) };
    if (!any) p = v->legal.at[below(&r, (uint64_t)v->legal.n)];
    for (int i = 0; i < s->n_in; i++) {
        SignalKind k = s->step->signals.at[i].kind;
        in[i] = k == SIG_IN_STATE ? (uint64_t)p.state
            : k == SIG_IN_EVENT   ? (uint64_t)p.event
                                  : random_value(v, &r, in, i);
    }
}

/* ---- corners ---- */

enum { N_CORNERS = 4 };

static uint64_t corner(int which, uint64_t mask)
{
    const uint64_t value[N_CORNERS] = { 0, 1, mask, mask - 1 };
    return value[which] & mask;
}

static bool corners_of_pair(const Vectors *v, uint64_t *in, bool (*fn)(void *, const uint64_t *), void *ctx)
{
    const Spec *s = v->spec;
    for (int base = 0; base < N_CORNERS; base++) {
        for (int i = 0; i < s->n_in; i++)
            if (s->step->signals.at[i].kind > SIG_IN_EVENT) in[i] = corner(base, bits_mask(s->width[i]));
        for (int i = 0; i < s->n_in; i++) {
            if (s->step->signals.at[i].kind <= SIG_IN_EVENT) continue;
            uint64_t kept = in[i];
            for (int k = 0; k < N_CORNERS; k++) {
                in[i] = corner(k, bits_mask(s->width[i]));
                if (!fn(ctx, in)) return false;
            }
            in[i] = kept;
        }
    }
    return true;
}

bool vectors_corners(const Vectors *v, bool (*fn)(void *ctx, const uint64_t *in), void *ctx)
{
    const Spec *s = v->spec;
    uint64_t in[s->n_in];
    for (int state = 0; state < s->ctl->states.n; state++)
        for (int event = 0; event < s->ctl->base_events.n; event++) {
            for (int i = 0; i < s->n_in; i++) {
                if (s->step->signals.at[i].kind == SIG_IN_STATE) in[i] = (uint64_t)state;
                if (s->step->signals.at[i].kind == SIG_IN_EVENT) in[i] = (uint64_t)event;
            }
            if (!corners_of_pair(v, in, fn, ctx)) return false;
        }
    return true;
}
