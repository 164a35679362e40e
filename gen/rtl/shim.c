/* shim.c - until the IR has attributes of places as a list. */
#include "rtl/shim.h"

static const Expr *or_null(const Expr *e) { return e; }

const Expr *store_attr(const Store *s, Str name)
{
    return or_null(str_is(name, "sets") ? s->sets : str_is(name, "ways") ? s->ways : str_is(name, "rows") ? s->rows : str_is(name, "stash") ? s->stash : NULL);
}

const Expr *waiters_attr(const Waiters *w, Str name)
{
    return or_null(str_is(name, "entries") ? w->entries : str_is(name, "depth") ? w->depth : NULL);
}

void shim_blocks(Arena *a, Diags *d, Protocol *p)
{
    p->blocks = blocks_stock(a, d);
    for (int i = 0; i < p->ctls.n; i++) {
        Controller *c = p->ctls.at[i];
        for (int k = 0; k < c->stores.n; k++) c->stores.at[k]->block = block_find(p->blocks, BLOCK_STORE, c->stores.at[k]->kind);
        for (int k = 0; k < c->behind.n; k++) c->behind.at[k]->block = block_find(p->blocks, BLOCK_STORE, c->behind.at[k]->kind);
        for (int k = 0; k < c->waiters.n; k++) c->waiters.at[k]->block = block_find(p->blocks, BLOCK_WAITERS, c->waiters.at[k]->kind);
    }
}
