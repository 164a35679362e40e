/* invariants.c - see invariants.h. */
#include "invariants/invariants.h"
#include "invariants/truth.h"
#include <inttypes.h>
#include <stdlib.h>

/* Of one invariant. root: the test behind the `every` in front, which are names 0 to n_front - 1. home: of a name, the
 * term that says whose home it has to be, for the test to say anything; at_home: the one that says that it is. settled:
 * it holds by the parameters alone. wide: it is about lines or messages without end, inside: then a row says little of
 * where it may fail. reads: by controller, a bit for each watched value. due: row of the next look at everything. */
typedef struct {
    uint32_t root, front[CG_NAMES_MAX], n_front, at_home[CG_NAMES_MAX];
    const CgTerm *home[CG_NAMES_MAX];
    SimTerm *terms;
    bool settled, wide, messages, failed;
    uint64_t *reads, due;
} Watched;

struct SimInvariants {
    const CgDesign *design;
    SimStatus *status;
    SimWorld *world;
    Watched *of;
    uint64_t rows, cases, unknown;
};

/* Looks at everything, of all invariants together, take so many terms for each row on average. */
enum { TERMS_PER_ROW = 16 };

static bool in_front(const Watched *w, uint32_t name, uint32_t *at)
{
    for (*at = 0; *at < w->n_front && w->front[*at] != name; ++*at) {}
    return *at < w->n_front;
}

/* `home(a) eq b` among the conditions of an `implies`, where a is chosen before b: no other b need be chosen. */
static void find_homes(const CgInvariant *v, Watched *w, uint32_t term)
{
    const CgTerm *t = &v->terms[term];
    uint32_t line, node;
    if (t->op == CG_T_AND) find_homes(v, w, t->a), find_homes(v, w, t->b);
    if (t->op != CG_T_EQ) return;
    const CgTerm *home = &v->terms[t->a], *of = &v->terms[t->b];
    if (home->op != CG_T_HOME) home = of, of = &v->terms[t->a];
    if (home->op == CG_T_HOME && of->op == CG_T_NODE && in_front(w, home->of, &line) && in_front(w, of->of, &node) &&
        line < node)
        w->home[of->of] = home, w->at_home[of->of] = term;
}

SimInvariants *sim_invariants_create(const CgDesign *d, SimStatus *status)
{
    if (!d->watch) return NULL;
    SimInvariants *s = sim_alloc(1, sizeof *s);
    *s = (SimInvariants){.design = d, .status = status, .world = sim_world_create(d)};
    s->of = sim_alloc(d->watch->n_invariants, sizeof *s->of);
    for (uint32_t i = 0; i < d->watch->n_invariants; i++) {
        const CgInvariant *v = &d->watch->invariants[i];
        Watched *w = &s->of[i];
        w->reads = sim_alloc(d->n_controllers, sizeof *w->reads);
        if (v->why) continue;
        for (uint32_t t = 0; t < v->n_terms; t++)
            if (v->terms[t].op == CG_T_VALUE) w->reads[v->names[v->terms[t].of].of] |= UINT64_C(1) << v->terms[t].num;
        for (uint32_t n = 0; n < v->n_names; n++) w->messages |= v->names[n].domain == CG_MESSAGES;
        for (w->root = v->n_terms - 1; v->terms[w->root].op == CG_T_EVERY; w->root = v->terms[w->root].a)
            w->front[w->n_front++] = v->terms[w->root].of;
        for (uint32_t t = 0; t <= w->root; t++) {
            bool all = v->terms[t].op >= CG_T_EVERY && v->terms[t].op <= CG_T_COUNT;
            w->wide |= all && v->names[v->terms[t].of].domain != CG_INSTANCES;
        }
        if (v->terms[w->root].op == CG_T_IMPLIES) find_homes(v, w, v->terms[w->root].a);
        bool *holds = sim_alloc(v->n_terms, sizeof *holds);
        for (uint32_t n = 0; n < v->n_names; n++)
            if (w->home[n]) holds[w->at_home[n]] = true;
        w->terms = sim_truth_create(d, v, holds);
        free(holds);
        w->settled = sim_truth_settled(w->terms, w->root);
    }
    return s;
}

void sim_invariants_destroy(SimInvariants *s)
{
    if (!s) return;
    for (uint32_t i = 0; i < s->design->watch->n_invariants; i++) free(s->of[i].reads), free(s->of[i].terms);
    sim_world_destroy(s->world);
    free(s->of);
    free(s);
}

/* change NULL: everything. */
typedef struct { SimInvariants *s; Watched *w; const SimChange *change; SimCase c; } Look;

static void look(Look *l)
{
    SimInvariants *s = l->s;
    const CgInvariant *v = l->c.is;
    char text[700];
    SimKnown holds = sim_truth(&l->c, l->w->root);
    s->cases++;
    s->unknown += !holds.known;
    if (!holds.known || holds.v) return;
    l->w->failed = true;
    sim_truth_text(&l->c, l->w->root, text, sizeof text);
    sim_fail(s->status, "invariant '%s' of %s does not hold (%s:%u): %s: %s", v->name, v->controller, v->file, v->line,
             text, v->test);
}

