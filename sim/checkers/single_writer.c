/* single_writer.c - protocols with invalidations: while one cache holds a line in state M, no other holds it in M or S.
 * Watched: the controllers that have both states, and more than one instance. Holders are kept per line, a bit per
 * instance; a line is found by hashing. */
#include "checkers/checker.h"
#include <stdlib.h>

enum { MAX_INSTANCES = 64 };

/* bits: instances that hold it in M, in S */
typedef struct { bool used; uint32_t controller; uint64_t key, modified, shared; } Line;
typedef struct { uint32_t m, s; } States; /* SIM_NONE: the controller is not watched */

typedef struct {
    SimStatus *status;
    States *states;          /* per controller */
    Line *lines; size_t n_lines, used;
} SingleWriter;

static void *create(const CgDesign *d, SimStatus *status)
{
    SingleWriter *w = sim_alloc(1, sizeof *w);
    bool any = false;
    *w = (SingleWriter){.status = status, .states = sim_alloc(d->n_controllers, sizeof *w->states)};
    for (uint32_t i = 0; i < d->n_controllers; i++) {
        const CgController *c = &d->controllers[i];
        States s = {sim_code(c->states, c->n_states, "M"), sim_code(c->states, c->n_states, "S")};
        bool watched = s.m != SIM_NONE && s.s != SIM_NONE && c->instances > 1 && c->instances <= MAX_INSTANCES;
        w->states[i] = watched ? s : (States){SIM_NONE, SIM_NONE};
        any |= watched;
    }
    if (any) return w;
    free(w->states);
    free(w);
    return NULL;
}

static Line *find(const SingleWriter *w, uint32_t controller, uint64_t key)
{
    size_t i = (size_t)((key * 8 + controller) * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (w->n_lines - 1);
    while (w->lines[i].used && (w->lines[i].key != key || w->lines[i].controller != controller))
        i = (i + 1) & (w->n_lines - 1);
    return &w->lines[i];
}

static Line *line_of(SingleWriter *w, uint32_t controller, uint64_t key)
{
    if (2 * w->used >= w->n_lines) {
        SingleWriter old = *w;
        w->n_lines = old.n_lines ? 2 * old.n_lines : 256;
        w->lines = sim_alloc(w->n_lines, sizeof *w->lines);
        for (size_t i = 0; i < old.n_lines; i++)
            if (old.lines[i].used) *find(w, old.lines[i].controller, old.lines[i].key) = old.lines[i];
        free(old.lines);
    }
    Line *l = find(w, controller, key);
    if (!l->used) *l = (Line){.used = true, .controller = controller, .key = key}, w->used++;
    return l;
}

static void row(void *checker, const SimRow *r)
{
    SingleWriter *w = checker;
    const States *s = &w->states[r->controller];
    if (s->m == SIM_NONE) return;
    Line *l = line_of(w, r->controller, r->key);
    uint64_t me = UINT64_C(1) << r->instance;
    l->modified = r->next == s->m ? l->modified | me : l->modified & ~me;
    l->shared = r->next == s->s ? l->shared | me : l->shared & ~me;
    uint64_t holders = l->modified | l->shared;
    if (l->modified != 0 && (holders & (holders - 1)) != 0)
        sim_fail(w->status,
                 "single_writer: %s key 0x%llx: held in M by 0x%llx and in S by 0x%llx (a bit per instance) after %s x "
                 "%s at instance %u (%s:%u)",
                 r->of->name, (unsigned long long)r->key, (unsigned long long)l->modified,
                 (unsigned long long)l->shared, sim_name(r->of->states, r->of->n_states, r->state),
                 sim_name(r->of->events, r->of->n_events, r->event), r->instance, r->of->rows[r->row].file,
                 r->of->rows[r->row].line);
}

static void destroy(void *checker)
{
    SingleWriter *w = checker;
    free(w->lines);
    free(w->states);
    free(w);
}

const SimChecker sim_checker_single_writer = {
    "single_writer", "a line in state M at one cache is in M or S at no other", create, row, NULL, destroy};
