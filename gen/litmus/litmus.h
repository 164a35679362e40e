/* litmus.h - small tests of a memory model, in a format close to that of herd.
 *
 *   litmus MP "message passing"          name, optional title
 *   { x=0; y=0; }                        initial values; variables that are not listed start at 0
 *   scopes { gpu { cta { P0 } cta { P1 } } }   optional: which threads share a CTA, a GPU
 *    P0         | P1        ;            one column per thread, at most 4
 *    x = 1      | r0 = y    ;            store of a number, load into a register (r0 ... r7)
 *    y = 1      | r1 = x    ;
 *   exists (1:r0=1 /\ 1:r1=0)            a condition on registers (thread:register) and final values of variables
 *   SC Never                             whether some sequentially consistent run satisfies it: Never or Sometimes
 *   WEAK Sometimes                       optional: the same for the weak model
 *   SCOPED Sometimes                     optional: the same for the scoped model
 *
 *   file      = "litmus" WORD [STRING] [ "{" { NAME "=" NUMBER ";" } "}" ] [ "scopes" "{" gpu { gpu } "}" ]
 *               row { row } "exists" cond "SC" verdict [ "WEAK" verdict ] [ "SCOPED" verdict ]
 *   gpu       = "gpu" "{" { "cta" "{" { "P0" | "P1" ... } "}" } "}"    without it each thread is a CTA of one GPU
 *   row       = cell { "|" cell } ";"                 the first row holds P0 | P1 ...
 *   cell      = [ NAME how "=" (NUMBER | REG)         store
 *               | REG "=" NAME how                    load
 *               | [ REG "=" ] OP how "(" NAME "," value [ "," value ] ")"
 *                                                     atomic; OP = add exchange cas min max; cas takes two values
 *               | "fence" how ]
 *   how       = [ "." ORDER ] [ "." SCOPE ]           SCOPE = cta gpu sys; ORDER of a load: relaxed acquire; of a
 *               store: relaxed release; of an atomic: relaxed acquire release acq_rel; of a fence: acq_rel sc.
 *               A scope alone is relaxed. Without either: a weak load or store, a relaxed.sys atomic, a sc.sys fence.
 *   cond      = and { "\/" and }
 *   and       = not { "/\" not }
 *   not       = [ "~" ] ( "(" cond ")" | [ NUMBER ":" REG | NAME ] "=" NUMBER )
 *   verdict   = "Never" | "Sometimes"
 * Comments are (* ... *). Numbers are 0 to 14. The verdicts are checked when the file is read: for
 * SC against all interleavings, for the others against all candidate executions (docs/memory-models.md). */
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

/* In this order: each but release is at least as strong as those before it. */
typedef enum {
    LITMUS_ORDER_WEAK, LITMUS_ORDER_RELAXED, LITMUS_ORDER_ACQUIRE, LITMUS_ORDER_RELEASE, LITMUS_ORDER_ACQ_REL,
    LITMUS_ORDER_SC, LITMUS_ORDERS
} LitmusOrder;
typedef enum { LITMUS_NO_SCOPE, LITMUS_CTA, LITMUS_GPU, LITMUS_SYS, LITMUS_SCOPES } LitmusScope;
extern const char *const litmus_order_names[LITMUS_ORDERS];
extern const char *const litmus_scope_names[LITMUS_SCOPES];

typedef enum { LITMUS_SC, LITMUS_WEAK, LITMUS_SCOPED, LITMUS_MODELS } LitmusModel;
/* As options say them; and for a text: "sequentially consistent". */
extern const char *const litmus_model_names[LITMUS_MODELS];
extern const char *const litmus_model_texts[LITMUS_MODELS];

typedef enum { LITMUS_STORE, LITMUS_LOAD, LITMUS_ATOMIC, LITMUS_FENCE } LitmusKind;

/* An operand: a number, or a register of the thread. */
typedef struct { bool is_register; uint32_t value; } LitmusValue;

