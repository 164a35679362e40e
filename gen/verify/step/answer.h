/* answer.h - what a row hands on and answers: is it for the operation that waits for it, and what this one has read? */
#ifndef CG_VERIFY_ANSWER_H
#define CG_VERIFY_ANSWER_H
#include "verify/ghost/ghost.h"
#include "verify/step/sending.h"

/* What an access of the row reads. To be called when the row has sent everything, and has changed nothing yet. */
void step_data_seen(Sending *x);
/* The access that takes effect in the row, once step_data_seen() has looked. */
Access step_access_of(const Sending *x, int thread, unsigned performs);
/* The thread's access is about the row's line: what it moves is data of this one. what: happens to it there. */
bool step_line_fits(const Sending *x, int thread, const char *what);
/* The row answers a thread that waits, with an answer that its request names, and the truth about the line. */
bool answer_holds(const Sending *x);
/* The answer holds what its thread has read: in this row, where the access of `thread` performs, or before it. To be
 * called before that access takes effect, which renames data. */
bool answer_value_holds(const Sending *x, int thread, unsigned performs);
#endif
