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
static void check_victims(Check *k, const Store *s)
{
    if (s->any_victim && s->key && !s->first)
        diag_error(k->d, s->key->pos,
                   "lines of '" STR_FMT "' are evicted for the least key that they are about: expected "
                   "key=\"key / N\" or \"key shr N\"",
                   STR_ARG(s->name));
}

void check_places(Check *k)
{
    for (int i = 0; i < k->p->ctls.n; i++) {
        const Controller *c = k->p->ctls.at[i];
        check_states(k, c);
        for (int j = 0; j < c->stores.n; j++) check_victims(k, c->stores.at[j]);
    }
}
