/* dut_verilated.c - the emitted step module inside the harness that backbone_wrapper writes. */
#include "dut.h"
#include <svdpi.h>

extern void *bb_protectlib_create(const char *scope);
extern long long bb_protectlib_combo_update(void *handle, const svBitVecVal *i, svBitVecVal *o);
extern void bb_protectlib_final(void *handle);

static void *handle;

void dut_open(const Spec *s)
{
    (void)s;
    handle = bb_protectlib_create("backbone");
}

void dut_step(const uint32_t *in, uint32_t *out) { bb_protectlib_combo_update(handle, in, out); }

void dut_close(void) { bb_protectlib_final(handle); }
