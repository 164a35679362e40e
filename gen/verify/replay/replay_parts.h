/* replay_parts.h - a schedule under construction. */
#ifndef CG_VERIFY_REPLAY_PARTS_H
#define CG_VERIFY_REPLAY_PARTS_H
#include "verify/replay/replay.h"

/* ids: the messages in flight in the state reached, in its order, by the number under which they were sent. cannot:
 * what stands in the way of a replay, or NULL. */
typedef struct {
    const Model *m;
    VerifyReplay *to;
    Buf *out;
    int sent, n_ids, ids[MAX_MSGS];
    const char *cannot;
} Recorder;

/* Begins a schedule: parameters, contents of memory. */
void replay_put_head(Recorder *r, const Model *m, VerifyReplay *to);
/* A TraceStepFn; ctx: a Recorder. */
void replay_put_step(void *ctx, int number, const SysState *s, const Occurrence *o);
#endif
