/* trace.h - what the observers reported: counts per row, the latest rows of the whole design and of each key at each
 * controller. */
#ifndef COHGEN_SIM_TRACE_H
#define COHGEN_SIM_TRACE_H
#include "cores/core.h"
#include "counts/coverage.h"

enum { SIM_RECENT = 16, SIM_KEY_ROWS = 4, SIM_NO_CELL = UINT16_MAX };

typedef struct { uint64_t cycle, key; uint16_t ctl, inst; uint32_t row, state, next; } SimSeen;

/* A register of a controller as its rows leave it: per instance, its value and how often a row changed it. */
typedef struct { CgField field; uint64_t *value, *changes; } SimRegister;

typedef struct {
    CgField key, state, event, next, performs, transacts, core, id;
    uint32_t first_core;      /* of its core port; SIM_NONE if it has none */
    uint32_t first_instance;  /* among the instances of all controllers */
    uint64_t *rows;           /* times each row fired */
    uint64_t *views;          /* of those, with a stored state other than the row's: a view applied */
    uint32_t *view_stored;    /* that stored state (the latest) */
    uint32_t *row_state;      /* code of each row's state, SIM_NONE if it is the name of a view */
    bool *load_row;           /* the row's event is the port's load */
    SimRegister *registers; uint32_t n_registers;
    /* [(row * events + event) * states + stored state]: the place of the table that counts; SIM_NO_CELL: none */
    uint16_t *cell_of;
} SimTraced;

typedef struct {
    const CgDesign *design;
    SimCores *cores;
    bool apart;                  /* the cores are no ports of the design: rows perform nothing for their threads */
    SimTraced *controllers;
    uint32_t first_core;      /* from which on rows number the cores for which they perform */
    SimCoverage coverage;
    SimSeen recent[SIM_RECENT];
    uint64_t seen;            /* observations so far */
    /* direct mapped: a newer key takes the place of an older one */
    struct SimKeyRows { SimSeen rows[SIM_KEY_ROWS]; uint32_t n; } *keys;
} SimTrace;

void sim_trace_init(SimTrace *t, const CgDesign *design, SimCores *cores);
void sim_trace_free(SimTrace *t);
/* Body of cg_observe. */
void sim_trace_row(SimTrace *t, int ctl, int inst, int row, const uint32_t *fields);
/* Prints the latest rows of the design, oldest first. */
void sim_trace_print_recent(const SimTrace *t, FILE *out);
/* Prints which rows the latest ones of the design are, and how often: who runs while others wait. */
void sim_trace_print_busy(const SimTrace *t, FILE *out);
/* Prints the latest rows of a key at every controller that still remembers it. */
void sim_trace_print_key(const SimTrace *t, uint64_t key, FILE *out);
#endif
