/* schedule.h - how a schedule begins. */
#ifndef CG_VERIFY_SCHEDULE_H
#define CG_VERIFY_SCHEDULE_H
#include "verify/replay/recorder.h"

/* Begins one: the parameters of a design on which its steps can happen, the contents of memory. */
void schedule_begin(Recorder *r, const Model *m, VerifyReplay *to);
/* Of messages that are joined, in that design: the cycles that one waits for others, and how many can wait; at least so
 * many places must be there. */
int64_t schedule_hold(const Model *m, const Join *j);
int64_t schedule_places(const Model *m, const Join *j);
enum { SCHEDULE_PLACES = 3 };
#endif
