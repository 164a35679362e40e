/* system.h - cores, crossbar, partitions and checkers as the ends of a simulation (cores/ends.h). */
#ifndef COHGEN_SIM_TX_SYSTEM_H
#define COHGEN_SIM_TX_SYSTEM_H
#include "tx/cores/inside.h"

extern const SimEnds tx_ends;
void tx_run_size(const void *run, FILE *out);
void tx_run_report(const void *run, FILE *out);

/* command.c: the command line on partitions in C, with the reference. */
extern const SimOptionsMore tx_more;
/* The parts of it that others have too. */
enum { TX_OWN_OPTIONS = 30 };
extern const SimOption tx_own_options[TX_OWN_OPTIONS];
void tx_defaults(SimOptions *all, TxMake make);
int tx_settle(SimOptions *all);
bool tx_steps(const SimOptions *all, int *code);
#endif
