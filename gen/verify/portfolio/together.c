/* together.c - pairs of things that some searches have, and no search has both of. */
#include "verify/portfolio/together.h"
#include "verify/seen/marks.h"
#include "util/text.h"
#include <string.h>

enum { SEARCHES = 64, COLUMNS = 120 };

typedef enum { ANY_SEARCH, NO_TESTS, TESTS } ThingWhere;

/* in: a bit for each search. of: the parameter whose value it is, or NULL; two values are not asked for together.
 * where: what litmus tests do is said by their programs. */
typedef struct { Str name; uint64_t in; const Param *of; ThingWhere where; } Thing;

typedef struct {
    Arena *a;
    const Protocol *p;
    const TogetherSearch *search;
    int n;
    VEC(Thing) things;
} Together;

static void add(Together *x, Str name, uint64_t in, const Param *of)
{
    if (in) vec_push(x->a, &x->things, ((Thing){ name, in, of, ANY_SEARCH }));
}

/* ---- what a search has ---- */

static void add_aspect(Together *x, Str name, SeenAspect a, ThingWhere where)
{
    uint64_t in = 0;
    for (int i = 0; i < x->n; i++) {
        const Seen *s = x->search[i].seen;
        bool tests = x->search[i].o->litmus.n > 0;
        bool has = where == TESTS ? tests : (s->can & s->did) >> a & 1 && !(tests && where == NO_TESTS);
        in |= (uint64_t)has << i;
    }
    if (in) vec_push(x->a, &x->things, ((Thing){ name, in, NULL, where }));
}

static void add_aspects(Together *x)
{
    add_aspect(x, STR("a second core"), SEEN_CORES, ANY_SEARCH);
    add_aspect(x, STR("a second warp"), SEEN_WARPS, ANY_SEARCH);
    add_aspect(x, STR("a second line"), SEEN_LINES, ANY_SEARCH);
    add_aspect(x, STR("a second cell"), SEEN_CELLS, ANY_SEARCH);
    add_aspect(x, STR("atomics"), SEEN_ATOMICS, NO_TESTS);
    add_aspect(x, STR("what has no key"), SEEN_KEYLESS, NO_TESTS);
    add_aspect(x, STR("errors of memory"), SEEN_ERRORS, ANY_SEARCH);
    add_aspect(x, STR("queues"), SEEN_QUEUES, ANY_SEARCH);
    add_aspect(x, STR("inputs that change"), SEEN_TURNS, ANY_SEARCH);
    add_aspect(x, STR("litmus tests"), SEEN_ASPECTS, TESTS);
}

/* A search that has a third one has a second one as well. Of litmus tests nothing is known here. */
static void add_third_core(Together *x)
{
    uint64_t in = 0;
    for (int i = 0; i < x->n; i++) in |= (uint64_t)(x->search[i].seen->most[MOST_CORES] > 2) << i;
    if (in) vec_push(x->a, &x->things, ((Thing){ STR("a third core"), in, NULL, NO_TESTS }));
}

static void add_instances(Together *x)
{
    for (int k = 0; k < x->p->ctls.n; k++) {
        uint64_t in = 0;
        for (int i = 0; i < x->n; i++) in |= (uint64_t)(x->search[i].seen->second >> k & 1) << i;
        if (!seen_has_core(x->p->ctls.at[k]))
            add(x, str_printf(x->a, "a second " STR_FMT, STR_ARG(x->p->ctls.at[k]->name)), in, NULL);
    }
}

/* What some search has seen of a place of controller k: `in` are those searches. */
static void add_place(Together *x, int k, const char *what, Str place, uint64_t in)
{
    if (!in) return;
    Str name = str_printf(x->a, "%s " STR_FMT "." STR_FMT, what, STR_ARG(x->p->ctls.at[k]->name), STR_ARG(place));
    vec_push(x->a, &x->things, ((Thing){ name, in, NULL, NO_TESTS }));
}

