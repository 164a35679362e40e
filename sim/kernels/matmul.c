/* matmul.c - the product of two square matrices, in tiles: a workgroup makes a tile of the product; for each pair of
 * tiles it brings both into local memory, lanes of a warp together, meets, computes, meets. Local memory is an array of
 * C here, an instruction for each access.
 * --with: tiles (of a side), side (of a tile, in words), work (instructions for each product); those of launch.h. */
#include "kernels/launch.h"
#include <string.h>

enum { MOST_SIDE = 32, LANES = CG_LANES };
typedef struct { Launch *launch; uint32_t tiles, side, n, work, *a, *b, *local; uint64_t at[3]; } Product;

static void *setup(CgRun *r)
{
    Product *p = cg_keep(r, sizeof *p);
    uint64_t tiles = cg_option(r, "tiles", 2), side = cg_option(r, "side", 8), work = cg_option(r, "work", 1);
    if (tiles < 1 || tiles > 64 || side < 1 || side > MOST_SIDE || work > 1000)
        return cg_failed(r, "tiles goes from 1 to 64, side to %d, work to 1000", MOST_SIDE), p;
    p->tiles = (uint32_t)tiles, p->side = (uint32_t)side, p->work = (uint32_t)work, p->n = p->tiles * p->side;
    p->launch = launch_setup(r);
    uint32_t words = p->n * p->n;
    SimRng rng = launch_rng(p->launch, 0);
    p->a = cg_keep(r, words * sizeof *p->a);
    p->b = cg_keep(r, words * sizeof *p->b);
    for (uint32_t i = 0; i < words; i++) p->a[i] = (uint32_t)sim_random(&rng), p->b[i] = (uint32_t)sim_random(&rng);
    p->local = cg_keep(r, (size_t)p->launch->groups * 2 * p->side * p->side * sizeof *p->local);
    p->at[0] = launch_array(r, p->launch, p->a, words);
    p->at[1] = launch_array(r, p->launch, p->b, words);
    p->at[2] = launch_array(r, p->launch, NULL, words);
    return p;
}

/* The word of a tile that is number i in it. */
static uint64_t place(const Product *p, uint32_t matrix, uint32_t row, uint32_t column, uint32_t i)
{
    return p->at[matrix] + 4 * (uint64_t)((row * p->side + i / p->side) * p->n + column * p->side + i % p->side);
}

/* The next words of a tile that this wavefront has, from number `first` on. */
static CgLanes lanes_of(const Product *p, uint32_t matrix, uint32_t row, uint32_t column, uint32_t first)
{
    CgLanes l = {0};
    for (uint32_t i = 0; i < LANES && first + i < p->side * p->side; i++) {
        l.on |= UINT32_C(1) << i;
        l.address[i] = place(p, matrix, row, column, first + i);
    }
    return l;
}

static void bring(Warp *w, const Product *p, uint32_t *local, uint32_t row, uint32_t k, uint32_t column)
{
    uint32_t words = p->side * p->side;
    for (uint32_t first = LANES * cg_wave(w); first < words; first += LANES * p->launch->waves) {
        CgLanes a = lanes_of(p, 0, row, k, first), b = lanes_of(p, 1, k, column, first);
        cg_ld_later(w, &a);
        cg_ld_later(w, &b);
        cg_loaded(w);
        for (uint32_t i = 0; i < LANES && first + i < words; i++)
            local[first + i] = a.value[i], local[words + first + i] = b.value[i];
        cg_compute(w, 2);
    }
}

static void tile(Warp *w, const Product *p, uint32_t *local, uint32_t row, uint32_t column)
{
    uint32_t words = p->side * p->side, sum[MOST_SIDE * MOST_SIDE] = {0};
    for (uint32_t k = 0; k < p->tiles; k++) {
        bring(w, p, local, row, k, column);
        cg_group_barrier(w);
        for (uint32_t first = LANES * cg_wave(w); first < words; first += LANES * p->launch->waves) {
            for (uint32_t i = first; i < first + LANES && i < words; i++)
                for (uint32_t j = 0; j < p->side; j++)
                    sum[i] += local[i / p->side * p->side + j] * local[words + j * p->side + i % p->side];
            cg_compute(w, p->side * (2 + p->work));
        }
        cg_group_barrier(w);
    }
    for (uint32_t first = LANES * cg_wave(w); first < words; first += LANES * p->launch->waves) {
        CgLanes c = lanes_of(p, 2, row, column, first);
        for (uint32_t i = 0; i < LANES && first + i < words; i++) c.value[i] = sum[first + i];
        cg_st_lanes(w, &c);
    }
}

static void work(Warp *w, void *arg, uint32_t group)
{
    const Product *p = arg;
    for (uint32_t i = group; i < p->tiles * p->tiles; i += p->launch->groups)
        tile(w, p, p->local + (size_t)group * 2 * p->side * p->side, i / p->tiles, i % p->tiles);
}

static void check(CgRun *r, void *arg)
{
    const Product *p = arg;
    for (uint32_t i = 0; i < p->n * p->n && launch_looked(p->launch); i++) {
        uint32_t sum = 0, got = launch_seen(p->launch, p->at[2] + 4 * (uint64_t)i);
        for (uint32_t j = 0; j < p->n; j++) sum += p->a[i / p->n * p->n + j] * p->b[j * p->n + i % p->n];
        if (got == sum) continue;
        cg_failed(r, "row %u, column %u of the product is 0x%x, not 0x%x", i / p->n, i % p->n, got, sum);
        return;
    }
}

static void body(Warp *w, void *arg) { launch_body(w, ((Product *)arg)->launch, work, arg); }
static void report(void *arg, FILE *out) { launch_report(((Product *)arg)->launch, "matmul", out); }

const CgKernel cg_kernel_matmul = {
    "matmul", "product of matrices in tiles, each in a workgroup", setup, body, check, report, NULL, false};
