/* transition.h - the modules of a transition function and of its walks. */
#ifndef CG_RTL_TRANSITION_H
#define CG_RTL_TRANSITION_H
#include "lower/lower.h"
#include "rtl/module.h"

/* A comparison of a field of the line with a register, or with what a parked request brings as its stamp, that L makes
 * where there are three stages (note.c). */
typedef struct { ExprOp op; const Var *field, *with; } RtlNote;
typedef struct { RtlNote *at; int n; } RtlNotes;
RtlNotes rtl_notes(Rtl *r, const Controller *c);
/* The one that e is, or -1. With a stamp (else NULL) the one for a new occurrence; rtl_note_with: the same with v. */
int  rtl_note_at(const RtlNotes *all, const Expr *e, const Var **stamp);
int  rtl_note_with(const RtlNotes *all, int note, const Var *v);
Str  rtl_note_name(Arena *a, const RtlNote *n);
Hx   rtl_note_test(HdlModule *m, const RtlNote *n, Hx field, Hx with);
Hx   rtl_note_zero(HdlModule *m, const RtlNote *n, Hx with);     /* of a key without a line */

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
