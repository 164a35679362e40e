/* kernels.c - see kernels.h. */
#include "tx/kernels/kernels.h"
#include <string.h>

#define TX_KERNEL(name) extern const TxKernel tx_kernel_##name;
#include "tx/kernels/kernels.def"
#undef TX_KERNEL

const TxKernel *tx_kernel_at(uint32_t i)
{
    static const TxKernel *const kernels[] = {
#define TX_KERNEL(name) &tx_kernel_##name,
#include "tx/kernels/kernels.def"
#undef TX_KERNEL
    };
    return i < sizeof kernels / sizeof *kernels ? kernels[i] : NULL;
}

const TxKernel *tx_kernel(const char *name)
{
    for (uint32_t i = 0; tx_kernel_at(i); i++)
        if (strcmp(tx_kernel_at(i)->name, name) == 0) return tx_kernel_at(i);
    return NULL;
}
