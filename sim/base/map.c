/* map.c - open addressing with linear probing; a removal moves later pairs back, so that no place is lost. */
#include "base/map.h"
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

static size_t home(const SimMap *m, uint64_t a, uint64_t b)
{
    uint64_t h =
        (a + UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xbf58476d1ce4e5b9) ^ (b + 1) * UINT64_C(0x94d049bb133111eb);
    return (size_t)((h ^ h >> 29) * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (m->n_slots - 1);
}

static size_t place(const SimMap *m, uint64_t a, uint64_t b)
{
    size_t i = home(m, a, b);
    while (m->slots[i].used && (m->slots[i].a != a || m->slots[i].b != b)) i = (i + 1) & (m->n_slots - 1);
    return i;
}

static void grow(SimMap *m)
{
    SimMap old = *m;
    m->n_slots = old.n_slots ? 2 * old.n_slots : FIRST_SLOTS;
    m->slots = sim_alloc(m->n_slots, sizeof *m->slots);
    for (size_t i = 0; i < old.n_slots; i++)
        if (old.slots[i].used) m->slots[place(m, old.slots[i].a, old.slots[i].b)] = old.slots[i];
    free(old.slots);
}

uint32_t *sim_map_find(const SimMap *m, uint64_t a, uint64_t b)
{
    if (m->used == 0) return NULL;
    struct SimPair *p = &m->slots[place(m, a, b)];
    return p->used ? &p->value : NULL;
}

uint32_t *sim_map_at(SimMap *m, uint64_t a, uint64_t b)
{
    if (2 * m->used >= m->n_slots) grow(m);
    struct SimPair *p = &m->slots[place(m, a, b)];
    if (!p->used) *p = (struct SimPair){true, SIM_NONE, a, b}, m->used++;
    return &p->value;
}

void sim_map_remove(SimMap *m, uint64_t a, uint64_t b)
{
    if (m->used == 0) return;
    size_t mask = m->n_slots - 1, hole = place(m, a, b);
    if (!m->slots[hole].used) return;
    m->used--;
    for (size_t i = (hole + 1) & mask; m->slots[i].used; i = (i + 1) & mask) {
        size_t wanted = home(m, m->slots[i].a, m->slots[i].b);
        if (((i - wanted) & mask) < ((i - hole) & mask)) continue; /* it would come before its home */
        m->slots[hole] = m->slots[i];
        hole = i;
    }
    m->slots[hole].used = false;
}

void sim_map_clear(SimMap *m)
{
    if (m->used) memset(m->slots, 0, m->n_slots * sizeof *m->slots);
    m->used = 0;
}

void sim_map_free(SimMap *m)
{
    free(m->slots);
    *m = (SimMap){0};
}
