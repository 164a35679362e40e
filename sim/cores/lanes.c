/* lanes.c - accesses of all lanes of a warp at once, coalesced: one request for each line that they touch, in the order
 * of the first lane in it. */
#include "cores/flights.h"
#include "cores/groups.h"
#include "cores/transactions.h"

static uint64_t line_of(const Warp *w, uint64_t address) { return address - address % cg_line_bytes(w->run); }

/* Of lanes in one line the first stands for all: its line, in `line`; a bit for each such lane. */
static uint32_t first_lanes(const Warp *w, const CgLanes *l, uint64_t *line)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < CG_LANES; i++) {
        if (!(l->on >> i & 1)) continue;
        line[i] = line_of(w, l->address[i]);
        bool new = true;
        for (uint32_t of = first; new && of; of &= of - 1) new = line[__builtin_ctz(of)] != line[i];
        if (new) first |= UINT32_C(1) << i;
    }
    return first;
}

static void load_line(Warp *w, CgLanes *l, uint64_t line)
{
    uint8_t bytes[SIM_MAX_LINE];
    if (sim_transaction_open(w)) { sim_transaction_load_lanes(w, l, line); return; }
    SimRequest r = {.kind = SIM_LOAD, .address = line, .recorded = w->run->recording,
                    .strong = w->strong, .scope = w->scope};
    sim_group_begin(w);
    sim_flights_order(w, &r);
    if (sim_flights_load(w, &r, l)) return;
    cg_ld_line(w, line, bytes);
    sim_lanes_take(l, line, bytes, cg_line_bytes(w->run));
}

void cg_ld_later(Warp *w, CgLanes *l)
{
    sim_think(w);
    w->thinks++;
    uint64_t line[CG_LANES];
    for (uint32_t of = first_lanes(w, l, line); of; of &= of - 1) load_line(w, l, line[__builtin_ctz(of)]);
    w->thinks--;
}

void cg_loaded(Warp *w) { sim_flights_wait_loads(w); }

void cg_ld_lanes(Warp *w, CgLanes *l)
{
    cg_ld_later(w, l);
    cg_loaded(w);
}

static void store_line(Warp *w, const CgLanes *l, uint64_t line)
{
    uint8_t bytes[SIM_MAX_LINE] = {0}, mask[SIM_MAX_LINE / 8] = {0};
    for (uint32_t i = 0; i < CG_LANES; i++) {
        uint64_t at = l->address[i] - line;
        if (!(l->on >> i & 1) || at >= cg_line_bytes(w->run)) continue;
        for (uint32_t b = 0; b < 4; b++) {
            bytes[at + b] = (uint8_t)(l->value[i] >> 8 * b);
            mask[(at + b) / 8] |= (uint8_t)(1 << (at + b) % 8);
        }
    }
    if (sim_transaction_open(w)) sim_transaction_store_line(w, line, bytes, mask);
    else cg_st_line(w, line, bytes, mask);
}

void cg_st_lanes(Warp *w, const CgLanes *l)
{
    sim_think(w);
    w->thinks++;
    uint64_t line[CG_LANES];
    for (uint32_t of = first_lanes(w, l, line); of; of &= of - 1) store_line(w, l, line[__builtin_ctz(of)]);
    w->thinks--;
}
