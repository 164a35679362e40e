/* gathers.c - a gather to which answers are expected, and none can come, never completes. */
#include "check/passes.h"

typedef struct { const Gather *g; const Action *expects; bool got; } Answers;

/* <expect> adds to the count, <got> takes one off (ir/build_sweeps.c). */
static void find(const Action *a, void *ctx)
{
    Answers *x = ctx;
    if (a->kind != A_SET || a->dst != x->g->count) return;
    if (a->value->op == E_SUB) x->got = true;
    else if (a->value->op == E_ADD && !x->expects) x->expects = a;
}

void check_gathers(Check *k)
{
    for (int i = 0; i < k->p->ctls.n; i++) {
        const Controller *c = k->p->ctls.at[i];
        for (int j = 0; j < c->gathers.n; j++) {
            Answers x = { .g = c->gathers.at[j] };
            for (int r = 0; r < c->rows.n; r++) actions_walk(c->rows.at[r]->body, find, &x);
            if (!x.expects || x.got) continue;
            diag_error(k->d, x.expects->pos,
                       "no row has <got gather=\"" STR_FMT "\"/>: what is expected here never comes, and '" STR_FMT
                       "' never occurs", STR_ARG(x.g->name), STR_ARG(x.g->all->name));
        }
    }
}