/* A set is full: what comes for it has to wait, or something else leaves. */
static void add_full_sets(Together *x)
{
    for (int k = 0; k < x->p->ctls.n && k < MAX_CTLS; k++)
        for (int s = 0; s < x->p->ctls.at[k]->stores.n && s < MAX_PLACES; s++) {
            uint64_t in = 0;
            for (int i = 0; i < x->n; i++) in |= (uint64_t)(x->search[i].seen->full[k] >> s & 1) << i;
            add_place(x, k, "two lines in a set of", x->p->ctls.at[k]->stores.at[s]->name, in);
        }
}

/* Waiters are full: what needs an entry, or a place in one, has to wait. */
static void add_full_waiters(Together *x)
{
    for (int k = 0; k < x->p->ctls.n && k < MAX_CTLS; k++)
        for (int w = 0; w < x->p->ctls.at[k]->waiters.n && w < MAX_PLACES; w++) {
            uint64_t in = 0;
            for (int i = 0; i < x->n; i++) in |= (uint64_t)(x->search[i].seen->lacked[k] >> w & 1) << i;
            add_place(x, k, "no room in", x->p->ctls.at[k]->waiters.at[w]->name, in);
        }
}

static void add_pins(Together *x)
{
    for (int k = 0; k < x->p->ctls.n; k++)
        for (int r = 0; r < x->p->ctls.at[k]->regs.n; r++) {
            const Var *v = x->p->ctls.at[k]->regs.at[r];
            uint64_t in = 0;
            if (v->kind != V_INPUT || v->source) continue;
            for (int i = 0; i < x->n; i++)
                in |= (uint64_t)(x->search[i].seen->marks[marks_of(x->p, k).regs + r] >> 1 & 1) << i;
            add(x, str_printf(x->a, STR_FMT "." STR_FMT " other than 0", STR_ARG(x->p->ctls.at[k]->name),
                              STR_ARG(v->name)), in, NULL);
        }
}

/* ---- parameters ---- */

/* Of the whole protocol, and it counts no instances or threads. */
static bool is_size(const Together *x, const Param *q)
{
    for (int i = 0; i < x->p->systems.n; i++)
        for (int k = 0; k < x->p->systems.at[i]->places.n; k++) {
            const Expr *e = x->p->systems.at[i]->places.at[k].count;
            if (e && e->op == E_PARAM && e->param == q) return false;
        }
    for (int k = 0; k < x->p->ctls.n; k++)
        for (int i = 0; i < x->p->ctls.at[k]->ports.n; i++) {
            const Type *t = x->p->ctls.at[k]->ports.at[i]->id_type;
            if (t && t->size && t->size->op == E_PARAM && t->size->param == q) return false;
        }
    return !q->owner && !q->tool;
}

/* And it is set by a search. */
static bool is_setting(const Together *x, const Param *q)
{
    bool set = false;
    for (int i = 0; i < x->n; i++)
        for (int k = 0; k < x->search[i].o->sets.n; k++) {
            Str s = x->search[i].o->sets.at[k];
            set |= s.n > q->name.n && s.p[q->name.n] == '=' && str_eq((Str){ s.p, q->name.n }, q->name);
        }
    return set && is_size(x, q);
}

static const System *system_of(const Together *x, const VerifyOptions *o)
{
    for (int i = 0; i < x->p->systems.n; i++)
        if (str_is(x->p->systems.at[i]->name, o->system ? o->system : "small")) return x->p->systems.at[i];
    return x->p->systems.at[0];
}

static bool is_pin(const Together *x, Str set)
{
    for (int i = 0; i < x->p->params.n; i++) {
        Str name = x->p->params.at[i]->name;
        const char *dot = memchr(set.p, '.', (size_t)set.n);
        Str bare = dot ? (Str){ dot + 1, set.n - (int)(dot + 1 - set.p) } : set;
        if (bare.n > name.n && bare.p[name.n] == '=' && str_eq((Str){ bare.p, name.n }, name)) return false;
    }
    return true;
}

/* The values that the parameters have in a search; NULL: they cannot be told. */
static const int64_t *values(const Together *x, const VerifyOptions *o)
{
    VEC(Str) sets = { 0 };
    ParamEnv env;
    for (int i = 0; i < o->sets.n; i++) if (!is_pin(x, o->sets.at[i])) vec_push(x->a, &sets, o->sets.at[i]);
    bool fine = param_env(x->a, diags_create(x->a), x->p, system_of(x, o), (ParamSets){ sets.at, sets.n }, &env);
    return fine ? env.value : NULL;
}

