/* places.c - store, waiters and ports of a controller: what there is room for. */
#include "verify/model/places.h"
#include <string.h>

static bool memory(Diags *d, CtlModel *k, const Store *s)
{
    if (!k->memory && s->fields.n == 1) { k->memory = s->fields.at[0]; return true; }
    diag_error(d, s->pos, "verify: one memory of a controller, with one field, is modelled");
    return false;
}

/* The kinds that are. */
static bool not_modelled(const Model *m, Diags *d, Pos at, const char *what, const Block *b)
{
    Str list = STR("");
    for (int i = 0; i < m->p->blocks->at.n; i++) {
        const Block *x = m->p->blocks->at.at[i];
        if (x->sort == b->sort && x->model != BLOCK_MODEL_NONE)
            list = str_printf(m->arena, STR_FMT "%s" STR_FMT, STR_ARG(list), list.n ? ", " : "", STR_ARG(x->kind));
    }
    diag_error(d, at, "verify: %s of kind " STR_FMT " is not modelled, expected one of " STR_FMT, what,
               STR_ARG(b->kind), STR_ARG(list));
    return false;
}

/* A value of <place>. False after a diagnostic. */
static bool place_value(Diags *d, const PlaceView *v, const BlockExpr *e, int64_t missing, int64_t *out)
{
    const char *why = NULL;
    *out = missing;
    if (!e || place_eval(v, e, out, &why)) return true;
    diag_error(d, v->store ? v->store->pos : v->waiters->pos, "verify: <place> of kind " STR_FMT ": %s",
               STR_ARG(place_block(v)->kind), why);
    return false;
}

static int at_most(int64_t n, int most) { return n < 0 ? 0 : n > most ? most : (int)n; }

/* How many rows of how many columns, and which keys share one. A kind that always has room has none. */
static bool store_places(const Model *m, Diags *d, CtlModel *k)
{
    PlaceView v = { .p = m->p, .env = &m->env, .ctl = k->c, .store = k->store };
    const Block *b = k->store ? k->store->block : NULL;
    int64_t rows = 1, columns = MAX_KEYS, at[MAX_KEYS];
    k->ways = MAX_KEYS;
    k->sets = 1;
    if (!b || b->model != BLOCK_MODEL_MAP) return true;
    if (!place_value(d, &v, b->place_rows, 1, &rows) || !place_value(d, &v, b->place_columns, 1, &columns))
        return false;
    k->sets = at_most(rows, INT32_MAX);
    k->ways = at_most(columns, MAX_KEYS);
    for (v.key = 0; v.key < MAX_KEYS; v.key++) {
        int64_t row, tag;
        if (!place_value(d, &v, b->place_row, v.key, &row) || !place_value(d, &v, b->place_tag, 0, &tag)) return false;
        at[v.key] = rows > 0 ? row % rows : 0;
        for (k->row[v.key] = 0; at[k->row[v.key]] != at[v.key];) k->row[v.key]++;
        k->tag[v.key] = tag;
    }
    return true;
}

static bool wait_places(const Model *m, Diags *d, CtlModel *k)
{
    PlaceView v = { .p = m->p, .env = &m->env, .ctl = k->c, .waiters = k->wait };
    int64_t rows = 0, columns = 0;
    if (k->wait && (!place_value(d, &v, k->wait->block->place_rows, 0, &rows) ||
                    !place_value(d, &v, k->wait->block->place_columns, 0, &columns)))
        return false;
    k->entries = at_most(rows, INT32_MAX);
    k->depth = at_most(columns, INT32_MAX);
    return true;
}

bool model_places(const Model *m, Diags *d, CtlModel *k)
{
    const Controller *c = k->c;
    if (c->stores.n > 1 || c->waiters.n > 1) {
        diag_error(d, c->pos, "verify: at most one store and one waiters of a controller are modelled");
        return false;
    }
    k->store = c->stores.n ? c->stores.at[0] : NULL;
    k->wait = c->waiters.n ? c->waiters.at[0] : NULL;
    for (int i = 0; i < c->behind.n; i++)
        if (c->behind.at[i]->block->sort == BLOCK_MEMORY && !memory(d, k, c->behind.at[i])) return false;
    if (k->store && k->store->block->model != BLOCK_MODEL_MAP && k->store->block->model != BLOCK_MODEL_MAP_ROOM)
        return not_modelled(m, d, k->store->pos, "a store", k->store->block);
    k->stall = k->wait && k->wait->block->model == BLOCK_MODEL_ORDER;
    if (k->wait && !k->stall && k->wait->block->model != BLOCK_MODEL_FIFO)
        return not_modelled(m, d, k->wait->pos, "waiters", k->wait->block);
    if (!store_places(m, d, k) || !wait_places(m, d, k)) return false;
    if (k->depth > MAX_DEPTH) k->depth = MAX_DEPTH;
    for (int i = 0; k->store && i < k->store->victims.n; i++)
        if (k->store->victims.at[i].state->id < 64) k->victim[k->store->victims.at[i].state->id] = true;
    for (int i = 0; i < c->ports.n; i++) {
        if (c->ports.at[i]->kind == PORT_CORE) k->core = c->ports.at[i];
        if (c->ports.at[i]->kind == PORT_MEMORY) k->mem = c->ports.at[i];
    }
    return true;
}

void model_unbounded(CtlModel *k, int n_keys)
{
    k->sets = 1;
    k->ways = k->entries = n_keys;
    memset(k->row, 0, sizeof k->row);
    memset(k->tag, 0, sizeof k->tag);
}
