/* kernels.c - see kernels.h. */
#include "kernels/kernels.h"
#include "base/near.h"
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

void sim_kernels_print(FILE *out)
{
    for (uint32_t i = 0; sim_kernel_at(i); i++)
        fprintf(out, "  %-12s %s\n", sim_kernel_at(i)->name, sim_kernel_at(i)->doc);
}

void sim_kernel_unknown(const char *name)
{
    const char *names[64];
    size_t n = 0;
    for (; n < sizeof names / sizeof *names && sim_kernel_at((uint32_t)n); n++)
        names[n] = sim_kernel_at((uint32_t)n)->name;
    fprintf(stderr, "error: no test is called %s", name);
    sim_print_near(name, names, n, stderr);
    fputs("; there are:\n", stderr);
    sim_kernels_print(stderr);
}
