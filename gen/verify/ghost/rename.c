/* rename.c - see rename.h. */
#include "verify/ghost/rename.h"
#include "verify/state/each_data.h"

typedef struct { int cell; const uint8_t *map; } Remap;

static inline unsigned remap(void *ctx, unsigned data)
{
    const Remap *r = ctx;
    return state_cell_put(data, r->cell, r->map[state_cell_get(data, r->cell)]);
}

void ghost_rename(const Model *m, SysState *s, int key, int cell, const uint8_t *map)
{
    Remap r = { cell, map };
    each_data(m, s, key, remap, &r);
    for (int t = 0; m->n_posted && t < m->n_threads; t++) s->floor[t][key] = (uint16_t)remap(&r, s->floor[t][key]);
}
