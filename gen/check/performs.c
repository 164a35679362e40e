/* performs.c - whose access takes effect in a row is known: that of the controller's own core, of the sender of the
 * row's message, or of the node that by= names. */
#include "check/passes.h"

typedef struct { Check *k; const Controller *c; const Event *e; VEC(const Action *) told; } Looking;

static void look(const Action *x, void *ctx)
{
    Looking *r = ctx;
    if (!(x->performs & (PERFORMS_READ | PERFORMS_WRITE)) || x->by) return;
    for (int i = 0; i < r->told.n; i++) if (r->told.at[i] == x) return;
    vec_push(r->k->a, &r->told, x);
    diag_error(r->k->d, x->pos,
               "whose access takes effect here? Event " STR_FMT " has no sender, and " STR_FMT " has no core port: "
               "expected by=\"...\", a node, beside performs=", STR_ARG(r->e->name), STR_ARG(r->c->name));
}

void check_performs(Check *k)
{
    for (int i = 0; i < k->p->ctls.n; i++) {
        Looking r = { .k = k, .c = k->p->ctls.at[i] };
        bool core = false;
        for (int p = 0; p < r.c->ports.n; p++) core |= r.c->ports.at[p]->kind == PORT_CORE;
        for (int n = 0; !core && n < r.c->states.n * r.c->events.n; n++) {
            r.e = r.c->events.at[n % r.c->events.n];
            if (r.e->kind == EV_MESSAGE) continue;
            for (int j = 0; j < r.c->cells[n].rows.n; j++) actions_walk(r.c->cells[n].rows.at[j]->body, look, &r);
        }
    }
}
