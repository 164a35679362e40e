/* place.c - placement by exchanges, as the annealing step of a placer for circuits: blocks stand in the slots of a
 * square, each is wired to some others. A warp draws two slots, locks them, adds up how much wire an exchange would
 * save, from the places of the other blocks as it finds them (not locked: an old place is good enough), and exchanges
 * if it saves any, or sometimes if not. At the end every block must stand in one slot, and the slot must say so.
 * --with: side (of the square), tries (of each warp), wires (of each block). */
#include "cores/program.h"

typedef struct {
    uint32_t n, side, wires, tries, *wired, *block_at, *slot_of;
    uint64_t locks, blocks, slots, nets, spins, exchanged, before;
} Place;

static uint32_t apart(uint32_t a, uint32_t b) { return a < b ? b - a : a - b; }
static uint32_t wire(const Place *p, uint32_t a, uint32_t b)
{
    return apart(a % p->side, b % p->side) + apart(a / p->side, b / p->side);
}

static uint64_t length(const Place *p, const uint32_t *slot_of)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < p->n * p->wires; i++) sum += wire(p, slot_of[i / p->wires], slot_of[p->wired[i]]);
    return sum;
}

static void *setup(CgRun *r)
{
    Place *p = cg_keep(r, sizeof *p);
    uint64_t side = cg_option(r, "side", 8), tries = cg_option(r, "tries", 10), wires = cg_option(r, "wires", 3);
    if (side < 2 || side > 1024 || tries < 1 || tries > 1000000 || wires < 1 || wires > 64)
        return cg_failed(r, "side goes from 2 to 1024, tries from 1 to 1000000, wires from 1 to 64"), p;
    if (!cg_has_atomics(r)) return cg_failed(r, "needs atomics"), p;
    p->side = (uint32_t)side, p->n = p->side * p->side, p->tries = (uint32_t)tries, p->wires = (uint32_t)wires;
    p->wired = cg_keep(r, p->n * wires * sizeof *p->wired);
    p->block_at = cg_keep(r, p->n * sizeof *p->block_at);
    p->slot_of = cg_keep(r, p->n * sizeof *p->slot_of);
    for (uint32_t i = 0; i < p->n * p->wires; i++) p->wired[i] = cg_run_rand(r, p->n);
    for (uint32_t i = 0; i < p->n; i++) p->block_at[i] = p->slot_of[i] = i;
    p->before = length(p, p->slot_of);
    p->locks = cg_array(r, NULL, p->n);
    p->blocks = cg_array(r, p->block_at, p->n);
    p->slots = cg_array(r, p->slot_of, p->n);
    p->nets = cg_array(r, p->wired, p->n * p->wires);
    return p;
}

static void lock(Warp *w, Place *p, uint32_t slot)
{
    uint64_t since = cg_cycle(cg_run(w));
    for (uint32_t pause = 8;
         cg_atomic(w, CG_EXCHANGE, p->locks + 4 * (uint64_t)slot, 1, 0) != 0 && !cg_give_up(w, since, "a lock");
         pause = pause < 512 ? 2 * pause : pause) {
        p->spins++;
        cg_wait(w, 1 + cg_rand(w, pause));
    }
    cg_fence(w);
}

static void unlock(Warp *w, const Place *p, uint32_t slot)
{
    cg_fence(w);
    cg_st(w, p->locks + 4 * (uint64_t)slot, 0);
}

/* Length of the wires that a block would have in `there` less that in `here`. */
static int32_t longer(Warp *w, const Place *p, uint32_t block, uint32_t here, uint32_t there)
{
    int32_t sum = 0;
    for (uint32_t i = 0; i < p->wires; i++) {
        uint32_t other = cg_ld(w, p->nets + 4 * ((uint64_t)block * p->wires + i)),
                 slot = cg_ld(w, p->slots + 4 * (uint64_t)(other % p->n)) % p->n;
        sum += (int32_t)wire(p, there, slot) - (int32_t)wire(p, here, slot);
    }
    return sum;
}

static void try_exchange(Warp *w, Place *p, uint32_t a, uint32_t b)
{
    uint32_t x = cg_ld(w, p->blocks + 4 * (uint64_t)a) % p->n, y = cg_ld(w, p->blocks + 4 * (uint64_t)b) % p->n;
    if (longer(w, p, x, a, b) + longer(w, p, y, b, a) >= 0 && cg_rand(w, 16) != 0) return;
    cg_st(w, p->blocks + 4 * (uint64_t)a, y);
    cg_st(w, p->blocks + 4 * (uint64_t)b, x);
    cg_st(w, p->slots + 4 * (uint64_t)x, b);
    cg_st(w, p->slots + 4 * (uint64_t)y, a);
    p->exchanged++;
}

static void body(Warp *w, void *arg)
{
    Place *p = arg;
    for (uint32_t i = 0; i < p->tries; i++) {
        uint32_t a = cg_rand(w, p->n), b = cg_rand(w, p->n);
        if (a == b) continue;
        uint32_t low = a < b ? a : b, high = a < b ? b : a;
        lock(w, p, low);
        lock(w, p, high);
        try_exchange(w, p, low, high);
        unlock(w, p, high);
        unlock(w, p, low);
    }
    cg_barrier(w);
    for (uint32_t i = cg_thread(w); i < p->n; i += cg_threads(w)) {
        p->block_at[i] = cg_ld(w, p->blocks + 4 * (uint64_t)i);
        p->slot_of[i] = cg_ld(w, p->slots + 4 * (uint64_t)i);
    }
}

static void check(CgRun *r, void *arg)
{
    const Place *p = arg;
    for (uint32_t i = 0; i < p->n; i++)
        if (p->block_at[i] >= p->n || p->slot_of[p->block_at[i]] != i) {
            cg_failed(r, "slot %u holds block %u, which is said to stand elsewhere", i, p->block_at[i]);
            return;
        }
}

static void report(void *arg, FILE *out)
{
    const Place *p = arg;
    fprintf(out, "place      %u blocks, %llu exchanges, wires %llu before, %llu after, %llu failed attempts to lock\n",
            p->n, (unsigned long long)p->exchanged, (unsigned long long)p->before,
            (unsigned long long)length(p, p->slot_of), (unsigned long long)p->spins);
}

const CgKernel cg_kernel_place = {
    "place", "placement of blocks by exchanges of locked slots", setup, body, check, report, NULL, false};
