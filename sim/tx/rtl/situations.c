/* situations.c - see situations.h. */
#include "tx/rtl/situations.h"
#include <string.h>

/* Requests parked for a granule. */
static uint32_t *waiting_of(TxSituations *s, uint64_t granule)
{
    uint32_t *n = sim_map_at(&s->waiting, granule, 0);
    if (*n == SIM_NONE) *n = 0;
    return n;
}

void tx_situation_access(TxSituations *s, uint64_t granule, bool parked, bool replayed, bool full)
{
    s->rows++;
    s->full += full;
    uint32_t *waiting = waiting_of(s, granule);
    if (s->open && granule == s->released) {
        if (replayed) s->open = false;
        else s->between++;
    }
    if (parked && !replayed) s->parked++, ++*waiting;
    if (!parked && replayed && *waiting > 0) --*waiting;
}

void tx_situation_log(TxSituations *s, uint64_t granule, uint32_t wid, bool commit, bool last)
{
    if (s->last.any && s->last.commit != commit && s->last.wid != wid)
        s->mixed++, s->same += s->last.granule == granule;
    s->last.granule = granule, s->last.commit = commit, s->last.wid = wid, s->last.any = true;
    if (last && *waiting_of(s, granule) > 0) s->open = true, s->released = granule;
}

static uint32_t gauge(const CgController *c, uint32_t instance, const uint32_t *out, const char *name)
{
    for (uint32_t i = 0; i < c->n_gauges; i++)
        if (strcmp(c->gauges[i], name) == 0)
            return (uint32_t)cg_get(out, c->gauge_lsb + (instance * c->n_gauges + i) * CG_GAUGE_BITS, CG_GAUGE_BITS);
    return 0;
}

static bool memory_waits(const CgMemPort *p, uint32_t n, const uint32_t *in, const uint32_t *out)
{
    static const char *const channels[][2] = {{"arvalid", "arready"}, {"awvalid", "awready"}, {"wvalid", "wready"}};
    for (int i = 0; i < 3; i++)
        if (sim_get(out, p->out_base + n * p->out_stride, sim_field(p->out_fields, p->n_out_fields, channels[i][0])) &&
            !sim_get(in, p->in_base + n * p->in_stride, sim_field(p->in_fields, p->n_in_fields, channels[i][1])))
            return true;
    return false;
}

void tx_situation_cycle(TxSituations *s, const CgController *unit, const CgMemPort *memory, uint32_t instance,
                        const uint32_t *in, const uint32_t *out)
{
    uint64_t entries = gauge(unit, instance, out, "meta.entries"), outside = gauge(unit, instance, out, "meta.outside");
    if (entries > s->entries) s->entries = entries;
    if (outside > s->outside) s->outside = outside;
    s->spills += gauge(unit, instance, out, "meta.spills");
    s->held_memory += memory_waits(memory, instance, in, out);
}

void tx_situations_print(const TxSituations *s, FILE *out)
{
    const struct { const char *name; uint64_t n;
    } all[] = {{"rows", s->rows},
               {"granules", s->granules},
               {"entries", s->entries},
               {"outside", s->outside},
               {"spills", s->spills},
               {"parked", s->parked},
               {"full", s->full},
               {"between", s->between},
               {"mixed", s->mixed},
               {"same", s->same},
               {"held_ask", s->held_ask},
               {"held_log", s->held_log},
               {"held_answer", s->held_answer},
               {"held_memory", s->held_memory}};
    fputs("situations", out);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        fprintf(out, " %s=%llu", all[i].name, (unsigned long long)all[i].n);
    fputc('\n', out);
}

/* ---- the hash of templates/cg_h3.v ---- */

enum { MAX_KEY = 32, MAX_HASH = 64, TRIES = 64 };

static uint32_t mix(uint32_t x)
{
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

/* The word of each key bit. */
static void hash_words(uint16_t *words, uint32_t key_bits, uint32_t used, uint32_t way)
{
    uint16_t basis[16] = {0};
    uint32_t number = mix(1 + mix(way)), rank = key_bits < used ? key_bits : used;
    for (uint32_t k = 0; k < key_bits; k++) {
        uint16_t word = 0, rest = 0;
        for (uint32_t n = 0, good = 0; n < TRIES && !good; n++) {
            number += 0x9e3779b9u;
            uint32_t drawn = mix(number);
            word = (uint16_t)(drawn >> 16 ^ drawn);
            rest = used == 0 ? 0 : (uint16_t)(word & ~(0xffffu >> used));
            for (int b = 15; b >= 0; b--) if (rest >> b & 1) rest ^= basis[b];
            good = k >= rank || rest != 0;
        }
        for (int b = 0; b < 16; b++) if (rest >> b == 1 && k < rank) basis[b] = rest;
        words[k] = word;
    }
}

/* Adds to keys[0..found-1] what the key bits can make so that the bits of the hashes in `mask` cancel, as far as there
 * is room; returns how many there are. Elimination: a combination of key bits whose hashes cancel is a key with hash 0,
 * and the exclusive-or of such keys is one as well. `led`: the keys that doubled the number, by their leading bits; a
 * combination of these is there already. */
static uint32_t add_keys(uint64_t *keys, uint32_t found, uint64_t *led, const uint64_t *hash, uint32_t key_bits,
                         uint64_t mask)
{
    uint64_t pivot[MAX_HASH] = {0}, of_pivot[MAX_HASH] = {0};
    for (uint32_t k = 0; k < key_bits && found < TX_COLLIDING; k++) {
        uint64_t rest = hash[k] & mask, bits = UINT64_C(1) << k, lead;
        for (uint32_t b = MAX_HASH; b-- > 0 && rest;) {
            if (!(rest >> b & 1)) continue;
            if (!pivot[b]) { pivot[b] = rest, of_pivot[b] = bits; break; }
            rest ^= pivot[b], bits ^= of_pivot[b];
        }
        if (rest) continue;
        lead = bits;
        for (uint32_t b = MAX_KEY; b-- > 0;) if (lead >> b & 1 && led[b]) lead ^= led[b];
        if (!lead) continue;
        for (uint32_t b = MAX_KEY; b-- > 0;) if (lead >> b & 1) { led[b] = lead; break; }
        for (uint32_t i = 0; i < found; i++) keys[found + i] = keys[i] ^ bits;
        found *= 2;
    }
    return found;
}

bool tx_colliding_keys(uint64_t *keys, uint32_t key_bits, uint32_t ways, uint32_t row_bits)
{
    uint64_t hash[MAX_KEY] = {0}, led[MAX_KEY] = {0};
    uint32_t found = 1;
    if (key_bits > MAX_KEY || ways * row_bits > MAX_HASH) return false;
    for (uint32_t w = 0; w < ways; w++) {
        uint16_t words[MAX_KEY];
        hash_words(words, key_bits, row_bits, w);
        for (uint32_t k = 0; k < key_bits && row_bits > 0; k++)
            hash[k] |= (uint64_t)(words[k] >> (16 - row_bits)) << (w * row_bits);
    }
    keys[0] = 0;
    /* bits of the row in way 0 that may differ */
    for (uint32_t other = 0; other <= row_bits && found < TX_COLLIDING; other++) {
        found = add_keys(keys, found, led, hash, key_bits, UINT64_MAX << other);
        if (other == 0 && found < TX_ALL_EQUAL) return false;
    }
    return found == TX_COLLIDING;
}
