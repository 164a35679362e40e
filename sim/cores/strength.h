/* strength.h - which event of a port an operation is made with: the weakest of its kind that is as strong in order and
 * scope, by the same rule as in a search (litmus_request_for). */
#ifndef COHGEN_SIM_STRENGTH_H
#define COHGEN_SIM_STRENGTH_H
#include "history/history.h"
#include "litmus/litmus.h"

/* Code of the event; SIM_NONE: the port has none. Where no event says how strong it is, the one of this name. A plain
 * load or store (LITMUS_ORDER_WEAK) takes the weakest of all, a plain atomic is relaxed, a plain fence sc, or as strong
 * as the port has one: both of the widest scope that requests of the port have. */
uint32_t sim_strength_event(const CgCorePort *p, SimKind kind, LitmusOrder order, LitmusScope scope);
/* What a request with an event does, by its code: what the event says, or its name. */
SimKind sim_strength_does(const CgCorePort *p, uint32_t event);
/* Some event of a port says which scope it has. */
bool sim_strength_scopes(const CgDesign *d);
SimKind sim_strength_kind(LitmusKind kind);
LitmusKind sim_strength_litmus(SimKind kind);
#endif
