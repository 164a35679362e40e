/* frozen_arena.c - one mapping for each arena, handed out from the start. The linker takes these functions instead of
 * the library's. */
#define _GNU_SOURCE
#include "frozen_arena.h"
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct Arena { unsigned char *at; size_t used, limit; };

static _Noreturn void give_up(const char *why)
{
    fprintf(stderr, "frozen_arena: %s\n", why);
    exit(3);
}

Arena *arena_create(size_t limit_bytes)
{
    Arena *a = calloc(1, sizeof *a);
    if (!a) give_up("out of memory");
    a->at = mmap(NULL, limit_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (a->at == MAP_FAILED) give_up("out of memory");
    a->limit = limit_bytes;
    return a;
}

void arena_destroy(Arena *a)
{
    if (!a) return;
    munmap(a->at, a->limit);
    free(a);
}

void *arena_alloc(Arena *a, size_t size)
{
    const size_t align = alignof(max_align_t);
    size_t n = size ? (size + align - 1) / align * align : align;
    if (n > a->limit - a->used) give_up("an arena is too small");
    void *p = a->at + a->used;
    a->used += n;
    return memset(p, 0, n);
}

size_t arena_peak(const Arena *a) { return a->used; }

void *vec_grow(Arena *a, void *old, int n, int *cap, size_t elem)
{
    int bigger = *cap ? *cap * 2 : 8;
    void *p = arena_alloc(a, (size_t)bigger * elem);
    if (n) memcpy(p, old, (size_t)n * elem);
    *cap = bigger;
    return p;
}

void arena_freeze(Arena *a)
{
    if (mprotect(a->at, a->limit, PROT_READ)) give_up("memory cannot be made read-only");
}
