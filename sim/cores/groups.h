/* groups.h - workgroups: what the core model does for programs that do not ask for theirs. */
#ifndef COHGEN_SIM_GROUPS_H
#define COHGEN_SIM_GROUPS_H
#include "cores/inside.h"

/* Before an operation: on a port with the request `next` a wavefront has to have a workgroup, so it asks for one. */
void sim_group_begin(Warp *w);
/* When the program has ended: on such a port the wavefront asks until there is none left, and leaves them undone. */
void sim_group_end(Warp *w);
/* The value of a parameter of the design or of an input pin on the command line, by the name given in capitals, else
 * `otherwise`. */
uint64_t sim_group_number(const CgRun *r, const char *param, uint64_t otherwise);
/* The input pin that tells the design how many workgroups there are. It is what the program has asked for,
 * CgRun.groups, or of a program that does not ask one for each slot, unless the command line says otherwise. */
bool sim_group_pin(const char *name);
void sim_group_default(CgRun *r);
#endif
