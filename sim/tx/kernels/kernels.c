/* kernels.c - see kernels.h. */
#include "tx/kernels/kernels.h"
#include <string.h>

#define CG_KERNEL(name) extern const CgKernel cg_kernel_##name;
#include "kernels/transactions.def"
#undef CG_KERNEL

const CgKernel *tx_kernel_at(uint32_t i)
{
    static const CgKernel *const kernels[] = {
#define CG_KERNEL(name) &cg_kernel_##name,
#include "kernels/transactions.def"
#undef CG_KERNEL
    };
    return i < sizeof kernels / sizeof *kernels ? kernels[i] : NULL;
}

const char *tx_kernel_name(const CgKernel *k) { return k->name + strlen("tx_"); }

const CgKernel *tx_kernel(const char *name)
{
    for (uint32_t i = 0; tx_kernel_at(i); i++)
        if (strcmp(tx_kernel_name(tx_kernel_at(i)), name) == 0) return tx_kernel_at(i);
    return NULL;
}
