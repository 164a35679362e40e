/* stencil.c - a square grid of numbers; in each step every inner one becomes the sum of itself and its four neighbours
 * (modulo 2^32), from one array into the other, with a barrier of all warps after each step. Rows are dealt to the
 * warps in turn, so that neighbours lie in other caches. No atomics are needed.
 * --with: n (side of the grid), steps, pad (words between rows; 0 = rows share lines), wide (1: a warp does a line of a
 * row at once, with loads and stores of lines, as the threads of a GPU's warp do together; lines are dealt to the cores
 * in turn; n and pad are a number of whole lines). */
#include "cores/program.h"
#include <string.h>

enum { MOST_WORDS = 64 };
typedef struct { uint32_t n, steps, pitch, wide, words, *expected, *found; uint64_t at[2]; } Stencil;

static uint32_t place(const Stencil *s, uint32_t x, uint32_t y) { return y * s->pitch + x; }

static void sequential(const Stencil *s, uint32_t *from, uint32_t *to)
{
    for (uint32_t step = 0; step < s->steps; step++) {
        for (uint32_t y = 1; y + 1 < s->n; y++)
            for (uint32_t x = 1; x + 1 < s->n; x++)
                to[place(s, x, y)] = from[place(s, x, y)] + from[place(s, x - 1, y)] + from[place(s, x + 1, y)] +
                                     from[place(s, x, y - 1)] + from[place(s, x, y + 1)];
        uint32_t *other = from;
        from = to;
        to = other;
    }
}

static void *setup(CgRun *r)
{
    Stencil *s = cg_keep(r, sizeof *s);
    uint64_t n = cg_option(r, "n", 12), steps = cg_option(r, "steps", 4), pad = cg_option(r, "pad", 0),
             wide = cg_option(r, "wide", 0);
    if (n < 3 || n > 4096 || steps < 1 || steps > 100000 || pad > 1024)
        return cg_failed(r, "n goes from 3 to 4096, steps from 1 to 100000, pad to 1024"), s;
    s->words = cg_line_bytes(r) / 4;
    if (wide > 1 || (wide && (n % s->words || pad % s->words || s->words > MOST_WORDS)))
        return cg_failed(r, "wide is 0 or 1; if 1, n and pad are a number of lines"), s;
    s->wide = (uint32_t)wide;
    s->n = (uint32_t)n, s->steps = (uint32_t)steps, s->pitch = (uint32_t)(n + pad);
    uint32_t words = s->n * s->pitch, *other = cg_keep(r, words * sizeof *other);
    s->expected = cg_keep(r, words * sizeof *s->expected);
    s->found = cg_keep(r, words * sizeof *s->found);
    for (uint32_t y = 0; y < s->n; y++)
        for (uint32_t x = 0; x < s->n; x++) other[place(s, x, y)] = cg_run_rand(r, 1000);
    memcpy(s->expected, other, words * sizeof *other); /* the border is the same in both */
    s->at[0] = cg_array(r, other, words);
    s->at[1] = cg_array(r, other, words);
    if (s->steps % 2) sequential(s, other, s->expected);
    else sequential(s, s->expected, other);
    return s;
}

static uint32_t get(Warp *w, const Stencil *s, uint32_t which, uint32_t x, uint32_t y)
{
    return cg_ld(w, s->at[which] + 4 * (uint64_t)place(s, x, y));
}

static void row(Warp *w, const Stencil *s, uint32_t from, uint32_t y)
{
    uint32_t left = get(w, s, from, 0, y), here = get(w, s, from, 1, y);
    for (uint32_t x = 1; x + 1 < s->n; x++) {
        uint32_t right = get(w, s, from, x + 1, y);
        cg_st(w, s->at[1 - from] + 4 * (uint64_t)place(s, x, y),
              here + left + right + get(w, s, from, x, y - 1) + get(w, s, from, x, y + 1));
        left = here;
        here = right;
    }
}

/* The line of row y that begins at column x. */
static void line(Warp *w, const Stencil *s, uint32_t from, uint32_t x, uint32_t y)
{
    uint32_t up[MOST_WORDS], mid[MOST_WORDS], down[MOST_WORDS], sum[MOST_WORDS],
        left = x ? get(w, s, from, x - 1, y) : 0, right = x + s->words < s->n ? get(w, s, from, x + s->words, y) : 0;
    uint8_t mask[MOST_WORDS * 4 / 8] = {0};
    cg_ld_line(w, s->at[from] + 4 * (uint64_t)place(s, x, y - 1), (uint8_t *)up);
    cg_ld_line(w, s->at[from] + 4 * (uint64_t)place(s, x, y), (uint8_t *)mid);
    cg_ld_line(w, s->at[from] + 4 * (uint64_t)place(s, x, y + 1), (uint8_t *)down);
    for (uint32_t i = 0; i < s->words; i++) {
        sum[i] = mid[i] + up[i] + down[i] + (i ? mid[i - 1] : left) + (i + 1 < s->words ? mid[i + 1] : right);
        if (x + i > 0 && x + i + 1 < s->n) mask[i / 2] |= (uint8_t)(15 << i % 2 * 4);
    }
    cg_st_line(w, s->at[1 - from] + 4 * (uint64_t)place(s, x, y), (uint8_t *)sum, mask);
}

static void step_wide(Warp *w, const Stencil *s, uint32_t from)
{
    uint32_t columns = s->n / s->words;
    for (uint32_t job = cg_warp(w) * cg_cores(cg_run(w)) + cg_core(w); job < (s->n - 2) * columns; job += cg_threads(w))
        line(w, s, from, job % columns * s->words, 1 + job / columns);
}

static void body(Warp *w, void *arg)
{
    Stencil *s = arg;
    for (uint32_t step = 0; step < s->steps; step++) {
        uint32_t from = step % 2;
        if (s->wide) step_wide(w, s, from);
        for (uint32_t y = 1 + cg_thread(w); !s->wide && y + 1 < s->n; y += cg_threads(w)) row(w, s, from, y);
        cg_barrier(w);
    }
    for (uint32_t y = cg_thread(w); y < s->n; y += cg_threads(w))
        for (uint32_t x = 0; x < s->n; x++) s->found[place(s, x, y)] = get(w, s, s->steps % 2, x, y);
}

static void check(CgRun *r, void *arg)
{
    const Stencil *s = arg;
    for (uint32_t y = 0; y < s->n; y++)
        for (uint32_t x = 0; x < s->n; x++)
            if (s->found[place(s, x, y)] != s->expected[place(s, x, y)]) {
                cg_failed(r, "after %u steps (%u, %u) is %u, the sequential program says %u", s->steps, x, y,
                          s->found[place(s, x, y)], s->expected[place(s, x, y)]);
                return;
            }
}

static void report(void *arg, FILE *out)
{
    const Stencil *s = arg;
    fprintf(out, "stencil    %u x %u, %u steps\n", s->n, s->n, s->steps);
}

const CgKernel cg_kernel_stencil = {
    "stencil", "five-point stencil, a barrier after each step", setup, body, check, report, NULL, false};
