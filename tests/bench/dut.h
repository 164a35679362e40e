/* dut.h - an emitted design with ports of kind="block", driven cycle by cycle. */
#ifndef COHGEN_BENCH_DUT_H
#define COHGEN_BENCH_DUT_H
#include "base/base.h"

typedef struct {
    SimStatus status;
    CgModel *model;
    uint32_t *in, *out;
    uint64_t cycle;          /* since reset */
    CgObserver observer;
} Dut;

/* Ends the process if there is no model. */
void dut_create(Dut *d, CgObserver observer);
void dut_destroy(Dut *d);
void dut_reset(Dut *d);
/* One cycle; ends the process if the design's error bit is set. */
void dut_cycle(Dut *d);
/* Ends the process if the design does not have it. */
const CgBlockPort *dut_port(const char *controller, const char *name);
uint32_t dut_controller(const char *name);
uint64_t dut_param(const char *name);
/* A field of a row that an observer is told of. */
uint64_t dut_seen(int controller, const uint32_t *fields, const char *name);
bool dut_event(int controller, int row, const char *name);
#endif
