/* watch.h - invariants over the system as the emitted glue of a design describes them: what they read, and the tests as
 * terms. sim/invariants evaluates them. */
#ifndef COHGEN_SIM_WATCH_H
#define COHGEN_SIM_WATCH_H
#include "model/model.h"

/* What is read of a controller. REGISTER, FIELD: their field of a row is "reg.NAME", "PLACE.NAME"; HIT: of a place,
 * "PLACE:hit" before the row, which takes one with "PLACE:alloc" and gives it up with "PLACE:free"; what becomes of it
 * after "PLACE:done" is not known. STATE: the stored state; INDEX: number of the instance; TIME: what clock `otherwise`
 * read when the last row fired, "now:CLOCK" of each row, the same for all instances. */
typedef enum { CG_REGISTER, CG_FIELD, CG_HIT, CG_STATE, CG_INDEX, CG_TIME } CgWatchedKind;
/* otherwise: value of a register before any row, of a field of a line that is not there. backed: that is not known. */
typedef struct {
    CgWatchedKind kind; bool of_line, backed; const char *place, *name; uint64_t otherwise;
} CgWatched;
enum { CG_WATCHED_MAX = 64, CG_NAMES_MAX = 8, CG_CLOCKS_MAX = 4 };
/* node: of its first instance. walks: rows after which what its places hold is not known. */
typedef struct {
    uint32_t node; const CgWatched *values; uint32_t n_values; const uint16_t *walks; uint32_t n_walks;
} CgWatchedController;
/* A field of messages of this network: "sendN:NAME", "msg.NAME". */
typedef struct { uint16_t network; const char *name; } CgWatchedField;

typedef struct { uint16_t network, kind; const char *name; } CgWatchedMessage;

/* A name: for the instances of controller `of`, all lines, or the messages under way in network `of`, of this kind (-1:
 * any). */
typedef enum { CG_INSTANCES, CG_LINES, CG_MESSAGES } CgDomain;
typedef struct { const char *name; CgDomain domain; uint16_t of; int16_t kind; } CgBound;

typedef enum {
    CG_T_NUM,
    CG_T_NODE,   /* of the instance that `of` stands for */
    CG_T_KEY,    /* of the line, or the message, that `of` stands for */
    CG_T_VALUE,  /* number num of the watched values of instance `of`; if of a line: of the line, or message, `at` */
    CG_T_TYPE, CG_T_FROM, CG_T_TO, /* of the message `of` */
    CG_T_FIELD,  /* its watched field num */
    CG_T_HOME,   /* num + key of `of` % other */
    CG_T_EVERY, CG_T_SOME, CG_T_COUNT, /* a, for what `of` stands for; for how many of these it holds */
    CG_T_NOT, CG_T_OR, CG_T_AND, CG_T_IMPLIES, CG_T_COND,
    CG_T_EQ, CG_T_NE, CG_T_LT, CG_T_LE,
    CG_T_BEFORE, /* in a circle of `other` + 1 */
    CG_T_ADD, CG_T_SUB, CG_T_ADD_CHECK, CG_T_SUB_CHECK, CG_T_ADD_SAT, CG_T_SUB_SAT, CG_T_MUL, CG_T_DIV, CG_T_MOD,
    CG_T_BITAND, CG_T_BITOR, CG_T_BITXOR, CG_T_WITHOUT, CG_T_MAX, CG_T_MIN,
    CG_T_POPCOUNT, CG_T_ONEHOT, CG_T_ANY, CG_T_ALL, CG_T_BIT, CG_T_CONVERT
} CgTermOp;
/* of, at: indices of names; a, b, c: of terms before this one. mask: of the result; sign: operands compare as signed
 * numbers with this top bit, or 0; other: mask of the first operand. */
typedef struct { uint8_t op, of, at; uint16_t a, b, c; uint64_t num, mask, sign, other; } CgTerm;
/* The last term is the test. why: it is not evaluated for this reason; else NULL. */
typedef struct {
    const char *name, *controller, *test, *file; uint32_t line; const char *why;
    const CgBound *names; uint32_t n_names; const CgTerm *terms; uint32_t n_terms;
} CgInvariant;

/* controllers: as in cg_design. clocks: physical times that the tests read. */
typedef struct CgWatch {
    const CgWatchedController *controllers;
    const CgWatchedField *fields; uint32_t n_fields;
    const CgWatchedMessage *messages; uint32_t n_messages;
    const CgInvariant *invariants; uint32_t n_invariants;
    const char *const *clocks; uint32_t n_clocks;
} CgWatch;
#endif
