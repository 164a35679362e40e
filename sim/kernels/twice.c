/* twice.c - a wavefront stores to the same words twice, by words and by lines under masks that overlap, in both orders,
 * and looks at them in between; some lines are its own, where the result is known, some it shares with all.
 * --with: turns (of each wavefront in a workgroup), lines (shared); those of launch.h. */
#include "kernels/launch.h"
#include <string.h>

enum { MOST_WORDS = 64 };
typedef struct { Launch *launch; uint32_t turns, lines, words; uint64_t shared, own; uint32_t *expected; } Twice;

static void *setup(CgRun *r)
{
    Twice *p = cg_keep(r, sizeof *p);
    uint64_t turns = cg_option(r, "turns", 6), lines = cg_option(r, "lines", 2);
    if (turns < 1 || turns > 1u << 20 || lines < 1 || lines > 1u << 16)
        return cg_failed(r, "turns go from 1 to 2^20, lines to 2^16"), p;
    p->launch = launch_setup(r);
    p->turns = (uint32_t)turns, p->lines = (uint32_t)lines, p->words = p->launch->line / 4;
    uint32_t own = p->launch->groups * p->launch->waves * p->words;
    p->shared = launch_array(r, p->launch, NULL, p->lines * p->words);
    p->own = launch_array(r, p->launch, NULL, own);
    p->expected = cg_keep(r, own * sizeof *p->expected);
    return p;
}

/* Words from..to-1 of a line get value, value + 1, ...: as one store, or as one each. */
static void put(Warp *w, const Twice *p, uint64_t line, const uint32_t *from_to_value, bool wide)
{
    uint32_t words[MOST_WORDS] = {0};
    uint8_t mask[MOST_WORDS / 2] = {0};
    for (uint32_t i = from_to_value[0]; i < from_to_value[1] && i < p->words; i++) {
        words[i] = from_to_value[2] + i;
        mask[i / 2] |= (uint8_t)(15 << i % 2 * 4);
        if (!wide) cg_st(w, line + 4 * (uint64_t)i, words[i]);
    }
    if (wide) cg_st_line(w, line, (uint8_t *)words, mask);
}

static void work(Warp *w, void *arg, uint32_t group)
{
    const Twice *p = arg;
    uint32_t me = launch_wave(w, p->launch, group), half = (p->words + 1) / 2, *expected = p->expected + me * p->words;
    SimRng rng = launch_rng(p->launch, me + 1);
    for (uint32_t turn = 0; turn < p->turns; turn++) {
        uint32_t value = me << 16 | turn << 8, dice = (uint32_t)sim_random(&rng), later = value | 128;
        uint64_t lines[2] = {p->own + (uint64_t)me * p->launch->line,
                             p->shared + (uint64_t)sim_below(&rng, p->lines) * p->launch->line};
        /* the one reaches over the other, or begins within it */
        uint32_t a[3] = {0, dice & 1 ? p->words : half + 1, value}, b[3] = {dice & 2 ? half : 0, p->words, later};
        for (int k = 0; k < 2; k++) {
            put(w, p, lines[k], dice & 4 ? b : a, dice & 8);
            cg_ld(w, lines[k] + 4 * (uint64_t)(half % p->words));
            put(w, p, lines[k], dice & 4 ? a : b, dice & 16);
        }
        for (uint32_t i = 0; i < p->words; i++)
            for (int k = 0; k < 2; k++) {
                const uint32_t *s = (k == 0) == !(dice & 4) ? a : b;
                if (i >= s[0] && i < s[1]) expected[i] = s[2] + i;
            }
        uint32_t got = cg_ld(w, lines[0]);
        if (got != expected[0])
            cg_failed(cg_run(w), "wavefront %u reads %u in its own line, where it has stored %u", me, got, expected[0]);
    }
}

static void check(CgRun *r, void *arg)
{
    const Twice *p = arg;
    for (uint32_t i = 0; i < p->launch->groups * p->launch->waves * p->words && launch_looked(p->launch); i++) {
        uint32_t got = launch_seen(p->launch, p->own + 4 * (uint64_t)i);
        if (got == p->expected[i]) continue;
        cg_failed(r, "word %u of wavefront %u's line holds 0x%x, its latest store was 0x%x", i % p->words, i / p->words,
                  got, p->expected[i]);
        return;
    }
}

static void body(Warp *w, void *arg) { launch_body(w, ((Twice *)arg)->launch, work, arg); }
static void report(void *arg, FILE *out) { launch_report(((Twice *)arg)->launch, "twice", out); }

const CgKernel cg_kernel_twice = {
    "twice", "wavefronts that store to the same words twice", setup, body, check, report, NULL, false};
