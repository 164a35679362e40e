/* kernels.h - the programs with transactions, by name: those of kernels.def. */
#ifndef COHGEN_SIM_TX_KERNELS_H
#define COHGEN_SIM_TX_KERNELS_H
#include "tx/cores/tx.h"

/* The kernel called `name`, or NULL. */
const TxKernel *tx_kernel(const char *name);
/* The i-th kernel, or NULL. */
const TxKernel *tx_kernel_at(uint32_t i);
#endif
