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
/* Walks that go from place to place, by their numbers in the module. */
int  rtl_walks_visiting(const Lowered *l);
const LowWalk *rtl_walk_visiting(const Lowered *l, int number);
Str  rtl_walk_arg(Arena *a, const Signal *g);   /* the input of that module for a SIG_WALK_ARG */
#endif
