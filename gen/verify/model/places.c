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
static bool store_rows(const Model *m, Diags *d, const CtlModel *k, StoreModel *x)
{
    PlaceView v = { .p = m->p, .env = &m->env, .ctl = k->c, .store = x->s };
    const Block *b = x->s->block;
    int64_t rows = 1, columns = MAX_KEYS, at[MAX_KEYS];
    x->ways = MAX_KEYS;
    x->sets = 1;
    if (b->model != BLOCK_MODEL_MAP) return true;
    if (!place_value(d, &v, b->place_rows, 1, &rows) || !place_value(d, &v, b->place_columns, 1, &columns))
        return false;
    x->sets = at_most(rows, INT32_MAX);
    x->ways = at_most(columns, MAX_KEYS);
    for (int q = 0; q < MAX_KEYS; q++) {
        int64_t row, tag;
        v.key = x->own[q];
        if (!place_value(d, &v, b->place_row, v.key, &row) || !place_value(d, &v, b->place_tag, 0, &tag)) return false;
        at[q] = rows > 0 ? row % rows : 0;
        for (x->row[q] = 0; at[x->row[q]] != at[q];) x->row[q]++;
        x->tag[q] = tag;
    }
    return true;
}

/* Lines of a memory port with key=, by key. False: several keys have one. */
static bool port_lines(const Model *m, const CtlModel *k, const Port *p, int64_t own[MAX_KEYS])
{
    uint64_t *vars = NEW_N(m->arena, uint64_t, k->c->vars.n + 1);
    bool apart = true;
    for (int q = 0; q < MAX_KEYS; q++) {
        for (int i = 0; i < k->c->vars.n; i++) if (k->c->vars.at[i]->kind == V_KEY) vars[i] = (uint64_t)q;
        own[q] = (int64_t)eval_expr(k->eval, p->key, vars);
        for (int r = 0; r < q; r++) apart &= own[r] != own[q];
    }
    return apart;
}

/* Nothing else leads to memory, and each key has a line of its own there: then it is as if the key were its number. */
static bool is_memory(const Model *m, const CtlModel *k, const Port *p)
{
    int64_t own[MAX_KEYS];
    if (!p->key) return true;
    for (int c = 0; c < m->p->ctls.n; c++) {
        const Controller *x = m->p->ctls.at[c];
        for (int i = 0; i < x->ports.n; i++)
            if (x->ports.at[i] != p && x->ports.at[i]->kind == PORT_MEMORY) return false;
        for (int i = 0; i < x->behind.n; i++) if (x->behind.at[i]->block->sort == BLOCK_MEMORY) return false;
    }
    return port_lines(m, k, p, own);
}

/* The lines of the other port are numbered from 0 on. */
static bool side_lines(const Model *m, Diags *d, CtlModel *k, const Port *p)
{
    int64_t own[MAX_KEYS];
    k->side_known = port_lines(m, k, p, own);
    for (int q = 0; q < MAX_KEYS; q++) {
        if (own[q] >= MAX_KEYS) continue;
        diag_error(d, p->pos, "verify: line %d of port '" STR_FMT "' is line %d of other ports: expected lines that "
                   "are apart", q, STR_ARG(p->name), (int)own[q]);
        return false;
    }
    return true;
}

/* A store's own keys; lines of keys with the same one are one line. */
static void store_lines(const Model *m, const CtlModel *k, StoreModel *x)
{
    uint64_t *vars = NEW_N(m->arena, uint64_t, k->c->vars.n + 1);
    for (int q = 0; q < MAX_KEYS; q++) {
        for (int i = 0; i < k->c->vars.n; i++) if (k->c->vars.at[i]->kind == V_KEY) vars[i] = (uint64_t)q;
        x->own[q] = x->s->key ? (int64_t)eval_expr(k->eval, x->s->key, vars) : q;
        for (x->line[q] = 0; x->own[x->line[q]] != x->own[q];) x->line[q]++;
    }
}

static bool add_store(const Model *m, Diags *d, CtlModel *k, const Store *s)
{
    StoreModel *x = &k->store[k->n_stores++];
    *x = (StoreModel){ .s = s, .evict = -1, .lock = -1, .keeps = store_keeps_state(k->c, s) };
    if (s->block->model != BLOCK_MODEL_MAP && s->block->model != BLOCK_MODEL_MAP_ROOM)
        return not_modelled(m, d, s->pos, "a store", s->block);
    for (int i = 0; i < k->c->states.n && i < 64; i++) x->victim[i] = store_victim(s, k->c->states.at[i]);
    for (int i = 0; i < s->victims.n; i++) x->by_view |= UINT64_C(1) << s->victims.at[i].state->id;
    for (int i = 0; i < s->victims.n; i++)
        if (!s->victims.at[i].view.n) x->by_view &= ~(UINT64_C(1) << s->victims.at[i].state->id);
    store_lines(m, k, x);
    return store_rows(m, d, k, x);
}

