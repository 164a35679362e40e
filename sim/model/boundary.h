/* boundary.h - between the emitted harness of a design and the packed vectors of model.h.
 *
 * One clock cycle:
 *   1. cg_boundary_cycle says which vectors hold; the harness gets no other.
 *   2. clk rises: the design's registers move; the harness fetches the records that differ from what it drives
 *      (cg_moved, cg_boundary_drive), which are driven from here on.
 *   3. clk falls; everything settles.
 *   4. sample rises, with the fall of clk or later: the harness reports the rows that will fire at the next rise of
 *      clk (cg_observe), and what else has happened. What it does not report has not changed, or is offered by nobody.
 * Counters show what was reported in earlier cycles, as registers would.
 * Every function beside the first is called by the harness; one model is simulated at a time. */
#ifndef COHGEN_SIM_BOUNDARY_H
#define COHGEN_SIM_BOUNDARY_H
#include "model/model.h"

/* The vectors are used until the next call; `in` as it is now is what will be driven. */
void cg_boundary_cycle(const uint32_t *in, uint32_t *out);
const uint32_t *cg_boundary_in(void);
uint32_t *cg_boundary_out(void);
/* Forgets what was driven and counted: a new model begins. False if there is no memory. */
bool cg_boundary_start(void);
void cg_boundary_end(void);

int  cg_reset(void);
/* Is there something new for this instance (ctl: index into cg_design.controllers)? */
int  cg_moved(int ctl, int inst);
void cg_boundary_drive(int ctl, int inst, uint32_t *record);
void cg_boundary_sample(int ctl, int inst, const uint32_t *record);
void cg_boundary_gauges(int ctl, int inst, const uint32_t *x);
void cg_stage(int ctl, int inst, int stage);
void cg_error_bit(int x);
/* Of a network, in this cycle: flits taken from their sources, and sources whose flit was not. */
void cg_flits(int net, int taken, int held);
/* The same of the links of a network (index into cg_design.links). */
void cg_linked(int links, int taken, int held);
/* A message that its sender handed over (index into cg_design.messages), in so many flits. */
void cg_sent(int message, int flits);
#endif
