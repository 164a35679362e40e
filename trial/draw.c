/* draw.c - a value for every parameter of a specification. */
#include "trial.h"
#include <stdlib.h>
#include <string.h>

typedef struct { int64_t state; } Dice;

/* Park and Miller's generator. */
static long roll(Dice *d, long sides)
{
    d->state = d->state * 16807 % 2147483647;
    return (long)(d->state % sides);
}

static long clip(const DrawParam *p, long v) { return v < p->least ? p->least : v > p->most ? p->most : v; }

/* Log-uniform between the ends, and off the powers of two as often as not. */
static long anywhere(const DrawParam *p, Dice *d)
{
    long first = p->least < 1 ? 1 : p->least, doublings = 0, v;
    for (v = first; v * 2 <= p->most; v *= 2) doublings++;
    v = first;
    for (doublings = roll(d, doublings + 1); doublings > 0; doublings--) v *= 2;
    return clip(p, v + (roll(d, 2) ? roll(d, v) : 0));
}

/* One of the three least of a list. */
static long of_list(Trial *t, const DrawParam *p, Dice *d)
{
    Words list = tool_split(t->a, p->list, ",");
    long v = p->least;
    for (long steps = roll(d, 3); steps > 0; steps--) {
        long next = p->most;
        for (int k = 0; k < list.n; k++) {
            long value = atol(list.at[k]);
            if (value > v && value < next) next = value;
        }
        v = next;
    }
    return v;
}

static bool listed(const DrawParam *p) { return strcmp(p->list, "-") != 0; }

static long small(Trial *t, const DrawParam *p, Dice *d)
{
    long dice = roll(d, 8);
    if (dice == 0) return clip(p, p->usual);
    if (listed(p)) return of_list(t, p, d);
    return dice < 3 ? p->least : clip(p, p->least + 1 + roll(d, 4));
}

static long tall(const DrawParam *p, Dice *d)
{
    long dice = roll(d, 4);
    return dice == 0 ? p->most : dice == 1 ? clip(p, p->most - 1) : anywhere(p, d);
}

/* The legal value at or below v, of a list that need not be sorted; the least one if there is none. */
static long legal(Trial *t, const DrawParam *p, long v)
{
    if (!listed(p)) return v;
    Words list = tool_split(t->a, p->list, ",");
    bool any = false;
    long found = v;
    for (int k = 0; k < list.n; k++) {
        long value = atol(list.at[k]);
        if (value < p->least || value > p->most) continue;
        if (!any || (value <= v ? value > found || found > v : value < found)) any = true, found = value;
    }
    return found;
}

DrawParams draw_params(Trial *t, const char *limits, const char *params)
{
    DrawParams all = {0};
    Words lines = tool_split(t->a, params, "\n"), narrower = tool_split(t->a, limits, "\n");
    for (int i = 0; i < lines.n; i++) {
        Words w = tool_split(t->a, lines.at[i], " \t");
        if (w.n < 5) continue;
        DrawParam p = {w.at[0], w.at[4], atol(w.at[1]), atol(w.at[2]), atol(w.at[3])};
        long low = 0, high = 0;
        bool limited = false;
        for (int k = 0; k < narrower.n; k++) { /* the last one counts */
            Words l = tool_split(t->a, narrower.at[k], " \t");
            if (l.n < 4 || strcmp(l.at[0], "limit") != 0 || strcmp(l.at[1], p.name) != 0) continue;
            limited = true, low = atol(l.at[2]), high = atol(l.at[3]);
        }
        if (limited && low > p.least) p.least = low;
        if (limited && high < p.most) p.most = high;
        vec_push(t->a, &all, p);
    }
    return all;
}

Words draw_values(Trial *t, const DrawParams *params, int64_t seed)
{
    Dice d = {seed % 2147483646 + 1};
    Words sets = {0};
    bool *big = calloc((size_t)params->n + 1, sizeof *big);
    if (!big) tool_fatal(3, "out of memory");
    for (int i = 0; i < 8; i++) roll(&d, 2);
    for (long n = 1 + roll(&d, 5); n > 0; n--) big[roll(&d, params->n)] = true;
    for (int i = 0; i < params->n; i++) {
        const DrawParam *p = &params->at[i];
        long v = legal(t, p, big[i] ? tall(p, &d) : small(t, p, &d));
        tool_add(t->a, &sets, tool_text(t->a, "--set=%s=%ld", p->name, v));
    }
    free(big);
    return sets;
}
