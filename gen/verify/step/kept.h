/* kept.h - what a row leaves of the key: its entry with what is parked, its line. */
#ifndef CG_VERIFY_KEPT_H
#define CG_VERIFY_KEPT_H
#include "verify/step/row_data.h"

/* As the block of the waiters does it: verdict on the replayed request, then allocation, park, replay, done. False: a
 * parked stamp leaves the bound. */
bool entry_op(const Model *m, const CtlModel *k, const Occurrence *o, const uint64_t *out, const Data *d, Entry *e);
/* Contents of a new entry and of a new line are unknown. */
void unknown_data(const Model *m, const CtlModel *k, const Occurrence *o, const uint64_t *out, SysState *s);
/* The line goes; what is backed stays behind. */
void line_leaves(const CtlModel *k, Line *l);
/* After the walks of the row: it has freed what is behind. */
void forget_behind(const Model *m, const CtlModel *k, const uint64_t *out, Inst *x);
void line_op(const CtlModel *k, const uint64_t *out, const Data *d, Line *l);
#endif
