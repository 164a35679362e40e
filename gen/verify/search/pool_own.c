/* pool_own.c - areas of records that threads fill block by block, and a table with linear probing, lock-free but for
 * its growth. */
#define _GNU_SOURCE
#include "verify/search/pool_own.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const size_t huge_from = (size_t)256 << 20;             /* limits below that count every page */
static const size_t most_block = 1 << 16;

/* ---- memory ---- */

static size_t round_up(size_t n, size_t to) { return (n + to - 1) / to * to; }

/* huge: in huge pages if the system has them, for what is read at random places. They round up what is used, so that a
 * small limit would not hold. */
void *pool_reserve(size_t n, bool huge)
{
    void *at = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) return NULL;
    if (huge) madvise(at, n, MADV_HUGEPAGE);
    return at;
}

static bool area_create(Area *a, size_t n, bool huge)
{
    a->reserved = round_up(n, HUGE_PAGE);
    a->at = pool_reserve(a->reserved, huge);
    return a->at;
}

bool pool_huge(const Pool *p) { return p->limit >= huge_from; }

static void area_destroy(Area *a) { if (a->at) munmap(a->at, a->reserved); }
static void area_clear(Area *a) { madvise(a->at, a->used, MADV_DONTNEED); a->used = 0; }

static size_t total(const Pool *p)
{
    return p->beside + p->records.used + p->level[0].used + p->level[1].used + p->n_spans * sizeof(Span) +
           pool_table_bytes(p->lines);
}

/* At least n bytes at the front of the block: its rest, or a new one. */
static bool block_fill(Pool *p, Area *a, Block *b, size_t n)
{
    if (b->left >= n) return true;
    size_t size = p->limit >> 9 < most_block ? round_up(p->limit >> 9, 4096) : most_block;
    if (total(p) + size > p->limit) return false;
    size_t at = atomic_fetch_add(&a->used, size);
    if (at + size + POOL_SLACK > a->reserved) { atomic_fetch_sub(&a->used, size); return false; }
    *b = (Block){ a->at + at, size };
    return true;
}

Pool *pool_create(size_t limit, int writers, bool compact)
{
    Pool *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->limit = limit;
    p->unit = compact || limit > (size_t)4 << 32 ? 8 : 4;
    p->compact = compact;
    p->lines = (size_t)writers * FIRST_LINES;
    p->n_writers = writers;
    for (int i = 0; i < writers; i++) p->writer[i].p = p;
    size_t most = p->unit << 32;
    bool huge = limit >= huge_from,
         ok = area_create(&p->records, (limit < most ? limit : most) + POOL_SLACK, huge) &&
              area_create(&p->spans, limit, false);
    for (int i = 0; i < 2 && compact; i++) ok &= area_create(&p->level[i], limit + POOL_SLACK, false);
    size_t first = pool_table_bytes(p->lines);
    ok &= area_create(&p->table, limit < first ? first : limit, huge);
    p->slot = (_Atomic uint64_t *)p->table.at;
    p->room = (int64_t)(p->lines * LINE_SLOTS / 8 * 7);
    if (!ok) { pool_destroy(p); return NULL; }
    return p;
}

void pool_destroy(Pool *p)
{
    if (!p) return;
    area_destroy(&p->records);
    area_destroy(&p->spans);
    area_destroy(&p->level[0]);
    area_destroy(&p->level[1]);
    area_destroy(&p->table);
    free(p->todo);
    free(p);
}

PoolWriter *pool_writer(Pool *p, int i) { return &p->writer[i]; }

/* ---- records ---- */

static uint8_t *record(const Pool *p, StateId id) { return p->records.at + (size_t)id * p->unit; }
static size_t units(const Pool *p, size_t n) { return (HEAD + n + p->unit - 1) / p->unit; }
static uint32_t word(const uint8_t *at) { uint32_t x; memcpy(&x, at, sizeof x); return x; }
static size_t length(const uint8_t *record)
{
    return __atomic_load_n(record + LEN_AT, __ATOMIC_RELAXED) & ~(unsigned)MARK;
} /* in units */

StateId pool_pred(const Pool *p, StateId id) { return word(record(p, id)); }
bool pool_marked(const Pool *p, StateId id) { return __atomic_load_n(record(p, id) + LEN_AT, __ATOMIC_RELAXED) & MARK; }
void pool_mark(Pool *p, StateId id) { __atomic_fetch_or(record(p, id) + LEN_AT, MARK, __ATOMIC_RELAXED); }

void pool_copy(const Pool *p, StateId id, uint64_t *packed)
{
    memcpy(packed, record(p, id) + HEAD, length(record(p, id)) * p->unit - HEAD);
}

bool pool_is(const Pool *p, StateId id, const uint64_t *at, size_t n, uint64_t hash)
{
    const uint8_t *r = record(p, id);
    if (p->compact) return word(r + 4) == (uint32_t)hash;
    size_t u = units(p, n);
    return length(r) == u && memcmp(r + HEAD, at, u * p->unit - HEAD) == 0;
}

