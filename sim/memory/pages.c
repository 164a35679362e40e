/* pages.c - see pages.h. */
#include "memory/pages.h"
#include <stdlib.h>
#include <string.h>

static size_t slot_of(const SimPages *p, uint64_t number)
{
    size_t i = (size_t)((number * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (p->n_slots - 1);
    while (p->slots[i].bytes && p->slots[i].number != number) i = (i + 1) & (p->n_slots - 1);
    return i;
}

static void rehash(SimPages *p)
{
    SimPages old = *p;
    p->n_slots = old.n_slots ? old.n_slots * 2 : 64;
    p->slots = sim_alloc(p->n_slots, sizeof *p->slots);
    for (size_t i = 0; i < old.n_slots; i++)
        if (old.slots[i].bytes) p->slots[slot_of(p, old.slots[i].number)] = old.slots[i];
    free(old.slots);
}

uint8_t *sim_pages_at(SimPages *p, uint64_t address, bool create)
{
    uint64_t number = address / SIM_PAGE_BYTES;
    if (p->used * 2 >= p->n_slots) {
        if (!create && p->n_slots == 0) return NULL;
        rehash(p);
    }
    struct SimPage *s = &p->slots[slot_of(p, number)];
    if (!s->bytes && create) {
        *s = (struct SimPage){number, sim_alloc(SIM_PAGE_BYTES, 1)};
        p->used++;
    }
    return s->bytes ? s->bytes + address % SIM_PAGE_BYTES : NULL;
}

uint32_t sim_pages_word(SimPages *p, uint64_t address)
{
    const uint8_t *b = sim_pages_at(p, address, false);
    return b ? b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24 : 0;
}

void sim_pages_set_word(SimPages *p, uint64_t address, uint32_t value)
{
    uint8_t *b = sim_pages_at(p, address, true);
    for (int i = 0; i < 4; i++) b[i] = (uint8_t)(value >> 8 * i);
}

void sim_pages_free(SimPages *p)
{
    for (size_t i = 0; i < p->n_slots; i++) free(p->slots[i].bytes);
    free(p->slots);
    *p = (SimPages){0};
}
