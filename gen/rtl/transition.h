/* transition.h - the modules of a transition function and of its walks. */
#ifndef CG_RTL_TRANSITION_H
#define CG_RTL_TRANSITION_H
#include "lower/lower.h"
#include "rtl/module.h"

RtlModule *rtl_step(Rtl *r, const Lowered *l);
/* What walks do to each key, one module for all walks of the controller. */
RtlModule *rtl_walk(Rtl *r, const Lowered *l);
Hx   rtl_signal_width(RtlModule *x, const Signal *g);
Hx   rtl_act(RtlModule *x, int act);            /* ACT_FIRE ... */
bool rtl_walk_input(const Signal *g); /* signals of the transition function that the module of walks has too */
bool rtl_walk_output(const Signal *g);
bool rtl_walks_visit(const Lowered *l);         /* some walk does */
/* What a walk asks for that it cannot have, or NULL: then the module knows what it does. */
const char *rtl_walk_unbuilt(Arena *a, const Row *row, const Action *walk);
bool rtl_walk_clears(const Action *walk);       /* it frees each line of a store that can clear itself */
bool rtl_walk_visits(
    const LowWalk *w); /* it goes from place to place: it is not one with which a store clears itself */
#endif
