/* arena.h - one arena per run: everything is allocated from it and freed together. */
#ifndef CG_ARENA_H
#define CG_ARENA_H
#include <stddef.h>

typedef struct Arena Arena;

Arena *arena_create(size_t limit_bytes); /* limit_bytes: exceeding it ends the run with an error (exit 3) */
void   arena_destroy(Arena *a);
void  *arena_alloc(Arena *a, size_t size);            /* zeroed, aligned for any object; never NULL */
size_t arena_peak(const Arena *a);                    /* bytes handed out so far */

#define NEW(a, T)       ((T *)arena_alloc((a), sizeof(T)))
#define NEW_N(a, T, n)  ((T *)arena_alloc((a), sizeof(T) * (size_t)(n)))

/* A growable array inside an arena: declare with VEC(T), append with vec_push. */
#define VEC(T) struct { T *at; int n, cap; }
void *vec_grow(Arena *a, void *old, int n, int *cap, size_t elem);
#define vec_push(arena, v, x) do { \
    if ((v)->n == (v)->cap) (v)->at = vec_grow((arena), (v)->at, (v)->n, &(v)->cap, sizeof *(v)->at); \
    (v)->at[(v)->n++] = (x); } while (0)
#endif
