/* joined.c - two messages become one, field by field. */
#include "verify/state/joined.h"

const Join *joined_by(const Model *m, uint64_t x)
{
    const MessageMap *map = state_msg_map(m, x);
    int ctl = m->inst[state_msg_to(x)].ctl;
    if (map->event[ctl] < 0) return NULL;
    const Join *j = port_join(m->ctl[ctl].events[map->event[ctl]].e->port, map->m->net);
    return j && join_rank(j, map->m) >= 0 ? j : NULL;
}

/* The part of a field, NULL: the message does not have it. */
static const Part *part_of(const MessageMap *map, Str field)
{
    for (int i = 0; i < map->m->fields.n; i++) if (str_eq(map->m->fields.at[i].name, field)) return &map->body.at[i];
    return NULL;
}

/* The cells of the newer data that count. */
static unsigned cells_of(const Model *m, const MessageMap *map, uint64_t x, const Field *field)
{
    const Part *mask = field->mask.n ? part_of(map, field->mask) : NULL;
    return mask && mask->bits ? state_part_get(mask, x) : (1u << m->n_cells) - 1;
}

static unsigned newest(const Model *m, const MessageMap *map, uint64_t x, const Field *field, unsigned older,
                       unsigned newer)
{
    if (!field->type->opaque || field->type->kind != TK_BYTES) return newer;
    unsigned cells = cells_of(m, map, x, field);
    for (int c = 0; c < m->n_cells; c++) if (cells >> c & 1) older = state_cell_put(older, c, state_cell_get(newer, c));
    return older;
}

/* False: the field keeps the messages apart. */
static bool join_field(const Model *m, const Field *field, const Part *to, uint64_t older, uint64_t newer,
                       unsigned *out)
{
    const Part *a = part_of(state_msg_map(m, older), field->name), *b = part_of(state_msg_map(m, newer), field->name);
    unsigned x = a && a->bits ? state_part_get(a, older) : 0, y = b && b->bits ? state_part_get(b, newer) : 0;
    switch (field->join) {
    case JOIN_SAME: *out = y; return x == y;
    case JOIN_SUM: *out = x + y; return *out < 1u << to->bits;
    case JOIN_OR: *out = x | y; return true;
    case JOIN_MAX: *out = x > y ? x : y; return true;
    default: *out = b ? a ? newest(m, state_msg_map(m, newer), newer, field, x, y) : y : x; return true;
    }
}

bool joined(const Model *m, const Join *j, uint64_t older, uint64_t newer, uint64_t *out)
{
    const Message *a = state_msg_map(m, older)->m, *b = state_msg_map(m, newer)->m,
                  *kind = join_rank(j, a) < join_rank(j, b) ? a : b;
    const MessageMap *map = &m->kind[kind->net->id][kind->code];
    uint64_t x = state_msg_head(kind->net->id, state_msg_from(older), state_msg_to(older), kind->code,
                                state_msg_key(older));
    for (int i = 0; i < kind->fields.n; i++) {
        unsigned v;
        if (!map->body.at[i].bits) continue;
        if (!join_field(m, &kind->fields.at[i], &map->body.at[i], older, newer, &v)) return false;
        x = state_part_put(&map->body.at[i], x, v);
    }
    *out = x;
    return true;
}

bool joined_alike(const Model *m, uint64_t a, uint64_t b)
{
    const Message *x = state_msg_map(m, a)->m, *y = state_msg_map(m, b)->m;
    for (int i = 0; i < x->fields.n; i++)
        if (x->fields.at[i].join == JOIN_NEWEST && msg_field(y, x->fields.at[i].name)) return false;
    return true;
}