static void put(const Pool *p, uint8_t *to, uint32_t first, size_t u, const uint64_t *at)
{
    memcpy(to, &first, 4);
    to[LEN_AT] = (uint8_t)u;
    memcpy(to + HEAD, at, u * p->unit - HEAD);
}

static void close_span(PoolWriter *w)
{
    Pool *p = w->p;
    if (w->span.n) ((Span *)p->spans.at)[atomic_fetch_add(&p->n_spans, 1)] = w->span;
    w->span.n = 0;
}

/* Writes a record where the block has room; taken into use by keep_state. */
static StateId write_state(PoolWriter *w, const uint64_t *at, size_t n, uint64_t hash, StateId pred)
{
    Pool *p = w->p;
    size_t u = units(p, n), size = p->compact ? HASH_RECORD : u * p->unit;
    uint32_t low = (uint32_t)hash;
    const uint8_t *before = w->records.at;
    if (!block_fill(p, &p->records, &w->records, size + p->unit)) return 0;
    if (before != w->records.at && !p->compact) close_span(w);
    if (w->records.at == p->records.at) {
        w->records.at += p->unit;
        w->records.left -= p->unit;
    } /* id 0 means none */
    if (p->compact) { memcpy(w->records.at, &pred, 4); memcpy(w->records.at + 4, &low, 4); }
    else put(p, w->records.at, pred, u, at);
    return (StateId)((size_t)(w->records.at - p->records.at) / p->unit);
}

/* If compact: there is room for the state in full. */
static bool full_fits(PoolWriter *w, size_t n)
{
    Pool *p = w->p;
    const uint8_t *before = w->full.at;
    if (!p->compact) return true;
    if (!block_fill(p, &p->level[p->next], &w->full, units(p, n) * p->unit)) return false;
    if (before != w->full.at) close_span(w);
    return true;
}

static void keep_state(PoolWriter *w, StateId id, const uint64_t *at, size_t n)
{
    Pool *p = w->p;
    size_t u = units(p, n), size = p->compact ? HASH_RECORD : u * p->unit;
    Block *b = p->compact ? &w->full : &w->records;
    Area *a = p->compact ? &p->level[p->next] : &p->records;
    if (p->compact) {
        put(p, b->at, id, u, at);
        w->records.at += size;
        w->records.left -= size;
    }
    if (!w->span.n) w->span.start = (uint32_t)((size_t)(b->at - a->at) / p->unit);
    b->at += u * p->unit;
    b->left -= u * p->unit;
    if (++w->span.n == RUN) close_span(w);
    w->credit--;
    atomic_store_explicit(&w->count, w->count + 1, memory_order_relaxed);
    atomic_store_explicit(&w->bytes, w->bytes + size, memory_order_relaxed);
}

/* ---- the table: slots in the order of the upper half of the hash, more or less ---- */

static inline size_t state_line_of(uint64_t lines, uint64_t hash)
{
    return (size_t)((hash >> 32) * lines >> 32) * LINE_SLOTS;
}

/* The slot that holds the state, or the free one at which the search for it ends; *seen: what it holds. */
static inline size_t find(const Pool *p, const uint64_t *at, size_t n, uint64_t hash, size_t i, uint64_t *seen)
{
    for (size_t end = p->lines * LINE_SLOTS; ; i = i + 1 == end ? 0 : i + 1) {
        uint64_t x = *seen = atomic_load_explicit(&p->slot[i], memory_order_acquire);
        if (!x || (x >> 32 == hash >> 32 && pool_is(p, (StateId)x, at, n, hash))) return i;
    }
}

StateId pool_find(const Pool *p, const uint64_t *at, size_t n, uint64_t hash)
{
    uint64_t seen;
    find(p, at, n, hash, state_line_of(p->lines, hash), &seen);
    return (StateId)seen;
}

StateId pool_add(PoolWriter *w, const uint64_t *at, size_t n, uint64_t hash, StateId pred)
{
    Pool *p = w->p;
    uint64_t seen;
    size_t i = find(p, at, n, hash, state_line_of(p->lines, hash), &seen);
    if (seen) return (StateId)seen;
    StateId id = full_fits(w, n) ? write_state(w, at, n, hash, pred) : 0;
    if (!id) return 0;
    while (!atomic_compare_exchange_strong_explicit(&p->slot[i], &seen, hash >> 32 << 32 | id, memory_order_acq_rel,
                                                    memory_order_acquire)) {
        i = find(p, at, n, hash, i, &seen);
        if (seen) return (StateId)seen; /* another thread was faster; the record is overwritten by the next one */
    }
    keep_state(w, id, at, n);
    return id;
}

void pool_fetch_table(const Pool *p, uint64_t hash)
{
    __builtin_prefetch((const void *)&p->slot[state_line_of(p->lines, hash)]);
}

void pool_fetch_record(const Pool *p, uint64_t hash)
{
    size_t i = state_line_of(p->lines, hash);
    for (int k = 0; k < LINE_SLOTS; k++) {
        uint64_t x = atomic_load_explicit(&p->slot[i + (size_t)k], memory_order_relaxed);
        if (x >> 32 != hash >> 32) continue;
        __builtin_prefetch(record(p, (StateId)x));
        __builtin_prefetch(record(p, (StateId)x) + 60);
        return;
    }
}

