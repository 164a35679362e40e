/* kernels.c - see kernels.h. */
#include "kernels/kernels.h"
#include <string.h>

#define CG_KERNEL(name) extern const CgKernel cg_kernel_##name;
#include "kernels/kernels.def"
#undef CG_KERNEL

const CgKernel *sim_kernel_at(uint32_t i)
{
    static const CgKernel *const kernels[] = {
#define CG_KERNEL(name) &cg_kernel_##name,
#include "kernels/kernels.def"
#undef CG_KERNEL
    };
    return i < sizeof kernels / sizeof *kernels ? kernels[i] : NULL;
}

const CgKernel *sim_kernel(const char *name)
{
    for (uint32_t i = 0; sim_kernel_at(i); i++)
        if (strcmp(sim_kernel_at(i)->name, name) == 0) return sim_kernel_at(i);
    return NULL;
}
