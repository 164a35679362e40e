/* ends.h - cores that are no ports of the design (sim/tx): what programs find there, and what a run does with them in
 * place of ports. To a program each is a core, whose threads are its warps; a request stands in `request` of a thread
 * in SIM_WANT, and who steps the threads answers it. */
#ifndef COHGEN_SIM_CORES_ENDS_H
#define COHGEN_SIM_CORES_ENDS_H
#include "cores/program.h"
#include "history/transactions.h"
#include "memory/memory.h"

typedef struct SimEnds {
    uint64_t salt;               /* of the run's random numbers */
    size_t stack_bytes;
    void (*transaction)(Warp *w, void (*block)(Warp *w, void *arg), void *arg);
    void (*back)(Warp *w);       /* the warp goes on behind a request or a pause */
    /* o: what their own options stand in, too. The cores as a design describes its ports; memory as programs see it. */
    void *(*create)(const SimOptions *o, SimStatus *status);
    const CgDesign *(*ports)(void *ends);
    SimMemory *(*memory)(void *ends);
    /* Behind the program's setup; behind: the memory of the design. */
    void (*start)(void *ends, CgRun *program, SimMemory *behind);
    /* Each cycle: rows of the design; `out` as sampled, `in` as it was driven then; what to drive next, true when all
     * is over. */
    void (*row)(void *ends, int ctl, int inst, int row, const uint32_t *fields);
    void (*edge)(void *ends, uint32_t *in, const uint32_t *out);
    bool (*step)(void *ends, uint32_t *in);
    uint64_t (*cycles)(const void *ends);    /* until the last program ended */
    SimTxVerdict (*judge)(void *ends);
    void (*size)(const void *ends, FILE *out);
    void (*report)(const void *ends, FILE *out);
    void (*destroy)(void *ends);
} SimEnds;
#endif