static bool add_waiters(const Model *m, Diags *d, CtlModel *k, const Waiters *w)
{
    WaitModel *x = &k->wait[k->n_waits++];
    PlaceView v = { .p = m->p, .env = &m->env, .ctl = k->c, .waiters = w };
    int64_t rows = 0, columns = 0;
    BlockModel model = w->block->model;
    *x = (WaitModel){ .w = w, .keeps = waiters_keep_state(k->c, w) };
    if (!block_has_entries(w->block) && model != BLOCK_MODEL_ORDER && !block_pools(w->block))
        return not_modelled(m, d, w->pos, "waiters", w->block);
    if (!place_value(d, &v, w->block->place_rows, 0, &rows) ||
        !place_value(d, &v, w->block->place_columns, 0, &columns))
        return false;
    x->pool = block_pools(w->block);
    x->whole = model == BLOCK_MODEL_POOL_ALL;
    x->stall = x->pool || model == BLOCK_MODEL_ORDER;
    x->entries = at_most(rows, INT32_MAX);
    x->depth = at_most(columns, MAX_DEPTH);
    x->ring = model == BLOCK_MODEL_RING;
    for (int i = 0; i < k->step->parked.n; i++) x->aged |= x->stall && waiters_order(w) == k->step->parked.at[i];
    if (x->ring && x->entries >= 1 << RING_BITS)
        return model_refuse(d, w->pos, "places of a ring", (1 << RING_BITS) - 1);
    return true;
}

/* The last store. */
static bool backed(Diags *d, CtlModel *k, const Store *s)
{
    const Store *other = k->store[k->backed_store].s;
    if (other != s && other->backing) {
        diag_error(d, s->pos, "verify: a second store of a controller that is backed is not modelled");
        return false;
    }
    if (s->key) {
        diag_error(d, s->pos, "verify: a store that is backed and has key= is not modelled");
        return false;
    }
    k->backed_store = k->n_stores - 1;
    return true;
}

bool model_places(const Model *m, Diags *d, CtlModel *k)
{
    const Controller *c = k->c;
    if (c->stores.n > MAX_PLACES) return model_refuse(d, c->pos, "stores of a controller", MAX_PLACES);
    if (c->waiters.n > MAX_PLACES) return model_refuse(d, c->pos, "waiters of a controller", MAX_PLACES);
    for (int i = 0; i < c->behind.n; i++)
        if (c->behind.at[i]->block->sort == BLOCK_MEMORY && !memory(d, k, c->behind.at[i])) return false;
    for (int i = 0; i < c->stores.n; i++) {
        if (!add_store(m, d, k, c->stores.at[i])) return false;
        if (c->stores.at[i]->backing && !backed(d, k, c->stores.at[i])) return false;
    }
    for (int i = 0; i < c->waiters.n; i++)
        if (!add_waiters(m, d, k, c->waiters.at[i])) return false;
    for (int i = 0; i < c->ports.n; i++) {
        const Port *p = c->ports.at[i];
        bool side = p->kind == PORT_MEMORY && !is_memory(m, k, p);
        if (p->kind == PORT_MEMORY && (side ? k->side : k->mem)) {
            diag_error(d, p->pos, "verify: a second port of this kind at a controller is not modelled");
            return false;
        }
        if (p->kind == PORT_CORE && k->core && k->core->id_type != p->id_type) {
            diag_error(d, p->pos, "verify: the warps of two core ports of a controller are not modelled: expected "
                       "the same id= as that of port '" STR_FMT "'", STR_ARG(k->core->name));
            return false;
        }
        k->cores += p->kind == PORT_CORE;
        if (p->kind == PORT_CORE && !k->core) k->core = p;
        if (side) k->side = p;
        else if (p->kind == PORT_MEMORY) k->mem = p;
        if (side && !side_lines(m, d, k, p)) return false;
        if (side && p->events.n) k->side_event = p->events.at[0]->code;
    }
    return true;
}

void model_unbounded(CtlModel *k, int n_keys)
{
    for (int i = 0; i < k->n_stores; i++) {
        k->store[i].sets = 1;
        k->store[i].ways = n_keys;
        memset(k->store[i].row, 0, sizeof k->store[i].row);
        memset(k->store[i].tag, 0, sizeof k->store[i].tag);
    }
    for (int i = 0; i < k->n_waits; i++) {
        WaitModel *w = &k->wait[i];
        if (!w->pool) w->entries = w->ring ? (1 << RING_BITS) - 1 : n_keys;
    }
}
