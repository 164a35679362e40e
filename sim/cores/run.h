/* run.h - the run of a kernel on the cores: its warps, its memory, its options. */
#ifndef COHGEN_SIM_RUN_H
#define COHGEN_SIM_RUN_H
#include "cores/inside.h"

/* r: zero but for `ends`. Sets up the kernel and its warps; false (with a message) when the design cannot run it. */
bool sim_run_start(CgRun *r, const SimOptions *options, const CgKernel *kernel, SimCores *cores, SimMemory *memory);
void sim_run_free(CgRun *r);
#endif
