/* quanta_machine.h - a machine that keeps the rules of quanta, written without the reference: wavefronts take single
 * steps in random order, logs are published store by store in random order, each word with the priority of its writer.
 * Its faults are what a comparison with the reference must find. */
#ifndef COHGEN_TESTS_SIM_QUANTA_MACHINE_H
#define COHGEN_TESTS_SIM_QUANTA_MACHINE_H
#include "cores/run.h"

typedef enum {
    MACHINE_RIGHT,
    MACHINE_LAST_WINS,     /* a store that comes later replaces one of higher priority */
    MACHINE_FIRST_STAYS,   /* of two stores of a wavefront to a word the first stays */
    MACHINE_EARLY,         /* a store is seen by others in the same quantum, now and then */
    MACHINE_FORGETS,       /* a load does not look into the log, now and then */
    MACHINE_ATOMICS,       /* atomics in the order in which they come */
    MACHINE_SLOTS,         /* workgroups go to slots in the order in which they ask */
    MACHINE_LONG,          /* a quantum may be an instruction longer */
    MACHINE_FAULTS
} MachineFault;
extern const char *const machine_faults[MACHINE_FAULTS];

/* Runs the kernel; whoever listens to SimCores.answered is told of each answer. The parameters are those of the
 * design. Returns how many quanta there were. */
uint32_t machine_run(const CgDesign *d, const SimOptions *o, const CgKernel *k, MachineFault fault, uint64_t seed,
                     SimAnswered told, SimStatus *status);
#endif
