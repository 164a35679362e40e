/* posted.h - stores that a warp does not wait for (--posted N), as weak ordering allows: each is issued under an id of
 * its own, which the port's warps give up.
 * What waits: an operation for the warp's stores to its line, a store for a free id, a fence, a barrier and the end of
 * the warp for all of them. */
#ifndef COHGEN_SIM_POSTED_H
#define COHGEN_SIM_POSTED_H
#include "cores/inside.h"

struct SimPosted {
    SimThread *thread;
    Warp *warp;
    bool busy, due;              /* due: not yet given to the thread */
    SimRequest request;
    uint8_t line[SIM_MAX_LINE], mask[SIM_MAX_LINE / 8];
};

/* The next thread for posted stores of a warp, during setup. */
void sim_posted_add(Warp *w, SimThread *t);
/* Before an operation of the warp itself is issued. */
void sim_posted_order(Warp *w, const SimRequest *r);
/* True if the store was taken over; else the warp issues it itself. */
bool sim_posted_store(Warp *w, const SimRequest *r);
void sim_posted_wait(Warp *w);   /* for all of them */
#endif
