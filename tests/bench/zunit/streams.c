/* streams.c - see streams.h. */
#include "streams.h"
#include <string.h>

static uint32_t all_words(const Streams *s)
{
    return s->n_words == 32 ? UINT32_MAX : (UINT32_C(1) << s->n_words) - 1;
}
static uint32_t falling(uint64_t i) { return UINT32_MAX - 1 - (uint32_t)i; }
/* half of what the Z-cache holds, one after the other */
static uint64_t cached(const Streams *s, uint64_t i) { return i % ((uint64_t)s->sets * s->ways / 2 + 1); }

static Update hit_pass(Streams *s, uint64_t i) { return (Update){cached(s, i), falling(i), 0, all_words(s)}; }
/* the first ones are the smallest */
static Update hit_fail(Streams *s, uint64_t i)
{
    return (Update){cached(s, i), (uint32_t)(i % 4) + (i < (uint64_t)s->sets * s->ways ? 1 : 5), 0, all_words(s)};
}
/* a block that has not been asked for since it left */
static Update miss(Streams *s, uint64_t i) { return (Update){i % BLOCKS, falling(i), 0, all_words(s)}; }
/* a block more than there are ways, all of one set */
static Update conflict(Streams *s, uint64_t i)
{
    return (Update){i % (s->ways + 1) * s->sets % BLOCKS, falling(i), 0, all_words(s)};
}
static Update single(Streams *s, uint64_t i) { return (Update){0, falling(i), 0, all_words(s)}; }
/* BURST updates to a block that is not there, as when so many wavefronts have written to it */
static Update burst(Streams *s, uint64_t i) { return (Update){i / BURST % BLOCKS, falling(i), 0, all_words(s)}; }
Update stream_anywhere(Streams *s, uint64_t i)
{
    uint32_t words = (uint32_t)sim_random(&s->rng) & all_words(s);
    return (Update){sim_below(&s->rng, WORKING_SET), falling(i / 1024 * 64) - sim_below(&s->rng, 64), 0,
                    words ? words : 1};
}
/* the same, every second one to one of HOT blocks */
static Update hot(Streams *s, uint64_t i)
{
    Update u = stream_anywhere(s, i);
    if (sim_below(&s->rng, 2)) u.block %= HOT;
    return u;
}

Stream stream_named(const char *name)
{
    static const struct { const char *name; Stream next; } streams[] = {
        {"hit_pass", hit_pass}, {"hit_fail", hit_fail}, {"miss", miss}, {"conflict", conflict},
        {"single", single}, {"burst", burst}, {"anywhere", stream_anywhere}, {"hot", hot},
    };
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
        if (strcmp(name, streams[i].name) == 0) return streams[i].next;
    return NULL;
}

void stream_expect(Streams *s, const Update *u)
{
    for (uint32_t w = 0; w < s->n_words; w++) {
        Word *x = &s->words[u->block * s->n_words + w];
        if (u->words >> w & 1 && u->depth <= x->depth) x->depth = u->depth, x->colour = u->colour;
    }
}

uint64_t stream_wrong(const Streams *s)
{
    uint64_t wrong = 0;
    for (uint64_t i = 0; i < (uint64_t)BLOCKS * s->n_words; i++) wrong += s->words[i].is != s->words[i].colour;
    return wrong;
}

void stream_bytes(const Streams *s, uint32_t value, uint8_t *bytes)
{
    for (uint32_t i = 0; i < 4 * s->n_words; i++) bytes[i] = (uint8_t)(value >> 8 * (i % 4));
}

void stream_mask(const Streams *s, const Update *u, uint8_t *mask)
{
    memset(mask, 0, MOST_WORDS / 2);
    for (uint32_t w = 0; w < s->n_words; w++)
        if (u->words >> w & 1) mask[w / 2] |= (uint8_t)(w % 2 ? 0xf0 : 0x0f);
}

uint32_t stream_word(const uint8_t *bytes, uint32_t w)
{
    return bytes[4 * w] | bytes[4 * w + 1] << 8 | bytes[4 * w + 2] << 16 | (uint32_t)bytes[4 * w + 3] << 24;
}
