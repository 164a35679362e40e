/* block.h - manifests: what the generator knows of a building block, read from templates/NAME.xml and from the
 * folders of --blocks.
 *
 * C knows sorts and models; a kind, its module, attributes, parameters and pins are the manifest's
 * (templates/README.md). */
#ifndef CG_BLOCK_H
#define CG_BLOCK_H
#include "util/arena.h"
#include "util/diag.h"
#include "util/str.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum {
    BLOCK_STORE,        /* entries by key, looked up in T */
    BLOCK_FILTER,       /* behind a store: what is known of keys that left; a part of that store's block */
    BLOCK_MEMORY,       /* lines behind a controller, read and written by rows, in order */
    BLOCK_WAITERS,      /* what waits: entries, or requests only */
    BLOCK_APPLY,        /* a data path: operands and an opaque value to an opaque value */
    BLOCK_UNIT          /* hardware behind a block port: a request with operands, one of its outcomes with results */
} BlockSort;

/* What `verify` makes of it: it knows these and nothing else. */
typedef enum {
    BLOCK_MODEL_NONE,           /* not modelled: verify refuses */
    BLOCK_MODEL_MAP,            /* exact; room as <place> says; victims leave at any time */
    /* exact, always room; entries of victims' states have left or not, what is behind bounds them */
    BLOCK_MODEL_MAP_ROOM,
    BLOCK_MODEL_BOUND,          /* a recency bound of what has left */
    BLOCK_MODEL_MEMORY,         /* exact, in order of the rows */
    BLOCK_MODEL_FIFO,           /* entries with fields and state; what is parked in order per key */
    /* what is parked, the least or greatest value of a field first, then in order; no fields, no state */
    BLOCK_MODEL_ORDER,
    /* one pool of what is parked, in order per key; no fields, no state. A wake offers the oldest of the key: */
    BLOCK_MODEL_POOL,
    BLOCK_MODEL_POOL_ALL,      /* or all of the key, one after the other, until one parks again */
    /* entries with fields and state, places in the order of allocation; nothing is parked */
    BLOCK_MODEL_RING,
    BLOCK_MODEL_OPAQUE          /* a data path: what it computes is not looked into */
} BlockModel;

typedef enum { BX_NUM, BX_NAME, BX_ADD, BX_SUB, BX_MUL, BX_DIV, BX_EQ, BX_NE, BX_LT, BX_LE, BX_GT, BX_GE, BX_AND, BX_OR,
               BX_NOT, BX_COND, BX_MAX, BX_MIN, BX_CLOG2, BX_POW2 } BlockOp;
/* An integer expression over attributes of the place (`sets`), of what is behind it (`behind.rows`) and quantities
 * (`key_width`). Truth is 1 and 0. clog2 of 0 and of 1 is 0. */
typedef struct BlockExpr {
    BlockOp op;
    int64_t num;
    Str name;
    Pos pos;
    int n;
    const struct BlockExpr *arg[3];
} BlockExpr;

/* A size of the place, in the specification an expression of parameters. Not required and without default: the
 * accessors give NULL. */
typedef struct { Str name, doc; Pos pos; bool required, has_default; int64_t dflt, min, max; } BlockAttr;
/* of a data path: an attribute of <apply>, the pin NAME_i. bits: of the pin, NULL: any; fewer: an enum may have fewer;
 * opaque: of a data path: a field that is moved, not computed */
typedef struct { Str name, doc; Pos pos; const BlockExpr *bits; bool fewer, opaque; } BlockOperand;
typedef struct { Str name; const BlockExpr *value; Pos pos; } BlockParam;       /* of the module */
/* role: "hit_o"; name: of the module's port */
typedef struct { Str role; const char *name; Pos pos; } BlockPin;
typedef struct { const BlockExpr *test; Str why; Pos pos; } BlockRule;          /* must hold in every system */

/* A pin by its role, or a signal of the controller: `offered` something is offered to S0, `hold` T waits for the
 * look-up, `alloc`, `park`. */
typedef struct { bool negated; Str name; } BlockTerm;
typedef struct { VEC(BlockTerm) terms; } BlockWhen;             /* all of them hold */

/* A figure of each cycle. pin: a port of the module, `width` bits wide, NULL: 1 or 0, whether `when` holds. quiet: not
 * reported. */
typedef struct {
    Str name, doc;
    const char *pin;
    const BlockExpr *width;
    BlockWhen when;
    bool quiet;
    Pos pos;
} BlockGauge;
/* Why an occurrence waits in T, for the statistics; the first that holds. */
typedef struct { Str name, doc; BlockWhen when; Pos pos; } BlockCause;
/* What it stores, for `stats`: words of so many bits. entry: the place's fields and state are in each word as well.
 * occurrence: so is what is parked. shape: factors of `words` in words, "sets x ways". */
typedef struct { Str name; const BlockExpr *bits; } BlockBits;
typedef struct {
    Str name, shape;
    const BlockExpr *words;
    bool entry, occurrence;
    VEC(BlockBits) parts;
    Pos pos;
} BlockTable;

