/* build_unknown.c - names that nothing has, with those that are near. */
#include "ir/build.h"
#include <string.h>

void unknown_event(Build *b, Controller *c, Pos at, Str name)
{
    Str *all = NEW_N(b->a, Str, c->events.n + b->p->msgs.n + 1);
    int n = 0;
    for (int i = 0; i < c->events.n; i++) all[n++] = c->events.at[i]->name;
    for (int i = 0; i < b->p->msgs.n; i++)
        if (!find_event(c, b->p->msgs.at[i]->name)) all[n++] = b->p->msgs.at[i]->name;
    unknown_name(b, at, "event", name, all, n);
}

/* Definitions are kept under "macro NAME CONTROLLER", or without a controller. */
void unknown_macro(Build *b, Controller *c, Pos at, Str name)
{
    Str *all = NEW_N(b->a, Str, b->definitions.n + 1);
    int n = 0;
    for (int i = 0; i < b->definitions.size; i++) {
        Str rest = b->definitions.slot[i].name, kind = str_word(&rest), known = str_word(&rest),
            owner = str_word(&rest);
        if (!b->definitions.slot[i].is || !str_is(kind, "macro")) continue;
        if (!owner.n || str_eq(owner, c->name)) all[n++] = known;
    }
    unknown_name(b, at, "macro", name, all, n);
}

void unknown_controller(Build *b, Pos at, Str name)
{
    Str *all = NEW_N(b->a, Str, b->p->ctls.n + 1);
    for (int i = 0; i < b->p->ctls.n; i++) all[i] = b->p->ctls.at[i]->name;
    unknown_name(b, at, "controller", name, all, b->p->ctls.n);
}

void unknown_place(Build *b, Controller *c, Pos at, Str name, bool stores)
{
    Str *all = NEW_N(b->a, Str, c->waiters.n + c->stores.n + 1);
    int n = 0;
    for (int i = 0; stores && i < c->stores.n; i++) all[n++] = c->stores.at[i]->name;
    for (int i = 0; i < c->waiters.n; i++) all[n++] = c->waiters.at[i]->name;
    unknown_name(b, at, stores ? "store or waiting place" : "waiting place", name, all, n);
}
