/* moves.c - see moves.h for the contract. */
#include "draw/moves.h"

static MoveKind kind_of(const Event *e)
{
    const Event *base = e->base ? e->base : e;
    return base->kind == EV_CORE ? MOVE_CORE : base->kind == EV_MESSAGE ? MOVE_MESSAGE : MOVE_OWN;
}

static void add(Arena *a, Moves *m, int from, int to, const Event *e)
{
    Move *at = NULL;
    for (int i = 0; i < m->moves.n; i++) {
        Move *x = &m->moves.at[i];
        if (x->from == from && x->to == to && x->kind == kind_of(e)) at = x;
    }
    if (!at) {
        vec_push(a, &m->moves, ((Move){ .from = from, .to = to, .kind = kind_of(e) }));
        at = &m->moves.at[m->moves.n - 1];
    }
    for (int i = 0; i < at->events.n; i++)
        if (at->events.at[i] == e) return;
    vec_push(a, &at->events, e);
}

/* True if some path of the body goes to another state. */
static bool add_body(Arena *a, Moves *m, const Action *body, int from, const Event *e)
{
    bool any = false;
    for (const Action *x = body; x; x = x->next) {
        if (x->kind == A_GO && x->go->id != from) {
            add(a, m, from, x->go->id, e);
            any = true;
        }
        if (x->kind == A_EACH) any |= add_body(a, m, x->body, from, e);
        for (int i = 0; x->kind == A_CHOOSE && i < x->branches.n; i++)
            any |= add_body(a, m, x->branches.at[i].body, from, e);
    }
    return any;
}

Moves moves_of(Arena *a, const Controller *c)
{
    Moves m = { .stays = NEW_N(a, struct Stays, c->states.n + 1) };
    for (int s = 0; s < c->states.n; s++)
        for (int e = 0; e < c->events.n; e++) {
            const Cell *cell = cell_at(c, c->states.at[s], c->events.at[e]);
            bool on = false, leaves = false;
            for (int r = 0; r < cell->rows.n; r++) {
                if (cell->rows.at[r]->kind != ROW_ON) continue;
                on = true;
                leaves |= add_body(a, &m, cell->rows.at[r]->body, s, c->events.at[e]);
            }
            if (on && !leaves) vec_push(a, &m.stays[s].events, c->events.at[e]);
        }
    return m;
}

Str moves_events(Arena *a, const Event *const *events, int n)
{
    Buf b;
    buf_init(&b, a);
    buf_put(&b, "", 0);
    for (int i = 0; i < n; i++) buf_printf(&b, "%s" STR_FMT, i ? ", " : "", STR_ARG(events[i]->name));
    return (Str){ b.at, (int)b.n };
}
