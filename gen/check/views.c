/* views.c - a view shows a state as another; following views must end. */
#include "check/common.h"
#include "check/passes.h"

enum { WHITE, OPEN, CLOSED };

typedef struct { Check *k; const Controller *c; const Event *e; char *color; const State **path; bool *told; } Circle;

static void report(Circle *x, const View *v, int from, int n)
{
    Buf b;
    buf_init(&b, x->k->a);
    for (int i = from; i < n; i++) buf_printf(&b, STR_FMT " as ", STR_ARG(x->path[i]->name));
    buf_printf(&b, STR_FMT, STR_ARG(v->as->name));
    diag_error(x->k->d, v->pos, "views in a circle: %s (event " STR_FMT ")", buf_text(&b), STR_ARG(x->e->name));
}

static void follow(Circle *x, const State *s, int depth)
{
    x->color[s->id] = OPEN;
    x->path[depth] = s;
    for (int i = 0; i < x->c->views.n; i++) {
        const View *v = x->c->views.at[i];
        if (!view_covers(v, s, x->e)) continue;
        if (x->color[v->as->id] == WHITE) follow(x, v->as, depth + 1);
        else if (x->color[v->as->id] == OPEN && !x->told[i]) {
            int from = depth;
            while (x->path[from] != v->as) from--;
            x->told[i] = true;
            report(x, v, from, depth + 1);
        }
    }
    x->color[s->id] = CLOSED;
}

void check_views(Check *k)
{
    for (int n = 0; n < k->p->ctls.n; n++) {
        const Controller *c = k->p->ctls.at[n];
        Circle x = { .k = k,
                     .c = c,
                     .color = NEW_N(k->a, char, c->states.n),
                     .path = NEW_N(k->a, const State *, c->states.n + 1),
                     .told = NEW_N(k->a, bool, c->views.n + 1) };
        for (int e = 0; e < c->events.n && c->views.n; e++) {
            x.e = c->events.at[e];
            for (int s = 0; s < c->states.n; s++) x.color[s] = WHITE;
            for (int s = 0; s < c->states.n; s++) if (x.color[s] == WHITE) follow(&x, c->states.at[s], 0);
        }
    }
}
