/* flights.h - operations that a warp does not wait for, as weak ordering allows: each is issued under an id of its own,
 * which the port's warps give up. --posted N: stores. --ahead N: loads, whose values go to lanes (program.h).
 * What waits: an operation for the warp's flights on its line, another one for a free id, a fence, a barrier and the
 * end of the warp for all of them. */
#ifndef COHGEN_SIM_FLIGHTS_H
#define COHGEN_SIM_FLIGHTS_H
#include "cores/inside.h"

struct SimFlight {
    SimThread *thread;
    Warp *warp;
    SimKind kind;                /* which it is for: SIM_STORE or SIM_LOAD */
    bool busy, due;              /* due: not yet given to the thread */
    SimRequest request;
    uint8_t line[SIM_MAX_LINE], mask[SIM_MAX_LINE / 8];
    CgLanes *lanes;              /* of a load: where the values go */
};

/* The next thread for flights of a warp, during setup. */
void sim_flights_add(Warp *w, SimThread *t, SimKind kind);
/* Before an operation of the warp itself is issued. */
void sim_flights_order(Warp *w, const SimRequest *r);
/* True if the store was taken over; else the warp issues it itself. */
bool sim_flights_store(Warp *w, const SimRequest *r);
/* The same of a load for those of the lanes that lie in its line. */
bool sim_flights_load(Warp *w, const SimRequest *r, CgLanes *lanes);
void sim_flights_wait(Warp *w);         /* for all of them */
void sim_flights_wait_loads(Warp *w);
/* Of each lane in the line its word. */
void sim_lanes_take(CgLanes *lanes, uint64_t line, const uint8_t *bytes, uint32_t line_bytes);
#endif