typedef struct Block {
    Str kind, doc;
    const char *module;         /* NULL: not built; `check` and `table` take it */
    BlockSort sort;
    BlockModel model;
    Pos pos;                    /* of kind= */
    bool stock;                 /* one of the generator's own */
    bool opaque;                /* fields may be opaque */
    bool fields;                /* has fields (and waiters: a state) */
    bool keyless;               /* also in controllers without key */
    bool whole;                 /* a data path that writes all bytes, whatever was there */
    bool still;                 /* nothing in it moves that no pin asked for, once it is ready (or `busy_o` says so) */
    const char *noted;          /* the module of a store that compares fields of a line in its look-up, where that takes
                                 * two cycles; or NULL */
    bool staged;                /* a store whose look-up can take two cycles: the quantity `stages` */
    bool index, victims;        /* index=, victims= mean something */
    /* first words that order= may have: min, max (of a field), others mean nothing to the generator */
    VEC(Str) orders;
    VEC(BlockAttr) attrs;
    VEC(BlockOperand) operands;
    VEC(BlockOperand) results;  /* of a unit: what answers bring, the pin NAME_o */
    VEC(Str) outcomes;          /* of a unit: its answers, in the order of their numbers */
    VEC(BlockParam) params;
    VEC(BlockPin) pins;
    VEC(BlockRule) rules;
    VEC(BlockGauge) gauges;
    VEC(BlockCause) causes;
    VEC(BlockTable) tables;
    VEC(Str) actions;           /* that it serves */
    VEC(Str) behind;            /* kinds of what may stand behind it (backing=) */
    VEC(Str) applies;           /* a memory: kinds of data paths that it contains */
    VEC(Str) offer;             /* waiters: the register that says that something is offered, behind instances */
    const BlockExpr *places;    /* of a store: entries that it shows for the choice of a victim (place_valid_o) */
    const BlockExpr *locations; /* of a store: places of opaque data, numbered by loc_o; NULL: no loc_o */
    const BlockExpr *walk_rows, *walk_columns;      /* a walk goes over these places; NULL: no walk */
    /* For `verify`. A store: rows of so many columns; `row`: of a key, modulo rows (NULL: its number); `tag`: keys in
     * one row have the same (NULL: any). Waiters: keys, and what is parked of each. NULL: no model. */
    const BlockExpr *place_rows, *place_columns, *place_row, *place_tag;
    VEC(const char *) uses;     /* a user's: modules that its module instantiates, its own ones at any depth */
} Block;

typedef struct { const char *name, *text; } BlockFile;
typedef struct Blocks {
    VEC(const Block *) at;
    VEC(BlockFile) files;       /* the users' Verilog, by module */
    VEC(const char *) manifests;        /* paths of the users' manifests */
} Blocks;

/* ---- reading (an error has been reported when the result is NULL) ---- */
/* The generator's own blocks. */
const Blocks *blocks_stock(Arena *a, Diags *d);
/* These, and those of the folders: FOLDER/NAME.xml with FOLDER/MODULE.v. */
const Blocks *blocks_read(Arena *a, Diags *d, const char *const *folders, int n);
/* The blocks of `all` and one more, whose manifest is in memory; its module's text is not looked for. For tests. */
const Blocks *blocks_add(Arena *a, Diags *d, const Blocks *all, const char *name, const char *text, size_t size);

/* ---- looking ---- */
/* The port of its module that plays this role, or NULL: it has none. */
const char *block_pin(const Block *b, const char *role);
/* sort: BLOCK_STORE finds whatever <store kind=> may name, filters and memories too. */
const Block *block_find(const Blocks *all, BlockSort sort, Str kind);
/* The kinds of a sort, as in block_find. */
int  block_kinds(Arena *a, const Blocks *all, BlockSort sort, const Str **out);
bool block_serves(const Block *b, const char *action);
bool block_orders(const Block *b, Str word);
/* Waiters: one pool of what is parked, which wakes offer again. */
bool block_pools(const Block *b);
/* Waiters with entries of keys, and not only what is parked. */
bool block_has_entries(const Block *b);
const BlockAttr *block_attr(const Block *b, Str name);
/* Verilog of a module: a user's, or of templates/; NULL: there is none. */
const char *block_verilog(const Blocks *all, const char *module);
const char *block_sort_name(BlockSort sort);        /* "store", "waiters", ... */

/* ---- values ---- */
/* The value of a name; false: it has none here. */
typedef bool BlockLookup(void *ctx, Str name, int64_t *out);
/* False: *why says what is wrong, at *at; the value does not fit 64 bits, a division by zero, a name without value. */
bool block_eval(const BlockExpr *e, BlockLookup *lookup, void *ctx, int64_t *out, const char **why, Pos *at);
/* Names of the sort that expressions may use, beside its attributes; ended by NULL. */
const char *const *block_quantities(BlockSort sort);
/* Text to expression; known: names that may occur. NULL after a diagnostic. */
struct Node;
const BlockExpr *block_expr(Arena *a, Diags *d, const struct Node *n, const char *attr, const Str *known, int n_known);
#endif
