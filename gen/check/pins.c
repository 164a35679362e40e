/* pins.c - which lines an entry keeps from leaving: those that the key can have in one of the entry's states. */
#include "check/pins.h"
#include "check/common.h"

typedef struct { const Controller *c; const Store *s; bool *may; bool changed, allocates; } Pins;

static bool keeps_states(const Controller *c, const Store *s)
{
    for (int i = 0; i < c->states.n; i++)
        if (c->states.at[i]->at == AT_STORE && c->states.at[i]->store == s) return true;
    return false;
}

static void mark(Pins *p, const State *st, bool held)
{
    if (!held || st->at == AT_NONE || p->may[st->id]) return;
    p->may[st->id] = p->changed = true;
}

static void find_allocate(const Action *x, void *ctx)
{
    Pins *p = ctx;
    p->allocates |= x->kind == A_ALLOCATE && x->store == p->s;
}

/* Whether the keys that a walk moves can have a line: those in the walked waiting place, as far as their states can. */
static bool walked_held(const Pins *p, const Action *walk)
{
    if (!walk->waiters) return true;
    for (int i = 0; i < p->c->states.n; i++) {
        const State *st = p->c->states.at[i];
        if (st->at == AT_WAITERS && st->waiters == walk->waiters && p->may[st->id]) return true;
    }
    return false;
}

/* All states that the row can go to, from a state in which the line is held or not; a branch can free it for itself. A
 * walk moves other keys. */
static void goes(Pins *p, const Action *body, bool held)
{
    for (const Action *x = body; x && !p->allocates; x = x->next)
        if (x->kind == A_FREE && x->store == p->s) held = false;
    for (const Action *x = body; x; x = x->next) {
        if (x->kind == A_GO) mark(p, x->go, held);
        for (int i = 0; i < x->branches.n; i++) goes(p, x->branches.at[i].body, held);
        goes(p, x->body, x->kind == A_WALK ? walked_held(p, x) : held);
    }
}

static void visit(Pins *p, const Row *row, const State *from)
{
    bool held = p->may[from->id], moves = false;
    p->allocates = false;
    actions_walk(row->body, find_allocate, p);
    held |= p->allocates;
    goes(p, row->body, held);
    for (const Action *x = row->body; x; x = x->next) {
        if (x->kind == A_FREE && x->store == p->s && !p->allocates) held = false;
        moves |= x->kind == A_GO;
    }
    if (!moves) mark(p, from, held);
}

static void visit_cell(Pins *p, const Controller *c, const State *state, const Event *e)
{
    const Cell *cell = cell_at(c, state, e);
    Stored from = stored_for(c, state, e);
    for (int r = 0; r < cell->rows.n; r++)
        for (int i = 0; i < from.n && cell->rows.at[r]->kind == ROW_ON; i++) visit(p, cell->rows.at[r], from.at[i]);
}

bool check_pins(Arena *a, const Controller *c, const State *st, const Store *s)
{
    if (s->any_victim) return false;
    if (!keeps_states(c, s)) return true;
    Pins p = { .c = c, .s = s, .may = NEW_N(a, bool, c->states.n), .changed = true };
    for (int i = 0; i < c->states.n; i++) p.may[c->states.at[i]->id] = c->states.at[i]->at == AT_STORE;
    while (p.changed) {
        p.changed = false;
        for (int i = 0; i < c->states.n * c->events.n; i++)
            visit_cell(&p, c, c->states.at[i / c->events.n], c->events.at[i % c->events.n]);
    }
    return p.may[st->id];
}
