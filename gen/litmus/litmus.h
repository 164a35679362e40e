/* litmus.h - small tests of a memory model, in a format close to that of herd.
 *
 *   litmus MP "message passing"          name, optional title
 *   { x=0; y=0; }                        initial values; variables that are not listed start at 0
 *    P0         | P1        ;            one column per thread, at most 4
 *    x = 1      | r0 = y    ;            store of a number, load into a register (r0 ... r7)
 *    y = 1      | r1 = x    ;
 *   exists (1:r0=1 /\ 1:r1=0)            a condition on registers (thread:register) and final values of variables
 *   SC Never                             whether some sequentially consistent run satisfies it: Never or Sometimes
 *   WEAK Sometimes                       optional: the same for the weak model
 *
 *   file      = "litmus" WORD [STRING] [ "{" { NAME "=" NUMBER ";" } "}" ] row { row }
 *               "exists" cond "SC" verdict [ "WEAK" verdict ]
 *   row       = cell { "|" cell } ";"                 the first row holds P0 | P1 ...
 *   cell      = [ NAME "=" (NUMBER | REG)             store
 *               | REG "=" NAME                        load
 *               | [ REG "=" ] OP "(" NAME "," value [ "," value ] ")"
 *                                                     atomic; OP = add exchange cas min max; cas takes two values
 *               | "fence" ]
 *   cond      = and { "\/" and }
 *   and       = not { "/\" not }
 *   not       = [ "~" ] ( "(" cond ")" | [ NUMBER ":" REG | NAME ] "=" NUMBER )
 *   verdict   = "Never" | "Sometimes"
 * Comments are (* ... *). Numbers are 0 to 14. The verdict for SC is checked when the file is read, against all
 * interleavings. */
#ifndef COHGEN_LITMUS_H
#define COHGEN_LITMUS_H
#include "litmus/atomic.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define LITMUS_NONE UINT32_MAX

enum {
    LITMUS_THREADS = 4, LITMUS_STATEMENTS = 8, LITMUS_VARIABLES = 4, LITMUS_REGISTERS = 8, LITMUS_SLOTS = 16,
    LITMUS_NODES = 64, LITMUS_NAME = 32, LITMUS_MAX_VALUE = 14, LITMUS_STALE = 15
};

typedef enum { LITMUS_STORE, LITMUS_LOAD, LITMUS_ATOMIC, LITMUS_FENCE } LitmusKind;

/* An operand: a number, or a register of the thread. */
typedef struct { bool is_register; uint32_t value; } LitmusValue;

typedef struct {
    LitmusKind kind;
    uint32_t variable, reg;  /* reg: LITMUS_NONE = the result of the atomic is not kept */
    uint32_t op;             /* LitmusOp */
    LitmusValue a, b;
} LitmusStatement;

/* Condition tree; children are node indices. A test compares a slot of the outcome with a value. */
typedef struct {
    enum { LITMUS_TEST, LITMUS_AND, LITMUS_OR, LITMUS_NOT } kind; uint32_t left, right, slot, value;
} LitmusNode;

/* What an outcome holds in each slot: a register (thread, index) or a final variable (thread LITMUS_NONE). */
typedef struct { uint32_t thread, index; } LitmusSlot;

/* An outcome: 4 bits per slot; 15 = a value that belongs to another run. */
typedef uint64_t LitmusOutcome;

typedef struct {
    char name[LITMUS_NAME], title[80];
    char variables[LITMUS_VARIABLES][LITMUS_NAME]; uint32_t initial[LITMUS_VARIABLES], n_variables;
    LitmusStatement statements[LITMUS_THREADS][LITMUS_STATEMENTS]; uint32_t n_statements[LITMUS_THREADS], n_threads;
    LitmusNode nodes[LITMUS_NODES]; uint32_t n_nodes, root;
    LitmusSlot slots[LITMUS_SLOTS]; uint32_t n_slots;
    bool uses_final;                       /* some slot is a variable */
    bool sc_sometimes, weak_known, weak_sometimes;
    LitmusOutcome *allowed; size_t n_allowed, cap_allowed; /* under SC, sorted */
} Litmus;

/* Reads the text; on an error prints "file:line:col: error: ..." with the line to `err` and returns false. */
bool litmus_parse(Litmus *t, const char *file, const char *text, FILE *err);
/* The same for a file. */
bool litmus_read(Litmus *t, const char *file, FILE *err);
/* Fills in `allowed` by running all interleavings; false if a value exceeds LITMUS_MAX_VALUE. */
bool litmus_enumerate(Litmus *t);
bool litmus_is_allowed(const Litmus *t, LitmusOutcome o);
bool litmus_holds(const Litmus *t, LitmusOutcome o);
void litmus_print_outcome(const Litmus *t, LitmusOutcome o, FILE *out);
void litmus_free(Litmus *t);
#endif
