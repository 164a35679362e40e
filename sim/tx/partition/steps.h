/* steps.h - a partition driven by a file of steps, as tb/walkthrough/getm.steps, which describes the format. */
#ifndef COHGEN_SIM_TX_STEPS_H
#define COHGEN_SIM_TX_STEPS_H
#include "tx/messages/message.h"

/* Metadata as the events told; `observer` goes into the partition before the steps are run. */
typedef struct { TxMeta meta[26]; TxObserver observer; } TxSteps;

void tx_steps_init(TxSteps *s);
/* Runs the file; prints each step to `out` (NULL: not) and what is different to stderr. Returns an exit code: 0, 1
 * different, 2 the file is bad. */
int tx_steps_run(TxSteps *s, TxPartition *p, const char *file, FILE *out);
#endif
