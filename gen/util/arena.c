/* arena.c - chunked bump allocator; see arena.h for the contract. */
#include "util/arena.h"
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Under the sanitizers whatever an arena has not handed out may not be touched, nor the gap behind each allocation. */
#ifdef COHGEN_SANITIZE
#include <sanitizer/asan_interface.h>
enum { GAP = 16 };
#else
#define ASAN_POISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
enum { GAP = 0 };
#endif

enum { EXIT_ENVIRONMENT = 3, FIRST_CHUNK = 64 * 1024, LAST_CHUNK = 4 * 1024 * 1024 };

typedef struct Chunk {
    struct Chunk *older;
    size_t used, size;              /* bytes of data[] */
    alignas(max_align_t) unsigned char data[];
} Chunk;

struct Arena {
    Chunk *newest;
    size_t total, limit, next_size;
};

static _Noreturn void give_up(const char *why, size_t limit)
{
    fprintf(stderr, "cohgen: error: %s (limit %zu MB)\n", why, limit / (1024 * 1024));
    exit(EXIT_ENVIRONMENT);
}

Arena *arena_create(size_t limit_bytes)
{
    Arena *a = calloc(1, sizeof *a);
    if (!a)
        give_up("out of memory", limit_bytes);
    a->limit = limit_bytes;
    a->next_size = FIRST_CHUNK;
    return a;
}

void arena_destroy(Arena *a)
{
    if (!a)
        return;
    for (Chunk *c = a->newest, *older; c; c = older) {
        older = c->older;
        free(c);
    }
    free(a);
}

/* A new chunk of at least `size` bytes; the rest of the previous one is given up. */
static Chunk *add_chunk(Arena *a, size_t size)
{
    size_t n = size > a->next_size ? size : a->next_size;
    Chunk *c = calloc(1, sizeof *c + n);
    if (!c)
        give_up("out of memory", a->limit);
    ASAN_POISON_MEMORY_REGION(c->data, n);
    c->size = n;
    c->older = a->newest;
    a->newest = c;
    if (a->next_size < LAST_CHUNK)
        a->next_size *= 2;
    return c;
}

void *arena_alloc(Arena *a, size_t size)
{
    const size_t align = alignof(max_align_t);
    if (size > a->limit || a->total > a->limit - size)
        give_up("the input needs more memory than allowed", a->limit);
    size_t n = size ? (size + align - 1) / align * align : align;
    Chunk *c = a->newest;
    if (!c || c->size - c->used < n + GAP)
        c = add_chunk(a, n + GAP);
    void *p = c->data + c->used;
    ASAN_UNPOISON_MEMORY_REGION(p, size);
    c->used += n + GAP;
    a->total += n;
    return p;
}

size_t arena_peak(const Arena *a)
{
    return a->total;
}

void *vec_grow(Arena *a, void *old, int n, int *cap, size_t elem)
{
    if (*cap > INT32_MAX / 2 || elem > SIZE_MAX / 2 / ((size_t)*cap + 8))
        give_up("a list grew too long", a->limit);
    int bigger = *cap ? *cap * 2 : 8;
    void *p = arena_alloc(a, (size_t)bigger * elem);
    if (n)
        memcpy(p, old, (size_t)n * elem);
    *cap = bigger;
    return p;
}
