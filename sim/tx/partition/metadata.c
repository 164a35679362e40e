/* metadata.c - see metadata.h. */
#include "tx/partition/metadata.h"
#include <stdlib.h>

static bool approximates(const TxTable *t) { return t->options.entries != 0; }
static uint32_t ways(const TxTable *t) { return t->options.approximate == TX_REGISTERS ? 1 : t->options.ways; }
static uint32_t rows(const TxTable *t) { return t->options.approximate == TX_REGISTERS ? 1 : t->options.rows; }

static TxTimes *filter_row(const TxTable *t, uint64_t granule, uint32_t way)
{
    SimRng hash = {granule * UINT64_C(0x9e3779b97f4a7c15) ^ (t->options.seed + way) * UINT64_C(0x2545f4914f6cdd1d)};
    return &t->filter[(size_t)way * rows(t) + sim_below(&hash, rows(t))];
}

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }
static uint64_t smaller(uint64_t a, uint64_t b) { return a < b ? a : b; }

static void filter_insert(TxTable *t, uint64_t granule, const TxMeta *m)
{
    for (uint32_t w = 0; w < ways(t); w++) {
        TxTimes *f = filter_row(t, granule, w);
        *f = (TxTimes){larger(f->wts, m->wts), larger(f->rts, m->rts)};
    }
}

static TxMeta filter_look(const TxTable *t, uint64_t granule)
{
    if (!approximates(t)) return (TxMeta){.owner = TX_NOBODY};
    TxMeta m = {UINT64_MAX, UINT64_MAX, 0, TX_NOBODY};
    for (uint32_t w = 0; w < ways(t); w++) {
        const TxTimes *f = filter_row(t, granule, w);
        m.wts = smaller(m.wts, f->wts), m.rts = smaller(m.rts, f->rts);
    }
    return m;
}

void tx_table_init(TxTable *t, const TxTableOptions *o)
{
    *t = (TxTable){.options = *o};
    if (approximates(t)) t->filter = sim_alloc((size_t)ways(t) * rows(t), sizeof *t->filter);
}

void tx_table_free(TxTable *t)
{
    sim_map_free(&t->index);
    free(t->entries);
    free(t->filter);
    *t = (TxTable){0};
}

TxMeta tx_table_look(const TxTable *t, uint64_t granule)
{
    const uint32_t *at = sim_map_find(&t->index, granule, 0);
    return at ? t->entries[*at].meta : filter_look(t, granule);
}

/* A place for one more entry: that of an entry that may leave, if the table is full. */
static uint32_t free_place(TxTable *t)
{
    if (approximates(t) && t->n >= t->options.entries) {
        for (size_t i = 0; i < t->n; i++) {
            struct TxEntry *e = &t->entries[t->hand = (t->hand + 1) % t->n];
            if (e->meta.writes != 0) continue;
            filter_insert(t, e->granule, &e->meta);
            sim_map_remove(&t->index, e->granule, 0);
            t->evictions++;
            return (uint32_t)t->hand;
        }
        t->overflows++;
    }
    t->entries = sim_grow(t->entries, &t->cap, t->n + 1, sizeof *t->entries);
    return (uint32_t)t->n++;
}

TxMeta *tx_table_entry(TxTable *t, uint64_t granule)
{
    const uint32_t *at = sim_map_find(&t->index, granule, 0);
    if (at) return &t->entries[*at].meta;
    TxMeta m = filter_look(t, granule);
    uint32_t place = free_place(t);
    t->entries[place] = (struct TxEntry){granule, m};
    *sim_map_at(&t->index, granule, 0) = place;
    return &t->entries[place].meta;
}
