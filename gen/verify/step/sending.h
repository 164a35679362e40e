/* sending.h - what a row sends, asks of memory and answers. */
#ifndef CG_VERIFY_SENDING_H
#define CG_VERIFY_SENDING_H
#include "verify/model/problem.h"
#include "verify/step/row_data.h"

/* _any: with data. sent_own: sent_data went to the core whose access may take effect in the row. seen: what this access
 * reads; applied: what its atomic is applied to, -1: it has none. */
typedef struct {
    const Data *d;
    SysState *next;
    Fired *f;
    FILE *verbose;
    bool bound, replied, reply_any, sent_any, sent_own;
    unsigned reply_data, sent_data, seen;
    int reply_thread, time, reply_error, applied;
    const PortMsg *answer;
} Sending;

/* All of it, in the order of the outputs: messages into x->next, the rest into x. */
void step_send_all(Sending *x);
#endif
