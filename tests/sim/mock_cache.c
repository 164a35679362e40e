/* mock_cache.c - see mock_cache.h. */
#include "mock_cache.h"
#include <string.h>

Slot *mock_line(Bank *banks, uint32_t key)
{
    Slot *s = &banks[key % MOCK_BANKS].slots[key / MOCK_BANKS % SLOTS];
    if (s->state == READY && s->key == key) return s;
    if (s->state == READY && !s->used) return NULL;
    if (s->state == READY && s->dirty) s->state = WANT_AW;
    else if (s->state == READY || s->state == EMPTY) *s = (Slot){.state = WANT_AR, .key = key};
    return NULL;
}

static int find(const Bank *b, SlotState state)
{
    for (int i = 0; i < SLOTS; i++)
        if (b->slots[i].state == state) return i;
    return -1;
}

static void drive_address(uint32_t *out, uint32_t base, int slot, const Bank *b, uint32_t flip)
{
    cg_put(out, base, 1, slot >= 0);
    if (slot < 0) return;
    cg_put(out, base + 1, 32, b->slots[slot].key * MOCK_LINE ^ flip);
    cg_put(out, base + 33, 4, (uint32_t)slot);
    cg_put(out, base + 37, 8, BEATS - 1);
    cg_put(out, base + 45, 3, 3);
    cg_put(out, base + 48, 2, 1);
}

void mock_bank_drive(const Bank *b, uint32_t *out, uint32_t base, SimRng *rng, bool unstable)
{
    drive_address(out, base, b->ar, b, unstable && sim_below(rng, 2) ? MOCK_LINE : 0);
    drive_address(out, base + 51, b->aw, b, 0);
    cg_put(out, base + 50, 1, sim_below(rng, 4) != 0);
    cg_put(out, base + 175, 1, sim_below(rng, 4) != 0);
    cg_put(out, base + 101, 1, b->w >= 0);
    if (b->w < 0) return;
    cg_put_bytes(out, base + 102, 64, b->slots[b->w].data + b->w_beats * MOCK_BEAT);
    cg_put(out, base + 166, 8, 0xff);
    cg_put(out, base + 174, 1, b->w_beats + 1 == BEATS);
}

static void take_read(Bank *b, const uint32_t *in, uint32_t base)
{
    Slot *s = &b->slots[cg_get(in, base + 4, 4)];
    cg_get_bytes(in, base + 8, 64, s->data + s->beats * MOCK_BEAT);
    s->error |= cg_get(in, base + 72, 2) != 0;
    if (++s->beats < BEATS) return;
    s->state = READY;
    memcpy(s->old, s->data, MOCK_LINE);
}

void mock_bank_clock(Bank *b, const uint32_t *in, uint32_t ib, const uint32_t *out, uint32_t ob)
{
    if (cg_get(out, ob, 1) && cg_get(in, ib, 1)) b->slots[b->ar].state = WANT_R, b->ar = -1;
    if (cg_get(out, ob + 51, 1) && cg_get(in, ib + 1, 1)) b->aw = -1;
    if (cg_get(out, ob + 101, 1) && cg_get(in, ib + 2, 1) && ++b->w_beats == BEATS) b->w = -1;
    if (cg_get(in, ib + 3, 1) && cg_get(out, ob + 50, 1)) take_read(b, in, ib);
    if (cg_get(in, ib + 75, 1) && cg_get(out, ob + 175, 1)) b->slots[cg_get(in, ib + 76, 4)] = (Slot){.state = EMPTY};
    if (b->ar < 0) b->ar = find(b, WANT_AR);
    if (b->aw < 0 && b->w < 0 && (b->aw = find(b, WANT_AW)) >= 0) {
        b->w = b->aw;
        b->w_beats = 0;
        b->slots[b->aw].state = WANT_B;
    }
}
