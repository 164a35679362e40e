/* places.c - stores and waiters beside each other: the state of a key is in one place at a time, and an eviction is
 * about a key of the controller. */
#include "check/passes.h"

static void refuse(Check *k, const State *s, const char *why)
{
    diag_error(k->d, s->pos, "state '" STR_FMT "' is kept at '" STR_FMT "', %s", STR_ARG(s->name),
               STR_ARG(s->store->name), why);
}

static void check_states(Check *k, const Controller *c)
{
    const State *first = NULL;
    for (int i = 0; i < c->states.n; i++) {
        const State *s = c->states.at[i];
        if (s->at == AT_WAITERS && s->stable)
            diag_warning(k->d, s->pos, "state '" STR_FMT "' is kept in an entry of '" STR_FMT "', and stable: at rest "
                         "no entry may be left; expected stable=\"no\", or a place in a store",
                         STR_ARG(s->name), STR_ARG(s->waiters->name));
        if (s->at != AT_STORE) continue;
        if (s->store->key)
            refuse(k, s, "whose lines are of several keys (key=): it can have fields, and NAME.hit, but no state");
        else if (s->store->any_victim)
            refuse(k, s, "whose lines leave whatever their state (victims=\"*\"): expected a list of states there");
        else if (first && first->store != s->store) {
            refuse(k, s, "but others at another store: states are kept at one store, which of two would count?");
            diag_note(k->d, first->pos, "'" STR_FMT "' is kept at '" STR_FMT "'", STR_ARG(first->name),
                      STR_ARG(first->store->name));
        }
        if (!first) first = s;
    }
}

/* The event is offered for a key of the controller; the store knows its own. */
static void check_victims(Check *k, const Controller *c, const Store *s)
{
    if (s->any_victim && s->key && !s->first)
        diag_error(k->d, s->key->pos,
                   "lines of '" STR_FMT "' are evicted for the least key that they are about: expected "
                   "key=\"key / N\" or \"key shr N\"",
                   STR_ARG(s->name));
    for (int i = 0; i < s->victims.n; i++)
        if (s->victims.at[i].view.n && s->victims.at[i].state && !victim_view(c, s, &s->victims.at[i]))
            diag_error(k->d, s->pos,
                       "no view '" STR_FMT "' of state " STR_FMT " can rank victims: expected a condition over fields "
                       "of '" STR_FMT "', registers and inputs, since no occurrence is at hand",
                       STR_ARG(s->victims.at[i].view), STR_ARG(s->victims.at[i].state->name), STR_ARG(s->name));
}

/* A store and the filter behind it are cleared together: a walk that frees all lines, and behind it in the same place
 * the free of the filter. */
static void check_clear(Check *k, const Action *list)
{
    const Action *open = NULL;
    for (const Action *a = list; a; a = a->next) {
        if (a->kind == A_WALK && walk_clears(a) && !open) open = a;
        else if (a->kind == A_FREE && a->store && a->store->block->sort == BLOCK_FILTER) {
            if (!open || open->store->backing != a->store)
                diag_error(k->d, a->pos,
                           "a filter is freed behind a walk that frees all lines of the store in front of it, "
                           "expected <walk over=\"...\"><free what=\"...\"/></walk> before this");
            open = NULL;
        }
        for (int i = 0; i < a->branches.n; i++) check_clear(k, a->branches.at[i].body);
    }
    if (open)
        diag_error(k->d, open->pos,
                   "all lines of '" STR_FMT "' are freed together with its filter, expected <free what=\"" STR_FMT
                   "\"/> behind this",
                   STR_ARG(open->store->name),
                   STR_ARG(open->store->backing ? open->store->backing->name : open->store->name));
}

/* ---- the field that says whose turn it is ---- */

static bool has_field(const Event *e, const Var *turn)
{
    const Event *base = e->base ? e->base : e;
    Str name = turn->name;
    if (turn->kind == V_STAMP) return base->kind == EV_CORE;
    int n = base->msg ? base->msg->fields.n : base->def ? base->def->fields.n : 0;
    const Field *at = base->msg ? base->msg->fields.at : n ? base->def->fields.at : NULL;
    for (int i = 0; i < n; i++) if (str_eq(at[i].name, name)) return true;
    return base->msg && str_is(name, "from");
}

typedef struct { Check *k; const Event *event; } Parked;

static void check_park(const Action *x, void *ctx)
{
    const Parked *p = ctx;
    const Var *turn = x->kind == A_PARK && x->waiters ? waiters_order(x->waiters) : NULL;
    if (turn && !has_field(p->event, turn))
        diag_error(p->k->d, x->pos,
                   "'" STR_FMT "' is parked in '" STR_FMT "', which offers by " STR_FMT
                   ": expected a field of this name",
                   STR_ARG(p->event->name), STR_ARG(x->waiters->name), STR_ARG(turn->name));
}

static void check_turns(Check *k, const Controller *c)
{
    bool *done = NEW_N(k->a, bool, c->rows.n * c->events.n + 1);
    for (int i = 0; i < c->states.n * c->events.n; i++)
        for (int r = 0; r < c->cells[i].rows.n; r++) {
            const Row *row = c->cells[i].rows.at[r];
            Parked p = { k, c->events.at[i % c->events.n] };
            bool *seen = &done[row->id * c->events.n + p.event->id];
            if (!*seen) actions_walk(row->body, check_park, &p);
            *seen = true;
        }
}

/* ---- walks come after their row: what they read of it is kept, but for arrays ---- */

typedef struct { Check *k; const Action *walk; const Array *read[16]; int n; } Arrays;

static void find_array(const Expr *e, void *ctx)
{
    Arrays *x = ctx;
    if (e->op == E_ELEM && x->n < 16) x->read[x->n++] = e->var->array;
}

static void find_read(const Action *a, void *ctx)
{
    expr_walk(a->value, find_array, ctx);
    for (int i = 0; i < a->branches.n; i++) expr_walk(a->branches.at[i].test, find_array, ctx);
}

static void find_set(const Action *a, void *ctx)
{
    Arrays *x = ctx;
    if (a->kind == A_WALK) {
        x->walk = a;
        expr_walk(a->where, find_array, x);
        actions_walk(a->body, find_read, x);
    }
    for (int i = 0; i < x->n && a->kind == A_SET && a->dst->array; i++) {
        if (a->dst->array != x->read[i]) continue;
        diag_error(x->k->d, a->pos,
                   "array '" STR_FMT "' is set behind a <walk> that reads it: expected it before the walk",
                   STR_ARG(a->dst->array->name));
        diag_note(x->k->d, x->walk->pos, "the walk");
        x->n = 0;
    }
}

void check_places(Check *k)
{
    for (int i = 0; i < k->p->ctls.n; i++) {
        const Controller *c = k->p->ctls.at[i];
        check_states(k, c);
        check_turns(k, c);
        for (int j = 0; j < c->stores.n; j++) check_victims(k, c, c->stores.at[j]);
        for (int j = 0; j < c->rows.n; j++) check_clear(k, c->rows.at[j]->body);
        for (int j = 0; j < c->rows.n; j++) actions_walk(c->rows.at[j]->body, find_set, &(Arrays){ .k = k });
    }
}
