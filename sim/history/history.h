/* history.h - the operations of a run, in the form the consistency checker reads. */
#ifndef COHGEN_SIM_HISTORY_H
#define COHGEN_SIM_HISTORY_H
#include "base/base.h"

typedef enum { SIM_LOAD, SIM_STORE, SIM_ATOMIC, SIM_FENCE, SIM_OTHER, SIM_KINDS } SimKind;
extern const char *const sim_kind_names[SIM_KINDS];

/* One 32-bit word touched by an operation. */
typedef struct {
    uint64_t word;  /* byte address / 4 */
    uint32_t read;  /* value read (loads, atomics), once complete */
    uint32_t write; /* value written (stores) */
    uint32_t mask;  /* bits written; 0 for loads; all ones for atomics */
    bool unclear;   /* several writes left the value read: found by the checker */
} SimAccess;

typedef struct {
    uint32_t thread, index;            /* program order of a thread is the order of its indices */
    uint32_t previous;                 /* operation of the same thread before it, SIM_NONE = none */
    uint8_t kind, op;
    uint8_t strong, scope;             /* LitmusOrder, LitmusScope, as the program asked; 0: plain */
    bool complete, failed;             /* failed: answered with an error */
    uint32_t a, b;                     /* operands of an atomic */
    uint32_t first, count;             /* its accesses */
    uint64_t issue, perform, complete_at; /* cycles; perform 0 = not observed */
    uint64_t order;                    /* position among all observed writes, from 1; 0 = not observed */
} SimOp;

/* ops: operations so far; last: the newest, if any; open: writes not performed */
typedef struct { uint32_t core, gpu, warp, ops, last, open; } SimThreadName;

typedef struct {
    SimOp *ops;            size_t n_ops, cap_ops;
    SimAccess *accesses;   size_t n_accesses, cap_accesses;
    SimThreadName *threads; uint32_t n_threads;
    uint64_t orders;                   /* writes observed so far */
    uint64_t dropped;                  /* operations that sim_history_drop took out */
} SimHistory;

void sim_history_init(SimHistory *h, uint32_t n_threads);
void sim_history_free(SimHistory *h);
/* Starts an operation of `thread`; its number is valid for the life of the history. Add its words with
 * sim_history_access. */
uint32_t sim_history_begin(SimHistory *h, uint32_t thread, SimKind kind, uint64_t cycle);
/* Adds a word to the newest operation. */
void sim_history_access(SimHistory *h, uint64_t word, uint32_t write, uint32_t mask);
/* The design reports that the operation takes its value (bit 0) or enters the order of its line (bit 1). Returns NULL
 * or what is wrong. */
const char *sim_history_perform(SimHistory *h, uint32_t op, uint32_t performs, uint64_t cycle);
/* The oldest of the last operations of the thread of `op` (that one included) that is a write inside the `bytes` at
   `address` and has not performed; SIM_NONE if none. Writes may perform after their answer in weak models. */
uint32_t sim_history_pending_write(const SimHistory *h, uint32_t op, uint64_t address, uint32_t bytes);
/* Takes out the operations that are marked. moved[old number]: the new number, SIM_NONE if it is out. The newest one of
 * a thread must stay. */
void sim_history_drop(SimHistory *h, const bool *out, uint32_t *moved);
/* Forgets everything but the threads (between phases that are checked separately). */
void sim_history_clear(SimHistory *h);
/* "core 1 warp 0 #12 store 0x40 := 7 [issue 100, performed 120, complete 130]" */
void sim_history_print(const SimHistory *h, uint32_t op, FILE *out);
#endif
