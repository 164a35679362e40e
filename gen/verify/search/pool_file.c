/* pool_file.c - a pool in a file, and back: areas as they are, so that the numbers of states stay. */
#define _GNU_SOURCE
#include "verify/search/pool_own.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef struct {
    uint64_t unit, compact, records, level[2], next, spans, first, end, todo, lines, count, bytes;
} Sizes;

void pool_close_spans(Pool *p) { for (int i = 0; i < p->n_writers; i++) pool_end_level(&p->writer[i]); }

void pool_save(const Pool *p, const PoolRun *todo, size_t n, SaveFile *to)
{
    Sizes z = { .unit = p->unit, .compact = p->compact, .records = p->records.used,
                .level = { p->level[0].used, p->level[1].used }, .next = (uint64_t)p->next, .spans = p->n_spans,
                .first = p->first, .end = p->end, .todo = n, .lines = p->lines, .count = pool_count(p),
                .bytes = pool_record_bytes(p) };
    savefile_put(to, &z, sizeof z);
    savefile_put(to, p->records.at, z.records);
    for (int i = 0; i < 2; i++) if (z.level[i]) savefile_put(to, p->level[i].at, z.level[i]);
    savefile_put(to, p->spans.at, z.spans * sizeof(Span));
    for (size_t i = 0; i < n; i++) savefile_put(to, &(Span){ todo[i].id, todo[i].left }, sizeof(Span));
    savefile_put(to, (const void *)p->slot, pool_table_bytes(z.lines));
}

static bool sensible(const Pool *p, const Sizes *z)
{
    const uint64_t much = UINT64_C(1) << 40;
    return (z->unit == 4 || z->unit == 8) && (z->unit == 8 || !z->compact) && z->compact == p->compact &&
           z->records < much && z->level[0] < much && z->level[1] < much && z->spans < much && z->lines < much &&
           z->lines && z->next < 2 && z->first <= z->end && z->end <= z->spans && z->todo < much;
}

/* Records of a smaller unit have fewer numbers. */
static void limit_records(Pool *p)
{
    size_t most = p->unit << 32;
    if (p->records.reserved <= most) return;
    munmap(p->records.at + most, p->records.reserved - most);
    p->records.reserved = most;
}

static bool get_area(Area *a, size_t n, SaveFile *from)
{
    a->used = n;
    return savefile_get(from, a->at, n);
}

LoadResult pool_load(Pool *p, SaveFile *from, size_t *runs)
{
    Sizes z;
    if (!savefile_get(from, &z, sizeof z) || !sensible(p, &z)) return LOAD_DAMAGED;
    size_t all = z.records + z.level[0] + z.level[1] + z.spans * sizeof(Span) + pool_table_bytes(z.lines);
    p->unit = z.unit;
    limit_records(p);
    if (all > p->limit || z.records + POOL_SLACK > p->records.reserved) return LOAD_MEMORY;
    p->lines = z.lines;
    p->todo = calloc(z.todo + 1, sizeof *p->todo);
    if (!p->todo) return LOAD_MEMORY;
    bool fine = get_area(&p->records, z.records, from);
    for (int i = 0; i < 2 && z.compact; i++) fine = fine && get_area(&p->level[i], z.level[i], from);
    fine = fine && savefile_get(from, p->spans.at, z.spans * sizeof(Span)) &&
           savefile_get(from, p->todo, z.todo * sizeof *p->todo) &&
           savefile_get(from, (void *)p->slot, pool_table_bytes(z.lines));
    if (!fine) return LOAD_DAMAGED;
    p->next = (int)z.next;
    p->n_spans = z.spans;
    p->first = z.first;
    p->end = z.end;
    p->room = (int64_t)(p->lines * LINE_SLOTS / 8 * 7) - (int64_t)z.count;
    p->writer[0].count = z.count;
    p->writer[0].bytes = z.bytes;
    *runs = p->n_todo = z.todo;
    return LOAD_FINE;
}
