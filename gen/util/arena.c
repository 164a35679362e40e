/* arena.c - chunked bump allocator; see arena.h for the contract. */
#define _DEFAULT_SOURCE
#include "util/arena.h"
#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Under the sanitizers whatever an arena has not handed out may not be touched, nor the gap behind each allocation. */
#ifdef COHGEN_SANITIZE
#include <sanitizer/asan_interface.h>
enum { GAP = 16 };
#else
#define ASAN_POISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
enum { GAP = 0 };
#endif

enum { EXIT_ENVIRONMENT = 3, FIRST_CHUNK = 64 * 1024, LAST_CHUNK = 1024 * 1024 };
/* Chunks of such pages where the system has them: faults of small ones were a third of the time of `emit`. */
enum { LARGE_PAGE = 2 * 1024 * 1024, LARGE_CHUNK = 2 * LARGE_PAGE };

typedef struct Chunk {
    struct Chunk *older;
    size_t used, size;              /* bytes of data[] */
    void *mapped; size_t n_mapped;  /* what to give back; NULL: it is of malloc */
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
        ASAN_UNPOISON_MEMORY_REGION(c->data, c->size);  /* else what is mapped here next would not be writable */
        if (c->mapped) munmap(c->mapped, c->n_mapped);
        else free(c);
    }
    free(a);
}

/* A chunk of zeros for n bytes and more, on large pages; NULL: there is none. */
static Chunk *map_chunk(size_t n)
{
    size_t whole = (sizeof(Chunk) + n + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    unsigned char *at = mmap(NULL, whole + LARGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) return NULL;
    Chunk *c = (Chunk *)(void *)(at + (LARGE_PAGE - (uintptr_t)at % LARGE_PAGE) % LARGE_PAGE);
    madvise(c, whole, MADV_HUGEPAGE);   /* only a wish */
    c->mapped = at;
    c->n_mapped = whole + LARGE_PAGE;
    c->size = whole - sizeof *c;
    return c;
}

/* A new chunk of at least `size` bytes; the rest of the previous one is given up. */
static Chunk *add_chunk(Arena *a, size_t size)
{
    size_t n = size > a->next_size ? size : a->next_size;
    bool large = n >= LAST_CHUNK;
    if (large && n < LARGE_CHUNK - sizeof(Chunk)) n = LARGE_CHUNK - sizeof(Chunk);
    Chunk *c = large ? map_chunk(n) : calloc(1, sizeof *c + n);
    if (!c)
        give_up("out of memory", a->limit);
    if (!large) c->size = n;
    ASAN_POISON_MEMORY_REGION(c->data, c->size);
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