typedef struct {
    LitmusKind kind;
    uint32_t variable, reg;  /* reg: LITMUS_NONE = the result of the atomic is not kept */
    uint32_t op;             /* LitmusOp */
    LitmusValue a, b;
    LitmusOrder order;
    LitmusScope scope;
} LitmusStatement;

/* Numbers of the CTA, and of the GPU, that a thread runs on. */
typedef struct { uint32_t cta, gpu; } LitmusPlace;

/* Condition tree; children are node indices. A test compares a slot of the outcome with a value. */
typedef struct {
    enum { LITMUS_TEST, LITMUS_AND, LITMUS_OR, LITMUS_NOT } kind; uint32_t left, right, slot, value;
} LitmusNode;

/* What an outcome holds in each slot: a register (thread, index) or a final variable (thread LITMUS_NONE). */
typedef struct { uint32_t thread, index; } LitmusSlot;

/* An outcome: 4 bits per slot; 15 = a value that belongs to another run. */
typedef uint64_t LitmusOutcome;
/* Sorted. */
typedef struct { LitmusOutcome *at; size_t n, cap; } LitmusOutcomes;

/* A place in the file, from 1 (0: none), what is wrong there, and the line. */
typedef struct { unsigned line, column; char text[200], source[200]; } LitmusFault;

typedef struct {
    char name[LITMUS_NAME], title[80];
    char variables[LITMUS_VARIABLES][LITMUS_NAME]; uint32_t initial[LITMUS_VARIABLES], n_variables;
    LitmusStatement statements[LITMUS_THREADS][LITMUS_STATEMENTS]; uint32_t n_statements[LITMUS_THREADS], n_threads;
    LitmusNode nodes[LITMUS_NODES]; uint32_t n_nodes, root;
    LitmusSlot slots[LITMUS_SLOTS]; uint32_t n_slots;
    bool uses_final;                       /* some slot is a variable */
    LitmusPlace places[LITMUS_THREADS];
    bool scopes;                           /* some statement has one, or the file says who shares what */
    /* By model: what the file says of the condition, if it does; the outcomes that are allowed, once they are asked
     * for. */
    bool known[LITMUS_MODELS], sometimes[LITMUS_MODELS], judged[LITMUS_MODELS];
    LitmusOutcomes allowed[LITMUS_MODELS];
    LitmusFault fault;                     /* why it could not be read */
} Litmus;

/* How strong a request of a port is; order 0 (weak) without a scope: it says nothing of it. */
typedef struct { LitmusKind kind; LitmusOrder order; LitmusScope scope; } LitmusRequest;
/* The weakest of the requests that is as strong as the statement, in order and scope; where none says how strong it is
 * any of its kind will do. -1: there is none. */
int litmus_request_for(const LitmusStatement *s, const LitmusRequest *have, int n);
bool litmus_order_fits(LitmusKind kind, LitmusOrder order);
extern const char *const litmus_order_texts[];         /* what fits: "a load is relaxed or acquire" */

/* Reads the text; on an error prints "file:line:col: error: ..." with the line to `err`, unless that is NULL, leaves
 * nothing in *t but the fault, and returns false. */
bool litmus_parse(Litmus *t, const char *file, const char *text, FILE *err);
/* The same for a file. */
bool litmus_read(Litmus *t, const char *file, FILE *err);
/* Fills in `allowed` of a model. False: there are too many executions, or a value exceeds LITMUS_MAX_VALUE. */
bool litmus_judge(Litmus *t, LitmusModel m);
/* Of a model that has been judged. */
bool litmus_is_allowed(const Litmus *t, LitmusModel m, LitmusOutcome o);
bool litmus_outcomes_have(const LitmusOutcomes *x, LitmusOutcome o);
void litmus_outcomes_add(LitmusOutcomes *x, LitmusOutcome o);
bool litmus_holds(const Litmus *t, LitmusOutcome o);
void litmus_print_outcome(const Litmus *t, LitmusOutcome o, FILE *out);
void litmus_free(Litmus *t);
#endif
