/* meeting.h - messages that are joined, in a schedule: the sizes of the design that let them meet, and their order. */
#ifndef CG_VERIFY_MEETING_H
#define CG_VERIFY_MEETING_H
#include "verify/step/occurrence.h"

/* In the design of a schedule: the cycles that a message waits for others, and how many can wait. */
int64_t meeting_hold(const Model *m, const Join *j);
int64_t meeting_places(const Model *m, const Join *j);
enum { MEETING_PLACES = 3 };         /* at least so many must be there */
/* The value that a parameter gets for them, or -1: it is not about that. */
int64_t meeting_wants(const Model *m, const Param *q);
/* Where the messages that the occurrence takes at once stand in s->msg, in an order of joining that gives what is
 * received, o->at first. False: there is none. */
bool meeting_order(const Model *m, const SysState *s, const Occurrence *o, int *order);
#endif
