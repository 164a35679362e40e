/* links.c - see links.h. */
#include "links.h"
#include <math.h>

/* Pixels of a part of the screen (1280 x 720 in all); bytes of one that are moved. */
enum { REGION = 1280 * 720 / GPUS, OPAQUE_BYTES = 8, TRANSPARENT_BYTES = 4 };

static uint64_t cycles_of(uint64_t bytes) { return LATENCY + (bytes + BYTES_PER_CYCLE - 1) / BYTES_PER_CYCLE; }

/* Fragments fall anywhere in a region, so some fall on one pixel: only what was touched is moved. */
void work_add(Work *w, const Share *s, bool transparent, uint64_t before, SimRng *rng)
{
    Step *t = &w->steps[w->n++];
    double bare[GPUS];      /* share of each region's pixels that nobody has touched */
    uint32_t per_pixel = transparent ? TRANSPARENT_BYTES : OPAQUE_BYTES;
    t->transparent = transparent;
    for (int r = 0; r < GPUS; r++) bare[r] = 1;
    for (int g = 0; g < GPUS; g++) {
        double all = 0;
        t->draws[g] = before + s->end[g];
        for (int r = 0; r < GPUS; r++) {
            double fragments = (double)s->fragments[g] / GPUS * (50 + sim_below(rng, 101)) / 100;
            double left = exp(-fragments / REGION);
            uint64_t bytes = (uint64_t)((1 - left) * REGION) * per_pixel;
            t->moves[g][r] = cycles_of(bytes);
            if (r != g) w->bytes += bytes;
            all += 1 - (bare[r] *= left);
        }
        t->chain[g] = cycles_of((uint64_t)(all * REGION) * per_pixel);
    }
}

static uint64_t most(const uint64_t at[GPUS])
{
    uint64_t m = 0;
    for (int g = 0; g < GPUS; g++) if (at[g] > m) m = at[g];
    return m;
}

uint64_t links_free(const Work *w)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < w->n; i++) all += most(w->steps[i].draws);
    return all;
}

/* ---- in turn ---- */

/* at: cycle at which each GPU has drawn; afterwards at which it has composed. The last one has the whole image, and
 * gives each its region of it. */
static void chain(const Step *t, uint64_t at[GPUS])
{
    uint64_t now = at[0];
    for (int g = 0; g + 1 < GPUS; g++) now = (now > at[g + 1] ? now : at[g + 1]) + t->chain[g];
    for (int r = 0; r + 1 < GPUS; r++) at[r] = now += t->chain[GPUS - 1] / GPUS;
    at[GPUS - 1] = now;
}

/* Of the transfers that come next, one of each sender, the one that can begin first. */
static void exchange(const Step *t, uint64_t at[GPUS], LinksOrder order)
{
    uint64_t sender[GPUS], receiver[GPUS];
    int sent[GPUS] = {0};
    for (int g = 0; g < GPUS; g++) sender[g] = receiver[g] = at[g];
    for (int left = GPUS * (GPUS - 1); left > 0; left--) {
        int from = -1, to = -1;
        uint64_t first = UINT64_MAX;
        for (int s = 0; s < GPUS; s++) {
            if (sent[s] == GPUS - 1) continue;
            int r = order == LINKS_BY_NUMBER ? sent[s] + (sent[s] >= s) : (s + 1 + sent[s]) % GPUS;
            uint64_t start = sender[s] > receiver[r] ? sender[s] : receiver[r];
            if (start < first) first = start, from = s, to = r;
        }
        sender[from] = receiver[to] = first + t->moves[from][to];
        sent[from]++;
    }
    for (int g = 0; g < GPUS; g++) at[g] = sender[g] > receiver[g] ? sender[g] : receiver[g];
}

uint64_t links_in_turn(const Work *w, LinksOrder order)
{
    uint64_t at[GPUS] = {0};
    for (uint32_t i = 0; i < w->n; i++) {
        for (int g = 0; g < GPUS; g++) at[g] += w->steps[i].draws[g];
        if (w->steps[i].transparent) chain(&w->steps[i], at);
        else exchange(&w->steps[i], at, order);
    }
    return most(at);
}
