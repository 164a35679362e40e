/* system.h - a whole run: cores, crossbar, partitions, checkers, verdict, report. */
#ifndef COHGEN_SIM_TX_SYSTEM_H
#define COHGEN_SIM_TX_SYSTEM_H
#include "tx/cores/inside.h"

/* NULL after a message, with the exit code in *code. err: where failures are printed, NULL: nowhere. */
TxRun *tx_run_create(const TxOptions *o, const CgKernel *kernel, FILE *err, int *code);
/* To its end, with all checks; the exit code. */
int tx_run_all(TxRun *r);
void tx_run_report(TxRun *r, FILE *out);
void tx_run_destroy(TxRun *r);
/* The program: its command line, on partitions of this kind; cli.c. */
int tx_main(int argc, char **argv, TxMake make);
#endif