/* Whether a name from number n on can be of what has changed. */
static bool can_be_near(const Look *l, uint32_t n)
{
    for (; n < l->w->n_front; n++) {
        const CgBound *b = &l->c.is->names[l->w->front[n]];
        if (b->domain == CG_MESSAGES || (b->domain == CG_INSTANCES && b->of == l->change->controller)) return true;
    }
    return false;
}

/* Of the instances from *first on, before *end, only the one that can be the home. */
static void at_home(const Look *l, uint32_t name, uint32_t *first, uint32_t *end)
{
    const CgTerm *home = l->w->home[name];
    if (!home) return;
    uint64_t node = sim_truth_home(&l->c, home),
             instance = node - l->s->design->watch->controllers[l->c.is->names[name].of].node;
    if (instance < *first || instance >= *end) *end = *first;
    else *first = (uint32_t)instance, *end = *first + 1;
}

/* near: the choice so far names what has changed. */
static void choose(Look *l, uint32_t n, bool near)
{
    if (l->w->failed || (!near && !can_be_near(l, n))) return;
    if (n == l->w->n_front) {
        if (near) look(l);
        return;
    }
    uint32_t name = l->w->front[n], many = 0;
    const CgBound *b = &l->c.is->names[name];
    const SimChange *x = l->change;
    if (b->domain == CG_INSTANCES) {
        bool only = !near && b->of == x->controller && !can_be_near(l, n + 1);
        uint32_t i = only ? x->instance : 0, end = only ? i + 1 : l->s->design->controllers[b->of].instances;
        at_home(l, name, &i, &end);
        for (; i < end; i++) {
            l->c.at[name].instance = i;
            choose(l, n + 1, near || (x->controller == b->of && x->instance == i));
        }
    } else if (b->domain == CG_MESSAGES) {
        const SimMessage *m = sim_world_messages(l->s->world, &many);
        for (uint32_t i = 0; i < many; i++) {
            l->c.at[name].message = &m[i];
            if (sim_truth_in(b, &m[i])) choose(l, n + 1, near || m[i].number >= x->sent);
        }
    } else if (x) {
        l->c.at[name].key = x->key;
        if (!x->keyless) choose(l, n + 1, near);
    } else {
        const uint64_t *keys = sim_world_keys(l->s->world, &many);
        for (uint32_t i = 0; i < many; i++) {
            l->c.at[name].key = keys[i];
            choose(l, n + 1, near);
        }
    }
}

static uint64_t look_at(SimInvariants *s, uint32_t i, const SimChange *change)
{
    Look l = {.s = s, .w = &s->of[i], .change = change};
    l.c = (SimCase){.design = s->design, .world = s->world, .is = &s->design->watch->invariants[i],
                    .terms = s->of[i].terms};
    if (l.c.is->why || l.w->settled || l.w->failed || (l.w->messages && sim_world_lost(s->world))) return 0;
    choose(&l, 0, !change || l.w->n_front == 0);
    return l.c.steps;
}

void sim_invariants_row(SimInvariants *s, int controller, int instance, int row, const uint32_t *fields)
{
    if (!s) return;
    SimChange x = sim_world_row(s->world, (uint32_t)controller, (uint32_t)instance, (uint32_t)row, fields);
    s->rows++;
    uint32_t n = s->design->watch->n_invariants;
    for (uint32_t i = 0; i < n; i++) {
        Watched *w = &s->of[i];
        bool news = x.news & w->reads[x.controller] || (x.sends && w->messages);
        if (!w->wide && news) look_at(s, i, &x);
        if (s->rows >= w->due) w->due = s->rows + 1 + look_at(s, i, NULL) * n / TERMS_PER_ROW;
    }
}

void sim_invariants_end(SimInvariants *s)
{
    for (uint32_t i = 0; s && i < s->design->watch->n_invariants; i++) look_at(s, i, NULL);
}

void sim_invariants_report(const SimInvariants *s, FILE *out)
{
    uint32_t n = 0;
    if (!s) return;
    for (uint32_t i = 0; i < s->design->watch->n_invariants; i++) n += !s->design->watch->invariants[i].why;
    fprintf(out, "invariants %u over the system, %" PRIu64 " cases", n, s->cases);
    if (s->unknown) fprintf(out, ", %" PRIu64 " of which could not be judged", s->unknown);
    if (sim_world_lost(s->world)) fprintf(out, "; messages were lost track of");
    fputc('\n', out);
    for (uint32_t i = 0; i < s->design->watch->n_invariants; i++) {
        const CgInvariant *v = &s->design->watch->invariants[i];
        if (v->why) fprintf(out, "           not looked at: '%s' (%s:%u): %s\n", v->name, v->file, v->line, v->why);
    }
}
