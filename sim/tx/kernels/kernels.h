/* kernels.h - the programs with transactions, by name: those of kernels/transactions.def, without tx_ in front. */
#ifndef COHGEN_SIM_TX_KERNELS_H
#define COHGEN_SIM_TX_KERNELS_H
#include "cores/program.h"

/* The kernel called `name`, or NULL. */
const CgKernel *tx_kernel(const char *name);
/* The i-th kernel, or NULL; its name here. */
const CgKernel *tx_kernel_at(uint32_t i);
const char *tx_kernel_name(const CgKernel *k);
#endif
