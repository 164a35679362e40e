/* recorder.h - a schedule under construction, step by step. */
#ifndef CG_VERIFY_RECORDER_H
#define CG_VERIFY_RECORDER_H
#include "verify/step/occurrence.h"

/* ids: the messages in flight in the state reached, in its order, by the number under which they were sent. cannot:
 * what stands in the way of a replay, or NULL. */
typedef struct {
    const Model *m;
    VerifyReplay *to;
    Buf *out;
    int sent, n_ids, ids[MAX_MSGS];
    const char *cannot;
} Recorder;

/* What stands in the way of a replay; only the first is kept. */
void recorder_cannot(Recorder *r, const char *what);
/* CONTROLLER[n] */
void recorder_put_inst(Recorder *r, int inst);
/* A TraceStepFn; ctx: a Recorder. */
void recorder_put_step(void *ctx, int number, const SysState *s, const Occurrence *o);
#endif
