/* schedule.h - how a schedule begins. */
#ifndef CG_VERIFY_SCHEDULE_H
#define CG_VERIFY_SCHEDULE_H
#include "verify/replay/recorder.h"

/* Begins one: the parameters of a design on which its steps can happen, the contents of memory. */
void schedule_begin(Recorder *r, const Model *m, VerifyReplay *to);
#endif
