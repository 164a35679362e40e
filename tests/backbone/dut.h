/* dut.h - the other side of the comparison. */
#ifndef BACKBONE_DUT_H
#define BACKBONE_DUT_H
#include "spec.h"

void dut_open(const Spec *s);
/* Packed vectors in the layout of spec.h. */
void dut_step(const uint32_t *in, uint32_t *out);
void dut_close(void);
#endif