/* All values but the one that most searches have. */
static void add_settings(Together *x)
{
    const int64_t **value = NEW_N(x->a, const int64_t *, x->n + 1);
    for (int i = 0; i < x->n; i++) if (!(value[i] = values(x, x->search[i].o))) return;
    for (int k = 0; k < x->p->params.n; k++) {
        const Param *q = x->p->params.at[k];
        uint64_t in[SEARCHES] = { 0 };
        int usual = 0;
        if (!is_setting(x, q)) continue;
        for (int i = 0; i < x->n; i++) {
            int first = 0;
            while (value[first][q->id] != value[i][q->id]) first++;
            in[first] |= UINT64_C(1) << i;
        }
        for (int i = 0; i < x->n; i++)
            if (__builtin_popcountll(in[i]) > __builtin_popcountll(in[usual])) usual = i;
        for (int i = 0; i < x->n; i++)
            if (i != usual)
                add(x, str_printf(x->a, STR_FMT "=%lld", STR_ARG(q->name), (long long)value[i][q->id]), in[i], q);
    }
}

/* ---- what is said ---- */

typedef struct { FILE *out; const char *title; int column; } Listed;

static void word(Listed *l, const char *between, Str text)
{
    if (!l->column) l->column = fprintf(l->out, "%s", l->title);
    else l->column += fprintf(l->out, "%s", between);
    if (l->column + 2 + text.n > COLUMNS) l->column = fprintf(l->out, "\n   ") - 1;
    l->column += fprintf(l->out, " " STR_FMT, STR_ARG(text));
}

/* Of a size that has no value of its own, for it is made of others, nothing is said. */
static void same_size(const Together *x, const Param *q, const int64_t **value, Listed *l)
{
    int64_t v = value[0][q->id];
    if (!is_size(x, q) || !q->dflt || q->dflt->op != E_NUM || q->dflt->num == v) return;
    for (int i = 1; i < x->n; i++) if (value[i][q->id] != v) return;
    word(l, ",", str_printf(x->a, STR_FMT "=%lld (default %lld)", STR_ARG(q->name), (long long)v,
                            (long long)q->dflt->num));
}

void together_print_same(Arena *a, const Protocol *p, const TogetherSearch *search, int n, FILE *out)
{
    Together x = { .a = a, .p = p, .search = search, .n = n < SEARCHES ? n : SEARCHES };
    const int64_t **value = NEW_N(a, const int64_t *, x.n + 1);
    Listed l = { out, "the same in all searches:", 0 };
    for (int i = 0; i < x.n; i++) if (!(value[i] = values(&x, search[i].o))) return;
    for (int k = 0; k < p->params.n && x.n; k++) same_size(&x, p->params.at[k], value, &l);
    if (l.column) fprintf(out, "\n");
}

void together_print(Arena *a, const Protocol *p, const TogetherSearch *search, int n, FILE *out)
{
    Together x = { .a = a, .p = p, .search = search, .n = n < SEARCHES ? n : SEARCHES };
    Listed l = { out, "not looked at together:", 0 };
    add_aspects(&x);
    add_third_core(&x);
    add_instances(&x);
    add_full_sets(&x);
    add_full_waiters(&x);
    add_pins(&x);
    add_settings(&x);
    for (int i = 0; i < x.things.n; i++) {
        const Thing *one = &x.things.at[i];
        bool first = true;
        for (int k = i + 1; k < x.things.n; k++) {
            const Thing *other = &x.things.at[k];
            bool apart = one->where + other->where == NO_TESTS + TESTS;
            if (apart || (one->in & other->in) || (one->of && other->of)) continue;
            if (first) word(&l, ";", str_printf(a, STR_FMT " with " STR_FMT, STR_ARG(one->name), STR_ARG(other->name)));
            else word(&l, ",", other->name);
            first = false;
        }
    }
    if (l.column) fprintf(out, "\n");
}
