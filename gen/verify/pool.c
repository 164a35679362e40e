/* pool.c - records of 4-byte units: predecessor, length and marks, packed state; a table with linear probing of (8 bits of the hash, id). */
#define _GNU_SOURCE
#include "verify/pool.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HEAD = 6, UNIT = 4, SLACK = 1 << 12, FIRST_SLOTS = 1 << 16, PAGE = 4096 };

struct Pool {
    uint8_t *at;                     /* reserved; pages come as they are used */
    size_t used, reserved, limit;
    StateId *slot;
    uint8_t *tag;
    size_t slots;                    /* a power of two */
    uint64_t count;
};

static size_t table_bytes(size_t slots) { return slots * (sizeof(StateId) + 1); }

Pool *pool_create(size_t limit)
{
    Pool *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    size_t most = (size_t)UNIT << 32;
    p->limit = limit;
    p->reserved = (limit < most ? limit : most) + SLACK + PAGE;
    p->at = mmap(NULL, p->reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    p->slots = FIRST_SLOTS;
    p->slot = calloc(p->slots, sizeof *p->slot);
    p->tag = calloc(p->slots, 1);
    p->used = UNIT;
    if (p->at != MAP_FAILED && p->slot && p->tag) return p;
    pool_destroy(p);
    return NULL;
}

void pool_destroy(Pool *p)
{
    if (!p) return;
    if (p->at && p->at != MAP_FAILED) munmap(p->at, p->reserved);
    free(p->slot);
    free(p->tag);
    free(p);
}

static inline uint64_t mix(uint64_t h) { h ^= h >> 32; h *= UINT64_C(0xd6e8feb86659fd93); h ^= h >> 32; return h; }

uint64_t pool_hash(const uint8_t *at, size_t n)
{
    uint64_t h = n * UINT64_C(0x9e3779b97f4a7c15), w;
    for (; n >= 8; n -= 8, at += 8) { memcpy(&w, at, 8); h = mix(h ^ w) + w; }
    w = 0;
    memcpy(&w, at, n);
    return mix(mix(h ^ w) + UINT64_C(0x9e3779b97f4a7c15));
}

static uint8_t *record(const Pool *p, StateId id) { return p->at + (size_t)id * UNIT; }
static uint16_t head(const Pool *p, StateId id) { uint16_t x; memcpy(&x, record(p, id) + 4, 2); return x; }

const uint8_t *pool_at(const Pool *p, StateId id, size_t *n)
{
    if (n) *n = head(p, id) & 0xfff;
    return record(p, id) + HEAD;
}

StateId pool_pred(const Pool *p, StateId id) { StateId x; memcpy(&x, record(p, id), 4); return x; }
unsigned pool_marks(const Pool *p, StateId id) { return head(p, id) >> 12; }

void pool_set_marks(Pool *p, StateId id, unsigned marks)
{
    uint16_t x = (uint16_t)((head(p, id) & 0xfff) | marks << 12);
    memcpy(record(p, id) + 4, &x, 2);
}

static size_t units(size_t n) { return (HEAD + n + UNIT - 1) / UNIT; }

StateId pool_first(const Pool *p) { return p->count ? 1 : 0; }

StateId pool_next(const Pool *p, StateId id)
{
    size_t next = id + units(head(p, id) & 0xfff);
    return next * UNIT < p->used ? (StateId)next : 0;
}

static size_t find(const Pool *p, const uint8_t *at, size_t n, uint64_t hash)
{
    size_t i = hash & (p->slots - 1);
    uint8_t tag = (uint8_t)(hash >> 56);
    for (; p->slot[i]; i = (i + 1) & (p->slots - 1)) {
        if (p->tag[i] != tag) continue;
        size_t len;
        const uint8_t *q = pool_at(p, p->slot[i], &len);
        if (len == n && memcmp(q, at, n) == 0) return i;
    }
    return i;
}

StateId pool_find(const Pool *p, const uint8_t *at, size_t n, uint64_t hash) { return p->slot[find(p, at, n, hash)]; }

static bool grow(Pool *p)
{
    size_t slots = p->slots * 2;
    if (p->used + table_bytes(slots) + table_bytes(p->slots) > p->limit) return false;
    StateId *slot = calloc(slots, sizeof *slot);
    uint8_t *tag = calloc(slots, 1);
    if (!slot || !tag) { free(slot); free(tag); return false; }
    for (StateId id = pool_first(p); id; id = pool_next(p, id)) {
        size_t n;
        const uint8_t *at = pool_at(p, id, &n);
        uint64_t hash = pool_hash(at, n);
        size_t i = hash & (slots - 1);
        while (slot[i]) i = (i + 1) & (slots - 1);
        slot[i] = id;
        tag[i] = (uint8_t)(hash >> 56);
    }
    free(p->slot);
    free(p->tag);
    p->slot = slot; p->tag = tag; p->slots = slots;
    return true;
}

StateId pool_add(Pool *p, const uint8_t *at, size_t n, uint64_t hash, StateId pred, bool *fresh)
{
    size_t i = find(p, at, n, hash), need = units(n) * UNIT;
    *fresh = !p->slot[i];
    if (!*fresh) return p->slot[i];
    if (p->used + need + table_bytes(p->slots) > p->limit || p->used + need + SLACK > p->reserved) return 0;
    if (p->count * 4 >= p->slots * 3) {
        if (!grow(p)) return 0;
        i = find(p, at, n, hash);
    }
    StateId id = (StateId)(p->used / UNIT);
    uint16_t len = (uint16_t)n;
    memcpy(p->at + p->used, &pred, 4);
    memcpy(p->at + p->used + 4, &len, 2);
    memcpy(p->at + p->used + HEAD, at, n);
    p->used += need;
    p->slot[i] = id;
    p->tag[i] = (uint8_t)(hash >> 56);
    p->count++;
    return id;
}

uint64_t pool_count(const Pool *p) { return p->count; }
size_t pool_bytes(const Pool *p) { return p->used + table_bytes(p->slots); }
size_t pool_state_bytes(const Pool *p) { return p->used; }
