/* frame.c - see frame.h. */
#include "frame.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Means of the source: 477,917 triangles in a frame, 92.44 % of them in groups that are not small. The others are ours:
 * triangles of a draw and fragments of a triangle have log-normal distributions. */
/* MORE_PER_MILLE: fragments of a group that is split, of 1000 of one that is not, as published for 8 GPUs: a GPU does
 * not know the depths that the others have drawn. */
enum { MORE_PER_MILLE = 1084 };
enum { TRIANGLES = 477917, SMALL_PER_MILLE = 76, DRAW_TRIANGLES = 110, MOST_TRIANGLES = 5000, FRAGMENTS = 17 };
static const double spread_of_draws = 1.3, spread_of_fragments = 0.5;

static double uniform(SimRng *r) { return ((double)(sim_random(r) >> 11) + 0.5) / 9007199254740992.0; }
/* e to the power of a normal variable of this spread */
static double noise(SimRng *r, double spread)
{
    return exp(spread * sqrt(-2 * log(uniform(r))) * cos(2 * 3.14159265358979 * uniform(r)));
}

static void add_draw(Group *g, size_t *capacity, Draw d)
{
    g->draws = sim_grow(g->draws, capacity, g->n + 1, sizeof *g->draws);
    g->draws[g->n++] = d;
    g->triangles += d.triangles;
    g->fragments += d.fragments;
}

/* Draws until there are so many triangles. */
static Group group_make(SimRng *r, uint64_t triangles, bool transparent)
{
    Group g = {.transparent = transparent};
    size_t capacity = 0;
    while (g.triangles < triangles) {
        double n = fmin(1 + DRAW_TRIANGLES * noise(r, spread_of_draws), MOST_TRIANGLES);
        n = fmin(n, (double)(triangles - g.triangles));
        if (n < 1) n = 1;
        add_draw(&g, &capacity, (Draw){(uint32_t)n, (uint32_t)(n * FRAGMENTS * noise(r, spread_of_fragments))});
    }
    return g;
}

Frame frame_make(uint64_t seed, uint32_t big, uint32_t percent)
{
    SimRng r = {seed};
    Frame f = {.groups = sim_alloc((size_t)2 * big, sizeof *f.groups)};
    uint64_t each = (uint64_t)TRIANGLES * percent / 100 / big, small_each = each * SMALL_PER_MILLE / 1000;
    uint64_t big_each = each - small_each;
    for (uint32_t i = 0; i < big; i++) {
        uint64_t n = big_each / 2 + sim_below(&r, (uint32_t)big_each);
        uint64_t few = small_each / 2 + sim_below(&r, (uint32_t)small_each);
        if (few >= THRESHOLD) few = THRESHOLD - 1;
        f.groups[f.n++] = group_make(&r, few, false);
        f.groups[f.n++] = group_make(&r, n < THRESHOLD ? THRESHOLD : n, i % 2 == 1);
    }
    return f;
}

void frame_free(Frame *f)
{
    for (uint32_t i = 0; i < f->n; i++) free(f->groups[i].draws);
    free(f->groups);
}

bool frame_is_small(const Group *g) { return g->triangles < THRESHOLD; }

/* ---- one GPU ---- */

void pipe_fragments(Pipe *p, uint64_t from, uint64_t to, uint64_t fragments)
{
    uint64_t start = p->pixels > from ? p->pixels : from;
    uint64_t end = start + fragments * CYCLES_PER_FRAGMENT;
    p->geometry = to;
    p->pixels = end > to ? end : to;
}

void pipe_draw(Pipe *p, uint64_t arrives, Draw d)
{
    uint64_t from = p->geometry > arrives ? p->geometry : arrives;
    pipe_fragments(p, from, from + (uint64_t)d.triangles * CYCLES_PER_TRIANGLE, d.fragments);
}

/* ---- shares ---- */

static Share share_of(const Pipe pipes[GPUS], const uint64_t fragments[GPUS])
{
    Share s = {0};
    for (int g = 0; g < GPUS; g++) s.end[g] = pipes[g].pixels, s.fragments[g] = fragments[g];
    return s;
}

uint64_t share_end(const Share *s)
{
    uint64_t most = 0;
    for (int g = 0; g < GPUS; g++) if (s->end[g] > most) most = s->end[g];
    return most;
}

Share share_in_turn(const Group *g)
{
    Pipe pipes[GPUS] = {0};
    uint64_t fragments[GPUS] = {0};
    for (uint32_t i = 0; i < g->n; i++) {
        pipe_draw(&pipes[i % GPUS], (uint64_t)i * GAP, g->draws[i]);
        fragments[i % GPUS] += g->draws[i].fragments;
    }
    return share_of(pipes, fragments);
}

Share share_known(const Group *g)
{
    Pipe pipes[GPUS] = {0};
    uint64_t fragments[GPUS] = {0};
    for (uint32_t i = 0; i < g->n; i++) {
        int best = 0;
        uint64_t least = UINT64_MAX;
        for (int k = 0; k < GPUS; k++) {
            Pipe after = pipes[k];
            pipe_draw(&after, (uint64_t)i * GAP, g->draws[i]);
            if (after.pixels < least) least = after.pixels, best = k;
        }
        pipe_draw(&pipes[best], (uint64_t)i * GAP, g->draws[i]);
        fragments[best] += g->draws[i].fragments;
    }
    return share_of(pipes, fragments);
}

/* A draw may be cut: its fragments are those of its triangles. */
Share share_ranges(const Group *g)
{
    Pipe pipes[GPUS] = {0};
    uint64_t fragments[GPUS] = {0}, done = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        Draw left = g->draws[i];
        while (left.triangles) {
            uint64_t k = done * GPUS / g->triangles, end = ((k + 1) * g->triangles + GPUS - 1) / GPUS;
            Draw part = left;
            if (part.triangles > end - done) {
                part.triangles = (uint32_t)(end - done);
                part.fragments = (uint32_t)((uint64_t)left.fragments * part.triangles / left.triangles);
            }
            pipe_draw(&pipes[k], (uint64_t)i * GAP, part);
            fragments[k] += part.fragments;
            done += part.triangles;
            left.triangles -= part.triangles, left.fragments -= part.fragments;
        }
    }
    return share_of(pipes, fragments);
}

void share_copies(const Group *g, SimRng *rng, Pipe pipes[GPUS])
{
    for (uint32_t i = 0; i < g->n; i++) {
        double part[GPUS], sum = 0;
        for (int k = 0; k < GPUS; k++) sum += part[k] = noise(rng, 1);   /* a draw is somewhere on the screen */
        for (int k = 0; k < GPUS; k++) {
            double fragments = g->draws[i].fragments * 1000.0 / MORE_PER_MILLE * part[k] / sum;
            Draw d = {g->draws[i].triangles, (uint32_t)fragments};
            pipe_draw(&pipes[k], 0, d);
        }
    }
}
