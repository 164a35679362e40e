/* pool_own.h - a pool from inside. */
#ifndef CG_VERIFY_POOL_OWN_H
#define CG_VERIFY_POOL_OWN_H
#include "verify/search/pool.h"
#include <stdatomic.h>

enum {
    HEAD = 5,
    LEN_AT = 4,
    MARK = 0x80,
    RUN = 256,
    LINE_SLOTS = 8,
    FIRST_LINES = 512,
    POOL_SLACK = 1 << 12,
    HUGE_PAGE = 1 << 21,
    HASH_RECORD = 8
};
/* Reserved addresses; pages come as they are used. */
typedef struct { uint8_t *at; size_t reserved; _Atomic size_t used; } Area;
typedef struct { uint32_t start, n; } Span;                    /* first unit in its area, states */
typedef struct { uint8_t *at; size_t left; } Block;            /* rest of the block that a writer fills */

struct PoolWriter {
    Pool *p;
    Block records, full;                                       /* full: of the next level, if compact */
    Span span;                                                 /* being filled */
    int64_t credit;                                            /* states that the table has room for */
    _Atomic uint64_t count, bytes;
    char pad[64];
};

struct Pool {
    size_t limit, unit;
    bool compact;
    Area records, level[2], spans;
    int next;                                                  /* level[next]: the states that are being found */
    Area table;                                                /* addresses for the largest; used: not kept */
    _Atomic uint64_t *slot;                                    /* at its front */
    size_t lines;
    _Atomic int64_t room; /* states until the table must grow, not given as credit yet */
    _Atomic size_t n_spans, beside;
    size_t first, end;                                         /* spans of the present level */
    Span *todo;                                                /* of it, what was left to do; NULL: all */
    size_t n_todo;
    int n_writers;
    PoolWriter writer[POOL_WRITERS];
};

static inline size_t pool_table_bytes(size_t lines) { return lines * LINE_SLOTS * sizeof(uint64_t); }
void *pool_reserve(size_t n, bool huge);
bool  pool_huge(const Pool *p);
#endif
