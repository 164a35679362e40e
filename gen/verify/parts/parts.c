/* parts.c - an area of packed instances and a hash table of their numbers for each controller. Areas never move, so
 * what a number stands for is read without a lock. */
#define _GNU_SOURCE
#include "verify/parts/parts.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PART_BITS = 28, SLACK = 64, FIRST = 256, WORDS = MAX_CTLS, AREAS };
static const uint64_t many_words = UINT64_C(1) << 55;          /* from here on numbers stand for long ones */

/* start: of each number, in its area; the next one's is its end. */
typedef struct {
    uint8_t *at;
    uint32_t *start, *slot;
    size_t reserved, most, n, used, slots;
} Kind;

struct Parts {
    const Model *m;
    size_t limit;
    pthread_mutex_t lock;
    _Atomic size_t bytes;
    Kind kind[AREAS];                /* the last: words */
};

void *parts_area(size_t n)
{
    void *at = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

static bool kind_create(Kind *k, size_t limit)
{
    k->reserved = limit < UINT32_MAX ? limit : UINT32_MAX;
    k->most = k->reserved / 8 < (size_t)1 << PART_BITS ? k->reserved / 8 : ((size_t)1 << PART_BITS) - 1;
    k->at = parts_area(k->reserved + SLACK);
    k->start = parts_area((k->most + 2) * sizeof *k->start);
    k->n = 1;                        /* 0 is none */
    return k->at && k->start;
}

Parts *parts_create(const Model *m, size_t limit)
{
    Parts *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->m = m;
    p->limit = limit;
    pthread_mutex_init(&p->lock, NULL);
    bool ok = true;
    for (int i = 0; i < AREAS; i++) ok &= kind_create(&p->kind[i], limit);
    if (ok) return p;
    parts_destroy(p);
    return NULL;
}

void parts_destroy(Parts *p)
{
    for (int i = 0; p && i < AREAS; i++) {
        Kind *k = &p->kind[i];
        if (k->at) munmap(k->at, k->reserved + SLACK);
        if (k->start) munmap(k->start, (k->most + 2) * sizeof *k->start);
        free(k->slot);
    }
    free(p);
}

static size_t place(const Kind *k, const uint64_t *at, size_t n)
{
    return (size_t)(state_hash(at, n) >> 32) & (k->slots - 1);
}

/* The slot of these bytes, or the free one for them. */
static uint32_t *find(const Kind *k, const uint64_t *at, size_t n)
{
    for (size_t i = place(k, at, n); ; i = (i + 1) & (k->slots - 1)) {
        uint32_t id = k->slot[i];
        if (!id || (k->start[id + 1] - k->start[id] == n && memcmp(k->at + k->start[id], at, n) == 0))
            return &k->slot[i];
    }
}

static bool grow_to(Parts *p, Kind *k, size_t slots)
{
    Kind more = *k;
    more.slots = slots;
    more.slot = calloc(more.slots, sizeof *more.slot);
    if (!more.slot) return false;
    for (uint32_t id = 1; id < k->n; id++) {
        uint64_t at[PACKED_WORDS] = { 0 };
        size_t n = k->start[id + 1] - k->start[id];
        memcpy(at, k->at + k->start[id], n);
        *find(&more, at, n) = id;
    }
    free(k->slot);
    atomic_fetch_add(&p->bytes, (more.slots - k->slots) * sizeof *k->slot);
    k->slot = more.slot;
    k->slots = more.slots;
    return true;
}

static bool grow(Parts *p, Kind *k) { return grow_to(p, k, k->slots ? 2 * k->slots : FIRST); }

static uint32_t add(Parts *p, Kind *k, const uint64_t *at, size_t n)
{
    if (2 * k->n >= k->slots && !grow(p, k)) return 0;
    uint32_t *slot = find(k, at, n);
    if (*slot) return *slot;
    if (k->n >= k->most || k->used + n > k->reserved || p->bytes > p->limit) return 0;
    memcpy(k->at + k->used, at, n);
    k->used += n;
    k->start[k->n + 1] = (uint32_t)k->used;
    atomic_fetch_add(&p->bytes, n + sizeof *k->start);
    return *slot = (uint32_t)k->n++;
}

static uint32_t number(Parts *p, int kind, const uint64_t *at, size_t n)
{
    pthread_mutex_lock(&p->lock);
    uint32_t id = add(p, &p->kind[kind], at, n);
    pthread_mutex_unlock(&p->lock);
    return id;
}

PartId parts_id(Parts *p, int ctl, const Inst *x)
{
    uint64_t at[PACKED_WORDS];
    return number(p, ctl, at, state_pack_inst(p->m, &p->m->ctl[ctl], x, at));
}

void parts_inst(const Parts *p, int ctl, PartId id, Inst *x)
{
    uint64_t at[PACKED_WORDS];
    const Kind *k = &p->kind[ctl];
    size_t n = k->start[id + 1] - k->start[id];
    memcpy(at, k->at + k->start[id], n);                /* not what is behind: another thread may be writing it */
    memset((uint8_t *)at + n, 0, sizeof *at);
    state_unpack_inst(p->m, &p->m->ctl[ctl], at, x);
}

uint64_t parts_word(Parts *p, const uint64_t *at, size_t n)
{
    if (n < 7) return at[0];
    uint32_t id = number(p, WORDS, at, n);
    return id ? many_words | id : UINT64_MAX;
}

size_t parts_bytes(const Parts *p) { return p->bytes; }

size_t parts_most(const Parts *p) { return p->kind[0].most; }

size_t parts_count(const Parts *p)
{
    size_t n = 0;
    for (int i = 0; i < MAX_CTLS; i++) n += p->kind[i].n - 1;
    return n;
}

/* ---- files ---- */

void parts_save(const Parts *p, SaveFile *to)
{
    for (int i = 0; i < AREAS; i++) {
        const Kind *k = &p->kind[i];
        savefile_put(to, &k->n, sizeof k->n);
        savefile_put(to, &k->used, sizeof k->used);
        savefile_put(to, k->start, (k->n + 1) * sizeof *k->start);
        savefile_put(to, k->at, k->used);
    }
}

static bool load_kind(Parts *p, Kind *k, SaveFile *from)
{
    if (!savefile_get(from, &k->n, sizeof k->n) || !savefile_get(from, &k->used, sizeof k->used) || !k->n ||
        k->n > k->most || k->used > k->reserved || !savefile_get(from, k->start, (k->n + 1) * sizeof *k->start) ||
        !savefile_get(from, k->at, k->used))
        return false;
    p->bytes += k->used + (k->n - 1) * sizeof *k->start;
    size_t slots = FIRST;
    while (2 * k->n >= slots) slots *= 2;
    return k->n == 1 || grow_to(p, k, slots);
}

bool parts_load(Parts *p, SaveFile *from)
{
    bool fine = true;
    for (int i = 0; i < AREAS && fine; i++) fine = load_kind(p, &p->kind[i], from);
    return fine;
}

size_t parts_pack(Parts *p, const SysState *s, uint64_t *to)
{
    PartId part[MAX_INST];
    for (int i = 0; i < p->m->n_inst; i++) {
        part[i] = parts_id(p, p->m->inst[i].ctl, &s->inst[i]);
        if (!part[i]) return SIZE_MAX;
    }
    return state_pack_parts(p->m, part, s, to);
}

void parts_unpack(const Parts *p, const uint64_t *from, SysState *s)
{
    PartId part[MAX_INST];
    state_unpack_parts(p->m, from, part, s);
    for (int i = 0; i < p->m->n_inst; i++) parts_inst(p, p->m->inst[i].ctl, part[i], &s->inst[i]);
}
