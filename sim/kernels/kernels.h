/* kernels.h - the tests, by name: those of kernels.def. */
#ifndef COHGEN_SIM_KERNELS_H
#define COHGEN_SIM_KERNELS_H
#include "cores/program.h"

extern const CgKernel cg_kernel_generic;
/* The kernel called `name`, or NULL. */
const CgKernel *sim_kernel(const char *name);
/* The i-th kernel, or NULL. */
const CgKernel *sim_kernel_at(uint32_t i);
/* All of them, a line each. */
void sim_kernels_print(FILE *out);
/* Prints that no test has this name, and those that there are. */
void sim_kernel_unknown(const char *name);
#endif
