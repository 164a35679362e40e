/* block.h - manifests: what the generator knows of a building block, read from templates/NAME.xml and from the folders of --blocks.
 *
 * C knows sorts and models; a kind, its module, attributes, parameters and pins are the manifest's (templates/README.md). */
#ifndef CG_BLOCK_H
#define CG_BLOCK_H
#include "util/arena.h"
#include "util/diag.h"
#include "util/str.h"
#include <stdint.h>

typedef enum {
    BLOCK_STORE,        /* entries by key, looked up in T */
    BLOCK_FILTER,       /* behind a store: what is known of keys that left; a part of that store's block */
    BLOCK_MEMORY,       /* lines behind a controller, read and written by rows, in order */
    BLOCK_WAITERS,      /* what waits: entries, or requests only */
    BLOCK_APPLY         /* a data path: operands and an opaque value to an opaque value */
} BlockSort;

/* What `verify` makes of it: it knows these and nothing else. */
typedef enum {
    BLOCK_MODEL_NONE,           /* not modelled: verify refuses */
    BLOCK_MODEL_MAP,            /* exact; places by `sets` and `ways`; victims leave at any time */
    BLOCK_MODEL_MAP_ROOM,       /* exact, always room; entries of victims' states have left or not, what is behind bounds them */
    BLOCK_MODEL_BOUND,          /* a recency bound of what has left */
    BLOCK_MODEL_MEMORY,         /* exact, in order of the rows */
    BLOCK_MODEL_FIFO,           /* entries with fields and state; what is parked in order per key */
    BLOCK_MODEL_ORDER           /* what is parked, the least value of a field first, then in order; no fields, no state */
} BlockModel;

typedef enum { BX_NUM, BX_NAME, BX_ADD, BX_SUB, BX_MUL, BX_DIV, BX_EQ, BX_NE, BX_LT, BX_LE, BX_GT, BX_GE, BX_AND, BX_OR,
               BX_NOT, BX_COND, BX_MAX, BX_MIN, BX_CLOG2, BX_POW2 } BlockOp;
/* An integer expression over attributes of the place (`sets`), of what is behind it (`behind.rows`) and quantities (`key_width`). */
typedef struct BlockExpr { BlockOp op; int64_t num; Str name; int n; const struct BlockExpr *arg[3]; } BlockExpr;

typedef struct { Str name, doc; bool required, power_of_two; int64_t min, max; } BlockAttr;
typedef struct { Str name; const BlockExpr *value; } BlockParam;
typedef struct { Str role; const char *name; } BlockPin;        /* role: "hit_o"; name: of the module's port */
typedef struct { Str name, pin, doc; const BlockExpr *width; } BlockGauge;
typedef struct { Str name, test, doc; } BlockCause;             /* why T waits, of the statistics: pins and signals, see README */
typedef struct { Str name; const BlockExpr *bits, *words; } BlockBits;  /* for `stats` */

typedef struct Block {
    Str kind, doc;
    const char *module;
    BlockSort sort;
    BlockModel model;
    Pos pos;
    bool opaque;                /* fields may be opaque */
    bool fields;                /* has fields (and waiters: a state) */
    VEC(BlockAttr) attrs;
    VEC(BlockParam) params;
    VEC(BlockPin) pins;
    VEC(BlockGauge) gauges;
    VEC(BlockCause) causes;
    VEC(BlockBits) bits;
    VEC(Str) actions;           /* that it serves */
    VEC(Str) behind;            /* kinds of what may stand behind it (backing=) */
    const BlockExpr *places;    /* of a store: entries that it shows for the choice of a victim */
    const BlockExpr *loc_width; /* of a store: address bits of a line's opaque data (pin loc_o) */
    const BlockExpr *walk_rows, *walk_columns;      /* a walk goes over these places; NULL: no walk */
    VEC(const char *) uses;     /* modules of templates/ that its module instantiates */
} Block;

typedef struct Blocks { VEC(const Block *) at; } Blocks;

/* The port of its module that plays this role, or NULL: it has none. */
const char *block_pin(const Block *b, const char *role);
const Block *block_find(const Blocks *all, BlockSort sort, Str kind);
bool block_serves(const Block *b, const char *action);
#endif
