/* cloth.c - a square of cloth, relaxed: springs join neighbours, and each takes away half of the difference of its two
 * ends, in place. Springs are done in four groups (along the rows and the columns, even and odd), in which no two share
 * an end, with a barrier of all warps after each. A warp does a line's worth of springs with loads and stores of whole
 * lines, as the 32 threads of a GPU's warp do together. Lines are dealt to the cores in turn, so that the ends of a
 * spring are written by different cores from group to group. The result is compared with a sequential program.
 * --with: lines (side of the cloth in lines; rows are as many as words in them), steps. */
#include "cores/program.h"
#include <string.h>

/* groups: pairs in a row from an even, an odd column; rows paired from an even, an odd one */
enum { GROUPS = 4, MOST_WORDS = 64 };
typedef struct { uint32_t side, lines, words, steps, *expected, *found; uint64_t at; } Cloth;

/* Half of the difference goes from one end to the other; the sum stays. */
static void spring(uint32_t *a, uint32_t *b)
{
    uint32_t d = (uint32_t)((int32_t)(*a - *b) / 2);
    *a -= d;
    *b += d;
}

static void sequential(const Cloth *c, uint32_t *at)
{
    for (uint32_t i = 0; i < c->steps * GROUPS; i++) {
        uint32_t odd = i % 2, down = i % GROUPS / 2;
        for (uint32_t y = down ? odd : 0; y + down < c->side; y += 1 + down)
            for (uint32_t x = down ? 0 : odd; x + !down < c->side; x += 2 - down)
                spring(&at[y * c->side + x], &at[(y + down) * c->side + x + !down]);
    }
}

static void *setup(CgRun *r)
{
    Cloth *c = cg_keep(r, sizeof *c);
    uint64_t lines = cg_option(r, "lines", 2), steps = cg_option(r, "steps", 2);
    c->words = cg_line_bytes(r) / 4;
    if (lines < 1 || lines * c->words > 1024 || steps < 1 || steps > 10000)
        return cg_failed(r, "lines is at least 1 and at most 1024 words, steps goes from 1 to 10000"), c;
    if (c->words < 2 || c->words > MOST_WORDS) return cg_failed(r, "needs lines of 2 to %d words", MOST_WORDS), c;
    c->lines = (uint32_t)lines, c->steps = (uint32_t)steps, c->side = c->lines * c->words;
    size_t bytes = (size_t)c->side * c->side * sizeof(uint32_t);
    c->expected = cg_keep(r, bytes);
    c->found = cg_keep(r, bytes);
    for (uint32_t i = 0; i < c->side * c->side; i++) c->expected[i] = cg_run_rand(r, 100000);
    c->at = cg_array(r, c->expected, c->side * c->side);
    sequential(c, c->expected);
    return c;
}

static uint64_t place(const Cloth *c, uint32_t x, uint32_t y) { return c->at + 4 * ((uint64_t)y * c->side + x); }

/* The springs of columns x, x + 1, ... of a line in one row; odd ones begin at the second word, and the last reaches
 * into the next line. */
static void along(Warp *w, const Cloth *c, uint32_t x, uint32_t y, uint32_t odd)
{
    uint32_t v[MOST_WORDS], n = c->words;
    uint8_t mask[MOST_WORDS * 4 / 8 + 1];
    bool over = odd && x + n < c->side;
    cg_ld_line(w, place(c, x, y), (uint8_t *)v);
    for (uint32_t i = odd; i + 1 < n; i += 2) spring(&v[i], &v[i + 1]);
    if (over) {
        uint32_t next = cg_ld(w, place(c, x + n, y));
        spring(&v[n - 1], &next);
        cg_st(w, place(c, x + n, y), next);
    }
    memset(mask, 0, sizeof mask);
    for (uint32_t i = odd; i < n - (odd && !over); i++) mask[i / 2] |= (uint8_t)(15 << i % 2 * 4);
    if (odd < n - (odd && !over)) cg_st_line(w, place(c, x, y), (uint8_t *)v, mask);
}

static void across(Warp *w, const Cloth *c, uint32_t x, uint32_t y)
{
    uint32_t a[MOST_WORDS], b[MOST_WORDS];
    uint8_t mask[MOST_WORDS * 4 / 8];
    memset(mask, 0xff, sizeof mask);
    cg_ld_line(w, place(c, x, y), (uint8_t *)a);
    cg_ld_line(w, place(c, x, y + 1), (uint8_t *)b);
    for (uint32_t i = 0; i < c->words; i++) spring(&a[i], &b[i]);
    cg_st_line(w, place(c, x, y), (uint8_t *)a, mask);
    cg_st_line(w, place(c, x, y + 1), (uint8_t *)b, mask);
}

static void body(Warp *w, void *arg)
{
    Cloth *c = arg;
    uint32_t me = cg_warp(w) * cg_cores(cg_run(w)) + cg_core(w);
    for (uint32_t i = 0; i < c->steps * GROUPS; i++) {
        uint32_t odd = i % 2, down = i % GROUPS / 2, rows = down ? (c->side - odd) / 2 : c->side;
        for (uint32_t job = me; job < rows * c->lines; job += cg_threads(w)) {
            uint32_t x = job % c->lines * c->words, row = job / c->lines;
            if (down) across(w, c, x, odd + 2 * row);
            else along(w, c, x, row, odd);
        }
        cg_barrier(w);
    }
    for (uint32_t y = me; y < c->side; y += cg_threads(w))
        for (uint32_t x = 0; x < c->side; x += c->words)
            cg_ld_line(w, place(c, x, y), (uint8_t *)&c->found[y * c->side + x]);
}

static void check(CgRun *r, void *arg)
{
    const Cloth *c = arg;
    for (uint32_t i = 0; i < c->side * c->side; i++)
        if (c->found[i] != c->expected[i]) {
            cg_failed(r, "after %u steps (%u, %u) is %u, the sequential program says %u", c->steps, i % c->side,
                      i / c->side, c->found[i], c->expected[i]);
            return;
        }
}

static void report(void *arg, FILE *out)
{
    const Cloth *c = arg;
    fprintf(out, "cloth      %u x %u, %u steps\n", c->side, c->side, c->steps);
}

const CgKernel cg_kernel_cloth = {
    "cloth", "relaxation of springs in place, a barrier after each group", setup, body, check, report, NULL, false};
