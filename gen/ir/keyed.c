/* keyed.c - a table without the events that are about no key. */
#include "ir/keyed.h"

bool keyed_leaves_out(const Event *e) { return e->keyless && !e->over; }

static bool cell_has(const Cell *cell, const Row *row)
{
    for (int i = 0; i < cell->rows.n; i++) if (cell->rows.at[i] == row) return true;
    return false;
}

bool keyed_drops(const Controller *c, const Row *row)
{
    bool found = false;
    for (int s = 0; c->key && s < c->states.n; s++)
        for (int e = 0; e < c->events.n; e++) {
            if (!cell_has(cell_at(c, c->states.at[s], c->events.at[e]), row)) continue;
            if (!keyed_leaves_out(c->events.at[e])) return false;
            found = true;
        }
    return found;
}

static void rows_of_keys(Controller *c)
{
    int n = 0;
    for (int i = 0; i < c->rows.n; i++) if (!keyed_drops(c, c->rows.at[i])) c->rows.at[n++] = c->rows.at[i];
    c->rows.n = n;
    for (int i = 0; i < n; i++) c->rows.at[i]->id = i;
    for (int s = 0; s < c->states.n; s++)
        for (int e = 0; e < c->events.n; e++)
            if (keyed_leaves_out(c->events.at[e])) cell_at(c, c->states.at[s], c->events.at[e])->rows.n = 0;
}

static void events_of_keys(Controller *c)
{
    int n = 0;
    for (int i = 0; i < c->base_events.n; i++)
        if (!keyed_leaves_out(c->base_events.at[i])) c->base_events.at[n++] = c->base_events.at[i];
    c->base_events.n = n;
    for (int i = 0; i < n; i++) {
        Event *e = c->base_events.at[i];
        e->code = i;
        for (int k = 0; k < e->refinements.n; k++) e->refinements.at[k]->code = i;
    }
}

void keyed_only(Protocol *p)
{
    for (int i = 0; i < p->ctls.n; i++) {
        Controller *c = p->ctls.at[i];
        if (!c->key) continue;
        rows_of_keys(c);
        events_of_keys(c);
    }
}