bool pool_ready(PoolWriter *w)
{
    if (w->credit >= POOL_BURST) return true;
    int64_t had = atomic_fetch_sub(&w->p->room, POOL_BURST);
    if (had >= POOL_BURST) { w->credit += POOL_BURST; return true; }
    atomic_fetch_add(&w->p->room, POOL_BURST);
    return false;
}

static inline uint64_t slot_get(const _Atomic uint64_t *at) { return atomic_load_explicit(at, memory_order_relaxed); }
static inline void slot_set(_Atomic uint64_t *at, uint64_t x) { atomic_store_explicit(at, x, memory_order_relaxed); }

/* The table becomes larger where it is, from its back to its front: what has been moved never stands before what has
 * not. So what belongs before its old slot, as a few at the front do, or finds nothing free up to the end, waits in
 * rest, which has room for all. */
static void move_slots(_Atomic uint64_t *slot, size_t old, size_t lines, uint64_t *rest)
{
    size_t end = lines * LINE_SLOTS, n = 0;
    for (size_t i = old * LINE_SLOTS; i-- > 0;) {
        uint64_t x = slot_get(&slot[i]);
        if (!x) continue;
        slot_set(&slot[i], 0);
        size_t k = state_line_of(lines, x);
        while (k >= i && k < end && slot_get(&slot[k])) k++;
        if (k < i || k == end) rest[n++] = x;
        else slot_set(&slot[k], x);
    }
    for (size_t i = 0; i < n; i++) {
        size_t k = state_line_of(lines, rest[i]);
        while (slot_get(&slot[k])) k = k + 1 == end ? 0 : k + 1;
        slot_set(&slot[k], rest[i]);
    }
}

bool pool_grow(Pool *p)
{
    size_t used = total(p), have = p->lines * LINE_SLOTS, more = have / 4, count = pool_count(p) + 1;
    if (more < 4 * POOL_BURST) more = 4 * POOL_BURST;
    size_t cost = sizeof(uint64_t) + pool_bytes(p) / count;    /* of a slot and what it will point to */
    if (used > p->limit) return false;
    if (more * cost > p->limit - used) more = (p->limit - used) / cost;
    size_t lines = (have + more) / LINE_SLOTS;
    if (more < have / 64 || more < 2 * POOL_BURST || pool_table_bytes(lines) > p->table.reserved) return false;
    uint64_t *rest = pool_reserve(pool_table_bytes(p->lines), false);
    if (!rest) return false;
    move_slots(p->slot, p->lines, lines, rest);
    munmap(rest, pool_table_bytes(p->lines));
    p->room += (int64_t)((lines - p->lines) * LINE_SLOTS / 8 * 7);
    p->lines = lines;
    return true;
}

/* ---- levels ---- */

void pool_end_level(PoolWriter *w) { close_span(w); }

size_t pool_next_level(Pool *p)
{
    p->first = p->end;
    p->end = p->n_spans;
    free(p->todo);
    p->todo = NULL;
    if (p->compact) {
        p->next = !p->next;
        area_clear(&p->level[p->next]);
        for (int i = 0; i < p->n_writers; i++) p->writer[i].full = (Block){ 0 };
    }
    return p->end - p->first;
}

static PoolRun run(const Pool *p, const Area *a, Span s)
{
    return (PoolRun){ a->at + (size_t)s.start * p->unit, s.n, s.start };
}

size_t pool_runs(const Pool *p) { return p->end; }
PoolRun pool_any_run(const Pool *p, size_t i) { return run(p, &p->records, ((const Span *)p->spans.at)[i]); }
PoolRun pool_run(const Pool *p, size_t i)
{
    return run(p, p->compact ? &p->level[!p->next] : &p->records,
               p->todo ? p->todo[i] : ((const Span *)p->spans.at)[p->first + i]);
}

bool pool_step(const Pool *p, PoolRun *r, StateId *id, uint64_t *packed)
{
    if (!r->left) return false;
    size_t u = length(r->at);
    *id = p->compact ? word(r->at) : r->id;
    memcpy(packed, r->at + HEAD, u * p->unit - HEAD);
    r->left--;
    r->id += (uint32_t)u;
    r->at += u * p->unit;
    return true;
}

/* ---- sizes ---- */

bool pool_compact(const Pool *p) { return p->compact; }

static uint64_t sum(const Pool *p, bool bytes)
{
    uint64_t n = 0;
    for (int i = 0; i < p->n_writers; i++)
        n += atomic_load_explicit(bytes ? &p->writer[i].bytes : &p->writer[i].count, memory_order_relaxed);
    return n;
}

void pool_beside(Pool *p, ptrdiff_t more) { atomic_fetch_add(&p->beside, (size_t)more); }

uint64_t pool_count(const Pool *p) { return sum(p, false); }
size_t pool_record_bytes(const Pool *p) { return sum(p, true); }
size_t pool_bytes(const Pool *p)
{
    return p->beside + sum(p, true) + p->level[0].used + p->level[1].used + p->n_spans * sizeof(Span) +
           pool_table_bytes(p->lines);
}
