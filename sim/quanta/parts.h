/* parts.h - what a run in quanta is made of: for the files of this room. */
#ifndef COHGEN_SIM_QUANTA_PARTS_H
#define COHGEN_SIM_QUANTA_PARTS_H
#include "quanta/quanta.h"

/* A word that a wavefront has stored to in this quantum; mask: of the bits that it has stored. */
typedef struct { uint64_t address; uint32_t value, mask; } QuantaWord;

typedef enum { QUANTA_MOVES, QUANTA_AT_BARRIER, QUANTA_AT_NEXT, QUANTA_OVER } QuantaStand;

typedef struct {
    SimThread *thread;
    QuantaStand stand;
    bool asked;                  /* the thread's request stands, unanswered */
    bool ended, atomic;          /* its part of this quantum; by an atomic, which is to come */
    bool stayed;                 /* it stands where it stood when the quantum began */
    uint32_t count, stores;
    QuantaWord *log; size_t n_log, cap_log;
    QuantaStep *steps; size_t n_steps, cap_steps;
    uint64_t by[QUANTA_REASONS];
    uint64_t compared;           /* steps that the design has answered likewise */
} QuantaWave;

struct Quanta {
    SimStatus status, *outside;  /* of this run; of the design's */
    SimCores cores;
    SimMemory *memory;
    CgRun run;
    SimOptions options;
    QuantaWave *waves; uint32_t n_waves;
    uint32_t *wave_of;           /* by index of the thread; SIM_NONE: none */
    uint32_t quantum, log;       /* the limits */
    uint32_t grain;              /* bytes that are stored together */
    bool wa, dwp;
    uint32_t slots, in_slot;     /* wavefronts of a slot */
    uint32_t next_group, *slot_group; /* the next workgroup; with dwp of each slot */
    uint32_t now;                /* number of the quantum */
};

/* What a step of this request and its answer is; of `next`, from the name of the reply. */
QuantaStep quanta_step_of(const SimPort *port, const SimThread *t, uint32_t quantum);
#endif
